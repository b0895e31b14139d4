package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Options are the choices of a validation.
type Options struct {
	engine.Options
	Tests    int           // how many inputs of each subject both sides run on
	Small    int           // how many of them are small ones at most; 0: a fifth, or a hundred where that is more, or half
	Seed     int64         // of the random ones
	Time     time.Duration // of the whole validation; 0: no limit
	Each     int64         // steps of one input in BEFORE, and patience times as many in AFTER; 0: EachSteps
	Steps    int64         // of all inputs together; 0: no limit
	Strict   bool          // a warning about AFTER refutes it
	FromZero bool          // reports count indices and results from 0
	Unproved bool          // nothing is proved of the kernels of a valid AFTER
	// Gives is the first element of the results of a subject that nothing wrote, or nil, where a caller is to be given
	// numbers alone. It may be nil: nobody looks.
	Gives    func(sub *Subject, results []value.Val) *validity.Unwritten
	Progress func(sub *Subject, ran, of int)
	// Clean may tell of a program without arguments that nothing is wrong with it, and what
	// it gives, in a session that has its inputs. It may be nil: the rules run it, as they do
	// where it does not say so.
	Clean Clean
}

// EachSteps is how many steps an input takes in BEFORE, before it is left out: a second or so. engine.Steps says what they
// are. Nothing depends on a clock, but Options.Time.
const EachSteps = 2_000_000

// each is Options.Each.
func (o *Options) each() int64 { return cmp.Or(o.Each, EachSteps) }

// forAlone are the options for a def by itself, of which a file may have many: a few inputs that take long are enough, so
// that one def takes a second or two.
func (o *Options) forAlone() *Options {
	alone := *o
	alone.Each, alone.Steps = cmp.Or(o.Each, EachSteps/8), cmp.Or(o.Steps, 20*EachSteps)
	return &alone
}

// Clean is the verdict on a program that is clean, with its results.
type Clean func(ctx context.Context, in *validity.Session, p *syntax.Program, o engine.Options) (*validity.Verdict, []value.Val, bool)

// schedules are the orders of iterations that each input runs in.
func (o *Options) schedules() []engine.Schedule {
	reverse, _ := engine.ParseSchedule("reverse")
	random, _ := engine.ParseSchedule("random:1")
	return []engine.Schedule{{}, reverse, random}
}

// Word is the verdict on a subject in one word.
type Word string

// The words.
const (
	Valid       Word = "valid"
	Refuted     Word = "invalid"
	StuckBefore Word = "stuck-before"
	Unknown     Word = "unknown"
)

// Result is what was found out about a subject.
type Result struct {
	*Subject
	Word     Word
	Tests    int                // inputs that both sides ran on, no two the same
	Again    int                // inputs that were the same as one before, and do not count
	Wanted   int                // how many inputs were wanted
	Outside  int                // inputs on which BEFORE is stuck
	Beside   int                // of a def alone, of a dump: those that are Outside although no assertion says so
	Stopped  int                // inputs on which an assertion of BEFORE fails, and a check of AFTER
	Skipped  int                // inputs on which BEFORE runs into a limit
	Starved  int                // those of them for which it is out of memory
	Long     int                // larger inputs that took more steps than such an input has, or too much memory
	Unfit    int                // inputs that do not fit into the memory
	Tried    *Tried             // what the inputs had in them that both sides ran on; nil: there are none, or no arguments
	Failure  *Failure           // the smallest counterexample found; or what is wrong with BEFORE
	Strays   int                // inputs on which AFTER is not consistent, though its results are those of BEFORE
	Unlike   *Failure           // the smallest one found, if there is no Failure
	Stuck    *diag.Diagnostic   // where BEFORE is stuck first, if there is no Failure
	Beyond   *Beyond            // of a def alone: the smallest of the inputs that are Outside, or of those Beside, made small
	Reason   string             // why it is not known
	Number   int                // which input showed the failure, from 1; 0: none did
	Shrunk   int                // inputs that were tried in place of the counterexample, to make it smaller
	Unshrunk string             // why it was not made smaller to the end; "": it was
	Untraced string             // why Explain did not come to its end; "": it did
	Late     bool               // the time was over before all tests
	Spent    bool               // the steps were
	GivenUp  bool               // too many inputs ran into a limit
	Empty    bool               // no input that both sides ran on has an element, and others do that were not compared: nothing is known
	Kernels  []validity.Kernel  // of AFTER, in the order of its text
	Warnings []validity.Warning // about AFTER, on the inputs that were compared
	fromZero bool               // Options.FromZero
	hungry   bool               // AFTER ran out of memory
	deadline time.Time          // that of Options.Time
	Used     [2]heap.Usage      // by BEFORE and by AFTER on these, forward, where they are of FUNMEM and no Clean told of them
}

