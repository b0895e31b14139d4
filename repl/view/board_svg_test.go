package view

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"funmem/eval/memory"
	"funmem/heap"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// box is a rectangle of a picture, with what a pointer over it shows, and the text in it.
type box struct {
	class, words, text string
	x, y, w            float64
}

// boxes are the rectangles of a picture, which has to be XML. A text belongs to the box before it.
func boxes(t rapid.TB, text string) (list []box) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	in := ""
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatalf("it is not XML: %v\n%s", err, text)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			at := map[string]string{}
			for _, a := range tok.Attr {
				at[a.Name.Local] = a.Value
			}
			num := func(name string) float64 { x, _ := strconv.ParseFloat(at[name], 64); return x }
			if in = tok.Name.Local; in == "rect" {
				list = append(list, box{class: at["class"], x: num("x"), y: num("y"), w: num("width")})
			}
		case xml.CharData:
			if len(list) == 0 {
				break
			}
			last := &list[len(list)-1]
			switch {
			case in == "title":
				last.words += string(tok)
			case in == "text" && last.text == "":
				last.text = string(tok)
			}
		case xml.EndElement:
			in = ""
		}
	}
}

// elements are the indices of an array by the offset at which they lie.
func elements(l heap.LMAD) map[int][]string {
	at := map[int][]string{}
	var walk func(k, off int, index []string)
	walk = func(k, off int, index []string) {
		if k == len(l.Dims) {
			at[off] = append(at[off], strings.Join(index, ","))
			return
		}
		for i := range l.Dims[k].Size {
			walk(k+1, off+i*l.Dims[k].Stride, append(slices.Clone(index), fmt.Sprint(i+1)))
		}
	}
	walk(0, l.Offset, nil)
	return at
}

var (
	cellOf = regexp.MustCompile(`\[(\d+)\]`)
	bandOf = regexp.MustCompile(`at offset (\d+)`)
)

// shows checks the picture of a block: each cell is hatched if nothing has written it, and below it stand the elements that lie there.
func shows(t rapid.TB, b *heap.Block, views []session.View) {
	t.Helper()
	board := &Board{B: b, Asked: -1, Views: views, Width: 100}
	text := HeapPicture(context.Background(), "<&>", []*Board{board}, 0).String()
	left := map[int]float64{}    // where the cell of an offset is
	found := map[string]string{} // by "array offset"
	var width float64
	for _, x := range boxes(t, text) {
		switch {
		case x.class == "cell" || x.class == "unwritten":
			off, _ := strconv.Atoi(cellOf.FindStringSubmatch(x.words)[1])
			if b.Written(off) != (x.class == "cell") {
				t.Errorf("cell %d is drawn as %s", off, x.class)
			}
			if want := board.content(off); b.Written(off) && x.text != want {
				t.Errorf("cell %d shows %q, wanted %q", off, x.text, want)
			}
			left[off], width = x.x, x.w
		case strings.Contains(x.class, "band"):
			off, _ := strconv.Atoi(bandOf.FindStringSubmatch(x.words)[1])
			if at, ok := left[off]; !ok || math.Abs(x.x-at-2) > .1 || math.Abs(x.w-width+4) > .1 {
				t.Errorf("%s is at %v, and cell %d at %v", x.words, x.x, off, at)
			}
			k, _ := strconv.Atoi(x.class[1:2])
			found[fmt.Sprint(k, " ", off)] = x.text
		}
	}
	if len(left) == 0 && b.Len() > 0 {
		t.Error("no cells are drawn")
	}
	for k, v := range views[:min(len(views), 6)] {
		at := elements(v.Val.L)
		for off := range left {
			got, ok := found[fmt.Sprint(k, " ", off)]
			delete(found, fmt.Sprint(k, " ", off))
			want := at[off]
			shared := len(want) > 1
			if ok != (len(want) > 0) || ok && (shared != strings.HasSuffix(got, "+") || !slices.Contains(want, strings.TrimSuffix(got, "+"))) {
				t.Errorf("offset %d of %s shows %q, and these lie there: %v\n%s", off, v.LMAD(), got, want, text)
			}
		}
	}
	if len(found) > 0 {
		t.Errorf("bands at cells that are not drawn: %v", found)
	}
}

// TestHeapPicture draws random arrays in a block of which some cells are written.
func TestHeapPicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(6, 90).Draw(t, "cells")
		b := written(t, n, rapid.IntRange(1, 2).Draw(t, "stride"))
		var views []session.View
		for k := range rapid.IntRange(0, 5).Draw(t, "arrays") {
			l := heap.LMAD{Offset: rapid.IntRange(0, n-1).Draw(t, "offset")}
			for range rapid.IntRange(1, 3).Draw(t, "rank") {
				l.Dims = append(l.Dims, heap.Dim{Size: rapid.IntRange(0, 4).Draw(t, "size"), Stride: rapid.IntRange(-4, 4).Draw(t, "stride")})
			}
			views = append(views, session.View{Name: fmt.Sprint("a<", k), Val: memory.Val{B: b, L: l}})
		}
		shows(t, b, views)
	})
}

// written is a block of n cells, of which some have been written.
func written(t *rapid.T, n, stride int) *heap.Block {
	size := (n - 2) / stride
	text := fmt.Sprintf("let (m : mem) = alloc %d\nlet (x : [%d] @ m -> 1 + {(%[2]d : %d)}) = iota %[2]d\nin (m, x)", n, size, stride)
	src, err := syntax.Parse(diag.NewSource("block", text))
	if err != nil {
		t.Fatal(err)
	}
	unit, err := elab.NewSession(nil).Program(src)
	if err != nil {
		t.Fatal(err)
	}
	out, err := memory.New(memory.Options{}).Run(context.Background(), unit.Core)
	if err != nil {
		t.Fatal(err)
	}
	return out.Results[0].B
}

// TestHeapPictureGolden has the picture of a small heap as it is.
func TestHeapPictureGolden(t *testing.T) {
	out, err := memory.New(memory.Options{}).Run(t.Context(), passtest.Parse(t, "small", "let (m : mem) = alloc 8\nlet (x : [2][3] @ m -> R(2, 3)) = scratch([2][3]int)\nlet y = transpose x\nlet (z : [2] @ m -> 1 + {(2 : 3)}) = iota 2\nin (m, x, m, y, m, z)").Core)
	if err != nil {
		t.Fatal(err)
	}
	board := &Board{B: out.Results[0].B, Asked: -1, Width: 100}
	for k, name := range []string{"x", "y", "z"} {
		board.Views = append(board.Views, session.View{Name: name, Val: out.Results[2*k+1]})
	}
	testkit.Golden(t, "testdata/heap.svg", HeapPicture(t.Context(), "The heap", []*Board{board}, 2).String())
}
