package heap

import (
	"fmt"
	"slices"

	"funmem/semantics/num"
)

// Source is the source of a memcopy: the number K when Block is nil, else the
// array (Block, L), read at Site.
type Source struct {
	K     num.Num
	Block *Block
	L     LMAD
	Site  *Site
}

// Dest is where memcopy copies to: (Block, L), written at Site. Prefix comes
// before the index in L to make the index in the array that Site names. It is the
// iteration of a kernel that copies its row. It is not kept. Skip is how many rows
// of that array come before L.
type Dest struct {
	Block  *Block
	L      LMAD
	Site   *Site
	Prefix []int
	Skip   int
}

// ShapeError is a memcopy between arrays of different shapes.
type ShapeError struct{ Src, Dst []int }

// Error gives both shapes.
func (e *ShapeError) Error() string {
	return fmt.Sprintf("copy of an array of shape %v to one of shape %v", e.Src, e.Dst)
}

// Memcopy is memcopy(H, src, ℓ_dst, L_dst) (eq. 5, with the errata): all elements
// are read before the first is written. Elements are read and written in row-major
// order, so where the destination overlaps itself the last element stays. Its
// trace is R = img(L_src), W = img(L_dst), even when source and destination are
// the same array.
//
// Nothing is accessed when an element lies outside its block. The error is a
// *BoundsError, a *ShapeError, or the error of Heap.Grant or Heap.Poll.
func (t *Tracer) Memcopy(src Source, dst Dest) (Overlap, error) {
	if src.Block == nil {
		return Overlap{}, t.copyNumber(src.K, dst)
	}
	o, err := t.fit(src, dst)
	if err != nil || src.L.Empty() {
		return o, err
	}
	t.Moves(src.Block, src.L, dst.Block, dst.L)
	if o.Met != nil {
		return o, t.copyBuffered(src, dst)
	}
	return o, t.copyDirect(src, dst)
}

// fit checks what must hold before anything is copied: source and destination have
// one shape and lie in their blocks. It tells how their locations meet.
func (t *Tracer) fit(src Source, dst Dest) (Overlap, error) {
	if err := sameShape(src.L, dst.L); err != nil {
		return Overlap{}, err
	}
	if err := src.Block.bounds(src.L, src.Site, false, nil); err != nil {
		return Overlap{}, err
	}
	if err := dst.bounds(); err != nil {
		return Overlap{}, err
	}
	if src.L.Empty() {
		return Overlap{}, nil
	}
	return t.overlap(src, dst)
}

// copyNumber is memcopy of a number. The destination has rank 0.
func (t *Tracer) copyNumber(k num.Num, dst Dest) error {
	if len(dst.L.Dims) > 0 {
		return &ShapeError{nil, dst.L.Shape()}
	}
	if err := t.poll(); err != nil { // a literal copies many, one by one
		return err
	}
	return t.Write(dst.Block, dst.L.Offset, k, dst.Site, dst.Prefix)
}

// copyDirect copies element by element. It needs that no location is read for one
// element and written for another.
func (t *Tracer) copyDirect(src Source, dst Dest) error {
	y, full := t.firstIndex(dst)
	from, to := src.L.Offset, dst.L.Offset
	for {
		if err := t.poll(); err != nil {
			return err
		}
		x, err := t.Fetch(src.Block, from, src.Site, y)
		if err != nil {
			return err
		}
		if err := t.Write(dst.Block, to, x, dst.Site, full); err != nil {
			return err
		}
		f, g, more := next2(src.L, dst.L, y)
		if !more {
			return nil
		}
		dst.follow(full, y)
		from, to = from+f, to+g
	}
}

// copyBuffered reads all elements before it writes the first.
func (t *Tracer) copyBuffered(src Source, dst Dest) error {
	buf, err := t.readAll(src, dst)
	if err != nil {
		return err
	}
	return t.writeAll(buf, dst)
}

// readAll reads the elements of src, which are to be copied to dst.
func (t *Tracer) readAll(src Source, dst Dest) ([]num.Num, error) {
	var buf []num.Num
	n := src.L.Count()
	if err := t.heap.grant(2*int64(n), func() { buf = make([]num.Num, 0, n) }); err != nil {
		return nil, err
	}
	y, _ := t.firstIndex(dst)
	for from, more := src.L.Offset, true; more; {
		if err := t.poll(); err != nil {
			return nil, err
		}
		x, err := t.Fetch(src.Block, from, src.Site, y)
		if err != nil {
			return nil, err
		}
		buf = append(buf, x)
		var step int
		step, more = src.L.next(y)
		from += step
	}
	return buf, nil
}

// writeAll writes the elements of dst.
func (t *Tracer) writeAll(buf []num.Num, dst Dest) error {
	y, full := t.firstIndex(dst)
	to := dst.L.Offset
	for _, x := range buf {
		if err := t.poll(); err != nil {
			return err
		}
		if err := t.Write(dst.Block, to, x, dst.Site, full); err != nil {
			return err
		}
		step, _ := dst.L.next(y)
		dst.follow(full, y)
		to += step
	}
	return nil
}

// PollEvery is the number of elements copied between two calls of Heap.Poll.
const PollEvery = 1 << 15

// poll counts an element that is copied, and polls now and then.
func (t *Tracer) poll() error {
	if t.copied++; t.copied%PollEvery != 0 || t.heap.Poll == nil {
		return nil
	}
	return t.heap.Poll()
}

// firstIndex is the index (1, …, 1) in L, and that index in the array that L is a
// part of. The two share storage unless rows are skipped.
func (t *Tracer) firstIndex(dst Dest) (y, full []int) {
	t.index = append(t.index[:0], dst.Prefix...)
	for range dst.L.Dims {
		t.index = append(t.index, 1)
	}
	y, full = t.index[len(dst.Prefix):], t.index
	if dst.Skip > 0 {
		y = slices.Clone(y)
		dst.follow(full, y)
	}
	return y, full
}

// follow sets full to the index y of L in the array that L is a part of.
func (d *Dest) follow(full, y []int) {
	if d.Skip > 0 {
		part := full[len(d.Prefix):]
		copy(part, y)
		part[0] += d.Skip
	}
}

// Whole is the index y in L as one in the array that L is a part of.
func (d *Dest) Whole(y []int) []int {
	full := append(slices.Clone(d.Prefix), y...)
	d.follow(full, y)
	return full
}

// bounds is a *BoundsError when an element lies outside the block.
func (d *Dest) bounds() error {
	err := d.Block.bounds(d.L, d.Site, true, d.Prefix)
	if outside, ok := err.(*BoundsError); ok && d.Skip > 0 {
		outside.Index[len(d.Prefix)] += d.Skip
	}
	return err
}

// next2 is next for two LMADs of one shape.
func next2(l, m LMAD, y []int) (f, g int, ok bool) {
	for k := len(y) - 1; k >= 0; k-- {
		d, e := l.Dims[k], m.Dims[k]
		if y[k] < d.Size {
			y[k]++
			return f + d.Stride, g + e.Stride, true
		}
		f -= (y[k] - 1) * d.Stride
		g -= (y[k] - 1) * e.Stride
		y[k] = 1
	}
	return 0, 0, false
}

func sameShape(l, m LMAD) error {
	same := len(l.Dims) == len(m.Dims)
	for k := 0; same && k < len(l.Dims); k++ {
		same = l.Dims[k].Size == m.Dims[k].Size
	}
	if !same {
		return &ShapeError{l.Shape(), m.Shape()}
	}
	return nil
}
