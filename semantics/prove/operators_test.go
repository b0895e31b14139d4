package prove

import (
	"math/rand/v2"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// expression is a random expression of the variables.
func expression(r *rand.Rand, vars []*syntax.Var, depth int) syntax.Expr {
	number := func(lo, hi int) syntax.Expr { return &syntax.IntLit{Val: num.Of(int64(lo + r.IntN(hi-lo+1)))} }
	if depth == 0 || r.IntN(5) == 0 {
		if r.IntN(4) == 0 {
			return number(-3, 9)
		}
		return vars[r.IntN(len(vars))]
	}
	sub := func() syntax.Expr { return expression(r, vars, depth-1) }
	binary := func(op syntax.Op, x, y syntax.Expr) syntax.Expr {
		return &syntax.Binary{Op: op, X: x, Y: y, Of: syntax.Int}
	}
	switch op := []syntax.Op{
		syntax.Add, syntax.Sub, syntax.Mul, syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem, syntax.BitAnd, syntax.BitOr, syntax.BitXor,
		syntax.Shl, syntax.Shr, syntax.Pow, syntax.Min, syntax.Max, syntax.Lt, syntax.Ne, syntax.BitXor, syntax.Div, syntax.Mod,
	}[r.IntN(20)]; op {
	case syntax.Shl:
		return binary(op, []syntax.Expr{number(1, 2), sub()}[r.IntN(2)], vars[r.IntN(len(vars))])
	case syntax.Shr:
		return binary(op, sub(), []syntax.Expr{number(0, 2), vars[r.IntN(len(vars))]}[r.IntN(2)])
	case syntax.Pow:
		return binary(op, number(-1, 3), vars[r.IntN(len(vars))])
	case syntax.Div, syntax.Mod, syntax.BitAnd, syntax.BitOr, syntax.BitXor:
		if r.IntN(3) > 0 {
			return binary(op, sub(), number(-3, 7))
		}
		return binary(op, sub(), sub())
	default:
		return binary(op, sub(), sub())
	}
}

// TestOperators asks about random facts about ints from -4 to 6 that have operators which are not polynomial. What is refuted is true for
// none of them. That an operator has a value for them is one of the facts. Some facts are alternatives.
func TestOperators(t *testing.T) {
	many, r, refuted := 250, rand.New(rand.NewPCG(3, 5)), 0
	if testkit.More() {
		many = 600
	}
	for n := range many {
		y := &Symbols{}
		var vars []*syntax.Var
		var s System
		for range 2 + r.IntN(2) {
			x := y.New("x")
			vars = append(vars, &syntax.Var{Name: "x", ID: y.Made()})
			s.NonNeg(x.Add(constant(4)))
			s.AtMost(x, constant(6))
		}
		fact := func() System {
			var none poly.Env
			x, z := none.Of(expression(r, vars, 2)), none.Of(expression(r, vars, 2))
			op := []syntax.Op{syntax.Eq, syntax.Eq, syntax.Lt, syntax.Le, syntax.Ne}[r.IntN(5)]
			var out System
			out.Either(Comparison(op, x, z, true)...)
			return out
		}
		for range 1 + r.IntN(3) {
			if r.IntN(4) == 0 {
				s.Either(fact(), fact())
			} else {
				s.Add(fact())
			}
		}
		if n%2 == 0 { // one operator of two ints that are not the same
			x, z := fact(), fact()
			x.Add(z)
			s.Either(x, z)
		}
		proof, ok := s.Refute(y)
		if !ok {
			continue
		}
		e := &evaluator{vars: y.Made()}
		stages, evaluated := e.stage(s)
		if !evaluated {
			continue
		}
		refuted++
		e.each(stages, func(int) (lo, hi int64) { return -4, 6 }, func(v []int64) bool {
			t.Errorf("refuted (%v), and true for %v:\nzeros %v\nnot negative %v\ncases %v", proof, v[1:], s.zeros, s.nonNegs, s.cases)
			return false
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d refuted", refuted, many)
	if refuted*20 < many {
		t.Error("too few are refuted")
	}
}
