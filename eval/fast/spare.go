package fast

import (
	"runtime"
	"sync"
	"unsafe"
)

// The storage of large blocks is used again: the system hands out fresh memory page by page, which takes longer than to
// fill it. What nobody has taken by the next collections of garbage is garbage too.

// storage is the words of a block that is not used any more: its cells, with any content, or the times of its writes, none
// of which is after until.
type storage struct {
	words []int64
	until int64
}

// leastSpare is how many words are worth keeping.
const leastSpare = 1 << 16

var spareCells, spareTimes sync.Pool // of *storage

// takeSpare returns n words of a spare storage, or nil.
func takeSpare(from *sync.Pool, n int) *storage {
	if n < leastSpare {
		return nil
	}
	s, _ := from.Get().(*storage)
	if s == nil || cap(s.words) < n || cap(s.words) > 2*n {
		return nil
	}
	s.words = s.words[:n]
	return s
}

// store gives the block n words, and clears what it remembers. The time may advance. Spare storage counts as new one does: the
// steps and the memory of a run do not depend on what ran before it.
func (b *memBlock) store(n int) {
	h := b.h
	b.recs = nil
	h.u.grant(n, func() {
		if s := takeSpare(&spareCells, n); s != nil {
			b.cells = s.words
		} else {
			b.cells = make([]int64, n)
		}
	})
	h.u.grant(n, func() {
		if s := takeSpare(&spareTimes, n); s != nil {
			b.wrote = s.words
			h.now = max(h.now, s.until+1) // what is written there counts as written before
		} else {
			b.wrote = make([]int64, n)
		}
	})
}

// spare keeps the storage of the blocks of a run that is over.
func (h *heapState) spare() {
	for _, b := range h.blocks {
		if b.outside != nil || cap(b.cells) < leastSpare {
			continue
		}
		if !b.lent {
			spareCells.Put(&storage{words: b.cells[:cap(b.cells)]})
		}
		spareTimes.Put(&storage{words: b.wrote[:cap(b.wrote)], until: h.now})
		b.cells, b.wrote = nil, nil
	}
}

// lend hands out the cells of the block, which come back when nothing refers to them any more.
func (b *memBlock) lend() []int64 {
	if n := cap(b.cells); n >= leastSpare && !b.lent {
		b.lent = true
		runtime.SetFinalizer(&b.cells[:n][0], func(at *int64) { spareCells.Put(&storage{words: unsafe.Slice(at, n)}) })
	}
	return b.cells
}
