package offload

import (
	"context"
	"sync/atomic"
	"time"

	"funmem/lower/emit"
	"funmem/semantics/imp"
)

// grid is a kernel that the device runs.
type grid struct {
	*emit.Grid
	written map[int]bool // the blocks that it writes
	chunk   atomic.Int64 // iterations that are launched at a time
}

// group is how many threads a group has, and firstChunk how many iterations are launched before it is known how long they
// take.
const (
	group      = 256
	firstChunk = 1 << 14
	longest    = 50 * time.Millisecond // that a launch should take, so that a user who interrupts it need not wait
)

func newGrid(g *emit.Grid) *grid {
	w := map[int]bool{}
	imp.Walk(g.Of.Body, func(s imp.Stm) bool {
		if s, ok := s.(*imp.Write); ok {
			w[s.X.ID] = true
		}
		return true
	})
	of := &grid{Grid: g, written: w}
	of.chunk.Store(firstChunk)
	return of
}

// launch runs the iterations of a kernel on the device.
func (r *run) launch(g *grid, n int64) {
	total, widths := n, []int64{}
	if n == 0 {
		return
	}
	width := int64(1)
	for k := len(g.Nest) - 1; k > 0; k-- {
		width = r.times(width, max(r.word(g.Nest[k].N), 1))
		widths = append(widths, width)
	}
	total = r.times(width, n)
	args, words := []any{r.fail, r.turn, int64(0), total}, int64(0)
	for k, x := range g.Args {
		if !g.Mem[k] {
			args = append(args, r.bits(r.vars[x.ID]))
			continue
		}
		b := r.blocks[x.ID]
		if b == nil { // it is of no use in this run
			args = append(args, r.fail, int64(0))
			continue
		}
		if b.freed {
			r.early(emit.Check)
		}
		if g.written[x.ID] {
			r.apart(b)
		}
		args, words = append(args, r.onDevice(b), b.words), words+b.words
		if g.written[x.ID] {
			b.host, b.given = nil, false
		}
	}
	for _, w := range widths {
		args = append(args, w)
	}
	size := int64(min(group, r.device.Limits().Group))
	for first := int64(0); first < total; {
		if r.ctx.Err() != nil {
			panic(ended{context.Cause(r.ctx)})
		}
		chunk := g.chunk.Load()
		count := min(chunk, total-first)
		args[1], args[2], args[3] = r.turn, first, first+count
		begin := time.Now()
		r.must(r.code.Launch(g.Name, int((count+size-1)/size), int(size), args...))
		r.asked, r.turn = true, 1-r.turn
		r.launched(g, count, int64(float64(words)*float64(count)/float64(total)), begin)
		if first += count; first < total || count == chunk { // how long does a full chunk take?
			r.must(r.device.Wait(r.ctx))
			switch took := time.Since(begin); {
			case took < longest/4:
				g.chunk.Store(min(chunk*2, emit.MaxRounds))
			case took > longest && chunk > size:
				g.chunk.Store(chunk / 2)
			}
		}
	}
}

// times is a product of numbers of iterations.
func (r *run) times(x, y int64) int64 {
	if x > emit.MaxRounds/y {
		r.early(emit.Size)
	}
	return x * y
}
