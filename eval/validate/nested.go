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

// scopes are the bodies right in a statement that ran, as far as its bounds, indices and conditions
// say.
func scopes(s *syntax.Let, E ints) []scope {
	ran := func(n syntax.Expr) bool {
		k, ok := E.atom(n)
		return ok && k > 0
	}
	switch e := s.Exp.(type) {
	case *syntax.Kernel:
		if ran(e.Index[0].N) && ran(e.Index[0].X.Use()) {
			return []scope{{"last iteration of kernel `" + s.Pat[0].Written() + "`", []*syntax.Binding{e.Index[0].X}, e.Body}}
		}
	case *syntax.Loop:
		if e.For != nil && ran(e.For.N) && ran(e.For.X.Use()) {
			return []scope{{"last round of " + value.Rounds(e) + " `" + s.Pat[0].Written() + "`", []*syntax.Binding{e.For.X}, e.Body}}
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

// nest visits what is bound in the bodies of a statement, outermost first.
type nest struct {
	E      ints
	header func(Step)
	visit  func(x *syntax.Binding, e syntax.Expr, depth int)
	ended  func(s syntax.Stm, depth int) // the evaluation is stuck in that statement, and in no body that is visited
}

// in visits the bodies of a statement that is done, whose bodies have a depth; or, where the evaluation is stuck in it, what was bound
// before it was: at is the statements in s that are being evaluated then, outermost first.
func (n *nest) in(s *syntax.Let, depth int, at []syntax.Stm) {
	for _, sc := range scopes(s, n.E) {
		n.header(Step{Scope: sc.what, Depth: depth, Written: true, Name: sc.what})
		for _, x := range sc.index {
			if !sc.renames(x) {
				n.visit(x, nil, depth)
			}
		}
		for _, stm := range sc.body.Stms {
			if len(at) > 0 && stm == at[0] {
				n.stuck(stm, depth, at[1:])
				return
			}
			let, ok := stm.(*syntax.Let)
			if !ok {
				continue
			}
			for _, x := range let.Pat {
				n.visit(x, let.Exp, depth)
			}
			n.in(let, depth+1, nil)
		}
	}
}

// stuck visits the statement in which the evaluation is stuck: the body in it where that is, or it ends there.
func (n *nest) stuck(s syntax.Stm, depth int, at []syntax.Stm) {
	let, ok := s.(*syntax.Let)
	within := ok && len(at) > 0 && slices.ContainsFunc(scopes(let, n.E), func(sc scope) bool { return slices.Contains(sc.body.Stms, at[0]) })
	switch {
	case within:
		n.in(let, depth+1, at)
		return
	case ok && len(at) == 0: // its last iteration is done
		n.in(let, depth+1, nil)
	}
	n.ended(s, depth)
}

// nested adds to a trace of AFTER what the bodies of a statement bound last, where the
// failure lies in them.
func (t *Trace) nested(s *syntax.Let, last *memory.Last, f *Failure) {
	if slices.ContainsFunc(f.places(), func(at diag.Span) bool { return within(at, s.Exp.GetSpan()) }) {
		t.nest(last).in(s, 1, nil)
	}
}

// stuck adds to a trace of AFTER the statement in which it is stuck, with what its bodies bound before that.
func (t *Trace) stuck(s syntax.Stm, last *memory.Last, at []syntax.Stm) {
	t.nest(last).stuck(s, 0, at)
}

// nest adds to a trace what it visits.
func (t *Trace) nest(last *memory.Last) *nest {
	left := mostNested
	add := func(step Step) {
		if left--; left >= 0 {
			t.Steps = append(t.Steps, step)
		}
	}
	return &nest{
		E: func(id int) (num.Num, bool) {
			v := last.Env.Lookup(id)
			return v.I, v.IsNumber()
		},
		header: add,
		visit: func(x *syntax.Binding, e syntax.Expr, depth int) {
			v := last.Env.Lookup(x.ID)
			if x.Type != nil && !x.Type.IsNumber() && v.IsNumber() || unnamed(x) { // it was not bound, or nobody gave it a name
				return
			}
			step := heapStep(x, e, v, valueOf(v))
			step.Depth = depth
			add(step)
		},
		ended: func(s syntax.Stm, depth int) { t.Steps = append(t.Steps, stuckStep(s, depth)) },
	}
}

// stuckStep is the step of a statement that is stuck, by the last name that it would bind.
func stuckStep(s syntax.Stm, depth int) Step {
	step := Step{Name: "check", At: s.GetSpan(), Stuck: true, Depth: depth}
	switch s := s.(type) {
	case *syntax.Let:
		x := s.Pat[len(s.Pat)-1]
		step.Name, step.At, step.Written, step.id = x.Written(), x.Span, x.Text != "", x.ID
	case *syntax.Free:
		step.Name = "free"
	}
	return step
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
	add := func(step Step) {
		if len(steps) < mostNested {
			steps = append(steps, step)
		}
	}
	n := &nest{
		E: func(id int) (num.Num, bool) {
			v := E.Of(id)
			return v.I, v.A == nil
		},
		header: add,
		visit: func(x *syntax.Binding, _ syntax.Expr, depth int) {
			if x.Type != nil && (x.Type.Elem == syntax.Mem || x.Type.IsArray() && E.Of(x.ID).A == nil) || unnamed(x) {
				return
			}
			shared = shared || names[x.Written()]
			add(Step{Name: x.Written(), At: x.Span, Written: x.Text != "", Value: E.Of(x.ID), Known: true, Depth: depth, id: x.ID})
		},
	}
	n.in(s, 1, nil)
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
