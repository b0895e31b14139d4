package validate

import (
	"context"
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
	"funmem/semantics/syntax"
)

// Options are the choices of a validation.
type Options struct {
	engine.Options
	Tests    int           // how many inputs of each subject both sides run on
	Seed     int64         // of the random ones
	Time     time.Duration // of the whole validation; 0: no limit
	Each     time.Duration // of one input
	Strict   bool          // a warning about AFTER refutes it
	FromZero bool          // reports count indices and results from 0
	Unproved bool          // nothing is proved of the kernels of a valid AFTER
	Progress func(sub *Subject, ran, of int)
	// Clean may tell of a program without arguments that nothing is wrong with it, and what
	// it gives, in a session that has its inputs. It may be nil: the rules run it, as they do
	// where it does not say so.
	Clean Clean
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
	Tests    int                // inputs that both sides ran on
	Outside  int                // inputs on which BEFORE is stuck
	Stopped  int                // inputs on which an assertion of BEFORE fails, and a check of AFTER
	Skipped  int                // inputs on which BEFORE runs into a limit
	Failure  *Failure           // the smallest counterexample found; or what is wrong with BEFORE
	Stuck    *diag.Diagnostic   // where BEFORE is stuck first, if there is no Failure
	Reason   string             // why it is not known
	Number   int                // which input showed the failure, from 1; 0: none did
	Shrunk   int                // steps of shrinking
	Late     bool               // the time was over before all tests
	Kernels  []validity.Kernel  // of AFTER, in the order of its text
	Warnings []validity.Warning // about AFTER, on the inputs that were compared
	fromZero bool               // Options.FromZero
	Used     [2]heap.Usage      // by BEFORE and by AFTER on these, forward, where they are of FUNMEM and no Clean told of them
}

// Validate runs the inputs of a subject until one shows that AFTER is wrong. The
// error is an engine.Interrupted.
func Validate(ctx context.Context, sub *Subject, o *Options) (*Result, error) {
	tests, most := o.Tests, mostTried*o.Tests
	if sub.closed() {
		tests, most = 1, 1
		alone := *o
		alone.Each *= patience
		o = &alone
	}
	g := newInputs(sub, o.Seed, min(max(1, tests/2), manySmall))
	s := &search{ctx: ctx, sub: sub, o: o, inputs: g, tests: tests, most: most, first: math.MaxInt, endless: math.MaxInt}
	if o.Time > 0 {
		s.deadline = time.Now().Add(o.Time)
	}
	s.run()
	if ctx.Err() != nil {
		return nil, &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return s.result(), nil
}

// manySmall is how many small inputs are made at most.
const manySmall = 100_000

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
	tests    int
	most     int // inputs that are tried for them
	deadline time.Time

	mu      sync.Mutex
	tried   []outcome // of each input that was taken, by its number
	first   int       // the smallest number of an input that decides
	ran     int       // inputs that both sides ran on
	skipped int       // inputs on which BEFORE runs into a limit
	endless int       // the smallest number of an input on which AFTER does
	late    bool
	bug     any
}

// mostTried is how many inputs are tried for each test, where BEFORE is stuck on some.
const mostTried = 8

// mostEndless is how many more inputs are tried, for a counterexample, after one on which
// AFTER runs into a limit.
const mostEndless = 8

// mostSkipped is how many more inputs may run into a limit than are compared.
const mostSkipped = 16

func (s *search) run() {
	ctx := s.ctx
	if !s.deadline.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, s.deadline)
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
				r.limit, r.later = s.patience()
				s.add(t, r.try(ctx, s.inputs.at(t, s.tests)))
			}
		})
	}
	all.Wait()
	if s.bug != nil {
		panic(s.bug)
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
	if !s.deadline.IsZero() && time.Now().After(s.deadline) {
		s.late = true
	}
	t := len(s.tried)
	if t >= s.first || s.late || t-mostEndless > s.endless || s.ctx.Err() != nil || s.ran >= s.tests || s.skipped >= mostSkipped+s.ran || t >= s.most {
		return 0, false
	}
	s.tried = append(s.tried, outcome{})
	return t, true
}

