package value

import (
	"slices"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Val is v, a value (Fig. 1): the number I if A is nil, and otherwise the array A.
type Val struct {
	I num.Num
	A *Array
}

// Array is [v, …, v] of any rank. It carries its shape, so that empty arrays of different
// types are different values. Elems are in row-major order. A finished array does not
// change.
type Array struct {
	Elem  syntax.Elem // of the elements: Int or F64
	Shape []int
	Elems *num.Vec
}

// Number returns the value of an integer or a real.
func Number(x num.Num) Val { return Val{I: x} }

// Of returns the value of a machine integer.
func Of(x int) Val { return Val{I: num.Of(int64(x))} }

// NewArray returns an array of zeros. The product of the shape must fit an int.
func NewArray(elem syntax.Elem, shape []int) *Array {
	n, _ := machine.Count(shape)
	return &Array{elem, shape, num.NewVec(n)}
}

// MakeArray is NewArray within a budget. It panics with *engine.Interrupted if the budget
// ends first.
func MakeArray(elem syntax.Elem, shape []int, b *engine.Budget) (a *Array) {
	n, _ := machine.Count(shape)
	if err := b.Elements(int64(n)); err != nil {
		panic(err)
	}
	if err := b.Take(int64(n), func() { a = NewArray(elem, shape) }); err != nil {
		panic(err)
	}
	return a
}

// Elem returns the type of a number, or of the elements of an array.
func (v Val) Elem() syntax.Elem {
	switch {
	case v.A != nil:
		return v.A.Elem
	case v.I.IsReal():
		return syntax.F64
	}
	return syntax.Int
}

// IndexOf returns the index, from 1, of the element at a row-major offset.
func IndexOf(shape []int, off int) []int {
	y := make([]int, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		y[d] = off%shape[d] + 1
		off /= shape[d]
	}
	return y
}

// Shape returns the sizes of the dimensions. A number has none.
func (v Val) Shape() []int {
	if v.A == nil {
		return nil
	}
	return v.A.Shape
}

// Equal tells whether v and w are the same value: the same number, or arrays of the same
// type and shape with the same elements. Reals must be the same bit for bit.
func (v Val) Equal(w Val) bool {
	if v.A == nil || w.A == nil {
		return v.A == nil && w.A == nil && v.I.Equal(w.I)
	}
	return v.A.Equal(w.A)
}

// Equal tells whether a and b have the same type, the same shape and the same
// elements.
func (a *Array) Equal(b *Array) bool {
	if a.Elem != b.Elem || !slices.Equal(a.Shape, b.Shape) {
		return false
	}
	real := a.Elem == syntax.F64
	x, xok := a.Elems.Words(real)
	y, yok := b.Elems.Words(real)
	if same := slices.Equal(x, y); xok && yok && (same || !real) {
		return same
	}
	var pairs num.Pairs
	for i := range a.Elems.Len() {
		if !pairs.Equal(a.Elems.At(i), b.Elems.At(i)) {
			return false
		}
	}
	return true
}

// Type returns the type of the value, with its sizes as constants: [2][3]int.
func (v Val) Type() string {
	return machine.Sizes(v.Shape()) + syntax.Line(&syntax.Type{Elem: v.Elem()})
}
