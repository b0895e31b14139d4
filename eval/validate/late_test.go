package validate

import (
	"math"
	"testing"

	"funmem/eval/validity"
)

// TestLateAndEmpty: if no input with elements was compared, because the time was over or there were too few tests,
// nothing is known, unless there is no such input.
func TestLateAndEmpty(t *testing.T) {
	none := 0
	ended := func(full, late bool, size *int) *Result {
		sub := &Subject{Arrays: []array{{name: "x", dims: []dim{{size: 0}}}}, Sizes: 1}
		sub.given.sizes = []*int{size}
		s := &search{ctx: t.Context(), sub: sub, o: &Options{Unproved: true, Proof: validity.NoProof}, tests: 500, first: math.MaxInt, endless: math.MaxInt, late: late}
		s.tried = []outcome{{ran: &validity.Verdict{}, full: full, done: true, tried: &Tried{Shapes: [][]int{{0}, {0}}}}}
		return s.result()
	}
	if r := ended(false, true, nil); r.Word != Unknown || r.Reason != "the time was over before an input with elements was compared" {
		t.Errorf("it is %s: %s", r.Word, r.Reason)
	}
	if r := ended(false, false, nil); r.Word != Unknown || r.Reason != "no input that has elements was compared" {
		t.Errorf("it is %s: %s", r.Word, r.Reason)
	}
	for k, r := range []*Result{ended(true, true, nil), ended(false, false, &none), ended(false, true, &none)} {
		if r.Word != Valid {
			t.Errorf("case %d is %s: %s", k, r.Word, r.Reason)
		}
	}
}
