package validate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"funmem/semantics/num"
)

// Tried is what occurred in the inputs that both sides ran on.
type Tried struct {
	Shapes [][]int    // sizes that one input had together: for each size the input with the largest, and the input with the largest product
	Least  []int      // the sizes of the input with the fewest elements
	Ints   [2]int64   // the smallest and the largest number or element, if AnyInt
	Reals  [2]float64 // the same for finite reals

	Layouts          []string // how arrays lay if the parameters leave their offset or strides open
	Offsets, Strides []int64  // those that occurred, ascending

	AnyInt, AnyReal bool
	Infinite        []string // the reals that are not finite: -inf, inf and nan, as far as they occurred
	Sizes           []int64  // sizes that are a constant of the programs or a neighbour, ascending
	Constants       []int64  // numbers and elements, ints, that are such constants or neighbours
}

// tried returns what occurs in an input.
func (g *inputs) tried(in *Input) *Tried {
	t := &Tried{}
	for range len(in.Sizes) + min(1, len(in.Sizes)) {
		t.Shapes = append(t.Shapes, in.Sizes)
	}
	t.Least = in.Sizes
	met := map[int64]bool{}
	see := func(x num.Num) {
		if x.IsReal() {
			if f := x.Real().Float64(); !math.IsNaN(f) && !math.IsInf(f, 0) {
				t.add(&Tried{Reals: [2]float64{f, f}, AnyReal: true})
			} else {
				t.Infinite = merged(t.Infinite, []string{x.String()})
			}
			return
		}
		if k, ok := x.Int64(); ok {
			t.add(&Tried{Ints: [2]int64{k, k}, AnyInt: true})
			if g.neighbours[k] {
				met[k] = true
			}
		}
	}
	for _, x := range in.Numbers {
		see(x)
	}
	for _, a := range in.Arrays {
		for i := range a.Elems.Len() {
			see(a.Elems.At(i))
		}
	}
	t.Constants = slices.Sorted(maps.Keys(met))
	g.lay(t, in)
	for _, n := range in.Sizes {
		if k := int64(n); g.neighbours[k] && !slices.Contains(t.Sizes, k) {
			t.Sizes = append(t.Sizes, k)
		}
	}
	return t
}

// neighbours returns the constants and the ints next to them, with either sign.
func (c *constants) neighbours() map[int64]bool {
	near := map[int64]bool{}
	for _, x := range c.ints {
		if c, ok := x.Int64(); ok {
			for _, k := range []int64{c - 1, c, c + 1} { // not k <= c+1, which would never end if c+1 is the largest int64
				near[k], near[-k] = true, true
			}
		}
	}
	return near
}

// add adds what occurs in another input.
func (t *Tried) add(u *Tried) {
	if t.Shapes == nil {
		t.Shapes, t.Least = slices.Clone(u.Shapes), u.Least
	}
	if total(u.Least) < total(t.Least) {
		t.Least = u.Least
	}
	for k, shape := range u.Shapes {
		if larger(shape, t.Shapes[k], k) {
			t.Shapes[k] = shape
		}
	}
	if u.AnyInt {
		if !t.AnyInt {
			t.Ints, t.AnyInt = u.Ints, true
		}
		t.Ints = [2]int64{min(t.Ints[0], u.Ints[0]), max(t.Ints[1], u.Ints[1])}
	}
	if u.AnyReal {
		if !t.AnyReal {
			t.Reals, t.AnyReal = u.Reals, true
		}
		t.Reals = [2]float64{min(t.Reals[0], u.Reals[0]), max(t.Reals[1], u.Reals[1])}
	}
	t.Infinite = merged(t.Infinite, u.Infinite)
	t.Layouts = merged(t.Layouts, u.Layouts)
	t.Offsets, t.Strides = merged(t.Offsets, u.Offsets), merged(t.Strides, u.Strides)
	t.Sizes = merged(t.Sizes, u.Sizes)
	t.Constants = merged(t.Constants, u.Constants)
}

