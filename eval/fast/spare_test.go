package fast

import (
	"context"
	"testing"

	"funmem/eval/engine"
)

// TestUnequalSpares: cells and times that are used again may have room for different numbers of locations, and the block grows up to both.
func TestUnequalSpares(t *testing.T) {
	for _, c := range []struct{ cells, times int }{{2 * leastSpare, leastSpare + 1}, {leastSpare + 1, 2 * leastSpare}} {
		u := &unit{ctx: context.Background(), fuel: pollEvery}
		u.budget = engine.NewBudget(u.ctx, 0)
		h := &heapState{u: u, now: 1}
		m := &mem{}
		h.alloc(m, leastSpare)
		m.blk.cells, m.blk.wrote = make([]int64, leastSpare, c.cells), make([]int64, leastSpare, c.times)
		h.alloc(m, 2*leastSpare)
		if n := len(m.blk.wrote); n != 2*leastSpare || len(m.blk.cells) != n {
			t.Errorf("%d cells and %d times, wanted %d", len(m.blk.cells), n, 2*leastSpare)
		}
	}
}
