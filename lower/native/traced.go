package native

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/lower/emit"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// longestTrace is how long a traced run may take. What takes longer stays on one thread.
const longestTrace = 30 * time.Second

// traced runs a program under the rules of IMP, which follow each access, on the values of its inputs. It returns for each
// kernel, in the order of the text, whether it ran and its iterations did not depend on each other. The error is a
// diagnostic of kind Race if some did.
func traced(ctx context.Context, opts engine.Options, lowered *ast.Program, values []value.Val) ([]bool, error) {
	p, err := ast.Parse(diag.NewSource("lowered", ast.Print(lowered))) // with variables numbered from 0
	if err == nil {
		p, err = ast.Resolve(p, nil)
	}
	if err != nil {
		return nil, err
	}
	inputs := map[string]imp.Input{}
	for k, x := range p.Inputs {
		inputs[x.Name] = imp.Input{Value: values[k]}
	}
	out, err := imp.Run(ctx, p, inputs, engine.Options{Memory: opts.Memory})
	for _, d := range out.Warnings {
		if d.Kind == diag.Race {
			return nil, d
		}
	}
	if err != nil {
		return nil, err
	}
	var ran []bool
	ast.Walk(p.Body, func(s ast.Stm) bool {
		if k, ok := s.(*ast.Kernel); ok {
			ran = append(ran, slices.ContainsFunc(out.Kernels, func(x *heap.KernelStats) bool {
				return x.Kernel.At == k.Span && x.Kernel.Binds == k.X.Name && x.Instances > 0 && x.RaceFree()
			}))
		}
		return true
	})
	return ran, nil
}

// allProved tells whether the iterations of all kernels are proved to be independent.
func (l *lowered) allProved() bool {
	return !slices.ContainsFunc(l.kernels, func(k Kernel) bool { return !k.Proved })
}

// gated is the module to use where kernels are not proved. It shares them among threads if a traced run at these sizes has
// shown that their iterations are independent. At other sizes it does not, and the first time a traced run begins in the
// background.
func (n *Engine) gated(c *compiled, opts engine.Options, values []value.Val) *module {
	key := sizes(values)
	c.lock.Lock()
	defer c.lock.Unlock()
	if m := c.tested[key]; m != nil {
		return m
	}
	if _, begun := c.tested[key]; !begun && len(c.tested) < mostShapes && n.ctx.Err() == nil {
		if c.tested == nil {
			c.tested = map[string]*module{}
		}
		c.tested[key] = nil
		for _, v := range values {
			if v.A != nil {
				v.A.Elems.Words(v.Elem() == syntax.F64) // now: only one goroutine may fetch them from a device
			}
		}
		n.running.Go(func() { n.inTurn(func() { n.gate(n.ctx, c, opts, key, values) }) })
	}
	return c.module
}

// sizes are the shapes of arrays, and the ints.
func sizes(values []value.Val) string {
	var list []string
	for _, v := range values {
		switch {
		case v.A != nil:
			list = append(list, v.Type())
		case !v.I.IsReal():
			list = append(list, v.I.String())
		}
	}
	return strings.Join(list, ", ")
}

// gate looks whether all kernels that are not proved may go to several threads for arguments of some shapes, by a traced
// run. If so, code that does it is made. If iterations depend on each other, the code is not used any more.
func (n *Engine) gate(ctx context.Context, c *compiled, opts engine.Options, key string, values []value.Val) {
	ctx, cancel := context.WithTimeout(ctx, longestTrace)
	defer cancel()
	p, err := c.imp()
	if err != nil {
		return
	}
	ran, err := traced(ctx, opts, p, values)
	var race *diag.Diagnostic
	if errors.As(err, &race) && race.Kind == diag.Race {
		c.lock.Lock()
		c.wrong = race
		c.lock.Unlock()
		n.ban(c, Event{Name: c.name, At: c.at, Race: race})
		return
	}
	if err != nil {
		return
	}
	proved, tested := places{}, places{}
	k := 0
	ast.Walk(p.Body, func(s ast.Stm) bool {
		if s, ok := s.(*ast.Kernel); ok {
			tested.add(s.Span, ran[k])
			k++
		}
		return true
	})
	for _, k := range c.kernels {
		proved.add(k.At, k.Proved)
	}
	code, err := emit.C(p, func(k *ast.Kernel) bool { return k.Apart || proved.all(k.Span) || tested.all(k.Span) }, engine.NewBudget(ctx, 0).Poll)
	if err != nil {
		return
	}
	module, err := compile(ctx, n.device, code, c.may)
	if err != nil {
		return
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	for k := range c.kernels {
		if !c.kernels[k].Proved && tested.all(c.kernels[k].At) {
			c.kernels[k].Tested = append(c.kernels[k].Tested, key)
		}
	}
	c.tested[key] = module
}
