package fast

import "funmem/semantics/syntax"

// concat compiles let z = concat(x, …) under the value semantics. begin makes the array.
func (c *compiler) concat(v *view, e *syntax.Concat, begin func()) {
	xs, u := c.arrays(e.Xs), c.u
	c.emit(func() {
		begin()
		v.holds(xs)
		o := 0
		for _, x := range xs {
			x.copyTo(u, v.data[o:])
			o += x.count()
		}
	})
}

// arrays resolves operands that have to be arrays.
func (c *compiler) arrays(es []syntax.Expr) []*view {
	xs := make([]*view, len(es))
	for k, x := range es {
		xs[k] = c.array(x)
	}
	return xs
}

// holds ends the run unless v has the shape of the concatenation of xs.
func (v *view) holds(xs []*view) {
	rows := 0
	for _, x := range xs {
		if x.q != v.q {
			bail()
		}
		for k := 1; k < v.q; k++ {
			if x.d[k].n != v.d[k].n {
				bail()
			}
		}
		rows += x.d[0].n
	}
	if rows != v.d[0].n {
		bail()
	}
}

// concat is E-MEM-CONCAT: memcopy of each operand to its rows, unless it already lies
// there.
func (f *freshArray) concat() {
	xs := make([]*view, len(f.rows))
	for k, r := range f.rows {
		xs[k] = r.v
	}
	f.v.holds(xs)
	if !f.v.apart(0) {
		bail()
	}
	o := 0
	for _, x := range xs {
		x.solid()
		part := *f.v
		part.base += o * part.d[0].s
		part.d[0].n = x.d[0].n
		if x.meets(&part) != identical {
			f.copy(x, &part)
		}
		o += x.d[0].n
	}
}

// reshape compiles let z = reshape((d, …), x) under the value semantics: a copy.
func (c *compiler) reshape(v *view, e *syntax.Reshape, begin func()) {
	x, sizes, u := c.array(e.X), c.code(e.Dims), c.u
	c.emit(func() {
		begin()
		for k, n := range sizes {
			if n() != int64(v.d[k].n) {
				bail()
			}
		}
		if x.count() != v.count() {
			bail()
		}
		x.copyTo(u, v.data)
	})
}

// reshapeMem compiles a reshape under the heap semantics (E-MEM-RESHAPE).
func (c *compiler) reshapeMem(z *syntax.Binding, e *syntax.Reshape) {
	x, sizes := c.array(e.X), c.code(e.Dims)
	c.derive(z, c.newView(len(e.Dims)), func(v *view) { v.reshape(x, sizes) })
}

// code returns ints as code.
func (c *compiler) code(es []syntax.Expr) []intFn {
	fs := make([]intFn, len(es))
	for k, n := range c.ints(es) {
		fs[k] = emit(n)
	}
	return fs
}

// reshape makes v show the elements of x in row-major order with other sizes.
func (v *view) reshape(x *view, sizes []intFn) {
	l := x.lmad()
	v.shows(x)
	shape := make([]int, len(sizes))
	for k, size := range sizes {
		n := size()
		if n < 0 || n > mostWords {
			bail()
		}
		v.d[k], shape[k] = dim{n: int(n)}, int(n)
	}
	if product(v); v.count() != x.count() {
		bail()
	}
	r, ok := l.Reshape(shape)
	if !ok {
		bail()
	}
	v.base = r.Offset
	for k, d := range r.Dims {
		v.d[k].s = d.Stride
		v.base -= d.Stride
	}
}
