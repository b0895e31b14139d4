package native

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Engine keeps the compiled code of a session. It is safe for concurrent use.
type Engine struct {
	Always bool // kernels run on several threads, however short they are; for tests

	device gpu.Device
	lock   sync.Mutex
	code   map[syntax.Node]*compiled // by function, or expression
}

// NewEngine returns an engine on a device.
func NewEngine(d gpu.Device) *Engine {
	return &Engine{device: d, code: map[syntax.Node]*compiled{}}
}

// mostCompiled limits the functions and expressions that are kept.
const mostCompiled = 1024

// compiled is a compiled function or expression.
type compiled struct {
	*lowered
	module gpu.Module
	err    error // why there is none
	def    *syntax.Def
	looked map[string]*syntax.Def // the functions that it calls
	shapes map[int]shape          // of the variables from outside

	name  string
	at    diag.Span
	lock  sync.Mutex
	ends  [emit.Size + 1]int // how often it ended with each status
	fails int                // runs that ended early, since the last one that did not
	wrong error              // why its results cannot be believed, or nil
	seen  map[string]int     // how many results were compared, by the shapes of the inputs
}

// mostFails is how many runs may end early, one after the other, before the code is not tried any more.
const mostFails = 16

// shape is the type of a value.
type shape struct {
	elem syntax.Elem
	dims []int
}

func shapeOf(v value.Val) shape { return shape{v.Elem(), v.Shape()} }

// Accelerate computes the values of a kernel, a fold, a loop or a call that pat binds. It is meant for the Accelerate
// field of a value.Machine. ok is false, and nothing has changed, if it declines.
//
// The first verify results of code, for each shape of its inputs, are compared with those of below, if below has any.
// Where they differ, those of below are the values, and the code is not used any more.
func (n *Engine) Accelerate(ctx context.Context, opts engine.Options, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def, verify int, below func() ([]value.Val, bool)) (v []value.Val, ok bool) {
	c, v, ok := n.accelerate(ctx, opts, pat, e, env, def)
	if !ok || !c.unsure(verify, e, env) {
		return v, ok
	}
	w, known := below()
	if !known {
		return v, true
	}
	if why := differ(v, w, c.code.Near); why != "" {
		c.lock.Lock()
		c.wrong = fmt.Errorf("native code gave another value than the engine below: %s", why)
		c.lock.Unlock()
		return w, true
	}
	return v, true
}

func (n *Engine) accelerate(ctx context.Context, opts engine.Options, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) (c *compiled, v []value.Val, ok bool) {
	c = n.compiled(ctx, pat, e, env, def)
	if c == nil || c.err != nil || c.hopeless() {
		return nil, nil, false
	}
	var args []value.Val
	if call, ok := e.(*syntax.Call); ok {
		params := c.def.Arguments()
		for k, x := range c.def.Params {
			if slices.Contains(params, x) {
				args = append(args, atom(call.Args[k], env))
			}
		}
	}
	res, ok := c.run(ctx, gpu.Budget{Words: opts.Memory / 8, Threads: opts.Threads, Always: n.Always}, args, env)
	if !ok {
		return nil, nil, false
	}
	if c.def == nil {
		return c, res, true
	}
	return c, c.all(res), true
}

// atom is the value of an argument.
func atom(e syntax.Expr, env value.Env) value.Val {
	switch e := e.(type) {
	case *syntax.IntLit:
		return value.Number(e.Val)
	case *syntax.RealLit:
		return value.Number(num.OfFloat(e.Val))
	case *syntax.Var:
		return env.Of(e.ID)
	}
	panic(fmt.Sprintf("native: an argument is a %T", e))
}

