package races

import (
	"slices"

	"funmem/semantics/syntax"
)

// valued is told of what only the heap semantics evaluates: the sizes of blocks, and where arrays are. It must have values.
func (t *Tape) valued(s *syntax.Let) {
	if t == nil {
		return
	}
	if e, ok := s.Exp.(*syntax.Alloc); ok {
		t.valuable(e.N, s.Pat[0])
	}
	t.placed(s.Pat)
}

// placed is valued for the types of some variables.
func (t *Tape) placed(xs []*syntax.Binding) {
	if t == nil {
		return
	}
	for _, x := range xs {
		if !x.Type.IsArray() || x.Type.Mem == nil {
			continue
		}
		t.valuable(x.Type.Mem.L.Offset, x)
		for _, d := range x.Type.Mem.L.Dims {
			t.valuable(d.Size, x)
			t.valuable(d.Stride, x)
		}
	}
}

// valuable is told of an expression of the type of x, or of the size of block x.
func (t *Tape) valuable(se syntax.Expr, x *syntax.Binding) {
	t.partial(se, func(e syntax.Expr, bounds []*bound, ok bool) {
		t.obliged("V-VALUE", "`"+syntax.Print(e)+"`, of where `"+x.Written()+"` is, may have no value", ok, bounds)
	})
}

// evaluated is told of what the value semantics evaluates as well, so that it has a value wherever it is needed afterwards.
func (t *Tape) evaluated(se syntax.Expr) {
	t.partial(se, func(e syntax.Expr, _ []*bound, _ bool) { t.w.values = append(t.w.values, t.key(e)) })
}

// partial tells of the operations in an expression that may have no value, and of what has to hold so that they have.
func (t *Tape) partial(se syntax.Expr, tell func(e syntax.Expr, bounds []*bound, ok bool)) {
	if t == nil || se == nil || syntax.Total(se) {
		return
	}
	switch e := se.(type) {
	case *syntax.Unary:
		if t.partial(e.X, tell); !syntax.Total(&syntax.Unary{Op: e.Op, X: &syntax.IntLit{}}) {
			tell(e, nil, slices.Contains(t.w.values, t.key(e)))
		}
	case *syntax.Binary:
		t.partial(e.X, tell)
		t.partial(e.Y, tell)
		if of := (&syntax.Binary{Op: e.Op, Of: e.Of, X: &syntax.IntLit{}, Y: &syntax.Var{}}); syntax.Total(of) {
			return // whatever its operands are
		}
		if _, isConst := e.Y.(*syntax.IntLit); isConst && syntax.Total(&syntax.Binary{Op: e.Op, Of: e.Of, X: &syntax.IntLit{}, Y: e.Y}) {
			return
		}
		if slices.Contains(t.w.values, t.key(e)) {
			tell(e, nil, true)
			return
		}
		least := t.w.int(e.Y)
		switch e.Op {
		case syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem:
			if t.w.ask() && t.w.facts.Proves(t.w.syms.Attempt(), least.Neg().Sub(one)) {
				tell(e, nil, true)
				return
			}
			least = least.Sub(one)
		}
		tell(e, []*bound{{p: least, facts: t.w.facts}}, true)
	default:
		tell(e, nil, false)
	}
}

// key is what two operations with one value have in common.
func (t *Tape) key(e syntax.Expr) string {
	b, ok := e.(*syntax.Binary)
	if !ok {
		return syntax.Print(e)
	}
	return syntax.Ops[b.Op].Text + " " + t.w.int(b.X).Key() + " by " + t.w.int(b.Y).Key()
}
