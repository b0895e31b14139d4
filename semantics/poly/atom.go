package poly

import (
	"cmp"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// atom is what monomials are made of: a variable, or an operator that is not
// polynomial, applied to normal forms.
type atom struct {
	id   int
	name string
	app  *app // nil for a variable
}

// app is op(args…), or an expression known only by its text: one that is not
// scalar, or that has f64s in it.
type app struct {
	op    syntax.Op
	args  []Poly
	other syntax.Expr
	size  int
}

func opaque(op syntax.Op, args ...Poly) atom {
	a := &app{op: op, args: args, size: 1}
	for _, p := range args {
		a.size += p.size
	}
	return atom{app: a}
}

func (a atom) size() int {
	if a.app != nil {
		return a.app.size
	}
	return 1
}

func (a atom) each(f func(id int)) {
	if a.app == nil {
		f(a.id)
		return
	}
	for _, p := range a.app.args {
		p.each(f)
	}
	if a.app.other != nil {
		for _, x := range syntax.FreeVars(a.app.other) {
			f(x.ID)
		}
	}
}

// compareAtom orders atoms: variables first, by ID, so that the one bound
// first is printed first.
func compareAtom(a, b atom) int {
	switch {
	case a.app == nil && b.app == nil:
		if c := cmp.Compare(a.id, b.id); c != 0 || a.id != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	case a.app == nil:
		return -1
	case b.app == nil:
		return 1
	case a.app == b.app:
		return 0
	}
	x, y := a.app, b.app
	if x.other != nil || y.other != nil {
		return compareOther(x, y)
	}
	if c := cmp.Compare(x.op, y.op); c != 0 {
		return c
	}
	if c := len(x.args) - len(y.args); c != 0 {
		return c
	}
	for i := range x.args {
		if c := comparePoly(x.args[i], y.args[i]); c != 0 {
			return c
		}
	}
	return 0
}

// compareOther orders expressions known only by their text: the same pure
// expression has the same value.
func compareOther(x, y *app) int {
	switch {
	case x.other == nil:
		return -1
	case y.other == nil:
		return 1
	}
	return strings.Compare(syntax.Print(x.other), syntax.Print(y.other))
}

// apply is op(p, q) in normal form.
func apply(op syntax.Op, p, q Poly) Poly {
	switch op {
	case syntax.Add:
		return p.Add(q)
	case syntax.Sub:
		return p.Sub(q)
	case syntax.Mul:
		return p.Mul(q)
	case syntax.Pow:
		return power(p, q)
	}
	if r, ok := decide(op, p, q); ok {
		return r
	}
	a, aok := p.Const()
	b, bok := q.Const()
	if aok && bok {
		if r, ok := fold(op, a, b); ok {
			return Int(r)
		}
	}
	if commutes(op) && comparePoly(p, q) < 0 {
		p, q = q, p
	}
	return ofAtom(opaque(op, p, q))
}

// Min is the smaller one of two.
func Min(p, q Poly) Poly { return apply(syntax.Min, p, q) }

func commutes(op syntax.Op) bool {
	switch op {
	case syntax.Min, syntax.Max, syntax.Eq, syntax.Ne, syntax.BitAnd, syntax.BitOr, syntax.BitXor:
		return true
	}
	return false
}

// decide is op(p, q) if the difference of the operands is a constant, or the second
// operand is 1.
func decide(op syntax.Op, p, q Poly) (Poly, bool) {
	one := num.Of(1)
	if k, ok := q.Const(); ok && k.Equal(one) {
		switch op {
		case syntax.Div, syntax.Quo:
			return p, true
		case syntax.Mod, syntax.Rem:
			return Poly{}, true
		}
	}
	k, ok := p.Sub(q).Const()
	if !ok {
		return Poly{}, false
	}
	s := k.Sign()
	pick := func(first bool) (Poly, bool) {
		if first {
			return p, true
		}
		return q, true
	}
	truth := func(t bool) (Poly, bool) {
		if t {
			return Int(one), true
		}
		return Poly{}, true
	}
	switch op {
	case syntax.Min:
		return pick(s <= 0)
	case syntax.Max:
		return pick(s >= 0)
	case syntax.Eq:
		return truth(s == 0)
	case syntax.Ne:
		return truth(s != 0)
	case syntax.Lt:
		return truth(s < 0)
	case syntax.Le:
		return truth(s <= 0)
	case syntax.Gt:
		return truth(s > 0)
	case syntax.Ge:
		return truth(s >= 0)
	}
	return Poly{}, false
}

// fold is op of two constants, and whether it is defined.
func fold(op syntax.Op, a, b num.Num) (num.Num, bool) {
	var r num.Num
	var err error
	switch op {
	case syntax.Div:
		r, err = a.Div(b)
	case syntax.Mod:
		r, err = a.Mod(b)
	case syntax.Quo:
		r, err = a.Quo(b)
	case syntax.Rem:
		r, err = a.Rem(b)
	case syntax.BitAnd:
		r = a.And(b)
	case syntax.BitOr:
		r = a.Or(b)
	case syntax.BitXor:
		r = a.Xor(b)
	case syntax.Shr:
		r, err = a.Shr(b)
	case syntax.Shl:
		if n, ok := b.Int64(); !ok || n > maxBits {
			return r, false
		}
		r, err = a.Shl(b)
	default:
		return r, false
	}
	return r, err == nil
}

// power is p ** q: repeated multiplication if q is a small constant.
func power(p, q Poly) Poly {
	whole := func() Poly { return ofAtom(opaque(syntax.Pow, p, q)) }
	e, ok := q.Const()
	if !ok || e.Sign() < 0 {
		return whole()
	}
	if b, ok := p.Const(); ok {
		n, small := e.Int64()
		if trivial := b.Abs().Cmp(num.Of(1)) <= 0; trivial || small && n <= maxBits && int64(b.Bits())*n <= maxBits {
			if r, err := b.Pow(e); err == nil {
				return Int(r)
			}
		}
		return whole()
	}
	n, small := e.Int64()
	if !small || n > maxDegree {
		return whole()
	}
	r := Int(num.Of(1))
	for ; n > 0; n-- {
		if r, ok = r.mul(p); !ok {
			return whole()
		}
	}
	return r
}

// apply1 is op(p) in normal form. If op requires p to fit a width and it does, the
// result is p.
func apply1(op syntax.Op, p Poly) Poly {
	switch {
	case op == syntax.Neg:
		return p.Neg()
	case op.Fits():
		return p
	}
	k, ok := p.Const()
	switch {
	case ok && op == syntax.Abs:
		return Int(k.Abs())
	case ok && op == syntax.Not && k.IsZero():
		return Int(num.Of(1))
	case ok && op == syntax.Not:
		return Poly{}
	case ok && op.Wraps():
		return Int(k.Wrap(syntax.Ops[op].Bits, op.Signed()))
	}
	return ofAtom(opaque(op, p))
}
