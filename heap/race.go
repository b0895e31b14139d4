package heap

import (
	"slices"

	"funmem/semantics/num"
)

// Race detection (eq. 4). racefree holds for a kernel instance when no location
// that one iteration writes is read or written by another. It is decided while
// the instance runs, with a record of constant size per location and nesting
// level: the first iteration that wrote the location and the first that read
// it. That is enough because each iteration runs to its end before the next one
// starts: while i runs, only i and earlier iterations have made accesses, so
// when the first writer is i no other iteration wrote the location, and when it
// is not, one did; the same holds for readers. A write by i conflicts iff the
// first writer or the first reader is not i, a read by i iff the first writer
// is not i.
//
// Iterations are told apart by stamps. The instances of a level take successive
// ranges of its clock. A stamp below the range of the present instance belongs
// to an earlier instance and counts as none, so no record is ever cleared.

// record is the stamps of a location at a level: its first writer and reader. A
// stamp of 0 means none.
type record struct{ w, r uint64 }

// event is who made an entry of a record.
type event struct {
	site  *Site
	index packed
}

// level is the records of a block at one nesting level, and their events. The
// events are apart because they are used only when an entry is made.
type level struct {
	records []record
	events  []events
}

type events struct{ w, r event }

// levelWords is the size of a record and its events in words.
const levelWords = 6

// Race is a pair of accesses for which eq. (4) does not hold.
type Race struct {
	Kernel        *Kernel
	Instance      int // which instance of the kernel, from 1
	Block         *Block
	Offset        int
	First, Second Access // in the order of evaluation; their last Iterations differ
}

// Kind is "write/write" or "read/write".
func (r *Race) Kind() string {
	if r.First.Write && r.Second.Write {
		return "write/write"
	}
	return "read/write"
}

// KernelStats is what a Tracer counted for one kernel in the text.
type KernelStats struct {
	Kernel     *Kernel
	Instances  int
	Iterations int   // of all instances
	Racy       int   // instances for which eq. (4) does not hold
	Conflicts  int   // accesses that conflict with an earlier one of their instance
	Open       int   // instances that have begun and not ended
	First      *Race // the first race of them; nil iff Racy is 0
}

// RaceFree tells whether eq. (4) holds for every instance that ran.
func (s *KernelStats) RaceFree() bool { return s.Racy == 0 }

// outer is the number of levels at which an access to b cannot race. These are
// the levels around the iteration that allocated it, while that iteration still
// runs.
func (t *Tracer) outer(b *Block) int {
	if d := b.depth; d > 0 && d <= len(t.frames) && t.frames[d-1].stamp == b.birth {
		return d
	}
	return 0
}

// read enters a read of H[b, off] at every level.
func (t *Tracer) read(b *Block, off int, site *Site, index []int) error {
	for l := t.outer(b); l < len(t.frames); l++ {
		if l >= len(b.shadow) || b.shadow[l].records == nil {
			if err := t.shade(b, l); err != nil {
				return err
			}
		}
		f, lv := &t.frames[l], &b.shadow[l]
		r := &lv.records[off]
		if r.w >= f.base && r.w != f.stamp {
			t.conflict(l, b, off, r.w, true, lv.events[off].w, false, site, index)
		}
		if r.r < f.base {
			r.r = f.stamp
			lv.events[off].r = event{site, pack(index)}
		}
	}
	return nil
}

// write enters a write of H[b, off] at every level.
func (t *Tracer) write(b *Block, off int, site *Site, index []int) error {
	for l := t.outer(b); l < len(t.frames); l++ {
		if l >= len(b.shadow) || b.shadow[l].records == nil {
			if err := t.shade(b, l); err != nil {
				return err
			}
		}
		f, lv := &t.frames[l], &b.shadow[l]
		r := &lv.records[off]
		switch {
		case r.w >= f.base && r.w != f.stamp:
			t.conflict(l, b, off, r.w, true, lv.events[off].w, true, site, index)
		case r.r >= f.base && r.r != f.stamp:
			t.conflict(l, b, off, r.r, false, lv.events[off].r, true, site, index)
		}
		if r.w < f.base {
			r.w = f.stamp
			lv.events[off].w = event{site, pack(index)}
		}
	}
	return nil
}

// shade makes the records of b at level l.
func (t *Tracer) shade(b *Block, l int) error {
	n := b.Len()
	var lv level
	if err := t.heap.grant(levelWords*int64(n), func() { lv = level{make([]record, n), make([]events, n)} }); err != nil {
		return err
	}
	for len(b.shadow) <= l {
		b.shadow = append(b.shadow, level{})
	}
	b.shadow[l] = lv
	return nil
}

