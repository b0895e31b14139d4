package validate_test

import (
	"slices"
	"testing"

	"funmem/eval/validate"
)

// TestOrder: a caller gives numbers in order, so a function that takes them in another order is another function.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		after string
		word  validate.Word
		noted bool
	}{
		{"def f (l : int) (k : int) : int = k - l", validate.Refuted, true},
		{"def f (l : int) (k : int) : int = l - k", validate.Valid, true},
		{"def f (a : int) (b : int) : int = a - b", validate.Valid, false},
	} {
		r := validated(t, "def f (k : int) (l : int) : int = k - l", c.after)
		noted := slices.Contains(r.Subject.Notes, "numbers are paired in order: `k` is `l` in AFTER")
		if r.Word != c.word || noted != c.noted {
			t.Errorf("%s: %s; notes %q", c.after, r.Line(), r.Subject.Notes)
		}
	}
}
