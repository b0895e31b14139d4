package validate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Kind is what a counterexample shows of AFTER.
type Kind uint8

// The kinds, in the order in which they are looked for.
const (
	Fine        Kind = iota
	Stuck            // AFTER is stuck where BEFORE is not
	Racy             // a kernel of AFTER races (eq. 4)
	Invalid          // the heap of AFTER shows other values (Def. 3.1)
	Overwriting      // AFTER changes an argument that no star of BEFORE marks
	Different        // the values of AFTER, memory aside, are others
	Warned           // AFTER has a warning, and Options.Strict wants none
	Unequal          // the values of AFTER, of IMP, are others
	GoesOn           // AFTER goes on where an assertion of BEFORE fails
)

// String is the kind in words.
func (k Kind) String() string {
	switch k {
	case Stuck:
		return "AFTER is stuck where BEFORE is not"
	case Different:
		return "AFTER computes something else, whatever its memory"
	case Invalid:
		return "the heap of AFTER shows other values than BEFORE"
	case Overwriting:
		return "AFTER overwrites what no star marks"
	case Unequal:
		return "AFTER gives other values than BEFORE"
	case Racy:
		return "a kernel of AFTER races"
	case Warned:
		return "AFTER has a warning"
	case GoesOn:
		return "AFTER goes on where BEFORE stops with an error"
	}
	return "fine"
}

// Failure is what one input showed.
type Failure struct {
	Kind     Kind
	Input    *Input
	Schedule engine.Schedule
	Verdict  *validity.Verdict // on AFTER
	Before   []value.Val       // the results of BEFORE
	After    []value.Val       // and those that the heap of AFTER shows; nil where there are none
	Result   int               // the first result that differs, from 0
	Index    []int             // and its first element that does; nil: a number, or another shape
	Stop     *diag.Diagnostic  // the assertion of BEFORE that fails, where AFTER goes on
}

// outcome is what became of one input.
type outcome struct {
	fail    *Failure          // AFTER is wrong
	outside *diag.Diagnostic  // BEFORE is stuck: the input is none of its arguments
	stops   *diag.Diagnostic  // an assertion of BEFORE fails, and a check of AFTER does
	wrong   *Failure          // BEFORE is itself invalid or racy
	why     error             // the input cannot be made
	skipped error             // BEFORE ran into a limit
	limit   error             // AFTER did
	ran     *validity.Verdict // both sides ran, and agree: what the kernels of AFTER did
	used    [2]heap.Usage     // by BEFORE and AFTER
}

// runner evaluates inputs. It is used by one goroutine.
type runner struct {
	sub       *Subject
	opts      engine.Options
	clean     Clean
	limit     time.Duration // of one input in BEFORE
	later     time.Duration // and in AFTER
	schedules []engine.Schedule
	strict    bool
	before    *syntax.Program // the sides as programs, and without memory
	beforeFun *syntax.Program
	after     *syntax.Program
}

func newRunner(sub *Subject, o *Options) *runner {
	r := &runner{sub: sub, opts: o.Options, clean: o.Clean, limit: o.Each, later: patience * o.Each, schedules: o.schedules(), strict: o.Strict, before: sub.Before.whole(), after: sub.After.whole()}
	r.beforeFun = r.before
	if sub.Before.program.Mem {
		r.beforeFun = erase.Program(r.before)
	}
	return r
}

// patience is how much longer AFTER may take, which runs under both semantics and
// several schedules.
const patience = 10

// try evaluates one input on both sides.
func (r *runner) try(ctx context.Context, in *Input) (o outcome) {
	short, cancel := context.WithTimeout(ctx, r.limit)
	want, o := r.tryBefore(short, in)
	cancel()
	switch {
	case o.stops != nil:
		return r.tryStopped(ctx, in, o.stops)
	case want == nil:
		o.skipped, o.limit = o.limit, nil
		return o
	}
	ctx, cancel = context.WithTimeout(ctx, r.later)
	defer cancel()
	ran, used := &validity.Verdict{}, o.used
	for _, schedule := range r.schedules {
		f, err := r.tryAfter(ctx, in, schedule, want)
		switch {
		case err != nil:
			return r.ended(ctx, err)
		case f.Kind != Fine:
			return outcome{fail: f}
		}
		ran.Add(f.Verdict)
		if schedule.IsForward() {
			used[1] = usage(f.Verdict)
		}
	}
	return outcome{ran: ran, used: used}
}

