package poly

import (
	"funmem/semantics/num"
	"funmem/semantics/shared"
	"funmem/semantics/syntax"
)

// Env is what is known about the ints in scope: the definitions of some, and equations between them.
// The zero value knows nothing.
type Env struct {
	defs  shared.Map[int, Poly] // x = p, from let (x : int) = se
	subst shared.Map[int, Poly] // x = p, from an equation; p has no variable that was replaced before
	rules []rule                // equations that define no variable; the slice is never written in place

	absurd bool // two numbers are equal that are not: code with these equations is never reached
}

// rule replaces coef * lead by rest, whose monomials are smaller.
type rule struct {
	lead term
	rest Poly
}

// The bounds on the work of one normal form.
const (
	maxSteps = 200 // replacements
)

// Clone is an Env that knows the same. What one learns later, the other does not.
func (e *Env) Clone() *Env {
	return &Env{defs: e.defs.Clone(), subst: e.subst.Clone(), rules: e.rules, absurd: e.absurd}
}

// meaning is the definition of x, or the polynomial that an equation gives for it.
func (e *Env) meaning(id int) (Poly, bool) {
	if p, ok := e.subst.Lookup(id); ok {
		return p, true
	}
	return e.defs.Lookup(id)
}

// Define records that the variable stands for p: let (x : int) = se.
func (e *Env) Define(id int, p Poly) {
	if p.size > maxSize {
		return
	}
	for _, y := range p.Vars() {
		if y == id {
			return
		}
	}
	e.defs.Set(id, p)
}

// Equate records that a = b: check a = b.
func (e *Env) Equate(a, b Poly) {
	todo := []Poly{a.Sub(b)}
	for steps := 0; len(todo) > 0 && steps < maxSteps; steps++ {
		zero := e.reduce(todo[0]).primitive()
		todo = todo[1:]
		if k, ok := zero.Const(); ok || zero.size > maxSize {
			e.absurd = e.absurd || ok && !k.IsZero()
			continue
		}
		if id, p, ok := zero.solve(); ok {
			e.subst.Set(id, p)
			todo = append(todo, e.forget(id)...)
			continue
		}
		lead := zero.terms[0]
		rest := sum(append([]term(nil), zero.terms[1:]...)).Neg()
		e.rules = append(append([]rule(nil), e.rules...), rule{lead, rest})
	}
}

// Absurd tells whether the equations can never hold together, so that nothing with them is reached.
func (e *Env) Absurd() bool { return e.absurd }

// Compare is Compare of the normal forms of two expressions. If the equations are absurd, all are
// equal.
func (e *Env) Compare(x, y syntax.Expr) Verdict {
	if e.Absurd() {
		return Equal
	}
	return Compare(e.Of(x), e.Of(y))
}

// forget removes the rules that mention x. It returns them as polynomials that are 0.
func (e *Env) forget(id int) []Poly {
	var zeros []Poly
	var kept []rule
	for _, r := range e.rules {
		zero := Poly{terms: []term{r.lead}}.Sub(r.rest)
		if zero.mentions(id) {
			zeros = append(zeros, zero)
		} else {
			kept = append(kept, r)
		}
	}
	e.rules = kept
	return zeros
}

func (p Poly) mentions(id int) bool {
	found := false
	p.each(func(x int) { found = found || x == id })
	return found
}

// solve reads p = 0 as x = q, for the variable with the greatest ID that
// occurs once, linearly, alone and with coefficient 1 or -1.
func (p Poly) solve() (id int, q Poly, ok bool) {
	count := map[int]int{}
	p.each(func(x int) { count[x]++ })
	at, one := -1, num.Of(1)
	for i, t := range p.terms {
		if len(t.mono) != 1 || t.mono[0].pow != 1 || t.mono[0].app != nil || !t.coef.Abs().Equal(one) {
			continue
		}
		if x := t.mono[0].id; x > id && count[x] == 1 {
			id, at = x, i
		}
	}
	if at < 0 {
		return 0, Poly{}, false
	}
	rest := sum(append(append([]term(nil), p.terms[:at]...), p.terms[at+1:]...))
	if p.terms[at].coef.Sign() > 0 {
		rest = rest.Neg()
	}
	return id, rest, true
}

// primitive divides by the greatest common divisor of the coefficients.
func (p Poly) primitive() Poly {
	var g num.Num
	for _, t := range p.terms {
		for a := t.coef.Abs(); ; {
			if a.IsZero() {
				break
			}
			r, _ := g.Rem(a)
			g, a = a, r
		}
	}
	if g.IsZero() || g.Equal(num.Of(1)) {
		return p
	}
	r := Poly{terms: make([]term, len(p.terms)), size: p.size}
	for i, t := range p.terms {
		q, _ := t.coef.Quo(g)
		r.terms[i] = term{q, t.mono}
	}
	return r
}

// Of is the normal form of a scalar expression under what is known.
func (e *Env) Of(se syntax.Expr) Poly {
	return e.reduce(e.raw(se))
}

// raw is the normal form of se with each variable standing for itself.
func (e *Env) raw(se syntax.Expr) Poly {
	switch se := se.(type) {
	case *syntax.IntLit:
		return Int(se.Val)
	case *syntax.Var:
		return Var(se)
	case *syntax.Unary:
		if se.Of == syntax.Int {
			return apply1(se.Op, e.raw(se.X))
		}
	case *syntax.Binary:
		if se.Of == syntax.Int {
			return apply(se.Op, e.raw(se.X), e.raw(se.Y))
		}
	}
	return ofAtom(atom{app: &app{other: se, size: 1}})
}

// reduce replaces each variable by what is known about it, and then applies the rules.
func (e *Env) reduce(p Poly) Poly {
	for range maxSteps {
		q, changed := e.expand(p)
		if !changed || q.size > maxSize && q.size > p.size {
			break
		}
		p = q
	}
	for range maxSteps {
		q, changed := e.rewrite(p)
		if !changed {
			break
		}
		p = q
	}
	return p
}

// expand replaces the variables of p that have a meaning.
func (e *Env) expand(p Poly) (Poly, bool) {
	known := false
	p.each(func(id int) {
		if !known {
			_, known = e.meaning(id)
		}
	})
	if !known {
		return p, false
	}
	return p.replace(func(a atom) (Poly, bool) {
		if a.app != nil {
			return Poly{}, false
		}
		return e.meaning(a.id)
	}), true
}

// rewrite applies the first rule that fits a term of p.
func (e *Env) rewrite(p Poly) (Poly, bool) {
	for _, r := range e.rules {
		for i, t := range p.terms {
			m, ok := t.mono.div(r.lead.mono)
			if !ok {
				continue
			}
			k, err := t.coef.Quo(r.lead.coef)
			if rem, _ := t.coef.Rem(r.lead.coef); err != nil || !rem.IsZero() {
				continue
			}
			q, ok := Poly{terms: []term{{k, m}}}.mul(r.rest)
			if !ok {
				continue
			}
			others := sum(append(append([]term(nil), p.terms[:i]...), p.terms[i+1:]...))
			return others.Add(q), true
		}
	}
	return p, false
}
