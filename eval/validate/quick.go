package validate

import (
	"context"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/finding"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// checkFast is fast.Check or fast.CheckBody.
type checkFast func(ctx context.Context, p *syntax.Program, inputs map[int]fast.Input, o engine.Options) (*fast.Clean, bool)

// Quick asks the fast engine whether nothing is wrong with a FUNMEM program in a session, and
// what it returns. It is a Clean. If the fast engine does not say so, the reference engine
// finds out.
func Quick(ctx context.Context, in *validity.Session, p *syntax.Program, o engine.Options) (*validity.Verdict, []value.Val, bool) {
	return cleanVerdict(ctx, in, p, o, fast.Check)
}

// QuickNatively is Quick with native code for kernels (fast.CheckNatively).
func QuickNatively(ctx context.Context, in *validity.Session, p *syntax.Program, o engine.Options, n fast.Natives, eager bool) (*validity.Verdict, []value.Val, bool) {
	return cleanVerdict(ctx, in, p, o, func(ctx context.Context, p *syntax.Program, inputs map[int]fast.Input, o engine.Options) (*fast.Clean, bool) {
		return fast.CheckNatively(ctx, p, inputs, o, n, eager)
	})
}

// cleanVerdict is quick for any program. It returns the verdict and the results.
func cleanVerdict(ctx context.Context, in *validity.Session, p *syntax.Program, o engine.Options, check checkFast) (*validity.Verdict, []value.Val, bool) {
	free, err := freeVars(ctx, p)
	if err != nil { // the reference engine asks next and reports it
		return nil, nil, false
	}
	c, ok := quick(ctx, in, p, free, o, check)
	if !ok {
		return nil, nil, false
	}
	return verdict(c), c.Results, true
}

// quick asks the fast engine about a program with these free variables in a session.
func quick(ctx context.Context, in *validity.Session, p *syntax.Program, free []*syntax.Var, o engine.Options, check checkFast) (*fast.Clean, bool) {
	m := in.Heap
	if !m.Lockstep() {
		return nil, false
	}
	inputs := map[int]fast.Input{}
	for _, x := range free {
		v := m.Env.Of(x.ID)
		if v.Claim != nil {
			return nil, false
		}
		inputs[x.ID] = fast.Input{I: v.I, Block: v.B, L: v.L, Real: v.IsReal()}
	}
	return check(ctx, p, inputs, o)
}

// freeVars returns FV(p). It stops when the context is done.
func freeVars(ctx context.Context, p *syntax.Program) (vars []*syntax.Var, err error) {
	defer stop.Caught(&err)
	return syntax.FreeVars(p, engine.NewBudget(ctx, 0).Poll), nil
}

// verdict returns the verdict on a program that the fast engine found clean.
func verdict(c *fast.Clean) *validity.Verdict {
	v := validity.Fine()
	v.Blocks = c.Blocks
	for name, ran := range c.Called {
		v.Called[name] = *ran
	}
	for _, k := range c.Kernels {
		v.Kernels = append(v.Kernels, cleanKernel(k))
	}
	for _, b := range c.Bindings {
		v.Bindings = append(v.Bindings, finding.Binding{Name: b.Name, At: b.At, Times: b.Times, Agrees: true})
	}
	return v
}

func cleanKernel(k *heap.KernelStats) validity.Kernel {
	out := validity.Kernel{Binds: k.Kernel.Binds, At: k.Kernel.At, Instances: k.Instances, Iterations: k.Iterations, RaceFree: true}
	if k.Instances > 0 {
		out.Status = validity.Tested
	}
	return out
}

// quickly is check by the fast engine. It returns nil unless the engine finds that nothing is
// wrong with the side. In that case there was no race, so all orders of iterations give the
// same result.
func (r *runner) quickly(ctx context.Context, s *side, p *syntax.Program, place *placement, in *Input, session *validity.Session) *Failure {
	o := r.options(s)
	o.Schedule = engine.Schedule{}
	k := r.number(s)
	if r.free[k] == nil {
		free, err := freeVars(ctx, p)
		if err != nil {
			return nil
		}
		r.free[k] = free
	}
	c, ok := quick(ctx, session, p, r.free[k], o, fast.CheckBody)
	if !ok || r.touched(s, session, place, in, c.Wrote) {
		return nil
	}
	return &Failure{quick: true, Input: in, Verdict: verdict(c), gave: pick(c.Results, s.results), Result: -1}
}

// touched tells whether a side changed a location of its blocks that no star lets it change. It
// is also true if that is not known.
func (r *runner) touched(s *side, session *validity.Session, place *placement, in *Input, wrote map[*heap.Block]*num.Vec) bool {
	for _, x := range s.def.Params {
		is := wrote[session.Heap.Env.Of(x.ID).B]
		if x.Type.Elem != syntax.Mem || is == nil {
			continue
		}
		was, _, err := place.cells(x.ID, s.arrays, in)
		if err != nil || was.Len() != is.Len() {
			return true
		}
		starred := r.starred(s, place, x.ID, was.Len())
		for off, free := range starred {
			if !free && !was.At(off).Equal(is.At(off)) {
				return true
			}
		}
	}
	return false
}

// starred marks the locations of a block where every array that lies there has a star in both
// programs.
func (r *runner) starred(s *side, place *placement, block, n int) []bool {
	free := make([]bool, n)
	for _, stars := range []bool{true, false} { // arrays without a star come last: what they share is not free
		for k, x := range s.arrays {
			if star := x.Unique && r.sub.Before.arrays[k].Unique; x.Type.Mem.Block.ID == block && star == stars {
				place.lmads[x.ID].Each(func(off int) bool {
					free[off] = star
					return true
				})
			}
		}
	}
	return free
}