// usage is the memory that a run used.
func usage(v *validity.Verdict) (u heap.Usage) {
	if v.Outcome != nil {
		u = v.Outcome.Usage
	}
	return u
}

// ended is the outcome of an evaluation that did not come to its end.
func (r *runner) ended(ctx context.Context, err error) outcome {
	var why *cannot
	if errors.As(err, &why) {
		return outcome{why: err}
	}
	return outcome{limit: err}
}

// tryBefore gives the results of BEFORE, or nil and why there are none.
func (r *runner) tryBefore(ctx context.Context, in *Input) ([]value.Val, outcome) {
	s := &r.sub.Before
	session, o := s.program.session(r.opts), r.opts
	o.Schedule = r.schedules[0]
	if v, shown := r.cleanly(ctx, s, r.before, session, o); v != nil {
		return shown, outcome{}
	}
	m := session.Value
	s.bindValues(in, &m.Env)
	var place *placement
	if s.program.Mem && s.def != nil {
		var err error
		if place, err = s.place(in, nil); err != nil {
			return nil, r.ended(ctx, err)
		}
		for id, k := range place.ints {
			m.Env.Bind(id, value.Number(k))
		}
	}
	v, err := m.Run(ctx, r.beforeFun)
	var d *diag.Diagnostic
	switch {
	case errors.As(err, &d) && tooLarge(d):
		return nil, outcome{limit: d}
	case errors.As(err, &d) && d.Cause == diag.Asserted:
		return nil, outcome{stops: d}
	case errors.As(err, &d):
		return nil, outcome{outside: d}
	case err != nil:
		return nil, r.ended(ctx, err)
	}
	want, used := pick(v, s.results), outcome{}
	if s.program.Mem {
		if place != nil {
			if place, err = s.place(in, want); err != nil {
				return nil, r.ended(ctx, err)
			}
		}
		f, err := r.check(ctx, s, r.before, place, in, r.schedules[0])
		if err != nil {
			return nil, r.ended(ctx, err)
		}
		if f.Kind != Fine {
			return nil, outcome{wrong: f}
		}
		used.used[0] = usage(f.Verdict)
	}
	return want, used
}

// bindValues gives the value semantics of a side its arguments.
func (s *side) bindValues(in *Input, E *value.Env) {
	s.bindNumbers(in, func(id int, k num.Num) { E.Bind(id, value.Number(k)) })
	for k, x := range s.arrays {
		E.Bind(x.ID, value.Val{A: in.Arrays[k]})
	}
}

// tooLarge tells whether an evaluation was stuck for memory.
func tooLarge(d *diag.Diagnostic) bool {
	return d.Rule == "" || d.Help == "raise the limit with `:set memory` or --memory" || strings.HasSuffix(d.Msg, "takes more memory than any limit allows")
}

// tryAfter compares AFTER with the results of BEFORE.
func (r *runner) tryAfter(ctx context.Context, in *Input, schedule engine.Schedule, want []value.Val) (*Failure, error) {
	s := &r.sub.After
	if s.program.IMP != nil {
		return r.tryIMP(ctx, in, schedule, want)
	}
	var place *placement
	if s.def != nil {
		var err error
		if place, err = s.place(in, want); err != nil {
			return nil, err
		}
	}
	f, err := r.check(ctx, s, r.after, place, in, schedule)
	if err != nil {
		return nil, err
	}
	f.Before = want
	if f.Kind == Stuck {
		return f, nil
	}
	if f.differ(); f.Kind == Fine && r.strict && len(f.Verdict.Warnings) > 0 {
		f.Kind = Warned
	}
	return f, nil
}

