package poly

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Env is what is known of the ints in scope: the definitions of some, and
// equations between them. The zero value knows nothing.
type Env struct {
	own   *layer // what this Env added since it was cloned, or nil
	base  *layer // shared, never written
	rules []rule // equations that define no variable; the slice is never written in place
}

// layer is a part of an Env.
type layer struct {
	up    *layer
	depth int
	defs  map[int]Poly // x = p, from let (x : int) = se
	subst map[int]Poly // x = p, from an equation; p has no variable that was replaced before
}

// rule replaces coef * lead by rest, whose monomials are smaller.
type rule struct {
	lead term
	rest Poly
}

// The bounds on the work of one normal form.
const (
	maxDepth = 12  // layers of an Env
	maxSteps = 200 // replacements
)

// Clone is an Env that knows the same; what one learns later the other does
// not.
func (e *Env) Clone() *Env {
	if e.own != nil {
		e.base, e.own = e.own, nil
		if e.base.depth > maxDepth {
			e.base = e.base.flatten()
		}
	}
	return &Env{base: e.base, rules: e.rules}
}

func (l *layer) flatten() *layer {
	flat := &layer{defs: map[int]Poly{}, subst: map[int]Poly{}}
	for ; l != nil; l = l.up {
		for id, p := range l.defs {
			if _, ok := flat.defs[id]; !ok {
				flat.defs[id] = p
			}
		}
		for id, p := range l.subst {
			if _, ok := flat.subst[id]; !ok {
				flat.subst[id] = p
			}
		}
	}
	return flat
}

func (e *Env) layer() *layer {
	if e.own == nil {
		e.own = &layer{up: e.base, defs: map[int]Poly{}, subst: map[int]Poly{}}
		if e.base != nil {
			e.own.depth = e.base.depth + 1
		}
	}
	return e.own
}

func (e *Env) top() *layer {
	if e.own != nil {
		return e.own
	}
	return e.base
}

// meaning is the definition of x, or what an equation puts in its place.
func (e *Env) meaning(id int) (Poly, bool) {
	for l := e.top(); l != nil; l = l.up {
		if p, ok := l.subst[id]; ok {
			return p, true
		}
	}
	for l := e.top(); l != nil; l = l.up {
		if p, ok := l.defs[id]; ok {
			return p, true
		}
	}
	return Poly{}, false
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
	e.layer().defs[id] = p
}

// Equate records that a = b: check a = b.
func (e *Env) Equate(a, b Poly) {
	todo := []Poly{a.Sub(b)}
	for steps := 0; len(todo) > 0 && steps < maxSteps; steps++ {
		zero := e.reduce(todo[0]).primitive()
		todo = todo[1:]
		if _, ok := zero.Const(); ok || zero.size > maxSize {
			continue
		}
		if id, p, ok := zero.solve(); ok {
			e.layer().subst[id] = p
			todo = append(todo, e.forget(id)...)
			continue
		}
		lead := zero.terms[0]
		rest := sum(append([]term(nil), zero.terms[1:]...)).Neg()
		e.rules = append(append([]rule(nil), e.rules...), rule{lead, rest})
	}
}

// forget removes the rules that mention x and gives them as polynomials that
// are 0.
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

// reduce puts in place of each variable what is known of it, and then applies
// the rules.
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
	if e.top() != nil {
		p.each(func(id int) {
			if !known {
				_, known = e.meaning(id)
			}
		})
	}
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
