package fast

import "testing"

// Narrow makes strips of any few iterations, for one test.
func Narrow(t *testing.T, width int) {
	w, f := stripWidth, fewest
	stripWidth, fewest = width, 1
	t.Cleanup(func() { stripWidth, fewest = w, f })
}

// Parallel makes any kernel worth several threads, for one test.
func Parallel(t *testing.T) {
	l, d := leastParallel, leastTime
	leastParallel, leastTime = 0, 0
	t.Cleanup(func() { leastParallel, leastTime = l, d })
}
