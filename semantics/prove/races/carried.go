package races

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// carriedInt is how an int that a loop carries changes.
type carriedInt struct {
	change change
	step   poly.Poly // if it steps: what each round adds to it
	limits []limit   // if it changes in any way: what holds for it when a round begins
}

// change is a way to change. Each is given up for the next one.
type change uint8

const (
	stays change = iota // the same in all rounds
	steps               // each round adds the same number
	any                 // limits are all that is known
)

// limit is what holds for an int x when round i begins: a·x + b + (i − 1)·c >= 0, where a is 1 or −1.
type limit struct{ a, b, c poly.Poly }

func (l limit) at(x, i poly.Poly) poly.Poly {
	return l.a.Mul(x).Add(l.b).Add(i.Sub(one).Mul(l.c))
}

// value is the k-th carried value when round i begins.
func (r *rounds) value(k int, i poly.Poly) val {
	c, first := &r.ints[k], r.carried[k]
	switch c.change {
	case stays:
		return first
	case steps:
		return val{n: first.n.Add(i.Sub(one).Mul(c.step))}
	}
	v := r.w.unknown(r.params[k], nil)
	for _, l := range c.limits {
		r.w.facts.NonNeg(l.at(v.n, i))
	}
	return v
}

// after is the round that would come after the last one. How many rounds there are is known for a for loop only.
func (r *rounds) after() poly.Poly {
	w := r.w
	if r.n != nil && w.ask() && w.greater(*r.n) {
		return r.n.Add(one)
	}
	i := w.fresh("round")
	w.facts.AtMost(one, i)
	if r.n != nil {
		var some, none prove.System
		some.Zero(r.n.Add(one).Sub(i))
		none.AtMost(*r.n, poly.Poly{})
		none.Zero(i.Sub(one))
		w.facts.Either(some, none)
	}
	return i
}

// keepInts looks at the ints that round i gives to the next one, at its end. If one of them is not what was assumed, less is
// assumed about it from then on, and the round is to be walked again. What is assumed in the end holds for the first
// round, and a round in which all of it holds gives it to the next one. So it holds in all rounds, by induction.
func (r *rounds) keepInts(i poly.Poly, now, next []val) (kept bool) {
	kept = true
	for k, x := range r.params {
		if !x.Type.IsInt() {
			continue
		}
		c := &r.ints[k]
		by := next[k].n.Sub(now[k].n)
		switch {
		case c.change == stays && !by.IsZero() && r.w.trace != nil: // a trace is walked again and again
			c.change, kept = any, false
		case c.change == stays && !by.IsZero():
			c.change, c.step, kept = steps, by, false
			if !r.invariant(by) {
				r.limit(k, by)
			}
		case c.change == steps && poly.Compare(by, c.step) != poly.Equal:
			r.limit(k, by)
			kept = false
		case c.change == any:
			n := len(c.limits)
			c.limits = slices.DeleteFunc(c.limits, func(l limit) bool { return !r.w.follows(r.w.facts, l.at(next[k].n, i.Add(one))) })
			kept = kept && len(c.limits) == n
		}
	}
	return kept
}

// invariant tells whether an int is made of those from before the loop only.
func (r *rounds) invariant(p poly.Poly) bool {
	return !slices.ContainsFunc(p.Vars(), func(id int) bool { return id > r.symbol })
}

// limit begins to assume limits of an int: it never falls below where it began, or never rises above it, or is not negative,
// or a round adds at most so much. The last is made from what one round adds, with its conditions true.
func (r *rounds) limit(k int, by poly.Poly) {
	c, first := &r.ints[k], r.carried[k].n
	c.change, c.limits = any, nil
	up, down := one, one.Neg()
	add := func(l limit) {
		if r.w.follows(r.facts, l.at(first, one)) {
			c.limits = append(c.limits, l)
		}
	}
	add(limit{a: up, b: first.Neg()})
	add(limit{a: down, b: first})
	if _, isConst := first.Const(); !isConst {
		add(limit{a: up})
		add(limit{a: up, b: down})
	}
	most := by.Abstract(func(op syntax.Op, args []poly.Poly) poly.Poly {
		if syntax.Ops[op].Truth {
			return one
		}
		return r.w.fresh(prove.Unnamed)
	})
	if most.IsZero() || !r.invariant(most) {
		return
	}
	add(limit{a: down, b: first, c: most})
	add(limit{a: up, b: first.Neg(), c: most.Neg()})
}

// follows tells whether p >= 0 is proved from some facts.
func (w *walker) follows(facts prove.System, p poly.Poly) bool {
	if k, ok := p.Const(); ok {
		return k.Sign() >= 0
	}
	if !w.ask() {
		return false
	}
	syms := w.syms
	if w.trace != nil {
		syms = syms.Limited(w.trace.tests)
	}
	return facts.Proves(syms, p)
}