// Validate runs the inputs of a subject until one shows that AFTER is wrong. The
// error is an engine.Interrupted.
func Validate(ctx context.Context, sub *Subject, o *Options) (_ *Result, err error) {
	defer stop.Caught(&err)
	tests, most, skips, cuts := o.Tests, mostTried*o.Tests, mostSkipped, math.MaxInt
	if sub.alone {
		o, skips, cuts = o.forAlone(), mostSkipped/4, mostCut
	}
	if sub.closed() {
		tests, most = 1, 1
		alone := *o
		alone.Each = patience * o.each()
		o = &alone
	}
	g := newInputs(sub, o.Seed, tests, o.small(tests))
	s := &search{ctx: ctx, sub: sub, o: o, inputs: g, tests: tests, most: most, skips: skips, cuts: cuts, first: math.MaxInt, endless: math.MaxInt, unlike: math.MaxInt, keys: map[uint64]bool{}, so: count{endless: math.MaxInt, keys: map[uint64]bool{}}}
	if o.Time > 0 {
		now := time.Now()
		s.until, s.deadline = now.Add(o.Time-o.Time/10), now.Add(o.Time)
	}
	s.run()
	if ctx.Err() != nil {
		return nil, &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return s.result(), nil
}

// fewSmall is how many small inputs there are among tests that are at least twice as many.
const fewSmall = 100

// small is how many small inputs there are at most.
func (o *Options) small(tests int) int {
	if o.Small > 0 {
		return o.Small
	}
	return max(1, min(tests/2, max(fewSmall, tests/5)))
}

// closed tells whether there is but one input.
func (sub *Subject) closed() bool {
	_, all := sub.Given()
	return all && (len(sub.Arrays) == 0 || !sub.chooses())
}

// search runs inputs on all cores. The one with the smallest number decides.
type search struct {
	ctx      context.Context
	sub      *Subject
	o        *Options
	inputs   *inputs
	beside   sync.RWMutex // inputs run beside others, or, where that takes too much memory, alone
	work     *tries       // on the counterexample
	tests    int
	most     int // inputs that are tried for them
	skips    int // how many more inputs may run into a limit than are compared
	cuts     int // how many inputs that are not larger may do so at all
	deadline time.Time
	until    time.Time // that of inputs, which leaves some time to proofs, and to what is said of a counterexample

	mu      sync.Mutex
	tried   []outcome       // of each input that was taken, by its number
	first   int             // the smallest number of an input that decides
	endless int             // the smallest number of an input on which AFTER runs into a limit of steps
	unlike  int             // the smallest number of one of the kind Unlike
	keys    map[uint64]bool // of the inputs that both sides ran on, whatever their numbers
	so      count           // of the first inputs, up to one that is not done
	enough  bool            // they are enough
	late    bool
	bug     any
}

// count is of the first so many inputs, in the order of their numbers: what it says does not depend on which was done first.
type count struct {
	n       int
	ran     int   // on which both sides ran
	cut     int   // on which BEFORE runs into a limit
	skipped int   // these, or larger ones that take too much
	endless int   // the number of the first one on which AFTER runs into a limit of steps
	starved int64 // the steps of those on which AFTER runs out of memory
	steps   int64
	keys    map[uint64]bool // of these
}

// again tells whether an input with a key is among them.
func (c *count) again(key uint64) bool { return c.keys[key] }

// mostTried is how many inputs are tried for each test, where BEFORE is stuck on some.
const mostTried = 8

// mostEndless is how many more inputs are tried, for a counterexample, after one on which
// AFTER runs into a limit of steps.
const mostEndless = 8

// mostStarved is how many steps inputs take together on which AFTER runs out of memory, while others are tried for a
// counterexample, in those of one input.
const mostStarved = 10

// mostSkipped is how many more inputs may run into a limit than are compared, and four times what a def alone has.
const mostSkipped = 16

// mostCut is how many inputs of a def alone may run into a limit at all, each for a tenth of a second or so.
const mostCut = 12

func (s *search) run() {
	ctx := s.ctx
	if !s.until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, s.until)
		defer cancel()
	}
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), s.tests) {
		all.Go(func() {
			defer s.failed()
			r := newRunner(s.sub, s.o)
			for {
				t, ok := s.take()
				if !ok {
					return
				}
				in, o := s.try(ctx, r, t)
				o.done, o.steps = true, r.taken()
				o.full = in == nil || !in.empty()
				if in != nil {
					o.key, o.made = s.inputs.key(in), true
				}
				if o.ran != nil {
					o.tried = s.inputs.tried(in)
				}
				s.add(t, o)
			}
		})
	}
	all.Wait()
	if s.bug != nil {
		panic(s.bug)
	}
}

