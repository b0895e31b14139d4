package fast

import (
	"context"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Kernels evaluates kernels, folds, loops and calls of Fun programs for a value.Machine. It
// keeps its compiled code. It is not safe for concurrent use.
type Kernels struct {
	opts  engine.Options
	cache map[syntax.Expr]*compiled
}

// mostKernels limits the expressions that are kept compiled.
const mostKernels = 512

// NewKernels returns an accelerator that keeps to the memory limit of opts.
func NewKernels(opts engine.Options) *Kernels {
	return &Kernels{opts: opts, cache: map[syntax.Expr]*compiled{}}
}

// compiled is a compiled expression with what it takes from outside.
type compiled struct {
	u     *unit // nil: not supported
	code  []stmFn
	outs  []operand
	frees []freeVar
	defs  map[string]*syntax.Def
	holes bool // elements may be undefined
	fails int  // runs without a result since the last result
}

// freeVar is a variable that an expression takes from outside: a number or an array.
type freeVar struct {
	id int
	r  *int64
	v  *view
}

// mostFails is how many runs of an expression may fail in a row before it is left to the
// rules.
const mostFails = 64

// Accelerate computes the values of a kernel, a fold, a loop or a call that pat binds,
// under the value semantics (E-KERNEL, Fig. 4, and ours). It is meant for the Accelerate
// field of a value.Machine. ok is false, and nothing has changed, if the expression is
// stuck, has an integer beyond 64 bits or a construct that is not compiled, would need too
// much memory, or if ctx is done. The rules then find out.
func (a *Kernels) Accelerate(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) (v []value.Val, ok bool) {
	f := a.cache[e]
	if f == nil || !f.fits(def) {
		if len(a.cache) >= mostKernels {
			clear(a.cache)
		}
		holes, err := scratches(ctx, func(until stop.Poll) bool { return hasScratch(e, def, until) })
		if err != nil {
			return nil, false
		}
		if !unlessDone(func() { f = compileValue(ctx, pat, e, env, def, holes, a.opts) }) {
			return nil, false
		}
		a.cache[e] = f
	}
	if f.u != nil && !f.holes && f.givenHoles(env) {
		if !unlessDone(func() { f = compileValue(ctx, pat, e, env, def, true, a.opts) }) {
			return nil, false
		}
		a.cache[e] = f
	}
	if f.u == nil || f.fails > mostFails {
		return nil, false
	}
	run := func() bool {
		return f.u.run(ctx, a.opts, func() {
			f.load(env)
			for _, s := range f.code {
				s()
			}
			v = f.results(pat)
		})
	}
	if ok = run(); !ok && a.opts.Threads > 1 && f.u.wasStarved() && ctx.Err() == nil { // each thread has arrays of its own
		one, holes := a.opts, f.holes
		one.Threads = 1
		if unlessDone(func() { f = compileValue(ctx, pat, e, env, def, holes, one) }) && f.u != nil {
			a.cache[e] = f
			ok = run()
		}
	}
	if f.fails++; ok {
		f.fails = 0
	}
	return v, ok
}

// compileValue compiles an expression of the outermost level. holes tells whether elements
// of arrays may be undefined.
func compileValue(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def, holes bool, opts engine.Options) *compiled {
	f := &compiled{defs: map[string]*syntax.Def{}, holes: holes}
	c := &compiler{uses: newUses(ctx), u: &unit{}, branches: opts.Branches, threads: opts.Threads, def: def, used: f.defs, names: newNames(), body: &block{sites: map[*view]*site{}}}
	c.holes = holes
	c.root, c.shares, c.home = c.names, newShares(ctx, e, def), map[int]*block{}
	c.free = func(c *compiler, id int) bool {
		x := freeVar{id: id}
		if v := env.Of(id); v.A != nil {
			x.v = c.newView(len(v.A.Shape))
			c.root.arrs[id] = x.v
		} else {
			x.r = new(int64)
			c.root.ints[id] = register(x.r)
		}
		c.names.take(id, c.root)
		f.frees = append(f.frees, x)
		return true
	}
	c.uses.node(e, &syntax.Body{})
	if supported(func() {
		c.let(&syntax.Let{Pat: pat, Exp: e})
		for _, x := range pat {
			f.outs = append(f.outs, c.operand(x.Use()))
		}
		c.flush()
	}) {
		f.u, f.code = c.u, c.body.stms
	}
	return f
}

// supported runs a compilation and tells whether it finished.
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

// fits tells whether the compiled functions are still those with these names.
func (f *compiled) fits(def func(string) *syntax.Def) bool {
	for name, d := range f.defs {
		if def(name) != d {
			return false
		}
	}
	return true
}

// givenHoles tells whether an array from outside has undefined elements.
func (f *compiled) givenHoles(env value.Env) bool {
	return slices.ContainsFunc(f.frees, func(x freeVar) bool {
		a := env.Of(x.id).A
		return a != nil && a.Elems.HasUndefined()
	})
}

// load takes the free variables from env.
func (f *compiled) load(env value.Env) {
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

// load makes v show the array a; they share its elements.
func (v *view) load(a *value.Array) (ok bool) {
	if v.data, _, ok = a.Elems.Partial(a.Elem == syntax.F64); !ok || len(a.Shape) != v.q {
		return false
	}
	for k, n := range a.Shape {
		v.d[k].n = n
	}
	v.rowMajor()
	return true
}

// results returns the values for pat. An array that fills its storage takes it over; others
// are copied.
func (f *compiled) results(pat []*syntax.Binding) []value.Val {
	v := make([]value.Val, len(pat))
	for k, o := range f.outs {
		real := pat[k].Type.Elem == syntax.F64
		switch {
		case o.v == nil && real:
			v[k] = value.Number(num.OfFloat(double(emit(o.n)())))
		case o.v == nil:
			v[k] = value.Number(num.Of(emit(o.n)()))
		case f.owns(k) && o.v.count() == len(o.v.data) && o.v.dense(0):
			o.v.current()
			if f.holes {
				full(f.u, o.v.data, real)
			}
			v[k] = o.v.array(pat[k].Type.Elem)
		default:
			w := *o.v
			w.data = f.u.words(o.v.count())
			o.v.copyTo(f.u, w.data)
			if f.holes {
				full(f.u, w.data, real)
			}
			v[k] = w.array(pat[k].Type.Elem)
		}
	}
	return v
}

// owns tells whether result k lies in storage of the unit that no earlier result uses.
func (f *compiled) owns(k int) bool {
	s := f.outs[k].v.store
	return s != nil && !slices.ContainsFunc(f.outs[:k], func(o operand) bool { return o.v != nil && o.v.store == s })
}

// array returns the array that v shows. The array takes over the storage.
func (v *view) array(elem syntax.Elem) value.Val {
	shape := make([]int, v.q)
	for k := range shape {
		shape[k] = v.d[k].n
	}
	return value.Val{A: &value.Array{Elem: elem, Shape: shape, Elems: num.VecOfWords(v.data, elem == syntax.F64)}}
}
