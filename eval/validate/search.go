package validate

import (
	"context"
	"math"
	"runtime"
	"sync"
	"time"

	"funmem/eval/engine"
	"funmem/semantics/stop"
)

// validate is Validate with all inputs. What it proves, or finds out that it cannot, is added to what is known.
func validate(ctx context.Context, sub *Subject, o *Options, known *established) (_ *Result, err error) {
	defer stop.Caught(&err)
	s := newSearch(ctx, sub, o)
	s.known = known
	s.run()
	s.allRegular()
	s.breed()
	s.seek()
	if ctx.Err() != nil {
		return nil, &engine.Interrupted{Cause: context.Cause(ctx)}
	}
	return s.result(), nil
}

// newSearch returns the search for so many inputs of a subject as the options say.
func newSearch(ctx context.Context, sub *Subject, o *Options) *search {
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
	for _, side := range []*side{&sub.Before, &sub.After} {
		side.findShown(engine.WithSteps(ctx, patience*o.each()), o.Options)
	}
	g := newInputs(sub, o.Seed, tests, o.small(tests))
	g.quick = o.Quick
	s := &search{ctx: ctx, sub: sub, o: o, known: &established{}, inputs: g, tests: tests, most: most, skips: skips, cuts: cuts, first: math.MaxInt, endless: math.MaxInt, unlike: math.MaxInt, keys: map[uint64]bool{}, so: count{endless: math.MaxInt, keys: map[uint64]bool{}}}
	if o.Time > 0 {
		now := time.Now()
		s.until, s.deadline = now.Add(o.Time-o.Time/10), now.Add(o.Time)
	}
	if o.Branches && !sub.alone {
		s.conditions = newRunner(sub, o).conditions()
		s.so.ways = make(ways, len(s.conditions))
	}
	return s
}

// fewSmall is how many small inputs there are if there are at least twice as many tests.
const fewSmall = 100

// small returns the maximum number of small inputs.
func (o *Options) small(tests int) int {
	if o.Small > 0 {
		return o.Small
	}
	return max(1, min(tests/2, max(fewSmall, tests/5)))
}

// closed tells whether there is only one input.
func (sub *Subject) closed() bool {
	_, all := sub.Given()
	return all && (len(sub.Arrays) == 0 || !sub.chooses())
}

// search runs inputs on all cores. The one with the smallest number decides.
type search struct {
	ctx        context.Context
	sub        *Subject
	o          *Options
	inputs     *inputs
	conditions []condition  // of both programs; none if they are not looked at
	inCalls    []Never      // what seek found of them in calls
	beside     sync.RWMutex // inputs run next to others or, if that takes too much memory, alone
	work       *tries       // on the counterexample
	tests      int          // how many inputs are wanted
	sought     int          // those of them that come after the tests: regular ones, bred ones and those that seek adds
	most       int          // how many inputs are tried for the tests
	skips      int          // how many more inputs may run into a limit than are compared
	cuts       int          // how many inputs that are not larger may run into a limit in all
	known      *established
	deadline   time.Time
	until      time.Time // when inputs end; that leaves some time for proofs and for the report on a counterexample

	mu      sync.Mutex
	tried   []outcome       // for each input that was taken, by its number
	first   int             // the smallest number of an input that decides
	endless int             // the smallest number of an input on which AFTER runs into a limit of steps
	unlike  int             // the smallest number of an input with a failure of kind Unlike
	keys    map[uint64]bool // of the inputs that both sides ran on, in any order
	so      count           // over the first inputs, up to one that is not done
	enough  bool            // these inputs are enough
	late    bool
	bug     any
}

// count is about the first inputs, in the order of their numbers. So it does not depend on which input was done first.
type count struct {
	n       int
	ran     int   // inputs on which both sides ran
	cut     int   // inputs on which BEFORE runs into a limit
	skipped int   // these, and larger ones that take too much
	endless int   // the number of the first one on which AFTER runs into a limit of steps
	starved int64 // the steps of the inputs on which AFTER runs out of memory
	steps   int64
	ways    ways            // of the conditions on these inputs
	keys    map[uint64]bool // of the counted inputs
}

// again tells whether an input with the key was counted.
func (c *count) again(key uint64) bool { return c.keys[key] }

// mostTried is how many inputs are tried for each test if BEFORE is stuck on some.
const mostTried = 8

// mostEndless is how many more inputs are tried, in search of a counterexample, after one on which AFTER runs into a
// limit of steps.
const mostEndless = 8

// mostStarved limits the steps of inputs on which AFTER runs out of memory, while others are tried in search of a
// counterexample. Its unit is the steps of one input.
const mostStarved = 10

// mostSkipped is how many more inputs may run into a limit than are compared. For a lone def it is a quarter of that.
const mostSkipped = 16

// mostCut is how many inputs of a lone def may run into a limit in all, each for a tenth of a second or so.
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
				r.forget()
				in, o := s.try(ctx, r, t)
				o.done, o.steps = true, r.taken()
				o.full = in == nil || !in.empty()
				if in != nil {
					o.key, o.made = s.inputs.key(in), true
				}
				if o.ran != nil {
					o.ways = went(s.conditions, r.notes)
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

// try makes input number t and returns it with its outcome. An input that does not fit into memory next to others is
// made again and runs alone.
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

// unlessAgain returns a function that tries an input, unless it is the same as one that was counted already.
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

// failed keeps an internal error for the goroutine that waits.
func (s *search) failed() {
	if bug := recover(); bug != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bug, s.first = bug, 0
	}
}

// take returns the number of the next input.
func (s *search) take() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over() {
		s.late = true
	}
	t := len(s.tried)
	if s.enough || s.late || s.ctx.Err() != nil || t >= s.most || t >= s.first || t-mostEndless > s.endless || len(s.keys) >= s.tests {
		return 0, false // the inputs taken so far are enough once they are done
	}
	s.tried = append(s.tried, outcome{})
	return t, true
}

// over tells whether the time for inputs is over.
func (s *search) over() bool { return !s.until.IsZero() && time.Now().After(s.until) }

// spent tells whether that many steps use up what inputs may take together.
func (s *search) spent(steps int64) bool { return s.o.Steps > 0 && steps >= s.o.Steps }

// givenUp tells whether too many inputs run into a limit.
func (s *search) givenUp() bool { return s.so.skipped >= s.skips+s.so.ran || s.so.cut >= s.cuts }

// more counts the next input if it is done, and tells whether the counted inputs are then enough.
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
		c.ways.add(o.ways)
	}
	c.steps += s.tried[c.n].steps
	c.n++
	return true, enough || c.ran >= s.tests || s.givenUp() || c.starved >= mostStarved*patience*s.o.each() || c.n-1-mostEndless >= c.endless || s.spent(c.steps)
}

// add notes the outcome of input number t.
func (s *search) add(t int, o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	if (o.limit != nil || o.skipped != nil) && s.over() {
		s.late = true // that is not a limit of this input
		return
	}
	if o.unlike != nil { // only the first one is shown; the others would keep their heaps
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
