package validate

import (
	"context"
	"errors"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/machine"
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
	Unwritten        // a result of AFTER has an element that nothing wrote: see Options.Gives
	Unlike           // something that AFTER binds or uses is not what its value semantics has, and no result differs
	Overlapping      // a copy of AFTER, of compiled code, writes over what it reads
)

// says is what fails in words: a race in a copy is called one in a copy.
func (f *Failure) says() string {
	if f.Kind == Racy {
		for _, k := range f.Verdict.Kernels {
			if k.Race != nil && machine.IsCopy(k.At) {
				return "a copy of AFTER races"
			} else if k.Race != nil {
				break
			}
		}
	}
	return f.Kind.String()
}

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
	case Overlapping:
		return "a copy of AFTER writes over what it reads"
	case GoesOn:
		return "AFTER goes on where BEFORE stops with an error"
	case Unwritten:
		return "a result of AFTER is not all written"
	case Unlike:
		return "AFTER binds or uses other values than BEFORE, though its results agree"
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
	names    []string          // of the results, where what statements bind is compared
	Index    []int             // and its first element that does; nil: a number, or another shape
	Stop     *diag.Diagnostic  // the assertion of BEFORE that fails, where AFTER goes on
	ends     []End             // of names that both sides bind, where the memory of the side shows others at the end
	quick    bool              // the fast engine says so, of all orders of iterations
}

// outcome is what became of one input.
type outcome struct {
	fail    *Failure          // AFTER is wrong
	outside *diag.Diagnostic  // BEFORE is stuck: the input is none of its arguments, or BEFORE is wrong: see Subject.unexcused
	stops   *diag.Diagnostic  // an assertion of BEFORE fails, and a check of AFTER does
	wrong   *Failure          // BEFORE is itself invalid or racy
	why     error             // the input cannot be made
	narrow  bool              // for AFTER alone: BEFORE takes it
	skipped error             // BEFORE ran into a limit
	limit   error             // AFTER did
	long    bool              // a larger input took more steps than it has, or too much memory
	much    bool              // it was memory
	unfit   error             // the input does not fit into the memory
	ran     *validity.Verdict // both sides ran, and agree: what the kernels of AFTER did
	unlike  *Failure          // and this is of the kind Unlike
	strays  bool              // there is one, kept or not
	ends    []End             // of AFTER, or, where it is BEFORE that ran, of BEFORE
	strayed string            // the array by which BEFORE is not consistent itself, or ""
	used    [2]heap.Usage     // by BEFORE and AFTER
	tried   *Tried            // where both ran
	key     uint64            // of the input
	made    bool              // there is an input, and a key
	again   bool              // it is the same as one before
	full    bool              // the input has elements
	done    bool              // it was tried
	steps   int64             // that it took
}

// starved tells whether memory was what ended it.
func (o *outcome) starved() bool {
	return o.much || o.unfit != nil || noMemory(o.limit) || noMemory(o.skipped)
}

// runner evaluates inputs. It is used by one goroutine.
type runner struct {
	sub       *Subject
	opts      engine.Options
	clean     Clean
	limit     int64           // steps of one input in BEFORE
	later     int64           // and in AFTER
	runs      []*engine.Steps // of the present input
	schedules []engine.Schedule
	strict    bool
	unwritten func(*Subject, []value.Val) *validity.Unwritten
	before    *syntax.Program // the sides as programs, and without memory
	beforeFun *syntax.Program
	after     *syntax.Program
	kernels   *fast.Kernels // of BEFORE, for larger inputs
}

func newRunner(sub *Subject, o *Options) *runner {
	r := &runner{sub: sub, opts: o.Options, clean: o.Clean, limit: o.each(), later: patience * o.each(), schedules: o.schedules(), strict: o.Strict, unwritten: o.Gives, before: sub.Before.whole(), after: sub.After.whole(), kernels: fast.NewKernels(o.Options)}
	r.beforeFun = r.before
	if sub.Before.program.Mem {
		r.beforeFun = erase.Program(r.before)
	}
	return r
}

// within is ctx with a number of steps, which the runner counts.
func (r *runner) within(ctx context.Context, steps int64) *engine.Steps {
	r.runs = append(r.runs, engine.WithSteps(ctx, steps))
	return r.runs[len(r.runs)-1]
}

