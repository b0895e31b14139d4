package data

import (
	"bufio"
	"strconv"

	"funmem/eval/value"
	"funmem/semantics/num"
)

// WriteJSON writes a value in the form of --json (docs/commands.md). An int is a number, or
// a string if it does not fit 64 bits. A real is a number, or a string if it is NaN or an
// infinity. An undefined element is null, and an array is a list of its rows. WriteJSON
// ends with the first error of the writer.
func WriteJSON(w *bufio.Writer, v value.Shown) error { return writePart(w, v.Top()) }

func writePart(w *bufio.Writer, p value.Part) error {
	n, array := p.Len()
	if !array {
		return writeNum(w, p.Number())
	}
	w.WriteByte('[')
	if elems, from, n, ok := p.Numbers(); ok { // most of the work
		for k := range n {
			if k > 0 {
				w.WriteByte(',')
			}
			if err := writeNum(w, elems.At(from+k)); err != nil {
				return err
			}
		}
		return w.WriteByte(']')
	}
	for k := 1; k <= n; k++ {
		if k > 1 {
			w.WriteByte(',')
		}
		if err := writePart(w, p.At(k)); err != nil {
			return err
		}
	}
	return w.WriteByte(']')
}

func writeNum(w *bufio.Writer, x num.Num) error {
	text := w.AvailableBuffer()
	switch s, small := x.Int64(); {
	case x.IsUndefined():
		text = append(text, "null"...)
	case small:
		text = strconv.AppendInt(text, s, 10)
	case x.IsReal() && !x.Real().IsNaN() && !x.Real().IsInf():
		text = append(text, x.String()...)
	default:
		text = append(append(append(text, '"'), x.String()...), '"')
	}
	_, err := w.Write(text)
	return err
}
