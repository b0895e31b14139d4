package poly

import (
	"sort"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// The bounds on normal forms.
const (
	maxTerms  = 64   // terms of a product
	maxSize   = 400  // atoms of a product or definition, those within atoms included
	maxDegree = 32   // of a product
	maxBits   = 4096 // of a coefficient
)

// Poly is a polynomial: a sum of terms, greatest monomial first, none with
// coefficient 0. The zero value is 0. It is immutable.
type Poly struct {
	terms []term
	size  int // how many factors it has, those within atoms included
}

// term is coef * mono.
type term struct {
	coef num.Num
	mono mono
}

// mono is a product of atoms, in their order, each once; empty for 1.
type mono []factor

// factor is a power of an atom.
type factor struct {
	atom
	pow int
}

// Int is the constant polynomial k.
func Int(k num.Num) Poly {
	if k.IsZero() {
		return Poly{}
	}
	if n, ok := k.Int64(); ok && n > 0 && n < int64(len(small)) {
		return small[n]
	}
	return Poly{terms: []term{{coef: k}}}
}

// small are the first constants.
var small = func() (ps [64]Poly) {
	for k := 1; k < len(ps); k++ {
		ps[k] = Poly{terms: []term{{coef: num.Of(int64(k))}}}
	}
	return ps
}()

// Var is the polynomial x.
func Var(x *syntax.Var) Poly { return ofAtom(atom{id: x.ID, name: x.Name}) }

func ofAtom(a atom) Poly {
	p := Poly{terms: []term{{num.Of(1), mono{{a, 1}}}}}
	p.size = a.size()
	return p
}

// sum builds a polynomial from terms in any order, like monomials repeated.
func sum(terms []term) Poly {
	sort.SliceStable(terms, func(i, j int) bool { return compareMono(terms[i].mono, terms[j].mono) > 0 })
	var p Poly
	for _, t := range terms {
		if n := len(p.terms); n > 0 && compareMono(p.terms[n-1].mono, t.mono) == 0 {
			p.terms[n-1].coef = p.terms[n-1].coef.Add(t.coef)
			continue
		}
		if n := len(p.terms); n > 0 && p.terms[n-1].coef.IsZero() {
			p.terms = p.terms[:n-1]
		}
		p.terms = append(p.terms, t)
	}
	if n := len(p.terms); n > 0 && p.terms[n-1].coef.IsZero() {
		p.terms = p.terms[:n-1]
	}
	p.size = p.measure()
	return p
}

// Add is p + q.
func (p Poly) Add(q Poly) Poly {
	if len(p.terms) == 0 {
		return q
	}
	return p.plus(q, func(k num.Num) num.Num { return k })
}

// plus is the sum of p and of applied to q.
func (p Poly) plus(q Poly, of func(num.Num) num.Num) Poly {
	if len(q.terms) == 0 {
		return p
	}
	r := Poly{terms: make([]term, 0, len(p.terms)+len(q.terms))}
	i, j := 0, 0
	for i < len(p.terms) && j < len(q.terms) {
		switch c := compareMono(p.terms[i].mono, q.terms[j].mono); {
		case c > 0:
			r.terms = append(r.terms, p.terms[i])
			i++
		case c < 0:
			r.terms = append(r.terms, term{of(q.terms[j].coef), q.terms[j].mono})
			j++
		default:
			if k := p.terms[i].coef.Add(of(q.terms[j].coef)); !k.IsZero() {
				r.terms = append(r.terms, term{k, p.terms[i].mono})
			}
			i++
			j++
		}
	}
	r.terms = append(r.terms, p.terms[i:]...)
	for _, t := range q.terms[j:] {
		r.terms = append(r.terms, term{of(t.coef), t.mono})
	}
	r.size = r.measure()
	return r
}

// Large tells whether p is too large to be a definition.
func (p Poly) Large() bool { return p.size > maxSize }

// measure counts factors.
func (p Poly) measure() int {
	n := 0
	for _, t := range p.terms {
		for _, f := range t.mono {
			n += f.size()
		}
	}
	return n
}

// Neg is -p.
func (p Poly) Neg() Poly {
	n := Poly{terms: make([]term, len(p.terms)), size: p.size}
	for i, t := range p.terms {
		n.terms[i] = term{t.coef.Neg(), t.mono}
	}
	return n
}

// Sub is p - q.
func (p Poly) Sub(q Poly) Poly { return p.plus(q, num.Num.Neg) }

// Mul is p * q, as an atom if it would be too large.
func (p Poly) Mul(q Poly) Poly {
	if r, ok := p.mul(q); ok {
		return r
	}
	if comparePoly(p, q) < 0 {
		p, q = q, p
	}
	return ofAtom(opaque(syntax.Mul, p, q))
}

// mul is p * q and whether that is within the bounds.
func (p Poly) mul(q Poly) (Poly, bool) {
	one := num.Of(1)
	switch k, ok := p.Const(); {
	case ok && k.Equal(one):
		return q, true
	case ok && k.IsZero():
		return p, true
	}
	switch k, ok := q.Const(); {
	case ok && k.Equal(one):
		return p, true
	case ok && k.IsZero():
		return q, true
	}
	_, pk := p.Const()
	_, qk := q.Const()
	size := len(q.terms)*p.size + len(p.terms)*q.size
	if !pk && !qk && (len(p.terms)*len(q.terms) > maxTerms || size > maxSize) {
		return Poly{}, false
	}
	terms := make([]term, 0, len(p.terms)*len(q.terms))
	for _, s := range p.terms {
		for _, t := range q.terms {
			if s.coef.Bits()+t.coef.Bits() > maxBits || s.mono.degree()+t.mono.degree() > maxDegree {
				return Poly{}, false
			}
			c, err := s.coef.Mul(t.coef)
			if err != nil {
				return Poly{}, false
			}
			terms = append(terms, term{c, s.mono.mul(t.mono)})
		}
	}
	return sum(terms), true
}

// Const is the value of a constant polynomial, and whether it is one.
func (p Poly) Const() (num.Num, bool) {
	switch {
	case len(p.terms) == 0:
		return num.Num{}, true
	case len(p.terms) == 1 && len(p.terms[0].mono) == 0:
		return p.terms[0].coef, true
	}
	return num.Num{}, false
}

// IsZero tells whether p is the constant 0.
func (p Poly) IsZero() bool { return len(p.terms) == 0 }

// Vars are the IDs of the variables in p, including those inside atoms, in
// ascending order.
func (p Poly) Vars() []int {
	seen := map[int]bool{}
	p.each(func(id int) { seen[id] = true })
	ids := make([]int, 0, len(seen))
	for id := range seen {
		ids = append(ids, id)
	}
	sort.Ints(ids)
	return ids
}

// each calls f with every occurrence of a variable.
func (p Poly) each(f func(id int)) {
	for _, t := range p.terms {
		for _, x := range t.mono {
			x.each(f)
		}
	}
}

// Verdict is the answer to whether two polynomials are equal.
type Verdict uint8

// The verdicts.
const (
	Unknown   Verdict = iota // for some values of the variables, as far as is known
	Equal                    // for all values of the variables
	Different                // for none
)

// Compare tells whether p and q are equal: different means that the difference
// is a constant other than 0.
func Compare(p, q Poly) Verdict {
	if comparePoly(p, q) == 0 {
		return Equal
	}
	k, ok := p.Sub(q).Const()
	switch {
	case !ok:
		return Unknown
	case k.IsZero():
		return Equal
	}
	return Different
}

// comparePoly is a total order on normal forms.
func comparePoly(p, q Poly) int {
	for i := 0; i < len(p.terms) && i < len(q.terms); i++ {
		if c := compareMono(p.terms[i].mono, q.terms[i].mono); c != 0 {
			return c
		}
		if c := p.terms[i].coef.Cmp(q.terms[i].coef); c != 0 {
			return c
		}
	}
	return len(p.terms) - len(q.terms)
}
