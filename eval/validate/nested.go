package validate

import (
	"slices"

	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// scope is a body in a statement as it ran last.
type scope struct {
	what  string // "last iteration of kernel `z`"
	index []*syntax.Binding
	body  *syntax.Body
}

// ints gives the int that a variable was bound to last, if it was.
type ints func(id int) (num.Num, bool)

// scopes are the bodies right in a statement that ran, as far as its bounds and conditions
// say.
func scopes(s *syntax.Let, E ints) []scope {
	ran := func(n syntax.Expr) bool {
		k, ok := E.atom(n)
		return ok && k > 0
	}
	switch e := s.Exp.(type) {
	case *syntax.Kernel:
		if ran(e.Index[0].N) {
			return []scope{{"last iteration of kernel `" + s.Pat[0].Written() + "`", []*syntax.Binding{e.Index[0].X}, e.Body}}
		}
	case *syntax.Loop:
		if e.For != nil && ran(e.For.N) {
			return []scope{{"last round of loop `" + s.Pat[0].Written() + "`", []*syntax.Binding{e.For.X}, e.Body}}
		}
	case *syntax.If:
		if k, ok := E.atom(e.Cond); ok && k != 0 {
			return []scope{{"`then`", nil, e.Then}}
		} else if ok {
			return []scope{{"`else`", nil, e.Else}}
		}
	}
	return nil
}

// atom is the int that a variable or constant is.
func (E ints) atom(e syntax.Expr) (int64, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return e.Val.Int64()
	case *syntax.Var:
		if k, ok := E(e.ID); ok {
			return k.Int64()
		}
	}
	return 0, false
}

// renames tells whether the body has another variable of the name of its index, as that of a dump counts from 0.
func (sc scope) renames(x *syntax.Binding) bool {
	return slices.ContainsFunc(sc.body.Stms, func(s syntax.Stm) bool {
		let, ok := s.(*syntax.Let)
		return ok && slices.ContainsFunc(let.Pat, func(y *syntax.Binding) bool { return y.Written() == x.Written() })
	})
}

// mostNested is how many steps of inner bodies are shown.
const mostNested = 24

// nest visits what is bound in the bodies of a statement, outermost first. It stops where
// visit says so.
func nest(s *syntax.Let, E ints, depth int, header func(Step) bool, visit func(x *syntax.Binding, e syntax.Expr, depth int) bool) bool {
	for _, sc := range scopes(s, E) {
		if !header(Step{Scope: sc.what, Depth: depth, Written: true, Name: sc.what}) {
			return false
		}
		for _, x := range sc.index {
			if sc.renames(x) {
				continue
			}
			if !visit(x, nil, depth) {
				return false
			}
		}
		for _, stm := range sc.body.Stms {
			let, ok := stm.(*syntax.Let)
			if !ok {
				continue
			}
			for _, x := range let.Pat {
				if !visit(x, let.Exp, depth) {
					return false
				}
			}
			if !nest(let, E, depth+1, header, visit) {
				return false
			}
		}
	}
	return true
}

// nested adds to a trace of AFTER what the bodies of a statement bound last, where the
// failure lies in them.
func (t *Trace) nested(s *syntax.Let, last memory.Env, f *Failure) {
	if !slices.ContainsFunc(f.places(), func(at diag.Span) bool { return within(at, s.Exp.GetSpan()) }) {
		return
	}
	left := mostNested
	add := func(step Step) bool {
		t.Steps = append(t.Steps, step)
		left--
		return left > 0
	}
	number := func(id int) (num.Num, bool) {
		v := last.Lookup(id)
		return v.I, v.IsNumber()
	}
	nest(s, number, 1, add, func(x *syntax.Binding, e syntax.Expr, depth int) bool {
		v := last.Lookup(x.ID)
		if x.Type != nil && !x.Type.IsNumber() && v.IsNumber() {
			return true // it was not bound
		}
		if unnamed(x) {
			return true
		}
		step := heapStep(x, e, v, valueOf(v))
		step.Depth = depth
		return add(step)
	})
}

// unnamed tells whether a variable is a number that nobody gave a name.
func unnamed(x *syntax.Binding) bool {
	return x.Text == "" && x.Type != nil && x.Type.IsNumber()
}

// valueOf is what the value semantics has for what is on the heap.
func valueOf(v memory.Val) value.Val {
	if v.IsNumber() {
		return value.Number(v.I)
	}
	return value.Val{A: v.V}
}

// nestedIn adds to a trace of BEFORE what the bodies of a statement bound last, where they
// bind names that AFTER shows in bodies.
func (t *Trace) nestedIn(s *syntax.Let, E value.Env, after *Trace) {
	names := map[string]bool{}
	for _, step := range after.Steps {
		names[step.Name] = names[step.Name] || step.Depth > 0 && step.Scope == ""
	}
	var steps []Step
	shared := false
	add := func(step Step) bool {
		steps = append(steps, step)
		return len(steps) < mostNested
	}
	number := func(id int) (num.Num, bool) {
		v := E.Of(id)
		return v.I, v.A == nil
	}
	nest(s, number, 1, add, func(x *syntax.Binding, _ syntax.Expr, depth int) bool {
		if x.Type != nil && (x.Type.Elem == syntax.Mem || x.Type.IsArray() && E.Of(x.ID).A == nil) || unnamed(x) {
			return true
		}
		shared = shared || names[x.Written()]
		return add(Step{Name: x.Written(), At: x.Span, Written: x.Text != "", Value: E.Of(x.ID), Known: true, Depth: depth, id: x.ID})
	})
	if shared {
		t.Steps = append(t.Steps, steps...)
	}
}

// places are where a failure lies in AFTER: where it is stuck, reads what is not there,
// or the accesses that race.
func (f *Failure) places() []diag.Span {
	v := f.Verdict
	var list []diag.Span
	if v.Stuck != nil {
		list = append(list, v.Stuck.Diag.Span)
	}
	if d := v.Divergence; d != nil {
		list = append(list, d.At)
		if d.LastWriter != nil {
			list = append(list, d.LastWriter.At)
		}
	}
	for _, k := range v.Kernels {
		if k.Race != nil {
			list = append(list, k.Race.First.At, k.Race.Second.At)
		}
	}
	return list
}
