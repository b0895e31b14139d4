package validate

import (
	"context"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/semantics/num"
)

// TestWithin: work on a counterexample ends with the time of the validation, and then makes no more
// inputs.
func TestWithin(t *testing.T) {
	ctx, cancel := within(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	if ctx.Err() == nil {
		t.Error("the time is over, and it goes on")
	}
	if ctx, cancel := within(t.Context(), time.Time{}); ctx.Err() != nil {
		t.Error("it has no limit, and is over")
	} else {
		cancel()
	}
	made := 0
	f := &Failure{Input: &Input{Numbers: []num.Num{num.Of(5)}}}
	s := &search{ctx: context.Background(), sub: &Subject{}}
	over := func(func(*engine.Budget) *Input) bool { made++; return false }
	if s.smallerNumbers(f, over) || made == 0 {
		t.Errorf("%d inputs were asked for, and each was refused", made)
	}
}
