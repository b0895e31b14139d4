package dps

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// states is D-Ifold for the loops that the pass doublebuffer has left: an array that a round makes for the next one is copied to a block
// from before the loop.
func (t *translator) states(p *syntax.Program) *syntax.Program {
	defs := map[*syntax.Def]*syntax.Def{}
	for _, d := range p.Defs() {
		t.within(func() {
			t.see(d.Sizes)
			t.see(d.Params)
			c := *d
			c.Body = t.rounds(d.Body)
			defs[d] = &c
		})
	}
	main := t.rounds(p.Main())
	return syntax.Subst(rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def { return defs[d] }, main), t.is)
}

// rounds translates the loops in a body, the inner ones first.
func (t *translator) rounds(b *syntax.Body) *syntax.Body {
	t.Until.Ask()
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	t.within(func() {
		for _, s := range b.Stms {
			if let, ok := s.(*syntax.Let); ok {
				inner := t.inner(let, t.rounds)
				if _, ok := inner.Exp.(*syntax.Loop); ok {
					out.Stms = append(out.Stms, t.loop(inner)...)
				} else {
					out.Stms = append(out.Stms, inner)
				}
				t.see(let.Pat)
				continue
			}
			out.Stms = append(out.Stms, s)
		}
	})
	return out
}

// state is an array that a loop carries in one block.
type state struct {
	k     int   // the number of the parameter
	parts []int // those of its block, its offset and its strides, which go
	at    *syntax.MemAnn
}

// statesOf finds the states of a loop that a round makes, and those that it may give in the block of such a state, which is changed.
func (t *translator) statesOf(loop *syntax.Loop) (states []*state) {
	outside := len(t.scope)
	seen := map[int]bool{}
	t.within(func() {
		t.see(rewrite.Around(loop))
		for again := true; again; {
			again = false
			for k, x := range loop.Params {
				if !x.Type.IsArray() || seen[k] {
					continue
				}
				parts, ok := support(loop.Params, k)
				if parts == nil || !t.escapes(loop.Body.Res[parts[0]]) && !t.inOne(loop, states, k) {
					continue
				}
				seen[k], again = true, true
				all := t.scope
				t.scope = t.scope[:outside]
				varies := slices.IndexFunc(x.Type.Dims, func(n syntax.Expr) bool { return !t.visible(n) })
				t.scope = all
				switch {
				case !ok:
					t.Refused(x, "its block stays in the rounds: it lies at %s", syntax.Line(x.Type.Mem.L))
				case varies >= 0:
					t.Refused(x, "its block stays in the rounds: its size `%s` is what a round may change [S-Ifold]", syntax.Line(x.Type.Dims[varies]))
				default:
					states = append(states, &state{k: k, parts: parts})
				}
			}
		}
	})
	for k, x := range loop.Params {
		if x.Type.IsArray() && !slices.ContainsFunc(states, func(s *state) bool { return s.k == k }) && t.inOne(loop, states, k) {
			for _, s := range states {
				t.Refused(loop.Params[s.k], "its block stays in the rounds: a round may give it as `%s`", x.Written())
			}
			return nil
		}
	}
	return states
}

// inOne tells whether a round may give a state in the block of another one.
func (t *translator) inOne(loop *syntax.Loop, states []*state, k int) bool {
	return slices.ContainsFunc(states, func(s *state) bool { return t.meet(loop.Body.Res[k], loop.Params[s.parts[0]]) })
}

// loop translates a loop.
func (t *translator) loop(let *syntax.Let) []syntax.Stm {
	loop := *let.Exp.(*syntax.Loop)
	states := t.statesOf(&loop)
	if states == nil {
		return []syntax.Stm{let}
	}
	var stms []syntax.Stm
	gone := map[int]bool{}
	for _, s := range states {
		for _, j := range s.parts {
			gone[j] = true
		}
	}
	loop.Init, loop.Body = slices.Clone(loop.Init), &syntax.Body{Span: loop.Body.Span, Stms: slices.Clone(loop.Body.Stms), Res: slices.Clone(loop.Body.Res)}
	for _, s := range states {
		stms = append(stms, t.first(let, &loop, s)...)
	}
	var last []syntax.Stm
	for _, s := range states {
		set, moves := t.next(&loop, s, states)
		loop.Body.Stms, last = append(loop.Body.Stms, set...), append(last, moves)
	}
	loop.Body.Stms = append(loop.Body.Stms, last...)
	loop.Params, loop.Init, loop.Body.Res = without(loop.Params, gone), without(loop.Init, gone), without(loop.Body.Res, gone)
	return append(stms, &syntax.Let{Span: let.Span, Pat: without(let.Pat, gone), Exp: &loop, Doc: let.Doc})
}

// first allocates the block of a state, and copies the first state there.
func (t *translator) first(let *syntax.Let, loop *syntax.Loop, s *state) []syntax.Stm {
	x := loop.Params[s.k]
	stms, atoms := t.allocated(&syntax.Let{Span: let.Span, Pat: loop.Params}, s.parts, x, x.Type.Dims)
	for n, j := range s.parts {
		t.is[let.Pat[j].ID] = atoms[n]
	}
	s.at = &syntax.MemAnn{Block: loop.Params[s.parts[0]].Use(), L: lmad.RowMajor(x.Type.Dims)}
	c := t.copied(x, loop.Init[s.k], s.at)
	loop.Init[s.k] = c.Pat[0].Use()
	t.Did(x, "each round copies it to block `%s`, from before the loop", s.at.Block.Name)
	return append(stms, c)
}

// next copies what a round gives to the block of the state. If it may be there, or where another state goes, it is copied to a block of its
// own before that.
func (t *translator) next(loop *syntax.Loop, s *state, all []*state) (set []syntax.Stm, move *syntax.Let) {
	x := loop.Params[s.k]
	res := loop.Body.Res[s.k]
	if slices.ContainsFunc(all, func(o *state) bool { return t.meet(res, loop.Params[o.parts[0]]) }) {
		m := t.Supply.Again(loop.Params[s.parts[0]])
		c := t.copied(x, res, &syntax.MemAnn{Block: m.Use(), L: lmad.RowMajor(x.Type.Dims)})
		set = []syntax.Stm{&syntax.Let{Span: x.Span, Pat: []*syntax.Binding{m}, Exp: &syntax.Alloc{Span: x.Span, N: lmad.Count(x.Type.Dims)}}, c}
		t.types.Bind(c.Pat...)
		res = c.Pat[0].Use()
	}
	move = t.copied(x, res, s.at)
	loop.Body.Res[s.k] = move.Pat[0].Use()
	return set, move
}

// meet tells whether an array may lie in a block.
func (t *translator) meet(x syntax.Expr, m *syntax.Binding) bool {
	is := t.aliases.Of(m.ID)
	for o := range t.aliases.OfExpr(x) {
		if is[o] || o == alias.Elsewhere {
			return true
		}
	}
	return false
}
