package offload

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"funmem/lower/emit"
	"funmem/semantics/imp"
)

// grid is a kernel that the device runs.
type grid struct {
	*emit.Grid
	written map[int]bool // the blocks that it writes
	uses    map[int]*use // of its blocks
	group   atomic.Int64 // the most threads that a group of it may have; 0: not asked for yet
	wide    atomic.Int64 // the same if it is compiled for large ints
	chunk   atomic.Int64 // iterations that are launched at a time
	after   map[int]bool // of a chain: variables that are read after it
}

// firstChunk is how many iterations are launched before it is known how long they take, and firstLoops where each has loops.
const (
	firstChunk = 1 << 14
	firstLoops = 1 << 8
	longest    = 50 * time.Millisecond // that a launch should take, so that a user who interrupts it need not wait
)

// shape is how iterations are shared among threads: each runs some of them, and a group has some threads. A processor runs a
// loop of many, if there are enough for all of its cores, and a GPU has a thread for each.
func (p *Program) shape(g *grid, most, total int64) (each, size int64) {
	const group, rounds, parts = 256, 1024, 8
	if g.Group > 0 {
		return 1, int64(g.Group)
	}
	l := p.device.Limits()
	if l.Shared && total >= firstChunk {
		return max(1, min(rounds, total/int64(parts*max(l.Units, 1)))), 1
	}
	return 1, min(group, most)
}

func newGrid(g *emit.Grid) *grid {
	w := map[int]bool{}
	imp.Walk(g.Of.Body, func(s imp.Stm) bool {
		if s, ok := s.(*imp.Write); ok {
			w[s.X.ID] = true
		}
		return true
	})
	of := &grid{Grid: g, written: w, uses: usesOf(g)}
	first := int64(firstChunk)
	for _, u := range of.uses {
		if u.reads >= many || u.writes >= many {
			first = firstLoops
		}
	}
	of.chunk.Store(max(first/int64(max(g.Group, 1)), 1))
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
	args, words := []any{r.fail, r.turn, int64(1), int64(0), total}, float64(0)
	narrow := total <= emit.MostNarrow
	after := func() {}
	if g.Chain != nil {
		state := r.cleared(r.times(total, g.State) + 1)
		args = append(args, state.buffer)
		after = func() { r.linked(g, state) }
	}
	for k, x := range g.Args {
		if !g.Mem[k] {
			w := r.bits(r.vars[x.ID])
			args, narrow = append(args, w), narrow && (!g.Small[k] || w >= 0 && w <= emit.MostNarrow)
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
			b.elems = nil
		}
		r.onDevice(b)
		if g.written[x.ID] {
			r.apart(b)
		}
		args, words = append(args, b.buffer, b.words), words+g.uses[x.ID].words(b.words, total)
		if g.written[x.ID] {
			b.host, b.given = nil, false
		}
	}
	for _, w := range widths {
		args = append(args, w)
	}
	code, of := r.code, &g.group
	if !narrow && r.head == emit.Narrow {
		var err error
		code, err = r.device.Build(r.ctx, r.Text, r.may)
		r.must(err)
		of = &g.wide
	}
	if of.Load() == 0 {
		most, err := code.Group(g.Name)
		r.must(err)
		if most < g.Group {
			r.must(fmt.Errorf("kernel `%s` runs in groups of %d threads, and the device has at most %d for it", g.Name, g.Group, most))
		}
		of.Store(int64(max(most, 1)))
	}
	for first := int64(0); first < total; {
		if r.ctx.Err() != nil {
			panic(ended{context.Cause(r.ctx)})
		}
		chunk := g.chunk.Load()
		count := min(chunk, total-first)
		each, size := r.shape(g, of.Load(), count)
		args[1], args[2], args[3], args[4] = r.turn, each, first, first+count
		begin := r.starts()
		groups := (count + each*size - 1) / (each * size)
		if g.Group > 0 {
			groups = count
		}
		if err := code.Launch(g.Name, int(groups), int(size), args...); err != nil {
			begin.drop()
			r.must(err)
		}
		r.asked, r.turn = true, 1-r.turn
		r.launched(g, count*int64(max(g.Group, 1)), int64(words*float64(count)/float64(total)), begin)
		if first += count; first < total || count == chunk { // how long does a full chunk take?
			r.must(r.device.Wait(r.ctx))
			switch took := time.Since(begin.at); {
			case took < longest/4:
				g.chunk.Store(min(chunk*max(2, min(64, int64(longest/2/max(took, 1)))), emit.MaxRounds))
			case took > longest && chunk > size || g.Group > 0 && took > longest && chunk > 1:
				g.chunk.Store(chunk / 2)
			}
		}
	}
	after()
}

// times is a product of numbers of iterations.
func (r *run) times(x, y int64) int64 {
	if x > emit.MaxRounds/y {
		r.early(emit.Size)
	}
	return x * y
}
