package view

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// The limits of the drawing of a block.
const (
	maxCellWidth = 14 // of a cell's content or an array's index
	maxCellLines = 3  // lines of cells; more are left out
	maxDrawn     = 12 // arrays of one block
)

// Board is the drawing of one block.
type Board struct {
	B     *heap.Block
	Names []string // of the block
	Views []session.View
	Width int // of the screen
	Pal   func(string) string
	Dim   func(string) string

	Asked   int       // the view that was asked for, or -1
	visible []stretch // the cells that the views see

	drawn    int               // how many of the views are drawn
	segments []*value.Segments // for each drawn view, the rows of an irregular array, or nil
	shared   []map[int]bool    // for each drawn view, the cells that several of its elements share
	marked   map[int]bool      // the views with such a cell in the drawing
}

// Draw is the block as one would draw it on a blackboard, or, of one that was freed, that it was and what lay in it:
//
//	x_mem: 6 cells, allocated at [1]:1:5, written by literal `x`
//	offset    0     1     2     3     4     5
//	       ┌─────┬─────┬─────┬─────┬─────┬─────┐
//	       │  1  │  2  │  3  │  4  │  5  │  6  │
//	       └─────┴─────┴─────┴─────┴─────┴─────┘
//	     x   1,1   1,2   1,3   2,1   2,2   2,3
//	     y   1,1   2,1    ·    1,2   2,2    ·
//	  x : [2][3]int at R(2, 3) = 0 + {(2 : 3) (3 : 1)}
//	  y : [2][2]int at 0 + {(2 : 1) (2 : 3)}
//	  seen by several arrays: 0, 1, 3, 4
func (d *Board) Draw(ctx context.Context) string {
	var b strings.Builder
	b.WriteString(d.title() + "\n")
	if _, freed := d.B.Freed(); freed {
		for _, v := range d.Views {
			fmt.Fprintf(&b, "  %s : %s lay there, at %s\n", d.Pal(v.Name), typeOf(v), v.LMAD())
		}
		return b.String()
	}
	d.look(ctx)
	if d.B.Len() > 0 {
		d.cells(ctx, &b)
	}
	for k, v := range d.Views[:d.drawn] {
		fmt.Fprintf(&b, "  %s : %s at %s\n", d.Pal(v.Name), typeOf(v), v.LMAD())
		if s := d.segments[k]; s != nil {
			fmt.Fprintf(&b, "    %s\n", rowList(s, v))
		}
	}
	if hidden := len(d.Views) - d.drawn; hidden > 0 {
		fmt.Fprintf(&b, "  and %s\n", diag.Count(hidden, "more array"))
	}
	for _, r := range d.remarks(ctx) {
		b.WriteString("  " + d.Dim(r) + "\n")
	}
	return b.String()
}

// look finds what is known of the views before they are drawn.
func (d *Board) look(ctx context.Context) {
	d.drawn, d.marked = min(len(d.Views), maxDrawn), map[int]bool{}
	for _, v := range d.Views[:d.drawn] {
		at, _ := sharedCells(ctx, v.Val.L, d.B.Len())
		d.shared, d.segments = append(d.shared, at), append(d.segments, segmentsOf(v))
	}
}

// typeOf is the type of an array on the heap, with its sizes as constants.
func typeOf(v session.View) string {
	if v.Rows != nil {
		return v.Rows.Type()
	}
	return machine.Sizes(v.Val.L.Shape()) + syntax.Line(&syntax.Type{Elem: v.Val.E})
}

// title names the block, its size, where it was made and what wrote it.
func (d *Board) title() string {
	name := d.B.String()
	for _, n := range d.Names {
		if n != name {
			name += " = " + n
		}
	}
	text := d.Pal("block "+name) + ": "
	if end, freed := d.B.Freed(); freed {
		text += "freed" + Place(end.At) + "; it had " + diag.Count(end.Size, "cell")
	} else {
		text += diag.Count(d.B.Len(), "cell")
	}
	if at := d.B.At; at.IsValid() {
		text += ", allocated at " + at.String()
	}
	if w := d.writers(); w != "" {
		text += ", " + w
	}
	return text
}

// writers names what last wrote the block.
func (d *Board) writers() string {
	var sites []string
	for off := range min(d.B.Len(), maxCounted) {
		if w, ok := d.B.LastWriter(off); ok && w.Site != nil && !slices.Contains(sites, w.Site.What) {
			if sites = append(sites, w.Site.What); len(sites) > 3 {
				sites[3] = "…"
				break
			}
		}
	}
	if len(sites) == 0 {
		return ""
	}
	return "written by " + strings.Join(sites, ", ")
}

