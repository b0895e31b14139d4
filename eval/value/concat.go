package value

import (
	"funmem/eval/engine"
	"funmem/eval/machine"
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
	shape := machine.ConcatShape("E-CONCAT", e, shapes)
	m.lookups("E(x_i) = [w̄_i]", e.Xs...)
	m.grant("E-CONCAT", e, shape)
	v := newOut(xs[0].Elem, shape, m.budget)
	for _, x := range xs {
		v.all(x.whole())
	}
	return one(v.Array)
}

// eReshape is E-RESHAPE (ours): the elements of E(x) in row-major order, in the shape
// E(y₁), …, E(y_n) with the same number of elements.
func (m *run) eReshape(e *syntax.Reshape) []Val {
	x := m.array(e.X)
	shape := machine.ReshapeShape("E-RESHAPE", e, x.Shape, m.ints(e.Dims))
	m.grant("E-RESHAPE", e, shape)
	m.lookups("E(x)", e.X)
	m.lookups("E(y_i)", e.Dims...)
	return one(Reshape(x, shape, m.budget))
}

// Reshape returns the elements of v in row-major order in another shape with the same
// number of elements.
func Reshape(v *Array, shape []int, b *engine.Budget) *Array {
	o := newOut(v.Elem, shape, b)
	o.all(v.whole())
	return o.Array
}
