package hoist

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// leaving is the state of taking statements out of one body.
type leaving struct {
	*hoister
	in    *site
	known *rewrite.Known // what is known before the statement of the body, and what leaves it for that place
	stays map[int]*syntax.Binding
	stuck map[int]syntax.Expr // the values of variables that stay because they may be stuck
	taken []rewrite.Guard     // the branches around, from the body on
	sizes map[int]*changed    // for blocks whose size changes before the statement
}

// changed is the old size of a block, and the branches in which it is needed. Without
// branches the size is 0 where it would be negative.
type changed struct {
	size  syntax.Expr
	taken []rewrite.Guard
}

// leave takes what may stand before the statement of a body out of the body; known holds at
// that place.
func (h *hoister) leave(b *syntax.Body, in *site, known *rewrite.Known) (left []syntax.Stm, rest *syntax.Body) {
	l := &leaving{
		hoister: h, in: in, known: known.Inner(),
		stays: map[int]*syntax.Binding{}, stuck: map[int]syntax.Expr{}, sizes: map[int]*changed{},
	}
	l.stay(in.within)
	left, rest = l.body(b, true)
	for _, s := range left {
		l.moved(s)
	}
	return left, rest
}

// body takes what leaves out of the body, or out of a branch in it. Allocs leave a branch,
// and only the scalars that they need.
func (l *leaving) body(b *syntax.Body, always bool) (left []syntax.Stm, rest *syntax.Body) {
	stms := slices.Clone(b.Stms)
	taken := make([][]syntax.Stm, len(stms)) // what leaves in place of a statement, or from the branches in it
	whole := make([]bool, len(stms))
	for k, s := range stms {
		if out := l.stm(s, always); out != nil {
			l.known.Stm(out)
			taken[k], whole[k] = []syntax.Stm{out}, true
		} else if s, ok := s.(*syntax.Let); ok {
			taken[k], stms[k] = l.branches(s)
			l.stay(s.Pat)
		}
	}
	if !always {
		onlyNeeded(taken, whole)
	}
	rest = &syntax.Body{Span: b.Span, Res: b.Res}
	for k, s := range stms {
		left = append(left, taken[k]...)
		if !whole[k] {
			rest.Stms = append(rest.Stms, s)
		}
	}
	return left, rest
}

// branches takes what leaves out of the branches of an if.
func (l *leaving) branches(s *syntax.Let) (left []syntax.Stm, out syntax.Stm) {
	c, ok := s.Exp.(*syntax.If)
	if !ok {
		return nil, s
	}
	around := l.taken
	e := rewrite.Inner(c, func(b *syntax.Body) *syntax.Body {
		l.taken = append(slices.Clip(around), rewrite.Guard{Cond: c.Cond, Holds: b == c.Then})
		more, rest := l.body(b, false)
		left = append(left, more...)
		return rest
	})
	l.taken = around
	return left, &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: e, Doc: s.Doc}
}

// onlyNeeded keeps, of the scalars that may leave, only those that others need.
func onlyNeeded(taken [][]syntax.Stm, whole []bool) {
	needed := map[int]bool{}
	for k, stms := range slices.Backward(taken) {
		if l, ok := scalarAlone(stms); ok && whole[k] && !needed[l.Pat[0].ID] {
			taken[k], whole[k] = nil, false
			continue
		}
		for _, s := range stms {
			for _, v := range syntax.FreeVars(s) {
				needed[v.ID] = true
			}
		}
	}
}

func scalarAlone(stms []syntax.Stm) (*syntax.Let, bool) {
	if len(stms) != 1 {
		return nil, false
	}
	l, ok := stms[0].(*syntax.Let)
	return l, ok && !isAlloc(l)
}

func (l *leaving) stay(bs []*syntax.Binding) {
	for _, b := range bs {
		l.stays[b.ID] = b
	}
}

// stm returns a statement as it leaves, or nil if it stays. If always is set, entering the
// body means reaching it.
func (l *leaving) stm(s syntax.Stm, always bool) syntax.Stm {
	on, reached := l.dependsOn(s), always && l.in.enters
	switch s := s.(type) {
	case *syntax.Check:
		if on == nil && reached {
			return s
		}
	case *syntax.Let:
		if e, ok := s.Exp.(*syntax.Alloc); ok {
			return l.alloc(s, e, on, reached)
		}
		if !scalar(s) || on != nil {
			return nil
		}
		if syntax.Total(s.Exp) || reached {
			return s
		}
		l.stuck[s.Pat[0].ID] = s.Exp
		if always {
			l.Refused(s.Pat[0], "stays in %s: `%s` may be stuck, and may not be reached", l.in.what, syntax.Line(s.Exp))
		}
	}
	return nil
}

// dependsOn returns something that stays in the body and that a statement, or a part of it,
// mentions, or nil.
func (l *leaving) dependsOn(n syntax.Node) *syntax.Binding {
	for _, v := range syntax.FreeVars(n) {
		if b := l.stays[v.ID]; b != nil {
			return b
		}
	}
	return nil
}

// scalar tells whether a statement computes a number from numbers, or names a block.
func scalar(s *syntax.Let) bool { return syntax.IsScalar(s.Exp) && !s.Pat[0].Type.IsArray() }

// alloc returns an alloc as it leaves, or nil if it stays. on is what its size depends on.
// If reached is set, it is allocated whenever the body's statement is evaluated.
func (l *leaving) alloc(s *syntax.Let, e *syntax.Alloc, on *syntax.Binding, reached bool) syntax.Stm {
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
	case !reached && !syntax.Total(e.N):
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
	if reached {
		return s
	}
	return l.guarded(s, e)
}

// guarded returns an alloc that is not always reached as it leaves, or nil if it stays. Its
// size becomes 0 where the body is not entered or a branch is not taken. If that is not
// known before the statement, it leaves a branch only if it is small.
func (l *leaving) guarded(s *syntax.Let, e *syntax.Alloc) syntax.Stm {
	m, taken := s.Pat[0], l.taken
	switch {
	case l.known.Affordable(e.N):
		taken = nil
	case l.in.entered != nil:
		taken = append([]rewrite.Guard{{Cond: l.in.entered, Holds: true}}, taken...)
	}
	for _, g := range taken {
		if on := l.dependsOn(g.Cond); on != nil || !syntax.Total(g.Cond) {
			n := l.Refused(m, "stays in %s: it is needed only where %s, which is not known before that", l.in.what, g.Line())
			if on != nil {
				n.Because(on.Span, "`%s` is bound in it", on.Written())
			}
			return nil
		}
	}
	if len(taken) == 0 && l.known.AtLeast(e.N, 0) {
		return s
	}
	l.sizes[m.ID] = &changed{e.N, taken}
	return &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &syntax.Alloc{Span: e.Span, N: l.known.Guarded(e.N, taken)}, Doc: s.Doc}
}

// moved notes that a statement has left.
func (l *leaving) moved(s syntax.Stm) {
	switch s := s.(type) {
	case *syntax.Check:
		l.Did(&syntax.Binding{Span: s.Span, Name: syntax.Line(s)}, "moved out of %s, which is entered at least once", l.in.what)
	case *syntax.Let:
		n := l.Did(s.Pat[0], "moved out of %s", l.in.what)
		c := l.sizes[s.Pat[0].ID]
		switch {
		case c == nil:
		case len(c.taken) == 0:
			n.Because(s.Span, "its size `%s` may be negative where that is not reached, and is 0 then", syntax.Line(c.size))
		default:
			n.Because(s.Span, "its size is `%s` only where %s, and else 0", syntax.Line(c.size), rewrite.Lines(c.taken))
		}
	}
}
