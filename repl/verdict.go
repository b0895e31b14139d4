package repl

import (
	"context"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/elab"
	"funmem/semantics/futhark/tofunmem"
	"funmem/semantics/syntax"
)

// verdict checks a program that is the whole of the session but for inputs, and tells
// what is proved of it. What happens to the location that is followed, if any, goes to
// its life.
func (s *Session) verdict(ctx context.Context, prog *syntax.Program, followed *heap.Life, called *tofunmem.Entry) (*validity.Verdict, error) {
	defer s.progress.begin()()
	unit, mem, v, arrays, err := s.checked(ctx, prog, followed)
	if err != nil {
		return nil, err
	}
	v = v.Gives(unwritten(called, arrays))
	return s.withOperators(ctx, unit, ofTheText(unit, s.proved(mem, v))), nil
}

// checked is what a run of a program shows, with its FUNMEM form and the arrays among its results, as far as they are
// known.
func (s *Session) checked(ctx context.Context, prog *syntax.Program, followed *heap.Life) (*elab.Unit, *syntax.Program, *validity.Verdict, []*value.Array, error) {
	if err := s.catchUp(ctx); err != nil {
		return nil, nil, nil, nil, err
	}
	unit, err := elaborate(ctx, s.elab, prog)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	mem, err := s.lower(unit)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	s.heap.check.Heap.Opts.Life = followed
	if followed == nil {
		if v, values, ok := clean(ctx, s.heap.check, mem, s.Settings.options()); ok {
			return unit, mem, v, arraysOf(values), nil
		}
	}
	v, err := s.heap.check.Check(ctx, mem)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	return unit, mem, v, shownArrays(v), nil
}

// proved is a verdict on a FUNMEM program with what is proved of its kernels.
func (s *Session) proved(mem *syntax.Program, v *validity.Verdict) *validity.Verdict {
	return v.Prove(mem, func(name string) *syntax.Def { return s.heap.check.Heap.Defs[name] }, s.elab.MemType)
}

// withOperators is a verdict on a program with what is wrong with the operators
// of its reduces and scans.
func (s *Session) withOperators(ctx context.Context, u *elab.Unit, v *validity.Verdict) *validity.Verdict {
	defer s.progress.begin()()
	c := *v
	c.Warnings = slices.Concat(v.Warnings, validity.Operators(ctx, u.Core, s.machine.Env, s.machine.Defs, operatorsOf(s.dumps...)))
	return &c
}

// ofTheText leaves out of the verdict on a Fun program what is fine and stands
// only in its FUNMEM form: the copies of the results.
func ofTheText(u *elab.Unit, v *validity.Verdict) *validity.Verdict {
	binds := map[string]bool{}
	syntax.Walk(u.Core, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			binds[b.Written()] = true
		}
		return true
	})
	c := *v
	c.Kernels = slices.DeleteFunc(slices.Clone(v.Kernels), func(k validity.Kernel) bool { return !binds[k.Binds] && k.RaceFree })
	c.Bindings = slices.DeleteFunc(slices.Clone(v.Bindings), func(b validity.Binding) bool { return !binds[b.Name] && b.Agrees })
	return &c
}

// clean asks the fast engine whether nothing is wrong with a FUNMEM program in a session,
// and what it gives. When it does not say so the reference engine finds out.
func clean(ctx context.Context, in *validity.Session, p *syntax.Program, o engine.Options) (*validity.Verdict, []value.Val, bool) {
	m := in.Heap
	if !m.Lockstep() {
		return nil, nil, false
	}
	inputs := map[int]fast.Input{}
	for _, x := range syntax.FreeVars(p) {
		v := m.Env.Lookup(x.ID)
		if v.Claim != nil {
			return nil, nil, false
		}
		inputs[x.ID] = fast.Input{I: v.I, Block: v.B, L: v.L, Real: v.IsReal()}
	}
	c, ok := fast.Check(ctx, p, inputs, o)
	if !ok {
		return nil, nil, false
	}
	v := &validity.Verdict{OK: true, Typed: true, Valid: true, Consistent: true, RaceFree: true}
	for _, k := range c.Kernels {
		v.Kernels = append(v.Kernels, cleanKernel(k))
	}
	for _, b := range c.Bindings {
		v.Bindings = append(v.Bindings, validity.Binding{Name: b.Name, At: b.At, Times: b.Times, Agrees: true})
	}
	return v, c.Results, true
}

func cleanKernel(k *heap.KernelStats) validity.Kernel {
	out := validity.Kernel{Binds: k.Kernel.Binds, At: k.Kernel.At, Instances: k.Instances, Iterations: k.Iterations, RaceFree: true}
	if k.Instances > 0 {
		out.Status = validity.Tested
	}
	return out
}
