package view

import (
	"context"
	"fmt"
	"strings"

	"funmem/heap"
	"funmem/semantics/diag"
)

const (
	maxCounted = 1 << 22 // locations and elements that are looked at for remarks
	maxRanges  = 5       // of offsets in one remark
)

// sharedCells returns the offsets at which several elements of an array lie. They are not known for
// arrays that are too large to look at.
func sharedCells(ctx context.Context, l heap.LMAD, n int) (at map[int]bool, known bool) {
	if overlaps, sure := l.SelfOverlaps(); sure && !overlaps {
		return nil, true
	}
	if n > maxCounted || l.Count() > maxCounted {
		return nil, false
	}
	at = map[int]bool{}
	seen := make([]bool, n)
	each(ctx, l, func(off int) {
		if off >= 0 && off < n {
			if seen[off] {
				at[off] = true
			}
			seen[off] = true
		}
	})
	return at, true
}

// each visits the offsets of an array until the context is done.
func each(ctx context.Context, l heap.LMAD, visit func(off int)) {
	count := 0
	l.Each(func(off int) bool {
		visit(off)
		count++
		return count&0xffff != 0 || ctx.Err() == nil
	})
}

// remarks say which parts of the arrays lie outside, which arrays overlap themselves, and what is
// seen by several, by none, and not written. They are about all arrays, drawn or not.
func (d *Board) remarks(ctx context.Context) []string {
	n := d.B.Len()
	var out []string
	for k, v := range d.Views {
		if lo, hi, ok := v.Val.L.Extent(); !v.Val.L.Empty() && (!ok || lo < 0 || hi >= n) {
			out = append(out, fmt.Sprintf("outside: %s reaches from offset %d to %d", v.Name, lo, hi))
		}
		if overlaps, known := v.Val.L.SelfOverlaps(); overlaps && known {
			where := ""
			if d.marked[k] {
				where = " (marked +)"
			}
			out = append(out, fmt.Sprintf("overlap: elements of %s share cells%s", v.Name, where))
		}
	}
	if n > maxCounted {
		return out
	}
	several, by := d.seen(ctx)
	if r := ranges(n, func(off int) bool { return several[off] }); r != "" {
		out = append(out, "seen by several arrays: "+r)
	}
	if r := ranges(n, func(off int) bool { return by[off] == 0 && d.B.Written(off) }); r != "" {
		out = append(out, "unused: "+r+" (written, but no array in scope sees it)")
	}
	if r := ranges(n, func(off int) bool { return !d.B.Written(off) }); r != "" {
		out = append(out, "not written: "+r)
	}
	return out
}

// seen tells which locations several arrays see, and for each location the
// number of the last array that sees it, from 1 on.
func (d *Board) seen(ctx context.Context) (several []bool, by []int32) {
	n := d.B.Len()
	several, by = make([]bool, n), make([]int32, n)
	for k, v := range d.Views {
		number := int32(k + 1)
		each(ctx, v.Val.L, func(off int) {
			if off >= 0 && off < n {
				several[off] = several[off] || by[off] != 0 && by[off] != number
				by[off] = number
			}
		})
	}
	return several, by
}

// ranges lists the numbers below n that have a property: "0–3, 7". If there are many ranges, it
// shows the first ones and counts the others.
func ranges(n int, has func(int) bool) string {
	var parts []string
	more := 0
	for from := 0; from < n; from++ {
		if !has(from) {
			continue
		}
		to := from
		for to+1 < n && has(to+1) {
			to++
		}
		if len(parts) < maxRanges {
			parts = append(parts, span(from, to))
		} else {
			more++
		}
		from = to
	}
	if more > 0 {
		parts = append(parts, "and "+diag.Count(more, "more range"))
	}
	return strings.Join(parts, ", ")
}

func span(from, to int) string {
	switch to {
	case from:
		return fmt.Sprint(from)
	case from + 1:
		return fmt.Sprintf("%d, %d", from, to)
	}
	return fmt.Sprintf("%d–%d", from, to)
}
