package validate

import (
	"context"
	"runtime"
	"sync"
	"time"

	"funmem/eval/engine"
	"funmem/semantics/diag"
)

// Options are the choices of a validation.
type Options struct {
	engine.Options
	Tests    int           // how many inputs of each subject
	Seed     int64         // of the random ones
	Time     time.Duration // of the whole validation; 0: no limit
	Each     time.Duration // of one input
	Progress func(subject *Subject, tests int)
}

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
	Word    Word
	Tests   int              // inputs that both sides ran on
	Outside int              // inputs on which BEFORE is stuck
	Skipped int              // inputs on which BEFORE runs into a limit
	Failure *Failure         // the smallest counterexample found; or what is wrong with BEFORE
	Stuck   *diag.Diagnostic // where BEFORE is stuck, when it is on all inputs
	Reason  string           // why it is not known
	Number  int              // which input showed the failure, from 1; 0: none did
	Shrunk  int              // steps of shrinking
}

// Validate runs the inputs of a subject until one shows that AFTER is wrong. The
// error is an engine.Interrupted.
func Validate(ctx context.Context, sub *Subject, o *Options) (*Result, error) {
	tests := o.Tests
	if sub.closed() {
		tests = 1
	}
	g := newInputs(sub, o.Seed, max(1, tests/2))
	s := &search{ctx: ctx, sub: sub, o: o, inputs: g, tests: tests, first: tests}
	if o.Time > 0 {
		s.deadline = time.Now().Add(o.Time)
	}
	s.run()
	if ctx.Err() != nil {
		return nil, &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return s.result(), nil
}

// closed tells whether there is but one input.
func (sub *Subject) closed() bool {
	return sub.Sizes == 0 && len(sub.Numbers) == 0 && len(sub.Arrays) == 0
}

// search runs inputs on all cores. The one with the smallest number decides.
type search struct {
	ctx      context.Context
	sub      *Subject
	o        *Options
	inputs   *inputs
	tests    int
	deadline time.Time

	mu      sync.Mutex
	next    int
	first   int // the smallest number of an input that decides
	decides outcome
	ran     int
	outside int
	stuck   *diag.Diagnostic
	limit   error
	why     error
	skipped int
	endless error // the first limit that BEFORE ran into
	late    bool
	bug     any
}

func (s *search) run() {
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
				r.limit = s.patience()
				s.add(t, r.try(s.ctx, s.inputs.at(t, s.tests)))
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
	if s.next >= s.first || s.late || s.limit != nil || s.ctx.Err() != nil {
		return 0, false
	}
	s.next++
	return s.next - 1, true
}

// patience is how long one input may take: less after some that ran into the limit.
func (s *search) patience() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.skipped >= 4 {
		return s.o.Each / 20
	}
	return s.o.Each
}

// add counts what became of input number t.
func (s *search) add(t int, o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ctx.Err() != nil:
	case o.fail != nil || o.wrong != nil:
		if t < s.first {
			s.first, s.decides = t, o
		}
	case o.outside != nil:
		if s.outside++; s.stuck == nil {
			s.stuck = o.outside
		}
	case o.why != nil:
		s.why = o.why
	case o.skipped != nil:
		if s.skipped++; s.endless == nil {
			s.endless = o.skipped
		}
	case o.limit != nil:
		s.limit = o.limit
	default:
		s.ran++
	}
	if s.o.Progress != nil {
		s.o.Progress(s.sub, s.ran+s.outside)
	}
}

// result is what the inputs showed, with a small counterexample.
func (s *search) result() *Result {
	res := &Result{Subject: s.sub, Tests: s.ran, Outside: s.outside, Skipped: s.skipped}
	if s.decides.fail != nil || s.decides.wrong != nil {
		res.Number = s.first + 1
	}
	switch {
	case s.decides.fail != nil:
		res.Word = Refuted
		res.Failure, res.Shrunk = s.shrink(s.decides.fail, func(o outcome) *Failure { return o.fail })
	case s.decides.wrong != nil:
		res.Word = StuckBefore
		res.Failure, res.Shrunk = s.shrink(s.decides.wrong, func(o outcome) *Failure { return o.wrong })
	case s.limit != nil:
		res.Word, res.Reason = Unknown, "an evaluation ran into a limit: "+limitText(s.limit, s.o)
	case s.ran == 0 && s.skipped > 0:
		res.Word, res.Reason = Unknown, "BEFORE ran into a limit on all of them: "+limitText(s.endless, s.o)
	case s.late && s.ran == 0:
		res.Word, res.Reason = Unknown, "no input was tested within "+s.o.Time.String()
	case s.ran == 0 && s.outside > 0:
		res.Word, res.Stuck = StuckBefore, s.stuck
	case s.ran == 0 && s.why != nil:
		res.Word, res.Reason = Unknown, s.why.Error()
	default:
		res.Word = Valid
	}
	return res
}

func limitText(err error, o *Options) string {
	if d, ok := err.(*diag.Diagnostic); ok {
		return d.Msg
	}
	return "one input took more than " + o.Each.String()
}
