package value

import (
	"slices"

	"funmem/semantics/num"
)

// Difference returns where y first shows something else than x, as Shows has it: the index, from 1, of an element, or that of a row
// which has another size in y. It is nil for numbers, and for arrays of which more differs. Rows are equal wherever they lie in the data,
// and an irregular array may be equal to a regular one.
func Difference(x, y Shown) (at []int, differs bool) {
	v, ok := x.(Val)
	w, too := y.(Val)
	switch {
	case ok && too && v.Shows(w):
		return nil, false
	case ok && too && v.A != nil && w.A != nil && slices.Equal(v.A.Shape, w.A.Shape):
		if i := v.A.FirstDifference(w.A); i >= 0 {
			at = IndexOf(v.A.Shape, i)
		}
		return at, true
	case ok && too || x.Elem() != y.Elem() || x.Rank() != y.Rank():
		return nil, true
	}
	return x.Top().difference(y.Top(), nil, &num.Pairs{})
}

// difference is Difference for parts that are at an index. Only a finding is a slice of its own.
func (p Part) difference(q Part, at []int, pairs *num.Pairs) ([]int, bool) {
	n, array := p.Len()
	m, _ := q.Len()
	switch {
	case n != m:
		return slices.Clone(at), true
	case !array:
		want := p.Number()
		return slices.Clone(at), !want.IsUndefined() && !pairs.Equal(want, q.Number())
	}
	at = append(at, 0)
	for k := 1; k <= n; k++ {
		at[len(at)-1] = k
		if found, differs := p.At(k).difference(q.At(k), at, pairs); differs {
			return found, true
		}
	}
	return nil, false
}

// PartAt is the part of a value at an index, from 1: a number, or an array. ok is false if there is none.
func PartAt(v Shown, at []int) (p Part, ok bool) {
	p = v.Top()
	for _, k := range at {
		if n, array := p.Len(); !array || k < 1 || k > n {
			return Part{}, false
		}
		p = p.At(k)
	}
	return p, true
}

// Each calls f for each number of a value, with its index, from 1, which is valid until f returns.
func Each(v Shown, f func(at []int, p Part)) { v.Top().each(nil, f) }

func (p Part) each(at []int, f func(at []int, p Part)) {
	n, array := p.Len()
	if !array {
		f(at, p)
		return
	}
	at = append(at, 0)
	for k := 1; k <= n; k++ {
		at[len(at)-1] = k
		p.At(k).each(at, f)
	}
}
