package doublebuffer

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// site is a loop where it stands, as it was before the loops in it were changed.
type site struct {
	*doubler
	in    *syntax.Body
	s     *syntax.Let
	loop  *syntax.Loop
	known *rewrite.Known // before it
}

// buffer changes the loop of a statement, in which inner loops may have been changed
// already, and gives what has to stand before it.
func (t *site) buffer(s *syntax.Let) (before []syntax.Stm) {
	loop := *s.Exp.(*syntax.Loop)
	for k, m := range t.loop.Params {
		if m.Type.Elem != syntax.Mem {
			continue
		}
		made := t.made(k)
		if made == nil || t.refused(k, made) {
			continue
		}
		before = append(before, t.take(&loop, s, m, made)...)
	}
	s.Exp = &loop
	return before
}

// made is the alloc of the round's body whose block parameter k becomes in the next
// round, or nil.
func (t *site) made(k int) *syntax.Let {
	res, ok := t.loop.Body.Res[k].(*syntax.Var)
	if !ok {
		return nil
	}
	for _, s := range t.loop.Body.Stms {
		if l, ok := s.(*syntax.Let); ok && slices.ContainsFunc(l.Pat, func(x *syntax.Binding) bool { return x.ID == res.ID }) {
			if _, ok := l.Exp.(*syntax.Alloc); ok {
				return l
			}
			if t.ofRound(res) {
				t.Refused(t.loop.Params[k], "not double buffered: the block that a round of `%s` gives for it is not allocated by the round itself", rewrite.Called(t.s.Pat)).
					Because(l.Span, "`%s` comes from here", res.Name)
			}
		}
	}
	return nil
}

// ofRound tells whether a block may be one that a round makes.
func (t *site) ofRound(m syntax.Expr) bool {
	for o := range t.live.OfExpr(m) {
		if o.IsIn(t.loop) {
			return true
		}
	}
	return false
}

// refused says why a block that a round allocates cannot be one of two.
func (t *site) refused(k int, made *syntax.Let) bool {
	m, n := made.Pat[0], made.Exp.(*syntax.Alloc).N
	name := rewrite.Called(t.s.Pat)
	if x := t.bound(n); x != nil {
		t.Refused(m, "not double buffered: its size depends on `%s`, which loop `%s` binds", x.Written(), name).Because(x.Span, "`%s` is bound here", x.Written())
		return true
	}
	if !t.entered() && !rewrite.Total(n) {
		t.Refused(m, "not double buffered: its size `%s` may be stuck, and loop `%s` may have no round", syntax.Line(n), name)
		return true
	}
	if j := t.another(k, m); j >= 0 {
		t.Refused(m, "not double buffered: a round of `%s` gives it twice, or what the round before it gave, as `%s`", name, t.loop.Params[j].Written()).
			Because(t.loop.Body.Res[j].GetSpan(), "it is given here")
		return true
	}
	return false
}

// bound is something in an expression that the loop binds, or nil.
func (t *site) bound(n syntax.Expr) (x *syntax.Binding) {
	free := map[int]bool{}
	for _, v := range syntax.FreeVars(n) {
		free[v.ID] = true
	}
	syntax.Walk(t.loop, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok && free[b.ID] {
			x = b
		}
		return true
	})
	return x
}

// entered tells whether the loop is known to have a round.
func (t *site) entered() bool { return t.loop.For != nil && t.known.AtLeast(t.loop.For.N, 1) }

// another is another result of a round that may show the block m, which it gives for
// parameter k, or one that an earlier round allocated there; -1: none.
func (t *site) another(k int, m *syntax.Binding) int {
	for j, x := range t.loop.Body.Res {
		if j == k || t.loop.Params[j].Type.Elem != syntax.Mem {
			continue
		}
		for o := range t.live.OfExpr(x) {
			if t.live.Of(m.ID)[o] || t.live.Later(t.loop, m.ID)[o] {
				return j
			}
		}
	}
	return -1
}

