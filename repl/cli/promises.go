package cli

import (
	"context"
	"slices"
	"strings"

	"funmem/eval/finding"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// broken returns the promises that operators of folds in AFTER do not keep, without those that the operators of BEFORE
// do not keep either. It refutes nothing: an operator may keep its promise on the numbers of the program, and break it
// only on numbers that are tried.
func (o *Options) broken(ctx context.Context, before, after *validate.Program, runs func() []validity.Run) []finding.Warning {
	of := func(p *validate.Program, runs func() []validity.Run) []finding.Warning {
		if p.IMP != nil {
			return nil
		}
		var says func(diag.Span) validity.Operator
		if u := o.sides[p].dump; u != nil {
			says = session.OperatorsOf(u)
		}
		found, _ := validity.Operators(ctx, p.Core, nil, runs, says)
		return found
	}
	found := of(after, runs)
	if len(found) == 0 {
		return nil
	}
	had := of(before, nil)
	promise := func(w finding.Warning) string { // without the numbers that show it
		text, _, _ := strings.Cut(w.Message, ": ")
		return text
	}
	return slices.DeleteFunc(found, func(w finding.Warning) bool {
		return slices.ContainsFunc(had, func(b finding.Warning) bool { return promise(b) == promise(w) })
	})
}

// untried returns the operators of AFTER that nothing tries: those of the histograms of a dump.
func (o *Options) untried(after *validate.Program) []validity.Untested {
	if u := o.sides[after].dump; u != nil {
		return session.Histograms(u)
	}
	return nil
}

// promises is the text of warnings about operators.
func promises(ws []finding.Warning, st diag.Style) string {
	var b strings.Builder
	for i := range ws {
		b.WriteString(diag.Format(ws[i].Diagnostic(), st))
	}
	return b.String()
}
