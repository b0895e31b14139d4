package value_test

import (
	"testing"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// TestFormatNear: a shortened array also shows the elements around an index.
func TestFormatNear(t *testing.T) {
	long := func(shape ...int) value.Val {
		a := value.NewArray(syntax.Int, shape)
		for k := range a.Elems.Len() {
			a.Elems.Set(k, num.Of(int64(k+1)))
		}
		return value.Val{A: a}
	}
	for _, c := range []struct {
		v    value.Val
		near []int
		want string
	}{
		{long(30), nil, "[1, 2, 3, …, 28, 29, 30]"},
		{long(30), []int{15}, "[1, 2, 3, …, 13, 14, 15, 16, 17, …, 28, 29, 30]"},
		{long(30), []int{1}, "[1, 2, 3, …, 28, 29, 30]"},
		{long(30), []int{5}, "[1, 2, 3, 4, 5, 6, 7, …, 28, 29, 30]"},
		{long(30), []int{28}, "[1, 2, 3, …, 26, 27, 28, 29, 30]"},
		{long(30), []int{30}, "[1, 2, 3, …, 28, 29, 30]"},
		{long(9, 9), []int{4, 5}, "[[1, …, 9], …, [28, …, 30, 31, 32, 33, 34, …, 36], …, [73, …, 81]]"},
		{long(3), []int{2}, "[1, 2, 3]"},
	} {
		if got := value.FormatNear(c.v, 6, c.near, nil); got != c.want {
			t.Errorf("near %v: %s, wanted %s", c.near, got, c.want)
		}
	}
}
