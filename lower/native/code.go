package native

import (
	"context"
	"slices"
	"sync"
	"time"

	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/offload"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// compiled is a compiled function or expression.
type compiled struct {
	*lowered
	err error // why there is no module
	// refused is why the C was not compiled, or nil. The rest of what makes code does not depend on the machine.
	refused error
	on      *accelerator     // where the kernels run; nil: on the machine's own cores
	offload *offload.Program // for that
	key     syntax.Node      // what it is the code of
	def     *syntax.Def
	takes   map[int]bool           // the parameters that are inputs of the code
	core    *syntax.Program        // what was compiled
	looked  map[string]*syntax.Def // the functions that it calls
	shapes  map[int]shape          // of the variables from outside
	may     gpu.Freedom
	fixed   string        // what is constant, or ""
	took    time.Duration // of the C compiler, or of the cache, for the first module
	whole   time.Duration // of all that, with passes and schedules

	last  time.Time          // when it was looked for to run it
	ready chan struct{}      // closed when all above is there
	stop  context.CancelFunc // of making it

	name string
	at   diag.Span
	lock sync.Mutex
	history
}

// shape is the type of a value.
type shape struct {
	elem syntax.Elem
	dims []int
}

func shapeOf(v value.Val) shape { return shape{v.Elem(), v.Shape()} }

// newCompiled is the code of an expression, which is still to be made.
func newCompiled(a *Ask, d *syntax.Def, of unit) (c *compiled, p *program) {
	c = &compiled{key: of.Node, def: d, may: of.may, looked: map[string]*syntax.Def{}, shapes: map[int]shape{}, ready: make(chan struct{})}
	c.name, c.at = called(a.Pat, d), a.at(d)
	var list []constant
	if of.fixed != "" {
		list = constants(d, sizesIn(d), a)
		c.fixed = constantsText(list)
	}
	p = c.program(a.Pat, a.Exp, a.Env, a.Def, list)
	c.core = p.core
	c.takes = map[int]bool{}
	for _, x := range p.args {
		c.takes[x.ID] = true
	}
	return c, p
}

// make lowers and compiles a program. With quick the compiler makes slower code if that is ready sooner. ended is called
// before others see what came of it.
func (c *compiled) make(ctx context.Context, device gpu.Device, p *program, quick bool, ended func()) {
	defer close(c.ready)
	defer ended()
	begin := time.Now()
	defer func() { c.whole = time.Since(begin) }()
	if c.on != nil {
		c.forDevice(ctx, p)
		return
	}
	name, texts := nameOf(p)
	if c.lowered = recall(device, name, p, texts); c.lowered == nil {
		if c.lowered, c.err = lower(ctx, p, onCores); c.err == nil {
			c.lowered.keep(device, name, p, texts)
		}
	}
	if c.err == nil {
		c.code.Near = c.code.Near || c.may.Contract
		start, may := time.Now(), c.may
		may.Quick = quick
		c.module, c.err = compile(ctx, device, c.code, may)
		c.took, c.refused = time.Since(start), c.err
	}
	if c.err != nil && ctx.Err() != nil {
		c.err = context.Cause(ctx)
	}
}

// improve compiles again what was compiled quickly. The code that is there stays if that fails.
func (c *compiled) improve(ctx context.Context, device gpu.Device) {
	if c.err != nil || c.on != nil || c.hopeless() {
		return
	}
	start := time.Now()
	m, err := compile(ctx, device, c.code, c.may)
	c.lock.Lock()
	defer c.lock.Unlock()
	if err == nil && m.Module != c.module.Module {
		c.module, c.again = m, time.Since(start)
		clear(c.seen) // it may be faster than the engine below, and has not been compared
	}
}

// current is the module, once it is there.
func (c *compiled) current() *module {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.module
}

// done tells whether it is made, for better or worse.
func (c *compiled) done() bool {
	select {
	case <-c.ready:
		return true
	default:
		return false
	}
}

// fits tells whether the functions and shapes are still those that the code was compiled for.
func (c *compiled) fits(env value.Env, def func(string) *syntax.Def) bool {
	for name, d := range c.looked {
		if def(name) != d {
			return false
		}
	}
	for id, s := range c.shapes {
		if now := shapeOf(env.Of(id)); now.elem != s.elem || !slices.Equal(now.dims, s.dims) {
			return false
		}
	}
	return true
}

// program makes the program to lower: the function that is called, for some constants, with those that it calls, or the
// expression.
func (c *compiled) program(pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def, list []constant) *program {
	p := &program{core: &syntax.Program{Span: c.at}, def: c.def, outside: map[int]*syntax.Type{}, names: map[int]string{}}
	get := func(name string) *syntax.Def {
		c.looked[name] = def(name)
		return c.looked[name]
	}
	var root syntax.Node = e
	if c.def != nil {
		c.looked[c.def.Name] = c.def
		p.def = with(kept(c.def), list)
		root = p.def
		p.args = p.def.Arguments()
	}
	for _, d := range slices.Backward(syntax.Reached(root, get)) {
		p.core.Decls = append(p.core.Decls, d)
	}
	if c.def != nil {
		p.core.Decls = append(p.core.Decls, p.def)
	} else {
		p.core.Decls = append(p.core.Decls, syntax.Alone(pat, e).Decls...)
	}
	for _, x := range syntax.FreeVars(p.core) {
		v := env.Of(x.ID)
		c.shapes[x.ID] = shapeOf(v)
		p.outside[x.ID], p.names[x.ID] = given(x, v), x.Name
	}
	return p
}

// kept is a function that overwrites none of its arguments: they are values, and others may have them. No pass drops it as
// a function of the library that nothing calls.
func kept(d *syntax.Def) *syntax.Def {
	k := *d
	k.NameAt, k.Params = diag.Span{}, nil
	for _, x := range d.Params {
		y := *x
		y.Unique = false
		k.Params = append(k.Params, &y)
	}
	return &k
}

// given is the type of a variable from outside.
func given(x *syntax.Var, v value.Val) *syntax.Type {
	t := &syntax.Type{Elem: v.Elem()}
	for _, n := range v.Shape() {
		t.Dims = append(t.Dims, &syntax.IntLit{Val: num.Of(int64(n))})
	}
	if v.A != nil {
		t.Mem = &syntax.MemAnn{Block: &syntax.Var{Name: x.Name + "_mem", ID: firstID - 1 - x.ID}, L: lmad.RowMajor(t.Dims)}
	}
	return t
}

// all returns the values of all results of a function: those that are sizes of others are not computed.
func (c *compiled) all(res []value.Val) []value.Val {
	out := make([]value.Val, len(c.def.Ret))
	values := c.def.Values()
	sizes := map[int]int{}
	for k, at := range values {
		out[at] = res[k]
		for j, d := range c.def.Ret[at].Type.Dims {
			if x, ok := d.(*syntax.Var); ok {
				sizes[x.ID] = res[k].A.Shape[j]
			}
		}
	}
	for k, r := range c.def.Ret {
		if !slices.Contains(values, k) {
			out[k] = value.Number(num.Of(int64(sizes[r.ID])))
		}
	}
	return out
}
