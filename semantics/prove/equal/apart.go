package equal

import (
	"slices"
	"strconv"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// byElement is what an instance gives for an array state, if its elements can be told apart: each is written in a round of its own, or each has rounds of
// its own.
func (r *run) byElement(x *instance, k int) (v value, ok bool) {
	if !x.apart {
		return v, false
	}
	r.asAssumed(func() {
		for d := range x.inits[k].a.shape {
			if ok = r.ownRows(x, k, d); ok {
				v = value{a: r.rows(x, k, d)}
				return
			}
		}
		if ok = r.ownElements(x, k); ok {
			v = value{a: r.elements(x, k, nil)}
		}
	})
	return v, ok
}

// next is state k after round i. Before it, the state is the given one. Of the others that the rounds change nothing is known.
func (r *run) next(x *instance, k int, i poly.Poly, state *array) (v value, ok bool) {
	states := slices.Clone(x.states)
	for j, init := range x.inits {
		if v := states[j]; v.a == nil && v.n == nil && init.a == nil {
			states[j] = value{n: r.atom(init.n.elem, x.names[j])}
		}
	}
	for j, init := range x.inits {
		if v := states[j]; v.a == nil && v.n == nil && j != k {
			states[j] = value{a: r.opaque(r.newBase(x.names[j]), init.a.elem, x.shape(j, states))}
		}
	}
	states[k] = value{a: state}
	if keys(x.shape(k, states)) != keys(state.shape) {
		return v, false
	}
	_, round := x.enter(i, states)
	v = round()[k]
	return v, keys(v.a.shape) == keys(state.shape)
}

// inRound runs do in an arbitrary round of an instance.
func (r *run) inRound(x *instance, do func(i poly.Poly)) {
	i := r.atom(syntax.Int, "i").p
	r.within(r.assumption("r"+strconv.Itoa(r.syms.Made())), between(i, x.n), func() { do(i) })
}

// ownRows tells whether round i of an instance writes of state k only elements with the index i in dimension d, and writes there what does not depend on
// the states, but for what these elements were before the first round.
func (r *run) ownRows(x *instance, k, d int) (own bool) {
	init, made := x.inits[k].a, r.made
	r.inRound(x, func(i poly.Poly) {
		state := r.unwrittenRows(x, k, d, i)
		next, ok := r.next(x, k, i, state)
		if !ok {
			return
		}
		r.indices(init.shape, func(ix []poly.Poly) {
			kept := false
			r.assume(r.isZero(ix[d].Sub(i)), false, func() { kept = r.equal(next.at(ix), state.at(ix), mostDepth) })
			if !kept {
				return
			}
			at := slices.Clone(ix)
			at[d] = i
			r.within(r.assumption("row"+strconv.Itoa(r.syms.Made())), between(i, init.shape[d]), func() {
				own = r.onlyOf(next.at(at), made, append(at, ix...))
			})
		})
	})
	return own
}

// unwrittenRows is state k before round i, if only the rounds before it have written, each its own index in dimension d.
func (r *run) unwrittenRows(x *instance, k, d int, i poly.Poly) *array {
	init := x.inits[k].a
	b := r.newBase(x.names[k])
	return &array{elem: init.elem, shape: init.shape, at: func(ix []poly.Poly) *node {
		if ix[d].Key() == i.Key() {
			return init.at(ix)
		}
		return r.load(b, init.elem, ix)
	}}
}

// rows is state k after all rounds, each of which writes its own index in dimension d.
func (r *run) rows(x *instance, k, d int) *array {
	init, have := x.inits[k].a, remembered[value]{}
	return r.cached(&array{elem: init.elem, shape: init.shape, at: func(ix []poly.Poly) *node {
		i := ix[d]
		return r.ifThen(r.isAtMost(i.Sub(x.n)), func() *node {
			v, ok := recall(r, have, i.Key())
			if !ok {
				r.asNeeded(func() { v, _ = r.next(x, k, i, r.unwrittenRows(x, k, d, i)) })
				remember(r, have, i.Key(), v)
			}
			return v.at(ix)
		}, func() *node { return init.at(ix) })
	}})
}

// ownElements tells whether a round makes each element of state k from that element alone, and from what the rounds do not change.
func (r *run) ownElements(x *instance, k int) (own bool) {
	init, made := x.inits[k].a, r.made
	r.inRound(x, func(i poly.Poly) {
		r.indices(init.shape, func(ix []poly.Poly) {
			was := r.atom(init.elem, x.names[k])
			next, ok := r.next(x, k, i, r.oneElement(x, k, ix, was))
			own = ok && r.onlyOf(next.at(ix), made, append(slices.Clone(ix), i), was)
		})
	})
	return own
}

// oneElement is state k if nothing but one element of it is known.
func (r *run) oneElement(x *instance, k int, at []poly.Poly, was *node) *array {
	init := x.inits[k].a
	b := r.newBase(x.names[k])
	return &array{elem: init.elem, shape: init.shape, at: func(ix []poly.Poly) *node {
		if keys(ix) == keys(at) {
			return was
		}
		return r.load(b, init.elem, ix)
	}}
}

// elements is state k after all rounds, or a part of it, as kernels in which each iteration has the rounds of its own element.
func (r *run) elements(x *instance, k int, at []poly.Poly) *array {
	init := x.inits[k].a
	n := init.shape[len(at)]
	z := &syntax.Binding{Name: x.names[k]}
	var b *base
	have := remembered[value]{}
	r.index(n, func(i poly.Poly) {
		ix := append(slices.Clone(at), i)
		var v value
		if len(ix) < len(init.shape) {
			v.a = r.elements(x, k, ix)
		} else {
			v = r.rounds(r.element(x, k, ix)).results[0]
		}
		remember(r, have, i.Key(), v)
		b = r.named(z, kernelText(n, i, r.print(v)))
	})
	return &array{elem: init.elem, shape: init.shape[len(at):], at: func(ix []poly.Poly) *node {
		if v, ok := recall(r, have, ix[0].Key()); ok {
			return v.at(ix[1:])
		}
		return r.load(b, init.elem, ix)
	}}
}

// element is an instance that has one element of state k as its state.
func (r *run) element(x *instance, k int, ix []poly.Poly) *instance {
	return &instance{
		names: x.names[k : k+1], n: x.n, inits: []value{{n: x.inits[k].a.at(ix)}}, fixed: []bool{false},
		enter: func(i poly.Poly, states []value) (*node, func() []value) {
			return nil, func() []value {
				next, _ := r.next(x, k, i, r.oneElement(x, k, ix, states[0].n))
				return []value{{n: next.at(ix)}}
			}
		},
	}
}

// onlyOf tells whether a node is made of what was there when so many things were made, of some ints, and of some other nodes.
func (r *run) onlyOf(n *node, made int, ints []poly.Poly, others ...*node) bool {
	ok := map[*node]bool{}
	for _, x := range others {
		if ok[x] = true; x.elem == syntax.Int {
			ints = append(ints, x.p)
		}
	}
	var of func(n *node) bool
	vars := func(p poly.Poly) bool {
		return !slices.ContainsFunc(p.Vars(), func(id int) bool { return r.byVar[id] == nil || !of(r.byVar[id]) })
	}
	for _, p := range ints {
		for _, id := range p.Vars() {
			ok[r.byVar[id]] = true
		}
	}
	of = func(n *node) bool {
		done, seen := ok[n]
		if seen {
			return done
		}
		switch ok[n] = false; n.kind {
		case number, zero, atMost:
			ok[n] = vars(n.p)
		case literal, unwritten:
			ok[n] = true
		case atom:
			ok[n] = n.id <= made
		case element:
			ok[n] = (n.base.id <= made || n.base.elems != nil && !slices.ContainsFunc(n.base.elems, func(x *node) bool { return !of(x) })) &&
				!slices.ContainsFunc(n.args, func(x *node) bool { return !of(x) })
		case operation, choice:
			ok[n] = !slices.ContainsFunc(n.args, func(x *node) bool { return !of(x) })
		}
		return ok[n]
	}
	return of(n)
}