// try makes input number t, and is what becomes of it. One that does not fit into the memory beside others is made again, and
// runs alone.
func (s *search) try(ctx context.Context, r *runner, t int) (*Input, outcome) {
	attempt := func() (*Input, outcome) {
		return r.attempt(ctx, func(b *engine.Budget) (*Input, error) { return s.inputs.at(b, t) }, s.unlessAgain(r))
	}
	s.beside.RLock()
	in, o := attempt()
	s.beside.RUnlock()
	if !o.starved() || min(runtime.GOMAXPROCS(0), s.tests) == 1 {
		return in, o
	}
	s.beside.Lock()
	defer s.beside.Unlock()
	r.taken()
	return attempt()
}

// unlessAgain tries an input, unless it is the same as one that is counted already.
func (s *search) unlessAgain(r *runner) func(context.Context, *Input) outcome {
	return func(ctx context.Context, in *Input) outcome {
		key := s.inputs.key(in)
		s.mu.Lock()
		again := s.so.again(key)
		s.mu.Unlock()
		if again {
			return outcome{}
		}
		return r.try(ctx, in)
	}
}

// failed keeps a mistake of ours for the goroutine that waits.
func (s *search) failed() {
	if bug := recover(); bug != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bug, s.first = bug, 0
	}
}

// take is the number of the next input.
func (s *search) take() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over() {
		s.late = true
	}
	t := len(s.tried)
	if s.enough || s.late || s.ctx.Err() != nil || t >= s.most || t >= s.first || t-mostEndless > s.endless || len(s.keys) >= s.tests {
		return 0, false // the inputs that were taken, when they are done, are enough
	}
	s.tried = append(s.tried, outcome{})
	return t, true
}

// over tells whether the time of inputs is.
func (s *search) over() bool { return !s.until.IsZero() && time.Now().After(s.until) }

// spent tells whether that many steps are all that inputs may take together.
func (s *search) spent(steps int64) bool { return s.o.Steps > 0 && steps >= s.o.Steps }

// givenUp tells whether too many inputs run into a limit.
func (s *search) givenUp() bool { return s.so.skipped >= s.skips+s.so.ran || s.so.cut >= s.cuts }

// more counts the next input, if it is done, and tells whether the inputs that are counted are enough then.
func (s *search) more() (counted, enough bool) {
	c := &s.so
	if c.n == len(s.tried) || !s.tried[c.n].done {
		return false, false
	}
	o := &s.tried[c.n]
	if o.made && c.keys[o.key] {
		*o = outcome{again: true, done: true}
	} else if o.made {
		c.keys[o.key] = true
	}
	switch {
	case o.fail != nil || o.wrong != nil:
		enough = true
	case o.skipped != nil:
		c.skipped++
		c.cut++
	case o.long || o.unfit != nil:
		c.skipped++
	case o.limit != nil && noMemory(o.limit):
		c.starved += s.tried[c.n].steps
	case o.limit != nil:
		c.endless = min(c.endless, c.n)
	case o.ran != nil:
		c.ran++
	}
	c.steps += s.tried[c.n].steps
	c.n++
	return true, enough || c.ran >= s.tests || s.givenUp() || c.starved >= mostStarved*patience*s.o.each() || c.n-1-mostEndless >= c.endless || s.spent(c.steps)
}

// add notes what became of input number t.
func (s *search) add(t int, o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	if (o.limit != nil || o.skipped != nil) && s.over() {
		s.late = true // which is no limit of that input
		return
	}
	if o.unlike != nil { // the first one is shown; others would keep their heaps
		if t > s.unlike {
			o.unlike = nil
		} else if s.unlike < len(s.tried) {
			s.tried[s.unlike].unlike = nil
		}
		s.unlike = min(s.unlike, t)
	}
	s.tried[t] = o
	switch {
	case o.fail != nil || o.wrong != nil:
		s.first = min(s.first, t)
	case o.skipped != nil || o.long || o.unfit != nil:
	case o.limit != nil && !noMemory(o.limit):
		s.endless = min(s.endless, t)
	case o.ran != nil:
		s.keys[o.key] = true
	}
	for counted := true; counted && !s.enough; {
		counted, s.enough = s.more()
	}
	if s.o.Progress != nil {
		s.o.Progress(s.sub, len(s.keys), s.tests)
	}
}

