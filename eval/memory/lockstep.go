package memory

import (
	"slices"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// bind is E, z ↦ v. Under Validate an array is compared with its value.
func (r *run) bind(z *syntax.Binding, v Val) {
	if z.Type != nil {
		v.E = z.Type.Elem
	}
	var meant *value.Array
	if r.shadow {
		meant = v.V
	}
	if r.Opts.Validate && v.IsArray() {
		v = r.compareBinding(z, v)
	}
	if r.T.Life != nil && v.IsArray() {
		r.T.Life.See(machine.Shown(z), z.Span, v.B, v.L)
	}
	r.Env.Bind(z, v)
	r.rec.bind(z)
	if r.Opts.References != nil && v.B != nil {
		r.Opts.References.Bind(z, v)
	}
	if r.Opts.Moments != nil {
		r.Opts.Moments.env.Bind(z, v)
	}
	if r.Opts.Watch != nil {
		r.Opts.Watch.Bind(z, v, meant)
	}
}

// bindNumber is E, x ↦ k, for an x that is always a number.
func (r *run) bindNumber(x *syntax.Binding, k num.Num) {
	r.Env.bindNumber(x, k)
	r.rec.bind(x)
	if r.Opts.Moments != nil {
		r.Opts.Moments.env.bindNumber(x, k)
	}
	if r.Opts.Watch != nil {
		r.Opts.Watch.Bind(x, Number(k), nil)
	}
}

// bindAll is E, x₁ ↦ E(y₁), …. All values are taken before the first is bound.
func (r *run) bindAll(x []*syntax.Binding, y []syntax.Expr) {
	vs := make([]Val, len(y))
	for k := range y {
		vs[k] = r.atom(y[k])
	}
	for k := range x {
		r.bind(x[k], vs[k])
	}
}

// compareBinding compares an array that is being bound, unless it has a claim.
func (r *run) compareBinding(z *syntax.Binding, v Val) Val {
	b := r.names[z]
	if b == nil {
		b = &finding.Binding{Name: machine.Shown(z), At: z.Span, Agrees: true}
		r.names[z] = b
		r.out.Bindings = append(r.out.Bindings, b)
	}
	if !r.shadow || v.V == nil {
		v.V = nil
		return v
	}
	if v.Claim != nil {
		b.Claimed++
		return v
	}
	if _, freed := v.B.Freed(); freed && v.V.Elems.Len() > 0 {
		b.Freed++
		b.Block = v.B.String()
		return v
	}
	b.Times++
	if d := r.compare(&v); d != nil {
		b.Agrees = false
		d.Array, d.At = machine.Shown(z), z.Span
		r.diverge(d)
		v.V = nil
	}
	return v
}

// use compares an array that is about to be read whole.
func (r *run) use(x syntax.Expr, v Val, site *heap.Site) {
	if !r.shadow || v.V == nil {
		return
	}
	if d := r.compare(&v); d != nil {
		d.Array, d.At, d.Use, d.Claim = site.Array, site.At, site.What, v.Claim
		r.diverge(d)
		return
	}
	if x, ok := x.(*syntax.Var); ok && r.Env.Knows(x.ID) {
		r.Env.Place(x.ID).checked = v.checked
	}
}

// compare finds the first element of v, in row-major order, that differs on the heap. What an undefined element
// shows does not matter. Elements outside the block do not matter until they are accessed. An array whose block
// was not written since the last comparison is not compared again.
func (r *run) compare(v *Val) *finding.Divergence {
	now := v.B.Version() + 1
	if v.checked == now {
		return nil
	}
	lo, hi, ok := v.L.Extent()
	whole := ok && lo >= 0 && hi < v.B.Len()
	want, have := v.V.Elems, v.B.Cells()
	k, at := 0, -1
	v.L.Each(func(off int) bool {
		if k++; k&0x3fff == 0 {
			r.poll()
		}
		if !whole && (off < 0 || off >= have.Len()) || value.Agrees(want.At(k-1), have.At(off)) || want.At(k-1).Equal(v.B.Shows(off, v.V.Elem == syntax.F64)) {
			return true
		}
		at = off
		return false
	})
	if err := r.budget.Elements(int64(k)); err != nil {
		panic(err)
	}
	if at < 0 {
		v.checked = now
		return nil
	}
	return &finding.Divergence{Index: nthIndex(v.V.Shape, k), Value: want.At(k - 1), Heap: have.At(at), Block: v.B.String(), In: v.B, Offset: at, LastWriter: finding.LastWriterOf(v.B, at)}
}

// diverge records the first divergence, and ends the lockstep.
func (r *run) diverge(d *finding.Divergence) {
	d.Around = r.where()
	r.out.Divergence = d
	r.Opts.Moments.meet(r, d)
	if r.Opts.Watch != nil {
		r.Opts.Watch.Diverged(d)
	}
	r.shadow, r.diverged = false, true
}

// inherit returns the value of checked for a derived array of x. All its elements are elements of x, so it counts
// as compared if x does.
func (r *run) inherit(x Val) uint64 {
	if r.shadow && x.checked == x.B.Version()+1 {
		return x.checked
	}
	return 0
}

// view returns (ℓ_x, L), an array derived from x. of is the function of Fig. 5 by which the value semantics
// derives it.
func (r *run) view(rule string, e syntax.Expr, x Val, L heap.LMAD, of func(*value.Array, *engine.Budget) *value.Array) Val {
	return Val{B: x.B, L: L, V: r.derived(rule, e, x, L.Count(), of), Claim: x.Claim, checked: r.inherit(x)}
}

// derived returns the value of an array of n elements derived from x.
func (r *run) derived(rule string, e syntax.Expr, x Val, n int, of func(*value.Array, *engine.Budget) *value.Array) *value.Array {
	if !r.shadow || x.V == nil {
		return nil
	}
	if err := engine.PanicIfInterrupted(r.budget.Grant(int64(n))); err != nil {
		r.tooMuch(rule, e, "the array `"+machine.Text(e)+"` of the value semantics", 8*int64(n), err)
	}
	return of(x.V, r.budget)
}

// changed returns (ℓ_x, L_x) for after a with. Its value is computed at once, because the heap is about to change.
// Whether it counts as compared is decided when the heap has changed.
func (r *run) changed(e *syntax.With, x, v Val, ix []machine.Ix) func() Val {
	agreed := r.inherit(x) != 0
	var V *value.Array
	if v.IsNumber() || v.V != nil {
		V = r.derived("E-MEM-WITH", e, x, x.L.Count(), func(a *value.Array, b *engine.Budget) *value.Array {
			return value.With(a, ix, value.Val{I: v.I, A: v.V}, b)
		})
	}
	return func() Val { return Val{B: x.B, L: x.L, V: V, Claim: x.Claim, checked: r.kept(x, agreed)} }
}

// kept returns the value of checked for the result of a with. It counts as compared if all of x did before and no
// two elements of x share a location: then only the new elements have changed.
func (r *run) kept(x Val, agreed bool) uint64 {
	if !agreed || !r.shadow {
		return 0
	}
	if overlaps, known := x.L.SelfOverlaps(); overlaps || !known {
		return 0
	}
	return x.B.Version() + 1
}

// defined stops as stuck if the element at index y of x is undefined in the value semantics. A rule is about to
// read it as a number.
func (r *run) defined(rule string, e syntax.Expr, x Val, y []int, X syntax.Node) {
	if r.shadow && x.V != nil {
		if v := x.V.Elems.At(position(x.V.Shape, y)); v.IsUndefined() {
			d := machine.Unwritten(rule, e, called(X), y, v)
			if off, ok := x.L.At(y...); ok {
				d.Note(diag.Span{}, "the heap has it at offset %d of block `%s`", off, x.B)
			}
			panic(d)
		}
	}
}

// row sets row i of the value of a fresh array to v.
func (p *place) row(i int, v Val) {
	switch {
	case p.V == nil:
	case v.IsNumber():
		p.V.Elems.Set(i-1, v.I)
	case v.V == nil:
		p.V = nil
	default:
		n := v.V.Elems.Len()
		for k := range n {
			p.V.Elems.Set((i-1)*n+k, v.V.Elems.At(k))
		}
	}
}

// rows sets the rows of the value of a fresh array, after the first o, to v.
func (p *place) rows(o int, v Val) {
	switch {
	case p.V == nil:
	case v.V == nil:
		p.V = nil
	default:
		from := 0
		if n := p.V.Shape[0]; n > 0 {
			from = o * (p.V.Elems.Len() / n)
		}
		for k := range v.V.Elems.Len() {
			p.V.Elems.Set(from+k, v.V.Elems.At(k))
		}
	}
}

// Resync gives the global arrays their values from the value semantics, so that lockstep goes on after a
// divergence. It fails if a global integer or shape differs, because then one environment is not enough.
func (m *Machine) Resync(E value.Env) (ok bool) {
	ok = true
	for _, id := range m.globals {
		switch v := m.Env.Place(id); {
		case v.IsArray():
			v.V, v.checked = E.Of(id).A, 0
			if v.V != nil && !slices.Equal(v.V.Shape, v.L.Shape()) {
				v.V, ok = nil, false
			}
		case v.IsNumber() && E.Of(id).A == nil && !E.Of(id).I.Equal(v.I):
			ok = false
		}
	}
	m.diverged = !ok
	return ok
}

// nth returns the index of element number k of an array with the given dimensions, in row-major order. The
// returned slice is reused.
func (r *run) nth(dims []heap.Dim, k int) []int {
	r.ys = r.ys[:0]
	for range dims {
		r.ys = append(r.ys, 1)
	}
	for d, rest := len(dims)-1, k-1; d >= 0; d-- {
		r.ys[d] = rest%dims[d].Size + 1
		rest /= dims[d].Size
	}
	return r.ys
}

// position returns the position of the element with index y in row-major order, from 0.
func position(shape, y []int) int {
	p := 0
	for d, n := range shape {
		p = p*n + y[d] - 1
	}
	return p
}

// nthIndex returns the index of element number k of an array with the given shape.
func nthIndex(shape []int, k int) []int {
	y := make([]int, len(shape))
	for d, rest := len(shape)-1, k-1; d >= 0; d-- {
		y[d] = rest%shape[d] + 1
		rest /= shape[d]
	}
	return y
}
