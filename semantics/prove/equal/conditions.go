package equal

import (
	"slices"
	"strconv"

	"funmem/semantics/poly"
)

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
	if k := r.truths[c]; k[1] != 0 && slices.Contains(r.ctx.keys, k[1]) {
		return true, true
	} else if k[0] != 0 && slices.Contains(r.ctx.keys, k[0]) {
		return false, true
	}
	switch c.kind {
	case number:
		if r.proves(c.p.Sub(one)) || r.proves(c.p.Neg().Sub(one)) {
			return true, true
		}
		return false, r.isNothing(c.p)
	case atMost:
		if r.proves(c.p.Neg()) {
			return true, true
		}
		return false, r.proves(c.p.Sub(one))
	case zero:
		if r.proves(c.p.Sub(one)) || r.proves(c.p.Neg().Sub(one)) {
			return false, true
		}
		return true, r.isNothing(c.p)
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
		return false, r.isNothing(v)
	}
	return false, false
}

// assume runs do where a condition holds, or does not.
func (r *run) assume(cond *node, holds bool, do func()) {
	c, negated := r.condition(cond)
	r.assumed(c, holds != negated, do)
}

func (r *run) assumed(c *node, holds bool, do func()) {
	if r.truths[c] == [2]int{} {
		id := strconv.Itoa(c.id)
		r.truths[c] = [2]int{r.assumption("f" + id), r.assumption("t" + id)}
	}
	key := r.truths[c][0]
	if holds {
		key = r.truths[c][1]
	}
	r.conds[key] = c
	var s facts
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
func (r *run) all(keys []int) bool {
	for _, k := range keys {
		if slices.Contains(r.ctx.keys, k) {
			continue
		}
		c := r.conds[k]
		if c == nil {
			return false
		}
		if holds, known := r.decided(c); !known || holds != (k == r.truths[c][1]) {
			return false
		}
	}
	return true
}
