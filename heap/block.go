package heap

import (
	"fmt"
	"slices"
	"sync/atomic"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Label is ℓ, the identity of a block. Labels start at 1 and are given in the order
// of allocation. A heap never gives a label twice.
type Label int

// Block is a memory block: locations 0 to Len()-1, each an exact integer or a real,
// with its last writer. A location that nothing wrote holds the 0 of either.
type Block struct {
	Label Label
	Name  string    // the variable that alloc bound
	At    diag.Span // the place of the alloc

	nth     int           // how many blocks of that name there are, this one included
	cells   *num.Vec      // shared with a savepoint while that holds them
	writers []writer      // as long as cells; nil until the first write
	given   *writing      // the writer of all locations while writers is nil
	outside bool          // the block was adopted
	end     *End          // nil: the block was not freed
	since   uint64        // the epoch in which it got this content; after that epoch a savepoint may hold it
	version uint64        // changes with the content
	watch   *Watch        // the innermost, or nil
	whole   atomic.Uint64 // 1 + the version in which every location was known to be written

	depth  int    // kernels around the alloc
	birth  uint64 // stamp of the iteration of the innermost of them
	shadow []level
}

// writer is who wrote a location last.
type writer struct {
	by   *writing // nil: nothing wrote it
	iter int      // iteration of by.in
}

// writing is a site within a kernel instance.
type writing struct {
	site *Site
	in   *instance // nil outside kernels
}

// instance is one evaluation of a kernel, with the iteration of the kernel
// around it that evaluates it.
type instance struct {
	kernel     *Kernel
	parent     *instance
	parentIter int
}

// Writer says who wrote a location: where, and in which iteration of each
// kernel around it, outermost first.
type Writer struct {
	Site       *Site
	Kernels    []*Kernel
	Iterations []int
}

// InKernel tells whether an iteration of a kernel allocated the block.
func (b *Block) InKernel() bool { return b.depth > 0 }

// Len is the number of locations.
func (b *Block) Len() int { return b.cells.Len() }

// String is the display name: the name of the variable that alloc bound, and
// m#2, m#3 … for further blocks of that name.
func (b *Block) String() string {
	return BlockName(b.Name, b.nth)
}

// BlockName is what messages call the nth block that a variable was bound to.
func BlockName(name string, nth int) string {
	if nth > 1 {
		return fmt.Sprintf("%s#%d", name, nth)
	}
	return name
}

// Cell is H[ℓ, off] without an access. The offset must be in the block.
func (b *Block) Cell(off int) num.Num { return b.cells.At(off) }

// Shows is Cell as an element of an array of reals, or of integers. A location that
// nothing wrote shows the 0 of that kind.
func (b *Block) Shows(off int, real bool) num.Num {
	x := b.cells.At(off)
	if x.IsReal() != real && (!b.Written(off) || x.IsUndefined()) {
		return num.Zero(real)
	}
	return x
}

// Version tells contents apart. It grows with every write to the block, and when
// Restore brings an earlier content back.
func (b *Block) Version() uint64 { return b.version }

// Cells is the content. It must not be written. Whether it shows later writes is
// not defined.
func (b *Block) Cells() *num.Vec { return b.cells }

// Written tells whether anything wrote the location.
func (b *Block) Written(off int) bool { return b.writer(off).by != nil }

// AllWritten tells whether every location was written.
func (b *Block) AllWritten() bool {
	if b.writers == nil {
		return b.given != nil || b.Len() == 0
	}
	now := b.version + 1
	if b.whole.Load() == now {
		return true
	}
	for _, w := range b.writers {
		if w.by == nil {
			return false
		}
	}
	b.whole.Store(now)
	return true
}

// LastWriter says who wrote the location last. It is not ok when nothing did.
func (b *Block) LastWriter(off int) (w Writer, ok bool) {
	last := b.writer(off)
	if last.by == nil {
		return Writer{}, false
	}
	w.Site = last.by.site
	iter := last.iter
	for in := last.by.in; in != nil; in = in.parent {
		w.Kernels = append([]*Kernel{in.kernel}, w.Kernels...)
		w.Iterations = append([]int{iter}, w.Iterations...)
		iter = in.parentIter
	}
	return w, true
}

func (b *Block) writer(off int) writer {
	if b.writers == nil {
		return writer{by: b.given}
	}
	return b.writers[off]
}

// View is the elements of (b, L), an array of reals or of integers, in row-major
// order, without an access. The error is a *BoundsError for an element outside the
// block, and a *KindError for an element of the other kind.
func (b *Block) View(l LMAD, real bool) (*num.Vec, error) {
	if err := b.bounds(l, nil, false, nil); err != nil {
		return nil, err
	}
	var wrong error
	v, k := num.NewVec(l.Count()), 0
	l.EachIndex(func(y []int, off int) bool {
		x := b.Shows(off, real)
		if x.IsReal() != real {
			wrong = &KindError{b, off, x, nil, slices.Clone(y)}
			return false
		}
		v.Set(k, x)
		k++
		return true
	})
	return v, wrong
}

// KindError is a read of an integer where a real is wanted, or of a real where an
// integer is.
type KindError struct {
	Block  *Block
	Offset int
	Found  num.Num
	Site   *Site // nil when the read has no site
	Index  []int // of the element, nil when not known
}

// Error says what was found and wanted.
func (e *KindError) Error() string {
	found, wanted := "an int", "an f64"
	if e.Found.IsReal() {
		found, wanted = wanted, found
	}
	return fmt.Sprintf("offset %d of block `%s` holds %s, which is %s, and %s is wanted", e.Offset, e.Block, e.Found, found, wanted)
}

// BoundsError is an access to a location that the block does not have.
type BoundsError struct {
	Block  *Block
	Offset int
	Wide   bool // the offset does not even fit a machine integer, and Offset is not it
	Write  bool
	Site   *Site // nil when the access has no site
	Index  []int // of the element, nil when not known
}

// Error gives the offset, the block and its size.
func (e *BoundsError) Error() string {
	how, where := "read", fmt.Sprint(e.Offset)
	if e.Write {
		how = "write"
	}
	if e.Wide {
		where = "a number beyond 64 bits"
	}
	size := "no locations"
	if _, freed := e.Block.Freed(); freed {
		size += ": it was freed"
	} else if n := e.Block.Len(); n > 0 {
		size = fmt.Sprintf("%d, offsets 0 to %d", n, n-1)
	}
	return fmt.Sprintf("%s at offset %s of block %s, which has %s", how, where, e.Block, size)
}

// bounds checks that all elements of (b, L) are in the block. The error names the
// first one outside, with prefix before its index.
func (b *Block) bounds(l LMAD, site *Site, write bool, prefix []int) error {
	if lo, hi, ok := l.Extent(); ok && lo >= 0 && hi < b.Len() {
		return nil
	}
	if l.Empty() {
		return nil
	}
	y := l.firstBeyond(b.Len())
	off, ok := l.At(y...)
	return &BoundsError{b, off, !ok, write, site, append(append([]int(nil), prefix...), y...)}
}
