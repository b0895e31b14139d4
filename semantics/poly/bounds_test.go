package poly

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// polyOf is the normal form of a text, over the variables i j n m x y by their IDs.
func polyOf(t testing.TB, text string) Poly {
	t.Helper()
	e, err := syntax.ParseExpr(diag.NewSource("test", text))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{"i": 1, "j": 2, "n": 3, "m": 4, "x": 5, "y": 6}
	e = syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		if v, ok := e.(*syntax.Var); ok {
			return &syntax.Var{Name: v.Name, ID: ids[v.Name]}
		}
		return e
	})
	return (&Env{}).Of(e)
}

func known(t testing.TB, facts ...string) *Bounds {
	b := &Bounds{}
	for _, f := range facts {
		b.Assume(polyOf(t, f))
	}
	return b
}

// TestNonNegative is what the bounds of indices come down to.
func TestNonNegative(t *testing.T) {
	nest := []string{"i - 1", "n - i", "j - 1", "m - j"}
	for _, c := range []struct {
		facts []string
		p     string
		want  bool
	}{
		{nil, "3", true},
		{nil, "-1", false},
		{nil, "x", false},
		{nil, "x * x", true},
		{nest, "i", true},
		{nest, "n", true},
		{nest, "n - 1", true},
		{nest, "i - 2", false},
		{nest, "n - i - 1", false},
		{nest, "(i - 1) * m + j - 1", true},
		{nest, "n * m - 1 - ((i - 1) * m + j - 1)", true},
		{nest, "n * m - 1 - ((j - 1) * n + i - 1)", true},
		{nest, "n * m - 2 - ((i - 1) * m + j - 1)", false},
		{nest, "2 * n - 2 * i", true},
		{nest, "i + 2 * j - 3", true},
		{[]string{"i - 1", "2 - i", "j - 1", "3 - j"}, "5 - (i - 1 + 2 * (j - 1))", true},
		{[]string{"i - 1", "2 - i", "j - 1", "3 - j"}, "4 - (i - 1 + 2 * (j - 1))", false},
		{[]string{"i - 1", "n - 2 - i"}, "n - (i + 2)", true},
		{[]string{"x", "y - x"}, "y", true},
		{[]string{"n - 1"}, "n - max(1, min(x, n))", true},
		{[]string{"n - 1"}, "max(1, min(x, n)) - 1", true},
		{nil, "n - max(1, min(x, n))", false},
		{nil, "x % 7", true},
		{nil, "6 - x % 7", true},
		{nil, "5 - x % 7", false},
		{nil, "x % n", false},
		{nil, "x - 2 * (x / 2)", true},
		{[]string{"n - 1"}, "x % n", true},
		{nest, "(i + x - 1) % n", true},
		{nest, "n - ((i + x - 1) % n + 1)", true},
		{nest, "n - ((i + x - 1) % n + 2)", false},
		{nil, "abs(x)", true},
		{nil, "abs(x) + x", true},
		{nil, "abs(x) - y", false},
		{nil, "4 - (1 + abs(x % 3 - 1) + abs(y % 3 - 1) + abs(i % 3 - 1))", true},
		{nil, "3 - (1 + abs(x % 3 - 1) + abs(y % 3 - 1) + abs(i % 3 - 1))", false},
		{[]string{"x"}, "x - x / 2", true},
		{[]string{"x"}, "x / 2", true},
		{[]string{"x + 2"}, "x / 2", false},
		{nest, "(i + 1) / 2 - 1", true},
		{nest, "(i + 1) / 2 - 2", false},
		{[]string{"i - 1", "x / 2 - i"}, "x - 2 * i", true},
		{[]string{"i - 1", "min(n, m) - i"}, "min(n, m) - 1", true},
		{[]string{"i - 1", "min(n, m) - i"}, "m - i", true},
	} {
		if got := known(t, c.facts...).NonNegative(polyOf(t, c.p)); got != c.want {
			t.Errorf("%v: %s ≥ 0: %v, want %v", c.facts, c.p, got, c.want)
		}
	}
}

// TestInner tells what is learnt inside from what was known outside.
func TestInner(t *testing.T) {
	out := known(t, "x - 1")
	in := out.Inner()
	in.Assume(polyOf(t, "y - x"))
	if p := polyOf(t, "y"); !in.NonNegative(p) || out.NonNegative(p) {
		t.Error("inner facts belong to the inner bounds")
	}
}

// TestNeverWrong proves random polynomials from random facts: where they are proved
// they hold for all small values for which the facts hold.
func TestNeverWrong(t *testing.T) {
	proved := 0
	rapid.Check(t, func(rt *rapid.T) {
		leaf := rapid.SampledFrom([]string{"i", "j", "n", "m", "1", "2", "3"})
		prod := rapid.SampledFrom([]string{"%s", "%s * n", "%s * m", "%s % 3", "%s / 2", "abs(%s)", "%s % n", "min(%s, n)", "max(1, %s)", "-%s", "2 * %s"})
		draw := func() string {
			text := "0"
			for range rapid.IntRange(1, 3).Draw(rt, "terms") {
				x := leaf.Draw(rt, "leaf")
				form := prod.Draw(rt, "form")
				for k := range form {
					if form[k] == '%' && form[k+1] == 's' {
						form = form[:k] + x + form[k+2:]
						break
					}
				}
				text += rapid.SampledFrom([]string{" + ", " - "}).Draw(rt, "sign") + "(" + form + ")"
			}
			return text
		}
		var facts []string
		for range rapid.IntRange(0, 4).Draw(rt, "facts") {
			facts = append(facts, draw())
		}
		text := draw()
		divides := strings.Contains(text+strings.Join(facts, " "), "% n")
		p := polyOf(t, text)
		var holding []Poly
		for _, f := range facts {
			holding = append(holding, polyOf(t, f))
		}
		b := known(t, facts...)
		if !b.NonNegative(p) {
			return
		}
		proved++
		for c := range 7 * 7 * 7 * 7 {
			v := map[int]int{1: c%7 - 3, 2: c/7%7 - 3, 3: c/49%7 - 3, 4: c/343 - 3}
			if v[3] == 0 && divides {
				continue // there x % n has no value
			}
			holds := true
			for _, f := range holding {
				holds = holds && at(f, v) >= 0
			}
			if holds && at(p, v) < 0 {
				rt.Fatalf("%v prove %s ≥ 0, which is %d at %v", facts, p, at(p, v), v)
			}
		}
	})
	if proved == 0 {
		t.Error("nothing was proved")
	}
}

// at is the value of a polynomial.
func at(p Poly, v map[int]int) int {
	total := 0
	for _, t := range p.terms {
		k, _ := t.coef.Int64()
		product := int(k)
		for _, f := range t.mono {
			for range f.pow {
				product *= atomAt(f.atom, v)
			}
		}
		total += product
	}
	return total
}

func atomAt(a atom, v map[int]int) int {
	if a.app == nil {
		return v[a.id]
	}
	x, y := at(a.app.args[0], v), at(a.app.args[len(a.app.args)-1], v)
	switch a.app.op {
	case syntax.Abs:
		return max(x, -x)
	case syntax.Min:
		return min(x, y)
	case syntax.Max:
		return max(x, y)
	case syntax.Div:
		return (x - ((x%y)+y)%y) / y
	case syntax.Mod:
		return ((x % y) + y) % y
	}
	panic(a.app.op)
}
