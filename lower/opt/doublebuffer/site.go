package doublebuffer

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// site is a loop in its place, as it was before its inner loops were changed.
type site struct {
	*doubler
	in      *syntax.Body
	s       *syntax.Let
	loop    *syntax.Loop
	known   *rewrite.Known // what is known before it
	entered bool           // it is known to have a round
	pooled  map[int]bool   // the parameters of the pools made so far
}

// name returns what messages call the loop.
func (t *site) name() string { return rewrite.Called(t.s.Pat) }

// buffer changes the loop of a statement, and returns the statements that have to come
// before it. Inner loops may have been changed already.
func (t *site) buffer(s *syntax.Let) (before []syntax.Stm) {
	told := map[int]bool{} // the parameters whose refusal has been noted
	for k, m := range t.loop.Params {
		if m.Type.Elem != syntax.Mem || t.pooled[k] {
			continue
		}
		p, why := t.pool(s, k)
		switch {
		case why == nil && len(p.made) > 0:
			before = append(before, p.out()...)
		case why != nil && told[k]:
			continue
		case why != nil && why.Of == nil && !t.ofRound(t.loop.Body.Res[k]):
			continue
		case why != nil:
			t.Refuse(why.About(m), "not double buffered: ")
		}
		for _, j := range p.params {
			t.pooled[j] = t.pooled[j] || why == nil && len(p.made) > 0
			told[j] = told[j] || why != nil && why == p.said
		}
	}
	return before
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

// bound returns something in an expression that the loop binds, or nil.
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

// start returns the alloc, in the body around the loop, of the block that parameter m
// starts with, or nil.
func (t *site) start(m *syntax.Binding) *syntax.Binding {
	first := t.first(m)
	for _, s := range t.in.Stms {
		if l, ok := s.(*syntax.Let); ok && l.Pat[0].ID == first.ID && t.sizes[first.ID] != nil {
			return l.Pat[0]
		}
	}
	return nil
}

// first returns the block that parameter m starts with.
func (t *site) first(m *syntax.Binding) *syntax.Var {
	return t.loop.Init[slices.Index(t.loop.Params, m)].(*syntax.Var)
}

// inUse returns why rounds cannot write to the block that parameter m starts with. It
// returns nil if they can: the block is large enough, and nothing else shows it.
func (t *site) inUse(m *syntax.Binding, n syntax.Expr) *diag.Note {
	start := t.start(m)
	if start == nil {
		return &diag.Note{Span: t.first(m).Span, Msg: "it is not allocated where the loop stands"}
	}
	if size := t.sizes[start.ID]; !t.noLess(size, n) {
		return &diag.Note{Span: start.Span, Msg: "its size `" + syntax.Line(size) + "` is not known to be as much as `" + syntax.Line(n) + "`"}
	}
	return t.shown(t.live.Origin(start), []int{slices.Index(t.loop.Params, m)})
}

// noLess tells whether a >= b is known before the loop.
func (t *site) noLess(a, b syntax.Expr) bool {
	return t.known.AtLeast(&syntax.Binary{Op: syntax.Sub, X: a, Y: b}, 0)
}

// shown returns where a block of that origin is used other than as one of some parameters
// and the loop's result for it: as another parameter, in a round, or after the loop. It
// returns nil if it is not.
func (t *site) shown(o *alias.Origin, params []int) *diag.Note {
	for k, x := range t.loop.Params {
		if !slices.Contains(params, k) && x.Type.Elem == syntax.Mem && t.live.OfExpr(t.loop.Init[k])[o] {
			return &diag.Note{Span: x.Span, Msg: "`" + x.Written() + "` starts with it, too"}
		}
	}
	inside := t.mentioned()
	for _, id := range t.live.Shown(o) {
		if v := inside[id]; v != nil {
			return &diag.Note{Span: v.Span, Msg: "the loop uses it as `" + v.Name + "`"}
		}
		if t.live.Used(id, t.s) && !t.given(id) {
			return &diag.Note{Span: t.s.Span, Msg: "it is used after the loop"}
		}
	}
	return nil
}

// mentioned returns the variables from outside that rounds mention, by ID.
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

// given tells whether a variable is a result of the loop or is bound after it. Then it
// shows what the loop gives.
func (t *site) given(id int) bool {
	passed := false
	for _, s := range t.in.Stms {
		l, ok := s.(*syntax.Let)
		passed = passed || l == t.s
		if ok && passed && slices.ContainsFunc(l.Pat, func(x *syntax.Binding) bool { return x.ID == id }) {
			return true
		}
	}
	return false
}
