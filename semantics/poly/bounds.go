package poly

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Bounds is what is known of signs: polynomials over the variables in scope that
// are not negative. The zero value knows nothing.
type Bounds struct {
	up    *Bounds
	facts map[int][]*fact // by each of their variables
}

// fact is a polynomial that is not negative, with its variables.
type fact struct {
	Poly
	vars []int
}

// The bounds on the work of one proof.
const (
	maxProof = 300 // facts that are tried
	maxNest  = 10  // facts that one line of reasoning uses
	maxFacts = 60  // facts that one proof knows
	maxHops  = 3   // facts that link one to what is to be proved
)

// Inner is a Bounds that knows the same; what it learns later b does not.
func (b *Bounds) Inner() *Bounds { return &Bounds{up: b} }

// Assume records that p is not negative.
func (b *Bounds) Assume(p Poly) {
	if _, known := p.Const(); !known && p.size <= maxSize {
		f := &fact{p, p.Vars()}
		if b.facts == nil {
			b.facts = map[int][]*fact{}
		}
		for _, id := range f.vars {
			b.facts[id] = append(b.facts[id], f)
		}
	}
}

// NonNegative tells whether p is known not to be negative, for all values of the
// variables for which the facts hold. Where it says no, it may not know.
func (b *Bounds) NonNegative(p Poly) bool {
	facts := b.relevant(p)
	goals := append([]Poly{p}, p.scaled()...)
	for depth := 1; depth <= maxNest; depth += depth/3 + 1 {
		for _, goal := range goals {
			if s := (&proof{facts: facts, left: maxProof}); s.nonNegative(goal, depth) {
				return true
			}
		}
	}
	return false
}

// scaled is k·p + k - 1 for a k > 1 by which something is divided in p: where that is not
// negative, p is greater than -1, and an int.
func (p Poly) scaled() []Poly {
	for _, t := range p.terms {
		for _, f := range t.mono {
			if f.app == nil || f.app.op != syntax.Div || len(f.app.args) != 2 {
				continue
			}
			if k, ok := f.app.args[1].Const(); ok && k.Cmp(num.Of(1)) > 0 {
				return []Poly{p.Mul(Int(k)).Add(Int(k.Sub(num.Of(1))))}
			}
		}
	}
	return nil
}

// relevant is the facts that have variables in common with p, or with others that do,
// those with the fewest facts between first.
func (b *Bounds) relevant(p Poly) []Poly {
	seen, used := map[int]bool{}, map[*fact]bool{}
	var found []Poly
	next := p.Vars()
	for range maxHops {
		var more []int
		for _, id := range next {
			if seen[id] {
				continue
			}
			seen[id] = true
			for l := b; l != nil; l = l.up {
				for _, f := range slices.Backward(l.facts[id]) {
					if !used[f] && len(found) < maxFacts {
						used[f] = true
						found, more = append(found, f.Poly), append(more, f.vars...)
					}
				}
			}
		}
		next = more
	}
	return found
}

// proof is the search for one proof.
type proof struct {
	facts []Poly
	left  int
}

// nonNegative writes p as a sum of what is not negative: where it has a term t that may
// be negative it takes away q·f, for a fact f and a q of which q·f has that term. What is
// left over has terms that are not negative.
func (s *proof) nonNegative(p Poly, depth int) bool {
	if k, ok := p.Const(); ok {
		return k.Sign() >= 0
	}
	if depth == 0 || s.left <= 0 {
		return false
	}
	if choices, f, ok := p.choice(); ok {
		return s.each(p, choices, f, depth)
	}
	bad := s.negative(p, depth)
	if bad < 0 {
		return true
	}
	for _, way := range s.ways(p, bad, depth) {
		if s.left--; s.left <= 0 {
			return false
		}
		if rest, ok := way.q.mul(way.f); ok && s.signed(way.q.terms[0].mono, depth-1) && s.nonNegative(p.Sub(rest), depth-1) {
			return true
		}
	}
	return false
}

// way is a fact and what it is to be multiplied by.
type way struct{ q, f Poly }

