package view

import (
	"context"
	"funmem/repl/session"
	"maps"
	"slices"
)

// stretch is the range of offsets from one number up to, but not including, another.
type stretch struct{ from, to int }

// AskFor makes sure that the array of that name and its cells are drawn, however many arrays there
// are.
func (d *Board) AskFor(name string) {
	k := slices.IndexFunc(d.Views, func(v session.View) bool { return v.Name == name })
	if k < 0 {
		return
	}
	if k >= maxDrawn {
		d.Views = slices.Insert(slices.Delete(d.Views, k, k+1), 0, d.Views[k])
		k = 0
	}
	d.Asked = k
}

// stretches returns the cells that arrays see, in order. For blocks that are too large to look at,
// it returns the cells between the ends of each array.
func (d *Board) stretches(ctx context.Context, views []session.View) []stretch {
	n := d.B.Len()
	var out []stretch
	if n > maxCounted {
		for _, v := range views {
			if lo, hi, ok := v.Val.L.Extent(); ok && !v.Val.L.Empty() && lo < n && hi >= 0 {
				out = append(out, stretch{max(lo, 0), min(hi+1, n)})
			}
		}
		slices.SortFunc(out, func(a, b stretch) int { return a.from - b.from })
		return out
	}
	_, by := (&Board{B: d.B, Views: views}).seen(ctx)
	for from := 0; from < n; from++ {
		if by[from] == 0 {
			continue
		}
		to := from + 1
		for to < n && by[to] != 0 {
			to++
		}
		out = append(out, stretch{from, to})
		from = to
	}
	return out
}

// wanted returns the cells to draw of a long block: those of the array that was asked for, or those
// that any array sees, or all of them.
func (d *Board) wanted(ctx context.Context) []stretch {
	d.visible = d.stretches(ctx, d.Views)
	want := d.visible
	if d.Asked >= 0 {
		want = d.stretches(ctx, d.Views[d.Asked:d.Asked+1])
	}
	if len(want) == 0 {
		want = []stretch{{0, d.B.Len()}}
	}
	return want
}

// rows returns the lines of cells to draw: all wanted ones if they are few, and otherwise the
// first, the last, and those with a marked cell.
func (d *Board) rows(want []stretch, perLine int) []stretch {
	if n := d.B.Len(); n <= maxCellLines*perLine {
		want = []stretch{{0, n}}
	}
	marks := d.toMark()
	marked := func(r stretch) bool {
		return slices.ContainsFunc(marks, func(off int) bool { return r.from <= off && off < r.to })
	}
	var rows []stretch
	var last stretch
	count := 0
	eachRow(want, perLine, func(r stretch) {
		if count++; count <= maxCellLines || marked(r) {
			rows = append(rows, r)
		}
		last = r
	})
	if count <= maxCellLines {
		return rows
	}
	first := rows[0]
	rows = slices.DeleteFunc(rows, func(r stretch) bool { return r != first && !marked(r) })
	if rows[len(rows)-1] != last {
		rows = append(rows, last)
	}
	return rows
}

// eachRow visits lines of at most perLine cells. Each begins and ends with a
// wanted cell.
func eachRow(want []stretch, perLine int, visit func(stretch)) {
	next := 0
	for k := 0; k < len(want); {
		if want[k].to <= next {
			k++
			continue
		}
		r := stretch{from: max(next, want[k].from)}
		for end := r.from + perLine; k < len(want) && want[k].from < end; k++ {
			if r.to = min(want[k].to, end); want[k].to > end {
				break
			}
		}
		visit(r)
		next = r.to
	}
}

// toMark returns a cell of each array that overlaps itself, among those that were asked for.
func (d *Board) toMark() []int {
	var marks []int
	for k, at := range d.shared {
		if len(at) > 0 && (d.Asked < 0 || d.Asked == k) {
			marks = append(marks, slices.Min(slices.Collect(maps.Keys(at))))
		}
	}
	return marks
}

// sees tells whether an array sees one of the cells from an offset to another.
func (d *Board) sees(from, to int) bool {
	return slices.ContainsFunc(d.visible, func(s stretch) bool { return s.from < to && from < s.to })
}
