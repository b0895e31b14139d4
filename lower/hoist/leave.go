package hoist

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// leaving is one body on the way to what leaves it.
type leaving struct {
	*hoister
	in     *site
	known  *rewrite.Known // before the statement of the body, and what leaves for it
	stays  map[int]*syntax.Binding
	stuck  map[int]syntax.Expr // the values of those of them that stay because they may be stuck
	leaves []bool
	sizes  map[int]syntax.Expr // of blocks whose size is 0 where it would be negative, as they were
}

// leave takes out of a body what may stand before its statement, where known holds.
func (h *hoister) leave(b *syntax.Body, in *site, known *rewrite.Known) (left []syntax.Stm, rest *syntax.Body) {
	l := &leaving{h, in, known.Inner(), map[int]*syntax.Binding{}, map[int]syntax.Expr{}, make([]bool, len(b.Stms)), map[int]syntax.Expr{}}
	l.stay(in.within)
	for k, s := range b.Stms {
		if out := l.stm(s); out != nil {
			l.leaves[k] = true
			l.known.Stm(out)
			b = replaced(b, k, out)
		} else if s, ok := s.(*syntax.Let); ok {
			l.stay(s.Pat)
		}
	}
	if in.branch {
		l.onlyNeeded(b)
	}
	rest = &syntax.Body{Span: b.Span, Res: b.Res}
	for k, s := range b.Stms {
		if l.leaves[k] {
			left = append(left, s)
			l.moved(s)
		} else {
			rest.Stms = append(rest.Stms, s)
		}
	}
	return left, rest
}

// replaced is a body with another statement.
func replaced(b *syntax.Body, k int, s syntax.Stm) *syntax.Body {
	c := &syntax.Body{Span: b.Span, Stms: append([]syntax.Stm(nil), b.Stms...), Res: b.Res}
	c.Stms[k] = s
	return c
}

func (l *leaving) stay(bs []*syntax.Binding) {
	for _, b := range bs {
		l.stays[b.ID] = b
	}
}

// stm is a statement as it leaves, or nil where it stays.
func (l *leaving) stm(s syntax.Stm) syntax.Stm {
	on := l.dependsOn(s)
	switch s := s.(type) {
	case *syntax.Check:
		if on == nil && l.in.enters {
			return s
		}
	case *syntax.Let:
		if e, ok := s.Exp.(*syntax.Alloc); ok {
			return l.alloc(s, e, on)
		}
		if !scalar(s) || on != nil {
			return nil
		}
		if rewrite.Total(s.Exp) || l.in.enters {
			return s
		}
		l.stuck[s.Pat[0].ID] = s.Exp
		if !l.in.branch {
			l.Refused(s.Pat[0], "stays in %s: `%s` may be stuck, and may not be reached", l.in.what, syntax.Line(s.Exp))
		}
	}
	return nil
}

// dependsOn is something that a statement mentions and that stays in the body, or nil.
func (l *leaving) dependsOn(s syntax.Stm) *syntax.Binding {
	for _, v := range syntax.FreeVars(s) {
		if b := l.stays[v.ID]; b != nil {
			return b
		}
	}
	return nil
}

// scalar tells whether a statement computes a number from numbers, or names a block.
func scalar(s *syntax.Let) bool { return syntax.IsScalar(s.Exp) && !s.Pat[0].Type.IsArray() }

// alloc is an alloc as it leaves, or nil where it stays; on is what its size depends on.
func (l *leaving) alloc(s *syntax.Let, e *syntax.Alloc, on *syntax.Binding) syntax.Stm {
	m := s.Pat[0]
	switch {
	case l.in.kernel && !l.in.once:
		l.Refused(m, "stays in %s: its iterations would share the block; `expand` gives each of them a part of one", l.in.what)
		return nil
	case on != nil:
		n := l.Refused(m, "stays in %s: its size depends on `%s`", l.in.what, on.Written())
		if e := l.stuck[on.ID]; e != nil {
			n.Because(on.Span, "`%s` is `%s`, which may be stuck where it is not reached", on.Written(), syntax.Line(e))
		} else {
			n.Because(on.Span, "`%s` is bound in it", on.Written())
		}
		return nil
	case !l.in.enters && !rewrite.Total(e.N):
		l.Refused(m, "stays in %s: its size `%s` may be stuck, and may not be reached", l.in.what, syntax.Line(e.N))
		return nil
	}
	if l.in.carried != nil {
		if at, as := l.in.carried(m); at != nil {
			l.Refused(m, "stays in %s: the block goes to the next round as `%s`; `doublebuffer` makes two of it", l.in.what, as.Written()).
				Because(at.GetSpan(), "the round gives it as `%s`", syntax.Line(at))
			return nil
		}
	}
	if l.in.enters || l.known.AtLeast(e.N, 0) {
		return s
	}
	l.sizes[m.ID] = e.N
	return &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &syntax.Alloc{Span: e.Span, N: guarded(e.N)}, Doc: s.Doc}
}

// onlyNeeded lets nothing leave but allocs and what they need.
func (l *leaving) onlyNeeded(b *syntax.Body) {
	needed := map[int]bool{}
	for k := len(b.Stms) - 1; k >= 0; k-- {
		s, ok := b.Stms[k].(*syntax.Let)
		if !l.leaves[k] {
			continue
		}
		if _, alloc := s.Exp.(*syntax.Alloc); !ok || !alloc && !needed[s.Pat[0].ID] {
			l.leaves[k] = false
			continue
		}
		for _, v := range syntax.FreeVars(s) {
			needed[v.ID] = true
		}
	}
}

// moved says that a statement has left.
func (l *leaving) moved(s syntax.Stm) {
	switch s := s.(type) {
	case *syntax.Check:
		l.Did(&syntax.Binding{Span: s.Span, Name: syntax.Line(s)}, "moved out of %s, which is entered at least once", l.in.what)
	case *syntax.Let:
		n := l.Did(s.Pat[0], "moved out of %s", l.in.what)
		if size := l.sizes[s.Pat[0].ID]; size != nil {
			n.Because(s.Span, "its size `%s` may be negative where that is not reached, and is 0 then", syntax.Line(size))
		}
	}
}
