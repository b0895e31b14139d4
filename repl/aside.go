package repl

import (
	"context"

	"funmem/eval/derive"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"
)

// scratch is a program beside the session, which stays as it is.
type scratch struct {
	unit *elab.Unit
	fun  *syntax.Program // what the value semantics evaluates
	mem  *syntax.Program // the FUNMEM form, where it was asked for
}

// aside elaborates a program beside the session.
func (s *Session) aside(ctx context.Context, src *diag.Source) (*scratch, error) {
	e, _, err := s.elaborateAside(ctx, src)
	return e, err
}

func (s *Session) elaborateAside(ctx context.Context, src *diag.Source) (*scratch, *elab.Session, error) {
	defer s.progress.begin()()
	prog, err := syntax.Parse(src, poll(ctx))
	if err != nil {
		return nil, nil, err
	}
	if s.elab.IsMem(prog, poll(ctx)) {
		if err := s.catchUp(ctx); err != nil {
			return nil, nil, err
		}
	}
	next := s.elab.Clone()
	unit, err := elaborate(ctx, next, prog)
	if err != nil {
		return nil, nil, s.explain(err)
	}
	e := &scratch{unit: unit, fun: unit.Core}
	if unit.Mem {
		e.fun = erase.Program(unit.Core)
	}
	return e, next, nil
}

// asideOnHeap is aside with the FUNMEM form; the heap has caught up then.
func (s *Session) asideOnHeap(ctx context.Context, src *diag.Source) (*scratch, error) {
	if err := s.catchUp(ctx); err != nil {
		return nil, err
	}
	e, next, err := s.elaborateAside(ctx, src)
	if err != nil {
		return nil, err
	}
	if why := s.heap.missing(e.unit.Core); why != nil {
		return nil, why
	}
	beside := &Session{state: state{elab: next}, heap: &heapSide{intro: s.heap.intro.Clone()}}
	e.mem, err = beside.lower(ctx, e.unit)
	return e, err
}

// verdictOn checks a program beside the session; use sees the verdict while
// the heap is what the program made of it. trace is how much of the full traces
// is kept.
func (s *Session) verdictOn(ctx context.Context, e *scratch, trace int, tree *derive.Recorder, use func(*validity.Verdict) error) error {
	check := s.heap.check
	check.Heap.Opts.Trace, check.Heap.Opts.Derive = trace, tree
	defer func() { check.Heap.Opts.Trace, check.Heap.Opts.Derive = 0, nil }()
	end := s.progress.begin()
	defer end()
	return check.Aside(ctx, e.mem, func(v *validity.Verdict) error {
		end()
		return use(s.aboutLines(e.unit, v))
	})
}
