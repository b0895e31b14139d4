package native

import (
	"context"
	"fmt"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/lower/emit"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// call runs the code for an expression.
func (n *Engine) call(ctx context.Context, opts engine.Options, c *compiled, a *Ask, mode Mode) (v []value.Val, ok bool) {
	values := c.values(a)
	module := c.module
	if mode.Hot && opts.Threads > 1 && !c.allProved() {
		module = n.gated(c, opts, values)
	}
	res, ok := c.run(ctx, module, gpu.Budget{Words: opts.Memory / 8, Threads: opts.Threads, Always: n.Always}, values)
	if !ok || c.def == nil {
		return res, ok
	}
	return c.all(res), true
}

// values are those of the inputs.
func (c *compiled) values(a *Ask) []value.Val {
	var args []value.Val
	if call, ok := a.Exp.(*syntax.Call); ok {
		params := c.def.Arguments()
		for k, x := range c.def.Params {
			if slices.Contains(params, x) {
				args = append(args, atom(call.Args[k], a.Env))
			}
		}
	}
	var values []value.Val
	for _, in := range c.inputs {
		if in.arg >= 0 {
			values = append(values, args[in.arg])
		} else {
			values = append(values, a.Env.Of(in.id))
		}
	}
	return values
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

// run runs a module of the code.
func (c *compiled) run(ctx context.Context, module gpu.Module, may gpu.Budget, values []value.Val) (res []value.Val, ok bool) {
	words := make([]int64, c.code.Words)
	at := 0
	var keep pinned
	defer keep.free()
	for k, v := range values {
		x := c.inputs[k]
		if v.Elem() != x.elem || len(v.Shape()) != x.rank {
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
		data, flat := v.A.Elems.Words(x.elem == syntax.F64)
		if !flat || v.A.Elems.HasUndefined() {
			return nil, false
		}
		words[at] = keep.address(data)
		for j, n := range v.A.Shape {
			words[at+1+j] = int64(n)
		}
		at += 1 + len(v.A.Shape)
	}
	r, err := module.Call(ctx, emit.Name, words, may)
	if err != nil {
		return nil, false
	}
	defer r.Memory.Free()
	c.ended(emit.Status(r.Status))
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