// result is what the inputs showed, with a small counterexample. It does not depend on
// the order in which they ended.
func (s *search) result() *Result {
	res := &Result{Subject: s.sub, Wanted: s.tests, Late: s.late, fromZero: s.o.FromZero, deadline: s.deadline}
	tried := s.tried
	if s.enough { // what others showed meanwhile is not looked at
		tried = tried[:s.so.n]
		res.Late = false
		res.Spent = s.spent(s.so.steps) && s.so.ran < s.tests
		res.GivenUp = s.givenUp()
	}
	var why, endless, limit, unfit error
	var decides outcome
	var unlike *Failure
	var all validity.Verdict                                                // on the inputs that were compared
	limited := 0                                                            // the number of the first input on which AFTER runs into a limit
	full, left := false, (res.Late || res.Spent) && s.sub.mayHaveElements() // an input that has elements was compared; one was not
	keys := map[uint64]bool{}
	for t, o := range tried {
		if res.Tests == s.tests {
			break
		}
		if o.made && !o.again { // those that were not counted in their order are looked at here
			o.again = keys[o.key]
			keys[o.key] = true
		}
		switch {
		case o.again:
			res.Again++
		case o.fail != nil || o.wrong != nil:
			decides, res.Number = o, t+1
		case o.outside != nil:
			left = left || o.full
			if res.Outside++; res.Stuck == nil {
				res.Stuck = o.outside
			}
			beside := s.sub.unexcused(o.outside)
			if s.sub.alone && (res.Beyond == nil || beside && res.Beside == 0) {
				if in, err := s.inputs.at(engine.NewBudget(s.ctx, s.o.Memory), t); err == nil {
					res.Beyond = &Beyond{in, o.outside}
				}
			}
			if beside {
				res.Beside++
			}
		case o.stops != nil:
			if s.sub.alone { // it is none of its arguments
				left = left || o.full
			} else {
				full = full || o.full
			}
			res.Stopped++
		case o.why != nil:
			why = o.why
		case o.limit != nil:
			if limit == nil {
				limit, limited = o.limit, t+1
			}
			res.hungry = res.hungry || noMemory(o.limit)
		case o.skipped != nil:
			left = true
			if res.Skipped++; endless == nil {
				endless = o.skipped
			}
			if noMemory(o.skipped) {
				res.Starved++
			}
		case o.long:
			left = true
			res.Long++
		case o.unfit != nil:
			left = true
			if res.Unfit++; unfit == nil {
				unfit = o.unfit
			}
		case o.ran != nil:
			full = full || o.full
			if res.Tests++; unlike == nil {
				unlike = o.unlike
			}
			if o.strays {
				res.Strays++
			}
			if res.Tried == nil && len(s.sub.Arrays)+len(s.sub.Numbers) > 0 {
				res.Tried = &Tried{}
			}
			if res.Tried != nil {
				res.Tried.add(o.tried)
			}
			all.Add(o.ran)
			res.Used[0].Add(o.used[0])
			res.Used[1].Add(o.used[1])
		}
		if res.Number > 0 {
			break
		}
	}
	if res.Number > 0 {
		res.Stuck = nil
	}
	switch {
	case decides.fail != nil:
		res.Word = Refuted
		s.shrink(res, decides.fail, func(o outcome) *Failure { return o.fail })
	case decides.wrong != nil:
		res.Word = StuckBefore
		s.shrink(res, decides.wrong, func(o outcome) *Failure { return o.wrong })
	case unlike != nil && s.sub.alone:
		res.Word = Refuted
		s.shrink(res, unlike, func(o outcome) *Failure { return o.unlike })
	case limit != nil:
		res.Word, res.Reason = Unknown, fmt.Sprintf("AFTER runs into a limit on input %d: %s", limited, limitText(limit, patience*s.o.each()))
	case res.Tests > 0 && !full && left:
		res.Word, res.Empty, res.Reason = Unknown, true, res.emptyReason()
	case res.Tests > 0 && res.Skipped > 0 && res.TooLong() > res.Tests && !s.sub.alone:
		res.Word, res.Reason = Unknown, fmt.Sprintf("BEFORE runs into a limit on %d of %s, and nothing was wrong on %d: %s", res.TooLong(), diag.Count(res.TooLong()+res.Tests, "input"), res.Tests, limitText(endless, s.o.each()))
	case res.Tests > 0:
		res.Word = Valid
	case res.Skipped > 0:
		res.Word, res.Reason = Unknown, fmt.Sprintf("BEFORE runs into a limit on all %s that were tried: %s", diag.Count(res.TooLong(), "input"), limitText(endless, s.o.each()))
	case res.Late || res.Spent:
		res.Word, res.Reason = Unknown, res.over()+" before an input was compared"
	case res.Outside > 0:
		res.Word = StuckBefore
	case res.Stopped > 0 && s.sub.alone:
		res.Word = StuckBefore
	case res.Stopped > 0 && !full && left:
		res.Word, res.Empty, res.Reason = Unknown, true, res.emptyReason()
	case res.Stopped > 0:
		res.Word = Valid
	case res.Long > 0:
		res.Word, res.Reason = Unknown, fmt.Sprintf("each of %s that were tried takes too many steps or too much memory", diag.Count(res.Long, "larger input"))
	case res.Unfit > 0:
		res.Word, res.Reason = Unknown, fmt.Sprintf("no input fits into --memory, of %s that were tried: %s", diag.Count(res.Unfit, "input"), limitText(unfit, 0))
	case why != nil:
		res.Word, res.Reason = Unknown, why.Error()
	default:
		res.Word, res.Reason = Unknown, "no input was tried"
	}
	if res.Failure == nil {
		res.Warnings = all.Warnings
		if unlike != nil {
			var small Result
			s.shrink(&small, unlike, func(o outcome) *Failure { return o.unlike })
			res.Unlike = small.Failure
		}
	}
	if res.Beyond != nil {
		res.Beyond = s.smaller(res.Beyond)
	}
	res.judge(s.ctx, &all, s.o.Unproved)
	return res
}

