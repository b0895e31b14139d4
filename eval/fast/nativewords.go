package fast

import (
	"runtime"
	"unsafe"
)

// wordsOf makes the words for a run.
type wordsOf struct {
	words  []int64
	heap   *heapState
	levels int
	full   bool
	counts int // where what is counted begins
	blocks []*memBlock
	wrote  []*memBlock // those that the code may have written
	pinned runtime.Pinner
}

// pin keeps the blocks where they are.
func (w *wordsOf) pin() {
	for _, b := range w.blocks {
		for _, data := range [][]int64{b.cells, b.wrote} {
			if len(data) > 0 {
				w.pinned.Pin(&data[0])
			}
		}
		for _, recs := range b.recs {
			if len(recs) > 0 {
				w.pinned.Pin(&recs[0])
			}
		}
	}
}

func (w *wordsOf) put(x int64) { w.words = append(w.words, x) }

// header writes the first words.
func (w *wordsOf) header(n int, views []*view) {
	unit := int64(1)
	for _, v := range views {
		if last := v.d[v.q-1]; last.n > 1 && last.s != 1 && v.count() > 0 {
			unit = 0
		}
	}
	h := w.heap
	for len(h.levels) < w.levels {
		h.levels = append(h.levels, level{})
	}
	w.words = append(w.words, 0, int64(n), 0, truth(w.full), unit, int64(h.levels[0].base))
	w.words = append(w.words, make([]int64, MostLevels-1)...) // begin writes these, and the time
}

// begin writes the times at which a run begins: iterations may have run since the last one.
func (w *wordsOf) begin(words []int64) {
	words[WordNow] = w.heap.now
	for l := 1; l < w.levels; l++ {
		w.heap.unwind(l)
		words[WordClock+l] = int64(w.heap.levels[l].clock)
	}
}

// end takes over the times at which a run ended.
func (w *wordsOf) end(words []int64) {
	h := w.heap
	h.now = max(h.now, words[WordNow])
	for l := 1; l < w.levels; l++ {
		h.levels[l].clock = max(h.levels[l].clock, uint32(words[WordClock+l]))
	}
}

// mostClock is where a clock starts again before a run of native code, which cannot do that itself.
const mostClock = 1 << 31

// unwind starts the clock of a level again if it is late.
func (h *heapState) unwind(l int) {
	if h.levels[l].clock < mostClock {
		return
	}
	h.levels[l].clock = 0
	for _, b := range h.blocks {
		if l < len(b.recs) {
			clear(b.recs[l])
		}
	}
}

// block writes the words of a block. If the code may write it, or must check what it reads there, it gets records.
func (w *wordsOf) block(b *memBlock, hot bool) {
	w.blocks = append(w.blocks, b)
	w.address(b.cells)
	w.address(b.wrote)
	w.put(int64(len(b.cells)))
	w.put(b.start)
	for l := range MostLevels {
		if !hot || !w.full || l >= w.levels {
			w.put(0)
			continue
		}
		recs := b.records(l)
		if len(recs) == 0 {
			w.put(0)
			continue
		}
		w.put(int64(uintptr(unsafe.Pointer(&recs[0]))))
	}
	if hot {
		w.wrote = append(w.wrote, b)
	}
}

// address writes the address of words.
func (w *wordsOf) address(data []int64) {
	if len(data) == 0 {
		w.put(0)
		return
	}
	w.put(int64(uintptr(unsafe.Pointer(&data[0]))))
}

// view writes the words of a view.
func (w *wordsOf) view(v *view, hot bool) {
	w.put(int64(v.first()))
	w.put(truth(hot))
	w.put(v.birth)
	for _, d := range v.d[:v.q] {
		w.put(int64(d.n))
		w.put(int64(d.s))
	}
}

// after takes over what a run has left.
func (w *wordsOf) after() {
	for _, b := range w.wrote {
		b.last = w.heap.now
		b.forget()
	}
}
