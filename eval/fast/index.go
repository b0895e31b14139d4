package fast

// emitIndex is x[y₁, …, y_q]. An index that is a variable plus a constant is added in
// place.
func emitIndex(n *node) intFn {
	v := n.v
	var r [maxRank]*int64
	var c [maxRank]int64
	affine := true
	for k, y := range n.at {
		var ok bool
		r[k], c[k], ok = y.affine()
		affine = affine && ok
	}
	switch {
	case affine && v.q == 1:
		return index1(v, r[0], c[0])
	case affine && v.q == 2:
		return index2(v, r[0], r[1], c[0], c[1])
	case affine && v.q == 3:
		return index3(v, [3]*int64(r[:]), [3]int64(c[:]))
	case v.q == 1:
		y := emit(n.at[0])
		return func() int64 {
			i := y()
			if uint64(i-1) >= uint64(v.d[0].n) {
				bail()
			}
			return v.read(v.base + int(i)*v.d[0].s)
		}
	}
	y := make([]intFn, len(n.at))
	for k := range y {
		y[k] = emit(n.at[k])
	}
	return func() int64 {
		o := v.base
		for k, y := range y {
			i := y()
			if uint64(i-1) >= uint64(v.d[k].n) {
				bail()
			}
			o += int(i) * v.d[k].s
		}
		return v.read(o)
	}
}

// read returns the element at position o, an index of the view. If the view is whole, its
// positions are in data; otherwise they are checked.
func (v *view) read(o int) int64 {
	if v.blk != nil && v.ver != v.blk.ver {
		v.look(o)
	}
	return v.data[o]
}

func index1(v *view, r *int64, c int64) intFn {
	return func() int64 {
		i := *r + c
		if uint64(i-1) >= uint64(v.d[0].n) {
			bail()
		}
		return v.read(v.base + int(i)*v.d[0].s)
	}
}

func index2(v *view, r0, r1 *int64, c0, c1 int64) intFn {
	return func() int64 {
		i, j := *r0+c0, *r1+c1
		if uint64(i-1) >= uint64(v.d[0].n) || uint64(j-1) >= uint64(v.d[1].n) {
			bail()
		}
		return v.read(v.base + int(i)*v.d[0].s + int(j)*v.d[1].s)
	}
}

func index3(v *view, r [3]*int64, c [3]int64) intFn {
	return func() int64 {
		i, j, l := *r[0]+c[0], *r[1]+c[1], *r[2]+c[2]
		if uint64(i-1) >= uint64(v.d[0].n) || uint64(j-1) >= uint64(v.d[1].n) || uint64(l-1) >= uint64(v.d[2].n) {
			bail()
		}
		return v.read(v.base + int(i)*v.d[0].s + int(j)*v.d[1].s + int(l)*v.d[2].s)
	}
}

// emitRealIndex is emitIndex for an array of f64s.
func emitRealIndex(n *node) realFn {
	v := n.v
	r0, c0, ok := n.at[0].affine()
	switch {
	case ok && v.q == 1:
		return func() float64 {
			i := *r0 + c0
			if uint64(i-1) >= uint64(v.d[0].n) {
				bail()
			}
			return double(v.read(v.base + int(i)*v.d[0].s))
		}
	case ok && v.q == 2:
		if r1, c1, ok := n.at[1].affine(); ok {
			return func() float64 {
				i, j := *r0+c0, *r1+c1
				if uint64(i-1) >= uint64(v.d[0].n) || uint64(j-1) >= uint64(v.d[1].n) {
					bail()
				}
				return double(v.read(v.base + int(i)*v.d[0].s + int(j)*v.d[1].s))
			}
		}
	}
	f := emitIndex(n)
	return func() float64 { return double(f()) }
}