// cells draws the cells in lines that fit the screen, with what each array sees.
func (d *Board) cells(ctx context.Context, b *strings.Builder) {
	label := 6
	for _, v := range d.Views[:d.drawn] {
		label = max(label, min(maxCellWidth, utf8.RuneCountInString(v.Name)))
	}
	want := d.wanted(ctx)
	width := 1
	var rows []stretch
	// A wider cell makes lines shorter, and a shorter line may leave the wide cell out again. The first choice of lines
	// that fits is taken.
	for {
		rows = d.rows(want, max(1, (d.Width-label-5)/(width+3)))
		widest := width
		for _, r := range rows {
			for off := r.from; off < r.to; off++ {
				widest = max(widest, d.widest(off))
			}
		}
		if widest == width {
			break
		}
		width = widest
	}
	next := 0
	for _, r := range rows {
		d.gap(b, next, r.from, label)
		d.line(b, r.from, r.to, label, width)
		next = r.to
	}
	d.gap(b, next, d.B.Len(), label)
}

// gap says how many cells are left out between two offsets.
func (d *Board) gap(b *strings.Builder, from, to, label int) {
	if text := d.leftOut(from, to); text != "" {
		fmt.Fprintf(b, "%s⋮ %s\n", strings.Repeat(" ", label+3), d.Dim(text))
	}
}

// leftOut says how many cells are left out between two offsets, or "" if none is.
func (d *Board) leftOut(from, to int) string {
	switch {
	case from >= to:
		return ""
	case len(d.Views) > 0 && !d.sees(from, to):
		return diag.Count(to-from, "cell") + " that nothing sees"
	}
	return diag.Count(to-from, "more cell")
}

// widest returns the room that the texts at an offset take.
func (d *Board) widest(off int) int {
	w := max(utf8.RuneCountInString(fmt.Sprint(off)), utf8.RuneCountInString(d.content(off)))
	for k := range d.drawn {
		w = max(w, utf8.RuneCountInString(d.element(k, off)))
	}
	return w
}

// content returns the text in a cell: nothing if nothing was written.
func (d *Board) content(off int) string {
	if !d.B.Written(off) {
		return ""
	}
	return clip(d.B.Cell(off).String())
}

func clip(s string) string {
	if utf8.RuneCountInString(s) <= maxCellWidth {
		return s
	}
	return string([]rune(s)[:maxCellWidth-1]) + "…"
}

// nowhere stands for the element of an array that does not see a cell.
const nowhere = "·"

// element returns the index of the k-th array's element at an offset, with a + if other elements lie there too, or · if
// none does.
func (d *Board) element(k, off int) string {
	y, ok := d.Views[k].Val.L.Find(off)
	if s := d.segments[k]; ok && s != nil {
		y = s.Index(y)
	}
	if !ok || y == nil {
		return nowhere
	}
	parts := make([]string, len(y))
	for n, i := range y {
		parts[n] = fmt.Sprint(i)
	}
	text := clip(strings.Join(parts, ","))
	if d.shared[k][off] {
		text += "+"
	}
	return text
}

// border is what stands between the k-th array's elements at an offset and before it: a bar where a row of an irregular
// array begins.
func (d *Board) border(k, off int) string {
	s, l := d.segments[k], d.Views[k].Val.L
	if s == nil {
		return " "
	}
	row := func(off int) int {
		if y, ok := l.Find(off); ok {
			return s.RowOf(y)
		}
		return 0
	}
	if row(off-1) != row(off) {
		return "|"
	}
	return " "
}

func centre(s string, width int) string {
	gap := max(0, width-utf8.RuneCountInString(s))
	return strings.Repeat(" ", (gap+1)/2) + s + strings.Repeat(" ", gap/2)
}

// line draws the cells from one offset to another.
func (d *Board) line(b *strings.Builder, from, to, label, width int) {
	between := func(name, left string, sep func(off int) string, right string, cell func(off int) string) {
		text := "  " + strings.Repeat(" ", max(0, label-utf8.RuneCountInString(name))) + name + " " + left
		for off := from; off < to; off++ {
			if off > from {
				text += sep(off)
			}
			text += cell(off)
		}
		b.WriteString(strings.TrimRight(text+right, " ") + "\n")
	}
	row := func(name, left, sep, right string, cell func(off int) string) {
		between(name, left, func(int) string { return sep }, right, cell)
	}
	bar := func(int) string { return strings.Repeat("─", width+2) }
	row("offset", " ", " ", "", func(off int) string { return centre(fmt.Sprint(off), width+2) })
	row("", "┌", "┬", "┐", bar)
	row("", "│", "│", "│", func(off int) string { return centre(d.content(off), width+2) })
	row("", "└", "┴", "┘", bar)
	for k, v := range d.Views[:d.drawn] {
		between(clip(v.Name), " ", func(off int) string { return d.border(k, off) }, "", func(off int) string {
			d.marked[k] = d.marked[k] || d.shared[k][off]
			return centre(d.element(k, off), width+2)
		})
	}
}

// Place is " at file:line:col", or nothing.
func Place(at diag.Span) string {
	if !at.IsValid() {
		return ""
	}
	return " at " + at.String()
}
