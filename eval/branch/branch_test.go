package branch_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"funmem/eval/branch"
	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// run runs a program with Notes that measure, and returns the ways of its last if.
func run(t *testing.T, text string) (w branch.Ways) {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("t", text))
	if err != nil {
		t.Fatal(err)
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		t.Fatal(err)
	}
	n := branch.Measuring(u.Core)
	if _, err := value.New(engine.Options{Branches: n}).Run(context.Background(), u.Core); err != nil {
		t.Fatal(err)
	}
	syntax.Walk(u.Core, func(m syntax.Node) bool {
		if e, ok := m.(*syntax.If); ok {
			w = *n.At(e.Span)
		}
		return true
	})
	return w
}

// TestDistance: of two runs, the one that is nearer to making a condition true, or false, has the smaller distance.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		condition string
		way       int
		falling   [][2]float64 // values of a and b, ever nearer
	}{
		{"a == b", 1, [][2]float64{{0, 900}, {800, 900}, {902, 900}, {901, 900}}},
		{"a != b", 0, [][2]float64{{0, 900}, {899, 900}}},
		{"a < b", 1, [][2]float64{{90, 3}, {4, 3}, {3, 3}}},
		{"a <= b", 1, [][2]float64{{90, 3}, {4, 3}}},
		{"a > b", 1, [][2]float64{{-8, 3}, {2, 3}, {3, 3}}},
		{"a >= b", 1, [][2]float64{{-8, 3}, {2, 3}}},
		{"a < b", 0, [][2]float64{{-8, 3}, {2, 3}}},
		{"a <= b", 0, [][2]float64{{-8, 3}, {3, 3}}},
		{"!(a == b)", 0, [][2]float64{{-8, 3}, {2, 3}}},
		{"a", 0, [][2]float64{{-8, 3}, {2, 3}}},
		{"a == 5 && b == 7", 1, [][2]float64{{90, 7}, {6, 700}, {5, 900}, {5, 8}}},
		{"a == 5 || b == 7", 1, [][2]float64{{90, 700}, {90, 8}}},
		{"a > 5 || b > 7", 0, [][2]float64{{90, 700}, {6, 700}, {5, 700}, {5, 8}}},
		{"a > 0 && b > 0 && a * b == 1000", 1, [][2]float64{{0, 0}, {7, 0}, {7, 7}, {7, 100}, {9, 111}}},
		{"f64(a) == 2.5 * f64(b)", 1, [][2]float64{{100, 4}, {12, 4}, {11, 4}}},
		{"a * 10 ** 12 == b", 1, [][2]float64{{1, 0}, {1, 1000}, {1, 100000}}},
	} {
		last := math.Inf(1)
		for _, x := range c.falling {
			w := run(t, fmt.Sprintf("let a = %v\nlet b = %v\nif %s then 1 else 0", x[0], x[1], c.condition))
			if w.Went[c.way] || !w.Went[1-c.way] || w.Near[1-c.way] != 0 {
				t.Errorf("%s for %v: %+v", c.condition, x, w)
			}
			if d := w.Near[c.way]; !(0 < d && d < last && d < math.Inf(1)) {
				t.Errorf("%s for %v: distance %v after %v", c.condition, x, d, last)
			}
			last = w.Near[c.way]
		}
	}
}

// TestOne: where one more or one less is enough, the distance is the same whatever the comparison.
func TestOne(t *testing.T) {
	want := run(t, "if 2 + iota(1)[1] == 4 then 1 else 0").Near[1]
	for _, c := range []struct {
		condition string
		way       int
	}{{"a == 4", 1}, {"a < 3", 1}, {"a <= 2", 1}, {"a > 3", 1}, {"a >= 4", 1}, {"a < 4", 0}, {"a <= 3", 0}, {"a > 2", 0}, {"a >= 3", 0}, {"a != 3", 1}} {
		if w := run(t, "let a = 2 + iota(1)[1]\nif "+c.condition+" then 1 else 0"); w.Near[c.way] != want {
			t.Errorf("%s: %v, want %v", c.condition, w.Near, want)
		}
	}
}

// TestNear: the distance is the least one of all decisions, and a condition that goes both ways is far from none.
func TestNear(t *testing.T) {
	w := run(t, "kernel i <= 9 do if i == 12 then 1 else 0")
	if w.Went != [2]bool{true, false} || w.Near[1] <= 0 {
		t.Errorf("%+v", w)
	}
	if first, one := run(t, "kernel i <= 9 do if i == 0 then 1 else 0"), run(t, "kernel i <= 1 do if i == 0 then 1 else 0"); first.Near != one.Near {
		t.Errorf("with 9 iterations %v, with 1 %v", first.Near, one.Near)
	}
	if nearer := run(t, "kernel i <= 11 do if i == 12 then 1 else 0"); nearer.Near[1] >= w.Near[1] {
		t.Errorf("with 11 iterations %v, with 9 %v", nearer.Near, w.Near)
	}
	if w := run(t, "kernel i <= 12 do if i == 12 then 1 else 0"); w.Went != [2]bool{true, true} || w.Near != [2]float64{} {
		t.Errorf("%+v", w)
	}
	if w := run(t, "kernel i <= 0 do if i == 12 then 1 else 0"); w.Went != [2]bool{} || !math.IsInf(w.Near[0], 1) || !math.IsInf(w.Near[1], 1) {
		t.Errorf("%+v", w)
	}
}

// TestNone: without Notes nothing happens.
func TestNone(t *testing.T) {
	var n *branch.Notes
	n.Decide(diag.Span{}, true)
	n.Scalar(nil, nil)
	n.If(&syntax.If{}, true, nil)
	if n.At(diag.Span{}) != nil {
		t.Error("there is a way")
	}
}
