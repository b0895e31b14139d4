package heap

import (
	"slices"
	"strconv"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Heap is H: the blocks that can still be reached. It is used by one Tracer at
// a time and is not safe for concurrent use.
type Heap struct {
	// Grant is asked for memory of the given number of 8-byte words. It calls take, which takes it, or returns an
	// error. If the error comes while take runs, the result of take is not used. It may be nil.
	Grant func(words int64, take func()) error

	// Poll is asked now and then during a long copy. An error ends the copy, with some of the elements copied. It
	// may be nil.
	Poll func() error

	blocks []*Block // in the order of their labels
	labels Label    // the last one given
	names  map[string]int
	clocks []uint64 // per nesting level: the last stamp given
	saves  []*Savepoint
	epoch  uint64 // how often a savepoint was made or restored
	live   int    // locations of the blocks
	peak   int    // the most locations that there were
}

// New is an empty heap.
func New() *Heap { return &Heap{names: map[string]int{}} }

// SizeError is an alloc of a negative size.
type SizeError struct{ Size int }

// Error gives the size.
func (e *SizeError) Error() string {
	return diag.Negative("the size of a block", strconv.Itoa(e.Size))
}

// Alloc adds a block of n zeros under a fresh label (E-MEM-ALLOC). The error is a *SizeError or the error of
// Grant. Evaluators call Tracer.Alloc.
func (h *Heap) Alloc(name string, at diag.Span, n int) (*Block, error) {
	if n < 0 {
		return nil, &SizeError{n}
	}
	var cells *num.Vec
	if err := h.grant(int64(n), func() { cells = num.NewVec(n) }); err != nil {
		return nil, err
	}
	if err := h.grant(blockWords, func() {}); err != nil {
		return nil, err
	}
	return h.add(name, at, cells), nil
}

// blockWords is roughly the size of a block apart from its locations, in words of 8 bytes: there may be many
// small ones.
const blockWords = 32

// Adopt adds a block that holds the given values, all written by site. It takes
// ownership of the values. Inputs of a program get their blocks from here.
func (h *Heap) Adopt(name string, at diag.Span, values *num.Vec, site *Site) *Block {
	b := h.add(name, at, values)
	b.given, b.outside = &writing{site: site}, true
	return b
}

func (h *Heap) add(name string, at diag.Span, cells *num.Vec) *Block {
	h.labels++
	h.names[name]++
	b := &Block{Label: h.labels, Name: name, At: at, nth: h.names[name], cells: cells, since: h.epoch}
	h.blocks = append(h.blocks, b)
	h.live += b.Len()
	h.peak = max(h.peak, h.live)
	return b
}

// Peak is the greatest number of locations that the blocks have had at one time since StartPeak.
func (h *Heap) Peak() int { return h.peak }

// Live is the number of locations of all blocks.
func (h *Heap) Live() int { return h.live }

// StartPeak forgets the peak so far.
func (h *Heap) StartPeak() { h.peak = h.live }

func (h *Heap) grant(words int64, take func()) error {
	if h.Grant == nil {
		take()
		return nil
	}
	return h.Grant(words, take)
}

// Blocks is the blocks in the order of their labels.
func (h *Heap) Blocks() []*Block { return slices.Clone(h.blocks) }

// Lookup finds a block by its display name.
func (h *Heap) Lookup(name string) (*Block, bool) {
	for _, b := range h.blocks {
		if b.String() == name {
			return b, true
		}
	}
	return nil, false
}

// Collect drops all blocks that are not among the roots and returns them.
// Blocks hold no labels, so the roots are all that can be reached. The labels
// are not given again; display names are.
func (h *Heap) Collect(roots []*Block) []*Block {
	live := make(map[*Block]bool, len(roots))
	for _, b := range roots {
		live[b] = true
	}
	var dropped, kept []*Block
	for _, b := range h.blocks {
		if live[b] {
			kept = append(kept, b)
		} else {
			dropped = append(dropped, b)
		}
	}
	h.blocks = kept
	h.count()
	return dropped
}

// Has tells whether there is a block that a variable of that name was bound to.
func (h *Heap) Has(name string) bool { return h.names[name] > 0 }

// count recounts the locations and names after blocks came or went.
func (h *Heap) count() {
	h.live = 0
	clear(h.names)
	for _, b := range h.blocks {
		h.live += b.Len()
		h.names[b.Name] = max(h.names[b.Name], b.nth)
	}
	h.peak = max(h.peak, h.live)
}

// Len is the number of blocks.
func (h *Heap) Len() int { return len(h.blocks) }

// Retain is Collect among the blocks after the first n; those stay.
func (h *Heap) Retain(n int, roots []*Block) {
	h.own(n)
	kept := h.blocks[:n]
	for _, b := range h.blocks[n:] {
		if slices.Contains(roots, b) {
			kept = append(kept, b)
		} else {
			h.live -= b.Len()
		}
	}
	clear(h.blocks[len(kept):])
	h.blocks = kept
}

// own gives the heap a list of blocks that no savepoint shares, if a savepoint has blocks after the first n.
func (h *Heap) own(n int) {
	if slices.ContainsFunc(h.saves, func(s *Savepoint) bool { return len(s.blocks) > n }) {
		h.blocks = slices.Clone(h.blocks)
	}
}

// truncate drops the blocks after the first n.
func (h *Heap) truncate(n int) {
	if len(h.blocks) > n {
		for _, b := range h.blocks[n:] {
			h.live -= b.Len()
		}
		h.own(n)
		clear(h.blocks[n:])
		h.blocks = h.blocks[:n]
	}
}

// writable prepares a block for a write. It gives the block a content of its own while a savepoint holds the
// present one, and a place for its writers.
func (h *Heap) writable(b *Block) error {
	n := int64(b.Len())
	if h.frozen(b) {
		var cells *num.Vec
		var writers []writer
		if err := h.grant(3*n, func() { cells, writers = b.cells.Clone(), slices.Clone(b.writers) }); err != nil {
			return err
		}
		h.log(b)
		b.cells, b.writers = cells, writers
	}
	b.since = h.epoch
	if b.writers == nil {
		var writers []writer
		if err := h.grant(2*n, func() { writers = make([]writer, n) }); err != nil {
			return err
		}
		b.writers = writers
		if b.given != nil {
			for k := range b.writers {
				b.writers[k].by = b.given
			}
		}
	}
	return nil
}

// frozen tells whether a savepoint holds the present content of a block.
func (h *Heap) frozen(b *Block) bool { return b.since != h.epoch && len(h.saves) > 0 }

// Savepoint is a state that a heap can go back to.
type Savepoint struct {
	blocks []*Block
	log    []saved // contents at the savepoint, of blocks written since
}

type saved struct {
	block   *Block
	cells   *num.Vec
	writers []writer
	given   *writing
	end     *End
}

// log keeps the content of a block for the innermost savepoint.
func (h *Heap) log(b *Block) {
	top := h.saves[len(h.saves)-1]
	top.log = append(top.log, saved{b, b.cells, b.writers, b.given, b.end})
}

// Save marks the present state. Contents are copied block by block, when they are first written to. Savepoints
// nest, and can be restored or forgotten in any order.
func (h *Heap) Save() *Savepoint {
	s := &Savepoint{blocks: slices.Clip(h.blocks)} // new blocks go after them, and Collect makes a list of its own
	h.saves = append(h.saves, s)
	h.epoch++
	return s
}

// Restore brings back the blocks and contents of the savepoint, and ends it and
// all later ones. Blocks keep their identity; labels given since are not given
// again.
func (h *Heap) Restore(s *Savepoint) {
	at := slices.Index(h.saves, s)
	for k := len(h.saves) - 1; k >= at; k-- {
		for _, e := range slices.Backward(h.saves[k].log) {
			e.block.cells, e.block.writers, e.block.given, e.block.end = e.cells, e.writers, e.given, e.end
			e.block.version++
		}
	}
	h.saves = slices.Delete(h.saves, at, len(h.saves))
	h.blocks = s.blocks
	h.count()
	h.epoch++
	for _, b := range h.blocks {
		b.shadow = nil
	}
}

// Forget ends the savepoint and keeps the present state. Earlier savepoints are not affected.
func (h *Heap) Forget(s *Savepoint) {
	at := slices.Index(h.saves, s)
	if at > 0 {
		h.saves[at-1].log = append(h.saves[at-1].log, s.log...)
	}
	h.saves = slices.Delete(h.saves, at, at+1)
}