// patience is how long one input may take in BEFORE and in AFTER: less after some that
// ran into the limit.
func (s *search) patience() (before, after time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, after = s.o.Each, patience*s.o.Each
	if s.skipped >= 4 {
		before /= 20
	}
	if s.endless < math.MaxInt {
		after /= patience
	}
	return before, after
}

// add notes what became of input number t.
func (s *search) add(t int, o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	if (o.limit != nil || o.skipped != nil) && !s.deadline.IsZero() && time.Now().After(s.deadline) {
		s.late = true // which is no limit of that input
		return
	}
	s.tried[t] = o
	switch {
	case o.fail != nil || o.wrong != nil:
		s.first = min(s.first, t)
	case o.skipped != nil:
		s.skipped++
	case o.limit != nil:
		s.endless = min(s.endless, t)
	case o.ran != nil:
		s.ran++
	}
	if s.o.Progress != nil {
		s.o.Progress(s.sub, s.ran, s.tests)
	}
}

// result is what the inputs showed, with a small counterexample. It does not depend on
// the order in which they ended.
func (s *search) result() *Result {
	res := &Result{Subject: s.sub, Late: s.late, fromZero: s.o.FromZero}
	var why, endless, limit error
	var decides outcome
	var all validity.Verdict // on the inputs that were compared
	for t, o := range s.tried {
		if res.Tests == s.tests {
			break
		}
		switch {
		case o.fail != nil || o.wrong != nil:
			decides, res.Number = o, t+1
		case o.outside != nil:
			if res.Outside++; res.Stuck == nil {
				res.Stuck = o.outside
			}
		case o.stops != nil:
			res.Stopped++
		case o.why != nil:
			why = o.why
		case o.limit != nil:
			if limit == nil {
				limit = o.limit
			}
		case o.skipped != nil:
			if res.Skipped++; endless == nil {
				endless = o.skipped
			}
		case o.ran != nil:
			res.Tests++
			all.Add(o.ran)
			res.Used[0].Add(o.used[0])
			res.Used[1].Add(o.used[1])
		}
		if res.Number > 0 || limit != nil && t >= s.endless+mostEndless {
			break
		}
	}
	if res.Number > 0 {
		res.Stuck = nil
	}
	switch {
	case decides.fail != nil:
		res.Word = Refuted
		res.Failure, res.Shrunk = s.shrink(decides.fail, func(o outcome) *Failure { return o.fail })
	case decides.wrong != nil:
		res.Word = StuckBefore
		res.Failure, res.Shrunk = s.shrink(decides.wrong, func(o outcome) *Failure { return o.wrong })
	case limit != nil:
		res.Word, res.Reason = Unknown, fmt.Sprintf("AFTER runs into a limit on input %d: %s", s.endless+1, limitText(limit, patience*s.o.Each))
	case res.Tests > 0:
		res.Word = Valid
	case res.Skipped > 0:
		res.Word, res.Reason = Unknown, fmt.Sprintf("BEFORE runs into a limit on all %s that were tried: %s", diag.Count(res.Skipped, "input"), limitText(endless, s.o.Each))
	case s.late:
		res.Word, res.Reason = Unknown, "no input was compared before the time was over"
	case res.Outside > 0:
		res.Word = StuckBefore
	case res.Stopped > 0:
		res.Word = Valid
	case why != nil:
		res.Word, res.Reason = Unknown, why.Error()
	default:
		res.Word, res.Reason = Unknown, "no input was tried"
	}
	if res.Failure == nil {
		res.Warnings = all.Warnings
	}
	res.judge(&all, s.o.Unproved)
	return res
}

// judge tells of the kernels of AFTER what is proved of them, what was tested in all
// inputs, and in a counterexample what it refutes.
func (r *Result) judge(all *validity.Verdict, unproved bool) {
	switch {
	case r.Word == Refuted:
		all = r.Failure.Verdict
	case r.Tests == 0 || unproved:
		return
	}
	text, _ := r.After.text()
	all = all.Prove(text, nil, r.After.program.typeOf)
	slices.SortStableFunc(all.Kernels, func(k, l validity.Kernel) int { return k.At.Start - l.At.Start })
	r.Kernels = all.Kernels
}

func limitText(err error, each time.Duration) string {
	if d, ok := err.(*diag.Diagnostic); ok {
		return d.Msg
	}
	return "one takes more than " + each.String()
}
