package tofunmem

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"funmem/semantics/futhark"
)

// TestOperators: each operator that FUNMEM computes is one that the types know, and those that it does not are the ones of doc.go.
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
	maps.DeleteFunc(typed, func(base string, _ bool) bool { return operators[base] != nil })
	const want = "erf erfc fmod from_bits gamma lgamma nextafter to_bits"
	if left := strings.Join(slices.Sorted(maps.Keys(typed)), " "); left != want {
		t.Errorf("not computed: %s", left)
	}
}
