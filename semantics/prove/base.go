package prove

import (
	"slices"

	"funmem/semantics/poly"
)

// Base is an array whose elements have locations of their own, although nothing is known
// about its layout: its offset and its strides are variables. Two of its elements have
// the same location only if they have the same indices.
type Base struct {
	Offset  int   // the variable
	Strides []int // the variables, each in one dimension
	Sizes   []poly.Poly
}

// Disjoint is Disjoint for two parts of the array.
func (b Base) Disjoint(y *Symbols, facts System, l, m LMAD) bool {
	y = y.Attempt()
	at := l.Point(y, &facts)
	return b.differ(y, facts, at, m.Point(y, &facts))
}

// Apart is Apart for two parts of the array.
func (b Base) Apart(y *Symbols, facts System, l, m LMAD) bool {
	for k := range l.Dims {
		for _, up := range []bool{true, false} {
			s, y := facts, y.Attempt()
			p, q := differing(y, &s, l, m, k, up)
			if !b.differ(y, s, p, q) {
				return false
			}
		}
	}
	return true
}

// differ tells whether two locations belong to different elements of the array.
func (b Base) differ(y *Symbols, s System, p, q poly.Poly) bool {
	i, ok := b.indices(y, s, p)
	if !ok {
		return false
	}
	j, ok := b.indices(y, s, q)
	if !ok {
		return false
	}
	for k := range i {
		s.Zero(i[k].Sub(j[k]))
	}
	_, ok = s.Refute(y)
	return ok
}

// indices are the indices, from 0, of the element of the array at a location. It fails
// unless the array is known to have an element there.
func (b Base) indices(y *Symbols, s System, at poly.Poly) (is []poly.Poly, ok bool) {
	rest := at.Sub(y.Get(b.Offset))
	if !rest.IsZero() && !slices.ContainsFunc(rest.Terms(), func(t poly.Term) bool { return t.Mono.Has(b.Strides[0]) || t.Mono.Has(b.Strides[len(b.Strides)-1]) }) {
		return nil, false // the location has nothing to do with the array
	}
	for k, id := range b.Strides {
		c, linear := coefficient(at.Terms(), id)
		if !linear && !c.IsZero() || !s.Proves(y, c) || !s.Proves(y, b.Sizes[k].Sub(one).Sub(c)) {
			return nil, false
		}
		rest = rest.Sub(c.Mul(y.Get(id)))
		is = append(is, c)
	}
	return is, rest.IsZero()
}
