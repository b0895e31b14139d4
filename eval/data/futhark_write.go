package data

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// WriteFuthark writes v in Futhark's text format: an int as an i64, a real as an f64 that
// reads back as the same double, and an empty array with its type. Decimals are rounded to
// doubles. Messages call the destination name.
func WriteFuthark(w io.Writer, name string, v value.Val) error {
	b := bufio.NewWriter(w)
	switch n, _ := machine.Count(v.Shape()); {
	case v.A == nil:
		elems := num.NewVec(1)
		elems.Set(0, v.I)
		flat, err := futharkWords(name, v, elems)
		if err != nil {
			return err
		}
		writeFutharkNum(b, v.Elem(), flat[0])
	case n == 0:
		b.WriteString("empty(")
		for _, d := range v.A.Shape {
			fmt.Fprintf(b, "[%d]", d)
		}
		b.WriteString(futharkName(v.A.Elem) + ")")
	default:
		flat, err := futharkWords(name, v, v.A.Elems)
		if err != nil {
			return err
		}
		writeFutharkRows(b, v.A.Elem, v.A.Shape, flat)
	}
	b.WriteByte('\n')
	if err := b.Flush(); err != nil {
		return usage("cannot write %s: %s", name, Cause(err))
	}
	return nil
}

// futharkWords returns the 64 bits of each element.
func futharkWords(name string, v value.Val, elems *num.Vec) ([]int64, error) {
	_, flat, ok := words(v.Elem(), elems)
	if !ok {
		return nil, tooWide(name, v.Shape(), elems)
	}
	return flat, nil
}

func futharkName(e syntax.Elem) string {
	if e == syntax.F64 {
		return "f64"
	}
	return "i64"
}

// writeFutharkRows writes the array with this shape that the elements start with, and
// returns the remaining elements. An error of the writer is noticed at the end.
func writeFutharkRows(b *bufio.Writer, elem syntax.Elem, shape []int, flat []int64) []int64 {
	if len(shape) == 0 {
		writeFutharkNum(b, elem, flat[0])
		return flat[1:]
	}
	b.WriteByte('[')
	for i := range shape[0] {
		if i > 0 {
			b.WriteString(", ")
		}
		flat = writeFutharkRows(b, elem, shape[1:], flat)
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