// budget is that of memory, for work that ends with a context.
func (r *runner) budget(ctx context.Context) *engine.Budget {
	return engine.NewBudget(ctx, r.opts.Memory)
}

// taken is how many steps the runs have taken since it was last asked.
func (r *runner) taken() (steps int64) {
	for _, s := range r.runs {
		steps += s.Taken()
	}
	r.runs = r.runs[:0]
	return steps
}

// patience is how much longer AFTER may take, which runs under both semantics and
// several schedules.
const patience = 10

// try evaluates one input on both sides.
func (r *runner) try(ctx context.Context, in *Input) (o outcome) {
	if in.Larger {
		return r.tryLarger(ctx, in)
	}
	want, o := r.tryBefore(r.within(ctx, r.limit), in)
	switch {
	case o.stops != nil:
		return r.tryStopped(ctx, in, o.stops)
	case want == nil:
		o.skipped, o.limit = o.limit, nil
		return o
	}
	ctx = r.within(ctx, r.later)
	return r.compare(in, want, o, r.schedules, func(schedule engine.Schedule) (*Failure, outcome) {
		f, err := r.tryAfter(ctx, in, schedule, want)
		o := r.ended(ctx, err)
		o.narrow = o.why != nil
		return f, o
	})
}

// attempt makes an input within the limit of memory, and tries it. It may end alone for want of memory, and the validation goes on.
func (r *runner) attempt(ctx context.Context, make func(*engine.Budget) (*Input, error), try func(context.Context, *Input) outcome) (*Input, outcome) {
	ctx, end := engine.Attempt(ctx)
	defer end()
	in, err := make(engine.NewBudget(ctx, r.opts.Memory))
	switch {
	case noMemory(err):
		return nil, outcome{unfit: err}
	case err != nil:
		return nil, outcome{skipped: err}
	}
	return in, try(ctx, in)
}

// compare is what comes of AFTER in some orders of iterations. Where it does not come to its end, run gives no
// Failure and what becomes of the input. before is what tryBefore says beside the results.
func (r *runner) compare(in *Input, want []value.Val, before outcome, schedules []engine.Schedule, run func(engine.Schedule) (*Failure, outcome)) outcome {
	ran, unlike, used := &validity.Verdict{}, (*Failure)(nil), before.used
	var ends []End
	for _, schedule := range schedules {
		f, o := run(schedule)
		switch {
		case f == nil:
			return o
		case f.Kind != Fine:
			return outcome{fail: f}
		case r.sub.statements && len(r.sub.After.body.Res) == 0 && r.strays(f.Verdict, before.strayed):
			f.Kind = Invalid // what is bound is all that there is
			return outcome{fail: f}
		case unlike == nil && r.strays(f.Verdict, before.strayed):
			f.Kind, f.Verdict.OK, unlike = Unlike, false, f
		}
		ran.Add(f.Verdict)
		ends = append(ends, without(f.ends, append(before.ends, ends...))...)
		if schedule.IsForward() && !in.Larger {
			used[1] = usage(f.Verdict)
		}
		if f.quick {
			break
		}
	}
	if u := r.gives(want); u != nil {
		v := validity.Fine()
		v.Kernels = ran.Kernels
		v = v.Gives(u)
		return outcome{fail: &Failure{Kind: Unwritten, Input: in, Verdict: v, Result: -1}}
	}
	return outcome{ran: ran, unlike: unlike, strays: unlike != nil, ends: ends, used: used}
}

// strays tells that a run is not consistent, and that BEFORE is not so in the same way: by the same array.
func (r *runner) strays(v *validity.Verdict, before string) bool {
	if r.sub.alone || v.Divergence == nil {
		return r.sub.alone && !v.Consistent
	}
	return v.Divergence.Binding != before
}

