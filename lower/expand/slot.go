package expand

import (
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// slot is the part of a block that each iteration has.
type slot struct {
	size   syntax.Expr // known before the kernel
	most   bool        // the most that an iteration needs
	stms   []syntax.Stm
	placed bool // stms stand before the kernel
	// For a block in branches: the branches that are known before the kernel to be taken or not, a branch for which
	// this is not known, and why it cannot be found out. The size is 0 where a known branch is not taken.
	taken  []rewrite.Guard
	varies *rewrite.Guard
	why    *rewrite.Refusal
}

// refused returns why a size is not known before a kernel.
func refused(at diag.Span, reason, format string, args ...any) *rewrite.Refusal {
	return rewrite.Refuse(nil, format, args...).Because(at, "%s", reason)
}

// place puts what computes a slot before the kernel, once.
func (k *kernel) place(s *slot) {
	if !s.placed {
		s.placed = true
		k.before = append(k.before, s.stms...)
		for _, t := range s.stms {
			k.known.Stm(t)
			k.types.Learn(t)
		}
	}
}

// slotOf returns the part of a block, or why there is none.
func (k *kernel) slotOf(b *block) (*slot, *rewrite.Refusal) {
	env := k.computed(b)
	size := env.Of(b.size).Expr()
	reached := len(b.path) == 1 // true if the alloc is reached whenever there is an iteration
	outside := !k.uses(size)
	taken, varies := k.taken(b, env)
	if outside && reached && (syntax.Total(size) || k.known.AtLeast(k.e.Index[0].N, 1)) {
		return &slot{size: size}, nil
	}
	before := outside && syntax.Total(size)
	if before && (varies == nil || k.inside.Affordable(size)) {
		return k.guarded(size, taken, varies), nil
	}
	need, why := (&slicer{kernel: k, size: b.size}).need(b.path)
	if why != nil && before {
		s := k.guarded(size, taken, varies)
		s.why = why
		return s, nil
	}
	if why != nil {
		if !k.usesOnlyIndex(size) || !syntax.Total(size) {
			return nil, why
		}
		need = k.named(size)
	}
	key := syntax.Print(need)
	if k.slots[key] == nil {
		k.slots[key] = k.most(b.m, need)
		k.slots[key].varies = varies
	}
	return k.slots[key], nil
}

// guarded returns a slot whose size is known before the kernel. The size is 0 where the
// branch that needs it is not taken.
func (k *kernel) guarded(size syntax.Expr, taken []rewrite.Guard, varies *rewrite.Guard) *slot {
	if _, literal := k.known.Of(size).Const(); literal && k.inside.Affordable(size) {
		return &slot{size: k.known.Guarded(size, nil)}
	}
	return &slot{size: k.known.Guarded(size, taken), taken: taken, varies: varies}
}

// taken returns the branches around an alloc whose conditions are known before the kernel,
// and one branch whose condition is not, or nil. A loop counts as a branch for a block that
// is not small.
func (k *kernel) taken(b *block, env *poly.Env) (known []rewrite.Guard, varies *rewrite.Guard) {
	small := k.inside.Affordable(env.Of(b.size).Expr())
	for j, s := range b.path[:len(b.path)-1] {
		g := rewrite.Guard{Holds: true}
		if e, ok := s.let().Exp.(*syntax.If); ok {
			g = rewrite.Guard{Cond: e.Cond, Holds: b.path[j+1].in == e.Then}
		} else if n := k.times(s.let().Exp); n != nil && !small && !k.inside.AtLeast(n, 1) {
			g.Cond = &syntax.Binary{Op: syntax.Gt, X: n, Y: lmad.Const(0)}
		}
		if g.Cond == nil {
			continue
		}
		if c := env.Of(g.Cond).Expr(); !k.uses(c) && syntax.Total(c) {
			known = append(known, rewrite.Guard{Cond: c, Holds: g.Holds})
		} else if varies == nil {
			varies = &g
		}
	}
	return known, varies
}

// times returns how often a loop or fold evaluates its body, or nil if that is not known
// before it.
func (k *kernel) times(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Loop:
		if e.For != nil {
			return e.For.N
		}
	case *syntax.Reduce, *syntax.Scan:
		if t := k.types.Of(syntax.FoldOf(e).Xs[0]); t != nil {
			return t.Dims[0]
		}
	}
	return nil
}

// computed returns what is known of the numbers that are computed in the bodies around the
// alloc of a block.
func (k *kernel) computed(b *block) *poly.Env {
	env := &poly.Env{}
	for _, s := range b.path {
		for _, t := range s.in.Stms[:s.k] {
			if l, ok := t.(*syntax.Let); ok && syntax.IsScalar(l.Exp) && l.Pat[0].Type.IsInt() {
				env.Define(l.Pat[0].ID, env.Of(l.Exp))
			}
		}
	}
	return env
}

// uses tells whether an expression uses something that the kernel binds.
func (k *kernel) uses(n syntax.Node) bool {
	for _, v := range syntax.FreeVars(n) {
		if k.inner[v.ID] {
			return true
		}
	}
	return false
}

// usesOnlyIndex tells whether an expression uses nothing that the kernel binds but its
// index.
func (k *kernel) usesOnlyIndex(e syntax.Expr) bool {
	return !k.uses(syntax.Subst(e, map[int]syntax.Expr{k.e.Index[0].X.ID: lmad.Const(1)}))
}

