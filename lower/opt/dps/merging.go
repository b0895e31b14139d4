package dps

import (
	"slices"

	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// merger is one application of Allocation Merging: block r₂ becomes a part of r₁.
type merger struct {
	*rewrite.Job
	defs   map[string]*syntax.Def
	types  rewrite.Types
	r1, r2 *syntax.Binding
	t1     syntax.Expr // where the part begins
	why    *rewrite.Refusal
}

// merging is Allocation Merging, for one pair of blocks after the other, but for those that have been tried.
func merging(tried map[[2]int]bool) func(*rewrite.Job, *syntax.Program) (*syntax.Program, error) {
	return func(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) { return merge(j, p, tried) }
}

func merge(j *rewrite.Job, p *syntax.Program, tried map[[2]int]bool) (*syntax.Program, error) {
	for {
		j.Until.Ask()
		m, b := pair(j, p, tried)
		if m == nil {
			return p, nil
		}
		tried[[2]int{m.r1.ID, m.r2.ID}] = true
		merged := m.body(b)
		if m.why != nil {
			j.Refuse(m.why.About(m.r2), "not a part of block `%s`: ", m.r1.Written())
			continue
		}
		p = rewrite.Bodies(p, func(o *syntax.Body) *syntax.Body {
			if len(o.Stms) > 0 && slices.ContainsFunc(o.Stms, func(s syntax.Stm) bool { return binds(s, m.r2) }) {
				return merged
			}
			return o
		})
		j.Did(m.r2, "it is the part of block `%s` from location %s on", m.r1.Written(), syntax.Line(m.t1))
	}
}

// pair finds two blocks that have not been tried: with nothing but ints between the two allocs, and with scopes that end together.
func pair(j *rewrite.Job, p *syntax.Program, tried map[[2]int]bool) (m *merger, in *syntax.Body) {
	l := live.Find(p, j.Until)
	types := rewrite.TypesOf(p, j.Type)
	kinds := kinds(p)
	l.Bodies(func(b *syntax.Body) {
		if m != nil {
			return
		}
		list := scopesOf(l, b)
		for k, outer := range list {
			if k+1 == len(list) {
				break
			}
			inner := list[k+1]
			if tried[[2]int{outer.m.ID, inner.m.ID}] || outer.to != inner.to || inner.to == inner.from || kinds[outer.m.ID]|kinds[inner.m.ID] == 3 || !onlyInts(b.Stms[outer.from+1:inner.from]) {
				continue
			}
			size := b.Stms[outer.from].(*syntax.Let).Exp.(*syntax.Alloc).N
			m, in = &merger{Job: j, defs: map[string]*syntax.Def{}, types: types, r1: outer.m, r2: inner.m, t1: size}, b
			for _, d := range p.Defs() {
				m.defs[d.Name] = d
			}
			return
		}
	})
	return m, in
}

// kinds tells which elements the arrays in a block have: 1 for ints, 2 for f64s, 3 for both.
func kinds(p *syntax.Program) map[int]int {
	of := map[int]int{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.Type != nil && x.Type.Mem != nil {
			kind := 1
			if x.Type.Elem == syntax.F64 {
				kind = 2
			}
			of[x.Type.Mem.Block.ID] |= kind
		}
		return true
	})
	return of
}

// onlyInts tells whether statements only compute ints.
func onlyInts(stms []syntax.Stm) bool {
	return !slices.ContainsFunc(stms, func(s syntax.Stm) bool {
		let, ok := s.(*syntax.Let)
		return !ok || !syntax.IsScalar(let.Exp) || !let.Pat[0].Type.IsInt()
	})
}

func binds(s syntax.Stm, x *syntax.Binding) bool {
	let, ok := s.(*syntax.Let)
	return ok && let.Pat[0].ID == x.ID
}

// body rewrites the body that allocates both blocks: r₁ is allocated where r₂ was, and is as large as both.
func (m *merger) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		switch {
		case binds(s, m.r1):
			continue
		case binds(s, m.r2):
			let := s.(*syntax.Let)
			e := let.Exp.(*syntax.Alloc)
			s = &syntax.Let{Span: let.Span, Pat: []*syntax.Binding{m.r1}, Exp: &syntax.Alloc{Span: e.Span, N: lmad.Simplify(&syntax.Binary{Op: syntax.Add, X: m.t1, Y: e.N})}, Doc: let.Doc}
			out.Stms = append(out.Stms, s)
			continue
		}
		out.Stms = append(out.Stms, m.stm(s)...)
	}
	m.passed(b.Res)
	return out
}

