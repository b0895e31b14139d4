package validate

import (
	"fmt"
	"strings"

	"funmem/eval/validity"
	"funmem/semantics/diag"
)

// strayed returns text to put after the word valid: AFTER is not consistent.
func (r *Result) strayed() string {
	if r.Strays == 0 || r.Unlike == nil {
		return ""
	}
	return "; AFTER is not consistent on " + r.strayedOn()
}

// strayedOn says on how many of the compared inputs that is so.
func (r *Result) strayedOn() string {
	if r.AllGiven() {
		return "them"
	}
	return fmt.Sprintf("%d of them", r.Strays)
}

// StraysText returns the warning that AFTER is valid but not consistent, with the smallest input found. Def. 3.1 is
// about results; elsewhere AFTER has other values than its value semantics. It returns "" if AFTER is consistent, or if
// BEFORE is inconsistent in the same way.
func (r *Result) StraysText(st diag.Style) string {
	if r.Unlike == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  AFTER is not consistent: `%s` has other values than in its value semantics on %s, though the results agree",
		r.Unlike.Verdict.Divergence.Array, strings.Replace(r.strayedOn(), "them", "the inputs", 1))
	var in strings.Builder
	form := *r
	form.Failure = r.Unlike
	form.inputText(&in, nil)
	if in.Len() > 0 {
		b.WriteString(", such as on")
	}
	b.WriteString("\n")
	for line := range strings.Lines(in.String()) {
		b.WriteString("  " + line)
	}
	for _, d := range r.StrayMessages() {
		b.WriteString(diag.Format(d, st))
	}
	return b.String()
}

// StrayMessages says where AFTER is first inconsistent.
func (r *Result) StrayMessages() diag.List {
	if r.Unlike == nil {
		return nil
	}
	f, v := *r.Unlike, r.Unlike.Verdict
	f.Verdict = &validity.Verdict{Divergence: v.Divergence, Bindings: v.Bindings}
	return f.diagnostics()
}
