package std_test

import (
	"cmp"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
	"pgregory.net/rapid"
)

// call is a call of a function, and the value that it has: ints, reals, and arrays
// of them.
type call struct {
	args []any
	want any
}

// segments is an irregular array: the values of core that stand for it.
type segments struct {
	total          int
	sizes, offsets vec
	data           vec
}

// draw draws arguments.
type draw struct{ t *rapid.T }

func (d *draw) int(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(d.t, "int") }

// size is a size, 0 now and then.
func (d *draw) size() int { return d.int(0, 7) }

func (d *draw) vec(n int) vec { return d.from(n, -9, 9) }

func (d *draw) from(n, lo, hi int) vec {
	v := make(vec, n)
	for i := range v {
		v[i] = d.int(lo, hi)
	}
	return v
}

func (d *draw) flags(n int) vec { return d.from(n, 0, 1) }

func (d *draw) mat(n, m int) array { return array{[]int{n, m}, d.vec(n * m)} }

// vec is an array of one dimension, array one of any.
type (
	vec   []int
	array struct {
		shape []int
		elems vec
	}
)

func (a array) at(ix ...int) int {
	k := 0
	for d, i := range ix {
		k = k*a.shape[d] + i
	}
	return a.elems[k]
}

// build is the array of a shape with the element f(i, j, …), counted from 0.
func build(f func(ix []int) int, shape ...int) array {
	a := array{shape: shape}
	ix := make([]int, len(shape))
	n := 1
	for _, s := range shape {
		n *= s
	}
	for k := range n {
		for d := len(shape) - 1; d >= 0; d-- {
			ix[d] = k % shape[d]
			k /= shape[d]
		}
		a.elems = append(a.elems, f(ix))
	}
	return a
}

// val is the value of an int, a real or an array, with elements of that type.
func val(x any, elem syntax.Elem) value.Val {
	switch x := x.(type) {
	case int:
		return value.Number(number(float64(x), elem))
	case float64:
		return value.Number(number(x, elem))
	case bool:
		if x {
			return value.Of(1)
		}
		return value.Of(0)
	case vec:
		return val(array{[]int{len(x)}, x}, elem)
	case reals:
		a := value.NewArray(elem, []int{len(x)})
		for i, e := range x {
			a.Elems.Set(i, number(e, elem))
		}
		return value.Val{A: a}
	case array:
		a := value.NewArray(elem, x.shape)
		for i, e := range x.elems {
			a.Elems.Set(i, number(float64(e), elem))
		}
		return value.Val{A: a}
	}
	panic("no value")
}

// reals is an array of one dimension.
type reals []float64

func number(x float64, elem syntax.Elem) num.Num {
	if elem == syntax.F64 {
		return num.OfFloat(x)
	}
	return num.Of(int64(x))
}

// of is a call with these arguments and the given result.
func of(want any, args ...any) call { return call{args, want} }

func sum(x vec) (s int) {
	for _, v := range x {
		s += v
	}
	return s
}

func mapped(x vec, f func(i int) int) vec {
	y := make(vec, len(x))
	for i := range x {
		y[i] = f(i)
	}
	return y
}

func kept(x vec, f func(i int) bool) vec {
	y := vec{}
	for i, v := range x {
		if f(i) {
			y = append(y, v)
		}
	}
	return y
}

func inOrder(x vec) vec {
	y := slices.Clone(x)
	slices.Sort(y)
	return y
}

func clamp(i, n int) int { return max(0, min(i, n-1)) }

// indices are the indices of x, from 1, in the order of its elements.
func indices(x vec) vec {
	p := mapped(x, func(i int) int { return i + 1 })
	slices.SortStableFunc(p, func(i, j int) int { return cmp.Compare(x[i-1], x[j-1]) })
	return p
}

func times(a, b array) array {
	return build(func(ix []int) (s int) {
		for k := range a.shape[1] {
			s += a.at(ix[0], k) * b.at(k, ix[1])
		}
		return s
	}, a.shape[0], b.shape[1])
}

func row(x vec) array { return array{[]int{1, len(x)}, x} }

func column(x vec) array { return array{[]int{len(x), 1}, x} }

func diagonalOf(x vec) array {
	return build(func(ix []int) int {
		if ix[0] == ix[1] {
			return x[ix[0]]
		}
		return 0
	}, len(x), len(x))
}

func ones(n int) vec { return mapped(make(vec, n), func(int) int { return 1 }) }

func transposed(a array) array {
	return build(func(ix []int) int { return a.at(ix[1], ix[0]) }, a.shape[1], a.shape[0])
}

func rowOf(a array, i int) vec { return a.elems[i*a.shape[1]:][:a.shape[1]] }

// rows applies f to each row.
func rows(a array, f func(vec) vec) array {
	out := array{shape: a.shape}
	for i := range a.shape[0] {
		out.elems = append(out.elems, f(rowOf(a, i))...)
	}
	return out
}

func prefixSums(x vec) vec { return mapped(x, func(i int) int { return sum(x[:i+1]) }) }

// extreme is the index, from 1, of the first element that is before all others.
func extreme(x vec, before func(a, b int) bool) int {
	at := 0
	for i, v := range x {
		if before(v, x[at]) {
			at = i
		}
	}
	return at + 1
}

// sorting is a test of a sort on ints between two bounds.
func sorting(lo, hi int, before ...any) func(d *draw) call {
	return func(d *draw) call {
		x := d.from(d.int(0, 11), lo, hi)
		return of(inOrder(x), append(slices.Clone(before), x)...)
	}
}
