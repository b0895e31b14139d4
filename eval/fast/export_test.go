package fast

import (
	"testing"
	"time"
)

// Narrow makes strips of any few iterations, for one test.
func Narrow(t *testing.T, width int) {
	w, f, r := stripWidth, fewest, mostRounds
	stripWidth, fewest, mostRounds = width, 1, 20
	t.Cleanup(func() { stripWidth, fewest, mostRounds = w, f, r })
}

// Parallel makes any kernel worth several threads, for one test.
func Parallel(t *testing.T) {
	l, d, n, r := leastParallel, leastTime, termsTogether, leastRound
	leastParallel, leastTime, termsTogether, leastRound = 0, 0, 8, 0
	t.Cleanup(func() { leastParallel, leastTime, termsTogether, leastRound = l, d, n, r })
}

// Divide makes kernels with native code run in so many parts, and on several threads, for one test.
func Divide(t *testing.T, n int) {
	p, l := parts, leastOnThread
	parts, leastOnThread = n, 1
	t.Cleanup(func() { parts, leastOnThread = p, l })
}

// InTurn makes the parts of kernels with native code run without it and with it in turn, for one test.
func InTurn(t *testing.T) {
	inTurn = true
	t.Cleanup(func() { inTurn = false })
}

// Compile makes kernels worth compiling after a time, for one test.
func Compile(t *testing.T, after time.Duration) {
	w := worthCompiling
	worthCompiling = after
	t.Cleanup(func() { worthCompiling = w })
}
