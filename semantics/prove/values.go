package prove

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// The bounds on the values that are told apart.
const (
	maxDomain  = 4  // values of a variable that are tried one by one
	maxValues  = 10 // distinctions of values in one proof
	maxDivided = 64 // a number whose divisors are tried
	maxLeast   = 3  // the least value of a variable that is told apart from greater ones
)

// divisors are the cases for an equation x·Q + c = 0 with a number c that is not 0: then x divides c.
func (p *prover) divisors(s *state) (cases []System) {
	simple := s.simple()
	for _, zero := range s.zeros {
		_, k := content(zero)
		c, ok := k.Abs().Int64()
		if !ok || c == 0 || c > maxDivided {
			continue
		}
		for _, id := range zero.Vars() {
			if !divides(id, zero) {
				continue
			}
			x := p.Get(id)
			for d := int64(1); d <= c; d++ {
				if c%d != 0 {
					continue
				}
				cases = append(cases, equal(x, constant(d)))
				if !simple[id] {
					cases = append(cases, equal(x, constant(-d)))
				}
			}
			return cases
		}
	}
	return nil
}

// divides tells whether x is a factor of all terms but the constant.
func divides(id int, p poly.Poly) bool {
	for _, t := range p.Terms() {
		if t.Mono.Degree() > 0 && !t.Mono.Has(id) {
			return false
		}
	}
	return true
}

// told are the cases for a variable of an equation that has a least value: it has that value, or a greater one. If it can only
// have a few, it has one of these. A variable of a product comes first, since a product with a number is linear. The case
// that is most likely to have no proof comes first.
func (p *prover) told(s *state) []System {
	lo, hi := s.ranges()
	best, size := 0, int64(0)
	var cases []System
	for _, zero := range s.zeros {
		for _, t := range zero.Terms() {
			for _, id := range t.Mono.Vars() {
				l, ok := lo[id]
				if !ok {
					continue
				}
				n, rank := int64(maxDomain+1), 0
				h, bounded := hi[id]
				switch bounded = bounded && h-l < maxDomain; {
				case bounded:
					n = h - l + 1
					rank = int(maxDomain-n) + 2
					if t.Mono.Degree() > 1 {
						rank += 100
					}
				case t.Mono.Degree() < 2 || l >= maxLeast:
					continue
				default:
					rank = 40 + t.Mono.Degree() - 10*int(l)
				}
				if rank > best {
					best, size = rank, n
					cases = p.oneOf(id, l, size)
				}
			}
		}
	}
	return cases
}

// oneOf are the cases for a variable from l on: each of n values, or, if these are too many, a greater one or l.
func (p *prover) oneOf(id int, l, n int64) (cases []System) {
	x := p.Get(id)
	if n > maxDomain {
		var greater System
		greater.Less(constant(l), x)
		return []System{greater, equal(x, constant(l))}
	}
	for k := range n {
		cases = append(cases, equal(x, constant(l+k)))
	}
	return cases
}

// ranges are the numbers that variables are known to be at least and at most.
func (s *state) ranges() (lo, hi map[int]int64) {
	lo, hi = map[int]int64{}, map[int]int64{}
	for _, q := range s.nonNegs {
		ts := q.Terms()
		if len(ts) > 2 || ts[0].Mono.Degree() != 1 {
			continue
		}
		ids := ts[0].Mono.Vars()
		if len(ids) != 1 || ts[0].Mono.Operator() || !ts[0].Coef.Abs().Equal(num.Of(1)) {
			continue
		}
		k, ok := int64(0), true
		if len(ts) == 2 {
			if ts[1].Mono.Degree() > 0 {
				continue
			}
			k, ok = ts[1].Coef.Int64()
		}
		if !ok {
			continue
		}
		if id := ids[0]; ts[0].Coef.Sign() > 0 {
			if old, seen := lo[id]; !seen || old < -k {
				lo[id] = -k
			}
		} else if old, seen := hi[id]; !seen || old > k {
			hi[id] = k
		}
	}
	return lo, hi
}
