package fast

import "testing"

// Narrow makes strips of any few iterations, for one test.
func Narrow(t *testing.T, width int) {
	w, f := stripWidth, fewest
	stripWidth, fewest = width, 1
	t.Cleanup(func() { stripWidth, fewest = w, f })
}
