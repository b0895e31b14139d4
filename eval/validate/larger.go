package validate

import (
	"context"
	"errors"
	"fmt"

	"funmem/eval/engine"
	"funmem/semantics/diag"
)

// stepsOfLarger is how many steps a larger input may take in BEFORE, and in each run of AFTER. The fast engine polls
// rarely, so this is as much work as EachSteps of the reference engines.
const stepsOfLarger = 200_000

// manySteps is the error of a run that takes more than so many steps.
type manySteps int64

// Error returns the number.
func (n manySteps) Error() string { return fmt.Sprintf("one takes more than %d steps", int64(n)) }

// noMemory tells whether an evaluation ran out of memory.
func noMemory(err error) bool {
	var d *diag.Diagnostic
	var much *engine.TooMuch
	return errors.As(err, &d) && d.Cause == diag.Limit || errors.As(err, &much)
}

// tryLarger is try for an input that is not small. The fast engine comes first, and its verdict holds for all orders of
// iterations. The input has a budget of steps; if it takes more, nothing is known of it. If AFTER takes more where BEFORE
// takes few, it gets as many as on a small input, and then has run into a limit. With Options.Patient that holds wherever
// BEFORE gives a value: an AFTER that takes its time gets no other inputs instead.
func (r *runner) tryLarger(ctx context.Context, in *Input) outcome {
	most := int64(stepsOfLarger)
	if r.sub.alone || r.quick { // there may be many of these: see forAlone
		most /= 8
	}
	before := r.within(ctx, most)
	want, o := r.tryBefore(before, in)
	switch {
	case before.Over() || noMemory(o.limit):
		return outcome{long: true, much: noMemory(o.limit)}
	case o.stops != nil:
		return r.tryStopped(ctx, in, o.stops)
	case want == nil:
		o.skipped, o.limit = o.limit, nil
		return o
	}
	schedules := r.schedules
	if r.sub.bulkOf(in) > mostCells {
		schedules = schedules[:1]
	}
	return r.compare(in, want, o, schedules, func(schedule engine.Schedule) (*Failure, outcome) {
		after := r.within(ctx, most)
		f, err := r.tryAfter(after, in, schedule, want)
		if after.Over() && (r.patient || patience*before.Taken() < most) { // not because the input is large
			steps := max(r.later, most)
			if r.patient {
				steps = max(steps, patience*before.Taken())
			}
			after = r.within(ctx, steps)
			if f, err = r.tryAfter(after, in, schedule, want); after.Over() {
				return f, outcome{limit: manySteps(steps)}
			}
			return f, r.failedAfter(ctx, in, err)
		}
		if noMemory(err) && r.patient {
			return nil, outcome{limit: err}
		}
		if after.Over() || noMemory(err) {
			return nil, outcome{long: true, much: noMemory(err)}
		}
		return f, r.failedAfter(ctx, in, err)
	})
}
