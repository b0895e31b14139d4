package toimp

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// loop is let z̄ = loop (x̄ = ē) for i <= n do b, or while c do b: the variables that it
// carries are assigned before the loop, and all at once at the end of each round. A while
// loop computes its condition at the start of a round:
//
//	var c : int; c ← 1; while c do s_c; c ← x_c; if c then b else skip fi done
func (st *state) loop(z []*syntax.Binding, e *syntax.Loop, at diag.Span) []imp.Stm {
	var n syntax.Expr
	if e.For != nil {
		n, _ = st.atom(e.For.N)
	}
	init, sizes := st.numbers(e.Params, e.Init), st.lengths(e)
	xs, out := st.carried(e.Params, init, at)
	for id, n := range sizes {
		st.blocks[st.names[id].(*syntax.Var).ID] = block{size: n}
	}
	st.inner(func() {
		st.bindArrays(e.Params)
		if e.For != nil {
			i := st.variable(e.For.X)
			st.between(i.Use(), n)
			out = append(out, &imp.For{Span: at, X: i, N: n, Body: st.round(e, xs, at)})
			return
		}
		out = append(out, st.while(e, xs, at)...)
	})
	for k, x := range z {
		if !x.Type.IsArray() && x.ID != 0 {
			st.names[x.ID] = st.use(e.Params[k].Use())
		}
	}
	st.bindArrays(z)
	return out
}

// lengths are the sizes of the blocks that a loop carries, by parameter: a parameter has that of the block which it begins with, if each
// round gives it a block of the same size. Such a block is another one of these parameters, comes from before the loop, or is
// allocated by the round.
func (st *state) lengths(e *syntax.Loop) map[int]syntax.Expr {
	sizes, bound, made := map[int]syntax.Expr{}, map[int]bool{}, map[int]syntax.Expr{}
	for k, x := range e.Params {
		if v, ok := e.Init[k].(*syntax.Var); ok && x.Type.Elem == syntax.Mem {
			if n := st.lengthOf(v); n != nil {
				sizes[x.ID] = n
			}
		}
	}
	if len(sizes) == 0 {
		return nil
	}
	syntax.Walk(e, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok {
			bound[x.ID] = true
		}
		return true
	})
	for _, s := range e.Body.Stms {
		if let, ok := s.(*syntax.Let); ok {
			if a, ok := let.Exp.(*syntax.Alloc); ok && !slices.ContainsFunc(syntax.FreeVars(a.N), func(v *syntax.Var) bool { return bound[v.ID] }) {
				made[let.Pat[0].ID] = st.se(a.N)
			}
		}
	}
	for before := len(sizes) + 1; len(sizes) < before; {
		before = len(sizes)
		for k, x := range e.Params {
			if n := sizes[x.ID]; n != nil {
				v := e.Body.Res[k].(*syntax.Var)
				next := sizes[v.ID]
				if next == nil {
					next = made[v.ID]
				}
				if next == nil && !bound[v.ID] {
					next = st.lengthOf(v)
				}
				if next == nil || poly.Compare(st.of(next), st.of(n)) != poly.Equal {
					delete(sizes, x.ID)
				}
			}
		}
	}
	return sizes
}

// lengthOf is the size of the block that a variable of FUNMEM names, or nil.
func (st *state) lengthOf(v *syntax.Var) syntax.Expr {
	return st.blocks[st.use(v).(*syntax.Var).ID].size
}

// carried declares the variables of a loop with their first values.
func (st *state) carried(params []*syntax.Binding, init []syntax.Expr, at diag.Span) (xs []*syntax.Binding, out []imp.Stm) {
	for _, x := range params {
		if x.Type.IsArray() {
			continue
		}
		y := st.variable(x)
		out = append(out, st.declared(y, &imp.Assign{Span: at, X: y.Use(), E: init[len(xs)]}, at)...)
		xs = append(xs, y)
	}
	return xs, out
}

// round returns the body of a loop, and the assignments for the next round.
func (st *state) round(e *syntax.Loop, xs []*syntax.Binding, at diag.Span) []imp.Stm {
	body := st.stms(e.Body.Stms)
	return or(append(body, st.assign(xs, st.numbers(e.Params, e.Body.Res), at)...), at)
}

