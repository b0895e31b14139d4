package repl

import (
	"context"
	"slices"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// findings checks a program that is the whole of the session but for inputs, and tells
// what is proved of it. One that only defines names has its functions run on inputs. What happens to the
// location that is followed, if any, goes to its life.
func (s *Session) findings(ctx context.Context, o *Options, prog *syntax.Program, followed *heap.Life) (*findings, error) {
	defer s.progress.begin()()
	unit, mem, v, arrays, err := s.checked(ctx, prog, followed)
	if err != nil {
		return nil, err
	}
	f := findingsOf(v.Gives(unwritten(o.dumped, arrays)))
	if !f.OK && !f.Limited() {
		refute(ctx)
	}
	own, imported := defsOf(prog, unit.Core)
	defs, vo := o.entryDefs(own), &validate.Options{FromZero: o.AsFuthark}
	f.empty = len(defs) == 0 && !runsSome(prog.Decls, prog.Span.Src)
	if !f.OK || !printsNothing(prog) {
		f.idle = idleIn(ctx, defs, imported, unit.Core, v.Called)
	} else {
		p := s.programOf(unit, prog.Span.Src.Name)
		if err := s.onInputs(ctx, f, p, withMemory(p, mem), defs, vo); err != nil {
			return nil, err
		}
		f.idle = append(f.idle, idleIn(ctx, nil, imported, unit.Core, v.Called, defs...)...)
	}
	if followed != nil {
		if err := f.life(ctx, vo, followed); err != nil {
			return nil, err
		}
	}
	f.Verdict = ofTheText(ctx, unit, s.proved(ctx, mem, f.Verdict))
	f.operators(s.operators(ctx, unit, runs(f.subjects, vo)))
	return f, nil
}

// checked is what a run of a program shows, with its FUNMEM form and the arrays among its results, as far as they are
// known.
func (s *Session) checked(ctx context.Context, prog *syntax.Program, followed *heap.Life) (*elab.Unit, *syntax.Program, *validity.Verdict, []*value.Array, error) {
	if err := s.catchUp(ctx); err != nil {
		return nil, nil, nil, nil, err
	}
	unit, err := elaborate(ctx, s.elab, prog)
	if err == nil {
		err = s.hidden(ctx, prog, unit.Core)
	}
	if err != nil {
		return nil, nil, nil, nil, err
	}
	mem, err := s.lower(ctx, unit)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	s.heap.check.Heap.Opts.Life = followed
	if followed == nil {
		if v, values, ok := validate.Quick(ctx, s.heap.check, mem, s.Settings.options()); ok {
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
func (s *Session) proved(ctx context.Context, mem *syntax.Program, v *validity.Verdict) *validity.Verdict {
	return v.Prove(s.afterFrees(ctx, mem), func(name string) *syntax.Def { return s.heap.check.Heap.Defs.Get(name) }, s.elab.MemType, poll(ctx))
}

// afterFrees is a program with the frees, before it, of the blocks that it finds freed.
func (s *Session) afterFrees(ctx context.Context, mem *syntax.Program) *syntax.Program {
	var frees []syntax.Decl
	seen := map[int]bool{}
	find := func(n syntax.Node) {
		for _, x := range syntax.FreeVars(n, poll(ctx)) {
			b := s.heap.check.Heap.Env.Of(x.ID).B
			if t := s.elab.MemType(x.ID); b == nil || t == nil || seen[x.ID] {
				continue
			} else if t.Mem != nil {
				x = t.Mem.Block
			}
			if _, freed := b.Freed(); freed {
				frees = append(frees, &syntax.Free{Span: x.Span, Block: x})
			}
			seen[x.ID] = true
		}
	}
	find(mem)
	for name := range callsFrom(ctx, mem, func(syntax.Decl) bool { return true }) {
		if d := s.heap.check.Heap.Defs.Get(name); d != nil {
			find(d)
		}
	}
	if frees == nil {
		return mem
	}
	return &syntax.Program{Span: mem.Span, Decls: slices.Concat(frees, mem.Decls)}
}

// withOperators is a verdict on a program with what is wrong with the operators
// of its reduces and scans.
func (s *Session) withOperators(ctx context.Context, u *elab.Unit, v *validity.Verdict) *validity.Verdict {
	defer s.progress.begin()()
	c := *v
	found, untested := s.operators(ctx, u, nil)
	c.Warnings, c.Untested = slices.Concat(v.Warnings, found), untested
	return &c
}

// operators are warnings about the operators of the reduces and scans of a program, and those that were not tried.
func (s *Session) operators(ctx context.Context, u *elab.Unit, runs func() []validity.Run) ([]validity.Warning, []validity.Untested) {
	return validity.Operators(ctx, u.Core, s.machine, runs, operatorsOf(s.dumps...))
}

// ofTheText leaves out of the verdict on a Fun program what is fine and stands
// only in its FUNMEM form: the copies of the results, and updates by parts of the array
// that is updated, of which IMP has a copy first.
func ofTheText(ctx context.Context, u *elab.Unit, v *validity.Verdict) *validity.Verdict {
	type array struct {
		name string
		at   diag.Span
	}
	kernels, arrays := map[string]bool{}, map[array]bool{}
	syntax.WalkUntil(poll(ctx), u.Core, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binding:
			kernels[n.Written()] = true
			arrays[array{value.Shown(n), n.Span}] = true
		case *syntax.Let:
			kernels[value.KernelName(n.Pat[0], n.Exp)] = true
		}
		return true
	})
	if !u.Mem {
		v = withoutWarnings(v, "overlap")
	}
	c := *v
	c.Kernels = slices.DeleteFunc(slices.Clone(v.Kernels), func(k validity.Kernel) bool { return !kernels[k.Binds] && k.RaceFree })
	c.Bindings = slices.DeleteFunc(slices.Clone(v.Bindings), func(b validity.Binding) bool { return !arrays[array{b.Name, b.At}] && b.Agrees })
	said := map[array]bool{}
	c.Bindings = slices.DeleteFunc(c.Bindings, func(b validity.Binding) bool { // several results of a call, and their copies
		key := array{b.Name, b.At}
		again := said[key] && b.Agrees && b.Claimed == 0
		said[key] = true
		return again
	})
	return &c
}
