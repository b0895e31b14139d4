package validate

import (
	"context"
	"errors"
	"slices"

	"funmem/eval/branch"
	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/erase"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Kind is what a counterexample shows about AFTER.
type Kind uint8

// The kinds, in the order of the checks.
const (
	Fine        Kind = iota
	Stuck            // AFTER is stuck where BEFORE is not
	Racy             // a kernel of AFTER races (eq. 4)
	Invalid          // the heap of AFTER shows other values (Def. 3.1)
	Overwriting      // AFTER changes an argument that no star of BEFORE marks
	Different        // the values of AFTER, apart from memory, differ
	Warned           // AFTER has a warning, and Options.Strict forbids that
	Unequal          // the values of AFTER, in IMP or beside a BEFORE in Fun, differ
	GoesOn           // AFTER goes on where an assertion of BEFORE fails
	Unwritten        // a result of AFTER has an element that nothing wrote: see Options.Gives
	Unlike           // some binding or use in AFTER differs from its value semantics, but no result does
	Overlapping      // a copy of AFTER, of compiled code, writes over what it reads
)

// Says describes the failure in words. A race in a copy is called that.
func (f *Failure) Says() string {
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

// Name is the name of the first result that differs if bindings of statements are compared, or "".
func (f *Failure) Name() string {
	if f.names == nil || f.Result < 0 {
		return ""
	}
	return f.names[f.Result]
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
	Before   []value.Shown     // the results of BEFORE
	After    []value.Shown     // and the results that the heap of AFTER shows; nil if there are none
	want     []value.Val       // both as core has them
	gave     []value.Val
	Result   int              // the first result that differs, from 0
	names    []string         // of the results, if bindings of statements are compared
	Index    []int            // and its first differing element, or row of another size; nil: a number, or another shape
	odd      bool             // the parts of the result are those of no array
	Stop     *diag.Diagnostic // the failing assertion of BEFORE, if AFTER goes on
	ends     []End            // the names that both sides bind and whose memory on this side shows other values at the end
	quick    bool             // for all orders of iterations: from the fast engine, or of Fun
}

// outcome is what became of one input.
type outcome struct {
	fail    *Failure          // AFTER is wrong
	outside *diag.Diagnostic  // BEFORE is stuck: the input is not a valid argument, or BEFORE is wrong: see Subject.unexcused
	stops   *diag.Diagnostic  // an assertion of BEFORE fails, and a check of AFTER does too
	wrong   *Failure          // BEFORE is itself invalid or racy
	why     error             // the input cannot be made
	narrow  bool              // BEFORE takes the input, and AFTER does so in no layout that was tried
	skipped error             // BEFORE ran into a limit
	limit   error             // AFTER ran into one
	long    bool              // a larger input took too many steps, or too much memory
	much    bool              // it was too much memory
	unfit   error             // the input does not fit into the memory
	ran     *validity.Verdict // both sides ran and agree: what the kernels of AFTER did
	unlike  *Failure          // they agree, but with a failure of kind Unlike
	strays  bool              // there is such a failure, kept or not
	ends    []End             // for AFTER or, if only BEFORE ran, for BEFORE
	strayed string            // the array that makes BEFORE itself inconsistent, or ""
	used    [2]heap.Usage     // by BEFORE and AFTER
	tried   *Tried            // if both ran
	key     uint64            // of the input
	made    bool              // there is an input, with a key
	again   bool              // it repeats an earlier one
	full    bool              // the input has elements
	ways    ways              // of the conditions, if both ran
	done    bool              // it was tried
	steps   int64             // the steps it took
}

// starved tells whether memory ended the input.
func (o *outcome) starved() bool {
	return o.much || o.unfit != nil || noMemory(o.limit) || noMemory(o.skipped)
}

// runner evaluates inputs. It is used by one goroutine.
type runner struct {
	sub       *Subject
	opts      engine.Options
	clean     Clean
	limit     int64           // steps that one input may take in BEFORE
	later     int64           // and in AFTER
	runs      []*engine.Steps // of the current input
	schedules []engine.Schedule
	strict    bool
	patient   bool
	quick     bool
	unwritten func(*Subject, []value.Val) *validity.Unwritten
	before    *syntax.Program // the sides as programs, and without memory
	beforeFun *syntax.Program
	after     *syntax.Program
	kernels   [2]*fast.Kernels // of the sides, for larger inputs
	free      [2][]*syntax.Var // the free variables of the bodies of the sides, for the fast engine; nil: not found yet
	notes     [2]*branch.Notes // of the sides; nil: nothing is noted
	failing   *side            // the side that a trace is to explain
}

func newRunner(sub *Subject, o *Options) *runner {
	r := &runner{sub: sub, opts: o.Options, clean: o.Clean, limit: o.each(), later: patience * o.each(), schedules: o.schedules(), strict: o.Strict, patient: o.Patient, quick: o.Quick, unwritten: o.Gives, before: sub.Before.whole(), after: sub.After.whole()}
	for k := range r.notes {
		own := o.Options
		if o.Branches && !sub.alone {
			r.notes[k] = branch.New()
			own.Branches = r.notes[k]
		}
		r.kernels[k] = fast.NewKernels(own)
	}
	r.beforeFun = r.before
	if sub.Before.program.Mem {
		r.beforeFun = erase.Program(r.before)
	}
	return r
}

// number returns 0 for BEFORE and 1 for AFTER.
func (r *runner) number(s *side) int {
	if s == &r.sub.After {
		return 1
	}
	return 0
}

// options returns the options for runs of a side.
func (r *runner) options(s *side) engine.Options {
	o := r.opts
	o.Branches = r.notes[r.number(s)]
	return o
}

// within returns ctx with a limit of steps. The runner counts the steps taken.
func (r *runner) within(ctx context.Context, steps int64) *engine.Steps {
	r.runs = append(r.runs, engine.WithSteps(ctx, steps))
	return r.runs[len(r.runs)-1]
}

// budget returns a memory budget for work that ends with ctx.
func (r *runner) budget(ctx context.Context) *engine.Budget {
	return engine.NewBudget(ctx, r.opts.Memory)
}

// taken returns how many steps the runs took since the last call.
func (r *runner) taken() (steps int64) {
	for _, s := range r.runs {
		steps += s.Taken()
	}
	r.runs = r.runs[:0]
	return steps
}

// patience is how much longer AFTER may take than BEFORE, since it runs under both semantics and several schedules.
const patience = 10

// try evaluates one input on both sides.
func (r *runner) try(ctx context.Context, in *Input) (o outcome) {
	if in.fast() {
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
		return f, r.failedAfter(ctx, in, err)
	})
}

// attempt makes an input within the memory limit and tries it. If it runs out of memory, only the attempt ends, and the
// validation goes on.
func (r *runner) attempt(ctx context.Context, make func(*engine.Budget) (*Input, error), try func(context.Context, *Input) outcome) (*Input, outcome) {
	ctx, end := engine.Attempt(ctx)
	defer end()
	in, err := make(engine.NewBudget(ctx, r.opts.Memory))
	if err == nil {
		r.sub.fitRows(in, func() {}) // where it was changed
		err = r.sub.align(engine.NewBudget(ctx, r.opts.Memory), in)
	}
	if why := (*cannot)(nil); errors.As(err, &why) {
		return in, outcome{why: err}
	}
	switch {
	case noMemory(err):
		return nil, outcome{unfit: err}
	case err != nil:
		return nil, outcome{skipped: err}
	}
	return in, try(ctx, in)
}

// compare returns the outcome of running AFTER in some orders of iterations. If AFTER does not finish, run returns no
// Failure but the outcome of the input. before is the outcome of tryBefore, in addition to the results.
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
			f.Kind = Invalid // the bindings are all there is to compare
			return outcome{fail: f}
		case unlike == nil && r.strays(f.Verdict, before.strayed):
			f.Kind, f.Verdict.OK, unlike = Unlike, false, f
		}
		ran.Add(f.Verdict)
		ends = append(ends, without(f.ends, append(before.ends, ends...))...)
		if schedule.IsForward() && !in.fast() {
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

// strays tells whether a run is inconsistent and BEFORE is not inconsistent in the same way, that is, by the same
// array.
func (r *runner) strays(v *validity.Verdict, before string) bool {
	if r.sub.alone || v.Divergence == nil {
		return r.sub.alone && !v.Consistent
	}
	return v.Divergence.Array != before
}

// gives returns the first element of the results that nothing wrote, if Options.Gives is set.
func (r *runner) gives(results []value.Val) *validity.Unwritten {
	if r.unwritten == nil {
		return nil
	}
	return r.unwritten(r.sub, results)
}

// usage returns the memory that a run used.
func usage(v *validity.Verdict) (u heap.Usage) {
	if v.Outcome != nil {
		u = v.Outcome.Usage
	}
	return u
}

// failed returns the outcome of an evaluation that did not finish.
func failed(err error) outcome {
	if why := (*cannot)(nil); errors.As(err, &why) {
		return outcome{why: err}
	}
	return outcome{limit: err}
}

// failedAfter is failed for AFTER on an input that BEFORE takes.
func (r *runner) failedAfter(ctx context.Context, in *Input, err error) outcome {
	o := failed(err)
	if why := (*cannot)(nil); errors.As(err, &why) && why.other && !r.sub.alone && in.elements() <= mostMoved {
		fits, err := r.sub.After.fitsElsewhere(r.budget(ctx), in)
		if err != nil {
			return outcome{limit: err}
		}
		o.narrow = !fits
	}
	return o
}

// tryBefore returns the results of BEFORE, or nil and why there are none.
func (r *runner) tryBefore(ctx context.Context, in *Input) ([]value.Val, outcome) {
	s := &r.sub.Before
	o := r.options(s)
	session := s.program.session(o)
	o.Schedule = r.schedules[0]
	if v, shown := r.cleanly(ctx, s, r.before, session, o); v != nil {
		return shown, outcome{}
	}
	m := session.Value
	place, err := r.prepare(ctx, s, in, m)
	if err != nil {
		return nil, failed(err)
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
		return nil, failed(err)
	}
	want, used := append(pick(v, s.results), s.bound(&m.Env)...), outcome{}
	if s.program.Mem && !r.sub.alone {
		if place != nil {
			if place, err = s.place(r.budget(ctx), in, want); err != nil {
				return nil, failed(err)
			}
		}
		f, err := r.check(ctx, s, r.before, place, in, r.schedules[0])
		if err != nil {
			return nil, failed(err)
		}
		if f.Kind != Fine {
			return nil, outcome{wrong: f}
		}
		if !in.fast() {
			used.used[0] = usage(f.Verdict)
		}
		if used.ends = f.ends; f.Verdict.Divergence != nil {
			used.strayed = f.Verdict.Divergence.Array
		}
	}
	return want, used
}

// prepare gives the value semantics of a side its arguments and, for a larger input, the fast engine.
func (r *runner) prepare(ctx context.Context, s *side, in *Input, m *value.Machine) (*placement, error) {
	if in.fast() {
		m.Accelerate = r.kernels[r.number(s)].Accelerate
	}
	return s.bindArguments(r.budget(ctx), in, &m.Env)
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
	switch {
	case s.program.IMP != nil:
		return r.tryIMP(ctx, in, schedule, want)
	case r.sub.InFun():
		return r.tryFun(ctx, in, schedule, want)
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
	f.want, f.names = want, r.sub.letNames
	if f.Kind == Stuck {
		return f, nil
	}
	switch f.differ(r.sub); {
	case f.Kind != Fine:
	case len(f.Verdict.Overlaps) > 0:
		f.Kind = Overlapping
	case r.strict && len(f.Verdict.Warnings) > 0:
		f.Kind = Warned
	}
	return f, nil
}

// blame records which parameter lacks the star for an argument that AFTER overwrote: the one of BEFORE if it has none,
// since the callers of BEFORE do not know of a star that only AFTER has; otherwise the one of AFTER.
func (sub *Subject) blame(o *finding.Overwrite, k int) {
	b, a := sub.Before.arrays[k], sub.After.arrays[k]
	switch {
	case sub.alone:
	case !b.Unique:
		o.Side, o.Parameter, o.Declared = "BEFORE", b.Written(), b.Span
	default:
		o.Side, o.Parameter, o.Declared = "AFTER", a.Written(), a.Span
	}
}

// firstDifference returns the row-major offset of the first element where x and y, an array of the same shape, differ,
// or -1.
func firstDifference(x, y value.Val) int {
	if x.A == nil || y.A == nil || !slices.Equal(x.A.Shape, y.A.Shape) {
		return -1
	}
	return x.A.FirstDifference(y.A)
}

// pick returns the elements of v at the given places.
func pick(v []value.Val, at []int) []value.Val {
	list := make([]value.Val, len(at))
	for k, i := range at {
		list[k] = v[i]
	}
	return list
}
