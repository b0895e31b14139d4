package session

import (
	"context"

	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/eval/verdict"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"
)

// Scratch is a program that runs beside the session and leaves the session as it is.
type Scratch struct {
	Unit *elab.Unit
	Fun  *syntax.Program // what the value semantics evaluates
	Mem  *syntax.Program // the FUNMEM form, if it was asked for
}

// Aside elaborates a program beside the session.
func (s *Session) Aside(ctx context.Context, src *diag.Source) (*Scratch, error) {
	defer s.Progress.Begin()()
	prog, err := syntax.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	return s.ParsedAside(ctx, prog)
}

// ParsedAside is Aside for a program that was read.
func (s *Session) ParsedAside(ctx context.Context, prog *syntax.Program) (*Scratch, error) {
	e, _, err := s.elaborateAside(ctx, prog)
	return e, err
}

// TypesAside elaborates a program beside the session. rec gets the derivations of its types, or
// with onHeap those of its FUNMEM form.
func (s *Session) TypesAside(ctx context.Context, prog *syntax.Program, rec *derive.Recorder, onHeap bool) error {
	run := s.ParsedAside
	if onHeap {
		if err := s.CatchUp(ctx); err != nil {
			return err
		}
		run = s.ParsedOnHeap
	}
	s.Elab.Derive(rec, onHeap && !s.Elab.IsMem(prog, verdict.Poll(ctx)))
	defer s.Elab.Derive(nil, false)
	_, err := run(ctx, prog)
	return err
}

// Values evaluates a program beside the session under its settings.
func (s *Session) Values(ctx context.Context, e *Scratch) ([]value.Val, error) {
	defer s.Progress.Begin()()
	return s.Ready(ctx, s.newMachine(), e.Fun, e.Unit)()
}

func (s *Session) elaborateAside(ctx context.Context, prog *syntax.Program) (*Scratch, *elab.Session, error) {
	defer s.Progress.Begin()()
	if s.Elab.IsMem(prog, verdict.Poll(ctx)) {
		if err := s.CatchUp(ctx); err != nil {
			return nil, nil, err
		}
	}
	next := s.Elab.Clone()
	unit, err := Elaborate(ctx, next, prog)
	if err != nil {
		return nil, nil, s.explain(err)
	}
	e := &Scratch{Unit: unit, Fun: unit.Core}
	if unit.Mem {
		e.Fun = erase.Program(unit.Core)
	}
	return e, next, nil
}

// AsideOnHeap is Aside with the FUNMEM form. Afterwards the heap has caught up.
func (s *Session) AsideOnHeap(ctx context.Context, src *diag.Source) (*Scratch, error) {
	prog, err := syntax.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	return s.ParsedOnHeap(ctx, prog)
}

// ParsedOnHeap is AsideOnHeap for a program that was read.
func (s *Session) ParsedOnHeap(ctx context.Context, prog *syntax.Program) (*Scratch, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, err
	}
	e, next, err := s.elaborateAside(ctx, prog)
	if err != nil {
		return nil, err
	}
	if why := s.Heap.Missing(e.Unit.Core); why != nil {
		return nil, why
	}
	beside := &Session{state: state{Elab: next}, Heap: &heapSide{intro: s.Heap.intro.Clone(), names: s.Heap.names.Clone()}}
	e.Mem, err = beside.Lower(ctx, e.Unit)
	return e, err
}

// Again is the entry that bound a variable, to be evaluated again beside the session, with the memory as it is now. The
// scratch is nil if the entry has no FUNMEM form.
func (s *Session) Again(ctx context.Context, n elab.Name) (*Entry, *Scratch, error) {
	if err := s.CatchUp(ctx); err != nil {
		return nil, nil, err
	}
	e := s.EntryOf(n)
	if e == nil || e.Mem == nil {
		return e, nil, nil
	}
	if why := s.Heap.Missing(e.Unit.Core); why != nil {
		return nil, nil, why
	}
	for _, x := range syntax.FreeVars(e.Mem) {
		if t := s.Elab.MemType(x.ID); t != nil && !t.IsNumber() && s.Heap.Check.Heap.Env.Of(x.ID).B == nil {
			return nil, nil, diag.Usagef("%s, which binds `%s`, cannot be evaluated again: the `%s` that it uses is gone", e.Src.Name, n.Name, syntax.Base(x.Name)).
				Helpf("`:trace EXPR` traces any expression over what there is now")
		}
	}
	return e, &Scratch{Unit: e.Unit, Fun: e.Fun, Mem: e.Mem}, nil
}

// VerdictOn checks a program beside the session. use sees the verdict while the heap is as the
// program left it. trace is how much of the full traces is kept.
func (s *Session) VerdictOn(ctx context.Context, e *Scratch, trace int, tree *derive.Recorder, use func(*validity.Verdict) error) error {
	check := s.Heap.Check
	check.Heap.Opts.Trace, check.Heap.Opts.Derive = trace, tree
	defer func() { check.Heap.Opts.Trace, check.Heap.Opts.Derive = 0, nil }()
	end := s.Progress.Begin()
	defer end()
	return check.Aside(ctx, e.Mem, func(v *validity.Verdict) error {
		end()
		return use(s.aboutLines(e.Unit, v))
	})
}
