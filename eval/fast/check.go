package fast

import (
	"context"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/eval/vector"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Input is a value that a FUNMEM program finds bound: a number (Block is nil), a block, or an array in it. The
// block holds the array's elements in the value semantics.
type Input struct {
	I     num.Num
	Block *heap.Block
	L     heap.LMAD // for an array: of rank 1 or more
	Real  bool      // for an array: its elements are f64s
}

// Binding counts how often an array was bound. Each time both semantics agreed.
type Binding struct {
	Name  string
	At    diag.Span
	Times int
}

// Clean is what is known about a program that Check found clean.
type Clean struct {
	Results  []value.Val         // of its in (…); blocks count as 0, as in Fig. 9
	Kernels  []*heap.KernelStats // one per kernel in the text, those of functions first
	Bindings []*Binding          // of arrays, in the order of their first binding
	Called   map[string]*bool    // the functions that are called in the text, and whether a call ran
	Blocks   []string            // of the blocks among the results, in the form of heap.Block.String

	// Wrote has the final content of the input blocks that the program writes somewhere. Only CheckBody sets it.
	Wrote map[*heap.Block]*num.Vec
}

// Check runs a well-typed FUNMEM program under the heap semantics (Fig. 10) and tells whether it is clean. A
// clean program is not stuck, no kernel instance races (eq. 4), no memcopy overlaps itself, and no read meets an
// unwritten location. What the heap shows agrees with the value semantics at every binding and use and in the
// results (Def. 3.1), and each result array fills its block in row-major order. Check leaves the inputs as they
// are. If ok is false, nothing is known: the program may not be clean, may need integers beyond 64 bits or more
// memory than opts allow, ctx may be done, or something is not compiled. Package memory finds out.
func Check(ctx context.Context, p *syntax.Program, inputs map[int]Input, opts engine.Options) (clean *Clean, ok bool) {
	return check(ctx, p, inputs, opts, false, nil)
}

// CheckBody is Check for the body of a function, whose results may be parts of blocks. Its callers judge what it
// does to the blocks of its arguments.
func CheckBody(ctx context.Context, p *syntax.Program, inputs map[int]Input, opts engine.Options) (clean *Clean, ok bool) {
	return check(ctx, p, inputs, opts, true, nil)
}

func check(ctx context.Context, p *syntax.Program, inputs map[int]Input, opts engine.Options, body bool, n *natives) (clean *Clean, ok bool) {
	if opts.Digits > 0 {
		return nil, false
	}
	m := p.Main()
	u := &unit{}
	u.heap = &heapState{u: u, now: 2}
	k := &checker{u: u, blocks: map[*heap.Block]*mem{}}
	c := &compiler{
		uses: newUses(ctx),
		u:    u, opts: opts, branches: opts.Branches, defs: p.Defs(), used: map[string]*syntax.Def{}, names: newNames(),
		stats: map[syntax.Expr]kernelStats{}, bound: map[*syntax.Binding]*Binding{}, result: &Clean{Called: map[string]*bool{}},
	}
	holes, err := scratches(ctx, func(until stop.Poll) bool { return syntax.HasScratch(p, until) })
	if err != nil {
		return nil, false
	}
	c.root, c.holes, c.natives = c.names, holes, n
	c.free = func(c *compiler, id int) bool {
		in, ok := inputs[id]
		return ok && k.input(c, id, in)
	}
	defs := map[string]*syntax.Def{}
	c.def = func(name string) *syntax.Def { return defs[name] }
	for _, d := range c.defs {
		defs[d.Name] = d
		syntax.EachKernel(d.Body, c.declareKernel)
	}
	syntax.EachKernel(m, c.declareKernel)
	var results []operand
	var code []stmFn
	could := false
	if !unlessDone(func() {
		could = supported(func() {
			code = c.compileBody(m, func() {
				for _, x := range m.Res {
					o := c.operand(x)
					o.real = c.isReal(x)
					if o.n != nil && !o.n.simple() {
						r, f := new(int64), emit(o.n)
						c.emit(func() { *r = f() })
						o.n = register(r)
					}
					results = append(results, o)
				}
			})
		})
	}) || !could {
		return nil, false
	}
	if n != nil && n.eager {
		n.build(ctx)
	}
	ok = u.run(ctx, opts, func() {
		for _, load := range k.loads {
			load()
		}
		for _, s := range code {
			s()
		}
		for _, o := range results {
			v := o.value(body)
			if o.m != nil {
				c.result.Blocks = append(c.result.Blocks, o.m.blk.String())
			}
			if c.holes && o.v != nil {
				full(u, o.v.blk.cells, o.real)
			}
			c.result.Results = append(c.result.Results, v)
		}
		if body {
			c.result.Wrote = k.wrote(c.holes)
		}
	})
	if !ok {
		return nil, false
	}
	return c.result, true
}

// declareKernel gives a kernel its place in the statistics.
func (c *compiler) declareKernel(s *syntax.Let) {
	e := s.Exp
	k := &heap.KernelStats{Kernel: &heap.Kernel{Binds: machine.KernelName(s.Pat[0], e), At: e.GetSpan()}}
	c.stats[e] = kernelStats{k}
	c.result.Kernels = append(c.result.Kernels, k)
}

// checker holds what a program gets from outside.
type checker struct {
	u      *unit
	blocks map[*heap.Block]*mem
	loads  []stmFn // run before the program
}

// input binds an input.
func (k *checker) input(c *compiler, id int, in Input) bool {
	if in.Block == nil {
		x, ok := in.I.Word()
		c.uses.real[id] = in.I.IsReal()
		c.root.ints[id] = constant(x)
		if c.names != c.root {
			c.names.ints[id] = constant(x)
		}
		return ok
	}
	m := k.blocks[in.Block]
	if m == nil {
		m = &mem{holds: holdsElem(elemOf(in.Block.Cells().IsReal()))}
		m.roots = []*mem{m}
		k.blocks[in.Block] = m
		k.loads = append(k.loads, func() { k.u.heap.adopt(m, in.Block) })
	}
	if len(in.L.Dims) == 0 {
		c.root.mems[id] = m
		if c.names != c.root {
			c.names.mems[id] = m
		}
		return true
	}
	if in.Real != in.Block.Cells().IsReal() && in.Block.Len() > 0 {
		return false
	}
	c.uses.real[id] = in.Real
	v := c.newView(len(in.L.Dims))
	k.loads = append(k.loads, func() {
		l := &layout{off: fixed(in.L.Offset)}
		for _, d := range in.L.Dims {
			l.sizes, l.stride = append(l.sizes, fixed(d.Size)), append(l.stride, fixed(d.Stride))
		}
		l.place(v, m.blk)
		v.birth, v.sure = 1, 1
		if v.wholeNow(); m.blk.wrote != nil && !v.scan(nil) {
			bail()
		}
	})
	c.root.arrs[id] = v
	if c.names != c.root {
		c.names.arrs[id] = v
	}
	return true
}

func fixed(k int) intFn { return func() int64 { return int64(k) } }

// adopt makes m a block with the content of b. They share cells unless the program writes them.
func (h *heapState) adopt(m *mem, b *heap.Block) {
	cells, ok := b.Cells().Words(b.Cells().IsReal())
	if !ok {
		bail()
	}
	m.blk = &memBlock{h: h, cells: cells, ver: 1, outside: b}
	h.blocks = append(h.blocks, m.blk)
	all := b.AllWritten()
	if !m.wrote && all {
		return
	}
	m.blk.cells, m.blk.wrote, m.blk.last = h.u.words(len(cells)), h.u.words(len(cells)), 1
	copy(m.blk.cells, cells)
	if all {
		vector.Fill(m.blk.wrote, 1)
		return
	}
	for o := range cells {
		if b.Written(o) {
			m.blk.wrote[o] = 1
		}
	}
}

// wrote returns the content of the input blocks that the code writes. holes tells whether elements may be
// undefined.
func (k *checker) wrote(holes bool) map[*heap.Block]*num.Vec {
	all := map[*heap.Block]*num.Vec{}
	for b, m := range k.blocks {
		if !m.wrote {
			continue
		}
		if holes {
			bail()
		}
		all[b] = num.VecOfWords(m.blk.cells, b.Cells().IsReal())
	}
	return all
}

// value returns a result of the program. An array is compared as a whole. It must fill its block, unless body is
// set.
func (o operand) value(body bool) value.Val {
	switch {
	case o.m != nil:
		return value.Of(0)
	case o.n != nil:
		x := emit(o.n)()
		if o.real {
			return value.Number(num.OfFloat(double(x)))
		}
		return value.Number(num.Of(x))
	}
	v := o.v
	v.solid()
	n := v.count()
	if !body && (n != len(v.blk.cells) || n > 0 && (!v.dense(0) || v.first() != 0)) {
		bail()
	}
	w := *v
	if v.blk.outside == nil && n == len(v.blk.cells) && v.dense(0) { // the block is not needed any more
		v.current()
		w.data = v.blk.lend()
	} else {
		w.data = v.blk.h.u.words(n)
		v.copyTo(v.blk.h.u, w.data)
	}
	return w.array(elemOf(o.real))
}
