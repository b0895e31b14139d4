package hoist

import (
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// site is a body that statements may leave.
type site struct {
	what   string // what messages call it
	branch bool
	kernel bool
	// within are the binders that the body begins with: indices, and what is carried.
	within []*syntax.Binding
	known  *rewrite.Known // at its beginning
	enters bool           // whenever its statement is evaluated so is the body, once at least
	once   bool           // and once at most
	// carried is where the body gives a block to the next round or iteration, and as
	// what; nil: nowhere.
	carried func(m *syntax.Binding) (at syntax.Expr, as *syntax.Binding)
}

// sites are the bodies right in a statement, in the order in which rewrite.Inner
// visits them.
func (h *hoister) sites(s *syntax.Let, known *rewrite.Known) []*site {
	name := "`" + rewrite.Called(s.Pat) + "`"
	switch e := s.Exp.(type) {
	case *syntax.If:
		then, els := known.Inner(), known.Inner()
		then.Condition(e.Cond, true)
		els.Condition(e.Cond, false)
		return []*site{{what: "a branch of " + name, branch: true, known: then}, {what: "a branch of " + name, branch: true, known: els}}
	case *syntax.Kernel:
		i, n := e.Index[0].X, e.Index[0].N
		in := &site{what: "kernel " + name, kernel: true, within: []*syntax.Binding{i}, known: known.Inner()}
		in.enters = known.AtLeast(n, 1)
		in.once = known.AtLeast(&syntax.Unary{Op: syntax.Neg, X: n}, -1)
		in.known.Index(i, n)
		return []*site{in}
	case *syntax.Loop:
		return h.rounds(e, name, known)
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		in := &site{what: f.Name + " " + name, within: f.Lambda().Params, known: known.Inner()}
		if t := h.types.Of(f.Xs[0]); t != nil {
			in.enters = known.AtLeast(t.Dims[0], 1)
		}
		in.known.Bind(f.Lambda().Params...)
		return []*site{in}
	}
	return nil
}

// rounds are the condition and the body of a loop.
func (h *hoister) rounds(e *syntax.Loop, name string, known *rewrite.Known) []*site {
	body := &site{what: "loop " + name, within: e.Params, known: known.Inner()}
	body.known.Bind(e.Params...)
	body.carried = func(m *syntax.Binding) (syntax.Expr, *syntax.Binding) {
		for k, x := range e.Body.Res {
			for o := range h.aliases.OfExpr(x) {
				if h.aliases.Of(m.ID)[o] {
					return x, e.Params[k]
				}
			}
		}
		return nil, nil
	}
	if e.For != nil {
		body.within = append([]*syntax.Binding{e.For.X}, e.Params...)
		body.enters = known.AtLeast(e.For.N, 1)
		body.known.Index(e.For.X, e.For.N)
		return []*site{body}
	}
	cond := &site{what: "the condition of loop " + name, within: e.Params, known: body.known.Inner(), enters: true}
	return []*site{cond, body}
}

// guarded is the size of a block that is allocated where the program may not do it: 0
// where it is negative.
func guarded(n syntax.Expr) syntax.Expr {
	return lmad.Simplify(&syntax.Binary{Op: syntax.Max, X: n, Y: lmad.Const(0)})
}
