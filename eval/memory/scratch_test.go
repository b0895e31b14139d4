package memory_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestScratchPlanted: wrong versions of undefined elements on the heap are caught.
func TestScratchPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"undefined elements are compared", "lockstep.go", "value.Agrees(want.At(k-1), have.At(off)) ||", "want.At(k-1).Equal(have.At(off)) ||"},
		{"undefined elements are read", "lockstep.go", "v.IsUndefined() {", "v.IsUndefined() && rule == \"\" {"},
		{"a copy warns", "beyond.go", "k := r.fetch(", "k := r.read("},
		{"locations show what was there", "machine.go", "if x := v.V.Elems.At(k); x.IsUndefined() {", "if x := v.V.Elems.At(k); x.IsUndefined() && k < 0 {"},
	}, "-run", "TestPrograms|TestStuck")
}
