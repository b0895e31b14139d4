package validate

import (
	"fmt"
	"strings"

	"funmem/heap"
)

// drawing is a block as `:heap` draws it.
type drawing struct {
	Block string
	Size  int
	Freed bool   // it has no cells any more
	Cut   string // which cells are shown, where some are not
	Lines []cellLine
	More  int // arrays that are not shown
}

// cellLine is cells that fit one line.
type cellLine struct {
	Cells []cell
	Rows  []row
	width int
}

type cell struct {
	Off    int
	Text   string
	Marked bool
	Seen   string // the arrays that have the cell, and as which elements
}

// row says which element of an array lies in each cell.
type row struct {
	Name     string
	L        string
	Elements []string
}

// mostViews is how many arrays of a block are shown.
const mostViews = 12

// Heaps returns the blocks of both sides at the end.
func (s *section) Heaps() [2][]drawing {
	var both [2][]drawing
	for k, t := range []*Trace{s.Traces.Before, s.Traces.After} {
		for i := range t.Heap {
			both[k] = append(both[k], t.Heap[i].drawing(s.counts()))
		}
	}
	return both
}

// drawing draws a block. first is the number of the first element.
func (c *Cells) drawing(first int) drawing {
	from, to := c.Window(mostShown)
	d := drawing{Block: c.Block, Size: len(c.Values), Freed: c.Freed}
	if to-from < d.Size {
		d.Cut = fmt.Sprintf("offsets %d to %d", from, to-1)
	}
	shown := c.Views[:min(len(c.Views), mostViews)]
	d.More = len(c.Views) - len(shown)
	for off := from; off < to; off++ {
		x := cell{Off: off, Text: c.Values[off].String(), Marked: off == c.Marked}
		elements := make([]string, len(shown))
		var seen []string
		width := max(narrow, len(x.Text))
		for k, v := range shown {
			if y, ok := v.L.Find(off); ok {
				y = counted(y, first)
				elements[k] = strings.ReplaceAll(strings.Trim(fmt.Sprint(y), "[]"), " ", ",")
				seen = append(seen, heap.Element(v.Name, y))
			}
			width = max(width, len(elements[k]))
		}
		x.Seen = strings.Join(seen, ", ")
		d.add(x, width+2, shown, elements)
	}
	return d
}

// counted converts an index that counts from 1 to one that counts from first.
func counted(y []int, first int) []int {
	z := make([]int, len(y))
	for d, i := range y {
		z[d] = i - 1 + first
	}
	return z
}

// The minimum width of a cell, and the total width of the cells in a line, in characters.
const (
	narrow    = 3
	lineWidth = 44
)

// add adds a cell to the last line, or to a new one if it does not fit.
func (d *drawing) add(x cell, width int, views []View, elements []string) {
	if n := len(d.Lines); n == 0 || d.Lines[n-1].width+width > lineWidth {
		var rows []row
		for _, v := range views {
			rows = append(rows, row{Name: v.Name, L: v.L.String()})
		}
		d.Lines = append(d.Lines, cellLine{Rows: rows})
	}
	l := &d.Lines[len(d.Lines)-1]
	l.Cells = append(l.Cells, x)
	l.width += width
	for k, e := range elements {
		l.Rows[k].Elements = append(l.Rows[k].Elements, e)
	}
}
