package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/eval/validate"
)

// hollow are the types of parameters that have rows, and no elements: always, or where a size is 0.
var hollow = []string{"[k][0]", "[0][k]", "[k][m][0]", "[0][k][m]", "[k][0][m]", "[k][m][3][0]", "[k][m][l]", "[l][k][m]", "[k][m][l][0]"}

// sizesIn returns the names of the sizes in a type.
func sizesIn(typ string) (names []string) {
	for _, name := range []string{"k", "m", "l"} {
		if strings.Contains(typ, name) {
			names = append(names, name)
		}
	}
	return names
}

// drawn returns the inputs of a def of an int and an array, whose body has large constants.
func drawn(t *testing.T, typ string, tests int) []*validate.Input {
	t.Helper()
	text, body := "def f", "0"
	for k, name := range sizesIn(typ) {
		text += " [" + name + "]"
		body = fmt.Sprintf("if %s == %d then %d else %s", name, 60_000-5000*k, k+1, body)
	}
	p := program(t, "f", text+" (n : int) (x : "+typ+"int) : int = "+body)
	subjects, err := validate.Subjects(p, p)
	if err != nil {
		t.Fatal(err)
	}
	o := *options
	o.Tests = tests
	return validate.Inputs(subjects[0], &o)
}

// rows returns how many elements an array of the shape would have without the sizes that are 0.
func rows(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= max(1, d)
	}
	return n
}

// TestRowsAreBounded: an array without elements does not have more rows than an array with elements may have. An input
// that the reference engine runs has few.
func TestRowsAreBounded(t *testing.T) {
	const most, few = 1 << 18, 200
	for _, typ := range hollow {
		inputs := drawn(t, typ, 1000)
		for k, in := range inputs {
			if n := rows(in.Arrays[0].Shape); n > 3*most || !in.Larger && n > 3*few { // 3: a size of the program
				t.Errorf("%s: input %d, larger: %v, has the shape %v", typ, k, in.Larger, in.Arrays[0].Shape)
			}
		}
	}
}

// TestHollowSizes: the sizes of arrays without elements are small, in between, at the constants of the program and far
// from each other all the same.
func TestHollowSizes(t *testing.T) {
	for _, typ := range hollow {
		inputs := drawn(t, typ, 1000)
		names := sizesIn(typ)
		for s, name := range names {
			seen, hollow := map[int]bool{}, 0
			for _, in := range inputs {
				seen[in.Sizes[s]] = true
				if in.Arrays[0].Elems.Len() == 0 {
					hollow = max(hollow, in.Sizes[s])
				}
			}
			for _, n := range []int{0, 1, 2, 3, 4, 5, 16, 60_000 - 5000*s, 60_001 - 5000*s} {
				if !seen[n] {
					t.Errorf("%s: %s = %d is not tried", typ, name, n)
				}
			}
			if hollow < 50 {
				t.Errorf("%s: in arrays without elements %s is at most %d", typ, name, hollow)
			}
		}
	}
}

// TestHollowRuns: no input takes too long because it has many rows without elements.
func TestHollowRuns(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"def f [k] [m] (x : [k][m][0]int) : int = reduce (+) 0 (map (\\r -> length r + 60000) x)",
			`def f [k] [m] (xm : mem) (x : [k][m][0]int @ xm -> R(k, m, 0)) : int =
  let (s : int) = loop (s : int = 0) for i <= k do s + m + 60000
  in (s)`},
		{"def f [k] [m] (x : [k][m][0]int) : int = loop (s = 0) for i <= k do loop (t = s) for j <= m do t + i * j + 50000",
			`def f [k] [m] (xm : mem) (x : [k][m][0]int @ xm -> R(k, m, 0)) : int =
  let (s : int) = loop (s : int = 0) for i <= k do
    let (u : int) = loop (t : int = s) for j <= m do t + i * j + 50000
    in (u)
  in (s)`},
	} {
		r := validated(t, c.before, c.after)
		if r.Word != validate.Valid || r.Skipped+r.Long > 0 {
			t.Errorf("%s\n%d skipped, %d took too long", r.Line(), r.Skipped, r.Long)
		}
	}
}

// TestHollowTooLong: if all inputs are without elements, those that take too many steps do not keep the others from
// telling something.
func TestHollowTooLong(t *testing.T) {
	before := "def f [k] [m] (x : [k][m][0]int) : int = loop (s = 0) for i <= k * k do loop (t = s) for j <= m * m do t + i"
	after := `def f [k] [m] (xm : mem) (x : [k][m][0]int @ xm -> R(k, m, 0)) : int =
  let (s : int) = loop (s : int = 0) for i <= k * k do
    let (u : int) = loop (t : int = s) for j <= m * m do t + i
    in (u)
  in (s)`
	if r := validated(t, before, after); r.Word != validate.Valid || r.Long == 0 {
		t.Errorf("%s\n%d took too long", r.Line(), r.Long)
	}
}
