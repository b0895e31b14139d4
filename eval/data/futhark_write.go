package data

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// WriteFuthark writes v in Futhark's text format: an int as an i64, a real as an f64 that
// reads back as the same double, and an empty array with its type. Decimals are rounded to
// doubles. The rows of an irregular array, which Futhark does not have, are written as they are.
// Messages call the destination name.
func WriteFuthark(w io.Writer, name string, v value.Shown) error {
	rows, irregular := v.(*value.Rows)
	if irregular {
		rows = rows.InOrder()
		v = rows
	}
	b := bufio.NewWriter(w)
	switch a := elementsOf(v); {
	case a.Elems.Len() > 0:
		_, flat, ok := words(a.Elem, a.Elems)
		if !ok {
			return tooWide(name, a.Shape, a.Elems)
		}
		writeFutharkPart(b, a.Elem, v.Top(), flat)
	case irregular && rows.Levels[0].Sizes.Shape[0] > 0:
		return usage("cannot write %s: the value of type %s has no elements, and a file of this kind could not say so", name, v.Type()).Helpf("%s", inParts)
	default:
		dims := strings.TrimSuffix(v.Type(), syntax.Line(&syntax.Type{Elem: a.Elem}))
		b.WriteString("empty(" + dims + futharkName(a.Elem) + ")")
	}
	b.WriteByte('\n')
	if err := b.Flush(); err != nil {
		return usage("cannot write %s: %s", name, Cause(err))
	}
	return nil
}

// elementsOf are the elements of a value. Those of an irregular array are not in the order of its rows.
func elementsOf(v value.Shown) *value.Array {
	switch v := v.(type) {
	case *value.Rows:
		return v.Data
	case value.Val:
		if v.A != nil {
			return v.A
		}
		a := &value.Array{Elem: v.Elem(), Elems: num.NewVec(1)}
		a.Elems.Set(0, v.I)
		return a
	}
	panic(fmt.Sprintf("data: a %T is no value", v))
}

func futharkName(e syntax.Elem) string {
	if e == syntax.F64 {
		return "f64"
	}
	return "i64"
}

// writeFutharkPart writes the part with which the elements start, and returns the remaining elements. An error of the
// writer is noticed at the end.
func writeFutharkPart(b *bufio.Writer, elem syntax.Elem, p value.Part, flat []int64) []int64 {
	n, array := p.Len()
	if !array {
		writeFutharkNum(b, elem, flat[0])
		return flat[1:]
	}
	b.WriteByte('[')
	_, _, _, ofNumbers := p.Numbers()
	for k := 1; k <= n; k++ {
		if k > 1 {
			b.WriteString(", ")
		}
		if ofNumbers {
			writeFutharkNum(b, elem, flat[k-1])
			continue
		}
		flat = writeFutharkPart(b, elem, p.At(k), flat)
	}
	if ofNumbers {
		flat = flat[n:]
	}
	b.WriteByte(']')
	return flat
}

func writeFutharkNum(b *bufio.Writer, elem syntax.Elem, word int64) {
	text := b.AvailableBuffer()
	x := math.Float64frombits(uint64(word))
	switch {
	case elem != syntax.F64:
		text = append(strconv.AppendInt(text, word, 10), "i64"...)
	case math.IsNaN(x):
		text = append(text, "f64.nan"...)
	case math.IsInf(x, 1):
		text = append(text, "f64.inf"...)
	case math.IsInf(x, -1):
		text = append(text, "-f64.inf"...)
	default:
		text = append(append(text, num.OfFloat(x).String()...), "f64"...)
	}
	b.Write(text)
}
