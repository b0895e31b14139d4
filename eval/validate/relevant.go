package validate

import (
	"context"

	"funmem/semantics/num"
)

// Irrelevant says which numbers of an input do not matter: whatever they are, as far
// as tried, AFTER fails in the same way.
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
	any := func(x num.Num, set func(in *Input, y num.Num)) bool {
		for _, y := range others(x) {
			in := f.Input.clone()
			set(in, y)
			if !fails(in) {
				return false
			}
		}
		return true
	}
	irr := &Irrelevant{}
	for k, x := range f.Input.Numbers {
		irr.Numbers = append(irr.Numbers, any(x, func(in *Input, y num.Num) { in.Numbers[k] = y }))
	}
	for k, a := range f.Input.Arrays {
		row := make([]bool, a.Elems.Len())
		for i := range row {
			row[i] = any(a.Elems.At(i), func(in *Input, y num.Num) { in.Arrays[k].Elems.Set(i, y) })
		}
		irr.Elements = append(irr.Elements, row)
	}
	return irr
}

// others are values in the place of x.
func others(x num.Num) []num.Num {
	if x.IsReal() {
		f := x.Real().Float64()
		return []num.Num{num.OfFloat(0), num.OfFloat(f + 1), num.OfFloat(-f - 7.5), num.OfFloat(100.25)}
	}
	return []num.Num{num.Of(0), x.Add(num.Of(1)), x.Neg().Sub(num.Of(7)), num.Of(100)}
}
