package hoist

import (
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// site is a body that statements may leave.
type site struct {
	what   string // what messages call it
	kernel bool
	// within are the binders that the body begins with: indices, and what a loop carries.
	within []*syntax.Binding
	enters bool // whenever its statement is evaluated, so is the body, at least once
	once   bool // and at most once
	// entered is the condition that the body is entered, if that is known before the
	// statement.
	entered syntax.Expr
	// carried returns where the body passes a block to the next round or iteration, and as
	// which variable. If it is nil, it does so nowhere.
	carried func(m *syntax.Binding) (at syntax.Expr, as *syntax.Binding)
}

// sites returns the bodies directly in a statement that statements may leave, in the order
// of rewrite.InnerBodies. Branches of an if do not count: what is in them leaves with the
// body around.
func (h *hoister) sites(s *syntax.Let, known *rewrite.Known) []*site {
	name := "`" + rewrite.Called(s.Pat) + "`"
	switch e := s.Exp.(type) {
	case *syntax.Kernel:
		i, n := e.Index[0].X, e.Index[0].N
		in := &site{what: "kernel " + name, kernel: true, within: []*syntax.Binding{i}}
		in.times(n, known)
		in.once = known.AtLeast(&syntax.Unary{Op: syntax.Neg, X: n}, -1)
		return []*site{in}
	case *syntax.Loop:
		body := &site{what: "loop " + name, within: e.Params, carried: h.carried(e)}
		if e.While != nil {
			return []*site{{what: "the condition of loop " + name, within: e.Params, enters: true}, body}
		}
		body.within = append([]*syntax.Binding{e.For.X}, e.Params...)
		body.times(e.For.N, known)
		return []*site{body}
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		in := &site{what: f.Name + " " + name, within: f.Lambda().Params}
		if t := h.types.Of(f.Xs[0]); t != nil {
			in.times(t.Dims[0], known)
		}
		return []*site{in}
	}
	return nil
}

// times notes that the body is evaluated n times.
func (in *site) times(n syntax.Expr, known *rewrite.Known) {
	in.enters = known.AtLeast(n, 1)
	in.entered = &syntax.Binary{Op: syntax.Gt, X: n, Y: lmad.Const(0)}
}

// carried returns where a loop passes a block to its next round, and as which variable.
func (h *hoister) carried(e *syntax.Loop) func(m *syntax.Binding) (syntax.Expr, *syntax.Binding) {
	return func(m *syntax.Binding) (syntax.Expr, *syntax.Binding) { return h.aliases.Carried(e, m.ID) }
}
