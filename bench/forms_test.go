package bench

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/repl/session"
	"funmem/semantics/diag"

	"pgregory.net/rapid"
)

// forms are the programs with a regular and an irregular form: what they do with a row.
var forms = map[string]struct {
	args string // of a form, with x
	row  func(x []float64) []float64
	size func(n int) int // a size that a row may have
	real bool
	most int // how many inputs -more tries
}{
	"quicksort":  {"x", sorted, itself, false, 10_000},
	"bubblesort": {"x", sorted, itself, false, 10_000},
	"splitradix": {"x, x", transformed, power, true, 1_000},
}

func sorted(x []float64) []float64 { return slices.Sorted(slices.Values(x)) }

func itself(n int) int { return n }

// power is a power of two, from 2 on: the program takes no others.
func power(n int) int { return 2 << (n / 3) }

// transformed is the real part of the Fourier transform of x + x i, by its definition.
func transformed(x []float64) (y []float64) {
	for k := range x {
		var sum complex128
		for j, v := range x {
			sum += complex(v, v) * cmplx.Rect(1, -2*math.Pi*float64(j*k%len(x))/float64(len(x)))
		}
		y = append(y, real(sum))
	}
	return y
}

// TestForms compares the two forms of a program with each other, and both with Go, on random rows.
func TestForms(t *testing.T) {
	for name, f := range forms {
		t.Run(name, func(t *testing.T) {
			s := session.NewSession(session.Defaults())
			inRoot(t, func() { evaluated(t, s, `import "`+filepath.Join("bench", "fun", "rows", name+".fun")+`"`) })
			start := s.Snapshot()
			both := 0
			passtest.Check(t, testkit.Sample(80, f.most), func(rt *rapid.T) {
				defer s.Restore(start)
				rows, even := drawnRows(rt, f.size)
				var want []float64
				var sizes, texts []string
				for _, r := range rows {
					want, sizes = append(want, f.row(r)...), append(sizes, fmt.Sprint(len(r)))
					texts = append(texts, array(r, f.real))
				}
				elem := map[bool]string{false: "int", true: "f64"}[f.real]
				x := "[" + strings.Join(texts, ", ") + "]"
				if len(rows) == 0 {
					x = "empty([0][?]" + elem + ")"
				}
				v := evaluated(rt, s, fmt.Sprintf("let (x : [%d][?]%s) = %s let y = irregular(%s) in (map (\\r -> length(r)) y == %s, flatten y)", len(rows), elem, x, f.args, ints(sizes)))
				if value.Format(v[0], 10) != "1" {
					rt.Fatalf("the rows have other sizes: %s", x)
				}
				irregular := numbers(v[1])
				if !slices.EqualFunc(irregular, want, func(x, y float64) bool { return math.Abs(x-y) < 1e-9 }) {
					rt.Fatalf("%v, wanted %v, of %s", irregular, want, x)
				}
				if !even || len(rows) == 0 {
					return
				}
				both++
				flat := array(slices.Concat(rows...), f.real)
				v = evaluated(rt, s, fmt.Sprintf("let x = reshape((%d, %d), %s) in flatten regular(%s)", len(rows), len(rows[0]), flat, f.args))
				if regular := numbers(v[0]); !slices.Equal(regular, irregular) {
					rt.Fatalf("regular %v, irregular %v, of %s", regular, irregular, x)
				}
			})
			t.Logf("both forms on %d inputs", both)
			if both < 5 {
				t.Errorf("only %d inputs for both forms", both)
			}
		})
	}
}

// evaluated are the values of a program.
func evaluated(t rapid.TB, s *session.Session, text string) []value.Val {
	added, err := s.Add(context.Background(), diag.NewSource("forms", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return added.Values
}

// drawnRows are rows, of one size if they are even.
func drawnRows(t *rapid.T, size func(int) int) (rows [][]float64, even bool) {
	number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	rows = make([][]float64, number(0, 6))
	even = number(0, 1) == 0
	n := number(0, 7)
	for k := range rows {
		if !even {
			n = number(0, 7)
		}
		for range size(n) {
			rows[k] = append(rows[k], float64(number(-4, 9)))
		}
	}
	return rows, even
}

// array is the text of an array.
func array(x []float64, isReal bool) string {
	format, empty := "%.0f", "empty([0]int)"
	if isReal {
		format, empty = "%.1f", "empty([0]f64)"
	}
	var list []string
	for _, v := range x {
		list = append(list, fmt.Sprintf(format, v))
	}
	if list == nil {
		return empty
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// ints is the text of an array of ints.
func ints(list []string) string {
	if len(list) == 0 {
		return "empty([0]int)"
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// numbers are the elements of an array.
func numbers(v value.Val) (list []float64) {
	for k := range v.A.Elems.Len() {
		x, err := strconv.ParseFloat(v.A.Elems.At(k).String(), 64)
		if err != nil {
			panic(err)
		}
		list = append(list, x)
	}
	return list
}