// take takes the alloc out of the loop.
func (t *site) take(loop *syntax.Loop, s *syntax.Let, m *syntax.Binding, made *syntax.Let) []syntax.Stm {
	n := made.Exp.(*syntax.Alloc).N
	if !t.entered() && !t.known.AtLeast(n, 0) {
		n = lmad.Simplify(&syntax.Binary{Op: syntax.Max, X: n, Y: lmad.Const(0)})
	}
	next, start := made.Pat[0], t.start(m)
	one := t.Supply.Again(next)
	before := []syntax.Stm{&syntax.Let{Span: made.Span, Pat: []*syntax.Binding{one}, Exp: &syntax.Alloc{Span: made.Span, N: n}}}
	carry := func(x *syntax.Binding, init, res *syntax.Binding) {
		loop.Params = append(slices.Clip(loop.Params), x)
		loop.Init = append(slices.Clip(loop.Init), init.Use())
		b := *loop.Body
		b.Res = append(slices.Clip(b.Res), res.Use())
		loop.Body = &b
		s.Pat = append(slices.Clip(s.Pat), t.Supply.Again(x))
	}
	if why := t.inUse(start, m, n); why != nil {
		two, other := t.Supply.Again(next), t.Supply.Again(next)
		before = append(before, &syntax.Let{Span: made.Span, Pat: []*syntax.Binding{two}, Exp: &syntax.Alloc{Span: made.Span, N: n}})
		carry(next, one, other)
		carry(other, two, next)
		t.Did(next, "rounds of `%s` take turns with two blocks from before the loop", rewrite.Called(s.Pat)).
			Because(why.Span, "the block that it starts with stays as it is: %s", why.Msg)
	} else {
		carry(next, one, m)
		t.Did(next, "rounds of `%s` take turns with `%s`, with which it starts, and one more block from before the loop", rewrite.Called(s.Pat), start.Written())
	}
	body := *loop.Body
	body.Stms = slices.DeleteFunc(slices.Clone(body.Stms), func(s syntax.Stm) bool {
		l, ok := s.(*syntax.Let)
		return ok && l.Pat[0] == next
	})
	loop.Body = &body
	return before
}

// start is the alloc, in the body of the loop, of the block that parameter m starts with,
// or nil.
func (t *site) start(m *syntax.Binding) *syntax.Binding {
	k := slices.Index(t.loop.Params, m)
	first, ok := t.loop.Init[k].(*syntax.Var)
	if !ok {
		return nil
	}
	for _, s := range t.in.Stms {
		if l, ok := s.(*syntax.Let); ok && l.Pat[0].ID == first.ID && t.sizes[first.ID] != nil {
			return l.Pat[0]
		}
	}
	return nil
}

// inUse is why rounds cannot write to the block with which parameter m starts; nil: they
// can. It is as large, the loop gets it from m alone, and behind the loop only what the
// loop gives shows it.
func (t *site) inUse(start, m *syntax.Binding, n syntax.Expr) *diag.Note {
	if start == nil {
		return &diag.Note{Span: t.s.Span, Msg: "it is not allocated where the loop stands"}
	}
	if c, ok := t.known.Of(t.sizes[start.ID]).Sub(t.known.Of(n)).Const(); !ok || c.Sign() != 0 {
		return &diag.Note{Span: start.Span, Msg: "its size is another one"}
	}
	o := t.live.Origin(start)
	for k, x := range t.loop.Params {
		if x != m && x.Type.Elem == syntax.Mem && t.live.OfExpr(t.loop.Init[k])[o] {
			return &diag.Note{Span: x.Span, Msg: "`" + x.Written() + "` starts with it, too"}
		}
	}
	inside := t.mentioned()
	for _, id := range t.live.Shown(o) {
		if v := inside[id]; v != nil {
			return &diag.Note{Span: v.Span, Msg: "the loop uses it as `" + v.Name + "`"}
		}
		if t.live.Used(id, t.s) && !t.given(id) {
			return &diag.Note{Span: start.Span, Msg: "it is used behind the loop"}
		}
	}
	return nil
}

// mentioned are the variables from outside that rounds mention, by ID.
func (t *site) mentioned() map[int]*syntax.Var {
	vars := map[int]*syntax.Var{}
	add := func(n syntax.Node) {
		for _, v := range syntax.FreeVars(n) {
			vars[v.ID] = v
		}
	}
	add(t.loop.Body)
	if t.loop.While != nil {
		add(t.loop.While)
	}
	for _, x := range t.loop.Params {
		add(x.Type)
	}
	for _, x := range t.loop.Params {
		delete(vars, x.ID)
	}
	return vars
}

// given tells whether a variable is one that the loop gives, or is bound behind it, so
// that it shows what the loop gives.
func (t *site) given(id int) bool {
	behind := false
	for _, s := range t.in.Stms {
		l, ok := s.(*syntax.Let)
		behind = behind || l == t.s
		if ok && behind && slices.ContainsFunc(l.Pat, func(x *syntax.Binding) bool { return x.ID == id }) {
			return true
		}
	}
	return false
}
