package schedule

import "funmem/semantics/imp"

// Apply applies one rewrite.
func Apply(name string, p *imp.Program) (*imp.Program, error) {
	return Through([]string{name}, p, func(*imp.Kernel) bool { return true }, nil, nil)
}

// Least sets how many rounds a loop must have to become parts, and a kernel to run several rows together.
func Least(rounds int) { leastRounds, leastOuter, leastRows = rounds, rounds, rounds }
