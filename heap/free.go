package heap

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// End is where a block was freed, under which name, and how many locations it had.
type End struct {
	Name string
	At   diag.Span
	Size int // set by Free
}

// Freed tells whether the block was freed, and where.
func (b *Block) Freed() (*End, bool) { return b.end, b.end != nil }

// FreeError is a free of a block that must not be freed.
type FreeError struct {
	Block *Block
	Why   string
}

// Error says why not.
func (e *FreeError) Error() string { return fmt.Sprintf("block `%s` %s", e.Block, e.Why) }

// Free ends the life of a block (E-MEM-FREE): it has no locations afterwards, but
// keeps its label. The error is a *FreeError.
func (t *Tracer) Free(b *Block, end *End) error {
	switch {
	case b.end != nil:
		return &FreeError{b, "was freed before"}
	case b.outside:
		return &FreeError{b, "comes from outside, where it may still be used"}
	case t.outer(b) < len(t.frames):
		return &FreeError{b, "was not allocated in this iteration, and others may use it"}
	}
	h := t.heap
	if h.frozen(b) {
		h.log(b)
		b.since = h.epoch
	}
	h.live -= b.Len()
	end.Size = b.Len()
	b.cells, b.writers, b.given, b.shadow, b.end = num.NewVec(0), nil, nil, nil, end
	b.version++
	if t.Life != nil {
		t.Life.freed(b)
	}
	return nil
}
