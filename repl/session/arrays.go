package session

import (
	"fmt"
	"slices"
	"strings"

	"funmem/heap"
)

// LMAD is the LMAD of an array. For an array without elements it is the declared one, because the
// heap only knows its shape.
func (v View) LMAD() string {
	if v.Val.L.Empty() && v.declared != "" {
		return v.declared
	}
	return lmadText(v.Val.L)
}

// lmadText writes an LMAD, with R(…) in front if it is row-major.
func lmadText(l heap.LMAD) string {
	if r, ok := heap.RowMajor(l.Shape()); ok && l.Offset == 0 && slices.Equal(r.Dims, l.Dims) {
		sizes := strings.Trim(fmt.Sprint(l.Shape()), "[]")
		return "R(" + strings.ReplaceAll(sizes, " ", ", ") + ") = " + l.String()
	}
	return l.String()
}
