package memory

import (
	"fmt"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// atom is E(x), for a variable or a constant.
func (r *run) atom(x syntax.Expr) Val {
	switch x := x.(type) {
	case *syntax.Var:
		return r.Env.Of(x.ID)
	case *syntax.RealLit:
		return Number(r.arith.Real(x))
	}
	return Number(x.(*syntax.IntLit).Val)
}

// array is E(x) = (ℓ_x, L_x).
func (r *run) array(x syntax.Expr) Val { return r.atom(x) }

// scalar is E(se).
func (r *run) scalar(rule string, se syntax.Expr) num.Num {
	switch se := se.(type) {
	case *syntax.Var:
		return r.Env.Of(se.ID).I
	case *syntax.IntLit:
		return se.Val
	}
	return r.arith.Scalar(rule, se, r.lookup)
}

// index returns E(y₁), …, E(y_n), within the bounds of x. The returned slice is reused.
func (r *run) index(e *syntax.Index, x Val) []int {
	r.ys = r.ys[:0]
	for d, y := range e.At {
		k, ok := r.atom(y).I.Int64()
		if !ok || k < 1 || k > int64(x.L.Dims[d].Size) {
			r.outside(e, x)
		}
		r.ys = append(r.ys, int(k))
	}
	return r.ys
}

// outside stops as stuck at an index that is out of the bounds of x.
func (r *run) outside(e *syntax.Index, x Val) {
	k := make([]num.Num, len(e.At))
	for d, y := range e.At {
		k[d] = r.atom(y).I
	}
	machine.CheckIndex("E-MEM-INDEX", e, x.L.Shape(), k)
}

// slice returns the values E of the indices of a slice, within the bounds of x.
func (r *run) slice(e *syntax.Slice, x Val) []machine.Ix {
	return machine.CheckSlice("E-MEM-SLICE", e, x.L.Shape(), r.ixs(e.At))
}

// ixs returns the values E of the indices of a slice.
func (r *run) ixs(at []syntax.Ix) []machine.IxVal {
	ix := make([]machine.IxVal, len(at))
	for d, a := range at {
		ix[d].Off = r.atom(a.Off).I
		if a.Kind == syntax.IxFix {
			ix[d].Fix = true
			continue
		}
		if a.Kind == syntax.IxFlat {
			for _, f := range a.Dims {
				ix[d].Flat = append(ix[d].Flat, [2]num.Num{r.atom(f.Size).I, r.atom(f.Stride).I})
			}
			continue
		}
		ix[d].Size, ix[d].Stride = r.atom(a.Size).I, num.Of(1)
		if a.Stride != nil {
			ix[d].Stride = r.atom(a.Stride).I
		}
	}
	return ix
}

func heapIx(ix []machine.Ix) []heap.Ix {
	out := make([]heap.Ix, len(ix))
	for k, x := range ix {
		out[k] = heap.Ix(x)
	}
	return out
}

// bound is E(n), the number of iterations or elements of e.
func (r *run) bound(rule string, e, n syntax.Expr) int { return machine.Bound(rule, e, r.atom(n).I) }

// fresh allocates the block of y.
func (r *run) fresh(y *syntax.Binding, e *syntax.Alloc, m num.Num) *heap.Block {
	what := "the size of block `" + y.Written() + "`"
	if y.Text == "" { // FUN -> FUNMEM made it
		what = "the size of the block of this array"
	}
	n := machine.Cells("E-MEM-ALLOC", e, what, y.Written(), m)
	b, err := r.T.Alloc(y.Written(), y.Span, n)
	if engine.PanicIfInterrupted(err) != nil {
		r.tooMuch("E-MEM-ALLOC", e, fmt.Sprintf("block `%s` of %d locations", y.Written(), n), 8*int64(n), err)
	}
	r.changedHeap()
	if r.Opts.References != nil {
		r.Opts.References.Alloc(y, b)
	}
	return b
}

// place is where a fresh array goes: E(z_mem), E(L_z).
type place struct {
	z *syntax.Binding
	B *heap.Block
	L heap.LMAD
	V *value.Array // filled along with the block; nil if its values are not known
}

// val returns the array in the place.
func (p *place) val() Val { return Val{B: p.B, L: p.L, V: p.V} }

// places returns the places of the fresh arrays, whose outer size is k.
func (r *run) places(rule string, e syntax.Expr, pat []*syntax.Binding, k int) []place {
	out := make([]place, len(pat))
	for j, z := range pat {
		out[j] = r.place(rule, e, z)
		if n := out[j].L.Dims[0].Size; n != k {
			panic(machine.Stuck(rule, e, "`%s` has %d rows by its annotation, and %d are to be written", z.Written(), n, k))
		}
	}
	return out
}

func (r *run) place(rule string, e syntax.Expr, z *syntax.Binding) place {
	p := place{z: z, B: r.atom(z.Type.Mem.Block).B, L: r.lmad(rule, e, z)}
	if r.shadow {
		shape := p.L.Shape()
		n, ok := machine.Count(shape)
		if err := engine.PanicIfInterrupted(r.budget.Grant(int64(n))); !ok || n > machine.MostCells || err != nil {
			panic(machine.TooBig(rule, e, shape, err))
		}
		p.V = value.MakeArray(z.Type.Elem, shape, r.budget)
	}
	return p
}

// lmad returns E(L_z), from the annotation of z.
func (r *run) lmad(rule string, e syntax.Expr, z *syntax.Binding) heap.LMAD {
	l := z.Type.Mem.L
	L := heap.LMAD{Dims: make([]heap.Dim, len(l.Dims))}
	for d, dim := range l.Dims {
		k := r.scalar(rule, dim.Size)
		L.Dims[d].Size = machine.Size(rule, e, k, func() string { return fmt.Sprintf("the size of dimension %d of `%s`", d+1, z.Written()) })
	}
	empty := L.Empty()
	for d, dim := range l.Dims {
		if n := L.Dims[d].Size; !empty && n > 1 {
			L.Dims[d].Stride = r.part(rule, e, z, "stride", dim.Stride)
		} else if s, ok := r.scalar(rule, dim.Stride).Int64(); ok {
			L.Dims[d].Stride = int(s)
		}
	}
	if empty {
		r.scalar(rule, l.Offset) // it has a value, but no access uses it
		return L
	}
	L.Offset = r.part(rule, e, z, "offset", l.Offset)
	return L
}

// part returns a number of an LMAD that an access uses.
func (r *run) part(rule string, e syntax.Expr, z *syntax.Binding, what string, se syntax.Expr) int {
	k := r.scalar(rule, se)
	n, ok := k.Int64()
	if !ok {
		panic(beyond(rule, e, "the %s %s of `%s` is beyond 64 bits", what, k.Brief(), z.Written()))
	}
	return int(n)
}

// beyond is a stuck state for a number that is too large for an offset or a stride here. Proofs assume that these have no bound.
func beyond(rule string, e syntax.Expr, format string, args ...any) *diag.Diagnostic {
	d := machine.Stuck(rule, e, format, args...)
	d.Cause = diag.Overflow
	return d
}

// read is H[ℓ_x, k] for the element y of x, with the trace {(ℓ_x, k)}.
func (r *run) read(rule string, e syntax.Expr, x Val, y []int, k int, site *heap.Site) num.Num {
	h, err := r.T.Read(x.B, k, site, y)
	return r.seen(rule, e, x, y, k, site, h, err)
}

// fetch is read for an element that is copied and may be undefined.
func (r *run) fetch(rule string, e syntax.Expr, x Val, y []int, k int, site *heap.Site) num.Num {
	h, err := r.T.Fetch(x.B, k, site, y)
	return r.seen(rule, e, x, y, k, site, h, err)
}

// seen returns h, the result of a read, after comparing it with the value semantics.
func (r *run) seen(rule string, e syntax.Expr, x Val, y []int, k int, site *heap.Site, h num.Num, err error) num.Num {
	if err != nil {
		r.refuse(rule, e, err, x)
	}
	r.rec.access(x.B, k, false)
	if r.shadow && x.V != nil {
		value.Settle(x.V, r.budget)
		if v := x.V.Elems.At(position(x.V.Shape, y)); !value.Agrees(v, h) {
			r.diverge(&finding.Divergence{Array: site.Array, At: site.At, Use: site.What, Index: slices.Clone(y), Value: v, Heap: h, Block: x.B.String(), In: x.B, Offset: k, LastWriter: finding.LastWriterOf(x.B, k), Claim: x.Claim})
		}
	}
	return h
}

// memcopy is memcopy(H, E(src), ℓ, index_f(L, i)) (eq. 5) for the fresh array
// dst, with its trace.
func (r *run) memcopy(rule string, src syntax.Expr, dst *place, i int, at sites) {
	v := r.atom(src)
	L, ok := dst.L.Index(i)
	r.fits(rule, src, ok, dst.z, dst.L, i)
	from := heap.Source{K: v.I}
	if v.IsArray() {
		from = heap.Source{Block: v.B, L: v.L, Site: at.from}
		r.use(src, v, at.from)
		r.rec.image(v.B, v.L, false)
	}
	r.i[0] = i
	to := heap.Dest{Block: dst.B, L: L, Site: at.to, Prefix: r.i[:]}
	met, err := r.T.Memcopy(from, to)
	if err != nil {
		r.refuse(rule, src, err, v)
	}
	r.rec.image(dst.B, L, true)
	r.changedHeap()
	if r.rec != nil {
		r.premise(func() derive.Condition { return r.judgeMemcopy(v, dst, i, L) })
	}
	r.warnOverlap(met, from, to, nil)
	dst.row(i, v)
}

// result is E(x) for a result of the program. An array is compared as a whole. Its elements
// must lie in its block; a warning says so if it does not meet the other demands of Def.
// 3.1.
func (r *run) result(x syntax.Expr) Val {
	v := r.atom(x)
	if !v.IsArray() {
		return v
	}
	n, ok := machine.Count(v.L.Shape())
	if err := engine.PanicIfInterrupted(r.budget.Grant(int64(n))); !ok || err != nil { // it will be shown
		panic(machine.TooBig("E-MEM-PROG", x, v.L.Shape(), err))
	}
	if _, ok := v.B.Cells().Words(v.IsReal()); !ok || !v.inBlock() {
		if _, err := v.B.View(v.L, v.IsReal()); err != nil {
			r.refuse("E-MEM-PROG", x, err, v)
		}
	}
	site := &heap.Site{What: "result `" + machine.Text(x) + "`", Array: machine.Text(x), At: x.GetSpan(), Real: v.IsReal()}
	r.use(x, v, site)
	r.warnResult(v, site)
	return v
}

// enterKernel starts an instance of a kernel, or of a construct defined as a kernel. It
// returns the order of its iterations.
func (r *run) enterKernel(pat []*syntax.Binding, e syntax.Expr, k int) (order func(t int) int) {
	r.instances++
	if !r.Opts.Schedule.IsForward() {
		if err := engine.PanicIfInterrupted(r.budget.Grant(int64(k))); err != nil {
			r.refuse("E-MEM-KERNEL", e, err)
		}
	}
	info := r.kernelOf(pat, e)
	racy := r.T.Declare(info).Racy
	r.T.EnterKernel(info, k)
	r.rec.enterKernel(k)
	r.around = append(r.around, frame{Frame: machine.Frame{What: info.Binds, At: info.At}, kernel: info, racy: racy})
	if err := r.budget.Take(int64(k), func() { order = r.Opts.Schedule.Order(k, r.instances) }); err != nil {
		panic(err)
	}
	return order
}

// iteration starts iteration i of the innermost kernel.
func (r *run) iteration(i int) {
	r.poll()
	r.T.Iteration(i)
	r.rec.iteration(i)
	r.turn(i)
}

// turn makes i the current iteration or round of the innermost kernel, loop or fold.
func (r *run) turn(i int) {
	f := &r.around[len(r.around)-1]
	f.I, f.begun = i, false
	if r.Opts.Watch != nil {
		r.Opts.Watch.Turn(f.Frame)
	}
}

// leaveKernel ends the innermost kernel. By now racefree is decided.
func (r *run) leaveKernel() {
	r.T.LeaveKernel()
	r.rec.leaveKernel()
	f := r.around[len(r.around)-1]
	r.around = r.around[:len(r.around)-1]
	r.premise(func() derive.Condition { return r.judgeRacefree(r.T.Declare(f.kernel), f.racy) })
}
