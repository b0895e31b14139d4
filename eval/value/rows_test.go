package value

import (
	"strings"
	"testing"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// rowsOf is an irregular array of ints with rows of these sizes, whose elements count from 1.
func rowsOf(sizes ...int) *Rows {
	n := 0
	for _, k := range sizes {
		n += k
	}
	elems := num.NewVec(n)
	for k := range n {
		elems.Set(k, num.Of(int64(k+1)))
	}
	return NewRows(syntax.Int, []int{len(sizes), -1}, [][]int{nil, sizes}, elems)
}

// TestFormatRows: with a limit, rows and elements in the middle are left out.
func TestFormatRows(t *testing.T) {
	deep := func(dims []int, sizes [][]int) *Rows { return NewRows(syntax.F64, dims, sizes, num.NewVec(0)) }
	for _, c := range []struct {
		v     *Rows
		limit int
		want  string
	}{
		{rowsOf(2, 0, 3), 0, "[[1, 2], [], [3, 4, 5]]"},
		{rowsOf(2, 0, 3), 6, "[[1, 2], [], [3, 4, 5]]"},
		{rowsOf(2, 0, 3), 5, "[[1, 2], …, [3, …, 5]]"},
		{rowsOf(0, 9, 0, 0), 4, "[[], …, []]"},
		{rowsOf(0, 0, 0, 0), 3, "[[], …, []]"},
		{rowsOf(1, 20, 1), 20, "[[1], [2, 3, 4, …, 19, 20, 21], [22]]"},
		{rowsOf(), 1, "empty([0][?]int)"},
		{deep([]int{2, 0, -1}, [][]int{nil, nil, {}}), 0, "[[], []]"},
		{deep([]int{0, 2, -1}, [][]int{nil, nil, {}}), 0, "empty([0][2][?]f64)"},
		{deep([]int{1, -1, 0, 2}, [][]int{nil, {3}}), 0, "[empty([3][0][2]f64)]"},
	} {
		if got := Format(c.v, c.limit); got != c.want {
			t.Errorf("limit %d: %s, wanted %s", c.limit, got, c.want)
		}
	}
}

// TestRowsAnywhere: rows may lie in any order, and share elements.
func TestRowsAnywhere(t *testing.T) {
	vec := func(xs ...int64) *Array { return &Array{Shape: []int{len(xs)}, Elems: num.VecOf(xs)} }
	r := &Rows{[]Level{{vec(2, 1, 2), vec(3, 4, 1)}}, vec(1, 2, 3, 4, 5)}
	if got := Format(r, 0) + " : " + r.Type(); got != "[[3, 4], [4], [1, 2]] : [3][?]int" {
		t.Error(got)
	}
	in := r.InOrder()
	if !in.Equal(r) || !r.Equal(in) || in.Data.Elems.Len() != 5 {
		t.Error(Format(in, 0))
	}
	for _, other := range []*Rows{rowsOf(2, 1, 2), rowsOf(2, 1), {[]Level{{vec(2, 1, 2), vec(3, 4, 2)}}, r.Data}} {
		if r.Equal(other) {
			t.Errorf("%s is %s", Format(r, 0), Format(other, 0))
		}
	}
	if got := FormatMarked(r, 0, func(k int, text string) string { return strings.Repeat("'", k) + text }); got != "[[''3, '''4], ['''4], [1, '2]]" {
		t.Error(got)
	}
}
