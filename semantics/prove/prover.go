package prove

import (
	"math"
	"slices"

	"funmem/semantics/poly"
)

// The bounds on one search.
const (
	maxRounds = 60      // of settling a state
	maxDepth  = 5       // nested case distinctions
	maxTests  = 400     // linear programs, to find whether two LMADs meet
	maxBounds = 60      // linear programs, to find whether something is not negative
	maxSearch = 240_000 // steps
	maxReach  = 2       // quotients that a split tells apart on either side

	entriesPerTest = 1 << 17 // numbers in the linear programs, if these are limited
)

// Proof is why a system has no solution: the tests that were needed, each once, in
// the order of their first use.
type Proof []string

// With adds the tests of another proof.
func (p Proof) With(q Proof) Proof {
	for _, test := range q {
		if !slices.Contains(p, test) {
			p = append(slices.Clip(p), test)
		}
	}
	return p
}

// prover is one search.
type prover struct {
	*Symbols
	tests   int // linear programs that may still be solved
	entries int // numbers that may still be computed in them
	values  int // distinctions of values that may still be made
	steps   int // steps that may still be taken
}

// Step is Step of the symbols, unless the search has taken all of its steps.
func (p *prover) Step(n int) bool {
	p.steps -= n
	return p.Symbols.Step(n) && p.steps >= 0
}

// Refute tells whether no ints fit the system. False means that no proof was found.
func (s *System) Refute(y *Symbols) (Proof, bool) {
	return s.ask(y, Question{Claim: NoneFit}, maxTests)
}

func (s *System) within(y *Symbols, tests int) (Proof, bool) {
	entries := math.MaxInt
	if y.tests > 0 {
		tests = min(tests, y.tests)
		entries = y.tests * entriesPerTest
	}
	steps := maxSearch
	if y.steps > 0 {
		steps = min(steps, y.steps)
	}
	p := &prover{y.Fork(), tests, entries, maxValues, steps}
	return p.refute(p.start(*s), maxDepth)
}

// Proves tells whether q >= 0 follows from the system.
func (s *System) Proves(y *Symbols, q poly.Poly) bool {
	t := s.about(q)
	t.NonNeg(q.Neg().Sub(one))
	_, ok := t.ask(y, Question{Claim: NotNegative, Goal: q}, maxBounds)
	return ok
}

// refute tells whether a state has no solution.
func (p *prover) refute(s *state, depth int) (Proof, bool) {
	if reason, bad := p.settle(s); bad {
		return Proof{reason}, true
	}
	if p.contradicts(s, true) {
		return Proof{"intervals"}, true
	}
	if p.residues(s) {
		return Proof{"residues"}, true
	}
	if depth == 0 || p.tests <= 0 || p.steps < 0 || p.Budget.Spent() { // without steps the state may not be settled
		return nil, false
	}
	if rest, alternatives := p.split(s); alternatives != nil {
		if proof, ok := p.named("splitting", rest, alternatives, depth); ok {
			return proof, true
		}
	}
	if len(s.cases) > 0 {
		t := s.clone()
		t.cases = t.cases[1:]
		return p.named("cases", t, s.cases[0], depth)
	}
	if alternatives := p.signs(s); alternatives != nil {
		return p.named("cases", s, alternatives, depth)
	}
	if p.values == 0 {
		return nil, false
	}
	p.values--
	if alternatives := p.divisors(s); alternatives != nil {
		return p.named("values", s, alternatives, depth)
	}
	if alternatives := p.told(s); alternatives != nil {
		return p.named("values", s, alternatives, depth)
	}
	return nil, false
}

func (p *prover) named(what string, s *state, alternatives []System, depth int) (Proof, bool) {
	proof, ok := p.each(s, alternatives, depth)
	return Proof{what}.With(proof), ok
}

// each refutes a state with every one of the alternatives.
func (p *prover) each(s *state, alternatives []System, depth int) (proof Proof, ok bool) {
	for _, a := range alternatives {
		t := s.clone()
		t.Add(a)
		q, ok := p.refute(t, depth-1)
		if !ok {
			return nil, false
		}
		proof = proof.With(q)
	}
	return proof, true
}

// contradicts looks for a certificate in the facts as they are, and after shifting
// them.
func (p *prover) contradicts(s *state, pairs bool) bool {
	if p.tests <= 0 || !p.Step(1) {
		return false
	}
	p.tests--
	t := s.clone()
	t.widen()
	if p.cone(t, false) {
		return true
	}
	u, bad := p.shifted(s)
	return bad || p.cone(u, false) || pairs && p.cone(t, true)
}

// follows tells whether q >= 0 follows from the inequalities of a settled state by
// intervals.
func (p *prover) follows(s *state, q poly.Poly) bool {
	if k, ok := q.Const(); ok {
		return k.Sign() >= 0
	}
	if q.NoNegative() && within(q, s.simple(), false) {
		return true
	}
	t := &state{System: System{nonNegs: s.nonNegs}}
	t.NonNeg(q.Neg().Sub(one))
	if _, bad := p.settle(t); bad {
		return true
	}
	return p.contradicts(t, false)
}
