package races

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
)

// Order says in which iteration or round a write is, for one that an array is used in.
type Order uint8

// The orders.
const (
	Same    Order = iota // in the same one
	Earlier              // in an earlier one
	Later                // in a later one
	Other                // in any other one
)

// tapeTests are the linear programs that a question about a tape may take.
const tapeTests = 48

// Apart tells whether a write, event w, is proved to touch nothing of what event u uses. within and end are the events at which the iterations or rounds
// begin and end that order is about.
func (t *Tape) Apart(w, u int, order Order, within, end int) bool {
	return t.Oblige(func() bool { return t.apart(w, u, order, within, end) })
}

// Oblige is Oblige of the budget.
func (t *Tape) Oblige(do func() bool) bool { return t.w.syms.Budget.Oblige(do) }

func (t *Tape) apart(w, u int, order Order, within, end int) bool {
	a, b := &t.Events[w], &t.Events[u]
	if len(a.in) == 0 || len(b.in) == 0 {
		return false // any block
	}
	limit := len(t.w.allocs) + 1
	if order != Same {
		limit = t.Events[within].made + 1
		if t.w.turns.before(a.in, limit)[0] >= limit || t.w.turns.before(b.in, limit)[0] >= limit {
			return true // a block of one iteration or round
		}
	}
	if !t.w.turns.mayMeet(a.in, b.in, limit) {
		return true
	}
	facts := b.facts
	if order == Same {
		facts.Add(a.facts)
		return t.disjoint(t.w.syms.For(meets(a, b, order)), facts, a.l, b.l)
	}
	syms := t.w.syms.For(meets(a, b, order))
	by := syms.Copies(t.Events[within].symbol, t.Events[end].symbol)
	facts.Add(a.facts.Subst(by))
	l, i := a.l.Subst(by), t.Events[within].i
	ordered := func(first, second poly.Poly) bool {
		facts := facts
		facts.Less(first, second)
		return t.disjoint(syms, facts, l, b.l)
	}
	j := i.Subst(by)
	return (order == Later || ordered(j, i)) && (order == Earlier || ordered(i, j))
}

// words are the orders in words.
var words = [...]string{Same: "", Earlier: ", in an earlier round", Later: ", in a later round", Other: ", in another iteration"}

// meets says which write and which use a question is about.
func meets(w, u *Event, order Order) func() string {
	return func() string {
		return fmt.Sprintf("the write of `%s`, %s%s, and `%s`, %s", w.Name, w.At, words[order], u.Name, u.At)
	}
}

// about says, in a format for the name and the place, which event a question is about.
func (e *Event) about(format string) func() string {
	return func() string { return fmt.Sprintf(format, e.Name, e.At) }
}

func (t *Tape) disjoint(syms *prove.Symbols, facts prove.System, a, b prove.LMAD) bool {
	if prove.Ordered(syms, facts, a, b) {
		return true
	}
	if !t.w.ask() {
		return false
	}
	y := syms.Limited(tapeTests)
	if slices.ContainsFunc(t.w.bases, func(x prove.Base) bool { return x.Disjoint(y, facts, a, b) }) {
		return true
	}
	_, ok := prove.Disjoint(y, facts, a, b)
	return ok
}

// Distinct tells whether all elements of an array are proved to have locations of their own.
func (t *Tape) Distinct(k int) bool {
	e := &t.Events[k]
	if !t.w.ask() {
		return false
	}
	y := t.w.syms.For(e.about("elements of `%s`, %s")).Limited(tapeTests)
	return t.Oblige(func() bool {
		if slices.ContainsFunc(t.w.bases, func(x prove.Base) bool { return x.Apart(y, e.facts, e.l, e.l) }) {
			return true
		}
		_, ok := prove.Injective(y, e.facts, e.l)
		return ok
	})
}

// Moves tells whether each element of a copy that goes element by element is proved to be read before it is overwritten.
func (t *Tape) Moves(k int) bool {
	e := &t.Events[k]
	if !t.w.mayMeet(e.in, e.source.blocks) {
		return true
	}
	if !t.w.ask() {
		return false
	}
	_, ok := prove.Apart(t.w.syms.For(e.about("the copy `%s`, %s")).Limited(tapeTests), e.facts, e.l, e.source.l)
	return ok
}

