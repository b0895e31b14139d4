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

// LinesOfDump returns a function that gives statements, in the order of the text, the line of the dump that they come
// from. It gives a line only if it differs from that of the statement before.
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

// PrintedOf prints a program; for a dump it adds the line numbers.
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

// OperatorsOf returns what dumps say about the operators of their folds.
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

// Histograms returns the histograms of dumps. Nothing tries their operators.
func Histograms(dumps ...*tofunmem.Unit) (list []validity.Untested) {
	for _, u := range dumps {
		for _, at := range u.Histograms {
			one := validity.Untested{Fold: "histogram", Why: "it is the operator of a `seghist`", At: at}
			if !slices.Contains(list, one) { // a dump may have two versions of a histogram
				list = append(list, one)
			}
		}
	}
	return list
}

// inputName returns the name under which the next input of a name is bound. It is another name if a parameter of an
// entry point has a name that the language does not allow, or that several parameters have. The entry point is nil if
// several may take the input.
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

// ParamsOf returns what is known about the parameters of the defs of dumps. Most is known for entry points.
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

// entryOf returns the entry point of dumps that a def implements, or nil.
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

// Unwritten returns the first undefined element in the result of a call of an entry point, or nil. Compiled code
// returns whatever lies there. arrays are the arrays among the results.
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

// shownArrays returns the arrays among the results of a run, as the value semantics has them. They are nil if the value
// semantics has fallen behind.
func shownArrays(v *validity.Verdict) (arrays []*value.Array) {
	for _, r := range v.Outcome.Results {
		if r.IsArray() {
			arrays = append(arrays, r.V)
		}
	}
	return arrays
}
