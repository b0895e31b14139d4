package regularity

import (
	"funmem/semantics/syntax"
)

// state is what the rounds of a loop carry, of each part: a parameter.
type state struct {
	d    []Triple // in all rounds
	same []bool   // no round changes the shape, ns₂ = ns₃, or the value of an int
	cond Triple   // d₁, of the condition
}

// rounds finds what a loop carries. The rules for while in Listing 4 look at one round. They are right if what they find is also
// what they start with. So the analysis begins with d₃ and ns₃, and looks at rounds until neither d nor what is known of shapes
// changes: d becomes d₂ ∧ d₃, and a part that a round may change has an unknown shape from then on.
func (a *analysis) rounds(params []*syntax.Binding, first []fact, round func() (cond Triple, next []fact)) state {
	st := state{d: make([]Triple, len(params)), same: make([]bool, len(params))}
	for l, f := range first {
		st.d[l], st.same[l] = f.d, params[l].Type.IsArray() || params[l].Type.IsInt()
	}
	for changed := true; changed; {
		a.within(func() {
			a.carry(params, first, st)
			var next []fact
			st.cond, next = round()
			changed = a.settle(&st, first, next)
		})
	}
	return st
}

// carry binds the parameters of a loop. Arrays come last, since their types mention ints.
func (a *analysis) carry(params []*syntax.Binding, first []fact, st state) {
	for _, arrays := range []bool{false, true} {
		for l, x := range params {
			if x.Type.IsArray() != arrays {
				continue
			}
			f := fact{d: st.d[l]}
			if st.same[l] {
				f.ns, f.is = first[l].ns, first[l].is
			}
			a.set(x, f)
		}
	}
}

// settle compares what a round gives with what it began with. It tells whether the analysis has to begin again with less.
func (a *analysis) settle(st *state, first, next []fact) (changed bool) {
	d := andTuple(st.d, triples(next))
	for l := range st.d {
		if st.same[l] && !a.unchanged(first[l], next[l]) {
			st.same[l], changed = false, true
		}
		if st.same[l] {
			d[l].N = first[l].d.N
		}
		changed = changed || !d[l].equal(st.d[l])
	}
	st.d = d
	return changed
}

// unchanged tells whether a round gives an array of the shape that the loop began with, or the same int.
func (a *analysis) unchanged(first, next fact) bool {
	if first.is != nil {
		return next.is != nil && a.equal(first.is, next.is)
	}
	return a.same(first.ns, next.ns)
}

// triples are the triples of facts.
func triples(next []fact) (ds []Triple) {
	for _, f := range next {
		ds = append(ds, f.d)
	}
	return ds
}
