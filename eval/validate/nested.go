package validate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// scope is a body in a statement of BEFORE, in one iteration, round or branch.
type scope struct {
	what  string // "iteration 2 of kernel `z`"; "": not shown by itself, such as the body of an operand of `&&`
	turn  int64  // 2; 0: a branch
	index []*syntax.Binding
	body  *syntax.Body
}

// ints looks up the int that a variable is bound to, if it is.
type ints func(id int) (num.Num, bool)

// scopes returns the bodies directly in a statement that ran, as far as its bounds, indices and conditions are known.
func scopes(s *syntax.Let, E ints) []scope {
	switch e := s.Exp.(type) {
	case *syntax.Kernel:
		if i := E.turn(e.Index[0].N, e.Index[0].X); i > 0 {
			return []scope{{iterationText(i, machine.KernelName(s.Pat[0], e), e.Span), i, []*syntax.Binding{e.Index[0].X}, e.Body}}
		}
	case *syntax.Loop:
		if e.For == nil || e.RoundsOf == syntax.Comparing {
			break
		}
		if i := E.turn(e.For.N, e.For.X); i > 0 {
			return []scope{{turnText(i, machine.Rounds(e), machine.LoopName(e)), i, []*syntax.Binding{e.For.X}, e.Body}}
		}
	case *syntax.If:
		if k, ok := E.atom(e.Cond); ok && k != 0 {
			return []scope{{branchText(e, "`then`"), 0, nil, e.Then}}
		} else if ok {
			return []scope{{branchText(e, "`else`"), 0, nil, e.Else}}
		}
	}
	return nil
}

// turn returns the iteration or round that an index is bound to, or 0 if it is not bound.
func (E ints) turn(n syntax.Expr, x *syntax.Binding) int64 {
	k, ok := E.atom(n)
	if i, bound := E.atom(x.Use()); ok && bound && k > 0 {
		return i
	}
	return 0
}

// branchText returns the name of a branch, or "" if nobody wrote the if.
func branchText(e *syntax.If, branch string) string {
	if !writtenIf.MatchString(e.Span.Text()) {
		return ""
	}
	return branch
}

// writtenIf matches the start of an if that somebody wrote. `x && y` and `x == y` become ifs that nobody wrote. In a
// dump, the if follows a let.
var writtenIf = regexp.MustCompile(`^(let\b[^=]*=\s*)?(if|match)\b`)

// iterationText names an iteration as messages do.
func iterationText(i int64, name string, at diag.Span) string {
	return fmt.Sprintf("iteration %d of %s", i, machine.KernelAt(name, at))
}

// turnText names a round as messages do.
func turnText(i int64, of, name string) string {
	return fmt.Sprintf("round %d of %s `%s`", i, of, name)
}

// atom returns the int that a variable or constant stands for.
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

// renames tells whether a body has another variable with the name of its index. That is so in a dump, where indices
// count from 0.
func renames(stms []syntax.Stm, x *syntax.Binding) bool {
	return slices.ContainsFunc(stms, func(s syntax.Stm) bool {
		let, ok := s.(*syntax.Let)
		return ok && slices.ContainsFunc(let.Pat, func(y *syntax.Binding) bool { return y.Written() == x.Written() })
	})
}

// mostNested is how many steps of inner bodies are shown.
const mostNested = 24

// scopeStep returns the line above a body. Its name is that of the kind of body, without the statement's name.
func scopeStep(what string, turn int64, depth int) Step {
	kind, _, _ := strings.Cut(what, " `")
	return Step{Scope: what, Depth: depth, Written: true, Name: kind, turn: turn}
}

// nestedIn adds to a trace of BEFORE what the bodies of a statement bind in the iterations and rounds that were kept,
// if they bind names that AFTER shows in bodies.
func (t *Trace) nestedIn(of *side, s *syntax.Let, kept []value.Env, after *Trace) {
	n := &nest{side: of, names: map[string]bool{}}
	for _, step := range after.Steps {
		n.names[step.Name] = n.names[step.Name] || step.Depth > 0 && step.Scope == "" && step.Event == nil
	}
	n.in(s, 1, kept)
	if n.shared {
		t.Steps = append(t.Steps, n.steps...)
	}
}

// nest collects what the bodies of a statement of BEFORE bind.
type nest struct {
	side   *side
	steps  []Step
	names  map[string]bool // names that AFTER shows in bodies
	shared bool            // one of them is bound
	turns  []machine.Turn  // the iterations and rounds around where a statement is stuck: see upTo
}

func (n *nest) add(step Step) {
	if len(n.steps) < mostNested {
		n.steps = append(n.steps, step)
	}
}

// in visits the bodies of a statement at a depth, one iteration or round after the other.
func (n *nest) in(s *syntax.Let, depth int, kept []value.Env) {
	for k := 0; k < len(kept); {
		list := scopes(s, intsOf(kept[k]))
		same := k + 1
		for same < len(kept) && slices.EqualFunc(list, scopes(s, intsOf(kept[same])), func(x, y scope) bool { return x.what == y.what }) {
			same++
		}
		for _, sc := range list {
			n.body(sc, depth, kept[k:same])
		}
		k = same
	}
}

// body visits one body.
func (n *nest) body(sc scope, depth int, kept []value.Env) {
	if sc.what == "" {
		depth--
	} else {
		n.add(scopeStep(sc.what, sc.turn, depth))
	}
	n.indices(sc, depth, kept[0])
	for _, stm := range sc.body.Stms {
		let, ok := stm.(*syntax.Let)
		if !ok {
			continue
		}
		n.in(let, depth+1, kept)
		for _, x := range let.Pat {
			n.visit(x, let.Exp, sc.body, depth, kept[len(kept)-1])
		}
	}
}

// indices visits the indices of a body.
func (n *nest) indices(sc scope, depth int, E value.Env) {
	for _, x := range sc.index {
		if x.Text != "" && !renames(sc.body.Stms, x) {
			n.visit(x, nil, sc.body, depth, E)
		}
	}
}

func (n *nest) visit(x *syntax.Binding, e syntax.Expr, of *syntax.Body, depth int, E value.Env) {
	name := n.side.stepName(x, e, of)
	if name == "" || x.Type != nil && (x.Type.Elem == syntax.Mem || x.Type.IsArray() && E.Of(x.ID).A == nil) {
		return
	}
	n.shared = n.shared || n.names[name]
	n.add(Step{Name: name, At: x.Span, Written: x.Text != "", Value: E.Of(x.ID), Known: true, Depth: depth, id: x.ID})
}

// intsOf returns the ints of an environment.
func intsOf(E value.Env) ints {
	return func(id int) (num.Num, bool) {
		v := E.Of(id)
		return v.I, v.A == nil
	}
}