// ways are those to cancel a term of p, those that multiply by the fewest atoms
// first.
func (s *proof) ways(p Poly, bad, depth int) []way {
	var all []way
	for _, f := range s.about(p, depth) {
		if q, ok := cancels(p.terms[bad], f); ok {
			all = append(all, way{q, f})
			if part, ok := p.parts(f, q.terms[0]); ok {
				all = append(all, way{part, f})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b way) int { return a.q.terms[0].mono.degree() - b.q.terms[0].mono.degree() })
	return all
}

// negative is the first term of p that may be negative, or -1.
func (s *proof) negative(p Poly, depth int) int {
	for i, t := range p.terms {
		if t.coef.Sign() < 0 {
			return i
		}
	}
	for i, t := range p.terms {
		if len(p.terms) == 1 && len(t.mono) == 1 && t.mono[0].pow == 1 {
			if !s.atLeastZero(p, depth) {
				return i
			}
		} else if !s.signed(t.mono, depth-1) {
			return i
		}
	}
	return -1
}

// signed tells whether a monomial is known not to be negative: each atom is, or
// has an even power.
func (s *proof) signed(m mono, depth int) bool {
	for _, f := range m {
		if f.pow%2 == 1 && !s.nonNegative(ofAtom(f.atom), depth) {
			return false
		}
	}
	return true
}

// atLeastZero tells whether the atom that p is alone is not negative: p - f is
// not, for a fact f.
func (s *proof) atLeastZero(p Poly, depth int) bool {
	for _, f := range s.about(p, depth) {
		if s.left--; s.left <= 0 {
			return false
		}
		for _, t := range f.terms {
			if compareMono(t.mono, p.terms[0].mono) == 0 && t.coef.Sign() > 0 {
				scaled := Poly{terms: []term{{t.coef, p.terms[0].mono}}}
				if s.nonNegative(scaled.Sub(f), depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// cancels is the q, a positive number times a product of atoms, for which the
// polynomial q·f has the term t.
func cancels(t term, f Poly) (Poly, bool) {
	for _, u := range f.terms {
		if u.coef.Sign() != t.coef.Sign() {
			continue
		}
		m, ok := t.mono.div(u.mono)
		if !ok {
			continue
		}
		k, err := t.coef.Quo(u.coef)
		if rem, _ := t.coef.Rem(u.coef); err == nil && rem.IsZero() {
			return Poly{terms: []term{{k, m}}}.sized(), true
		}
	}
	return Poly{}, false
}

// parts is a smaller multiple of q than that which cancels the term: the one that
// cancels a positive term of p.
func (p Poly) parts(f Poly, q term) (Poly, bool) {
	for _, u := range f.terms {
		for _, t := range p.terms {
			if u.coef.Sign() <= 0 || t.coef.Sign() <= 0 || compareMono(t.mono, u.mono.mul(q.mono)) != 0 {
				continue
			}
			k, err := t.coef.Quo(u.coef)
			if rem, _ := t.coef.Rem(u.coef); err == nil && rem.IsZero() && k.Cmp(q.coef) < 0 {
				return Poly{terms: []term{{k, q.mono}}}.sized(), true
			}
		}
	}
	return Poly{}, false
}

func (p Poly) sized() Poly {
	p.size = p.measure()
	return p
}

// about is the facts, with what holds for the remainders and quotients in p.
func (s *proof) about(p Poly, depth int) []Poly {
	all := slices.Clip(s.facts)
	for _, t := range p.terms {
		for _, f := range t.mono {
			all = append(all, s.divided(f.atom, depth)...)
		}
	}
	return all
}

// divided is what holds for a % k and a / k with a k that is known to be positive:
// 0 ≤ a % k < k and 0 ≤ a - k·(a / k) < k.
func (s *proof) divided(a atom, depth int) []Poly {
	if a.app == nil || len(a.app.args) != 2 {
		return nil
	}
	k, rest := a.app.args[1], ofAtom(a)
	switch a.app.op {
	case syntax.Div:
		rest = a.app.args[0].Sub(rest.Mul(k))
	case syntax.Mod:
	default:
		return nil
	}
	last := k.Sub(Int(num.Of(1)))
	if !s.nonNegative(last, depth-1) {
		return nil
	}
	return []Poly{rest, last.Sub(rest)}
}

// choice is a minimum, maximum or absolute value in p, if there is one, and the two
// values that it may have.
func (p Poly) choice() (choices []Poly, f atom, ok bool) {
	for _, t := range p.terms {
		for _, f := range t.mono {
			if f.app == nil || f.app.other != nil {
				continue
			}
			switch f.app.op {
			case syntax.Min, syntax.Max:
				return f.app.args, f.atom, true
			case syntax.Abs:
				return []Poly{f.app.args[0], f.app.args[0].Neg()}, f.atom, true
			}
		}
	}
	return nil, atom{}, false
}

// each proves p for either value in place of a minimum, maximum or absolute value, under
// the condition that it is the smaller or greater one.
func (s *proof) each(p Poly, args []Poly, f atom, depth int) bool {
	for i, a := range args {
		order := args[1-i].Sub(a)
		switch f.app.op {
		case syntax.Max:
			order = order.Neg()
		case syntax.Abs:
			order = a
		}
		in := &proof{facts: []Poly{order}, left: s.left / 2}
		for _, g := range s.facts {
			if g, ok := g.replace(f, a); ok {
				in.facts = append(in.facts, g)
			}
		}
		q, ok := p.replace(f, a)
		if !ok || !in.nonNegative(q, depth-1) {
			return false
		}
	}
	return true
}

// replace is p with q in place of an atom that is a factor of terms.
func (p Poly) replace(f atom, q Poly) (Poly, bool) {
	var r Poly
	for _, t := range p.terms {
		part := Int(t.coef)
		for _, g := range t.mono {
			by := ofAtom(g.atom)
			if compareAtom(g.atom, f) == 0 {
				by = q
			}
			for range g.pow {
				var ok bool
				if part, ok = part.mul(by); !ok {
					return Poly{}, false
				}
			}
		}
		r = r.Add(part)
	}
	return r, true
}
