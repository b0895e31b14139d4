package memory

import (
	"fmt"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-MEM-REDUCE (ours). An accumulator that is an array lies at one place (ℓ_a, L_a), which is
// also the place of the result. All accumulators are copied at once. Nothing is done for one
// that already lies there, as after an update in place. For an array of ints, element i is read;
// for any other array it is the row (ℓ_x, index_f(L_x, i)). memcopy' leaves out each k with v_k
// = (E(a_mem_k), L_{a_k}).
//
//	(H_0', R_0, W_0) = memcopy'(H, E(ne̅), E(a_mem̅), L_a̅)
//	E, ā ↦ v̄_{i-1}, x̄ ↦ element i, k ↦ i; H_{i-1}' ⊢ b ⇓ v̄_i; H_i; ⟨R_i, W_i⟩   for each i ≤ m
//	(H_i', R_i', W_i') = memcopy'(H_i, v̄_i, E(a_mem̅), L_a̅)                      for each i ≤ m
//	──────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : τ)̅ = reduce (\k ā x̄ -> b) ne̅ xs̅ ⇓ E, z̄ ↦ v̄_m; H_m'; ⟨⋃ R, ⋃ W⟩
func (r *run) memReduce(z []*syntax.Binding, e *syntax.Reduce) {
	f := syntax.FoldOf(e)
	accs := r.fold(z, f, r.rowsOf(f), func(int) {})
	for k := range z {
		r.bind(z[k], accs[k])
	}
}

// E-MEM-SCAN (ours): the fold of E-MEM-REDUCE. After round i the accumulators are also copied to
// row i of the results, before they are copied to their own place: (H_i”, R_i”, W_i”) =
// memcopy(H_i, v̄_i, E(z_mem̅), index_f(L_z̅, i)).
func (r *run) memScan(z []*syntax.Binding, e *syntax.Scan) {
	f := syntax.FoldOf(e)
	n := r.rowsOf(f)
	dst := r.places("E-MEM-SCAN", e, z, n)
	r.judgePlaces(dst...)
	res := f.Lambda().Body.Res
	r.fold(z, f, n, func(i int) {
		for k := range dst {
			r.memcopy("E-MEM-SCAN", res[k], &dst[k], i, r.copySites(e, k, z[k]))
		}
	})
	for k := range dst {
		r.bind(z[k], dst[k].val())
	}
}

// rowsOf returns the outer size of the arrays of a fold.
func (r *run) rowsOf(f *syntax.Fold) int {
	n := r.array(f.Xs[0]).L.Dims[0].Size
	for _, x := range f.Xs[1:] {
		if k := r.array(x).L.Dims[0].Size; k != n {
			panic(machine.Stuck(f.Rule("E-MEM-"), f.Expr(), "`%s` has %d elements, and `%s` has %d", machine.Text(f.Xs[0]), n, machine.Text(x), k))
		}
	}
	return n
}

// folding is a running fold.
type folding struct {
	*syntax.Fold
	e      syntax.Expr // the fold as it is in the program
	rule   string
	called string // the name in messages
	round  *syntax.Binding
	accs   []*syntax.Binding
	elems  []*syntax.Binding
	places []place // of the accumulators that are arrays
	v      []Val   // the accumulators
}

// fold runs the fold over n elements. each is called after the body of round i. fold returns the
// accumulators at the end.
func (r *run) fold(z []*syntax.Binding, s *syntax.Fold, n int, each func(i int)) []Val {
	f := &folding{Fold: s, e: s.Expr(), rule: s.Rule("E-MEM-"), called: machine.FoldName(z[0], s), places: make([]place, len(s.Ne)), v: make([]Val, len(s.Ne))}
	f.round, f.accs, f.elems, _ = s.Params()
	for k, a := range f.accs {
		if a.Type.IsArray() {
			f.places[k] = place{z: z[k], B: r.atom(a.Type.Mem.Block).B, L: r.lmad(f.rule, f.e, a)}
		}
	}
	b := s.Lambda().Body
	r.lookups("E(ne̅)", s.Ne...)
	r.lookups("E(xs̅)", s.Xs...)
	r.accumulate(f, s.Ne, "copy of the neutral element of ")
	r.enterFold(f, n)
	blocks := r.H.Len()
	for i := 1; i <= n; i++ {
		r.foldRound(i)
		r.bindRound(f, i)
		r.stms(b)
		r.lookupsIn(derive.Numbered("E", i), "E_i(z_res)", b.Res)
		each(i)
		r.accumulate(f, b.Res, "result copy of ")
		r.left(b, s.Lambda().Params...)
		r.retain(blocks, nil)
	}
	r.leaveFold()
	return f.v
}

// bindRound is E, ā ↦ v̄_{i-1}, x̄ ↦ element i, k ↦ i.
func (r *run) bindRound(f *folding, i int) {
	if f.round != nil {
		r.bindNumber(f.round, num.Of(int64(i)))
	}
	for k, a := range f.accs {
		r.bind(a, f.v[k])
	}
	for k, p := range f.elems {
		x := r.array(f.Xs[k])
		if p.Type.IsArray() {
			row := r.rowOf(f, k, x, i)
			r.bind(p, row)
			r.premise(func() derive.Condition { return r.judgeRow(x, i, row, 0) })
			continue
		}
		off, ok := x.L.At(i)
		r.fits(f.rule, f.e, ok, f.Xs[k], x.L, i)
		r.i[0] = i
		r.defined(f.rule, f.e, x, r.i[:], f.Xs[k])
		site := r.foldSites(f, "", siteKey{f.Xs[k], k}, machine.Text(f.Xs[k]), "").from
		r.bindNumber(p, r.read(f.rule, f.e, x, r.i[:], off, site))
		r.premise(func() derive.Condition { return r.judgeRow(x, i, r.Env.Of(p.ID), off) })
	}
}

// judgeRow returns (w, R) = row(H, (ℓ, L), i). w is the element at off, or the row, which is not read.
func (r *run) judgeRow(x Val, i int, w Val, off int) derive.Condition {
	var read locations
	if w.IsNumber() {
		read.locs = []heap.Loc{{Block: x.B, Offset: off}}
	}
	return derive.Equal("(w, R) = row(H, x, i)", fmt.Sprintf("(%s, %s)", r.show(w), read),
		fmt.Sprintf("row(%s, %s, %d)", heapName(r.rec.heap), r.show(x), i))
}

// rowOf returns (ℓ_x, index_f(L_x, i)) for the k-th array x.
func (r *run) rowOf(f *folding, k int, x Val, i int) Val {
	L, ok := x.L.Index(i)
	r.fits(f.rule, f.e, ok, f.Xs[k], x.L, i)
	at := make([]machine.Ix, len(x.L.Dims))
	at[0] = machine.Ix{Fix: true, Off: i}
	for d := 1; d < len(at); d++ {
		at[d] = machine.Ix{Off: 1, Size: x.L.Dims[d].Size, Stride: 1}
	}
	return r.view(f.rule, f.e, x, L, func(v *value.Array, b *engine.Budget) *value.Array { return value.Slice(v, at, b) })
}

// accumulate makes atoms the accumulators. Numbers are taken as they are. Arrays are copied to
// the places of the accumulators, all at once, unless they already lie there.
func (r *run) accumulate(f *folding, from []syntax.Expr, what string) {
	var src []heap.Source
	var dst []heap.Dest
	var which []int
	for k, x := range from {
		v := r.atom(x)
		if !v.IsArray() {
			f.v[k] = v
			continue
		}
		to := f.places[k]
		at := r.foldSites(f, what, siteKey{x, k}, machine.Text(x), to.z.Written())
		r.use(x, v, at.from)
		if v = r.atom(x); v.B == to.B && v.L.Same(to.L) {
			f.v[k] = v
			r.premise(func() derive.Condition {
				return derive.Equal("v_k = (E(a_mem_k), L_a_k)", lookup("E", x), fmt.Sprintf("(%s, %s)", to.B, to.L))
			})
			continue
		}
		r.rec.image(v.B, v.L, false)
		src = append(src, heap.Source{Block: v.B, L: v.L, Site: at.from})
		dst = append(dst, heap.Dest{Block: to.B, L: to.L, Site: at.to})
		which = append(which, k)
		f.v[k] = Val{B: to.B, L: to.L, V: v.V}
	}
	r.gather(f, from, src, dst, which)
}

// gather is memcopy of arrays to the places of accumulators, all at once. which are the numbers
// of these accumulators.
func (r *run) gather(f *folding, from []syntax.Expr, src []heap.Source, dst []heap.Dest, which []int) {
	if len(src) == 0 {
		return
	}
	met, between, k, err := r.T.Memcopies(src, dst)
	if err != nil {
		r.refuse(f.rule, from[which[k]], err, r.atom(from[which[k]]))
	}
	r.changedHeap()
	if r.rec != nil {
		r.premise(func() derive.Condition { return r.judgeAccumulate(src, dst) })
	}
	for k, d := range dst {
		r.rec.image(d.Block, d.L, true)
		r.warnOverlap(met[k], src[k], d, nil)
	}
	for _, b := range between {
		r.warnMet(&b.Met, src[b.Src], dst[b.Dst], nil)
	}
}

// foldSites returns the sites of what a fold reads from one array and, if it copies, writes to
// another.
func (r *run) foldSites(f *folding, what string, key siteKey, from, to string) sites {
	s, ok := r.sites[key]
	if !ok {
		at := key.node.GetSpan()
		if !at.IsValid() {
			at = f.Span
		}
		text := what + f.Name + " `" + f.called + "`"
		s = sites{&heap.Site{What: text, Array: from, At: at, Real: r.atom(key.node).IsReal()}, &heap.Site{What: text, Array: to, At: at}}
		r.sites[key] = s
	}
	return s
}

// enterFold starts a reduce or scan over n elements. It is not a kernel.
func (r *run) enterFold(f *folding, n int) {
	r.rec.enterRounds(n)
	r.around = append(r.around, frame{Frame: machine.Frame{What: f.called, At: f.Span, Rounds: f.Name}})
}

// foldRound starts round i of the innermost fold.
func (r *run) foldRound(i int) {
	r.poll()
	r.turn(i)
	r.rec.round(i)
}

func (r *run) leaveFold() {
	r.around = r.around[:len(r.around)-1]
	r.rec.leaveLoop()
}

// judgeAccumulate returns (H', R, W) = memcopy(H, v̄, ℓ̄, L̄), after the copy.
func (r *run) judgeAccumulate(src []heap.Source, dst []heap.Dest) derive.Condition {
	d := &derivation{Recorder: r.rec.Recorder, open: []trace{{}}}
	var from, to []string
	for k := range src {
		d.image(src[k].Block, src[k].L, false)
		d.image(dst[k].Block, dst[k].L, true)
		from = append(from, fmt.Sprintf("(%s, %s)", src[k].Block, src[k].L))
		to = append(to, fmt.Sprintf("%s, %s", dst[k].Block, dst[k].L))
	}
	return derive.Equal("(H', R, W) = memcopy'(H, v̄, ℓ̄, L̄)", r.copied(d.open[0]),
		fmt.Sprintf("memcopy(%s, %s, %s)", heapName(r.rec.heap-1), strings.Join(from, ", "), strings.Join(to, ", ")))
}