// larger tells whether a shape has a larger size k than another one. If size k is the same, or does not exist, it
// compares the products.
func larger(shape, other []int, k int) bool {
	if k < len(shape) && shape[k] != other[k] {
		return shape[k] > other[k]
	}
	product := func(of []int) float64 {
		x := 1.0
		for _, n := range of {
			x *= float64(n)
		}
		return x
	}
	return product(shape) > product(other)
}

// merged returns the elements of two lists, ascending and without duplicates.
func merged[T cmp.Ordered](ks, more []T) []T {
	if len(more) == 0 {
		return ks
	}
	ks = append(ks, more...)
	slices.Sort(ks)
	return slices.Compact(ks)
}

// SizeName returns the name of a size in the parameters of BEFORE.
func (s *Subject) SizeName(k int) string {
	if s.sizeNames[k] != "" {
		return s.sizeNames[k]
	}
	return s.dimNames[k]
}

// Largest returns the largest sizes that inputs had together.
func (r *Result) Largest() (list [][]int) {
	if r.Tried == nil {
		return nil
	}
	for _, shape := range r.Tried.Shapes {
		if !slices.ContainsFunc(list, func(other []int) bool { return slices.Equal(other, shape) }) {
			list = append(list, shape)
		}
	}
	return list
}

// SizesText says how large the sizes were: "n up to 1024, m = 33". If more than one size is not given, it says which
// were the largest together: "largest: n = 4096, m = 4; n = 64, m = 64". It returns "" if there are no sizes.
func (r *Result) SizesText() string {
	free := 0
	for k := range r.Sizes {
		if !r.givesSize(k) {
			free++
		}
	}
	var list []string
	for _, shape := range r.Largest() {
		var parts []string
		for k, n := range shape {
			of := "="
			if free == 1 && !r.givesSize(k) {
				of = "up to"
			}
			parts = append(parts, fmt.Sprintf("%s %s %d", r.SizeName(k), of, n))
		}
		list = append(list, strings.Join(parts, ", "))
	}
	if free > 1 && len(list) > 0 {
		list[0] = "largest: " + list[0]
	}
	return strings.Join(list, "; ")
}

// AmongSizes says which sizes at constants there were, or returns "".
func (r *Result) AmongSizes() string {
	if r.Tried == nil {
		return ""
	}
	return strings.TrimPrefix(among(r.Tried.Sizes), ", ")
}

// among says which numbers at constants there were: ", among them 15 to 17".
func among(ks []int64) string {
	runs := runs(ks)
	if len(runs) == 0 {
		return ""
	}
	more := ""
	if len(runs) > mostRuns {
		runs, more = runs[:mostRuns], ", …"
	}
	return ", among them " + strings.Join(runs, ", ") + more
}

// mostRuns is how many runs of constants are shown.
const mostRuns = 8

// ValuesText says which values were tried: "ints -1001 to 1001, among them 15 to 17". It returns "" if there are none.
func (r *Result) ValuesText() string {
	t := r.Tried
	if t == nil {
		return ""
	}
	var parts []string
	if t.AnyInt {
		parts = append(parts, fmt.Sprintf("ints %d to %d", t.Ints[0], t.Ints[1])+among(t.Constants))
	}
	if t.AnyReal {
		text := fmt.Sprintf("f64s %s to %s", num.OfFloat(t.Reals[0]), num.OfFloat(t.Reals[1]))
		if len(t.Infinite) > 0 {
			text += " and " + strings.Join(t.Infinite, ", ")
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// runs returns ascending numbers with consecutive ones grouped, the nonnegative groups first.
func runs(ks []int64) (list []string) {
	var negative []string
	for i := 0; i < len(ks); {
		j := i
		for j+1 < len(ks) && ks[j+1] == ks[j]+1 {
			j++
		}
		text := fmt.Sprint(ks[i])
		if j > i {
			text += fmt.Sprintf(" to %d", ks[j])
		}
		if ks[i] < 0 {
			negative = append(negative, text)
		} else {
			list = append(list, text)
		}
		i = j + 1
	}
	return append(list, negative...)
}
