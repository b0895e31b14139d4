package memory

import (
	"fmt"

	"funmem/eval/finding"
	"funmem/heap"
)

// part is an array that the destination of a copy is a part of: its name, and where it lies.
type part struct {
	array string
	L     heap.LMAD
}

// overlapKey is a place that copies. self tells whether the destination overlaps itself or
// the source.
type overlapKey struct {
	site *heap.Site
	self bool
}

// warnOverlap warns about the ways in which the locations of a copy meet. The element that
// is written belongs to dst or, if of is given, to the array that dst is a part of.
func (r *run) warnOverlap(met heap.Overlap, src heap.Source, dst heap.Dest, of *part) {
	if met.Self {
		r.overlap(dst.Site, true, fmt.Sprintf("%s: elements of `%s` share locations of block `%s`, and the last one in row-major order stays", dst.Site.What, dst.Site.Array, dst.Block))
	}
	if met.Met != nil {
		r.warnMet(met.Met, src, dst, of)
	}
}

// warnMet notes a copy that writes to a location that it, or a copy made at the same time,
// reads for another place.
func (r *run) warnMet(met *heap.Met, src heap.Source, dst heap.Dest, of *part) {
	m := &finding.Meets{
		Block: dst.Block.String(), Offset: met.Offset,
		Source:      finding.Part{Array: src.Site.Array, Index: met.Read, LMAD: src.L.String(), At: src.Site.At},
		Destination: finding.Part{Array: dst.Site.Array, Index: dst.Whole(met.Wrote), LMAD: dst.L.String(), At: dst.Site.At},
	}
	if of != nil {
		m.Destination.Array = of.array
		m.Destination.Index, _ = of.L.Find(met.Offset)
	}
	w := r.overlap(dst.Site, false, fmt.Sprintf("%s writes over what it copies: `%s` and `%s` both lie at offset %d of block `%s`",
		dst.Site.What, heap.Element(m.Source.Array, m.Source.Index), heap.Element(m.Destination.Array, m.Destination.Index), met.Offset, dst.Block))
	if w.Meets == nil {
		w.Meets = m
		r.Opts.Moments.copied(m, src.Site)
	}
}

// overlap counts a warning about the copies at a place.
func (r *run) overlap(at *heap.Site, self bool, msg string) *finding.Warning {
	key := overlapKey{at, self}
	w := r.warned[key]
	if w == nil {
		w = &finding.Warning{Kind: "overlap", At: at.At, Message: msg, Around: r.where()}
		r.warned[key] = w
		r.out.Warnings = append(r.out.Warnings, w)
	}
	w.Count++
	return w
}
