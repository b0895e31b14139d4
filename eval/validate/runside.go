package validate

import (
	"context"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// check runs one side under both semantics. Its answer is about that side alone.
func (r *runner) check(ctx context.Context, s *side, p *syntax.Program, place *placement, in *Input, schedule engine.Schedule) (*Failure, error) {
	o := r.options(s)
	o.Schedule = schedule
	session := s.program.session(o)
	if place != nil {
		if err := place.bind(s, in, session.Heap, &session.Value.Env); err != nil {
			return nil, err
		}
		if in.fast() {
			if f := r.quickly(ctx, s, p, place, in, session); f != nil {
				return f, nil
			}
			session.Value.Accelerate = r.kernels[r.number(s)].Accelerate
		}
	} else if v, shown := r.cleanly(ctx, s, p, session, o); v != nil {
		return &Failure{Input: in, Schedule: schedule, Verdict: v, gave: shown, Result: -1}, nil
	}
	v, err := session.Check(ctx, p)
	if err != nil {
		return nil, err
	}
	if s.def != nil { // a def may return part of a block, as it lies
		v.Warnings = slices.DeleteFunc(v.Warnings, func(w finding.Warning) bool { return w.Kind == "layout" })
	}
	f := &Failure{Input: in, Schedule: schedule, Verdict: v, Result: -1}
	switch {
	case v.Stuck != nil && v.Stuck.Diag.Cause == diag.Limit:
		return nil, v.Stuck.Diag
	case v.Stuck != nil:
		f.Kind = Stuck
		return f, nil
	case !v.RaceFree:
		f.Kind = Racy
	case !v.Valid && (len(v.Overlaps) == 0 || v.Divergence != nil || v.Overwrite != nil):
		f.Kind = Invalid
	}
	for _, k := range s.results {
		shown, err := memory.Show(v.Outcome.Results[k])
		if err != nil {
			return nil, err
		}
		f.gave = append(f.gave, shown)
	}
	if len(s.lets) > 0 {
		if err := session.CatchUp(ctx); err != nil {
			return nil, err
		}
		f.gave = append(f.gave, s.bound(&session.Value.Env)...)
		f.ends = r.sub.atEnd(ctx, s, session)
	}
	if f.Kind == Fine && len(s.partly) > 0 {
		if err := session.CatchUp(ctx); err != nil {
			return nil, err
		}
		if d := s.freed(session); d != nil {
			f.Kind, v.OK, v.Valid, v.Stuck = Stuck, false, false, &validity.Stuck{Rule: d.Rule, Message: d.Msg, Diag: d, HeapOnly: true}
			return f, nil
		}
		if d := s.ruined(ctx, session); d != nil {
			f.Kind, v.OK, v.Valid, v.Consistent, v.Divergence = Invalid, false, false, false, d
		}
	}
	if place != nil && f.Kind == Fine {
		if v.Overwrite, err = r.overwritten(s, session, place, in); err != nil {
			return nil, err
		}
		if v.Overwrite != nil {
			f.Kind, v.OK, v.Valid = Overwriting, false, false
		}
	}
	return f, nil
}

// cleanly returns the verdict on one side and its results, if Options.Clean has one.
func (r *runner) cleanly(ctx context.Context, s *side, p *syntax.Program, session *validity.Session, o engine.Options) (*validity.Verdict, []value.Val) {
	if r.clean == nil || !s.program.Mem || s.def != nil || len(s.lets) > 0 {
		return nil, nil
	}
	v, shown, ok := r.clean(ctx, session, p, o)
	if !ok {
		return nil, nil
	}
	return v, pick(shown, s.results)
}

// overwritten returns the first argument without a star that a side changed, or a changed location beside the
// arguments, or beside where a result goes. A star that BEFORE lacks does not count, because the callers of BEFORE do not know of it.
func (r *runner) overwritten(s *side, session *validity.Session, place *placement, in *Input) (*finding.Overwrite, error) {
	for k, x := range s.arrays {
		if x.Unique && r.sub.Before.arrays[k].Unique {
			continue
		}
		if o := session.Overwritten(s.def, x, in.Arrays[k]); o != nil {
			r.sub.blame(o, k)
			return o, nil
		}
	}
	for _, x := range s.arrays {
		before, taken, err := place.cells(x.Type.Mem.Block.ID, s.arrays, in)
		if err != nil {
			return nil, err
		}
		if o := session.Beside(s.def, x, before, taken); o != nil {
			return o, nil
		}
	}
	for _, x := range s.destinations() {
		before, _, err := place.cells(x.at.ID, nil, in)
		if err != nil {
			return nil, err
		}
		l, known := place.lmads[x.at.ID]
		if !known {
			continue
		}
		if o := session.Beside(s.def, x.at, before, x.taken(l, before.Len())); o != nil {
			return o, nil
		}
	}
	return nil, nil
}
