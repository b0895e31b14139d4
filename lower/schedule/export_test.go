package schedule

// Least sets how many rounds a loop must have to become parts, and a kernel to run several rows together.
func Least(rounds int) {
	leastRows = rounds
	for _, h := range []*parting{onHost, onDevice} {
		h.leastRounds, h.leastOuter = rounds, rounds
	}
}

// Widths sets how many parts loops become for devices.
func Widths(list ...int) { onDevice.widths = list }

// Groups changes how large groups are, as squares, and how many there are at most.
func Groups(side, most int) {
	*inGroups = grouping{size: side * side, most: most, side: side, row: side, fewRows: 3, longRow: 4}
}
