package intact_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
)

// TestCompiled has functions whose ints wrap, and whose arguments are overwritten. What is proved of each as it stands, and as compiled code, in which no size needs
// more than 64 bits, is in the table.
func TestCompiled(t *testing.T) {
	for _, c := range []struct {
		name     string
		usual    string // the rule of what is open; "": it is proved
		compiled string
		text     string
	}{
		{"a row in its place", "V-SCRATCH", "", rowInPlace("i64(i - 1)", "i64(n - i)", rows, byRow)},
		{"a row that ends after the last one", "V-BLOCK", "V-BLOCK", rowInPlace("i64(i - 1)", "i64(n - i + 1)", rows, none)},
		{"a row after the last one", "V-BLOCK", "V-BLOCK", rowInPlace("i64(i + 1)", "i64(n - i)", rows, none)},
		{"a sum of sizes may wrap", "V-BLOCK", "V-BLOCK", rowInPlace("i64(i - 1 + n) - n", "i64(n - i)", rows, none)},
		{"a product of sizes may wrap", "V-BLOCK", "V-BLOCK", rowInPlace("i64((i - 1) * n) - (i - 1) * n + i - 1", "i64(n - i)", rows, none)},
		{"a width of 32 bits is less", "V-BLOCK", "V-BLOCK", rowInPlace("i32(i - 1)", "i64(n - i)", rows, none)},
		{"an int that fits 8 bits", "", "", rowInPlace("i8(i % 100) - i % 100 + i - 1", "n - i", rows, byRow)},
		{"an int that does not fit 8 bits", "V-BLOCK", "V-BLOCK", rowInPlace("i8(i % 200) - i % 200 + i - 1", "n - i", rows, none)},
		{"an int that fits 8 bits without a sign", "", "", rowInPlace("u8(i % 200) - i % 200 + i - 1", "n - i", rows, byRow)},
		{"a negative int does not fit without a sign", "V-BLOCK", "V-BLOCK", rowInPlace("u8(i % 100 - 1) - i % 100 + i", "n - i", rows, none)},
		{"a column in its place", "", "", rowInPlace("i - 1", "n - i", "0 + {(n : 1) (n : n)}", byColumn)},
		{"an argument that begins later", "V-BLOCK", "V-BLOCK", rowInPlace("i - 1", "n - i", "1 + {(n : n) (n : 1)}", none)},
		{"an argument with gaps", "V-BLOCK", "V-BLOCK", rowInPlace("i - 1", "n - i", "0 + {(n : 2 * n) (n : 2)}", none)},
		{"an argument of floats", "V-SCRATCH", "V-SCRATCH", `def f (n : int) (x_mem : mem) (*x : [n]f64 @ x_mem -> R(n)) : (r : mem, [n] @ r -> R(n)) =
  let (z : [n] @ x_mem -> R(n)) = scratch([n]int)
  in (x_mem, z)
`},
		{"scratch after the argument", "V-SCRATCH", "V-SCRATCH", `def f (n : int) (x_mem : mem) (*x : [n] @ x_mem -> R(n)) : (r : mem, [n] @ r -> 1 + {(n : 1)}) =
  let (z : [n] @ x_mem -> 1 + {(n : 1)}) = scratch([n]int)
  in (x_mem, z)
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := passtest.Parse(t, c.name, c.text).Core
			for _, d := range p.Defs() {
				for _, x := range []struct {
					want string
					of   func() ([]intact.Open, bool)
				}{
					{c.usual, func() ([]intact.Open, bool) { return intact.Program(prove.NewBudget(prove.MaxSteps), p, d, nil, nil) }},
					{c.compiled, func() ([]intact.Open, bool) { return intact.Compiled(prove.NewBudget(prove.MaxSteps), p, d, nil, nil) }},
				} {
					open, done := x.of()
					var texts []string
					for _, o := range open {
						texts = append(texts, o.Text())
					}
					if text := strings.Join(texts, "; "); !done || (x.want == "") != (len(open) == 0) || !strings.Contains(text, x.want) {
						t.Errorf("want %q, and it is %q, %v", x.want, text, done)
					}
				}
			}
		})
	}
}

// The places of an array of rows, and the update that puts what was written in its place into the array.
const (
	rows     = "R(n, n)"
	none     = "y with [1, 1] = 5"
	byRow    = "y with [k + 1, i + 1 : s] = z1"
	byColumn = "y with [i + 1 : s, k + 1] = z1"
)

// rowInPlace is a function that writes rows of its argument where they lie, as Futhark's dumps do: the elements from i on, of the row with a number from 0. Nothing
// proves it but the place of the argument.
func rowInPlace(row, size, place, update string) string {
	return strings.NewReplacer("ROW", row, "SIZE", size, "PLACE", place, "UPDATE", update).Replace(`def f (n : int) (x_mem : mem) (*x : [n][n] @ x_mem -> PLACE) : (r : mem, [n][n] @ r -> PLACE) =
  let (y : [n][n] @ x_mem -> PLACE) = loop (y : [n][n] @ x_mem -> PLACE = x) for i <= n do
    let (k : int) = ROW
    let (s : int) = SIZE
    let (z : [s] @ x_mem -> n * k + i + {(s : 1)}) = scratch([s]int)
    let (z1 : [s] @ x_mem -> n * k + i + {(s : 1)}) = loop (z1 : [s] @ x_mem -> n * k + i + {(s : 1)} = z) for j <= s do
      let (z2 : [s] @ x_mem -> n * k + i + {(s : 1)}) = z1 with [j] = 7
      in (z2)
    let (y1 : [n][n] @ x_mem -> PLACE) = UPDATE
    in (y1)
  in (x_mem, y)
`)
}
