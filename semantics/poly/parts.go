package poly

import (
	"strconv"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Mono is a product of variables, and of operators that are not polynomial. The
// zero value is 1.
type Mono struct{ m mono }

// Term is one summand of a polynomial.
type Term struct {
	Coef num.Num
	Mono Mono
}

// Terms are the summands of p, greatest monomial first.
func (p Poly) Terms() []Term {
	terms := make([]Term, len(p.terms))
	for i, t := range p.terms {
		terms[i] = Term{t.coef, Mono{t.mono}}
	}
	return terms
}

// Poly is the term as a polynomial.
func (t Term) Poly() Poly {
	if t.Coef.IsZero() {
		return Poly{}
	}
	p := Poly{terms: []term{{t.Coef, t.Mono.m}}}
	p.size = p.measure()
	return p
}

// Of is the polynomial of the summands, in any order.
func Of(terms []Term) Poly {
	ts := make([]term, len(terms))
	for i, t := range terms {
		ts[i] = term{t.Coef, t.Mono.m}
	}
	return sum(ts)
}

// MonoOf is the variable with that ID.
func MonoOf(id int) Mono { return Mono{mono{{atom{id: id}, 1}}} }

// Degree is the number of factors.
func (m Mono) Degree() int { return m.m.degree() }

// Mul is the product of two monomials.
func (m Mono) Mul(n Mono) Mono { return Mono{m.m.mul(n.m)} }

// Div is m / n, and whether n divides m.
func (m Mono) Div(n Mono) (Mono, bool) {
	q, ok := m.m.div(n.m)
	return Mono{q}, ok
}

// Has tells whether the variable is a factor, outside of operators.
func (m Mono) Has(id int) bool {
	for _, f := range m.m {
		if f.app == nil && f.id == id {
			return true
		}
	}
	return false
}

// Operator tells whether some factor is an operator that is not polynomial, or a
// product that became too large.
func (m Mono) Operator() bool {
	for _, f := range m.m {
		if f.app != nil {
			return true
		}
	}
	return false
}

// Vars are the IDs of the variables that are factors, each once, without those
// inside operators.
func (m Mono) Vars() []int {
	var ids []int
	for _, f := range m.m {
		if f.app == nil {
			ids = append(ids, f.id)
		}
	}
	return ids
}

// Key is the same for equal monomials, and only for these.
func (m Mono) Key() string {
	var b strings.Builder
	m.m.key(&b)
	return b.String()
}

func (m mono) key(b *strings.Builder) {
	for _, f := range m {
		f.atom.key(b)
		b.WriteByte('^')
		b.WriteString(strconv.Itoa(f.pow))
		b.WriteByte(' ')
	}
}

func (a atom) key(b *strings.Builder) {
	switch {
	case a.app == nil:
		b.WriteString(strconv.Itoa(a.id))
	case a.app.other != nil:
		b.WriteString(syntax.Print(a.app.other))
	default:
		b.WriteString(a.app.op.String())
		for _, p := range a.app.args {
			b.WriteByte('(')
			p.key(b)
			b.WriteByte(')')
		}
	}
}

// Key is the same for equal polynomials, and only for these.
func (p Poly) Key() string {
	var b strings.Builder
	p.key(&b)
	return b.String()
}

func (p Poly) key(b *strings.Builder) {
	for _, t := range p.terms {
		if k, ok := t.coef.Int64(); ok {
			b.WriteString(strconv.FormatInt(k, 10))
		} else {
			b.WriteString(t.coef.String())
		}
		b.WriteByte(' ')
		t.mono.key(b)
	}
}

// Subst replaces each variable for which by has a polynomial.
func (p Poly) Subst(by map[int]Poly) Poly {
	return p.replace(func(a atom) (Poly, bool) {
		q, ok := by[a.id]
		return q, ok && a.app == nil
	})
}

// Abstract replaces each operator that is not polynomial by f(op, args…),
// innermost first. An expression known only by its text has the op syntax.NumOps
// and no operands.
func (p Poly) Abstract(f func(op syntax.Op, args []Poly) Poly) Poly {
	return p.replace(func(a atom) (Poly, bool) {
		switch {
		case a.app == nil:
			return Poly{}, false
		case a.app.other != nil:
			return f(syntax.NumOps, nil), true
		}
		args := make([]Poly, len(a.app.args))
		for i, q := range a.app.args {
			args[i] = q.Abstract(f)
		}
		return f(a.app.op, args), true
	})
}

// replace replaces each atom a by by(a), if by has a polynomial for it, including
// atoms inside other atoms.
func (p Poly) replace(by func(a atom) (Poly, bool)) Poly {
	changed := false
	var r Poly
	for _, t := range p.terms {
		q := Int(t.coef)
		for _, f := range t.mono {
			m, c := f.atom.replace(by)
			changed = changed || c
			for range f.pow {
				q = q.Mul(m)
			}
		}
		r = r.Add(q)
	}
	if !changed {
		return p
	}
	return r
}

func (a atom) replace(by func(a atom) (Poly, bool)) (r Poly, changed bool) {
	if r, ok := by(a); ok {
		return r, true
	}
	if a.app == nil || len(a.app.args) == 0 {
		return ofAtom(a), false
	}
	args := make([]Poly, len(a.app.args))
	for i, p := range a.app.args {
		args[i] = p.replace(by)
		changed = changed || comparePoly(args[i], p) != 0
	}
	switch {
	case !changed:
		return ofAtom(a), false
	case len(args) == 1:
		return apply1(a.app.op, args[0]), true
	}
	return apply(a.app.op, args[0], args[1]), true
}

// Variable is the ID of x if p is x.
func (p Poly) Variable() (id int, ok bool) {
	if len(p.terms) != 1 || len(p.terms[0].mono) != 1 || !p.terms[0].coef.Equal(num.Of(1)) {
		return 0, false
	}
	f := p.terms[0].mono[0]
	return f.id, f.app == nil && f.pow == 1
}

// EachVar calls f with every occurrence of a variable, including those inside
// operators.
func (p Poly) EachVar(f func(id int)) { p.each(f) }

// NoNegative tells whether p is a sum of products of variables with no negative
// coefficient.
func (p Poly) NoNegative() bool {
	for _, t := range p.terms {
		if t.coef.Sign() < 0 || (Mono{t.mono}).Operator() {
			return false
		}
	}
	return true
}

// Operator is op and its operands if p is op(args…), which is not polynomial.
func (p Poly) Operator() (op syntax.Op, args []Poly, ok bool) {
	if len(p.terms) != 1 || len(p.terms[0].mono) != 1 || !p.terms[0].coef.Equal(num.Of(1)) {
		return 0, nil, false
	}
	f := p.terms[0].mono[0]
	if f.pow != 1 || f.app == nil || f.app.other != nil {
		return 0, nil, false
	}
	return f.app.op, f.app.args, true
}