// Holds tells whether an obligation is met.
func (t *Tape) Holds(k int) bool {
	e := &t.Events[k]
	y := t.w.syms.For(e.about("%s, %s"))
	return e.ok && !slices.ContainsFunc(e.bounds, func(b *bound) bool {
		return !t.Oblige(func() bool { return t.w.holdsFor(y, b) || !b.p.IsZero() && t.holdsLater(y, b, e) }) // a bound without an int never holds
	})
}

// holdsLater tries to prove a bound with what is known at the ends of the bodies around it.
func (t *Tape) holdsLater(y *prove.Symbols, b *bound, e *Event) bool {
	facts := b.facts
	for _, f := range e.after {
		facts.Add(f)
	}
	known := facts
	for _, g := range e.given {
		if t.w.ask() && facts.Proves(y.Limited(tapeTests), g.positive.Sub(one)) {
			known.Add(g.then)
		}
	}
	return len(e.after) > 0 && t.w.ask() && known.Proves(y.Limited(tapeTests), b.p)
}

// Covers tells whether what event u overwrites next, a part of an array, has the locations of array k, in any shape.
func (t *Tape) Covers(u, k int) bool {
	part := t.Events[u]
	part.in, part.l = part.source.blocks, part.source.l
	return sameLocations(part, t.Events[k])
}

// SameLocations tells whether two arrays have the same locations, in any shape.
func (t *Tape) SameLocations(j, k int) bool { return sameLocations(t.Events[j], t.Events[k]) }

func sameLocations(a, b Event) bool {
	a.l, b.l = flattened(a.l), flattened(b.l)
	return samePlace(&a, &b)
}

// flattened is an LMAD of the same locations: dimensions of which one goes on where the other one ends are one, and they have an order.
func flattened(l prove.LMAD) prove.LMAD {
	dims := slices.Clone(l.Dims)
	for again := true; again; {
		again = false
		for j, d := range dims {
			k := slices.IndexFunc(dims, func(e prove.Dim) bool { return poly.Compare(d.Stride, e.Size.Mul(e.Stride)) == poly.Equal })
			if k >= 0 && k != j {
				dims[j] = prove.Dim{Size: d.Size.Mul(dims[k].Size), Stride: dims[k].Stride}
				dims, again = slices.Delete(dims, k, k+1), true
				break
			}
		}
	}
	slices.SortFunc(dims, func(d, e prove.Dim) int {
		return strings.Compare(d.Stride.Key()+" "+d.Size.Key(), e.Stride.Key()+" "+e.Size.Key())
	})
	return prove.LMAD{Offset: l.Offset, Dims: dims}
}

// SamePlace tells whether two arrays lie in the same locations, element by element.
func (t *Tape) SamePlace(j, k int) bool { return samePlace(&t.Events[j], &t.Events[k]) }

func samePlace(a, b *Event) bool {
	return alike(a, b, func(p, q poly.Poly) bool { return poly.Compare(p, q) == poly.Equal })
}

// Lies tells whether array k is proved to lie in the locations of array j, element by element.
func (t *Tape) Lies(k, j int) bool {
	e := &t.Events[k]
	y := t.w.syms.For(e.about("the place of `%s`, %s")).Limited(tapeTests)
	return t.SamePlace(k, j) || t.Oblige(func() bool {
		return alike(e, &t.Events[j], func(p, q poly.Poly) bool {
			return poly.Compare(p, q) == poly.Equal || t.w.ask() && e.facts.Proves(y, p.Sub(q)) && e.facts.Proves(y, q.Sub(p))
		})
	})
}

// alike tells whether two arrays lie in one block, with offsets, sizes and strides that are the same.
func alike(a, b *Event, same func(p, q poly.Poly) bool) bool {
	if len(a.in) != 1 || !slices.Equal(a.in, b.in) || a.in[0] == 0 && (a.block == 0 || a.block != b.block) || len(a.l.Dims) != len(b.l.Dims) {
		return false
	}
	return same(a.l.Offset, b.l.Offset) && slices.EqualFunc(a.l.Dims, b.l.Dims, func(x, y prove.Dim) bool { return same(x.Size, y.Size) && same(x.Stride, y.Stride) })
}
