package prove

import (
	"slices"

	"funmem/semantics/poly"
)

// Question is a claim that was asked. It holds if no ints fit the system, which has what is known and that the claim is
// false.
type Question struct {
	Claim  Claim
	About  string    // what it is asked for, in words; "" if nobody said
	A, B   LMAD      // of NeverMeet and MoveApart
	Goal   poly.Poly // NotNegative: what is not negative; NeverMeet, MoveApart: the difference that is not 0
	Syms   *Symbols
	System System

	Proof  Proof
	Proved bool // a proof was found

	For *Obligation // what it is asked for; nil: nobody said
}

// Claim is a kind of claim.
type Claim uint8

// The claims.
const (
	NoneFit     Claim = iota // no ints fit the system
	NeverMeet                // two LMADs share no location
	MoveApart                // elements of two LMADs with different indices have different locations
	NotNegative              // something is not negative
)

// Second is told of each question when ours has answered it. It may prove a claim that ours leaves open. It is not told of
// one that is open if there are other ways to prove the same.
type Second func(q Question) (Proof, bool)

// For is a Fork for questions about something.
func (y *Symbols) For(about func() string) *Symbols {
	z := y.Fork()
	z.about = about
	return z
}

// Attempt is a Fork for questions that are one of several ways to prove something.
func (y *Symbols) Attempt() *Symbols {
	z := y.Fork()
	z.attempts = true
	return z
}

// Asks tells whether somebody is told of the questions.
func (y *Symbols) Asks() bool { return y.Budget != nil && y.Budget.Second != nil }

// ask answers a question about the system, which has the negation of the claim.
func (s *System) ask(y *Symbols, q Question, tests int) (Proof, bool) {
	proof, ok := s.within(y, tests)
	if !y.Asks() {
		return proof, ok
	}
	q.Syms, q.System, q.Proof, q.Proved = y, *s, proof, ok
	return q.tell()
}

// tell tells of a question that ours has answered, and gives the answer.
func (q Question) tell() (Proof, bool) {
	if q.Syms.attempts && !q.Proved {
		return nil, false
	}
	if q.Syms.about != nil {
		q.About = q.Syms.about()
	}
	q.For = q.Syms.Budget.obligation
	proof, ok := q.Syms.Budget.Second(q)
	if q.Proved {
		return q.Proof, true
	}
	return proof, ok
}

// Ordered is Before in either order, which tells of it.
func Ordered(y *Symbols, facts System, a, b LMAD) bool {
	if !Before(facts, a, b) && !Before(facts, b, a) {
		return false
	}
	if y.Asks() {
		z, s, p := meeting(y, facts, a, b)
		t := s.about(p)
		t.Zero(p)
		Question{Claim: NeverMeet, A: a, B: b, Goal: p, Syms: z, System: t, Proof: Proof{"intervals"}, Proved: true}.tell()
	}
	return true
}

// Each visits the facts: what is 0 and, unless zero, what is not negative. Alternatives are not among them: see Cases.
func (s *System) Each(visit func(p poly.Poly, zero bool)) {
	for _, p := range slices.Concat(s.zeros, s.defs) {
		visit(p, true)
	}
	for _, p := range s.nonNegs {
		visit(p, false)
	}
}

// Cases are the alternatives among the facts: of each list one system holds.
func (s *System) Cases() [][]System { return s.cases }

// Fits tells whether values of the variables fit a system. It is not known if some operator has no value for them.
func (s *System) Fits(values map[int]poly.Poly) (fits, known bool) {
	fits, known = true, true
	s.Each(func(p poly.Poly, zero bool) {
		k, ok := p.Subst(values).Const()
		known = known && ok
		fits = fits && k.Sign() >= 0 && (!zero || k.IsZero())
	})
	for _, alternatives := range s.cases {
		one := false
		for _, a := range alternatives {
			f, k := a.Fits(values)
			one, known = one || f, known && k
		}
		fits = fits && one
	}
	return fits && known, known
}
