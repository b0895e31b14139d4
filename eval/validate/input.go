package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Input is what a subject is applied to.
type Input struct {
	Sizes   []int
	Arrays  []*value.Array // of the array parameters, in order
	Numbers []num.Num
	Layouts []Layout // how the arrays lie, where the parameters leave that open
}

// shape is the shape of array parameter x under the sizes.
func (x *array) shape(sizes []int) []int {
	shape := make([]int, len(x.dims))
	for k, d := range x.dims {
		if shape[k] = d.constant; d.size >= 0 {
			shape[k] = sizes[d.size]
		}
	}
	return shape
}

// elements is the number of elements of all arrays.
func (in *Input) elements() int {
	n := 0
	for _, a := range in.Arrays {
		n += a.Elems.Len()
	}
	return n
}

// elements is how many elements values have together.
func elements(vs []value.Val) int {
	n := 0
	for _, v := range vs {
		if v.A != nil {
			n += v.A.Elems.Len()
		}
	}
	return n
}

// clone is a copy that can be changed.
func (in *Input) clone() *Input {
	c := &Input{Sizes: slices.Clone(in.Sizes), Numbers: slices.Clone(in.Numbers), Layouts: slices.Clone(in.Layouts)}
	for _, a := range in.Arrays {
		c.Arrays = append(c.Arrays, &value.Array{Elem: a.Elem, Shape: a.Shape, Elems: a.Elems.Clone()})
	}
	return c
}

// resized is the input with other sizes: each array keeps the elements whose
// indices it still has, and has zeros elsewhere.
func (s *Subject) resized(in *Input, sizes []int) *Input {
	c := in.clone()
	c.Sizes = slices.Clone(sizes)
	for k, x := range s.Arrays {
		old := in.Arrays[k]
		a := value.NewArray(x.elem, x.shape(sizes))
		for i := range a.Elems.Len() {
			v := num.Zero(x.elem == syntax.F64)
			if from, ok := offsetIn(old.Shape, indexIn(a.Shape, i)); ok {
				v = old.Elems.At(from)
			}
			a.Elems.Set(i, v)
		}
		c.Arrays[k] = a
	}
	return c
}

// indexIn is the index, from 0, of the element at a row-major offset.
func indexIn(shape []int, off int) []int {
	y := make([]int, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		y[d] = off % shape[d]
		off /= shape[d]
	}
	return y
}

// offsetIn is the row-major offset of an index, if the shape has it.
func offsetIn(shape, y []int) (off int, ok bool) {
	for d, n := range shape {
		if y[d] >= n {
			return 0, false
		}
		off = off*n + y[d]
	}
	return off, true
}

// Text is the arguments by name: "n = 2, x = [1, 2]".
func (s *Subject) Text(in *Input) string {
	var parts []string
	for k, x := range s.Numbers {
		parts = append(parts, x.name+" = "+in.Numbers[k].String())
	}
	for k, x := range s.Arrays {
		text := x.name + " = " + value.Format(value.Val{A: in.Arrays[k]}, 40)
		if in.Layouts[k] != RowMajor {
			text += " (" + in.Layouts[k].String() + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// Argument is one argument by name.
type Argument struct {
	Name  string
	Value value.Val
}

// Arguments are the numbers and arrays by name.
func (s *Subject) Arguments(in *Input) []Argument {
	var args []Argument
	for k, x := range s.Numbers {
		args = append(args, Argument{x.name, value.Number(in.Numbers[k])})
	}
	for k, x := range s.Arrays {
		args = append(args, Argument{x.name, value.Val{A: in.Arrays[k]}})
	}
	return args
}

// Layout is how a generated array lies in its block.
type Layout uint8

// The layouts. All but RowMajor are for parameters that carry offset and strides.
const (
	RowMajor   Layout = iota // alone in a block of its size
	Within                   // with room before it, behind it and between its rows
	Transposed               // the first dimension innermost
	Reversed                 // the outermost dimension back to front
	Spaced                   // in every second location
	NumLayouts
)

// String is the layout in words.
func (l Layout) String() string {
	switch l {
	case RowMajor:
		return "row-major"
	case Within:
		return "within a larger block"
	case Transposed:
		return "transposed"
	case Reversed:
		return "back to front"
	case Spaced:
		return "in every second location"
	}
	return fmt.Sprintf("Layout(%d)", l)
}
