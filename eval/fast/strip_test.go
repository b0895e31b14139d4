package fast_test

import (
	"testing"

	"funmem/eval/fast"
)

// TestNarrow repeats the tests of value mode with strips of a few iterations, so that also small kernels run in strips,
// and in several.
func TestNarrow(t *testing.T) {
	for _, width := range []int{1, 2, 3, 7, 256} {
		fast.Narrow(t, width)
		t.Run("constructs", TestConstructs)
		t.Run("bails out", TestBailsOut)
		t.Run("again", TestAgain)
		t.Run("random", TestRandomFun)
	}
}
