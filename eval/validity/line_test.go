package validity_test

import (
	"testing"

	"funmem/eval/validity"
)

// TestGivenUp: a kernel is tested if its proof was given up, and its line says why.
func TestGivenUp(t *testing.T) {
	k := validity.Kernel{Binds: "y", Instances: 1, Iterations: 3, RaceFree: true, Status: validity.Tested, Reason: "the proof takes more than 7 steps"}
	const want = "kernel `y`: race-free: tested; the proof takes more than 7 steps (3 iterations in 1 instance)"
	if got := k.Line(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
