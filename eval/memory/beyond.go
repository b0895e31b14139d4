package memory

import (
	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// E-MEM-PERMUTE (ours):
//
//	E(x) = (ℓ_x, L_x)   E' = E, z ↦ (ℓ_x, permute_f(L_x, p₁, …, p_n))
//	────────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : τ) = permute((p₁, …, p_n), x) ⇓ E'; H; ⟨∅, ∅⟩
func (r *run) memPermute(z *syntax.Binding, e *syntax.Permute) {
	x := r.array(e.X)
	r.bind(z, r.view("E-MEM-PERMUTE", e, x, x.L.Permute(e.Perm), func(v *value.Array, b *engine.Budget) *value.Array { return value.Permute(v, e.Perm, b) }))
}

// E-MEM-REVERSE (ours):
//
//	E(x) = (ℓ_x, k₀ + {(k₁ : k₂) …})   E' = E, z ↦ (ℓ_x, k₀ + (k₁ − 1)·k₂ + {(k₁ : −k₂) …})
//	───────────────────────────────────────────────────────────────────────────────────────
//	E; H ⊢ let (z : τ) = reverse x ⇓ E'; H; ⟨∅, ∅⟩
func (r *run) memReverse(z *syntax.Binding, e *syntax.Reverse) {
	x := r.array(e.X)
	L, ok := x.L.Reverse()
	r.fits("E-MEM-REVERSE", e, ok, e.X, x.L)
	r.bind(z, r.view("E-MEM-REVERSE", e, x, L, value.Reverse))
}

// E-MEM-IOTA (ours): defined by iota n ≡ kernel i <= n do in (i); iteration i writes i.
func (r *run) memIota(z *syntax.Binding, e *syntax.Iota) {
	n := r.bound("E-MEM-IOTA", e, e.N)
	pat := []*syntax.Binding{z}
	dst := r.places("E-MEM-IOTA", e, pat, n)
	r.lookups("E(n)", e.N)
	r.judgePlaces(dst...)
	order := r.enterKernel(pat, e, n)
	for t := range n {
		i := order(t)
		r.iteration(i)
		r.store("E-MEM-IOTA", e, &dst[0], i, num.Of(int64(i)), r.copySites(e, 0, z))
	}
	r.leaveKernel()
	r.bind(z, dst[0].val())
}

// E-MEM-COPY (ours): defined by copy x ≡ kernel y₁ <= z₁ … do in (x[y₁, …]). The kernels
// are one kernel here. Its iteration i reads and writes element i in row-major order.
func (r *run) memCopy(z *syntax.Binding, e *syntax.Copy) {
	x := r.array(e.X)
	pat := []*syntax.Binding{z}
	dst := r.place("E-MEM-COPY", e, z)
	n := x.L.Count()
	r.judgeArray(e.X)
	r.judgePlaces(dst)
	order := r.enterKernel(pat, e, n)
	for t := range n {
		i := order(t)
		r.iteration(i)
		r.copyElement(e, x, &dst, i, r.copySites(e, 0, z))
	}
	r.leaveKernel()
	r.T.Moves(x.B, x.L, dst.B, dst.L)
	dst.V = x.V
	r.bind(z, dst.val())
}

// E-MEM-REPLICATE (ours): defined by kernel i <= n do in (x); iteration i copies x to row
// i.
func (r *run) memReplicate(z *syntax.Binding, e *syntax.Replicate) {
	n := r.bound("E-MEM-REPLICATE", e, e.N)
	pat := []*syntax.Binding{z}
	dst := r.places("E-MEM-REPLICATE", e, pat, n)
	r.lookups("E(n)", e.N)
	r.lookups("E(x)", e.X)
	r.judgePlaces(dst...)
	order := r.enterKernel(pat, e, n)
	for t := range n {
		i := order(t)
		r.iteration(i)
		r.memcopy("E-MEM-REPLICATE", e.X, &dst[0], i, r.copySites(e, 0, z))
	}
	r.leaveKernel()
	r.bind(z, dst[0].val())
}

// E-MEM-LITERAL (ours): (H_k, R_k, W_k) = memcopy(H_{k-1}, E(x_k), z_mem, index_f(L_z, k))
// for each element x_k in order. The accesses belong to the enclosing iteration.
func (r *run) memLiteral(z *syntax.Binding, e *syntax.Literal) {
	dst := r.places("E-MEM-LITERAL", e, []*syntax.Binding{z}, len(e.Elems))
	r.judgePlaces(dst...)
	for k, x := range e.Elems {
		if k%1024 == 1023 {
			r.poll()
		}
		r.memcopy("E-MEM-LITERAL", x, &dst[0], k+1, r.copySites(e, k, z))
	}
	r.bind(z, dst[0].val())
}

// E-MEM-CALL (ours): the statements of the function run under E, with the parameters bound
// to the arguments, including blocks and LMADs. The results are E_s of the body's results.
// Under Validate, an argument must show the same as before the call, unless its parameter
// has a star.
func (r *run) memCall(z []*syntax.Binding, e *syntax.Call) {
	f := r.function(e)
	r.out.Called[f.Name] = true
	r.lookups("E(e_i)", e.Args...)
	r.rec.call()
	r.sizes(f, e.Args)
	r.around = append(r.around, frame{Frame: machine.Frame{At: e.Span, Call: f}})
	if r.Opts.Watch != nil {
		r.Opts.Watch.Turn(r.around[len(r.around)-1].Frame)
	}
	r.bindAll(f.Params, e.Args)
	args := r.lend(f)
	defer unwatch(args)
	r.into(f.Body)
	r.stms(f.Body)
	r.around = r.around[:len(r.around)-1]
	r.unchanged(f, e, args)
	r.bindAll(z, f.Body.Res)
	r.left(f.Body, f.Params...)
}

// E-MEM-CHECK (ours): E(x) = E(y), without an access.
func (r *run) memCheck(s *syntax.Check) {
	x, y := r.scalar("E-MEM-CHECK", s.X), r.scalar("E-MEM-CHECK", s.Y)
	if !x.Equal(y) {
		panic(machine.CheckFailed("E-MEM-CHECK", s, x, y, func(e syntax.Expr) num.Num { return r.scalar("E-MEM-CHECK", e) }))
	}
}

// E-MEM-FREE (ours). The enclosing iteration and call must have allocated the block:
//
//	E(x) = ℓ   ℓ ∈ dom(H)   H' = H without ℓ
//	────────────────────────────────────────
//	E; H ⊢ free x ⇓ E; H'; ⟨∅, ∅⟩
func (r *run) memFree(s *syntax.Free) {
	l := r.atom(s.Block).B
	r.notLent(s, l)
	r.Opts.Moments.frees(r, l)
	if err := r.T.Free(l, &heap.End{Name: machine.Text(s.Block), At: s.Span}); err != nil {
		panic(notFreed(s, l, err))
	}
	r.lookups("E(x) = ℓ", s.Block)
	r.premise(func() derive.Condition {
		return derive.Condition{Form: "ℓ ∈ dom(H)", Left: l.String(), Rel: "∈", Right: "dom(" + heapName(r.rec.heap) + ")"}
	})
	r.changedHeap()
	r.premise(func() derive.Condition {
		return derive.Equal("H' = H without ℓ", heapName(r.rec.heap), heapName(r.rec.heap-1)+" without "+l.String())
	})
}

// function finds the function of a call.
func (r *run) function(e *syntax.Call) *syntax.Def {
	f, ok := r.Defs.Lookup(e.Fn)
	if !ok {
		panic(machine.Stuck("E-MEM-CALL", e, "there is no function `%s`", e.Fn))
	}
	return f
}

// sizes binds each size parameter to the dimension of the first argument whose parameter
// has it as a dimension.
func (r *run) sizes(f *syntax.Def, args []syntax.Expr) {
	for _, n := range f.Sizes {
		r.Env.Bind(n, Number(num.Of(int64(r.fixedBy(n, f, args)))))
		r.rec.bind(n)
	}
}

func (r *run) fixedBy(n *syntax.Binding, f *syntax.Def, args []syntax.Expr) int {
	if k, dim, ok := f.FixedBy(n); ok {
		return r.atom(args[k]).L.Dims[dim].Size
	}
	panic(machine.Stuck("E-MEM-CALL", f, "no argument of `%s` fixes the size `%s`", f.Name, n.Written()))
}

// store writes the integer k to element i of an array of rank 1.
func (r *run) store(rule string, e syntax.Expr, dst *place, i int, k num.Num, at sites) {
	off, ok := dst.L.At(i)
	r.fits(rule, e, ok, dst.z, dst.L, i)
	r.i[0] = i
	r.write(rule, e, dst, off, k, r.i[:], at)
	if dst.V != nil {
		dst.V.Elems.Set(i-1, k)
	}
}

// copyElement copies element number i of x, in row-major order, to its place in dst.
func (r *run) copyElement(e *syntax.Copy, x Val, dst *place, i int, at sites) {
	y := r.nth(x.L.Dims, i)
	from, ok := x.L.At(y...)
	to, fits := dst.L.At(y...)
	r.fits("E-MEM-COPY", e, ok, e.X, x.L, y...)
	r.fits("E-MEM-COPY", e, fits, dst.z, dst.L, y...)
	k := r.fetch("E-MEM-COPY", e, x, y, from, at.from)
	r.write("E-MEM-COPY", e, dst, to, k, y, at)
}

// write sets H[ℓ, off] to k, with the trace {(ℓ, off)}, for element y of dst.
func (r *run) write(rule string, e syntax.Expr, dst *place, off int, k num.Num, y []int, at sites) {
	if err := r.T.Write(dst.B, off, k, at.to, y); err != nil {
		r.refuse(rule, e, err)
	}
	r.rec.access(dst.B, off, true)
	r.changedHeap()
	if r.rec != nil {
		r.premise(func() derive.Condition { return r.judgeWrite(dst.B, off, k) })
	}
}
