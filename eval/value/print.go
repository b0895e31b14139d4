package value

import (
	"bufio"
	"math"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Format prints a value as Fun reads it: [[1, 2], [3, 4]], and empty([0][3]int) for an array without elements; [[], [1]] for an
// irregular one, which Fun reads where such an array is wanted. With a limit above 0, an array of more elements shows only its
// edges, with … between them, about limit elements in all, and an integer of very many digits is described. With limit 0 or
// less, nothing is left out.
func Format(v Shown, limit int) string {
	var b strings.Builder
	w := bufio.NewWriter(&b)
	Write(w, v, limit)
	w.Flush()
	return b.String()
}

// FormatMarked is Format with mark applied to the text of each number that is shown. k is its row-major offset.
func FormatMarked(v Shown, limit int, mark func(k int, text string) string) string {
	return FormatNear(v, limit, nil, mark)
}

// FormatNear is FormatMarked that also shows the elements around an index, from 1, if it leaves elements out. The index
// and mark may be nil.
func FormatNear(v Shown, limit int, near []int, mark func(k int, text string) string) string {
	var b strings.Builder
	w := bufio.NewWriter(&b)
	p := printer{w, limit, mark, near}
	p.shown(v)
	w.Flush()
	return b.String()
}

// besideNear is how many elements on each side of an index FormatNear shows.
const besideNear = 2

// Shortened tells whether Format leaves out elements of a value.
func Shortened(v Shown, limit int) bool {
	return limit > 0 && v.Rank() > 0 && v.Top().takes(limit) > limit
}

// takes is how many numbers and empty rows a part has; where that is more than a limit, it may be less than there are.
func (p Part) takes(limit int) int {
	n, array := p.Len()
	switch {
	case !array:
		return 1
	case p.flat():
		return max(1, p.count())
	case n == 0:
		return 1
	}
	all := 0
	for k := 1; k <= n && all <= limit; k++ {
		all += p.At(k).takes(limit - all)
	}
	return all
}

// Write writes the text of Format. It ends with the first error of the writer.
func Write(w *bufio.Writer, v Shown, limit int) error {
	p := printer{w, limit, nil, nil}
	return p.shown(v)
}

// printer writes values.
type printer struct {
	w     *bufio.Writer
	limit int
	mark  func(k int, text string) string // or nil
	near  []int                           // an index around which elements are shown, or nil
}

func (p *printer) shown(v Shown) error {
	top := v.Top()
	n, _ := top.Len()
	if v.Rank() > 0 && (n == 0 || top.flat() && top.count() == 0) {
		text := "[]"
		if t := v.Type(); t != "[0]int" {
			text = "empty(" + t + ")"
		}
		_, err := p.w.WriteString(text)
		return err
	}
	edge := math.MaxInt
	if Shortened(v, p.limit) {
		edge = edgeFor(top.widths(nil, 0), p.limit)
	}
	return p.part(top, edge, p.near)
}

// widths are the greatest sizes of the parts at each depth, at least 1.
func (p Part) widths(list []int, depth int) []int {
	n, array := p.Len()
	if !array {
		return list
	}
	if depth == len(list) {
		list = append(list, 1)
	}
	list[depth] = max(list[depth], n)
	if p.flat() {
		n = min(n, 1)
	}
	for k := 1; k <= n; k++ {
		list = p.At(k).widths(list, depth+1)
	}
	return list
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
func (p *printer) part(v Part, edge int, near []int) error {
	m, array := v.Len()
	if !array {
		return p.num(v.Number(), v.from)
	}
	if v.hidesSizes() {
		_, err := p.w.WriteString("empty(" + machine.Sizes(v.shape) + syntax.Line(&syntax.Type{Elem: v.rows.Data.Elem}) + ")")
		return err
	}
	p.w.WriteByte('[')
	elems, from, _, ofNumbers := v.Numbers()
	for k := 1; k <= m; k++ {
		if k > 1 {
			p.w.WriteString(", ")
		}
		if next := nextShown(k, m, edge, near); next > k {
			p.w.WriteString("…")
			k = next - 1
			continue
		}
		if ofNumbers {
			if err := p.num(elems.At(from+k-1), from+k-1); err != nil {
				return err
			}
			continue
		}
		var inner []int
		if len(near) > 0 && k == near[0] {
			inner = near[1:]
		}
		if err := p.part(v.At(k), edge, inner); err != nil {
			return err
		}
	}
	return p.w.WriteByte(']')
}

// hidesSizes tells whether brackets would not say enough about a row that has no elements: [[]] is of type [1][0]int.
func (p Part) hidesSizes() bool {
	if p.rows == nil || !p.flat() || p.shape[0] == 0 || p.count() > 0 {
		return false
	}
	return slices.Index(p.shape, 0) < len(p.shape)-1 || p.rows.Data.Elem != syntax.Int
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
