package equal

import (
	"fmt"
	"math"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// scalar is a scalar expression as a node.
func (r *run) scalar(e syntax.Expr, in *env) *node {
	switch e := e.(type) {
	case *syntax.IntLit:
		return r.int(poly.Int(e.Val))
	case *syntax.RealLit:
		return r.real(e.Val)
	case *syntax.Var:
		return r.lookup(e, in).n
	case *syntax.Unary:
		return r.unary(e, r.scalar(e.X, in))
	case *syntax.Binary:
		return r.binary(e, r.scalar(e.X, in), r.scalar(e.Y, in))
	}
	panic(fmt.Sprintf("equal: %T is not a scalar expression", e))
}

// int is a scalar expression that is an int, as a polynomial.
func (r *run) intOf(e syntax.Expr, in *env) poly.Poly { return r.scalar(e, in).p }

func (r *run) ints(es []syntax.Expr, in *env) []poly.Poly {
	ps := make([]poly.Poly, len(es))
	for k, e := range es {
		ps[k] = r.intOf(e, in)
	}
	return ps
}

// mostExact is the largest int up to which all are doubles.
const mostExact = 1 << 53

func (r *run) unary(e *syntax.Unary, x *node) *node {
	if x.elem == syntax.F64 {
		if e.Op == syntax.ToInt {
			r.require(key("int", x), facts{}, never, func() string { return "that `" + inText(e.X) + "` is a finite number" })
		}
		return r.apply(e.Op, e.Op.Gives(syntax.F64), x)
	}
	switch op := e.Op; {
	case op == syntax.ToF64:
		if k, ok := x.p.Const(); ok {
			if k, ok := k.Int64(); ok && -mostExact <= k && k <= mostExact {
				return r.real(float64(k))
			}
		}
		return r.apply(op, syntax.F64, x)
	case op == syntax.FromBits:
		return r.apply(op, syntax.F64, x)
	case op == syntax.Not:
		return r.isZero(x.p)
	case op.Fits():
		most := poly.Apply(syntax.Pow, constant(2), constant(int64(syntax.Ops[op].Bits)-1))
		var s facts
		s.AtMost(most.Neg(), x.p)
		s.Less(x.p, most)
		obligation := fmt.Sprintf("fits %d %s", op, x.p.Key())
		shown := func() bool { return r.proves(x.p.Add(most)) && r.proves(most.Sub(one).Sub(x.p)) || r.fitsLess(x.p, op) }
		what := func() string {
			return "that `" + inText(e.X) + "` fits " + fmt.Sprint(syntax.Ops[op].Bits) + " bits"
		}
		if r.sizing && !r.heldHere(obligation) && !r.holds(obligation) && !r.isShown(shown, what) {
			return x // it is assumed, and nothing is learned from that
		}
		r.require(obligation, s, shown, what)
		return x
	}
	return r.int(poly.Apply(e.Op, x.p))
}

// mostLess is one more than the greatest int whose limits a proof reckons with.
const mostLess = 1 << 31

// fitsLess tells whether an int is shown to fit 32 bits, where it has to fit more.
func (r *run) fitsLess(p poly.Poly, op syntax.Op) bool {
	return syntax.Ops[op].Bits > 32 && r.proves(p.Add(constant(mostLess))) && r.proves(constant(mostLess-1).Sub(p))
}

func (r *run) binary(e *syntax.Binary, x, y *node) *node {
	if x.elem == syntax.F64 {
		return r.apply(e.Op, e.Op.Gives(syntax.F64), x, y)
	}
	p, q := x.p, y.p
	switch e.Op {
	case syntax.Eq:
		return r.isZero(p.Sub(q))
	case syntax.Ne:
		return r.not(r.isZero(p.Sub(q)))
	case syntax.Le:
		return r.isAtMost(p.Sub(q))
	case syntax.Lt:
		return r.isAtMost(p.Sub(q).Add(one))
	case syntax.Ge:
		return r.isAtMost(q.Sub(p))
	case syntax.Gt:
		return r.isAtMost(q.Sub(p).Add(one))
	case syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem:
		r.nonzero(e, q)
		return r.int(r.quotient(e.Op, p, q))
	case syntax.Pow, syntax.Shl, syntax.Shr:
		var s facts
		s.NonNeg(q)
		r.require("nonneg "+q.Key(), s, func() bool { return r.proves(q) }, func() string { return "that `" + inText(e.Y) + "` is not negative" })
	}
	return r.int(poly.Apply(e.Op, p, q))
}

// nonzero requires that a divisor is not 0.
func (r *run) nonzero(e *syntax.Binary, q poly.Poly) {
	if k, ok := q.Const(); ok && !k.IsZero() {
		return
	}
	r.require("nonzero "+q.Key(), facts{}, func() bool { return r.proves(q.Sub(one)) || r.proves(q.Neg().Sub(one)) },
		func() string { return "that `" + inText(e.Y) + "` is not 0" })
}

// quotient is p op q for a quotient or a remainder. If p is a·q + b with 0 <= b < q, the quotient is a and the remainder b.
func (r *run) quotient(op syntax.Op, p, q poly.Poly) poly.Poly {
	if (op == syntax.Quo || op == syntax.Rem) && r.proves(p) && r.proves(q.Sub(one)) { // they are the same then
		op = map[syntax.Op]syntax.Op{syntax.Quo: syntax.Div, syntax.Rem: syntax.Mod}[op]
	}
	if op == syntax.Div || op == syntax.Mod {
		if a, b := divided(p, q); r.proves(b) && r.proves(q.Sub(b).Sub(one)) {
			if op == syntax.Div {
				return a
			}
			return b
		}
	}
	return poly.Apply(op, p, q)
}

// divided takes p apart as a·q + b, for a q that is a product: all terms of p that q divides are in a·q.
func divided(p, q poly.Poly) (a, b poly.Poly) {
	ts := q.Terms()
	if len(ts) != 1 {
		if p.Key() == q.Key() {
			return one, poly.Poly{}
		}
		return poly.Poly{}, p
	}
	var in, out []poly.Term
	for _, t := range p.Terms() {
		m, ok := t.Mono.Div(ts[0].Mono)
		if !ok {
			out = append(out, t)
			continue
		}
		k, err := t.Coef.Div(ts[0].Coef)
		if err != nil {
			return poly.Poly{}, p
		}
		rest, _ := t.Coef.Mod(ts[0].Coef)
		in = append(in, poly.Term{Coef: k, Mono: m})
		if !rest.IsZero() {
			out = append(out, poly.Term{Coef: rest, Mono: t.Mono})
		}
	}
	return ofTerms(in), ofTerms(out)
}

// ofTerms is the sum of terms, some of which may be 0.
func ofTerms(ts []poly.Term) (p poly.Poly) {
	for _, t := range ts {
		if !t.Coef.IsZero() {
			p = p.Add(t.Poly())
		}
	}
	return p
}

func never() bool { return false }

// real is what an f64 literal is in messages.
func realText(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return fmt.Sprint(x)
	}
	return syntax.Print(&syntax.RealLit{Val: x})
}
