package view

import (
	"slices"
	"strings"

	"funmem/heap"
)

// The limits of what :trace keeps and shows.
const (
	MaxTraced    = 500_000 // accesses and what runs within iterations
	MaxEach      = 50_000  // of these, in one iteration of an outermost kernel
	FirstShown   = 6       // iterations of a kernel: this many first ones and the last two
	LastShown    = 2
	MaxInstances = 3 // instances of a kernel within an iteration
)

// NotRecorded returns the iterations to show, for each outermost instance, that only another run
// can record. When it became known that they matter, they were over or had begun.
func NotRecorded(outermost []*heap.InstanceTrace) (also []map[int]bool, any bool) {
	for _, in := range outermost {
		more := map[int]bool{}
		add := func(i int) {
			if !slices.ContainsFunc(in.Iterations, func(it *heap.IterTrace) bool { return it.Iteration == i }) {
				more[i], any = true, true
			}
		}
		if in.Race != nil {
			add(lastIteration(in.Race.First))
			add(lastIteration(in.Race.Second))
		}
		if in.Within > 0 {
			add(in.Within)
		}
		if in.Ran > 0 && in.Ran < in.Bound { // evaluation is stuck there
			add(in.Now)
		}
		also = append(also, more)
	}
	return also, any
}

// TooLarge replaces the sets of an iteration that was not recorded as a whole.
const TooLarge = "R and W are too large to be recorded"

// TraceLine is an iteration that :trace shows.
type TraceLine struct {
	It            *heap.IterTrace
	Reads, Writes string
}

// Shows tells whether an iteration is shown, and not elided.
func Shows(in *heap.InstanceTrace, it *heap.IterTrace) bool {
	return it.Position < FirstShown || it.Position >= in.Ran-LastShown || Races(in, it) || it.Iteration == in.Within
}

// Races tells whether the iteration is one of the two that race.
func Races(in *heap.InstanceTrace, it *heap.IterTrace) bool {
	return in.Race != nil && (it.Iteration == lastIteration(in.Race.First) || it.Iteration == lastIteration(in.Race.Second))
}

// lastIteration is the iteration of the innermost kernel around an access.
func lastIteration(a heap.Access) int { return a.Iterations[len(a.Iterations)-1] }

// Locations is a set of locations: {x_mem 0–3, 7; y_mem 2}. They are sorted by
// block and offset.
func Locations(locs []heap.Loc) string {
	if len(locs) == 0 {
		return "∅"
	}
	var parts []string
	for from := 0; from < len(locs); {
		to := from
		for to < len(locs) && locs[to].Block == locs[from].Block {
			to++
		}
		parts = append(parts, locs[from].Block.String()+" "+offsets(locs[from:to]))
		from = to
	}
	return "{" + strings.Join(parts, "; ") + "}"
}

// offsets joins runs of offsets and leaves out the middle of many.
func offsets(locs []heap.Loc) string {
	var runs []string
	for from := 0; from < len(locs); {
		to := from
		for to+1 < len(locs) && locs[to+1].Offset == locs[to].Offset+1 {
			to++
		}
		runs = append(runs, span(locs[from].Offset, locs[to].Offset))
		from = to + 1
	}
	if len(runs) > 7 {
		runs = append(append(runs[:4:4], "…"), runs[len(runs)-2:]...)
	}
	return strings.Join(runs, ", ")
}
