package value

import (
	"bufio"
	"math"
	"strconv"
	"strings"

	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Format prints a value as Fun reads it: [[1, 2], [3, 4]], and empty([0][3]int) for an array without elements. With a
// limit above 0, an array of more elements shows only its edges, with … between them, about limit elements in all, and
// an integer of very many digits is described. With limit 0 or less, nothing is left out.
func Format(v Val, limit int) string {
	if v.A == nil {
		return numText(v.I, limit)
	}
	var b strings.Builder
	w := bufio.NewWriter(&b)
	Write(w, v, limit)
	w.Flush()
	return b.String()
}

// FormatMarked is Format with mark applied to the text of each number that is shown. k is its row-major offset.
func FormatMarked(v Val, limit int, mark func(k int, text string) string) string {
	return FormatNear(v, limit, nil, mark)
}

// FormatNear is FormatMarked that also shows the elements around an index, from 1, if it leaves elements out. The index
// and mark may be nil.
func FormatNear(v Val, limit int, near []int, mark func(k int, text string) string) string {
	var b strings.Builder
	w := bufio.NewWriter(&b)
	p := printer{w, limit, mark, near}
	p.val(v)
	w.Flush()
	return b.String()
}

// besideNear is how many elements on each side of an index FormatNear shows.
const besideNear = 2

// Shortened tells whether Format leaves out elements of a value.
func Shortened(v Val, limit int) bool {
	if v.A == nil {
		return false
	}
	n, _ := machine.Count(v.A.Shape)
	return limit > 0 && n > limit
}

// Write writes the text of Format. It ends with the first error of the writer.
func Write(w *bufio.Writer, v Val, limit int) error {
	p := printer{w, limit, nil, nil}
	return p.val(v)
}

// printer writes values.
type printer struct {
	w     *bufio.Writer
	limit int
	mark  func(k int, text string) string // or nil
	near  []int                           // an index around which elements are shown, or nil
}

func (p *printer) val(v Val) error {
	if v.A == nil {
		return p.num(v.I, 0)
	}
	n, _ := machine.Count(v.A.Shape)
	if n == 0 {
		text := "[]"
		if len(v.A.Shape) > 1 || v.A.Elem != syntax.Int {
			text = "empty(" + v.Type() + ")"
		}
		_, err := p.w.WriteString(text)
		return err
	}
	edge := math.MaxInt
	if Shortened(v, p.limit) {
		edge = edgeFor(v.A.Shape, p.limit)
	}
	return p.part(v.A.whole(), edge, p.near)
}

// edgeFor returns how many entries to show at each end of a dimension, so that about limit elements are shown in all.
// It is at least one.
func edgeFor(shape []int, limit int) int {
	edge := 1
	for {
		shown := 1
		for _, d := range shape {
			if shown *= min(d, 2*(edge+1)); shown > limit {
				return edge
			}
		}
		edge++
	}
}

// part writes a part with that many entries at each end of a dimension, and those near an index, if it is not nil.
func (p *printer) part(v part, edge int, near []int) error {
	if len(v.shape) == 0 {
		return p.num(v.elems.At(v.from), v.from)
	}
	m := v.shape[0]
	p.w.WriteByte('[')
	for k := 1; k <= m; k++ {
		if k > 1 {
			p.w.WriteString(", ")
		}
		if next := nextShown(k, m, edge, near); next > k {
			p.w.WriteString("…")
			k = next - 1
			continue
		}
		var inner []int
		if len(near) > 0 && k == near[0] {
			inner = near[1:]
		}
		if err := p.part(v.v(k), edge, inner); err != nil {
			return err
		}
	}
	return p.w.WriteByte(']')
}

// nextShown returns the first entry, from k on, of m that is shown: those at the ends, and those near an index. In the
// last dimension, it also counts the neighbours of the index.
func nextShown(k, m, edge int, near []int) int {
	if k <= edge || m-k < edge {
		return k
	}
	next := m - edge + 1
	if len(near) > 0 {
		around := 0
		if len(near) == 1 {
			around = besideNear
		}
		if k <= near[0]+around {
			next = min(next, max(k, near[0]-around))
		}
	}
	return next
}

// num writes the number at a row-major offset.
func (p *printer) num(x num.Num, k int) (err error) {
	n, fits := x.Int64()
	switch {
	case p.mark != nil:
		_, err = p.w.WriteString(p.mark(k, numText(x, p.limit)))
	case fits:
		_, err = p.w.Write(strconv.AppendInt(p.w.AvailableBuffer(), n, 10))
	default:
		_, err = p.w.WriteString(numText(x, p.limit))
	}
	return err
}

// numText returns a number as Format shows it.
func numText(x num.Num, limit int) string {
	if limit <= 0 {
		return x.String()
	}
	return x.Brief()
}