// inner rewrites a body in that one.
func (m *merger) inner(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		out.Stms = append(out.Stms, m.stm(s)...)
	}
	m.passed(b.Res)
	return out
}

// passed refuses to merge a block that is given on under its name.
func (m *merger) passed(xs []syntax.Expr) {
	for _, x := range xs {
		if v, ok := x.(*syntax.Var); ok && v.ID == m.r2.ID && m.why == nil {
			m.why = rewrite.Refuse(nil, "a branch gives it, or a loop carries it").Because(v.Span, "here")
		}
	}
}

func (m *merger) stm(s syntax.Stm) []syntax.Stm {
	let, ok := s.(*syntax.Let)
	if !ok {
		return []syntax.Stm{s}
	}
	e := rewrite.Inner(let.Exp, m.inner)
	var before []syntax.Stm
	switch x := e.(type) {
	case *syntax.Loop:
		m.passed(x.Init)
		c := *x
		c.Params = m.placed(x.Params)
		e = &c
	case *syntax.Reduce, *syntax.Scan:
		c := *syntax.FoldOf(e)
		fn := *c.Lambda()
		fn.Params = m.placed(fn.Params)
		c.Fn = &fn
		e = c.Expr()
	case *syntax.Call:
		before, e = m.call(x)
	}
	return append(before, &syntax.Let{Span: let.Span, Pat: m.placed(let.Pat), Exp: e, Doc: let.Doc})
}

// placed are binders with the arrays of r₂ in r₁: stgOff r₁ t₁.
func (m *merger) placed(bs []*syntax.Binding) []*syntax.Binding {
	out := make([]*syntax.Binding, len(bs))
	for k, x := range bs {
		out[k] = x
		if x.Type == nil || x.Type.Mem == nil || x.Type.Mem.Block.ID != m.r2.ID {
			continue
		}
		y, t, l := *x, *x.Type, *x.Type.Mem.L
		l.Offset, l.RowMajor = m.after(l.Offset), false
		t.Mem = &syntax.MemAnn{Span: t.Mem.Span, Block: m.r1.Use(), L: &l}
		y.Type = &t
		out[k] = &y
	}
	return out
}

// after is a location of r₂ in r₁.
func (m *merger) after(e syntax.Expr) syntax.Expr {
	return lmad.Simplify(&syntax.Binary{Op: syntax.Add, X: m.t1, Y: e})
}

// call passes r₁ for r₂, and offsets in r₁. The block of a destination has to differ from those of the other arguments.
func (m *merger) call(e *syntax.Call) (before []syntax.Stm, to *syntax.Call) {
	var at []int
	other := false
	for k, x := range e.Args {
		if v, ok := x.(*syntax.Var); ok {
			if v.ID == m.r2.ID {
				at = append(at, k)
			}
			other = other || v.ID == m.r1.ID
		}
	}
	if at == nil {
		return nil, e
	}
	d := m.defs[e.Fn]
	refuse := func(format string, args ...any) {
		if m.why == nil {
			m.why = rewrite.Refuse(nil, format, args...).Because(e.Span, "here")
		}
	}
	if d == nil {
		refuse("it is passed to `%s`, of an earlier line", e.Fn)
		return nil, e
	}
	c := &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt, Args: slices.Clone(e.Args)}
	moved := map[int]bool{}
	for _, k := range at {
		if other || len(at) > 1 {
			refuse("`%s` gets both, and one may be a destination", d.Written())
		}
		c.Args[k] = m.r1.Use()
		for _, x := range slices.Concat(d.Params, d.Ret) {
			if x.Type.Mem == nil || x.Type.Mem.Block.ID != d.Params[k].ID {
				continue
			}
			n := slices.IndexFunc(d.Params, func(p *syntax.Binding) bool {
				v, ok := x.Type.Mem.L.Offset.(*syntax.Var)
				return ok && p.ID == v.ID
			})
			if n < 0 {
				refuse("`%s` gets it without an offset", d.Written())
				return nil, e
			}
			if moved[n] {
				continue
			}
			moved[n] = true
			s, atom := m.atom(d.Params[n], m.after(e.Args[n]))
			before, c.Args[n] = append(before, s...), atom
		}
	}
	return before, c
}

// atom names an int, unless it is an atom.
func (m *merger) atom(like *syntax.Binding, e syntax.Expr) ([]syntax.Stm, syntax.Expr) {
	switch e.(type) {
	case *syntax.IntLit, *syntax.Var:
		return nil, e
	}
	x := m.Supply.Again(like)
	return []syntax.Stm{&syntax.Let{Span: e.GetSpan(), Pat: []*syntax.Binding{x}, Exp: e}}, x.Use()
}
