package fast

import "funmem/heap"

// maxRank is the largest rank that is compiled. Programs with more dimensions run on the
// reference engines.
const maxRank = 6

// dim is one (size : stride) pair of a view.
type dim struct{ n, s int }

// view is an array that lies in data with any strides: the element with index (y₁, …, y_q),
// each from 1, is data[base + Σ yₖ·d[k].s]. Slices and transpositions share data. In value
// mode every element is in data. In heap mode data is the block's cells, elements may lie
// outside, and blk is set.
type view struct {
	data []int64
	base int
	d    [maxRank]dim
	q    int

	store *memBlock // value mode: the storage; nil for an array from outside
	blk   *memBlock // heap mode: the block; value mode: the storage, if updates change some
	ver   uint64    // the version of blk for which the view is known to be whole; value mode: the version that it shows
	tried uint64    // the last version for which that was checked
	birth int64     // when the array was bound
	sure  int64     // the time up to which the elements are known to be unchanged
	lost  bool      // an element has changed since then
	void  void      // heap mode: which elements may be undefined
}

// shows makes v show elements of x. What is known about x then holds for v.
func (v *view) shows(x *view) {
	v.data, v.store, v.blk = x.data, x.store, x.blk
	v.ver, v.birth, v.sure, v.lost, v.void = x.ver, x.birth, x.sure, false, x.void
}

// count returns the number of elements. It fits an int, because views are made with it.
func (v *view) count() int { return v.rowCount(0) }

// rowCount returns the number of elements in the dimensions from k on.
func (v *view) rowCount(k int) int {
	n := 1
	for ; k < v.q; k++ {
		n *= v.d[k].n
	}
	return n
}

// first returns the position of the element (1, …, 1).
func (v *view) first() int {
	o := v.base
	for k := range v.q {
		o += v.d[k].s
	}
	return o
}

// lmad returns where the elements lie in the block.
func (v *view) lmad() heap.LMAD {
	l := heap.LMAD{Offset: v.first(), Dims: make([]heap.Dim, v.q)}
	for k, d := range v.d[:v.q] {
		l.Dims[k] = heap.Dim{Size: d.n, Stride: d.s}
	}
	return l
}

// rowMajor lays the dimensions out in row-major order from the start of data. Their sizes
// are set.
func (v *view) rowMajor() {
	s, o := 1, 0
	for k := v.q - 1; k >= 0; k-- {
		v.d[k].s = s
		o -= s
		s *= v.d[k].n
	}
	v.base = o
}

// dense tells whether the elements from dimension k on lie in row-major order.
func (v *view) dense(k int) bool {
	s := 1
	for j := v.q - 1; j >= k; j-- {
		if v.d[j].n != 1 && v.d[j].s != s {
			return false
		}
		s *= v.d[j].n
	}
	return true
}

// sameShape tells whether v has the sizes of w's dimensions from k on.
func (v *view) sameShape(w *view, k int) bool {
	if v.q != w.q-k {
		return false
	}
	for j := range v.q {
		if v.d[j].n != w.d[j+k].n {
			return false
		}
	}
	return true
}

// transpose swaps the outer two dimensions of x.
func (v *view) transpose(x *view) {
	*v = *x
	v.d[0], v.d[1] = x.d[1], x.d[0]
}

// permute makes dimension k of the result dimension p[k], from 1, of x.
func (v *view) permute(x *view, p []int) {
	*v = *x
	for k, from := range p {
		v.d[k] = x.d[from-1]
	}
}

// reverse reverses the outermost dimension of x: element y is element n + 1 − y of x.
func (v *view) reverse(x *view) {
	*v = *x
	n, s := x.d[0].n, x.d[0].s
	if n <= 1 {
		return
	}
	v.base, v.d[0].s = x.base+(n+1)*s, -s
}

// same tells whether the elements of v lie where those of x do.
func (v *view) same(x *view) bool {
	if !v.sameShape(x, 0) {
		return false
	}
	if v.count() == 0 {
		return true
	}
	for k, d := range v.d[:v.q] {
		if d.n > 1 && d.s != x.d[k].s {
			return false
		}
	}
	return v.blk == x.blk && v.first() == x.first()
}

// current ends the run in value mode if the storage holds another array by now: the result
// of an update, or an array of the next round.
func (v *view) current() {
	if v.blk != nil && v.blk.h == nil && v.ver != v.blk.ver {
		bail()
	}
}

// copyTo writes the elements in row-major order to the start of out, which is long enough.
func (v *view) copyTo(u *unit, out []int64) {
	v.current()
	n := v.count()
	switch {
	case n == 0:
	case v.dense(0):
		o := v.first()
		copyRun(u, out[:n], v.data, o, 1)
	default:
		v.copyDims(u, out, 0, v.base)
	}
}

// copyDims copies the dimensions from k on. base includes the dimensions before.
func (v *view) copyDims(u *unit, out []int64, k, base int) []int64 {
	n, s := v.d[k].n, v.d[k].s
	if k < v.q-1 {
		for y := 1; y <= n; y++ {
			out = v.copyDims(u, out, k+1, base+y*s)
		}
		return out
	}
	copyRun(u, out[:n], v.data, base+s, s)
	return out[n:]
}

// copyRun fills out with the elements at o, o + s, ….
func copyRun(u *unit, out, data []int64, o, s int) {
	for len(out) > 0 {
		part := out[:min(len(out), pollEvery)]
		u.tick(len(part))
		if s == 1 {
			copy(part, data[o:o+len(part)])
			o += len(part)
		} else {
			for j := range part {
				part[j] = data[o]
				o += s
			}
		}
		out = out[len(part):]
	}
}

// each visits the positions of the elements in row-major order until visit returns false.
// It tells whether visit never did.
func (v *view) each(visit func(o int) bool) bool {
	return v.count() == 0 || v.eachDims(0, v.base, visit)
}

func (v *view) eachDims(k, base int, visit func(o int) bool) bool {
	if k == v.q {
		return visit(base)
	}
	for y := 1; y <= v.d[k].n; y++ {
		if !v.eachDims(k+1, base+y*v.d[k].s, visit) {
			return false
		}
	}
	return true
}
