package prove

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// state is a system on the way to its refutation. Operators are variables, and their
// cases may be told apart.
type state struct{ System }

func (s *state) clone() *state {
	return &state{System{slices.Clone(s.zeros), slices.Clone(s.nonNegs), slices.Clone(s.defs), slices.Clone(s.cases)}}
}

// put substitutes in all that is known.
func (s *state) put(id int, q poly.Poly) { s.System = s.Subst(map[int]poly.Poly{id: q}) }

// settle solves equations where a variable stands alone. It tells whether a single
// fact is a contradiction.
func (p *prover) settle(s *state) (reason string, contradiction bool) {
	for range maxRounds {
		if !p.Step(s.Size()) {
			return "", false
		}
		if reason, bad := s.tidy(); bad {
			return reason, true
		}
		if s.unfold() {
			continue
		}
		s.pair()
		id, q, ok := s.solvable()
		if !ok {
			break
		}
		s.put(id, q)
	}
	return s.tidy()
}

// shifted is the state with each variable that has a lower bound replaced by the bound
// plus a variable that is not negative, so that products need fewer facts. It tells
// whether a single fact is a contradiction.
func (p *prover) shifted(s *state) (t *state, contradiction bool) {
	t = s.clone()
	for range maxRounds {
		if !p.Step(t.Size()) {
			break
		}
		if _, bad := t.tidy(); bad {
			return t, true
		}
		id, bound, up, ok := t.bounded()
		if !ok {
			break
		}
		x := p.New(p.Name(id))
		if up {
			x = x.Neg()
		}
		t.put(id, bound.Add(x))
	}
	return t, false
}

// widen adds x >= 0 if x >= k is known for a positive k.
func (s *state) widen() {
	for _, q := range s.nonNegs {
		for _, a := range alone(q) {
			if k, ok := a.rest.Const(); ok && k.Sign() < 0 && a.sign > 0 {
				s.nonNegs = append(s.nonNegs, q.Sub(a.rest))
			}
		}
	}
}

// unfold uses up a definition: it puts in what a variable stands for. The variable is not the newest one of the definition, if
// another will do: that one is a remainder, and products of quotients and remainders are wanted. If none will do it is an equation.
func (s *state) unfold() bool {
	if len(s.defs) == 0 {
		return false
	}
	p := s.defs[0]
	s.defs = s.defs[1:]
	var best, last lone
	for _, a := range alone(p) {
		switch {
		case a.id > last.id:
			best, last = last, a
		case a.id > best.id:
			best = a
		}
	}
	if best.id == 0 {
		best = last
	}
	if best.id == 0 {
		s.Zero(p)
		return true
	}
	q := best.rest
	if best.sign > 0 {
		q = q.Neg()
	}
	s.put(best.id, q)
	return true
}

// pair makes p >= 0 and -p >= 0 the equation p = 0.
func (s *state) pair() {
	at := map[string]bool{}
	for _, p := range s.nonNegs {
		at[p.Key()] = true
	}
	for _, p := range s.nonNegs {
		if at[p.Neg().Key()] {
			s.zeros = append(s.zeros, p)
			s.nonNegs = slices.DeleteFunc(s.nonNegs, func(q poly.Poly) bool { return q.Key() == p.Key() || q.Key() == p.Neg().Key() })
			return
		}
	}
}

// solvable is an equation of variables with coefficients 1 and -1, solved as x = q for
// the newest variable. Other equations are left to be split.
func (s *state) solvable() (id int, q poly.Poly, ok bool) {
	for _, p := range s.zeros {
		if !plain(p) {
			continue
		}
		for _, a := range alone(p) {
			if a.id > id {
				id, q, ok = a.id, a.rest, true
				if a.sign > 0 {
					q = q.Neg()
				}
			}
		}
		if ok {
			return id, q, true
		}
	}
	return 0, q, false
}

// plain tells whether p is a sum of variables, added or subtracted, and a constant.
func plain(p poly.Poly) bool {
	for _, t := range p.Terms() {
		if t.Mono.Degree() > 1 || t.Mono.Degree() == 1 && !t.Coef.Abs().Equal(num.Of(1)) {
			return false
		}
	}
	return true
}

// lone is a variable with coefficient sign in a polynomial, and the rest of the
// polynomial.
type lone struct {
	id, sign int
	rest     poly.Poly
}

// alone are the variables that occur once in p, linearly and with coefficient 1
// or -1.
func alone(p poly.Poly) []lone {
	var out []lone
	count := map[int]int{}
	ts := p.Terms()
	for _, t := range ts {
		for _, id := range t.Poly().Vars() {
			count[id]++
		}
	}
	for _, t := range ts {
		ids := t.Mono.Vars()
		if t.Mono.Degree() == 1 && len(ids) == 1 && count[ids[0]] == 1 && t.Coef.Abs().Equal(num.Of(1)) {
			out = append(out, lone{ids[0], t.Coef.Sign(), p.Sub(t.Poly())})
		}
	}
	return out
}

// bounded finds a variable to replace by a bound of it and a variable that is not
// negative. Lower bounds that are not negative themselves come first, the longest of
// them before the others. Then comes any other lower bound, then an upper bound.
func (s *state) bounded() (id int, bound poly.Poly, up, ok bool) {
	simple := s.simple()
	best := 0
	for _, p := range s.nonNegs {
		if _, is := p.Variable(); is || !within(p, simple, true) {
			continue
		}
		for _, a := range alone(p) {
			rank := s.rank(a, simple)
			if rank <= best {
				continue
			}
			best, id, ok, up = rank, a.id, true, a.sign < 0
			if bound = a.rest; !up {
				bound = bound.Neg()
			}
		}
	}
	return id, bound, up, ok
}

// rank is how good a bound is, or 0 if it is not a bound. What it is made of must not
// be negative.
func (s *state) rank(a lone, simple map[int]bool) int {
	switch {
	case !within(a.rest, simple, false):
		return 0
	case a.sign > 0 && a.rest.Neg().NoNegative():
		return 10 + len(a.rest.Terms())
	case simple[a.id]:
		return 0
	case a.sign > 0:
		return 2
	}
	return 1
}

// simple are the variables that are known not to be negative.
func (s *state) simple() map[int]bool {
	ids := map[int]bool{}
	for _, p := range s.nonNegs {
		if id, ok := p.Variable(); ok {
			ids[id] = true
		}
	}
	return ids
}

// within tells whether the variables of p are among those given. With butOne, one of
// them may be missing.
func within(p poly.Poly, ids map[int]bool, butOne bool) bool {
	missing, which := 0, 0
	p.EachVar(func(id int) {
		if !ids[id] && (missing == 0 || id != which) {
			missing, which = missing+1, id
		}
	})
	return missing == 0 || butOne && missing == 1
}
