package equal

import (
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// instance is a loop or a fold that runs at a place: the states that it carries from round to round.
type instance struct {
	keys   []int     // where it is
	taken  bool      // another one has results of it
	again  bool      // all that it changes is what another one gives: that one is tried instead
	after  bool      // it is one of AFTER, or was computed for AFTER
	inside bool      // its round is looked at: no loop in that round is tried with it
	names  []string  // of what it gives
	n      poly.Poly // how many rounds there are
	while  bool      // a condition says that instead
	apart  bool      // its arrays may be looked at element by element: nothing in it is a loop, and n says how many rounds there are
	inits  []value
	begins []string // texts of these
	fixed  []bool   // each round gives the same state on, by its text

	shape func(k int, states []value) []poly.Poly                             // of a state that is an array; the states that are scalars are there
	enter func(i poly.Poly, states []value) (cond *node, next func() []value) // round i

	states  []value // that the rounds do not change, or the zero value
	results []value
	scans   []*base // the states after each round
	like    []of    // of a state that another instance has as well: whose results it has
}

// of is a state of an instance.
type of struct {
	x *instance
	k int
}

// loop is E-LOOP.
func (r *run) loop(pat []*syntax.Binding, e *syntax.Loop, in *env) *instance {
	x := &instance{names: plain(pat), inits: r.operands(e.Init, in), while: e.For == nil}
	if e.For != nil {
		x.n, x.apart = r.intOf(e.For.N, in), !r.loops(e.Body, in)
	}
	for k, p := range e.Params {
		x.fixed = append(x.fixed, handedOn(e.Body, k, p.ID))
	}
	carried := func(vs []value) *env {
		inner := in.inner()
		for k, p := range e.Params {
			inner.bind(p, vs[k])
		}
		return inner
	}
	r.fits(e.Params, carried(x.inits))
	x.shape = func(k int, states []value) []poly.Poly { return r.ints(e.Params[k].Type.Dims, carried(states)) }
	x.enter = func(i poly.Poly, states []value) (*node, func() []value) {
		inner := carried(states)
		var cond *node
		if x.while {
			cond = r.body(e.While, inner.inner())[0].n
		} else {
			inner.bind(e.For.X, value{n: r.int(i)})
		}
		return cond, func() []value {
			next := r.body(e.Body, inner.inner())
			r.fits(e.Params, carried(next))
			return next
		}
	}
	return x
}

// fold is E-REDUCE and E-SCAN.
func (r *run) fold(pat []*syntax.Binding, e syntax.Expr, in *env) *instance {
	f := syntax.FoldOf(e)
	round, accs, elems, _ := f.Params()
	xs := make([]*array, len(f.Xs))
	for k, x := range f.Xs {
		xs[k] = r.array(x, in)
		r.equals(xs[k].shape[0], xs[0].shape[0], func() string { return "that the arrays of the " + f.Name + " have one size" })
	}
	x := &instance{names: plain(pat), inits: r.operands(f.Ne, in), n: xs[0].shape[0]}
	if _, ok := e.(*syntax.Reduce); ok {
		x.apart = !r.loops(f.Lambda().Body, in)
	}
	for k, a := range accs {
		x.fixed = append(x.fixed, handedOn(f.Lambda().Body, k, a.ID))
	}
	x.shape = func(k int, _ []value) []poly.Poly { return x.inits[k].shape() }
	x.enter = func(i poly.Poly, states []value) (*node, func() []value) {
		inner := in.inner()
		if round != nil {
			inner.bind(round, value{n: r.int(i)})
		}
		for k, a := range accs {
			inner.bind(a, states[k])
		}
		return nil, func() []value {
			for k, a := range elems {
				v := xs[k].row(i)
				if v.a == nil {
					v.n = r.read(v.n, func() string { return "that the elements of `" + inText(f.Xs[k]) + "` are there" })
				}
				inner.bind(a, v)
			}
			next := r.body(f.Lambda().Body, inner)
			for k, v := range next {
				r.shaped(v, states[k].shape(), func() string { return "that the accumulators of the " + f.Name + " keep their shapes" })
			}
			return next
		}
	}
	return x
}

// handedOn tells whether result k of a body is the variable of an ID, perhaps by other names.
func handedOn(b *syntax.Body, k, id int) bool {
	x := b.Res[k]
	for _, s := range slices.Backward(b.Stms) {
		if l, ok := s.(*syntax.Let); ok && len(l.Pat) == 1 && syntax.IsVar(x, l.Pat[0].ID) {
			x = l.Exp
		}
	}
	return syntax.IsVar(x, id)
}

// plain are the names of binders without the numbers that make them unique.
func plain(pat []*syntax.Binding) []string {
	names := make([]string, len(pat))
	for i, x := range pat {
		names[i] = x.Name
		if k := strings.LastIndexByte(x.Name, '_'); k > 0 {
			if _, err := strconv.Atoi(x.Name[k+1:]); err == nil {
				names[i] = x.Name[:k]
			}
		}
	}
	return names
}

// class is the states that are equal in all rounds.
type class struct {
	members  []of
	constant bool  // the rounds do not change them
	init     value // of all of them
	value    value // in the round that is looked at
}

// mostLike is how many other instances are tried for one.
const mostLike = 8

// rounds finds what an instance gives: what its rounds do not change, and which of its states are those of another instance.
func (r *run) rounds(x *instance) *instance {
	x.keys, x.after = r.ctx.keys, !r.before
	for _, v := range x.inits {
		x.begins = append(x.begins, r.print(v))
	}
	together, classes := r.joined(x)
	if !r.assuming && !r.before {
		if x.while && len(together) == 1 {
			r.require("ends", facts{}, never, func() string { return "that the loop comes to an end" })
		}
		r.round(together, classes, x, func([]*node, map[*instance][]value) {})
	}
	x.results, x.states, x.like, x.scans = make([]value, len(x.inits)), make([]value, len(x.inits)), make([]of, len(x.inits)), make([]*base, len(x.inits))
	var arrays []*class
	for _, c := range classes {
		switch first := c.members[0]; {
		case c.constant:
			x.give(c, c.init)
		case first.x != x:
			first.x.taken = true
			x.give(c, first.x.results[first.k])
		case c.init.a == nil:
			x.give(c, value{n: r.atom(c.init.n.elem, x.names[c.members[0].k])})
		default:
			arrays = append(arrays, c)
		}
	}
	for _, c := range arrays {
		k := c.members[0].k
		v, ok := r.byElement(x, k)
		if !ok {
			v = value{a: r.opaque(r.newBase(x.names[k]), c.init.a.elem, x.shape(k, x.results))}
		}
		x.give(c, v)
	}
	x.again = len(together) > 1 && matched(classes, x) == len(x.inits) && subset(together[0].keys, x.keys)
	r.instances = append(r.instances, x)
	return x
}

// give is the value of a class after the last round.
func (x *instance) give(c *class, v value) {
	for _, m := range c.members {
		if m.x == x {
			x.results[m.k], x.like[m.k] = v, c.members[0]
			if c.constant {
				x.states[m.k] = v
			}
		}
	}
}

// scanned are the states of an instance after each of its rounds.
func (r *run) scanned(x *instance, k int) value {
	shape := append([]poly.Poly{x.n}, x.inits[k].shape()...)
	if v := x.states[k]; v.a != nil || v.n != nil {
		return value{a: &array{elem: v.elem(), shape: shape, at: func(ix []poly.Poly) *node { return v.at(ix[1:]) }}}
	}
	for first := x.like[k]; first.x != x || first.k != k; first = x.like[k] {
		x, k = first.x, first.k
	}
	if x.scans[k] == nil {
		x.scans[k] = r.newBase(x.names[k])
	}
	return value{a: r.opaque(x.scans[k], x.inits[k].elem(), shape)}
}

// settle finds the states of some instances with one number of rounds that are equal in all rounds, or do not change. It begins with those that are equal
// before the first round, as if none changed that its text hands on, and takes apart what a round makes different, until a round makes nothing different. By induction the rest
// is equal.
func (r *run) settle(xs []*instance) (classes []*class, ok bool) {
	for _, x := range xs {
	states:
		for k, v := range x.inits {
			for _, c := range classes {
				if c.constant == x.fixed[k] && r.quickly(func() bool { return r.sameValue(c.init, v) }) {
					c.members = append(c.members, of{x, k})
					continue states
				}
			}
			classes = append(classes, &class{members: []of{{x, k}}, constant: x.fixed[k], init: v})
		}
	}
	for {
		next, changed, ok := r.taken(xs, classes)
		if !changed || !ok {
			return classes, ok
		}
		classes = next
	}
}

// taken takes the classes apart that a round makes different. It is not ok if not all instances go on to the next round together.
func (r *run) taken(xs []*instance, classes []*class) (next []*class, changed, ok bool) {
	r.round(xs, classes, nil, func(conds []*node, after map[*instance][]value) {
		for _, c := range conds {
			if c != conds[0] {
				return
			}
		}
		ok = true
		for _, c := range classes {
			var parts []*class
		members:
			for _, m := range c.members {
				v := after[m.x][m.k]
				constant := c.constant && r.quickly(func() bool { return r.sameValue(v, c.init) })
				for _, quick := range []bool{true, false} {
					for _, p := range parts {
						if p.constant == constant && (constant || r.alike(quick, p.value, v)) {
							p.members = append(p.members, m)
							continue members
						}
					}
				}
				parts = append(parts, &class{members: []of{m}, constant: constant, init: c.init, value: v})
			}
			changed = changed || len(parts) > 1 || parts[0].constant != c.constant
			next = append(next, parts...)
		}
	})
	return next, changed, ok
}

// round runs an arbitrary round of some instances, and then do.
func (r *run) round(xs []*instance, classes []*class, strict *instance, do func(conds []*node, after map[*instance][]value)) {
	i := r.atom(syntax.Int, "i").p
	key := r.assumption("r" + strconv.Itoa(r.syms.Made()))
	var s facts
	if xs[0].while {
		s.AtMost(one, i)
	} else {
		s = between(i, xs[0].n)
	}
	for _, x := range xs {
		x.inside = true
	}
	had := len(r.instances)
	defer func() {
		r.instances = r.instances[:had] // the others are of this round
		for _, x := range xs {
			x.inside = false
		}
	}()
	r.within(key, s, func() {
		states := map[*instance][]value{}
		for _, x := range xs {
			states[x] = make([]value, len(x.inits))
		}
		give := func(c *class, v value) {
			c.value = v
			for _, m := range c.members {
				states[m.x][m.k] = v
			}
		}
		for _, c := range classes {
			switch {
			case c.constant:
				give(c, c.init)
			case c.init.a == nil:
				give(c, value{n: r.atom(c.init.n.elem, c.members[0].x.names[c.members[0].k])})
			}
		}
		for _, c := range classes {
			if m := c.members[0]; !c.constant && c.init.a != nil {
				give(c, value{a: r.opaque(r.newBase(m.x.names[m.k]), c.init.a.elem, m.x.shape(m.k, states[m.x]))})
			}
		}
		conds := make([]*node, len(xs))
		nexts := make([]func() []value, len(xs))
		after := map[*instance][]value{}
		as := func(x *instance, work func()) {
			if x == strict {
				work()
			} else {
				r.asAssumed(work)
			}
		}
		for k, x := range xs {
			as(x, func() { conds[k], nexts[k] = x.enter(i, states[x]) })
		}
		work := func() {
			for k, x := range xs {
				as(x, func() { after[x] = nexts[k]() })
			}
			do(conds, after)
		}
		switch {
		case !xs[0].while:
			work()
		case slices.ContainsFunc(conds, func(c *node) bool { return c != conds[0] }):
			do(conds, nil)
		default:
			r.assume(conds[0], true, work)
		}
	})
}

// quickly is an answer without a search.
func (r *run) quickly(do func() bool) bool {
	was := r.quick
	defer func() { r.quick = was }()
	r.quick = true
	return do()
}

func (r *run) alike(quick bool, v, w value) bool {
	if quick {
		return r.quickly(func() bool { return r.sameValue(v, w) })
	}
	return r.sameValue(v, w)
}
