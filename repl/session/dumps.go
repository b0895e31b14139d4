package session

import (
	"fmt"
	"slices"

	"funmem/eval/machine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/futhark/tofunmem"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// LinesOfDump gives statements, in the order of the text, the line of the dump from which they come, where that is
// another one than the statement before has.
func LinesOfDump(u *tofunmem.Unit) func(at diag.Span) string {
	last := 0
	return func(at diag.Span) string {
		line := u.Line(at)
		if line == 0 || line == last {
			return ""
		}
		last = line
		return fmt.Sprintf("-- line %d", line)
	}
}

// PrintedOf is a program as text, that of a dump with the lines there.
func PrintedOf(p *syntax.Program, u *tofunmem.Unit) string {
	if u == nil {
		return syntax.Print(p)
	}
	line := LinesOfDump(u)
	return syntax.PrintNoted(p, func(d syntax.Decl) string { return line(d.GetSpan()) })
}

// Printed is the text of declarations of a session, with the lines of the dump from which they come, if any.
func (s *Session) Printed(ds ...syntax.Decl) string {
	p := &syntax.Program{Decls: ds}
	for _, u := range s.Dumps {
		for _, d := range ds {
			if u.Has(d.GetSpan()) {
				return PrintedOf(p, u)
			}
		}
	}
	return syntax.Print(p)
}

// OperatorsOf is what dumps say of the operators of their folds.
func OperatorsOf(dumps ...*tofunmem.Unit) func(at diag.Span) validity.Operator {
	return func(at diag.Span) validity.Operator {
		for _, u := range dumps {
			if o := u.Operators[at]; o != nil {
				return validity.Operator{Fit: o.Fit, Commutative: o.Commutative}
			}
		}
		return validity.Operator{}
	}
}

// Histograms are those of dumps, whose operators nothing tries.
func Histograms(dumps ...*tofunmem.Unit) (list []validity.Untested) {
	for _, u := range dumps {
		for _, at := range u.Histograms {
			one := validity.Untested{Fold: "histogram", Why: "it is the operator of a `seghist`", At: at}
			if !slices.Contains(list, one) { // a dump may have two versions of one
				list = append(list, one)
			}
		}
	}
	return list
}

// inputName is what the next input of a name is bound as: a parameter of an entry point whose name the language does not have, or of which
// there are several, is called otherwise. The entry point is nil where several may take it.
func inputName(name string, seen map[string]string, e *tofunmem.Entry) string {
	for k := 1; ; k++ {
		is, next := tofunmem.InputName(name, k), tofunmem.InputName(name, k+1)
		if _, given := seen[is]; given && (e == nil && name == "_" || e != nil && Parameters(e)[next]) {
			continue
		}
		return is
	}
}

// Parameters are the names that an entry point takes.
func Parameters(e *tofunmem.Entry) map[string]bool {
	names := map[string]bool{}
	for _, p := range e.Params {
		names[p.Name] = true
	}
	return names
}

// InputNamed is the input of a name that was bound last, or nil.
func (s *Session) InputNamed(name string) *input {
	for _, e := range slices.Backward(s.Entries) {
		if e.Input != nil && e.Input.Binding.Written() == name {
			return e.Input
		}
	}
	return nil
}

// ParamsOf is what is known of the parameters of the defs of dumps, most of it of those of entry points.
func ParamsOf(dumps []*tofunmem.Unit) func(def string, k int) *validate.Param {
	return func(def string, k int) *validate.Param {
		p := &validate.Param{}
		for _, u := range dumps {
			p.Spare = max(p.Spare, u.Locations(def, k)-1)
		}
		if e := entryOf(dumps, def); e != nil {
			if q := e.Param(k); q != nil {
				p.Name, p.Fit = q.Name, q.Fit
			}
		}
		return p
	}
}

// entryOf is the entry point of dumps that a def is, or nil.
func entryOf(dumps []*tofunmem.Unit, def string) *tofunmem.Entry {
	for _, u := range slices.Backward(dumps) {
		for _, e := range u.Entries {
			if e.DefName() == def {
				return e
			}
		}
	}
	return nil
}

// Unwritten is the first undefined element of what the call of an entry point gives, or nil: compiled code gives what
// lies there. The arrays are those among its results.
func Unwritten(e *tofunmem.Entry, arrays []*value.Array) *validity.Unwritten {
	if e == nil {
		return nil
	}
	for k, r := range e.Result {
		if r.Rank == 0 || len(arrays) == 0 {
			continue
		}
		a := arrays[0]
		if arrays = arrays[1:]; a == nil || !a.Elems.HasUndefined() {
			continue
		}
		first := 0
		for !a.Elems.At(first).IsUndefined() {
			first++
		}
		index := value.IndexOf(a.Shape, first)
		d := machine.Unwritten("", &syntax.Var{Span: r.At}, r.Name, index, a.Elems.At(first))
		d.Kind, d.Msg = diag.Invalid, fmt.Sprintf("a result of `%s` holds what lay in memory: %s", e.Name, d.Msg)
		return &validity.Unwritten{Number: k + 1, Index: index, Message: d.Msg, Diag: d}
	}
	return nil
}

// ArraysOf are the arrays among values.
func ArraysOf(values []value.Val) (arrays []*value.Array) {
	for _, v := range values {
		if v.A != nil {
			arrays = append(arrays, v.A)
		}
	}
	return arrays
}

// shownArrays are the arrays among the results of a run, as the value semantics has them: nil where it is behind.
func shownArrays(v *validity.Verdict) (arrays []*value.Array) {
	for _, r := range v.Outcome.Results {
		if r.IsArray() {
			arrays = append(arrays, r.V)
		}
	}
	return arrays
}
