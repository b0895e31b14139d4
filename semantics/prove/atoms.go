package prove

import (
	"strconv"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// atoms replaces operators that are not polynomial by variables, one for each
// operator with its operands, and notes what is known about them.
type atoms struct {
	*prover
	s     *state
	known map[string]poly.Poly
}

// start turns a system into a state.
func (p *prover) start(s System) *state {
	a := &atoms{p, &state{}, map[string]poly.Poly{}}
	for _, q := range s.zeros {
		a.s.zeros = append(a.s.zeros, q.Abstract(a.variable))
	}
	for _, q := range s.nonNegs {
		a.s.nonNegs = append(a.s.nonNegs, q.Abstract(a.variable))
	}
	return a.s
}

// variable is the variable for op(args…).
func (a *atoms) variable(op syntax.Op, args []poly.Poly) poly.Poly {
	switch op {
	case syntax.Mod:
		return args[0].Sub(args[1].Mul(a.variable(syntax.Div, args)))
	case syntax.Rem:
		return args[0].Sub(args[1].Mul(a.variable(syntax.Quo, args)))
	case syntax.Shr:
		if k, ok := smallPower(args[1]); ok {
			return a.variable(syntax.Div, []poly.Poly{args[0], k})
		}
	case syntax.Shl:
		if k, ok := smallPower(args[1]); ok {
			return args[0].Mul(k)
		}
	case syntax.NumOps:
		return a.New("?")
	}
	key := strconv.Itoa(int(op))
	for _, p := range args {
		key += "," + p.Key()
	}
	t, ok := a.known[key]
	if !ok {
		t = a.New(op.String())
		a.known[key] = t
		a.note(op, t, args)
	}
	return t
}

// smallPower is 2 ** k for a small constant k.
func smallPower(p poly.Poly) (poly.Poly, bool) {
	k, isConst := p.Const()
	n, ok := k.Int64()
	if !isConst || !ok || n < 0 || n > 30 {
		return p, false
	}
	return constant(1 << n), true
}

// note adds what is known about t = op(args…) where that has a value.
func (a *atoms) note(op syntax.Op, t poly.Poly, args []poly.Poly) {
	var zero poly.Poly
	x := args[0]
	switch op {
	case syntax.Min:
		a.s.AtMost(t, x)
		a.s.AtMost(t, args[1])
		a.either(equal(t, x), equal(t, args[1]))
	case syntax.Max:
		a.s.AtMost(x, t)
		a.s.AtMost(args[1], t)
		a.either(equal(t, x), equal(t, args[1]))
	case syntax.Abs:
		a.s.AtMost(x, t)
		a.s.AtMost(x.Neg(), t)
		a.either(equal(t, x), equal(t, x.Neg()))
	case syntax.Div, syntax.Quo:
		a.quotient(op, t, x, args[1])
	case syntax.Pow:
		if k, ok := x.Const(); ok && k.Sign() > 0 {
			a.s.Less(zero, t)
		}
	case syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge, syntax.Not:
		a.s.AtMost(zero, t)
		a.s.AtMost(t, one)
		a.truth(op, t, args)
	}
}

func (a *atoms) either(cases ...System) { a.s.cases = append(a.s.cases, cases) }

// equal is the system x = y.
func equal(x, y poly.Poly) (s System) {
	s.Zero(x.Sub(y))
	return s
}

// quotient notes that t is x / y, rounded to minus infinity or, by Quo, toward zero.
// The two are the same if x is not negative and y is positive.
func (a *atoms) quotient(op syntax.Op, t, x, y poly.Poly) {
	var fits System
	fits.Less(poly.Poly{}, y)
	fits.AtMost(y.Mul(t), x)
	fits.Less(x, y.Mul(t.Add(one)))
	var other, negative System
	other.AtMost(y, poly.Poly{})
	if op == syntax.Quo {
		fits.NonNeg(x)
		negative.Less(x, poly.Poly{})
		a.either(fits, other, negative)
		return
	}
	if k, ok := y.Const(); ok && k.Sign() > 0 {
		a.s.Add(fits)
		return
	}
	a.either(fits, other)
}

// truth notes that t is 1 if the comparison holds, and 0 otherwise.
func (a *atoms) truth(op syntax.Op, t poly.Poly, args []poly.Poly) {
	y := poly.Poly{}
	if len(args) == 2 {
		y = args[1]
	}
	var cases []System
	for _, c := range Comparison(op, args[0], y, true) {
		c.Zero(t.Sub(one))
		cases = append(cases, c)
	}
	for _, c := range Comparison(op, args[0], y, false) {
		c.Zero(t)
		cases = append(cases, c)
	}
	a.either(cases...)
}

// Comparison is what x op y says when it holds, or when it does not: one of the
// systems holds. An operator that is not a comparison says nothing. Not compares
// with 0.
func Comparison(op syntax.Op, x, y poly.Poly, holds bool) []System {
	if !holds {
		op = negated(op)
	}
	var s, t System
	switch op {
	case syntax.Eq, syntax.Not:
		s.Zero(x.Sub(y))
	case syntax.Ne:
		s.Less(x, y)
		t.Less(y, x)
		return []System{s, t}
	case syntax.Lt:
		s.Less(x, y)
	case syntax.Le:
		s.AtMost(x, y)
	case syntax.Gt:
		s.Less(y, x)
	case syntax.Ge:
		s.AtMost(y, x)
	}
	return []System{s}
}

func negated(op syntax.Op) syntax.Op {
	switch op {
	case syntax.Eq, syntax.Not:
		return syntax.Ne
	case syntax.Ne:
		return syntax.Eq
	case syntax.Lt:
		return syntax.Ge
	case syntax.Le:
		return syntax.Gt
	case syntax.Gt:
		return syntax.Le
	case syntax.Ge:
		return syntax.Lt
	}
	return op
}
