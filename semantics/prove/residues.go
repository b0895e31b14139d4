package prove

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// The bounds on the residues that are tried.
const (
	maxModulus  = 9
	maxResidues = 4096 // for one modulus
)

// residues tells whether an equation has no solution modulo some small number. A residue of each variable is tried.
func (p *prover) residues(s *state) bool {
	for _, zero := range s.zeros {
		for m := int64(2); m <= maxModulus; m++ {
			if r, ok := newResidues(zero, m); ok && p.Step(1+r.tries()/numbersPerStep) && !r.solvable() {
				return true
			}
		}
	}
	return false
}

// residues is an equation modulo m: the sum of coefs[k] times the variables factors[k] is 0. The variables are numbered from 0.
type residues struct {
	m       int64
	vars    int
	coefs   []int64
	factors [][]int
}

// newResidues is not ok if the equation is certain to have a solution or has too many variables.
func newResidues(zero poly.Poly, m int64) (r residues, ok bool) {
	r.m = m
	var ids []int
	linear := map[int]int64{} // the coefficient of a variable that occurs once and alone, or 0
	for _, t := range zero.Terms() {
		c, _ := t.Coef.Mod(num.Of(m))
		k, _ := c.Int64()
		if k == 0 {
			continue
		}
		if t.Mono.Operator() {
			return r, false
		}
		var factors []int
		for _, id := range t.Mono.Vars() {
			at := slices.Index(ids, id)
			if at < 0 {
				at = len(ids)
				ids = append(ids, id)
			}
			if _, seen := linear[at]; seen || t.Mono.Degree() > 1 {
				linear[at] = 0
			} else {
				linear[at] = k
			}
			for mono, more := t.Mono, true; more; {
				if mono, more = mono.Div(poly.MonoOf(id)); more {
					factors = append(factors, at)
				}
			}
		}
		r.coefs, r.factors = append(r.coefs, k), append(r.factors, factors)
	}
	r.vars = len(ids)
	for _, k := range linear {
		if k != 0 && gcd(k, m) == 1 {
			return r, false
		}
	}
	return r, r.tries() <= maxResidues
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// tries is how many combinations of residues there are, or a number above maxResidues.
func (r *residues) tries() int {
	n := 1
	for range r.vars {
		if n *= int(r.m); n > maxResidues {
			break
		}
	}
	return n
}

// solvable tries all residues of the variables.
func (r *residues) solvable() bool {
	v := make([]int64, r.vars)
	for {
		var sum int64
		for k, c := range r.coefs {
			for _, at := range r.factors[k] {
				c = c * v[at] % r.m
			}
			sum += c
		}
		if sum%r.m == 0 {
			return true
		}
		k := 0
		for ; k < len(v); k++ {
			if v[k]++; v[k] < r.m {
				break
			}
			v[k] = 0
		}
		if k == len(v) {
			return false
		}
	}
}
