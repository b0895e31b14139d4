package value

import (
	"slices"
	"testing"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestDifference: rows are compared wherever they lie, with those of a regular array too.
func TestDifference(t *testing.T) {
	vec := func(xs ...int64) *Array { return &Array{Shape: []int{len(xs)}, Elems: num.VecOf(xs)} }
	rows := func(data *Array, sizes, offsets *Array) *Rows { return &Rows{[]Level{{sizes, offsets}}, data} }
	matrix := func(n, m int, xs ...int64) Val { return Val{A: &Array{Shape: []int{n, m}, Elems: num.VecOf(xs)}} }
	deep := func(sizes, inner []int) *Rows {
		n := 0
		for _, k := range inner {
			n += k
		}
		return NewRows(syntax.Int, []int{len(sizes), -1, -1}, [][]int{nil, sizes, inner}, num.NewVec(n))
	}
	unwritten := vec(7, 2)
	unwritten.Elems.Set(0, num.Undefined(false, nil))
	x := rows(vec(1, 2, 3), vec(2, 0, 1), vec(1, 3, 3))
	for k, c := range []struct {
		x, y    Shown
		differs bool
		at      []int
	}{
		{x, x, false, nil},
		{x, rows(vec(9, 3, 1, 2), vec(2, 0, 1), vec(3, 1, 2)), false, nil},
		{x, rows(vec(9, 3, 1, 2), vec(2, 0, 1), vec(3, 1, 1)), true, []int{3, 1}},
		{x, rows(vec(1, 2, 3), vec(2, 1, 1), vec(1, 3, 3)), true, []int{2}},
		{x, rows(vec(1, 2, 3), vec(2, 0), vec(1, 3)), true, nil},
		{rows(vec(1, 2), vec(1, 1), vec(1, 2)), matrix(2, 1, 1, 2), false, nil},
		{matrix(2, 1, 1, 2), rows(vec(1, 2), vec(1, 1), vec(2, 2)), true, []int{1, 1}},
		{matrix(2, 1, 1, 2), rows(vec(1, 2), vec(1, 2), vec(1, 1)), true, []int{2}},
		{x, Val{A: vec(1, 2, 3)}, true, nil},
		{x, NewRows(syntax.F64, []int{3, -1}, [][]int{nil, {2, 0, 1}}, num.NewVec(3)), true, nil},
		{rows(unwritten, vec(2), vec(1)), rows(vec(5, 2), vec(2), vec(1)), false, nil},
		{deep([]int{2, 1}, []int{0, 3, 1}), deep([]int{2, 1}, []int{0, 3, 1}), false, nil},
		{deep([]int{2, 1}, []int{0, 3, 1}), deep([]int{2, 1}, []int{0, 2, 1}), true, []int{1, 2}},
		{deep([]int{2, 1}, []int{0, 3, 1}), deep([]int{1, 2}, []int{0, 3, 1}), true, []int{1}},
		{matrix(2, 2, 1, 2, 3, 4), matrix(2, 2, 1, 2, 0, 4), true, []int{2, 1}},
		{matrix(2, 2, 1, 2, 3, 4), matrix(1, 2, 1, 2), true, nil},
		{Of(1), Of(2), true, nil},
	} {
		if at, differs := Difference(c.x, c.y); differs != c.differs || !slices.Equal(at, c.at) {
			t.Errorf("%d: %s and %s differ at %v: %v", k, Format(c.x, 0), Format(c.y, 0), at, differs)
		}
	}
	for _, odd := range []*Rows{rows(vec(1, 2), vec(1, 1), vec(1, 3)), rows(vec(1, 2), vec(-1), vec(1)), rows(vec(1, 2), vec(1), vec(0)), rows(vec(1, 2), vec(1), vec(1, 2))} {
		if odd.Odd() != 0 {
			t.Errorf("sizes %v and offsets %v are those of rows", odd.Levels[0].Sizes, odd.Levels[0].Offsets)
		}
	}
	if x.Odd() >= 0 {
		t.Error("rows that are none")
	}
}
