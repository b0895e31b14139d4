package validate

import (
	"context"
	"math"
	"slices"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Irrelevant says which numbers of an input did not matter in what was tried: AFTER fails in the same way with some
// other values in all of these places together. That is no proof for all values.
type Irrelevant struct {
	Numbers  []bool
	Elements [][]bool // for each array
}

// Irrelevant tries other values for each number and each element of the input of a
// failure, as far as the time and the steps go.
func (r *Result) Irrelevant(ctx context.Context, options *Options) *Irrelevant {
	f := r.Failure
	w, end := trying(ctx, r.deadline, newRunner(r.Subject, options), math.MaxInt-1)
	defer end()
	fails := func(make func(*engine.Budget) *Input) bool {
		if !w.next() {
			return false
		}
		_, out := w.try(make)
		g := out.fail
		if r.Word == StuckBefore {
			g = out.wrong
		}
		return g != nil && g.Kind == f.Kind
	}
	irr := &Irrelevant{Numbers: make([]bool, len(f.Input.Numbers))}
	for _, a := range f.Input.Arrays {
		irr.Elements = append(irr.Elements, make([]bool, a.Elems.Len()))
	}
	if f.Input.elements() > mostMarked {
		return irr
	}
	o := r.instead(f.Input)
	irr.mark(irr.marks(r.Subject), func() bool { return w.over() == "" && irr.all(r.Subject, f.Input, o, fails) })
	return irr
}

// mostMarked is the largest number of elements in an input for which a report says which ones matter.
const mostMarked = 1 << 20

// mark marks the places that do not matter: all of them together or, if that fails, those in each half.
func (irr *Irrelevant) mark(marks []*bool, fails func() bool) {
	if len(marks) == 0 {
		return
	}
	for _, m := range marks {
		*m = true
	}
	if fails() {
		return
	}
	for _, m := range marks {
		*m = false
	}
	if n := len(marks) / 2; n > 0 {
		irr.mark(marks[:n], fails)
		irr.mark(marks[n:], fails)
	}
}

// marks returns the marks of all places that are not given, numbers first.
func (irr *Irrelevant) marks(s *Subject) []*bool {
	var list []*bool
	for k := range irr.Numbers {
		if !s.givesNumber(k) {
			list = append(list, &irr.Numbers[k])
		}
	}
	for k, row := range irr.Elements {
		if s.givesArray(k) || s.describes(k) {
			continue
		}
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}

// all tells whether AFTER still fails with other values in all marked places: first the same other value everywhere,
// then different values in different places.
func (irr *Irrelevant) all(s *Subject, x *Input, o *others, fails func(func(*engine.Budget) *Input) bool) bool {
	for round := range o.rounds() {
		place := 0
		other := func(y num.Num) num.Num {
			place++
			return o.of(y, round, place)
		}
		if !fails(func(b *engine.Budget) *Input {
			in := x.clone(b)
			for k, free := range irr.Numbers {
				if free {
					in.Numbers[k] = other(x.Numbers[k])
				}
			}
			for k, row := range irr.Elements {
				for i, free := range row {
					if free {
						in.Arrays[k].Elems.Set(i, other(x.Arrays[k].Elems.At(i)))
					}
				}
			}
			s.settle(in, stop.Poll(b.Poll).Seldom())
			return in
		}) {
			return false
		}
	}
	return true
}

// others are the values to try instead of those of an input: ints first, then f64s.
type others [2][]num.Num

// instead returns values that random inputs have too: small numbers of either sign, the constants of both programs and
// their neighbours, and the input's own values, so that two places may be equal.
func (r *Result) instead(x *Input) *others {
	var o others
	c := r.Subject.constants()
	for _, k := range smallInts {
		o.add(num.Of(k))
		o.add(num.Of(-k - 1))
	}
	for _, f := range smallReals {
		o.add(num.OfFloat(f))
		o.add(num.OfFloat(-f))
	}
	o.add(num.Of(100))
	o.add(num.OfFloat(100.25))
	for _, more := range []int64{0, 1, -1} {
		o.add(c.beside(more)...)
		o.add(c.besideReals(more)...)
	}
	for _, k := range c.ints {
		o.add(k.Neg())
	}
	o.add(c.aroundReals()...)
	for _, n := range x.Sizes {
		o.add(num.Of(int64(n)))
	}
	o.add(x.Numbers...)
	for _, a := range x.Arrays {
		for i := range min(a.Elems.Len(), mostBesides) {
			o.add(a.Elems.At(i))
		}
	}
	return &o
}

// mostBesides is how many elements of each array are tried in other places.
const mostBesides = 8

// add adds values that are not in the list yet.
func (o *others) add(list ...num.Num) {
	for _, x := range list {
		of := &o[value.Number(x).Elem()]
		if !slices.ContainsFunc(*of, x.Equal) {
			*of = append(*of, x)
		}
	}
}

// farther is how many values there are that are computed from the one they replace.
const farther = 2

// rounds returns how many rounds there are: one with each value in all places, and one with each value in each place
// and other values in the other places.
func (o *others) rounds() int { return 2 * (max(len(o[syntax.Int]), len(o[syntax.F64])) + farther) }

// of returns the value for y in a place, from 1, in a round.
func (o *others) of(y num.Num, round, place int) num.Num {
	list := o[value.Number(y).Elem()]
	k := round
	if n := o.rounds() / 2; round >= n {
		k += (place - 1) * (1 + round%3)
	}
	k %= len(list) + farther
	switch {
	case k >= farther:
		return list[k-farther]
	case y.IsReal():
		f := y.Real().Float64()
		return num.OfFloat([farther]float64{f + 1, -f - 7.5}[k])
	}
	return [farther]num.Num{y.Add(num.Of(1)), y.Neg().Sub(num.Of(7))}[k]
}
