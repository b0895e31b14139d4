package prove

import (
	"fmt"
	"slices"
)

// question is two LMADs and what is known about their variables. The variables take
// the values from 0 to the bound of the oracle, and some take values below 0 as well.
type question struct {
	shape string
	syms  *Symbols
	facts System
	a, b  LMAD

	negative []int
}

// oracle answers questions by looking at all elements for all values of the variables
// up to a bound.
type oracle struct {
	bound int64
	marks [1 << 16]uint32
	stamp uint32
}

// disjoint tells whether no values that the facts allow make the two meet.
func (o *oracle) disjoint(q *question) bool {
	s, ok := newSearch(q.syms, q.facts, q.a, q.b)
	if !ok {
		panic("not evaluated")
	}
	const half = int64(len(o.marks)) / 2
	within := func(id int) (lo, hi int64) {
		if slices.Contains(q.negative, id) {
			lo = -o.bound
		}
		return lo, o.bound
	}
	return s.each(s.facts, within, func(v []int64) bool {
		o.stamp++
		apart := true
		s.elements(s.a, v, func(_ []int64, off int64) bool {
			o.marks[off+half] = o.stamp
			return true
		})
		s.elements(s.b, v, func(_ []int64, off int64) bool {
			apart = o.marks[off+half] != o.stamp
			return apart
		})
		return apart
	})
}

// String is the question as one would ask it with :overlap.
func (q *question) String() string {
	s := q.shape + ": " + q.a.String() + " and " + q.b.String() + " where"
	for _, p := range q.facts.nonNegs {
		s += " " + p.String() + " >= 0,"
	}
	return s
}

func percent(what string, k, n int) string {
	return fmt.Sprintf("  %5.1f %%  of %5d  %s", 100*float64(k)/float64(n), n, what)
}
