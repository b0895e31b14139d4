package value

import (
	"math"
	"slices"
	"strconv"

	"funmem/eval/engine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// eConcat is E-CONCAT (ours): [v₁₁, …, v_1m, …, v_n1, …] for
// E(x₁) = [v₁₁, …, v_1m], …, E(x_n) = [v_n1, …], all rows of one shape.
func (m *run) eConcat(e *syntax.Concat) []Val {
	xs := make([]*Array, len(e.Xs))
	shapes := make([][]int, len(e.Xs))
	for k, x := range e.Xs {
		xs[k] = m.array(x)
		shapes[k] = xs[k].Shape
	}
	shape := ConcatShape("E-CONCAT", e, shapes)
	m.grant("E-CONCAT", e, shape)
	v := newOut(xs[0].Elem, shape, m.budget)
	for _, x := range xs {
		v.all(x.whole())
	}
	return one(v.Array)
}

// ConcatShape is the shape of the concatenation of arrays of the given shapes;
// it is stuck when their rows have different shapes, or when there are more of
// them than can be counted.
func ConcatShape(rule string, e *syntax.Concat, shapes [][]int) []int {
	shape := slices.Clone(shapes[0])
	for k, s := range shapes[1:] {
		if !slices.Equal(s[1:], shape[1:]) {
			panic(Stuck(rule, e, "operand %d of the concat has rows of shape %s, and operand 1 has rows of shape %s", k+2, shapeText(s[1:]), shapeText(shape[1:])))
		}
		if s[0] > math.MaxInt-shape[0] {
			panic(Stuck(rule, e, "the concat has more rows than can be counted"))
		}
		shape[0] += s[0]
	}
	return shape
}

// eReshape is E-RESHAPE (ours): the elements of E(x) in row-major order, in the
// shape E(y₁), …, E(y_n), which has as many.
func (m *run) eReshape(e *syntax.Reshape) []Val {
	x := m.array(e.X)
	shape := ReshapeShape("E-RESHAPE", e, x.Shape, m.ints(e.Dims))
	m.grant("E-RESHAPE", e, shape)
	return one(Reshape(x, shape, m.budget))
}

// Reshape is the elements of v in row-major order in another shape, which has as
// many.
func Reshape(v *Array, shape []int, b *engine.Budget) *Array {
	o := newOut(v.Elem, shape, b)
	o.all(v.whole())
	return o.Array
}

// ReshapeShape is the shape that a reshape gives an array of shape from; it is
// stuck when a size is negative, or when they do not have as many elements.
func ReshapeShape(rule string, e *syntax.Reshape, from []int, sizes []num.Num) []int {
	shape := make([]int, len(sizes))
	n := num.Of(1)
	for k, size := range sizes {
		shape[k] = Size(rule, e, size, func() string { return "size " + strconv.Itoa(k+1) + " of the reshape, `" + Text(e.Dims[k]) + "`," })
		n, _ = n.Mul(size)
	}
	have := num.Of(1)
	for _, size := range from {
		have, _ = have.Mul(num.Of(int64(size)))
	}
	if !n.Equal(have) {
		panic(Stuck(rule, e, "the reshape has room for %s elements, and `%s` of shape %s has %s", short(n), Text(e.X), shapeText(from), short(have)))
	}
	return shape
}
