package cli

import (
	"context"
	"slices"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/futhark/tofunmem"
	"funmem/heap"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/syntax"
)

// findings checks a program that is the whole session except for inputs, and says what is proved about it. If it only
// defines names, its functions run on inputs. followed, if not nil, records what happens to a location.
func findings(s *session.Session, ctx context.Context, o *Options, prog *syntax.Program, followed *heap.Life) (*verdict.Program, error) {
	defer s.Progress.Begin()()
	unit, mem, v, arrays, err := s.Checked(ctx, prog, followed)
	if err != nil {
		return nil, err
	}
	f := verdict.Of(v.Gives(session.Unwritten(o.dumped, arrays)))
	if !f.OK && !f.Limited() {
		verdict.Refute(ctx)
	}
	own, imported := verdict.DefsOf(prog, unit.Core)
	defs, vo := o.entryDefs(own), &validate.Options{FromZero: o.AsFuthark, Quick: o.Quick}
	f.Empty = len(defs) == 0 && !verdict.RunsSome(prog.Decls, prog.Span.Src)
	if !f.OK || !verdict.PrintsNothing(prog) {
		f.Idle = verdict.IdleIn(ctx, defs, imported, unit.Core, v.Called)
	} else {
		p := s.ProgramOf(unit, prog.Span.Src.Name)
		if err := s.OnInputs(ctx, f, p, verdict.WithMemory(p, mem), defs, vo); err != nil {
			return nil, err
		}
		err := f.Phase(ctx, func() error {
			f.Idle = append(f.Idle, verdict.IdleIn(ctx, nil, imported, unit.Core, v.Called, defs...)...)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if followed != nil {
		if err := f.Phase(ctx, func() error { return f.Life(ctx, vo, followed) }); err != nil {
			return nil, err
		}
	}
	return f, f.Phase(ctx, func() error {
		f.Verdict = verdict.OfTheText(ctx, unit, s.Proved(ctx, mem, f.Verdict))
		if len(o.Inputs) > 0 {
			f.Tried = "tested on the inputs that are given"
		}
		f.Prove(slices.ContainsFunc(mem.Decls, verdict.IsStatement), func(d *syntax.Def) *validity.Proof { return s.Valid(ctx, mem, inMem(mem, d), o.Proof) })
		f.Operators(s.Operators(ctx, unit, verdict.Runs(f.Subjects, vo)))
		return nil
	})
}

// inMem returns the FUNMEM form of a function, or nil for none.
func inMem(mem *syntax.Program, d *syntax.Def) *syntax.Def {
	if d == nil {
		return nil
	}
	return session.DefOf(mem, d.Name)
}

// entryDefs returns the functions that --entry names, or the entry points of a dump; for another program, all
// functions.
func (o *Options) entryDefs(defs []*syntax.Def) []*syntax.Def {
	if o.unit == nil {
		return defs
	}
	return slices.DeleteFunc(defs, func(d *syntax.Def) bool {
		return !slices.ContainsFunc(o.unit.Entries, func(e *tofunmem.Entry) bool {
			return e.DefName() == d.Name && (o.Entry == "" || o.Entry == e.Name)
		})
	})
}

// timed returns a context that ends after --time, if it was given, with a *late as its cause.
func (o *Options) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Time == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, o.Time, &verdict.Late{After: o.Time})
}

// follow returns the location of --explain, or nil.
func (o *Options) follow() (*heap.Life, error) {
	if o.Explain == "" {
		return nil, nil
	}
	return view.LifeOf(o.Explain)
}