func (st *state) while(e *syntax.Loop, xs []*syntax.Binding, at diag.Span) []imp.Stm {
	c := st.fresh("go_on", syntax.Int)
	out := st.declared(c, &imp.Assign{Span: at, X: c.Use(), E: lmad.Const(1)}, at)
	body := st.stms(e.While.Stms)
	holds, _ := st.atom(e.While.Res[0])
	body = append(body, &imp.Assign{Span: at, X: c.Use(), E: holds})
	st.inner(func() {
		st.learn(holds, true)
		body = append(body, &imp.If{Span: at, Cond: c.Use(), Then: st.round(e, xs, at), Else: or(nil, at)})
	})
	return append(out, &imp.While{Span: at, Cond: c.Use(), Body: body})
}

// folding is a reduce or scan: its accumulators.
type folding struct {
	*syntax.Fold
	accs    []*syntax.Binding
	numbers []*syntax.Binding // in IMP, for the accumulators that are not arrays
	places  []*array          // for those that are arrays
	at      diag.Span
}

// fold is let z̄ = reduce (\k ā x̄ -> b) ne̅ xs̅, or scan: a loop over the elements, which
// are read at its start. Array accumulators are copied to their places and number
// accumulators are assigned, all at once. A scan first copies them to its results.
func (st *state) fold(z []*syntax.Binding, e *syntax.Fold, at diag.Span) []imp.Stm {
	round, accs, elems, _ := e.Params()
	f := &folding{Fold: e, accs: accs, at: at}
	n := st.array(e.Xs[0]).L.Dims[0].Size
	var out []imp.Stm
	for _, x := range e.Xs[1:] {
		y := st.array(x)
		out = append(out, st.equal(y.L.Dims[0].Size, n, quoted(y.name)+" has %1 elements, and "+quoted(st.array(e.Xs[0]).name)+" has %2", at)...)
	}
	var dst []*array
	if e.Name == "scan" {
		var checks []imp.Stm
		dst, checks = st.places(z, nil, at)
		out = append(out, checks...)
	}
	out = append(out, st.begin(f)...)
	if round == nil {
		round = &syntax.Binding{Span: at, Name: "i", Type: &syntax.Type{}}
	}
	k := st.variable(round)
	loop := &imp.For{Span: at, X: k, N: n, Fold: true}
	st.inner(func() {
		st.between(k.Use(), n)
		loop.Body = st.foldRound(f, elems, dst, k)
	})
	st.end(f, z)
	return append(out, loop)
}

// begin sets the accumulators to the neutral elements.
func (st *state) begin(f *folding) []imp.Stm {
	ne := st.numbers(f.accs, f.Ne)
	var out []imp.Stm
	var arrays []*syntax.Binding
	for _, a := range f.accs {
		if a.Type.IsArray() {
			arrays = append(arrays, a)
		}
	}
	f.places, out = st.places(arrays, nil, f.at)
	out = append(out, st.accumulate(f, f.Ne)...)
	for _, p := range f.places {
		p.safe = true
	}
	numbers, assigns := st.carried(f.accs, ne, f.at)
	f.numbers = numbers
	st.bindArrays(f.accs)
	return append(out, assigns...)
}

// foldRound returns a round over element k.
func (st *state) foldRound(f *folding, elems []*syntax.Binding, dst []*array, k *syntax.Binding) []imp.Stm {
	var body []imp.Stm
	for j, x := range elems {
		if x.Type.IsArray() {
			st.bind(x)
			continue
		}
		y := st.variable(x)
		body = append(body, st.declared(y, st.read(y, st.array(f.Xs[j]), []syntax.Expr{k.Use()}, f.at), f.at)...)
	}
	b := f.Lambda().Body
	body = append(body, st.stms(b.Stms)...)
	for j, z := range dst {
		body = append(body, st.copy(z, []syntax.Expr{k.Use()}, b.Res[j], f.at)...)
	}
	body = append(body, st.accumulate(f, b.Res)...)
	return or(append(body, st.assign(f.numbers, st.numbers(f.accs, b.Res), f.at)...), f.at)
}

// accumulate copies arrays to the places of the accumulators.
func (st *state) accumulate(f *folding, from []syntax.Expr) []imp.Stm {
	var ys []*array
	for j, a := range f.accs {
		if a.Type.IsArray() {
			ys = append(ys, st.array(from[j]))
		}
	}
	return st.moveAll(f.places, ys, f.at)
}

// end binds the results; for a reduce these are the accumulators.
func (st *state) end(f *folding, z []*syntax.Binding) {
	for j, x := range z {
		if !x.Type.IsArray() && x.ID != 0 {
			st.names[x.ID] = st.use(f.accs[j].Use())
		}
	}
	st.bindArrays(z)
}
