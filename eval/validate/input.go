package validate

import (
	"math"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Input is what a subject is applied to.
type Input struct {
	Sizes   []int
	Arrays  []*value.Array // of the array parameters, in order
	Numbers []num.Num
	Layouts []Layout // how the arrays lie, if the parameters leave that open
	Larger  bool     // the fast engine runs it if it can, within a budget of steps
	quick   bool     // the same, although it is small: see Options.Quick
}

// shape returns the shape of array parameter x for the given sizes.
func (x *array) shape(sizes []int) []int {
	shape := make([]int, len(x.dims))
	for k, d := range x.dims {
		if shape[k] = d.constant; d.size >= 0 {
			shape[k] = sizes[d.size]
		}
	}
	return shape
}

// bulk returns how many elements array x has for the given sizes, or mostBulk if there are more. An array may have many
// rows and no elements, and kernels over its rows do run. So if a size is 0, bulk multiplies the others, but only those
// that are chosen: no choice makes the rest smaller.
func (s *Subject) bulk(x *array, sizes []int) int {
	shape := x.shape(sizes)
	if slices.Contains(shape, 0) {
		var chosen []int
		for k, d := range x.dims {
			if shape[k] > 0 && d.size >= 0 && !s.givesSize(d.size) {
				chosen = append(chosen, shape[k])
			}
		}
		if shape = chosen; len(shape) == 0 {
			return 0
		}
	}
	n, _ := machine.Count(shape)
	return min(n, mostBulk)
}

// mostBulk is beyond all bounds on bulk, and sums of it are no overflow.
const mostBulk = 1 << 40

// weight returns what array x counts where sizes are drawn: its bulk, unless it has few rows and no elements.
func (s *Subject) weight(x *array, sizes []int) int {
	n := s.bulk(x, sizes)
	if n <= mostRows && slices.Contains(x.shape(sizes), 0) {
		return 0
	}
	return n
}

// mostRows is how large the bulk of an array without elements may be. Such an array takes no memory.
const mostRows = 1 << 17

// bulkOf returns the bulk of the arrays of an input.
func (s *Subject) bulkOf(in *Input) (n int) {
	for k := range s.Arrays {
		n += s.bulk(&s.Arrays[k], in.Sizes)
	}
	return n
}

// elements returns the number of elements of all arrays.
func (in *Input) elements() int {
	n := 0
	for _, a := range in.Arrays {
		n += a.Elems.Len()
	}
	return n
}

// empty tells whether the arguments hold nothing: there are arrays, and none has an element, or there are only sizes,
// and all are 0.
func (in *Input) empty() bool {
	if len(in.Arrays) > 0 {
		return in.elements() == 0
	}
	return len(in.Sizes) > 0 && slices.Max(in.Sizes) == 0
}

// mayHaveElements tells whether some inputs are not empty.
func (s *Subject) mayHaveElements() bool {
	sizes := make([]int, s.Sizes)
	for k := range sizes {
		if sizes[k] = 1; s.givesSize(k) {
			sizes[k] = *s.given.sizes[k]
		}
	}
	for _, x := range s.Arrays {
		if !slices.Contains(x.shape(sizes), 0) {
			return true
		}
	}
	return len(s.Arrays) == 0
}

// elements returns how many elements the values have together.
func elements(vs []value.Val) int {
	n := 0
	for _, v := range vs {
		if v.A != nil {
			n += v.A.Elems.Len()
		}
	}
	return n
}

// fast tells whether the fast engine runs the input if it can.
func (in *Input) fast() bool { return in.Larger || in.quick }

// clone returns a copy that can be changed, made within a budget as by zeros.
func (in *Input) clone(b *engine.Budget) *Input {
	c := &Input{Sizes: slices.Clone(in.Sizes), Numbers: slices.Clone(in.Numbers), Layouts: slices.Clone(in.Layouts), Larger: in.Larger}
	for _, a := range in.Arrays {
		stop.Poll(func() error {
			return b.Make(int64(a.Elems.Len()), func() {
				c.Arrays = append(c.Arrays, &value.Array{Elem: a.Elem, Shape: a.Shape, Elems: a.Elems.Clone()})
			})
		}).Ask()
	}
	return c
}

// noGap is a gap after all elements.
const noGap = math.MaxInt

// resized returns the input with other sizes. In a dimension that is smaller, the elements from the gap on are left out,
// as many as there are too many. If it is noGap, the first ones are kept. New elements are zeros.
func (s *Subject) resized(b *engine.Budget, in *Input, sizes []int, gap int) *Input {
	c := &Input{Sizes: slices.Clone(sizes), Numbers: slices.Clone(in.Numbers), Layouts: slices.Clone(in.Layouts), Larger: in.Larger}
	ask := stop.Poll(b.Poll).Seldom()
	for k, x := range s.Arrays {
		old := in.Arrays[k]
		a := zeros(b, x.elem, x.shape(sizes))
		for i := range a.Elems.Len() {
			ask()
			v := num.Zero(x.elem == syntax.F64)
			y := indexIn(a.Shape, i)
			for d := range y {
				if fewer := old.Shape[d] - a.Shape[d]; fewer > 0 && y[d] >= gap {
					y[d] += fewer
				}
			}
			if from, ok := offsetIn(old.Shape, y); ok {
				v = old.Elems.At(from)
			}
			a.Elems.Set(i, v)
		}
		c.Arrays = append(c.Arrays, a)
	}
	return c
}

// indexIn returns the index, from 0, of the element at a row-major offset.
func indexIn(shape []int, off int) []int {
	y := make([]int, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		y[d] = off % shape[d]
		off /= shape[d]
	}
	return y
}

// offsetIn returns the row-major offset of an index. ok tells whether the shape has it.
func offsetIn(shape, y []int) (off int, ok bool) {
	for d, n := range shape {
		if y[d] < 0 || y[d] >= n {
			return 0, false
		}
		off = off*n + y[d]
	}
	return off, true
}

// Text returns the arguments by name: "n = 2, x = [1, 2]".
func (s *Subject) Text(in *Input) string {
	parts := s.sizesIfShortened(in)
	for _, x := range s.Arguments(in) {
		text := x.text()
		for _, k := range x.arrays {
			if in.Layouts[k] != RowMajor {
				text += " (" + of(&x, s.Arrays[k].name) + in.Layouts[k].String() + ")"
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}
