package native

import (
	"context"
	"fmt"

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
	if c.on != nil {
		return n.callDevice(ctx, opts, c, a, values)
	}
	module := c.current()
	if mode.Hot && opts.Threads > 1 && !c.allProved() {
		module = n.gated(c, opts, values)
	}
	may := gpu.Budget{Words: opts.Memory / 8, Threads: opts.Threads, Always: n.Always}
	res, status := c.run(ctx, module, may, values)
	if status == emit.Doubt {
		if exact := n.exactly(ctx, module); exact != nil {
			res, status = c.run(ctx, exact, may, values)
		}
	}
	if status != declined {
		c.ended(status)
	}
	ok = status == emit.Done
	if !ok || c.def == nil {
		return res, ok
	}
	return c.all(res), true
}

// values are those of the inputs.
func (c *compiled) values(a *Ask) []value.Val {
	var args []value.Val
	if call, ok := a.Exp.(*syntax.Call); ok {
		for k, x := range c.def.Params {
			if c.takes[x.ID] {
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

// declined is the status of a run that was not tried, or whose results are not to be had.
const declined emit.Status = -1

// run runs a module of the code.
func (c *compiled) run(ctx context.Context, module gpu.Module, may gpu.Budget, values []value.Val) (res []value.Val, status emit.Status) {
	words := make([]int64, c.code.Words)
	at := 0
	var keep pinned
	defer keep.free()
	for k, v := range values {
		x := c.inputs[k]
		if v.Elem() != x.elem || len(v.Shape()) != x.rank {
			return nil, declined
		}
		if v.A == nil {
			w, fits := v.I.Word()
			if !fits {
				return nil, declined
			}
			words[at] = w
			at++
			continue
		}
		data, flat := v.A.Elems.Words(x.elem == syntax.F64)
		if !flat || v.A.Elems.HasUndefined() {
			return nil, declined
		}
		words[at] = keep.address(data)
		for j, n := range v.A.Shape {
			words[at+1+j] = int64(n)
		}
		at += 1 + len(v.A.Shape)
	}
	r, err := module.Call(ctx, emit.Name, words, may)
	if err != nil {
		return nil, declined
	}
	defer r.Memory.Free()
	if status = emit.Status(r.Status); status != emit.Done {
		return nil, status
	}
	for _, out := range c.code.Results {
		v, ok := result(out, words, r.Memory, &keep)
		if !ok {
			return nil, declined
		}
		res = append(res, v)
	}
	return res, emit.Done
}
