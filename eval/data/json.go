package data

import (
	"strconv"

	"funmem/eval/value"
	"funmem/semantics/num"
)

// JSON is a value in the form of --json (docs/commands.md): an int is a number,
// or a string when it does not fit 64 bits, and an array is a list of its rows.
func JSON(v value.Val) []byte { return AppendJSON(nil, v) }

// AppendJSON appends the JSON form of v to dst.
func AppendJSON(dst []byte, v value.Val) []byte {
	if v.A == nil {
		return appendInt(dst, v.I)
	}
	dst, _ = appendRows(dst, v.A, 0, 0)
	return dst
}

// appendRows appends dimension k of the array from the offset at, and returns
// the offset after it.
func appendRows(dst []byte, a *value.Array, k, at int) ([]byte, int) {
	if k == len(a.Shape) {
		return appendInt(dst, a.Elems.At(at)), at + 1
	}
	dst = append(dst, '[')
	for i := 0; i < a.Shape[k]; i++ {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst, at = appendRows(dst, a, k+1, at)
	}
	return append(dst, ']'), at
}

func appendInt(dst []byte, x num.Int) []byte {
	if s, ok := x.Int64(); ok {
		return strconv.AppendInt(dst, s, 10)
	}
	return append(append(append(dst, '"'), x.String()...), '"')
}
