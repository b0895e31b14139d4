package fast

import (
	"math"

	"funmem/eval/vector"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// mem is a variable of type mem. At run time it is a block, and at compile time the allocs
// that it may come from.
type mem struct {
	blk   *memBlock
	roots []*mem // itself for an alloc or an input
	depth int    // number of kernels around the alloc
	home  *names // the activation that has the alloc; nil: it has none
	wrote bool   // the code writes to it somewhere
	holds holds  // what kind of numbers the code writes to it

	carried []*mem // for a block that a loop carries: what it is in the first round and, once known, in the others
}

// each visits the blocks that m may be: the allocs and inputs, and the loop variables, which
// become one of these only at run time.
func (m *mem) each(visit func(root *mem)) {
	seen := map[*mem]bool{}
	var of func(m *mem)
	of = func(m *mem) {
		for _, root := range m.roots {
			if !seen[root] {
				seen[root] = true
				visit(root)
				for _, from := range root.carried {
					of(from)
				}
			}
		}
	}
	of(m)
}

// mostRoots limits the allocs and inputs that a joined block may come from, since each write
// looks at all of them.
const mostRoots = 256

// either returns the roots of x and y, without duplicates.
func (c *compiler) either(x, y *mem) (roots []*mem) {
	seen := map[*mem]bool{}
	for _, from := range [][]*mem{x.roots, y.roots} {
		for _, root := range from {
			if !seen[root] {
				seen[root] = true
				roots = append(roots, root)
			}
		}
	}
	if len(roots) > mostRoots {
		panic(unsupported{})
	}
	return roots
}

// holds is what kind of numbers a block holds. In compiled code there is only one, so no read
// meets the other kind.
type holds uint8

const (
	nothing holds = iota
	holdsInts
	holdsReals
)

func holdsElem(elem syntax.Elem) holds {
	if elem == syntax.F64 {
		return holdsReals
	}
	return holdsInts
}

// memBlock is a memory block in heap mode. In value mode it is the storage of a site, and its
// version changes with each array that is put there. There is one per alloc in the code: the
// body of a kernel returns no block, so the next iteration can reuse the block of the last
// one.
//
// Consistency needs no second copy of the values. A kernel that neither races nor overlaps
// leaves in its result what its iterations computed, so an array is right when it is bound. It
// stays right if nothing has changed one of its locations since. Each location has the time of
// the write that last changed it, each array has the time at which it was bound, and a read
// compares the two.
type memBlock struct {
	h       *heapState
	cells   []int64
	wrote   []int64 // when a write last changed the location; nil: before everything
	start   int64   // the time of the alloc; earlier writes do not count
	last    int64   // the time of the last change of any location, or of the alloc
	log     []change
	since   int64   // the log has what changed after this time
	ver     uint64  // changes whenever writes to the block may start or stop
	hot     int     // number of running kernels and statements that may write to it
	home    *site   // value mode: the site that it is the storage of, or
	loop    *rounds // the loop that carried it
	depth   int     // number of kernels around the alloc
	recs    [][]record
	freed   bool
	lent    bool            // a result has its cells
	name    *syntax.Binding // the name that alloc bound, or
	outside *heap.Block     // the block outside of the program
	nth     int             // number among the blocks of that name
}

// String returns the name of the block.
func (b *memBlock) String() string {
	if b.outside != nil {
		return b.outside.String()
	}
	return heap.BlockName(b.name.Written(), b.nth)
}

// record is what a kernel level remembers about a location: the stamps of the iteration that
// wrote it and of the first one that read it (see heap/race.go). Iterations run one after the
// other, so a write that races with a read also races with the first read.
type record = vector.Access

// heapState is the state of a run in heap mode.
type heapState struct {
	u      *unit
	now    int64 // the time; it advances whenever an array is bound
	blocks []*memBlock
	levels []level
	depth  int // number of running kernels

	made      map[string]*int // how many blocks of each name the program has made
	instances int64           // of kernels so far, for random schedules
}

// level is the kernel instance that runs at a nesting level.
type level struct{ base, stamp, clock uint32 }

// enter starts a kernel instance with n iterations.
func (h *heapState) enter(n int) *level {
	if h.depth == len(h.levels) {
		h.levels = append(h.levels, level{})
	}
	l := &h.levels[h.depth]
	if n >= math.MaxUint32 {
		bail()
	}
	if l.clock > math.MaxUint32-uint32(n) {
		l.clock = 0
		for _, b := range h.blocks {
			if h.depth < len(b.recs) {
				clear(b.recs[h.depth])
			}
		}
	}
	l.base = l.clock + 1
	l.clock += uint32(n)
	h.depth++
	return l
}

// alloc makes m a block of n locations that nothing wrote (E-MEM-ALLOC).
func (h *heapState) alloc(m *mem, n int64) {
	if n < 0 || n > mostWords {
		bail()
	}
	b := m.blk
	if b == nil {
		b = &memBlock{h: h}
		m.blk = b
		h.blocks = append(h.blocks, b)
	}
	if min(cap(b.cells), cap(b.wrote)) < int(n) { // storage that is used again has room of its own for each
		b.store(int(n) + cap(b.cells)/4)
	}
	b.cells, b.wrote = b.cells[:n], b.wrote[:n]
	b.start, b.last, b.depth, b.freed = h.now, h.now, h.depth, false
	b.forget()
	b.ver++
	h.now++
}

// free ends the block of m, which then has no locations (E-MEM-FREE).
func (h *heapState) free(m *mem) {
	b := m.blk
	if b == nil || b.freed {
		bail()
	}
	b.cells, b.wrote, b.freed = b.cells[:0], b.wrote[:0], true
	b.ver++
}

// begin says that the block may be written from now on: each read of its arrays is checked and
// recorded. end says that this is over.
func (b *memBlock) begin() {
	b.hot++
	b.ver++
}

func (b *memBlock) end() {
	b.hot--
	b.ver++
}

// shade makes the records of the block at a level.
func (b *memBlock) shade(l int) []record {
	n := cap(b.cells)
	for len(b.recs) <= l {
		b.recs = append(b.recs, nil)
	}
	var recs []record
	b.h.u.grant(n, func() { recs = make([]record, n) })
	b.recs[l] = recs
	return recs
}

// records returns the records of the block at a level.
func (b *memBlock) records(l int) []record {
	if l < len(b.recs) && b.recs[l] != nil {
		return b.recs[l]
	}
	return b.shade(l)
}

// read records a read of location o at every level. A race ends the run.
func (b *memBlock) read(o int) {
	h := b.h
	for l := b.depth; l < h.depth; l++ {
		r, f := &b.records(l)[o], &h.levels[l]
		switch {
		case r.W >= f.base && r.W != f.stamp:
			bail()
		case r.R < f.base:
			r.R = f.stamp
		}
	}
}

// write writes x to location o and records that at every level. A race ends the run.
func (b *memBlock) write(o int, x int64) {
	if uint(o) >= uint(len(b.cells)) {
		bail()
	}
	h := b.h
	for l := b.depth; l < h.depth; l++ {
		r, f := &b.records(l)[o], &h.levels[l]
		base, stamp := f.base, f.stamp
		if r.W >= base && r.W != stamp || r.R >= base && r.R != stamp {
			bail()
		}
		r.W = stamp
	}
	if b.cells[o] != x || b.wrote[o] <= b.start {
		b.cells[o] = x
		b.changed(o)
	}
}

// look checks a read at position o if its array is not known to be whole. In heap mode it ends
// the run unless the location exists, was written, has not changed since the array was bound,
// and is free of races. In value mode it ends the run: see view.current.
func (v *view) look(o int) {
	b := v.blk
	if b.h == nil || uint(o) >= uint(len(b.cells)) || b.wrote[o] > v.birth || b.wrote[o] <= b.start {
		bail()
	}
	if v.void.at > 0 {
		v.seen(o)
	}
	if b.hot > 0 {
		b.read(o)
	} else if v.void.at == 0 {
		v.tryWhole()
	}
}

// tryWhole tells whether v is whole, and notes it. It looks once for each version of the block.
func (v *view) tryWhole() bool {
	if v.tried == v.blk.ver {
		return false
	}
	v.tried = v.blk.ver
	if !v.intact() {
		return false
	}
	v.ver = v.blk.ver
	return true
}

// intact tells whether every element is in its block, was written, and has not changed since
// the array was bound.
func (v *view) intact() bool {
	b := v.blk
	if v.count() == 0 {
		return true
	}
	if lo, hi := v.extent(); lo < 0 || hi >= len(b.cells) {
		return false
	}
	switch {
	case b.wrote == nil:
		return true
	case b.last <= v.sure:
		return true
	case v.lost || !v.kept(nil):
		v.lost = true
		return false
	}
	v.sure = b.h.now
	b.h.now++
	return true
}

// wholeNow ends the run unless the array is intact, for a comparison at a binding.
func (v *view) wholeNow() {
	if v.ver == v.blk.ver {
		return
	}
	if !v.intact() {
		bail()
	}
	v.settle()
}

// settle notes that the array is whole as long as nothing may write to its block.
func (v *view) settle() {
	if v.blk.hot == 0 && v.void.at == 0 {
		v.ver = v.blk.ver
	}
}

// wholeBut ends the run unless all elements except those of part are intact. No two elements
// may share a location.
func (v *view) wholeBut(part *view) {
	b := v.blk
	switch {
	case v.ver == b.ver:
		return
	case v.intact():
		v.settle()
		return
	}
	if lo, hi := v.extent(); lo < 0 || hi >= len(b.cells) || !v.kept(part) {
		bail()
	}
}

// born makes v an array that was just written, and is therefore intact.
func (v *view) born() {
	h := v.blk.h
	v.birth, v.sure, v.ver, v.tried, v.lost, v.void = h.now, h.now, 0, 0, false, void{}
	h.now++
	v.settle()
}

// extent returns the smallest and the largest position of an element.
func (v *view) extent() (lo, hi int) {
	lo = v.first()
	hi = lo
	for _, d := range v.d[:v.q] {
		if p := (d.n - 1) * d.s; p < 0 {
			lo += p
		} else {
			hi += p
		}
	}
	return lo, hi
}

// apart tells whether the strides from dimension k on ensure that no two elements share a
// location.
func (v *view) apart(k int) bool {
	_, ok := v.region(k)
	return ok
}
