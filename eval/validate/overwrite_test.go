package validate_test

import (
	"testing"

	"funmem/eval/validate"
	"funmem/semantics/diag"
)

// TestOverwrite: an argument without a star is overwritten, by ints and by reals.
func TestOverwrite(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"ints", "def f [n] (x : [n]int) : int = reduce (+) 0 (map (\\e -> e + 1) x)", `
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (int) =
  let (y : [n] @ m -> R(n)) = kernel i <= n do in (x[i] + 1)
  let (s : int) = loop (s : int = 0) for i <= n do let (t : int) = s + y[i] in (t)
  in (s)`},
		{"reals", "def f [n] (x : [n]int) : f64 = reduce (+) 0.0 (map (\\e -> f64(e)) x)", `
def f [n] (m : mem) (x : [n] @ m -> R(n)) : (f64) =
  let (y : [n]f64 @ m -> R(n)) = kernel i <= n do in (f64(x[i]))
  let (s : f64) = loop (s : f64 = 0.0) for i <= n do let (t : f64) = s + y[i] in (t)
  in (s)`},
	} {
		r := validated(t, c.before, c.after)
		if r.Word != validate.Refuted || r.Failure.Kind != validate.Overwriting || r.Failure.Input.Arrays[0].Elems.Len() != 1 {
			t.Errorf("%s: %s", c.name, r.Text(diag.Plain, nil, nil))
		}
	}
}

// TestAddedStar: a star that only AFTER has allows nothing; a star in both does.
func TestAddedStar(t *testing.T) {
	after := `
def f [n] (m : mem) (*x : [n] @ m -> R(n)) : (m : mem, [n] @ m -> R(n)) =
  let (y : [n] @ m -> R(n)) = kernel i <= n do in (x[i] + 1)
  in (m, y)`
	if r := validated(t, "def f [n] (x : [n]int) : [n]int = map (\\e -> e + 1) x", after); r.Word != validate.Refuted || r.Failure.Kind != validate.Overwriting {
		t.Errorf("without a star in BEFORE: %s", r.Line())
	}
	if r := validated(t, "def f [n] (*x : [n]int) : [n]int = map (\\e -> e + 1) x", after); r.Word != validate.Valid {
		t.Errorf("with one: %s", r.Line())
	}
}

// TestSmall checks the number of small inputs.
func TestSmall(t *testing.T) {
	text := "def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : (int) = in (k)"
	subjects, err := validate.Subjects(program(t, "before", "def f [n] (x : [n]int) (k : int) : int = k"), program(t, "after", text))
	if err != nil {
		t.Fatal(err)
	}
	// Sizes 0 to 3, six numbers, and for each size all arrays of zeros and ones and one
	// of different elements.
	if got, want := subjects[0].Small(), 6*((1+0)+(1+2)+(1+4)+(1+8)); got != want {
		t.Errorf("%d small inputs, wanted %d", got, want)
	}
}

// TestIndices: ints that are used as indices are often in bounds.
func TestIndices(t *testing.T) {
	r := validated(t, "def f [n] (x : [n]int) (i : int) (j : int) (k : int) : int = x[i] * x[j] - x[k]", `
def f [n] (m : mem) (x : [n] @ m -> R(n)) (i : int) (j : int) (k : int) : (int) =
  let (t : int) = x[i] * x[j] - x[k]
  in (t)`)
	if r.Word != validate.Valid || r.Tests < 30 {
		t.Error(r.Line())
	}
}
