package heap

// Reshape gives an array at L the shape, with the elements in the same row-major
// order. The shape has as many elements as L. From the innermost dimension on,
// dimensions of L are merged until they have as many elements as some of the new
// ones. It is not ok when they are not row-major, or when a stride that is used
// does not fit. Dimensions of size 1 merge with anything.
func (l LMAD) Reshape(shape []int) (LMAD, bool) {
	r := LMAD{l.Offset, make([]Dim, len(shape))}
	for k, n := range shape {
		r.Dims[k].Size = n
	}
	if l.Empty() {
		return r, true
	}
	g := merged{old: l.Dims, stride: 1, n: 1}
	m := 1 // elements of the new dimensions of the group
	for k := len(shape) - 1; k >= 0; k-- {
		if shape[k] > 1 && m == g.n {
			g.start()
			m = 1
		}
		s, fits := mul(g.stride, m)
		if r.Dims[k].Stride = s; !fits {
			if r.Dims[k].Stride = 0; shape[k] > 1 {
				return LMAD{}, false
			}
		}
		if m, fits = mul(m, shape[k]); !fits {
			return LMAD{}, false
		}
		for g.n < m {
			if !g.grow() {
				return LMAD{}, false
			}
		}
	}
	return r, true
}

// merged is a group of dimensions of an LMAD as one of n elements.
type merged struct {
	old       []Dim // those that are not in a group yet
	last      Dim   // the outermost of the group
	stride, n int
}

// start makes a new group of the innermost dimension that is left.
func (g *merged) start() {
	g.pop()
	g.stride, g.n = g.last.Stride, g.last.Size
}

// grow adds the next dimension to the group, and tells whether it can be.
func (g *merged) grow() bool {
	want, fits := mul(g.last.Stride, g.last.Size)
	g.pop()
	var ok bool
	g.n, ok = mul(g.n, g.last.Size)
	return fits && ok && g.last.Stride == want
}

// pop takes the innermost dimension that is left and is not of size 1.
func (g *merged) pop() {
	for {
		k := len(g.old) - 1
		g.last, g.old = g.old[k], g.old[:k]
		if g.last.Size != 1 {
			return
		}
	}
}

// Rows are the n rows after the first o: slice_f(L, [o + 1 : n, …]).
func (l LMAD) Rows(o, n int) (LMAD, bool) {
	ix := make([]Ix, len(l.Dims))
	for k, d := range l.Dims {
		ix[k] = Ix{Off: 1, Size: d.Size, Stride: 1}
	}
	ix[0].Off, ix[0].Size = o+1, n
	return l.Slice(ix)
}