// cleanly is the verdict on one side, where Options.Clean has one, and its results.
func (r *runner) cleanly(ctx context.Context, s *side, p *syntax.Program, session *validity.Session, o engine.Options) (*validity.Verdict, []value.Val) {
	if r.clean == nil || !s.program.Mem || s.def != nil {
		return nil, nil
	}
	v, shown, ok := r.clean(ctx, session, p, o)
	if !ok {
		return nil, nil
	}
	return v, pick(shown, s.results)
}

// check runs one side under both semantics. What it says is about that side alone.
func (r *runner) check(ctx context.Context, s *side, p *syntax.Program, place *placement, in *Input, schedule engine.Schedule) (*Failure, error) {
	o := r.opts
	o.Schedule = schedule
	session := s.program.session(o)
	if place != nil {
		if err := place.bind(s, in, session.Heap, &session.Value.Env); err != nil {
			return nil, err
		}
	} else if v, shown := r.cleanly(ctx, s, p, session, o); v != nil {
		return &Failure{Input: in, Schedule: schedule, Verdict: v, After: shown, Result: -1}, nil
	}
	v, err := session.Check(ctx, p)
	if err != nil {
		return nil, err
	}
	if s.def != nil { // which may give back a part of a block, as it lies
		v.Warnings = slices.DeleteFunc(v.Warnings, func(w validity.Warning) bool { return w.Kind == "layout" })
	}
	f := &Failure{Input: in, Schedule: schedule, Verdict: v, Result: -1}
	switch {
	case v.Stuck != nil && tooLarge(v.Stuck.Diag):
		return nil, v.Stuck.Diag
	case v.Stuck != nil:
		f.Kind = Stuck
		return f, nil
	case !v.RaceFree:
		f.Kind = Racy
	case !v.Valid:
		f.Kind = Invalid
	}
	for _, k := range s.results {
		shown, err := memory.Show(v.Outcome.Results[k])
		if err != nil {
			return nil, err
		}
		f.After = append(f.After, shown)
	}
	if place != nil && f.Kind == Fine {
		if v.Overwrite, err = r.overwritten(s, session, place, in); err != nil {
			return nil, err
		}
		if v.Overwrite != nil {
			f.Kind = Overwriting
		}
	}
	return f, nil
}

// overwritten is the first argument that the evaluation of a side changed although no
// star marks it, or a location beside the arguments: a star that BEFORE does not have is
// none, for its callers do not know of it.
func (r *runner) overwritten(s *side, session *validity.Session, place *placement, in *Input) (*validity.Overwrite, error) {
	for k, x := range s.arrays {
		if x.Unique && r.sub.Before.arrays[k].Unique {
			continue
		}
		if o := session.Overwritten(s.def, x, in.Arrays[k]); o != nil {
			if x.Unique {
				o.Declared, o.Parameter = r.sub.Before.arrays[k].Span, r.sub.Before.arrays[k].Written()
			}
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
	return nil, nil
}

// differ compares what AFTER shows with the results of BEFORE.
func (f *Failure) differ() {
	for k := range f.Before {
		x, y := f.Before[k], f.After[k]
		if x.Shows(y) {
			continue
		}
		f.Result = k
		if i := firstDifference(x, y); i >= 0 {
			f.Index = indexIn(x.A.Shape, i)
			for d := range f.Index {
				f.Index[d]++
			}
		}
		if f.Kind == Fine {
			f.Kind = Different
		}
		return
	}
}

// firstDifference is the row-major offset of the first element of x that y, an array of
// its shape, shows otherwise, or -1.
func firstDifference(x, y value.Val) int {
	if x.A == nil || y.A == nil || !slices.Equal(x.A.Shape, y.A.Shape) {
		return -1
	}
	for i := range x.A.Elems.Len() {
		if !value.Agrees(x.A.Elems.At(i), y.A.Elems.At(i)) {
			return i
		}
	}
	return -1
}

// pick is the elements of v at the given places.
func pick(v []value.Val, at []int) []value.Val {
	list := make([]value.Val, len(at))
	for k, i := range at {
		list[k] = v[i]
	}
	return list
}
