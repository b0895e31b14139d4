package validate_test

import (
	"strings"
	"testing"

	"funmem/eval/validate"
)

// TestSharing: arguments may lie in one block in any order, between each other and, unless a star marks one of them, at
// the same locations. AFTER must take them all.
func TestSharing(t *testing.T) {
	head := func(params string) string {
		return "def f [n] (m : mem) " + params + " : (r : mem, [n] @ r -> R(n)) =\n"
	}
	fresh := func(e string) string {
		return "  let (r : mem) = alloc n\n  let (z : [n] @ r -> R(n)) = kernel i <= n do " + e + "\n  in (r, z)"
	}
	inPlace := func(at, e string) string {
		return "  let (y2 : [n] @ m -> " + at + ") = kernel i <= n do " + e + "\n  let (r : mem) = alloc n\n  let (z : [n] @ r -> R(n)) = copy y2\n  in (r, z)"
	}
	const two = "(o : int) (p : int) (s : int) (x : [n] @ m -> o + {(n : s)}) (y : [n] @ m -> p + {(n : s)})"
	const open = "(o : int) (p : int) (s : int) (t : int) (x : [n] @ m -> o + {(n : s)}) (y : [n] @ m -> p + {(n : t)})"
	const dense = "(o : int) (p : int) (x : [n] @ m -> o + {(n : 1)}) (y : [n] @ m -> p + {(n : 1)})"
	const stars = "(o : int) (p : int) (*x : [n] @ m -> o + {(n : 1)}) (*y : [n] @ m -> p + {(n : 1)})"
	const one, oneStar = "(o : int) (s : int) (x : [n] @ m -> o + {(n : s)})", "(o : int) (s : int) (*x : [n] @ m -> o + {(n : s)})"
	const ownStars = "def f [n] (m : mem) (o : int) (*x : [n] @ m -> o + {(n : 1)}) (k : mem) (p : int) (*y : [n] @ k -> p + {(n : 1)}) : (r : mem, [n] @ r -> R(n)) =\n"
	plain := func(params, e string) string {
		return "def f [n] " + params + " : [n]int = kernel i <= n do " + e
	}
	for _, c := range []struct {
		what, before, after string
		word                validate.Word
	}{
		{"the second one before the first", head(two) + fresh("x[i] + y[i]"), head(two) + fresh("x[i] + y[i] + (o > p)"), validate.Refuted},
		{"one between the elements of the other", head(two) + fresh("x[i]"), head(two) + fresh("x[i] + (0 < p - o && p - o < s)"), validate.Refuted},
		{"element by element", head(two) + fresh("x[i]"), head(two) + fresh("x[i] + (n > 3 && s == 2 && o == 0 && p == 1 && x[0] > x[1])"), validate.Refuted},
		{"element by element, the other first", head(two) + fresh("x[i]"), head(two) + fresh("x[i] + (n > 3 && s == 2 && o == 1 && p == 0 && y[0] > y[1])"), validate.Refuted},
		{"one over a part of the other", head(two) + fresh("x[i] + y[i]"), head(two) + fresh("x[i] + y[i] + (n > 1 && o < p && p < o + n * s && (p - o) % s == 0)"), validate.Refuted},
		{"one over a part of the other, from Fun", plain("(x : [n]int) (y : [n]int)", "x[i] + y[i]"), head(two) + fresh("x[i] + y[i] + (n > 1 && s == 1 && o < p && p < o + n)"), validate.Refuted},
		{"the second one before the first, dense", plain("(x : [n]int) (y : [n]int)", "x[i] + y[i]"), head(open) + fresh("x[i] + y[i] + (s == 1 && t == 1 && p + n <= o && n > 2)"), validate.Refuted},
		{"a gap between them", plain("(x : [n]int) (y : [n]int)", "x[i] + y[i]"), head(open) + fresh("x[i] + y[i] + (s == 1 && t == 1 && p + n < o && n > 2)"), validate.Refuted},
		{"one backwards over the other", plain("(x : [n]int) (y : [n]int)", "x[i] + y[i]"), head(open) + fresh("x[i] + y[i] + (s == 1 && t == -1 && p == o + n - 1 && n > 1)"), validate.Refuted},
		{"every second element", plain("(x : [n]int) (y : [n]int)", "x[i] + y[i]"), head(open) + fresh("x[i] + y[i] + (s == 1 && t == 2 && p == o && n > 1)"), validate.Refuted},
		{"three from the last to the first", plain("(x : [n]int) (y : [n]int) (w : [n]int)", "x[i] + y[i] + w[i]"), head("(q : int) (w : [n] @ m -> q + {(n : 1)}) "+dense) + fresh("x[i] + y[i] + w[i] + (q >= o + n && o >= p + n && n > 1)"), validate.Refuted},
		{"stars", head(stars) + fresh("x[i] + y[i]"), head(stars) + inPlace("p + {(n : 1)}", "x[i] + y[i]"), validate.Valid},
		{"BEFORE overwrites too", head(stars) + inPlace("p + {(n : 1)}", "x[i] + y[i]"), head(stars) + inPlace("o + {(n : 1)}", "x[i] + y[i]"), validate.Valid},
		{"in two blocks of BEFORE", ownStars + fresh("x[i] + y[i]"), strings.Replace(head(stars), "(*y", "(k : mem) (*y", 1) + inPlace("p + {(n : 1)}", "x[i] + y[i]"), validate.Valid},
		{"nobody overwrites", head(two) + fresh("x[i] + y[i]"), head(two) + fresh("y[i] + x[i]"), validate.Valid},
		{"stride 0", head(one) + fresh("x[i]"), head(one) + fresh("x[i] + (n > 1 && s == 0)"), validate.Refuted},
		{"stride 0, from Fun", plain("(x : [n]int)", "x[i]"), head(one) + fresh("x[i] + (n > 1 && s == 0)"), validate.Refuted},
		{"a star, stride 0", head(oneStar) + fresh("x[i] + i"), head(oneStar) + inPlace("o + {(n : s)}", "x[i] + i"), validate.Valid},
		{"ints and reals in one block", plain("(x : [n]int) (y : [n]f64)", "x[i]"), "def f [n] (m : mem) (o : int) (p : int) (x : [n] @ m -> o + {(n : 1)}) (y : [n]f64 @ m -> p + {(n : 1)}) : (r : mem, [n] @ r -> R(n)) =\n" + fresh("x[i]"), validate.Valid},
		{"a star in Fun", plain("(*x : [n]int)", "x[i] + i"), head(oneStar) + inPlace("o + {(n : s)}", "x[i] + i"), validate.Valid},
	} {
		o := *options
		o.Tests = 500 // the default
		if r := validatedAs(t, c.before, c.after, &o); r.Word != c.word {
			t.Errorf("%s: %s", c.what, r.Line())
		}
	}
}
