package smt_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

// drawn makes random systems about some ints of any sign.
type drawn struct {
	*rand.Rand
	syms *prove.Symbols
	free bool // an operator is in it that a script says less about than the language

	divisors []poly.Poly
}

var names = []string{"x", "y", "i'", "div"}

func (d *drawn) expr(depth int) syntax.Expr {
	if depth == 0 || d.IntN(4) == 0 {
		if d.IntN(3) == 0 {
			return &syntax.IntLit{Val: num.Of(int64(d.IntN(9) - 4))}
		}
		id := 1 + d.IntN(len(names))
		return &syntax.Var{Name: names[id-1], ID: id}
	}
	x := d.expr(depth - 1)
	switch d.IntN(9) {
	case 0:
		return &syntax.Unary{Op: []syntax.Op{syntax.Neg, syntax.Abs, syntax.Not}[d.IntN(3)], X: x}
	case 1:
		return &syntax.Unary{Op: []syntax.Op{syntax.I8, syntax.U8}[d.IntN(2)], X: x}
	case 2:
		return &syntax.Binary{Op: []syntax.Op{syntax.Shl, syntax.Shr}[d.IntN(2)], X: x, Y: &syntax.IntLit{Val: num.Of(int64(d.IntN(3)))}}
	case 3:
		if d.IntN(4) == 0 {
			d.free = true
			return &syntax.Binary{Op: []syntax.Op{syntax.BitAnd, syntax.BitOr, syntax.BitXor, syntax.Shr, syntax.Pow}[d.IntN(5)], X: x, Y: d.expr(depth - 1)}
		}
	case 4, 5:
		var none poly.Env
		y := d.expr(d.IntN(depth))
		d.divisors = append(d.divisors, none.Of(y))
		return &syntax.Binary{Op: []syntax.Op{syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem}[d.IntN(4)], X: x, Y: y}
	case 6:
		return &syntax.Binary{Op: comparisons[d.IntN(len(comparisons))], X: x, Y: d.expr(depth - 1)}
	}
	return &syntax.Binary{Op: []syntax.Op{syntax.Add, syntax.Sub, syntax.Mul, syntax.Min, syntax.Max}[d.IntN(5)], X: x, Y: d.expr(depth - 1)}
}

var comparisons = []syntax.Op{syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge}

// system is some comparisons. Often there is an equation in which two variables stand for the same thing.
func (d *drawn) system() (s prove.System) {
	var none poly.Env
	for range 1 + d.IntN(3) {
		x, y := none.Of(d.expr(2)), none.Of(d.expr(1))
		cases := prove.Comparison(comparisons[d.IntN(len(comparisons))], x, y, true)
		s.Add(cases[d.IntN(len(cases))])
	}
	if d.IntN(3) == 0 {
		of := make([]prove.System, 2)
		for k := range of {
			for range 1 + d.IntN(2) {
				of[k].Add(prove.Comparison(comparisons[d.IntN(len(comparisons))], none.Of(d.expr(1)), none.Of(d.expr(1)), true)[0])
			}
		}
		s.Either(of...)
	}
	if d.IntN(2) == 0 {
		p, x, y := none.Of(d.expr(2)), 1+d.IntN(len(names)), 1+d.IntN(len(names))
		by := map[int]poly.Poly{x: d.syms.Get(y), y: d.syms.Get(x)}
		s.Zero(p.Sub(p.Subst(by)).Sub(constant(int64(d.IntN(5)))))
		for _, q := range d.divisors {
			d.divisors = append(d.divisors, q.Subst(by))
		}
	}
	return s
}

// divides tells whether all divisors are other than 0. Of quotients by 0 a script does not say that equal ones are equal.
func (d *drawn) divides(at map[int]poly.Poly) bool {
	return !slices.ContainsFunc(d.divisors, func(p poly.Poly) bool {
		k, ok := p.Subst(at).Const()
		return !ok || k.IsZero()
	})
}

// asked is the question whether no ints fit a system, with our answer.
func asked(y *prove.Symbols, s prove.System) (q prove.Question) {
	y = y.Fork()
	y.Budget = prove.NewBudget(prove.MaxSteps)
	y.Budget.Second = func(x prove.Question) (prove.Proof, bool) {
		q = x
		return nil, false
	}
	s.Refute(y)
	return q
}

// TestSystems compares scripts with the systems that they are made of: z3 must not refute a system for which a search finds
// values, and the values that it finds must fit.
func TestSystems(t *testing.T) {
	solver := z3(t)
	count := map[string]int{}
	r := rand.New(rand.NewPCG(27, 4))
	n := testkit.Sample(300, 6000)
	for range n {
		d := &drawn{Rand: r, syms: &prove.Symbols{}}
		for _, name := range names {
			d.syms.New(name)
		}
		q := asked(d.syms, d.system())
		script := smt.Write(q)
		answer, values := solver.Ask(script)
		model := prove.Model(q.Syms, q.System, func(int) bool { return true })
		switch {
		case model != nil && answer == smt.Unsat:
			t.Fatalf("%v fits, and z3 refutes\n%s", model, script.Text())
		case q.Proved && model != nil:
			t.Errorf("%v fits, and funmem refutes\n%s", model, script.Text())
		case q.Proved:
			count["proved"]++
			if answer == smt.Unsat {
				count["confirmed"]++
			}
		case model != nil:
			count["fits"]++
			if answer == smt.Sat {
				count["found"]++
			}
		}
		if answer == smt.Sat {
			at := script.Values(values)
			fits, known := q.System.Fits(at)
			switch {
			case !fits && known && !d.free && d.divides(at):
				t.Fatalf("%v does not fit\n%s", values, script.Text())
			case fits && q.Proved:
				t.Errorf("%v fits, and funmem refutes\n%s", values, script.Text())
			case fits:
				count["values"]++
			}
		}
	}
	t.Log(count)
	if count["proved"] < n/20 || count["confirmed"]*100 < 80*count["proved"] || count["fits"] < n/20 || count["found"]*100 < 60*count["fits"] || count["values"] < n/20 {
		t.Errorf("of %d systems: %v", n, count)
	}
}

func constant(k int64) poly.Poly { return poly.Int(num.Of(k)) }