// compiled returns the code of an expression, which it compiles if need be. It is nil if ctx is done.
func (n *Engine) compiled(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) *compiled {
	key := syntax.Node(e)
	var d *syntax.Def
	if call, ok := e.(*syntax.Call); ok {
		if d = def(call.Fn); d == nil {
			return nil
		}
		key = d
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	if c := n.code[key]; c != nil && c.fits(env, def) {
		return c
	}
	c := &compiled{def: d, looked: map[string]*syntax.Def{}, shapes: map[int]shape{}, name: called(pat, d), at: e.GetSpan()}
	p := c.program(pat, e, env, def)
	if c.lowered, c.err = lower(ctx, p); c.err == nil {
		c.module, c.err = n.device.Compile(ctx, c.code.Text)
	}
	if ctx.Err() != nil {
		return nil
	}
	if len(n.code) >= mostCompiled {
		clear(n.code)
	}
	n.code[key] = c
	return c
}

// hopeless tells whether a result was wrong, or too many runs ended early.
func (c *compiled) hopeless() bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.wrong != nil || c.fails >= mostFails
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

// program makes the program to lower: the function that is called with those that it calls, or the expression.
func (c *compiled) program(pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) *program {
	p := &program{core: &syntax.Program{Span: c.at}, def: c.def, outside: map[int]*syntax.Type{}, names: map[int]string{}}
	get := func(name string) *syntax.Def {
		c.looked[name] = def(name)
		return c.looked[name]
	}
	var root syntax.Node = e
	if c.def != nil {
		c.looked[c.def.Name] = c.def
		p.def = kept(c.def)
		root = p.def
		p.args = p.def.Arguments()
	}
	for _, d := range slices.Backward(syntax.Reached(root, get)) {
		p.core.Decls = append(p.core.Decls, d)
	}
	if c.def != nil {
		p.core.Decls = append(p.core.Decls, p.def)
	} else {
		in := &syntax.In{Span: c.at}
		for _, x := range pat {
			in.Res = append(in.Res, x.Use())
		}
		p.core.Decls = append(p.core.Decls, &syntax.Let{Span: c.at, Pat: pat, Exp: e}, in)
	}
	for _, x := range syntax.FreeVars(p.core) {
		v := env.Of(x.ID)
		c.shapes[x.ID] = shapeOf(v)
		p.outside[x.ID], p.names[x.ID] = given(x, v), x.Name
	}
	return p
}

// kept is a function that overwrites none of its arguments: they are values, and others may have them.
func kept(d *syntax.Def) *syntax.Def {
	k := *d
	k.Params = nil
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

// run runs the code.
func (c *compiled) run(ctx context.Context, may gpu.Budget, args []value.Val, env value.Env) (res []value.Val, ok bool) {
	words := make([]int64, c.code.Words)
	at := 0
	var keep pinned
	defer keep.free()
	for k, in := range c.inputs {
		v := env.Of(in.id)
		if in.arg >= 0 {
			v = args[in.arg]
		}
		x := c.imp.Inputs[k]
		if v.Elem() != x.Type.Elem || len(v.Shape()) != len(x.Type.Dims) {
			return nil, false
		}
		if v.A == nil {
			w, fits := v.I.Word()
			if !fits {
				return nil, false
			}
			words[at] = w
			at++
			continue
		}
		data, flat := v.A.Elems.Words(x.Type.Elem == syntax.F64)
		if !flat || v.A.Elems.HasUndefined() {
			return nil, false
		}
		words[at] = keep.address(data)
		for j, n := range v.A.Shape {
			words[at+1+j] = int64(n)
		}
		at += 1 + len(v.A.Shape)
	}
	r, err := c.module.Call(ctx, emit.Name, words, may)
	if err != nil {
		return nil, false
	}
	defer r.Memory.Free()
	c.lock.Lock()
	c.ends[r.Status]++
	if c.fails++; emit.Status(r.Status) == emit.Done {
		c.fails = 0
	}
	c.lock.Unlock()
	if emit.Status(r.Status) != emit.Done {
		return nil, false
	}
	for _, out := range c.code.Results {
		v, ok := result(out, words, r.Memory, &keep)
		if !ok {
			return nil, false
		}
		res = append(res, v)
	}
	return res, true
}
