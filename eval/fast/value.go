package fast

import (
	"context"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Kernels evaluates the kernels of Fun programs for a value.Machine. It keeps
// what it compiles. It is not safe for concurrent use.
type Kernels struct {
	opts  engine.Options
	cache map[*syntax.Kernel]*kernel
}

// mostKernels bounds the kernels that are kept compiled.
const mostKernels = 512

// NewKernels is an accelerator that keeps to the memory limit of opts.
func NewKernels(opts engine.Options) *Kernels {
	return &Kernels{opts: opts, cache: map[*syntax.Kernel]*kernel{}}
}

// kernel is a compiled kernel with what it takes from outside.
type kernel struct {
	u      *unit // nil: not supported
	code   []stmFn
	outs   []*out
	shapes [][]int64
	frees  []freeVar
	defs   map[string]*syntax.Def
}

// freeVar is a variable that a kernel takes from outside: a number or an array.
type freeVar struct {
	id int
	r  *int64
	v  *view
}

// Accelerate gives the values of a kernel, whose results have the given shapes
// and the types of elements of pat,
// under the value semantics (E-KERNEL, Fig. 4). It is what a
// value.Machine's Accelerate wants. It is not ok, and has no effect, when the
// kernel is stuck, has an integer beyond 64 bits or a construct that is not
// compiled, would need too much memory, or when ctx is done: E-KERNEL knows.
func (a *Kernels) Accelerate(ctx context.Context, k *syntax.Kernel, pat []*syntax.Binding, shapes [][]int, env value.Env, defs map[string]*syntax.Def) (v []value.Val, ok bool) {
	c := a.cache[k]
	if c == nil || !c.fits(defs) {
		if len(a.cache) >= mostKernels {
			clear(a.cache)
		}
		c = compileKernel(k, shapes, env, defs)
		a.cache[k] = c
	}
	if c.u == nil || len(shapes) != len(c.outs) {
		return nil, false
	}
	ok = c.u.run(ctx, a.opts, func() {
		c.load(shapes, env)
		for _, s := range c.code {
			s()
		}
		for j, o := range c.outs {
			v = append(v, o.dst.array(pat[j].Type.Elem))
		}
	})
	return v, ok
}

// compileKernel compiles a kernel of the outermost level.
func compileKernel(k *syntax.Kernel, shapes [][]int, env value.Env, defs map[string]*syntax.Def) *kernel {
	f := &kernel{defs: map[string]*syntax.Def{}}
	c := &compiler{uses: newUses(), u: &unit{}, defs: defs, used: f.defs, names: newNames(), body: &block{}}
	c.root = c.names
	c.free = func(c *compiler, id int) bool {
		x := freeVar{id: id}
		if v := env.Of(id); v.A != nil {
			x.v = c.newView(len(v.A.Shape))
			c.names.arrs[id] = x.v
		} else {
			x.r = new(int64)
			c.names.ints[id] = register(x.r)
		}
		f.frees = append(f.frees, x)
		return true
	}
	dims := make([][]intFn, len(shapes))
	for j, shape := range shapes {
		sizes := make([]int64, len(shape))
		for d := range sizes {
			r := &sizes[d]
			dims[j] = append(dims[j], func() int64 { return *r })
		}
		f.shapes = append(f.shapes, sizes)
	}
	if supported(func() { f.outs = c.kernel(k, dims) }) {
		f.u, f.code = c.u, c.body.stms
	}
	return f
}

// supported runs a compilation and tells whether it came to its end.
func supported(f func()) (ok bool) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case unsupported:
			ok = false
		default:
			panic(e)
		}
	}()
	f()
	return true
}

// fits tells whether the functions that were compiled in are those in defs.
func (f *kernel) fits(defs map[string]*syntax.Def) bool {
	for name, d := range f.defs {
		if defs[name] != d {
			return false
		}
	}
	return true
}

// load takes the free variables from env.
func (f *kernel) load(shapes [][]int, env value.Env) {
	for j, shape := range shapes {
		for d, n := range shape {
			f.shapes[j][d] = int64(n)
		}
	}
	for _, x := range f.frees {
		v := env.Of(x.id)
		var ok bool
		switch {
		case (v.A != nil) != (x.v != nil):
		case x.v != nil:
			ok = x.v.load(v.A)
		default:
			*x.r, ok = v.I.Word()
		}
		if !ok {
			bail()
		}
	}
}

// load makes v the array a, whose elements it shares.
func (v *view) load(a *value.Array) (ok bool) {
	if v.data, ok = a.Elems.Words(a.Elem == syntax.F64); !ok || len(a.Shape) != v.q {
		return false
	}
	for k, n := range a.Shape {
		v.d[k].n = n
	}
	v.rowMajor()
	return true
}

// array is the array that a kernel made, which takes over its storage.
func (v *view) array(elem syntax.Elem) value.Val {
	shape := make([]int, v.q)
	for k := range shape {
		shape[k] = v.d[k].n
	}
	return value.Val{A: &value.Array{Elem: elem, Shape: shape, Elems: num.VecOfWords(v.data, elem == syntax.F64)}}
}