// OutOfMemory tells that a run ended for want of memory, and that it is not known for that.
func (r *Result) OutOfMemory() bool {
	return r.Word == Unknown && (r.Starved > 0 || r.Unfit > 0 || r.hungry)
}

// judge tells of the kernels of AFTER what is proved of them, as far as the time goes, what was tested in all
// inputs, and in a counterexample what it refutes.
func (r *Result) judge(ctx context.Context, all *validity.Verdict, unproved bool) {
	switch {
	case r.Word == Refuted:
		all = r.Failure.Verdict
	case r.Tests == 0 || unproved && !r.alone:
		return
	}
	if r.alone { // proofs are about the whole file
		r.Kernels = all.Kernels
		return
	}
	r.Kernels = r.proved(ctx, all)
	slices.SortStableFunc(r.Kernels, func(k, l validity.Kernel) int { return k.At.Start - l.At.Start })
}

// proved is the kernels of a verdict with what is proved of them; nothing is where the time is over first.
func (r *Result) proved(ctx context.Context, all *validity.Verdict) (kernels []validity.Kernel) {
	until, cancel := apart(ctx, r.deadline)
	defer cancel()
	prove := func() (err error) {
		defer stop.Caught(&err)
		text, _ := r.After.text()
		kernels = all.Prove(text, nil, r.After.program.typeOf, engine.NewBudget(until, 0).Poll).Kernels
		return nil
	}
	err := prove()
	switch {
	case err == nil:
		return kernels
	case ctx.Err() != nil:
		panic(&stop.Stopped{Cause: err})
	}
	why := "the time was over before a proof"
	if noMemory(context.Cause(until)) {
		why = "a proof takes too much memory"
	}
	kernels = slices.Clone(all.Kernels)
	for k := range kernels {
		if kernels[k].Status == validity.Tested {
			kernels[k].Reason = why
		}
	}
	return kernels
}

// over is what ended before all tests.
func (r *Result) over() string {
	if r.Spent {
		return "all steps were taken"
	}
	return "the time was over"
}

func limitText(err error, each int64) string {
	if d, ok := err.(*diag.Diagnostic); ok {
		return d.Msg
	}
	if much := (*engine.TooMuch)(nil); errors.As(err, &much) {
		return much.Error()
	}
	return fmt.Sprintf("one takes more than %d steps", each)
}
