package view

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"funmem/repl/svg"
	"funmem/semantics/diag"
)

// The sizes of the picture of a block.
const (
	pictureWidth = 1000.0 // of a row of cells, at most
	cellHeight   = 30.0
	bandHeight   = 24.0
	least        = 34.0 // the width of a cell
)

// HeapPicture draws blocks one below the other, as Draw does: with their cells, and for each array a coloured band that
// has the index of its element below each cell. more is how many blocks are left out.
func HeapPicture(ctx context.Context, title string, boards []*Board, more int) *svg.Picture {
	p := &svg.Picture{Title: title}
	var said []string
	y := svg.Margin
	for _, d := range boards {
		y = d.picture(ctx, p, y) + svg.Line
		names := make([]string, len(d.Views))
		for k, v := range d.Views {
			names[k] = v.Name + " at " + v.LMAD()
		}
		text := fmt.Sprintf("block %s, of %s", d.B, diag.Count(d.B.Len(), "cell"))
		if len(names) > 0 {
			text += ", with " + strings.Join(names, ", ")
		}
		said = append(said, text)
	}
	if more > 0 {
		p.Text(svg.Margin, y+4, "", "and "+diag.Count(more, "more block"))
	}
	p.About = "Below each cell of a block stands the index of the element of each array that lies there. A hatched cell is one that nothing has written. " + strings.Join(said, "; ") + "."
	return p
}

// picture draws a block from a height on, and returns where it ends.
func (d *Board) picture(ctx context.Context, p *svg.Picture, y float64) float64 {
	d.Pal, d.Dim = plain, plain
	p.Open("block " + d.B.String())
	defer p.Close()
	say := func(class, text string) {
		p.Text(svg.Margin, y+14, class, text)
		y += svg.Line
	}
	say("strong", d.title())
	if _, freed := d.B.Freed(); freed {
		for _, v := range d.Views {
			say("", fmt.Sprintf("%s : %s lay there, at %s", v.Name, typeOf(v), v.LMAD()))
		}
		return y
	}
	d.look(ctx)
	if d.B.Len() > 0 {
		y = d.pictureCells(ctx, p, y+4) + 4
	}
	for k, v := range d.Views[:d.drawn] {
		p.Text(svg.Margin+svg.Letter*2, y+14, colour(k)+" named", clip(v.Name))
		p.Text(svg.Margin+svg.Letter*2+svg.Width(clip(v.Name)+" "), y+14, "", fmt.Sprintf(": %s at %s", typeOf(v), v.LMAD()))
		y += svg.Line
		if s := d.segments[k]; s != nil {
			say("small", "      "+rowList(s, v))
		}
	}
	if hidden := len(d.Views) - d.drawn; hidden > 0 {
		say("", "  and "+diag.Count(hidden, "more array"))
	}
	for _, r := range d.remarks(ctx) {
		say("small faint", "   "+r)
	}
	return y
}

func plain(text string) string { return text }

// colour is the class of the k-th array.
func colour(k int) string { return fmt.Sprintf("v%d", k%svg.Colours) }

// pictureCells draws the cells in rows, with the bands below each, and returns where they end.
func (d *Board) pictureCells(ctx context.Context, p *svg.Picture, y float64) float64 {
	label := svg.Width("offset")
	for _, v := range d.Views[:d.drawn] {
		label = max(label, svg.Width(clip(v.Name)))
	}
	left := svg.Margin + label + 2*svg.Letter
	want := d.wanted(ctx)
	w := least
	var rows []stretch
	for {
		rows = d.rows(want, max(1, int(pictureWidth/w)))
		need := w
		for _, r := range rows {
			for off := r.from; off < r.to; off++ {
				need = max(need, svg.Letter*float64(d.widest(off))+10)
			}
		}
		if need == w {
			break
		}
		w = need
	}
	gap := func(from, to int) {
		if text := d.leftOut(from, to); text != "" {
			p.Text(left, y+14, "small faint", "⋮ "+text)
			y += svg.Line
		}
	}
	next := 0
	for _, r := range rows {
		gap(next, r.from)
		y = d.pictureRow(p, r, left, y, w) + 8
		next = r.to
	}
	gap(next, d.B.Len())
	return y
}

// pictureRow draws the cells of one row, with the bands below it, and returns where they end.
func (d *Board) pictureRow(p *svg.Picture, r stretch, left, y, w float64) float64 {
	at := func(off int) float64 { return left + float64(off-r.from)*w }
	p.Right(left-svg.Letter, y+11, "small faint", "offset")
	for off := r.from; off < r.to; off++ {
		p.Middle(at(off)+w/2, y+11, "small faint", fmt.Sprint(off))
	}
	y += 16
	for off := r.from; off < r.to; off++ {
		class, words := "cell", fmt.Sprintf("%s[%d] holds %s", d.B, off, d.B.Cell(off))
		if !d.B.Written(off) {
			class, words = "unwritten", fmt.Sprintf("nothing has written %s[%d]", d.B, off)
		}
		p.Box(at(off), y, w, cellHeight, 0, class, words)
		p.Middle(at(off)+w/2, y+cellHeight/2+5, "", d.content(off))
	}
	y += cellHeight + 5
	for k, v := range d.Views[:d.drawn] {
		d.band(p, k, r, at, y, w)
		p.Right(left-svg.Letter, y+bandHeight/2+4, colour(k)+" named", clip(v.Name))
		y += bandHeight
	}
	return y
}

// band draws the elements of the k-th array in a row of cells, and a thread from the first to the last of them.
func (d *Board) band(p *svg.Picture, k int, r stretch, at func(off int) float64, y, w float64) {
	first, last := -1, -1
	for off := r.from; off < r.to; off++ {
		if d.element(k, off) != nowhere {
			if first < 0 {
				first = off
			}
			last = off
		}
	}
	if first < 0 {
		return
	}
	mid := y + (bandHeight-3)/2
	p.Line(at(first)+w/2, mid, at(last)+w/2, mid, colour(k)+" thread")
	for off := first; off <= last; off++ {
		text := d.element(k, off)
		if text == nowhere {
			continue
		}
		class := colour(k) + " band"
		words := fmt.Sprintf("%s[%s] lies at offset %d", d.Views[k].Name, strings.ReplaceAll(text, ",", ", "), off)
		if d.shared[k][off] {
			d.marked[k] = true
			class += " shared"
			words = fmt.Sprintf("several elements of %s lie at offset %d, %s the first", d.Views[k].Name, off, strings.TrimSuffix(text, "+"))
		}
		// the box is above the thread, and keeps its own ground
		p.Box(at(off)+2, y, w-4, bandHeight-3, 5, "ground", "")
		p.Box(at(off)+2, y, w-4, bandHeight-3, 5, class, words)
		size := ""
		if float64(utf8.RuneCountInString(text))*svg.Letter > w-8 {
			size = "small"
		}
		p.Middle(at(off)+w/2, mid+4.5, size, text)
		if d.border(k, off) == "|" {
			p.Line(at(off), y, at(off), y+bandHeight-3, colour(k)+" edge")
		}
	}
}
