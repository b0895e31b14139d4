package memory

import (
	"fmt"
	"slices"

	"funmem/heap"
	"funmem/semantics/diag"
)

// Meets is where a copy writes one element over another that it reads for a different
// place. In Eq. (5) a copy reads everything before it writes. Code that copies element by
// element gives another result in some order.
type Meets struct {
	Block               *heap.Block
	Offset              int // of both elements
	Source, Destination Part
}

// Part is one side of such a copy: an array, where it lies, and its element there.
type Part struct {
	Array string
	Index []int
	L     heap.LMAD
	At    diag.Span // the statement
}

// overlapKey is a place that copies. self tells whether the destination overlaps itself or
// the source.
type overlapKey struct {
	site *heap.Site
	self bool
}

// warnOverlap warns about the ways in which the locations of a copy meet. The element that
// is written belongs to dst or, if of is given, to the array that dst is a part of.
func (r *run) warnOverlap(met heap.Overlap, src heap.Source, dst heap.Dest, of *Part) {
	if met.Self {
		r.overlap(dst.Site, true, fmt.Sprintf("%s: elements of `%s` share locations of block `%s`, and the last one in row-major order stays", dst.Site.What, dst.Site.Array, dst.Block))
	}
	if met.Met != nil {
		r.warnMet(met.Met, src, dst, of)
	}
}

// warnMet notes a copy that writes to a location that it, or a copy made at the same time,
// reads for another place.
func (r *run) warnMet(met *heap.Met, src heap.Source, dst heap.Dest, of *Part) {
	m := &Meets{
		Block: dst.Block, Offset: met.Offset,
		Source:      Part{src.Site.Array, met.Read, src.L, src.Site.At},
		Destination: Part{dst.Site.Array, dst.Whole(met.Wrote), dst.L, dst.Site.At},
	}
	if of != nil {
		m.Destination.Array = of.Array
		m.Destination.Index, _ = of.L.Find(met.Offset)
	}
	w := r.overlap(dst.Site, false, fmt.Sprintf("%s writes over what it copies: `%s` and `%s` both lie at offset %d of block `%s`",
		dst.Site.What, Element(m.Source.Array, m.Source.Index), Element(m.Destination.Array, m.Destination.Index), met.Offset, dst.Block))
	if w.Meets == nil {
		w.Meets = m
		r.Opts.Moments.copied(m, src.Site)
	}
}

// same tells whether two runs of a program found the same overlap.
func (m *Meets) same(o *Meets) bool {
	return m.Block.String() == o.Block.String() && m.Offset == o.Offset && m.Source.same(o.Source) && m.Destination.same(o.Destination)
}

func (p Part) same(o Part) bool {
	return p.Array == o.Array && p.At == o.At && slices.Equal(p.Index, o.Index)
}

// overlap counts a warning about the copies at a place.
func (r *run) overlap(at *heap.Site, self bool, msg string) *Warning {
	key := overlapKey{at, self}
	w := r.warned[key]
	if w == nil {
		w = &Warning{Kind: "overlap", At: at.At, Msg: msg, Around: r.where()}
		r.warned[key] = w
		r.out.Warnings = append(r.out.Warnings, w)
	}
	w.Count++
	return w
}
