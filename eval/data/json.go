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
func WriteJSON(w *bufio.Writer, v value.Val) error {
	if v.A == nil {
		return writeNum(w, v.I)
	}
	_, err := writeRows(w, v.A, 0, 0)
	return err
}

// writeRows writes dimension k of the array from the offset at, and returns the
// offset after it.
func writeRows(w *bufio.Writer, a *value.Array, k, at int) (next int, err error) {
	if k == len(a.Shape) {
		return at + 1, writeNum(w, a.Elems.At(at))
	}
	w.WriteByte('[')
	for i := 0; i < a.Shape[k]; i++ {
		if i > 0 {
			w.WriteByte(',')
		}
		if at, err = writeRows(w, a, k+1, at); err != nil {
			return at, err
		}
	}
	return at, w.WriteByte(']')
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
