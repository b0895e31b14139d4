package cli

import (
	"testing"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/semantics/diag"
)

// TestStepBug: a run that refutes what is proved of a step is a bug. It is none if what the run shows was not proved, or is not what the proofs are about.
func TestStepBug(t *testing.T) {
	yes, no := &stageProof{Proved: true}, &stageProof{Open: []string{"something"}}
	failed := func(k validate.Kind) *validate.Result {
		v := validity.Fine()
		if v.OK = false; k == validate.Invalid || k == validate.Overlapping {
			v.Valid = false
		}
		return &validate.Result{Word: validate.Refuted, Failure: &validate.Failure{Kind: k, Verdict: v}}
	}
	for _, c := range []struct {
		name           string
		values, memory *stageProof
		r              *validate.Result
		otherSizes     bool
		bug            bool
	}{
		{"other values in memory", no, yes, failed(validate.Invalid), false, true},
		{"a copy over what it reads", no, yes, failed(validate.Overlapping), false, true},
		{"memory that is not proved", yes, no, failed(validate.Invalid), false, false},
		{"other values", yes, yes, failed(validate.Different), false, true},
		{"other values, where only the memory is proved", no, yes, failed(validate.Different), false, false},
		{"an assertion that is gone", yes, yes, failed(validate.GoesOn), false, false},
		{"with sizes that the proofs are not about", yes, yes, failed(validate.Different), true, false},
		{"nothing", yes, yes, &validate.Result{Word: validate.Valid}, false, false},
	} {
		v := &Validation{Comparison: validate.Comparison{Results: []*validate.Result{c.r}}}
		if c.otherSizes {
			v.wrong = &refutation{Result: c.r}
		}
		bug := v.stepBug(step{From: "a", To: "b"}, c.values, c.memory)
		if (bug != nil) != c.bug {
			t.Errorf("%s: %v", c.name, bug)
		}
		if want := "this is a bug in funmem: a → b is proved, and a run refutes it\n  help: believe the run, and please report the program\n"; bug != nil && diag.Format(bug, diag.Plain) != want {
			t.Errorf("%s: %q", c.name, diag.Format(bug, diag.Plain))
		}
	}
}
