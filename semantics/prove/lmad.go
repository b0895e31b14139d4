package prove

import (
	"fmt"
	"strings"

	"funmem/semantics/num"
	"funmem/semantics/poly"
)

// LMAD is Offset + {(size : stride) …} with polynomials as its parts. Offsets count
// from 0.
type LMAD struct {
	Offset poly.Poly
	Dims   []Dim
}

// Dim is one (size : stride) pair.
type Dim struct{ Size, Stride poly.Poly }

// Index is index_f(L, k) (eq. 3): the k-th element, from 1, of the outermost
// dimension.
func (l LMAD) Index(k poly.Poly) LMAD {
	return LMAD{l.Offset.Add(k.Sub(one).Mul(l.Dims[0].Stride)), l.Dims[1:]}
}

// Point is the offset of an arbitrary element. Each dimension gets a new variable, and s
// learns that it lies in the dimension.
func (l LMAD) Point(y *Symbols, s *System) poly.Poly {
	at := l.Offset
	for _, d := range l.Dims {
		if k, ok := d.Size.Const(); ok && k.Equal(num.Of(1)) {
			continue
		}
		z := y.New("z")
		s.NonNeg(z)
		s.Less(z, d.Size)
		at = at.Add(z.Mul(d.Stride))
	}
	return at
}

// Subst is the LMAD with polynomials in place of variables.
func (l LMAD) Subst(by map[int]poly.Poly) LMAD {
	m := LMAD{l.Offset.Subst(by), make([]Dim, len(l.Dims))}
	for k, d := range l.Dims {
		m.Dims[k] = Dim{d.Size.Subst(by), d.Stride.Subst(by)}
	}
	return m
}

// Disjoint tells whether two LMADs share no location for any values of the variables
// that the facts allow. False means that no proof was found.
func Disjoint(y *Symbols, facts System, a, b LMAD) (Proof, bool) {
	y, s, p := meeting(y, facts, a, b)
	return s.never(y, Question{Claim: NeverMeet, A: a, B: b, Goal: p})
}

// meeting is the difference of the locations of two arbitrary elements, with what is known about it.
func meeting(y *Symbols, facts System, a, b LMAD) (*Symbols, System, poly.Poly) {
	y = y.Fork()
	at := a.Point(y, &facts)
	return y, facts, at.Sub(b.Point(y, &facts))
}

// never tells whether the goal is never 0.
func (s *System) never(y *Symbols, q Question) (Proof, bool) {
	t := s.about(q.Goal)
	t.Zero(q.Goal)
	return t.ask(y, q, maxTests)
}

// Injective tells whether no two elements of an LMAD share a location.
func Injective(y *Symbols, facts System, l LMAD) (proof Proof, ok bool) {
	return Apart(y, facts, l, l)
}

// Apart tells whether element i of a and element j of b have different locations
// whenever i and j differ; a and b have the same shape. Then a copy from one to the
// other moves each element on its own.
func Apart(y *Symbols, facts System, a, b LMAD) (proof Proof, ok bool) {
	for k := range a.Dims {
		for _, up := range []bool{true, false} {
			s, y := facts, y.Fork()
			at, bt := differing(y, &s, a, b, k, up)
			q, ok := s.never(y, Question{Claim: MoveApart, A: a, B: b, Goal: at.Sub(bt)})
			if !ok {
				return nil, false
			}
			proof = proof.With(q)
		}
	}
	return proof, true
}

// differing are the locations of two elements with indices that agree before dimension
// k. In dimension k the first index is smaller, or greater.
func differing(y *Symbols, s *System, a, b LMAD, k int, up bool) (at, bt poly.Poly) {
	at, bt = a.Offset, b.Offset
	for i := range a.Dims {
		z := y.New("z")
		s.NonNeg(z)
		s.Less(z, a.Dims[i].Size)
		w := z
		if i >= k {
			w = y.New("z")
			s.NonNeg(w)
			s.Less(w, a.Dims[i].Size)
		}
		switch {
		case i == k && up:
			s.Less(z, w)
		case i == k:
			s.Less(w, z)
		}
		at, bt = at.Add(z.Mul(a.Dims[i].Stride)), bt.Add(w.Mul(b.Dims[i].Stride))
	}
	return at, bt
}

// String is the LMAD in the notation of Fig. 6.
func (l LMAD) String() string {
	dims := make([]string, len(l.Dims))
	for k, d := range l.Dims {
		dims[k] = fmt.Sprintf("(%s : %s)", d.Size, d.Stride)
	}
	return fmt.Sprintf("%s + {%s}", l.Offset, strings.Join(dims, " "))
}
