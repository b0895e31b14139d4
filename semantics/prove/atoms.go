package prove

import (
	"slices"
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

	of     map[int]division // by the variable of the quotient
	powers []exponential
	masked []mask
}

// start turns a system into a state. Facts without operators come first, since they tell what may be divided by.
func (p *prover) start(s System) *state {
	a := &atoms{prover: p, s: &state{}, known: map[string]poly.Poly{}, of: map[int]division{}}
	for _, plain := range []bool{true, false} {
		a.add(&a.s.System, s, plain)
	}
	a.compare()
	return a.s
}

// add adds the facts of a system that have operators, or those that have none.
func (a *atoms) add(to *System, s System, plain bool) {
	for _, q := range s.zeros {
		if hasOperator(q) != plain {
			to.Zero(q.Abstract(a.variable))
		}
	}
	for _, q := range s.nonNegs {
		if hasOperator(q) != plain {
			to.NonNeg(q.Abstract(a.variable))
		}
	}
	if plain {
		return
	}
	for _, alternatives := range s.cases {
		of := make([]System, len(alternatives))
		for k, b := range alternatives {
			a.add(&of[k], b, true)
			a.add(&of[k], b, false)
		}
		to.Either(of...)
	}
}

func hasOperator(p poly.Poly) bool {
	return slices.ContainsFunc(p.Terms(), func(t poly.Term) bool { return t.Mono.Operator() })
}

// variable is the variable for op(args…), or a polynomial in such variables.
func (a *atoms) variable(op syntax.Op, args []poly.Poly) poly.Poly {
	switch op {
	case syntax.Div:
		return a.divided(args[0], args[1])
	case syntax.Mod:
		return args[0].Sub(args[1].Mul(a.divided(args[0], args[1])))
	case syntax.Rem:
		return args[0].Sub(args[1].Mul(a.variable(syntax.Quo, args)))
	case syntax.Shr:
		return a.divided(args[0], a.power(constant(2), args[1]))
	case syntax.Shl:
		return args[0].Mul(a.power(constant(2), args[1]))
	case syntax.Pow:
		return a.power(args[0], args[1])
	case syntax.BitAnd:
		return a.and(args[0], args[1], false)
	case syntax.BitOr:
		return args[0].Add(args[1]).Sub(a.and(args[0], args[1], false))
	case syntax.BitXor:
		return args[0].Add(args[1]).Sub(a.and(args[0], args[1], true).Mul(constant(2)))
	case syntax.NumOps:
		return a.New(Unnamed)
	}
	t, fresh := a.named(op, args)
	if fresh {
		a.note(op, t, args)
	}
	return t
}

// named is the variable for op(args…), and whether it is a fresh one.
func (a *atoms) named(op syntax.Op, args []poly.Poly) (t poly.Poly, fresh bool) {
	key := strconv.Itoa(int(op))
	for _, p := range args {
		key += "," + p.Key()
	}
	t, known := a.known[key]
	if !known {
		t = a.New(op.String())
		a.known[key] = t
	}
	return t, !known
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
	case syntax.Quo:
		a.truncated(t, x, args[1])
	case syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge, syntax.Not:
		a.s.AtMost(zero, t)
		a.s.AtMost(t, one)
		a.truth(op, t, args)
	}
}

func (a *atoms) either(cases ...System) { a.s.Either(cases...) }

// equal is the system x = y.
func equal(x, y poly.Poly) (s System) {
	s.Zero(x.Sub(y))
	return s
}

// truncated notes that t is x / y, rounded toward zero. It is rounded to minus infinity if x is not negative and y is
// positive.
func (a *atoms) truncated(t, x, y poly.Poly) {
	var fits, other, negative System
	fits.Less(poly.Poly{}, y)
	fits.AtMost(y.Mul(t), x)
	fits.Less(x, y.Mul(t.Add(one)))
	fits.NonNeg(x)
	other.AtMost(y, poly.Poly{})
	negative.Less(x, poly.Poly{})
	a.either(fits, other, negative)
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