// gives is the first element of the results that nothing wrote, where that is looked for.
func (r *runner) gives(results []value.Val) *validity.Unwritten {
	if r.unwritten == nil {
		return nil
	}
	return r.unwritten(r.sub, results)
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
	if in.Larger {
		m.Accelerate = r.kernels.Accelerate
	}
	place, err := s.bindArguments(r.budget(ctx), in, &m.Env)
	if err != nil {
		return nil, r.ended(ctx, err)
	}
	v, err := m.Run(ctx, r.beforeFun)
	var d *diag.Diagnostic
	switch {
	case errors.As(err, &d) && d.Cause == diag.Limit:
		return nil, outcome{limit: d}
	case errors.As(err, &d) && d.Cause == diag.Asserted:
		return nil, outcome{stops: d}
	case errors.As(err, &d):
		return nil, outcome{outside: d}
	case err != nil:
		return nil, r.ended(ctx, err)
	}
	want, used := append(pick(v, s.results), s.bound(&m.Env)...), outcome{}
	if s.program.Mem && !r.sub.alone {
		if place != nil {
			if place, err = s.place(r.budget(ctx), in, want); err != nil {
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
		if !in.Larger {
			used.used[0] = usage(f.Verdict)
		}
		if used.ends = f.ends; f.Verdict.Divergence != nil {
			used.strayed = f.Verdict.Divergence.Binding
		}
	}
	return want, used
}

// bindArguments gives the value semantics of a side its arguments, and the numbers that say how they lie.
func (s *side) bindArguments(b *engine.Budget, in *Input, E *value.Env) (place *placement, err error) {
	s.bindValues(in, E)
	if s.program.Mem && s.def != nil {
		if place, err = s.place(b, in, nil); err != nil {
			return nil, err
		}
		for id, k := range place.ints {
			E.Bind(id, value.Number(k))
		}
	}
	return place, nil
}

// bindValues gives the value semantics of a side its arguments.
func (s *side) bindValues(in *Input, E *value.Env) {
	s.bindNumbers(in, func(id int, k num.Num) { E.Bind(id, value.Number(k)) })
	for k, x := range s.arrays {
		E.Bind(x.ID, value.Val{A: in.Arrays[k]})
	}
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
		if place, err = s.place(r.budget(ctx), in, want); err != nil {
			return nil, err
		}
	}
	f, err := r.check(ctx, s, r.after, place, in, schedule)
	if err != nil {
		return nil, err
	}
	f.Before, f.names = want, r.sub.letNames
	if f.Kind == Stuck {
		return f, nil
	}
	switch f.differ(); {
	case f.Kind != Fine:
	case len(f.Verdict.Overlaps) > 0:
		f.Kind = Overlapping
	case r.strict && len(f.Verdict.Warnings) > 0:
		f.Kind = Warned
	}
	return f, nil
}

// cleanly is the verdict on one side, where Options.Clean has one, and its results.
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

// check runs one side under both semantics. What it says is about that side alone.
func (r *runner) check(ctx context.Context, s *side, p *syntax.Program, place *placement, in *Input, schedule engine.Schedule) (*Failure, error) {
	o := r.opts
	o.Schedule = schedule
	session := s.program.session(o)
	if place != nil {
		if err := place.bind(s, in, session.Heap, &session.Value.Env); err != nil {
			return nil, err
		}
		if in.Larger {
			if f := r.quickly(ctx, s, p, place, in, session); f != nil {
				return f, nil
			}
			session.Value.Accelerate = r.kernels.Accelerate
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
		f.After = append(f.After, shown)
	}
	if len(s.lets) > 0 {
		if err := session.CatchUp(ctx); err != nil {
			return nil, err
		}
		f.After = append(f.After, s.bound(&session.Value.Env)...)
		f.ends = r.sub.atEnd(ctx, s, session)
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

// overwritten is the first argument that the evaluation of a side changed although no
// star marks it, or a location beside the arguments: a star that BEFORE does not have is
// none, for its callers do not know of it.
func (r *runner) overwritten(s *side, session *validity.Session, place *placement, in *Input) (*validity.Overwrite, error) {
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
	return nil, nil
}

// blame says of an argument that AFTER overwrote which parameter has no star: that of BEFORE, whose callers do not know of
// one that AFTER alone has, or else that of AFTER.
func (sub *Subject) blame(o *validity.Overwrite, k int) {
	b, a := sub.Before.arrays[k], sub.After.arrays[k]
	switch {
	case sub.alone:
	case !b.Unique:
		o.Side, o.Parameter, o.Declared = "BEFORE", b.Written(), b.Span
	default:
		o.Side, o.Parameter, o.Declared = "AFTER", a.Written(), a.Span
	}
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
	return x.A.FirstDifference(y.A)
}

// pick is the elements of v at the given places.
func pick(v []value.Val, at []int) []value.Val {
	list := make([]value.Val, len(at))
	for k, i := range at {
		list[k] = v[i]
	}
	return list
}
