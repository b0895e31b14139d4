package fuse

import (
	"testing"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// TestSpoken: costs use the names in the text, unless that makes two of them look the same.
func TestSpoken(t *testing.T) {
	x := func(name string, id int) poly.Poly { return poly.Var(&syntax.Var{Name: name, ID: id}) }
	f := &fuser{names: map[int]string{1: "n", 2: "n", 3: "size", 4: "m"}}
	for _, c := range []struct {
		cost   poly.Poly
		whiles []string
		want   string
	}{
		{x("n_1", 1).Mul(x("m_7", 4)), nil, "n * m"},
		{x("n_1", 1).Mul(x("n_2", 2)), nil, "n_1 * n_2"},
		{x("size_3", 3), nil, "size"},
		{x("size_3", 3).Mul(someSize), nil, "size * size_3; `size` is an int that is found on the way"},
		{rounds, nil, "rounds; `rounds` are those of a while loop"},
		{rounds.Mul(aCall), []string{"y", "x", "y"}, "call * rounds; `rounds` are those of the while loops `x`, `y`; `call` is what a call costs"},
		{x("n_1", 1), []string{"x"}, "n"},
	} {
		said, where := f.spoken(c.whiles, c.cost)
		if got := said[0].String() + where; got != c.want {
			t.Errorf("%s is spoken as\n%s\nwanted\n%s", c.cost, got, c.want)
		}
	}
}
