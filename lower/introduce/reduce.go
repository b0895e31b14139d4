package introduce

import (
	"funmem/lower/alias"
	"slices"

	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// fold is the case e ≡ reduce f n̅e̅ x̅s̅ or scan f n̅e̅ x̅s̅: its arrays are fresh. An
// array accumulator of a reduce lies where the result does; that of a scan has a block of
// its own. An array element lies in its row.
func (st *State) fold(s *syntax.Let, f *syntax.Fold) []syntax.Stm {
	round, accs, elems, _ := f.Params()
	if round != nil || alias.CarriesMemory(f.Lambda().Params) {
		st.bind(s.Pat...)
		return []syntax.Stm{with(s, st.writtenFold(f), s.Pat...)}
	}
	var out []syntax.Stm
	fresh := func(p *syntax.Binding) *syntax.Binding {
		if !p.Type.IsArray() {
			st.bind(p)
			return p
		}
		alloc, q := st.fresh(p)
		out = append(out, alloc)
		return q
	}
	pat := make([]*syntax.Binding, len(s.Pat))
	for i, z := range s.Pat {
		pat[i] = fresh(z)
	}
	var params []*syntax.Binding
	for i, a := range accs {
		switch {
		case f.Name == "scan":
			a = fresh(a)
		case a.Type.IsArray():
			a = at(a, pat[i].Type.Mem.Block, pat[i].Type.Mem.L)
		}
		params = append(params, a)
	}
	for i, x := range elems {
		if x.Type.IsArray() {
			if round == nil {
				round = st.supply.Binding("k", &syntax.Type{Span: f.Span})
				round.Span = f.Span
			}
			mem := st.array(f.Xs[i]).Mem
			x = at(x, mem.Block, lmad.Index(mem.L, round.Use()))
		}
		params = append(params, x)
	}
	if round != nil {
		params = slices.Insert(params, 0, round)
	}
	st.bind(params...)
	l := f.Lambda()
	core := *f
	body := st.writtenBody(l.Body)
	for i, a := range accs {
		if st.updates.turned[a.ID] {
			st.besides(body, i)
		}
	}
	core.Fn = &syntax.Lambda{Span: l.Span, Params: params, Body: body, Mapped: l.Mapped}
	return append(out, with(s, core.Expr(), pat...))
}

// besides replaces a result of a body by a copy in a block of its own.
func (st *State) besides(b *syntax.Body, i int) {
	v, t := st.lookup(b.Res[i])
	y := st.supply.Binding(v.Name+"_out", t.Bare())
	y.Span = v.Span
	alloc, p := st.fresh(y)
	b.Stms = append(b.Stms, alloc, let(v.Span, &syntax.Copy{Span: v.Span, X: v}, p))
	b.Res = slices.Clone(b.Res)
	b.Res[i] = p.Use()
}

// writtenFold transforms a fold whose pattern carries memory: its parameters stay.
func (st *State) writtenFold(f *syntax.Fold) syntax.Expr {
	l := f.Lambda()
	st.bind(l.Params...)
	core := *f
	core.Fn = &syntax.Lambda{Span: l.Span, Params: l.Params, Body: st.writtenBody(l.Body), Mapped: l.Mapped}
	return core.Expr()
}
