package fast

import (
	"funmem/eval/engine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// fresh compiles an expression that makes an array under the value semantics.
func (c *compiler) fresh(pat []*syntax.Binding, e syntax.Expr) {
	if k, ok := e.(*syntax.Kernel); ok {
		shapes := make([][]intFn, len(pat))
		for j, x := range pat {
			shapes[j] = c.dims(x.Type)
		}
		for j, o := range c.kernel(k, shapes) {
			c.body.sites[o.dst] = o.site
			c.names.arrs[pat[j].ID] = o.dst
		}
		return
	}
	v, s := c.newView(pat[0].Type.Rank()), c.newSite()
	if v.q == 0 {
		panic(unsupported{})
	}
	u, dims := c.u, c.dims(pat[0].Type)
	begin := func() {
		v.setSizes(dims)
		s.place(v)
	}
	switch e := e.(type) {
	case *syntax.Iota:
		n := emit(c.int(e.N))
		c.emit(func() {
			begin()
			if n() != int64(len(v.data)) {
				bail()
			}
			for i := range v.data {
				if i%pollEvery == 0 {
					u.tick(pollEvery)
				}
				v.data[i] = int64(i + 1)
			}
		})
	case *syntax.Scratch:
		sizes, hole := c.ints(e.Dims), num.Hole(e.Elem == syntax.F64)
		code := make([]intFn, len(sizes))
		for k, n := range sizes {
			code[k] = emit(n)
		}
		c.emit(func() {
			begin()
			v.fits(code)
			v.hole(u, hole)
		})
	case *syntax.Copy:
		x := c.array(e.X)
		c.emit(func() {
			begin()
			if !x.sameShape(v, 0) {
				bail()
			}
			x.copyTo(u, v.data)
		})
	case *syntax.Replicate:
		n, rows := emit(c.int(e.N)), []row{c.row(e.X)}
		c.emit(func() {
			begin()
			if n() != int64(v.d[0].n) {
				bail()
			}
			if v.d[0].n > 0 {
				v.fill(u, rows)
			} else if rows[0].n != nil {
				rows[0].n() // it may be stuck
			}
		})
	case *syntax.Literal:
		rows := make([]row, len(e.Elems))
		for k, x := range e.Elems {
			rows[k] = c.row(x)
		}
		c.emit(func() {
			begin()
			if len(rows) != v.d[0].n {
				bail()
			}
			v.fill(u, rows)
		})
	case *syntax.Concat:
		c.concat(v, e, begin)
	case *syntax.Reshape:
		c.reshape(v, e, begin)
	default:
		panic(unsupported{})
	}
	c.body.sites[v] = s
	c.names.arrs[pat[0].ID] = v
}

// row is an element of a literal or of replicate: an int or an array.
type row struct {
	n intFn
	v *view
}

func (c *compiler) row(e syntax.Expr) row {
	if c.isArray(e) {
		return row{v: c.array(e)}
	}
	return row{n: emit(c.int(e))}
}

// fill writes the rows to v, which lies in row-major order, and repeats the last row until
// v is full.
func (v *view) fill(u *unit, rows []row) {
	w := v.rowCount(1)
	for j := range v.d[0].n {
		u.tick(1)
		r := rows[min(j, len(rows)-1)]
		switch {
		case r.v == nil && v.q != 1 || r.v != nil && !r.v.sameShape(v, 1):
			bail()
		case j >= len(rows):
			copyRun(u, v.data[j*w:(j+1)*w], v.data, (j-1)*w, 1)
		case r.v == nil:
			v.data[j] = r.n()
		default:
			r.v.copyTo(u, v.data[j*w:(j+1)*w])
		}
	}
}

// loop is a kernel.
type loop struct {
	u     *unit
	x     *int64 // the index
	bound intFn
	body  []stmFn
	outs  []*out

	twins  []*loop // copies of it for other threads
	pace   pace    // how fast it was so far
	strip  *strip  // the body for many iterations together, or nil
	weight int     // steps that one iteration counts
	chunk  int     // how many iterations are counted together

	// In heap mode:
	writes   []*mem // blocks from outside that it may write
	stats    kernelStats
	schedule engine.Schedule
	native   *native  // or nil
	speed    [2]speed // by native code, and otherwise
}

// out is a result of a kernel.
type out struct {
	dst   *view   // the result array
	shape []intFn // its sizes, from its type
	site  *site   // the storage of the array; value mode
	n     intFn   // an int row, or
	row   *view   // an array row,
	made  *site   // that may be made in its place
	at    int     // the place of the current row in dst

	// In heap mode:
	to     *mem
	l      *layout
	copier *copier
}

// kernel compiles a kernel under the value semantics. Its results have the given shapes.
func (c *compiler) kernel(k *syntax.Kernel, shapes [][]intFn) []*out {
	wrote := c.wrote
	l := c.kernelLoop(k, shapes)
	if wrote != c.wrote {
		c.flush()
	}
	c.twins(l, k, shapes)
	c.emit(l.run)
	return l.outs
}

// kernelLoop compiles the iterations of a kernel.
func (c *compiler) kernelLoop(k *syntax.Kernel, shapes [][]intFn) *loop {
	l := c.newLoop(k)
	c.nested++
	l.compile(c, k, func() { l.results(c, k.Body.Res, shapes) })
	l.strip = c.strips(k, func(p *stripper) { p.results(l, k.Body.Res) })
	c.nested--
	return l
}

func (c *compiler) newLoop(k *syntax.Kernel) *loop {
	if len(k.Index) != 1 {
		panic(unsupported{})
	}
	l := &loop{u: c.u, x: new(int64), bound: emit(c.int(k.Index[0].N))}
	c.names.ints[k.Index[0].X.ID] = register(l.x)
	return l
}

// compile compiles the body. done compiles what comes at its end.
func (l *loop) compile(c *compiler, k *syntax.Kernel, done func()) {
	before := c.size
	l.body = c.compileBody(k.Body, done)
	l.weight = 1 + (c.size-before)/8
	l.chunk = max(1, chunk/l.weight)
}

// results compiles what the body of a kernel gives.
func (l *loop) results(c *compiler, res []syntax.Expr, shapes [][]intFn) {
	if len(res) != len(shapes) {
		panic(unsupported{})
	}
	for j, e := range res {
		o := &out{dst: c.newView(len(shapes[j])), shape: shapes[j], site: c.newSite()}
		if c.isArray(e) {
			o.row = c.array(e)
			if s := c.body.sites[o.row]; s != nil && s.into == nil {
				s.into, o.made = o, s
			}
		} else {
			o.n = emit(c.int(e))
		}
		rank := 1
		if o.row != nil {
			rank += o.row.q
		}
		if rank != len(shapes[j]) {
			panic(unsupported{})
		}
		l.outs = append(l.outs, o)
	}
}

// chunk is how many iterations of a short body are counted together.
const chunk = 1024

// run evaluates the kernel (E-KERNEL).
func (l *loop) run() {
	n := l.bound()
	if n < 0 {
		bail()
	}
	for _, o := range l.outs {
		o.dst.setSizes(o.shape)
		if int64(o.dst.d[0].n) != n {
			bail()
		}
		o.site.place(o.dst)
	}
	switch {
	case !l.large(n):
		l.some(1, n)
	case l.pace.parallel(n):
		l.pace.timed(n, true, func() bool { l.onThreads(n); return true })
	default:
		l.pace.timed(n, false, func() bool { l.some(1, n); return true })
	}
}

// some runs iterations first to last.
func (l *loop) some(first, last int64) {
	done := first - 1
	if l.inStrips(last - done) {
		done = l.together(first, last)
	}
	for lo := done + 1; lo <= last; lo += int64(l.chunk) {
		hi := min(last, lo+int64(l.chunk)-1)
		l.u.tick(int(hi-lo+1) * l.weight)
		l.apart(lo, hi)
	}
}

// longRow is how many elements make a row long enough for strips of its own.
const longRow = 48

// inStrips tells whether n iterations should run in strips. Long rows do so themselves.
func (l *loop) inStrips(n int64) bool {
	if l.strip == nil || n < int64(fewest) {
		return false
	}
	for _, o := range l.outs {
		if o.dst.rowCount(1) >= longRow {
			return false
		}
	}
	return true
}

// together runs iterations in strips, from first to last or earlier, and returns the last one that it did.
func (l *loop) together(first, last int64) (done int64) {
	s := l.strip
	s.begin()
	done = first - 1
	for done < last && s.useful() {
		k := int64(s.run(done+1, last))
		if k == 0 && s.plain != nil && s.short() {
			s = s.plain
			s.begin()
			continue
		}
		if k == 0 && l.u.heap != nil {
			break
		}
		if s.long {
			k = min(last-done, int64(s.apart))
			s.fails, s.apart, s.patience = s.fails-1, 2*s.apart, 2*s.patience
			l.apart(done+1, done+k)
		}
		if k == 0 {
			k = min(last-done, int64(stripWidth))
			l.apart(done+1, done+k)
		}
		done += k
		l.u.tick(int(k) * l.weight)
	}
	return done
}

// apart runs iterations lo to hi one after the other.
func (l *loop) apart(lo, hi int64) {
	if len(l.outs) == 1 && l.outs[0].n != nil {
		l.scalars(l.outs[0], lo, hi)
	} else {
		l.rows(lo, hi)
	}
}

// scalars runs iterations lo to hi of a kernel whose one result consists of ints.
func (l *loop) scalars(o *out, lo, hi int64) {
	x, f, body := l.x, o.n, l.body
	data := o.dst.data[lo-1 : hi]
	if len(body) == 0 {
		for j := range data {
			*x = lo + int64(j)
			data[j] = f()
		}
		return
	}
	for j := range data {
		*x = lo + int64(j)
		for _, s := range body {
			s()
		}
		data[j] = f()
	}
}

// rows runs iterations lo to hi of any kernel.
func (l *loop) rows(lo, hi int64) {
	for i := lo; i <= hi; i++ {
		*l.x = i
		for _, o := range l.outs {
			if o.row != nil {
				o.at = int(i-1) * o.dst.rowCount(1)
			}
		}
		for _, s := range l.body {
			s()
		}
		for _, o := range l.outs {
			o.put(l.u, int(i))
		}
	}
}

// put stores the row of iteration i.
func (o *out) put(u *unit, i int) {
	switch {
	case o.n != nil:
		o.dst.data[i-1] = o.n()
	case o.made != nil && o.made.done:
	case !o.row.sameShape(o.dst, 1):
		bail()
	default:
		o.row.copyTo(u, o.dst.data[o.at:])
	}
}
