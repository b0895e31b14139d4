package equal

import (
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
)

// context is what is assumed at a place: the ranges of the indices around it, and the conditions of the branches. Contexts with the same assumptions
// are the same pointer.
type context struct {
	keys  []string // of the assumptions, in order
	sig   string
	facts prove.System

	learned  int             // of run.facts: how many were looked at
	all      prove.System    // facts, and what of run.facts holds here
	proved   map[string]bool // polynomials that are not negative
	unproved map[string]int  // polynomials of which that was not shown, with the number of facts at that time
}

// fact is something that holds where some assumptions hold.
type fact struct {
	keys  []string
	facts prove.System
}

// contexts has each context once, and what was learned in them.
type contexts struct {
	root  *context
	ctx   *context // the one of the place that is looked at
	bySig map[string]*context
	facts []fact
	held  map[string][][]string // of an obligation: the assumptions under which it is known to hold
	atoms map[string][]*indexed // the indices for each bound
	conds map[string]*node      // the truths that assumptions are about
}

// indexed is an index with its range, 1 to its bound.
type indexed struct {
	p   poly.Poly
	key string
}

func (r *run) newContext(keys []string, facts prove.System) *context {
	return &context{keys: keys, sig: strings.Join(keys, " "), facts: facts, all: facts, proved: map[string]bool{}, unproved: map[string]int{}}
}

// everywhere learns that p >= 0.
func (r *run) everywhere(p poly.Poly) {
	var s prove.System
	s.NonNeg(p)
	r.facts = append(r.facts, fact{nil, s})
}

// learn adds a fact of the place that is looked at.
func (r *run) learn(s prove.System) {
	if s.Size() > 0 {
		r.facts = append(r.facts, fact{r.ctx.keys, s})
	}
}

// within runs do with one assumption more.
func (r *run) within(key string, facts prove.System, do func()) {
	outer := r.ctx
	defer func() { r.ctx = outer }()
	if !slices.Contains(outer.keys, key) {
		keys := append(slices.Clone(outer.keys), key)
		slices.Sort(keys)
		sig := strings.Join(keys, " ")
		if r.bySig[sig] == nil {
			all := outer.facts
			all.Add(facts)
			r.bySig[sig] = r.newContext(keys, all)
		}
		r.ctx = r.bySig[sig]
	}
	do()
}

// index runs do with an index from 1 to n that is not used yet. Each bound has its own indices, so that two kernels with one bound have the same one.
func (r *run) index(n poly.Poly, do func(i poly.Poly)) {
	k := n.Key()
	for _, x := range r.atoms[k] {
		if !slices.Contains(r.ctx.keys, x.key) {
			r.within(x.key, between(x.p, n), func() { do(x.p) })
			return
		}
	}
	i := r.atom(0, "i"+strconv.Itoa(len(r.atoms[k])+1)).p
	x := &indexed{i, "i" + strconv.Itoa(r.syms.Made())}
	r.atoms[k] = append(r.atoms[k], x)
	r.within(x.key, between(i, n), func() { do(i) })
}

// between is 1 <= i <= n.
func between(i, n poly.Poly) (s prove.System) {
	s.AtMost(one, i)
	s.AtMost(i, n)
	s.AtMost(one, n)
	return s
}

// indices runs do with an index for each size.
func (r *run) indices(shape []poly.Poly, do func(is []poly.Poly)) {
	var next func(is []poly.Poly)
	next = func(is []poly.Poly) {
		if len(is) == len(shape) {
			do(is)
			return
		}
		r.index(shape[len(is)], func(i poly.Poly) { next(append(slices.Clip(is), i)) })
	}
	next(nil)
}

// system is what holds at the place that is looked at.
func (r *run) system() prove.System {
	c := r.ctx
	for ; c.learned < len(r.facts); c.learned++ {
		if f := &r.facts[c.learned]; subset(f.keys, c.keys) {
			c.all.Add(f.facts)
		}
	}
	return c.all
}

// subset tells whether all of a sorted list are in another one.
func subset(keys, of []string) bool {
	k := 0
	for _, x := range of {
		if k < len(keys) && keys[k] == x {
			k++
		}
	}
	return k == len(keys)
}

// mostTests is how many linear programs a question may take.
const mostTests = 12

