package validate

import (
	"context"

	"funmem/semantics/num"
)

// Irrelevant says which numbers of an input do not matter: whatever they are, all of
// them together, as far as tried, AFTER fails in the same way.
type Irrelevant struct {
	Numbers  []bool
	Elements [][]bool // of each array
}

// Irrelevant tries other values for each number and each element of the input of a
// failure.
func (r *Result) Irrelevant(ctx context.Context, o *Options) *Irrelevant {
	run := newRunner(r.Subject, o)
	f := r.Failure
	fails := func(in *Input) bool {
		out := run.try(ctx, in)
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
	for _, mark := range irr.marks(r.Subject) {
		*mark = true
		if !irr.all(r.Subject, f.Input, fails) {
			*mark = false
		}
	}
	return irr
}

// marks are all of those that are not given, the numbers first.
func (irr *Irrelevant) marks(s *Subject) []*bool {
	var list []*bool
	for k := range irr.Numbers {
		if !s.givesNumber(k) {
			list = append(list, &irr.Numbers[k])
		}
	}
	for k, row := range irr.Elements {
		if s.givesArray(k) {
			continue
		}
		for i := range row {
			list = append(list, &row[i])
		}
	}
	return list
}

// all tells whether AFTER fails with other values in all places that are marked: each
// kind of other value in all of them, and different kinds in different ones.
func (irr *Irrelevant) all(s *Subject, x *Input, fails func(*Input) bool) bool {
	for round := range 3 * otherValues {
		in := x.clone()
		place := 0
		other := func(y num.Num) num.Num {
			place++
			kind := round
			if round >= otherValues {
				kind = round*7 + place*(1+round%3)
			}
			return others(y)[kind%otherValues]
		}
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
		if s.settle(in); !fails(in) {
			return false
		}
	}
	return true
}

// otherValues is how many others there are.
const otherValues = 4

// others are values in the place of x.
func others(x num.Num) []num.Num {
	if x.IsReal() {
		f := x.Real().Float64()
		return []num.Num{num.OfFloat(0), num.OfFloat(f + 1), num.OfFloat(-f - 7.5), num.OfFloat(100.25)}
	}
	return []num.Num{num.Of(0), x.Add(num.Of(1)), x.Neg().Sub(num.Of(7)), num.Of(100)}
}
