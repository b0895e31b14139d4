package validate_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestClean: a program that is called clean is not run again, but its results are compared. A
// function always runs by the rules, and so does a program that nobody calls clean.
func TestClean(t *testing.T) {
	mem := func(value string) string {
		return "let (m : mem) = alloc 2 let (x : [2] @ m -> R(2)) = replicate(2, " + value + ") in (x[1])"
	}
	gives := func(k int64) validate.Clean {
		return func(context.Context, *validity.Session, *syntax.Program, engine.Options) (*validity.Verdict, []value.Val, bool) {
			return &validity.Verdict{OK: true, Valid: true, RaceFree: true}, []value.Val{value.Number(num.Of(k))}, k >= 0
		}
	}
	def := func(body string) string { return "def f (k : int) : int = let (m : mem) = alloc 1 in " + body }
	for _, c := range []struct {
		name, before, after string
		says                int64
		word                validate.Word
	}{
		{"so they say", mem("1"), mem("2"), 7, validate.Valid},
		{"other results", "iota(5)[3]", mem("3"), 7, validate.Refuted},
		{"the same results", "iota(5)[3]", mem("2"), 3, validate.Valid},
		{"nobody says so", mem("1"), mem("2"), -1, validate.Refuted},
		{"a function", def("k"), def("k + 1"), 7, validate.Refuted},
	} {
		t.Run(c.name, func(t *testing.T) {
			subjects, err := validate.Subjects(program(t, "before", c.before), program(t, "after", c.after))
			if err != nil {
				t.Fatal(err)
			}
			o := *options
			o.Clean, o.Unproved = gives(c.says), true
			r, err := validate.Validate(context.Background(), subjects[len(subjects)-1], &o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Word != c.word || r.Word == validate.Valid && len(r.Kernels) > 0 {
				t.Errorf("%s\n%+v", r.Line(), r.Kernels)
			}
		})
	}
}
