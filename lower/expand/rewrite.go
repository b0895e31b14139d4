package expand

import (
	"fmt"
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// rewritten returns the kernel without the allocs that leave it, and with its arrays at
// their new places.
func (k *kernel) rewritten() *syntax.Kernel {
	c := *k.e
	c.Body = k.body(k.e.Body)
	return &c
}

func (k *kernel) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			out.Stms = append(out.Stms, s)
			continue
		}
		if _, alloc := l.Exp.(*syntax.Alloc); alloc && k.show[l.Pat[0].ID].moved() {
			continue
		}
		out.Stms = append(out.Stms, k.stm(l)...)
	}
	return out
}

// stm returns a statement with its arrays at their new places, after the statements that it
// now needs.
func (k *kernel) stm(s *syntax.Let) []syntax.Stm {
	out := &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: s.Exp, Doc: s.Doc}
	var first []syntax.Stm
	switch e := s.Exp.(type) {
	case *syntax.If:
		pat := k.supported(s.Pat)
		branch := func(b *syntax.Body) *syntax.Body {
			b = k.body(b)
			stms, res := k.supports(s.Pat, b.Res)
			return &syntax.Body{Span: b.Span, Stms: append(b.Stms, stms...), Res: res}
		}
		out.Pat, out.Exp = pat, &syntax.If{Span: e.Span, Cond: e.Cond, Then: branch(e.Then), Else: branch(e.Else)}
	case *syntax.Loop:
		c := *e
		first, c.Init = k.supports(e.Params, e.Init)
		c.Params = k.supported(e.Params)
		if e.While != nil {
			c.While = k.body(e.While)
		}
		b := k.body(e.Body)
		stms, res := k.supports(e.Params, b.Res)
		c.Body = &syntax.Body{Span: b.Span, Stms: append(b.Stms, stms...), Res: res}
		out.Pat, out.Exp = k.supported(s.Pat), &c
	case *syntax.Kernel:
		c := *e
		c.Body = k.body(e.Body)
		out.Pat, out.Exp = k.moved(s.Pat, nil), &c
	case *syntax.Reduce, *syntax.Scan:
		out.Pat, out.Exp = k.moved(s.Pat, nil), k.fold(syntax.FoldOf(e))
	default:
		out.Pat = k.moved(s.Pat, s.Exp)
	}
	return append(first, out)
}

// fold returns a reduce or scan with its parameters at their new places.
func (k *kernel) fold(f *syntax.Fold) syntax.Expr {
	round, accs, elems, _ := f.Params()
	elems = slices.Clone(elems)
	for i, x := range elems {
		if m := k.types.Mem(f.Xs[i]); x.Type.Mem != nil && k.show[m.Block.ID].mixed() {
			elems[i] = k.at(x, lmad.Index(m.L, round.Use()))
		} else {
			elems[i] = k.moved([]*syntax.Binding{x}, nil)[0]
		}
	}
	l := *f.Lambda()
	l.Params = params(round, k.moved(accs, nil), elems)
	l.Body = k.body(l.Body)
	f.Fn = &l
	return f.Expr()
}

// moved returns the binders at their new places; e is the expression that derives a derived
// array.
func (k *kernel) moved(bs []*syntax.Binding, e syntax.Expr) []*syntax.Binding {
	out := slices.Clone(bs)
	for i, b := range bs {
		if b.Type == nil || b.Type.Mem == nil {
			continue
		}
		in := k.show[b.Type.Mem.Block.ID]
		_, reshaped := e.(*syntax.Reshape)
		switch {
		case in.moved() && !reshaped:
			out[i] = k.at(b, k.move(in, b.Type.Mem.L))
		case in.moved():
			l := k.derived(e)
			if l == nil {
				l = k.move(in, b.Type.Mem.L)
			}
			out[i] = k.at(b, l)
		case in.mixed():
			out[i] = k.at(b, k.derived(e))
		}
	}
	return out
}

// at returns an array that lies elsewhere in its block.
func (k *kernel) at(b *syntax.Binding, l *syntax.LMAD) *syntax.Binding {
	c, t := *b, *b.Type
	t.Mem = &syntax.MemAnn{Span: t.Mem.Span, Block: t.Mem.Block, L: l}
	c.Type = &t
	k.types.Bind(&c)
	return &c
}

// derived returns where a derived array lies, or nil if too little is known here.
func (k *kernel) derived(e syntax.Expr) *syntax.LMAD {
	switch e := e.(type) {
	case *syntax.Var:
		return k.types.Mem(e).L
	case *syntax.With:
		return k.types.Mem(e.X).L
	}
	if x := syntax.Viewed(e); x != nil {
		l, _ := lmad.OfView(nil, e, k.types.Mem(x).L)
		return l
	}
	panic(fmt.Sprintf("expand: %T in a block that may be another one", e))
}

// supported returns the binders for the results of branches, or for what a loop carries.
// The block of an array may be one that leaves the kernel or another one. Then ints before
// the array say where it lies.
func (k *kernel) supported(bs []*syntax.Binding) []*syntax.Binding {
	var out []*syntax.Binding
	for _, b := range bs {
		if !k.carries(b) {
			out = append(out, k.moved([]*syntax.Binding{b}, nil)...)
			continue
		}
		supp, m := rewrite.Supported(k.Supply, b, b.Type.Mem.Block)
		out = append(append(out, supp...), k.at(b, m.L))
	}
	return out
}

// carries tells whether a result has to say where it lies.
func (k *kernel) carries(b *syntax.Binding) bool {
	return b.Type.Mem != nil && k.show[b.Type.Mem.Block.ID].mixed()
}

// supports returns values for such binders, and statements that name them.
func (k *kernel) supports(bs []*syntax.Binding, xs []syntax.Expr) (stms []syntax.Stm, out []syntax.Expr) {
	for i, b := range bs {
		if k.carries(b) {
			s, supp := rewrite.Support(k.types.Of(xs[i]), func(_ string, se syntax.Expr) (syntax.Expr, syntax.Stm) {
				if syntax.IsAtom(se) {
					return se, nil
				}
				y, s := k.bind(b.Written()+"_at", se)
				return y.Use(), s
			})
			stms, out = append(stms, s...), append(out, supp[1:]...) // the block is carried as it is
		}
		out = append(out, xs[i])
	}
	return stms, out
}
