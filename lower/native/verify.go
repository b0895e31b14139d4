package native

import (
	"fmt"
	"math"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/num"
)

// closeEnough is how far f64s may be apart, relative to the larger one, where functions of C are part of them.
const closeEnough = 1e-6

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
	return math.IsNaN(f) && math.IsNaN(g) || near && math.Abs(f-g) <= closeEnough*max(math.Abs(f), math.Abs(g), 1)
}