// named returns a body that gives an int.
func (k *kernel) named(e syntax.Expr) *syntax.Body {
	b := k.later("size")
	return &syntax.Body{Stms: []syntax.Stm{&syntax.Let{Span: b.Span, Pat: []*syntax.Binding{b}, Exp: e}}, Res: []syntax.Expr{b.Use()}}
}

// later returns a binder of an int, which rewrite.Fresh will name.
func (k *kernel) later(base string) *syntax.Binding {
	return &syntax.Binding{Span: k.e.Span, Name: base, ID: k.Supply.ID(), Type: &syntax.Type{Span: k.e.Span}}
}

// bind names an int.
func (k *kernel) bind(base string, e syntax.Expr) (*syntax.Binding, *syntax.Let) {
	b := k.int(base)
	return b, &syntax.Let{Span: b.Span, Pat: []*syntax.Binding{b}, Exp: e}
}

// int returns a fresh binder of an int.
func (k *kernel) int(base string) *syntax.Binding {
	b := k.Supply.Binding(base, &syntax.Type{Span: k.e.Span})
	b.Span = k.e.Span
	return b
}

// most returns the slot of a block. Each iteration needs as many locations as the body need
// gives.
func (k *kernel) most(m *syntax.Binding, need *syntax.Body) *slot {
	i, n := k.e.Index[0].X, k.e.Index[0].N
	if !rewrite.Mentions(need, i.ID) {
		return k.once(m, need)
	}
	index := k.Supply.Again(i)
	each := syntax.Fresh(k.Supply, need, map[int]syntax.Expr{i.ID: index.Use()}, nil)
	if k.nested {
		return k.inRounds(m, index, n, each)
	}
	return k.inParallel(m, index, n, each)
}

// once returns the slot if all iterations need the same size. The size is computed only if
// there is an iteration.
func (k *kernel) once(m *syntax.Binding, need *syntax.Body) *slot {
	each := syntax.Fresh(k.Supply, need, map[int]syntax.Expr{}, nil)
	if k.known.AtLeast(k.e.Index[0].N, 1) {
		return &slot{size: each.Res[0], stms: each.Stms, most: true}
	}
	some, cond := k.bind("some", &syntax.Binary{Op: syntax.Gt, X: k.e.Index[0].N, Y: lmad.Const(0)})
	size, choice := k.bind(m.Name+"_size", &syntax.If{Span: k.e.Span, Cond: some.Use(), Then: each, Else: &syntax.Body{Res: []syntax.Expr{lmad.Const(0)}}})
	return &slot{size: size.Use(), stms: []syntax.Stm{cond, choice}, most: true}
}

// inRounds finds the greatest need of the iterations by a loop, which allocates nothing.
func (k *kernel) inRounds(m, i *syntax.Binding, n syntax.Expr, each *syntax.Body) *slot {
	acc := k.int("most")
	next, s := k.bind("most", greater(acc.Use(), each.Res[0]))
	size, loop := k.bind(m.Name+"_size", &syntax.Loop{
		Span: k.e.Span, Params: []*syntax.Binding{acc}, Init: []syntax.Expr{lmad.Const(0)}, For: &syntax.Bound{X: i, N: n},
		Body: &syntax.Body{Stms: append(each.Stms, s), Res: []syntax.Expr{next.Use()}},
	})
	return &slot{size: size.Use(), stms: []syntax.Stm{loop}, most: true}
}

// inParallel finds the greatest need by a kernel of its own and a reduce.
func (k *kernel) inParallel(m, i *syntax.Binding, n syntax.Expr, each *syntax.Body) *slot {
	mem := k.Supply.Binding(m.Name+"_sizes_mem", &syntax.Type{Span: k.e.Span, Elem: syntax.Mem})
	sizes := k.Supply.Binding(m.Name+"_sizes", &syntax.Type{Span: k.e.Span, Dims: []syntax.Expr{n}})
	sizes.Type.Mem = &syntax.MemAnn{Span: k.e.Span, Block: mem.Use(), L: lmad.RowMajor(sizes.Type.Dims)}
	mem.Span, sizes.Span = k.e.Span, k.e.Span
	a, x := k.int("most"), k.int("size")
	next, s := k.bind("most", greater(a.Use(), x.Use()))
	fn := &syntax.Lambda{Span: k.e.Span, Params: []*syntax.Binding{a, x}, Body: &syntax.Body{Stms: []syntax.Stm{s}, Res: []syntax.Expr{next.Use()}}}
	size, reduce := k.bind(m.Name+"_size", &syntax.Reduce{Span: k.e.Span, Fn: fn, Ne: []syntax.Expr{lmad.Const(0)}, Xs: []syntax.Expr{sizes.Use()}})
	let := func(b *syntax.Binding, e syntax.Expr) *syntax.Let {
		return &syntax.Let{Span: k.e.Span, Pat: []*syntax.Binding{b}, Exp: e}
	}
	return &slot{size: size.Use(), most: true, stms: []syntax.Stm{
		let(mem, &syntax.Alloc{Span: k.e.Span, N: n}),
		let(sizes, &syntax.Kernel{Span: k.e.Span, Index: []syntax.Bound{{X: i, N: n}}, Body: each}),
		reduce,
	}}
}

func greater(x, y syntax.Expr) syntax.Expr {
	return &syntax.Binary{Op: syntax.Max, X: x, Y: y}
}
