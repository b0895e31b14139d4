package schedule

// Least sets how many rounds a loop must have to become parts.
func Least(rounds int) { leastRounds, leastOuter = rounds, rounds }
