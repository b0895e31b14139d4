package heap

import "funmem/semantics/num"

// Watch keeps what the locations of a block held when it began. It keeps this only
// for locations written since, and costs nothing else.
type Watch struct {
	block  *Block
	outer  *Watch // the watch that began before it and has not ended
	before map[int]num.Num
}

// Watch begins a watch of a block. Those of one block nest: they end in the
// reverse order.
func (b *Block) Watch() *Watch {
	b.watch = &Watch{block: b, outer: b.watch}
	return b.watch
}

// End ends the watch: what it kept goes to the one around it.
func (w *Watch) End() {
	w.block.watch = w.outer
	if w.outer == nil {
		return
	}
	kept, later := w.outer.before, w.before
	if len(kept) < len(later) {
		for off, x := range kept {
			later[off] = x
		}
		w.outer.before = later
		return
	}
	for off, x := range later {
		if _, ok := kept[off]; !ok {
			kept[off] = x
		}
	}
}

// watchWords is the number of words that a watch keeps for one location.
const watchWords = 8

// keep keeps what a location holds before it is first written.
func (w *Watch) keep(h *Heap, off int) error {
	if _, ok := w.before[off]; ok {
		return nil
	}
	return h.grant(watchWords, func() {
		if w.before == nil {
			w.before = map[int]num.Num{}
		}
		w.before[off] = w.block.cells.At(off)
	})
}

// Change is an element that shows something else than before.
type Change struct {
	Index  []int // the element, 1-based
	Offset int
	Before num.Num
}

// Changed finds the first element of L, in row-major order, that does not show
// what it did when the watch began. The watch must be the innermost of its block.
func (w *Watch) Changed(L LMAD) (first Change, changed bool) {
	at := 0
	for off, x := range w.before {
		if x.Equal(w.block.cells.At(off)) {
			continue
		}
		index, ok := L.Find(off)
		if !ok {
			continue
		}
		if k := L.number(index); !changed || k < at {
			first, at, changed = Change{index, off, x}, k, true
		}
	}
	return first, changed
}

// number is the position of the element with index y in row-major order, from 0.
func (l LMAD) number(y []int) int {
	p := 0
	for k, d := range l.Dims {
		p = p*d.Size + y[k] - 1
	}
	return p
}
