package simplify

import (
	"slices"

	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// takeOver replaces a copy of an array, in a block of its own and with the same layout, by
// the array itself. If nothing after the copy accesses the original under any name, nobody
// can tell the two apart. A slice is still copied: it would keep its whole block alive.
func (s *state) takeOver(p *syntax.Program) *syntax.Program {
	t := &takeover{state: s, live: live.Find(p, s.job.Until), gamma: rewrite.TypesOf(p, s.job.Type), p: p}
	by := map[int]syntax.Expr{}
	t.live.Bodies(func(b *syntax.Body) {
		for _, stm := range b.Stms {
			if len(by) == 0 { // one at a time, because what is live changes
				t.copy(b, stm, by)
			}
		}
	})
	if len(by) == 0 {
		return p
	}
	p = rewrite.Replace(rewrite.Bodies(p, rewrite.Without(by)), by)
	s.aliases = s.aliasesOf(p)
	s.findEffects(p)
	return p
}

// takeover is what is known about a program where copies may take over blocks.
type takeover struct {
	*state
	live  *live.Liveness
	gamma rewrite.Types
	p     *syntax.Program
	ints  *poly.Env           // what they are computed as, once needed
	sizes map[int]syntax.Expr // of allocated blocks
}

// env returns how ints are computed. After that, sizes are known too.
func (t *takeover) env() *poly.Env {
	if t.ints == nil {
		t.ints, t.sizes = rewrite.Definitions(t.p), map[int]syntax.Expr{}
		syntax.Walk(t.p, func(n syntax.Node) bool {
			if l, ok := n.(*syntax.Let); ok {
				if a, ok := l.Exp.(*syntax.Alloc); ok {
					t.sizes[l.Pat[0].ID] = a.N
				}
			}
			return true
		})
	}
	return t.ints
}

// copy notes what replaces a copy and its block, if stm is a copy.
func (t *takeover) copy(b *syntax.Body, stm syntax.Stm, by map[int]syntax.Expr) {
	l, ok := stm.(*syntax.Let)
	if !ok {
		return
	}
	e, ok := l.Exp.(*syntax.Copy)
	if !ok {
		return
	}
	x, y := asVar(e.X), l.Pat[0]
	from, to := t.gamma.Mem(x), y.Type.Mem
	if from == nil || to == nil || t.frozen[y.ID] || from.Block.ID == to.Block.ID || t.isView(b, x) ||
		!rewrite.SameUnder(t.env(), from, &syntax.MemAnn{Block: from.Block, L: to.L}) {
		return
	}
	if why := t.needed(b, l, x); why != "" {
		t.refuse(y, "stays a copy of `%s`: %s", x.Name, why)
		return
	}
	by[y.ID], by[to.Block.ID] = x, from.Block
	t.did(y, "is `%s`, in block `%s`, which nothing else uses after the copy", x.Name, from.Block.Name)
}

// isView tells whether an array shows elements of another one, as far as the body tells.
func (t *takeover) isView(b *syntax.Body, x *syntax.Var) bool {
	return slices.ContainsFunc(b.Stms, func(s syntax.Stm) bool {
		l, ok := s.(*syntax.Let)
		return ok && l.Pat[0].ID == x.ID && isDerived(l.Exp)
	})
}

// needed says why the copy of x in statement l of a body cannot be x, or "".
func (t *takeover) needed(b *syntax.Body, l *syntax.Let, x *syntax.Var) string {
	y := l.Pat[0]
	block := y.Type.Mem.Block
	switch {
	case !t.live.Dead(x.ID, l):
		return "block `" + t.gamma.Mem(x).Block.Name + "` is needed after the copy"
	case !t.ownBlock(b, l, block):
		return "block `" + block.Name + "` holds something else as well"
	case !t.fills(y, block) && !t.roomFor(block, t.gamma.Mem(x).Block) && !t.onlyHolds(y, block):
		return "block `" + block.Name + "` may hold more than `" + t.gamma.Mem(x).Block.Name + "` has room for"
	}
	for _, d := range t.p.Defs() {
		for _, v := range syntax.FreeVars(d) {
			if v.ID == y.ID || v.ID == block.ID {
				return "`" + d.Name + "` uses it from outside"
			}
		}
	}
	return ""
}

// ownBlock tells whether a block is allocated in the body before l, and not mentioned
// before l.
func (t *takeover) ownBlock(b *syntax.Body, l *syntax.Let, block *syntax.Var) bool {
	made := false
	for _, s := range b.Stms {
		if s == l {
			return made
		}
		a, ok := s.(*syntax.Let)
		if ok && a.Pat[0].ID == block.ID {
			_, made = a.Exp.(*syntax.Alloc)
			continue
		}
		if slices.ContainsFunc(syntax.FreeVars(s), func(v *syntax.Var) bool { return v.ID == block.ID }) {
			return false
		}
	}
	return false
}

// fills tells whether an array has all locations of its block. Then nothing else can be in
// the block, under any name.
func (t *takeover) fills(y *syntax.Binding, block *syntax.Var) bool {
	env := t.env()
	n := t.sizes[block.ID]
	if n == nil {
		return false
	}
	rest, known := env.Of(n).Sub(env.Of(lmad.Count(y.Type.Dims))).Const()
	return known && rest.IsZero() && lmad.Equal(env, y.Type.Mem.L, lmad.RowMajor(y.Type.Dims))
}

// roomFor tells whether a block is known to have at least as many locations as another one.
func (t *takeover) roomFor(needs, has *syntax.Var) bool {
	env := t.env()
	n, m := t.sizes[needs.ID], t.sizes[has.ID]
	if n == nil || m == nil {
		return false
	}
	more, known := env.Of(m).Sub(env.Of(n)).Const()
	return known && more.Sign() >= 0
}

// onlyHolds tells whether a block holds only y and arrays derived from it, and goes nowhere under another name, where
// more could be put in it: not into a loop, out of a branch, or into or out of a function.
func (t *takeover) onlyHolds(y *syntax.Binding, block *syntax.Var) bool {
	from, only := map[int]bool{y.ID: true}, true
	mentions := func(es []syntax.Expr) {
		for _, e := range es {
			v, ok := e.(*syntax.Var)
			only = only && !(ok && v.ID == block.ID)
		}
	}
	syntax.Walk(t.p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Let:
			of := syntax.Viewed(n.Exp)
			if e, ok := n.Exp.(*syntax.With); ok {
				of = e.X
			}
			if x := asVar(of); x != nil && from[x.ID] {
				from[n.Pat[0].ID] = true
			}
		case *syntax.Binding:
			only = only && (n.Type == nil || n.Type.Mem == nil || n.Type.Mem.Block.ID != block.ID || from[n.ID])
		case *syntax.Loop:
			mentions(n.Init)
			mentions(n.Body.Res)
		case *syntax.If:
			mentions(n.Then.Res)
			mentions(n.Else.Res)
		case *syntax.Def:
			mentions(n.Body.Res)
		case *syntax.Call:
			mentions(n.Args)
		}
		return only
	})
	return only
}