// conflict notes that an access of the iteration that runs at level l conflicts
// with the access of the iteration with the given stamp.
func (t *Tracer) conflict(l int, b *Block, off int, stamp uint64, wrote bool, first event, write bool, site *Site, index []int) {
	f := &t.frames[l]
	f.stats.Conflicts++
	if !f.racy {
		f.racy = true
		f.stats.Racy++
	}
	if f.stats.First != nil && (f.rec == nil || f.rec.Race != nil) {
		return
	}
	now := t.Iterations()[:l+1]
	before := slices.Clone(now)
	before[l] = int(stamp-f.base) + 1
	r := &Race{f.stats.Kernel, f.number, b, off,
		Access{first.site, wrote, first.index.unpack(), before},
		Access{site, write, slices.Clone(index), now}}
	t.Spot.conflict(r, l, stamp)
	if t.Watch != nil {
		t.Watch.Raced(r)
	}
	if f.stats.First == nil {
		f.stats.First = r
	}
	if f.rec != nil {
		f.rec.Race = r
	}
}

// Read is H[b, off], entered into the trace. index is the element's index in the
// array that is read. It may be nil, and the slice is not kept. A read of a
// location that nothing wrote is noted as a warning. The error is a *BoundsError
// or the error of Heap.Grant.
func (t *Tracer) Read(b *Block, off int, site *Site, index []int) (num.Num, error) {
	return t.get(b, off, site, index, false)
}

// Fetch is Read for a copy, which takes undefined elements along. Under Carry a
// location that nothing wrote is an undefined element, without a warning.
func (t *Tracer) Fetch(b *Block, off int, site *Site, index []int) (num.Num, error) {
	return t.get(b, off, site, index, t.Carry)
}

func (t *Tracer) get(b *Block, off int, site *Site, index []int, carry bool) (num.Num, error) {
	if uint(off) >= uint(b.Len()) {
		return num.Num{}, &BoundsError{b, off, false, false, site, slices.Clone(index)}
	}
	if t.Spot != nil {
		t.Spot.access(t, b, off, false, site, index)
	}
	if t.Touch != nil {
		t.Touch(b, off, false)
	}
	if t.Watch != nil {
		t.Watch.Access(b, off, false, site, slices.Clone(index)) // so that index stays on the stack where nobody watches
	}
	if len(t.frames) > 0 {
		if err := t.read(b, off, site, index); err != nil {
			return num.Num{}, err
		}
	}
	x := b.cells.At(off)
	if b.writer(off).by == nil || x.IsUndefined() {
		real := x.IsReal()
		if site != nil {
			real = site.Real
		}
		if carry {
			x = num.Undefined(real, nil)
		} else if t.noteUnwritten(b, off, site, index); x.IsUndefined() {
			x = num.Zero(real)
		}
	}
	if t.recording != nil {
		t.recording.add(t, b, off, false, site, index)
	}
	if site != nil && x.IsReal() != site.Real {
		if x = b.Shows(off, site.Real); x.IsReal() != site.Real {
			return x, &KindError{b, off, x, site, slices.Clone(index)}
		}
	}
	if t.Life != nil {
		t.Life.access(b, off, Read, x, site, index)
	}
	return x, nil
}

// Write makes H[b, off] x, entered into the trace. index is as for Read. The
// error is a *BoundsError or the error of Heap.Grant.
func (t *Tracer) Write(b *Block, off int, x num.Num, site *Site, index []int) error {
	if uint(off) >= uint(b.Len()) {
		return &BoundsError{b, off, false, true, site, slices.Clone(index)}
	}
	if t.Spot != nil {
		t.Spot.access(t, b, off, true, site, index)
	}
	if t.Touch != nil {
		t.Touch(b, off, true)
	}
	if t.Watch != nil {
		t.Watch.Access(b, off, true, site, slices.Clone(index))
	}
	if b.since != t.heap.epoch || b.writers == nil {
		if err := t.heap.writable(b); err != nil {
			return err
		}
	}
	if b.watch != nil {
		if err := b.watch.keep(t.heap, off); err != nil {
			return err
		}
	}
	iter := 0
	if d := len(t.frames); d > 0 {
		if err := t.write(b, off, site, index); err != nil {
			return err
		}
		iter = t.frames[d-1].iter
	}
	b.cells.Set(off, x)
	b.version++
	b.writers[off] = writer{t.writing(site), iter}
	if t.recording != nil {
		t.recording.add(t, b, off, true, site, index)
	}
	if t.Life != nil {
		t.Life.access(b, off, Wrote, x, site, index)
	}
	return nil
}
