package tofunmem

import (
	"slices"
	"testing"

	"funmem/futhark"
)

// TestOperators: the operators that FUNMEM computes are those that the types know.
func TestOperators(t *testing.T) {
	typed := map[string]bool{}
	for _, o := range futhark.Operators() {
		typed[o.Base] = true
	}
	for base := range operators {
		if !typed[base] {
			t.Errorf("`%s` has no types", base)
		}
	}
	for name := range ofIndices {
		if o := futhark.Operators()[name]; o == nil || !slices.Equal(append(slices.Clone(o.Args), o.Res), []futhark.Prim{"i64", "i64", "i64"}) {
			t.Errorf("`%s` is no operator of index functions", name)
		}
	}
	for base := range typed {
		if operators[base] == nil {
			t.Errorf("`%s` is not computed", base)
		}
	}
}