// proves tells whether p >= 0 at the place that is looked at.
func (r *run) proves(p poly.Poly) bool {
	if k, ok := p.Const(); ok {
		return k.Sign() >= 0
	}
	c, k := r.ctx, p.Key()
	if c.proved[k] {
		return true
	}
	if n, ok := c.unproved[k]; ok && n == len(r.facts) {
		return false
	}
	s := r.system()
	if s.Says(p) || s.Proves(r.syms.Limited(mostTests), p) {
		c.proved[k] = true
		return true
	}
	c.unproved[k] = len(r.facts)
	return false
}

// same tells whether two ints are equal at the place that is looked at.
func (r *run) same(p, q poly.Poly) bool {
	d := p.Sub(q)
	if k, ok := d.Const(); ok {
		return k.IsZero()
	}
	return r.proves(d) && r.proves(d.Neg())
}

// decide tells whether a condition holds at the place that is looked at, if that is known.
func (r *run) decide(cond *node) (holds, known bool) {
	if cond.kind == unwritten {
		return false, false
	}
	if k, ok := cond.p.Const(); ok && cond.kind == number {
		return !k.IsZero(), true
	}
	c, negated := r.condition(cond)
	holds, known = r.decided(c)
	return holds != negated, known
}

func (r *run) decided(c *node) (holds, known bool) {
	id := strconv.Itoa(c.id)
	if slices.Contains(r.ctx.keys, "t"+id) {
		return true, true
	}
	if slices.Contains(r.ctx.keys, "f"+id) {
		return false, true
	}
	switch c.kind {
	case number:
		if r.proves(c.p.Sub(one)) || r.proves(c.p.Neg().Sub(one)) {
			return true, true
		}
		return false, r.same(c.p, poly.Poly{})
	case atMost:
		if r.proves(c.p.Neg()) {
			return true, true
		}
		return false, r.proves(c.p.Sub(one))
	case zero:
		if r.proves(c.p.Sub(one)) || r.proves(c.p.Neg().Sub(one)) {
			return false, true
		}
		return true, r.same(c.p, poly.Poly{})
	case choice:
		if t, ok := r.decided(c.args[0]); ok {
			if t {
				return r.decide(c.args[1])
			}
			return r.decide(c.args[2])
		}
	case atom, element:
		v := r.known(c).p
		if r.proves(v.Sub(one)) || r.proves(v.Neg().Sub(one)) {
			return true, true
		}
		return false, r.same(v, poly.Poly{})
	}
	return false, false
}

// assume runs do where a condition holds, or does not.
func (r *run) assume(cond *node, holds bool, do func()) {
	c, negated := r.condition(cond)
	r.assumed(c, holds != negated, do)
}

func (r *run) assumed(c *node, holds bool, do func()) {
	key := "f" + strconv.Itoa(c.id)
	if holds {
		key = "t" + strconv.Itoa(c.id)
	}
	r.conds[key] = c
	var s prove.System
	next := do
	switch {
	case c.kind == number && !holds:
		s.Zero(c.p)
	case c.kind == atMost && holds:
		s.AtMost(c.p, poly.Poly{})
	case c.kind == atMost:
		s.AtMost(one, c.p)
	case c.kind == zero && holds:
		s.Zero(c.p)
	case c.kind == zero && r.proves(c.p):
		s.AtMost(one, c.p)
	case c.kind == zero && r.proves(c.p.Neg()):
		s.AtMost(c.p, one.Neg())
	case c.kind == choice: // what && and || say
		yes, no := c.args[1], c.args[2]
		if k, ok := no.p.Const(); ok && no.kind == number && !k.IsZero() != holds {
			next = func() { r.assumed(c.args[0], true, func() { r.assume(yes, holds, do) }) }
		} else if k, ok := yes.p.Const(); ok && yes.kind == number && !k.IsZero() != holds {
			next = func() { r.assumed(c.args[0], false, func() { r.assume(no, holds, do) }) }
		}
	}
	if c.at != 0 && (c.bit || !holds) {
		s.Zero(r.syms.Get(c.at).Sub(r.truth(holds).p))
	}
	r.within(key, s, next)
}

// holds tells whether an obligation is known to hold at the place that is looked at, since BEFORE has the same one.
func (r *run) holds(obligation string) bool {
	for _, keys := range r.held[obligation] {
		if r.all(keys) {
			return true
		}
	}
	return false
}

// all tells whether the assumptions hold at the place that is looked at.
func (r *run) all(keys []string) bool {
	for _, k := range keys {
		if slices.Contains(r.ctx.keys, k) {
			continue
		}
		c := r.conds[k]
		if c == nil {
			return false
		}
		if holds, known := r.decided(c); !known || holds != (k[0] == 't') {
			return false
		}
	}
	return true
}
