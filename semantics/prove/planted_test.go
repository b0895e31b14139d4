package prove

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted drops conditions of the prover, one at a time. Each time it proves
// something about random pairs that is wrong.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"gcd does not look at the constant", "system.go", "!r.IsZero() {\n\t\treturn p, false", "g.Cmp(num.Of(1)) > 0 || !r.IsZero() {\n\t\treturn p, false"},
		{"constants are rounded up", "system.go", "divide(p.Sub(poly.Int(r)), g)", "divide(p.Sub(poly.Int(r)).Sub(poly.Int(g)), g)"},
		{"less is less by two", "system.go", "s.NonNeg(b.Sub(a).Sub(one))", "s.NonNeg(b.Sub(a).Sub(one).Sub(one))"},
		{"all variables are taken not to be negative", "cone.go", "if !ids[id] {", "if !ids[id] && false {"},
		{"facts are multiplied by what may be negative", "cone.go", "of != nil && !allIn(m, of) ||", ""},
		{"a remainder may be as great as the divisor", "split.go", "d.Mul(constant(int64(k+1)))", "d.Mul(constant(int64(k+2)))"},
		{"a quotient is left out", "split.go", "c <= hi; c++", "c < hi; c++"},
		{"only the first case is looked at", "prover.go", "range alternatives {\n\t\tt :=", "range alternatives[:1] {\n\t\tt :="},
		{"the last element is forgotten", "lmad.go", "s.Less(z, d.Size)\n\t\tat", "s.Less(z, d.Size.Sub(one))\n\t\tat"},
		{"opposite facts are dropped", "state.go", "s.zeros = append(s.zeros, p)\n\t\t\ts.nonNegs", "s.zeros = append(s.zeros, p.Sub(one))\n\t\t\ts.nonNegs"},
		{"systems that begin alike grow into each other", "system.go", "|| len(more) > 0 && !ps[:n+1][n].IsZero()", ""},
		{"the last location of all counts for one more", "before.go", "d.Size.Sub(one).Mul", "d.Size.Sub(one).Sub(one).Mul"},
		{"what may be negative lies between two LMADs", "before.go", "!asked[id] && !facts.Says(x)", "!asked[id] && !facts.Says(x) && id == 0"},
		{"strides may be negative", "before.go", "signs = append(signs, d.Stride)", "signs = append(signs, d.Stride.Mul(d.Stride))"},
		{"a residue is forgotten", "residues.go", "v[k] < r.m {", "v[k] < r.m-1 {"},
		{"a divisor is forgotten", "values.go", "d <= c; d++", "d < c; d++"},
		{"a divisor is positive", "values.go", "if !simple[id] {", "if !simple[id] && id < 0 {"},
		{"the least value is forgotten", "values.go", "return []System{greater, equal(x, constant(l))}", "return []System{greater}"},
		{"the greatest value is forgotten", "values.go", "for k := range n {", "for k := range n - 1 {"},
		{"squares are greater than they are", "cone.go", "a.Mul(a.Sub(one))", "a.Mul(a.Sub(one).Sub(one))"},
		{"a remainder is less by two", "quotients.go", "fits.Less(r, y)", "fits.Less(r, y.Sub(one))"},
		{"quotients of quotients by what may be negative", "quotients.go", "ok && a.positive(y)", "ok"},
		{"what is divided by is positive", "quotients.go", "if a.positive(y) {", "if !y.IsZero() {"},
		{"a definition has the wrong sign", "state.go", "if best.sign > 0 {", "if best.sign < 0 {"},
		{"all quotients are positive", "quotients.go", "!ok && a.follows(a.s, x) {", "!ok {"},
		{"quotients are greater than 0", "quotients.go", "fits.NonNeg(t)", "fits.Less(poly.Poly{}, t)"},
		{"powers fall", "powers.go", "less.AtMost(times(p.t), q.t)", "less.AtMost(times(q.t), p.t)"},
		{"a power is less than its limit", "powers.go", "within.AtMost(p.t, power(most))", "within.Less(p.t, power(most))"},
		{"a power with an exponent that may be negative has a limit", "powers.go", "			a.either(within, never)\n		}\n		if least", "			a.either(within)\n		}\n		if least"},
		{"a power is greater than its least value", "powers.go", "a.s.AtMost(power(least), p.t)", "a.s.Less(power(least), p.t)"},
		{"powers grow too fast", "powers.go", "grows.Less(k, t)", "grows.Less(k.Add(k), t)"},
		{"bits above a run of ones", "powers.go", "sum = sum.Sub(from(k))", "sum = sum.Sub(poly.Poly{})"},
		{"x ^ m grows with x", "powers.go", "for _, z := range [][2]mask{{p, q}, {q, p}} {", "for _, z := range [][2]mask{{p, q}} {"},
		{"fewer bits are a smaller number", "powers.go", "within.AtMost(t, z)", "within.Less(t, z)"},
	}, "-failfast", "-run", "TestRefute|TestRandomPairs|TestGrows|TestBefore", "-pairs", "1500")
}
