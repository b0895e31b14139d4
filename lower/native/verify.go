package native

import (
	"fmt"
	"math"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/num"
)

// Bound is how far f64s may be apart, relative to the larger one or to 1, where functions of C are part of them, products are
// contracted, or a device adds in another order.
const Bound = 1e-6

// differ says how two lists of values differ, or is "". near tells whether f64s may differ a little.
func differ(got, want []value.Val, near bool) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d results instead of %d", len(got), len(want))
	}
	for k := range got {
		if why := differing(got[k], want[k], near); why != "" {
			return fmt.Sprintf("result %d %s", k+1, why)
		}
	}
	return ""
}

func differing(got, want value.Val, near bool) string {
	if (got.A == nil) != (want.A == nil) {
		return "is an array in one of them alone"
	}
	if got.A == nil {
		if !same(got.I, want.I, near) {
			return fmt.Sprintf("is %s instead of %s", got.I, want.I)
		}
		return ""
	}
	if !slices.Equal(got.A.Shape, want.A.Shape) {
		return fmt.Sprintf("has the shape %v instead of %v", got.A.Shape, want.A.Shape)
	}
	for k := range got.A.Elems.Len() {
		if x, y := got.A.Elems.At(k), want.A.Elems.At(k); !same(x, y, near) {
			return fmt.Sprintf("has element %d as %s instead of %s", k+1, x, y)
		}
	}
	return ""
}

// same tells whether two numbers are the same, bit for bit, or near enough.
func same(x, y num.Num, near bool) bool {
	a, ok1 := x.Word()
	b, ok2 := y.Word()
	switch {
	case !ok1 || !ok2 || x.IsReal() != y.IsReal():
		return false
	case a == b:
		return true
	case !x.IsReal():
		return false
	}
	f, g := math.Float64frombits(uint64(a)), math.Float64frombits(uint64(b))
	if math.IsInf(f, 0) || math.IsInf(g, 0) {
		return false
	}
	return math.IsNaN(f) && math.IsNaN(g) || near && math.Abs(f-g) <= Bound*max(math.Abs(f), math.Abs(g), 1)
}

// Apart is how far the f64s of two values of the same type are apart at most, relative to the larger one or to 1. ok is false
// if anything else differs, or one of two f64s alone is a NaN or infinite.
func Apart(x, y value.Val) (most float64, ok bool) {
	pairs := [][2]num.Num{{x.I, y.I}}
	if x.A != nil && y.A != nil && slices.Equal(x.A.Shape, y.A.Shape) {
		pairs = nil
		for k := range x.A.Elems.Len() {
			pairs = append(pairs, [2]num.Num{x.A.Elems.At(k), y.A.Elems.At(k)})
		}
	} else if x.A != nil || y.A != nil {
		return 0, false
	}
	for _, p := range pairs {
		if same(p[0], p[1], false) {
			continue
		}
		if !p[0].IsReal() || !p[1].IsReal() {
			return 0, false
		}
		f, g := float(p[0]), float(p[1])
		d := math.Abs(f-g) / max(math.Abs(f), math.Abs(g), 1)
		if math.IsNaN(d) || math.IsInf(d, 0) {
			return 0, false
		}
		most = max(most, d)
	}
	return most, true
}
