package num

import "slices"

// replaced is what a Vec still knows after a newer one has taken over its storage. It has
// the values of the newer one except for these. Or its storage is still elsewhere, and fetch gets it.
type replaced struct {
	fetch func() []int64
	newer *Vec
	at    []int
	was   []Num
	n     int
}

// With is v with x(k) at offset at[k], for each k in order. If it changes little it takes
// over the storage of v, so that n updates one after the other cost no more than n. v gets
// storage of its own again when it is next used.
func (v *Vec) With(at []int, x func(k int) Num) *Vec {
	v.own()
	n := len(v.small)
	w := &Vec{small: v.small, wide: v.wide, kind: v.kind, updates: v.updates + len(at)}
	if w.updates >= n {
		w = v.Clone()
	} else {
		old := &replaced{newer: w, at: slices.Clone(at), was: make([]Num, len(at)), n: n}
		for k, i := range at {
			old.was[k] = v.At(i)
		}
		*v = Vec{old: old}
	}
	for k, i := range at {
		w.Set(i, x(k))
	}
	return w
}

// Taken tells whether a newer Vec has the storage of v. The storage is copied when v is next
// used.
func (v *Vec) Taken() bool { return v.old != nil && v.old.fetch == nil }

// own gives v storage of its own.
func (v *Vec) own() {
	if v.old == nil {
		return
	}
	var chain []*replaced
	w := v
	for ; w.old != nil && w.old.fetch == nil; w = w.old.newer {
		chain = append(chain, w.old)
	}
	w.here()
	if w == v {
		return
	}
	c := w.Clone()
	for _, old := range slices.Backward(chain) {
		for k, i := range slices.Backward(old.at) {
			c.Set(i, old.was[k])
		}
	}
	*v = *c
}
