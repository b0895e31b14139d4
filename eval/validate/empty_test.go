package validate_test

import (
	"strings"
	"testing"

	"funmem/eval/validate"
)

// TestEmptyInputs: if a function also takes inputs with elements, inputs without elements establish nothing
// about it.
func TestEmptyInputs(t *testing.T) {
	before := "def f [n] (x : [n]int) = kernel i <= n do x[i + 1]"
	after := `def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =
  let (zm : mem) = alloc n let (z : [n] @ zm -> R(n)) = kernel i <= n do 7 in (zm, z)`
	r := validated(t, before, after)
	if r.Word != validate.Unknown || !r.Empty || r.Tests == 0 || r.Outside == 0 {
		t.Errorf("BEFORE is stuck on all inputs with elements: %s", r.Line())
	}
	if text := r.Line(); !strings.HasSuffix(text, ": BEFORE is stuck on all inputs that were tried and have elements") {
		t.Error(text)
	}
}
