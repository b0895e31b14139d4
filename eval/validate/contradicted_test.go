package validate

import (
	"testing"

	"funmem/eval/validity"
	"funmem/semantics/diag"
)

// TestContradicted: a counterexample to what is proved is a mistake of ours, and is said to be one.
func TestContradicted(t *testing.T) {
	shown := &validity.Proof{Shown: true, For: "all arguments"}
	bare := &validity.Proof{Values: true, For: "all arguments"}
	stuck := &validity.Stuck{HeapOnly: true, Diag: diag.Errorf(diag.Stuck, "", diag.Span{}, "stuck")}
	limited := &validity.Stuck{HeapOnly: true, Diag: diag.Errorf(diag.Stuck, "", diag.Span{}, "stuck").Limited()}
	far := &validity.Stuck{HeapOnly: true, Diag: &diag.Diagnostic{Kind: diag.Stuck, Cause: diag.Overflow}}
	for _, c := range []struct {
		name string
		kind Kind
		p    Proofs
		v    validity.Verdict
		want bool
	}{
		{"another value on the heap", Invalid, Proofs{After: shown}, validity.Verdict{}, true},
		{"nothing is proved", Invalid, Proofs{}, validity.Verdict{}, false},
		{"it is not shown", Invalid, Proofs{After: &validity.Proof{}}, validity.Verdict{}, false},
		{"stuck", Stuck, Proofs{After: shown}, validity.Verdict{Consistent: true, Stuck: stuck}, true},
		{"out of memory", Stuck, Proofs{After: shown}, validity.Verdict{Consistent: true, Stuck: limited}, false},
		{"an offset beyond 64 bits", Stuck, Proofs{After: shown}, validity.Verdict{Consistent: true, Stuck: far}, false},
		{"the value semantics is stuck too", Stuck, Proofs{After: shown}, validity.Verdict{Stuck: &validity.Stuck{}}, false},
		{"another binding", Unlike, Proofs{After: shown}, validity.Verdict{Valid: true}, true},
		{"another program", Different, Proofs{After: shown}, validity.Verdict{Valid: true, Consistent: true}, false},
		{"the value semantics is stuck too, and AFTER is proved to have the values of BEFORE", Stuck, Proofs{After: shown, Values: "they are one"}, validity.Verdict{Stuck: &validity.Stuck{}}, true},
		{"AFTER of Fun is stuck", Stuck, Proofs{bare: bare, Values: "they are one"}, validity.Verdict{InFun: true, Stuck: &validity.Stuck{}}, true},
		{"AFTER of Fun is stuck, and nothing is proved", Stuck, Proofs{bare: bare}, validity.Verdict{InFun: true, Stuck: &validity.Stuck{}}, false},
		{"AFTER of Fun runs out of memory", Stuck, Proofs{bare: bare, Values: "they are one"}, validity.Verdict{InFun: true, Stuck: &validity.Stuck{Diag: limited.Diag}}, false},
		{"other values of Fun", Unequal, Proofs{bare: bare, Values: "they are one"}, validity.Verdict{InFun: true}, true},
		{"other values of Fun, and nothing is proved", Unequal, Proofs{bare: bare}, validity.Verdict{InFun: true}, false},
		{"another program, that is proved to be the same", Different, Proofs{After: shown, Values: "they are one"}, validity.Verdict{Valid: true, Consistent: true}, true},
	} {
		if got := c.p.Contradicted(&Failure{Kind: c.kind, Verdict: &c.v}); (got != nil) != c.want || got != nil && got.Kind != diag.Bug {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	text := validity.Contradiction(shown).Error()
	if want := "this is a bug in funmem: the program is proved for all arguments to be valid, and a run shows that it is not\n  help: believe the run, and please report the program\n"; text != want {
		t.Errorf("%q", text)
	}
	text = validity.Contradiction(bare).Error()
	if want := "this is a bug in funmem: AFTER is proved for all arguments to have the values of BEFORE, and a run shows that it has not\n  help: believe the run, and please report the program\n"; text != want {
		t.Errorf("%q", text)
	}
}
