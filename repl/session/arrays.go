package session

import (
	"fmt"
	"slices"
	"strings"

	"funmem/heap"
)

// Lmad is the LMAD of an array. That of an array without elements, of which
// the heap only knows the shape, is the one that was declared.
func (v View) LMAD() string {
	if v.Val.L.Empty() && v.declared != "" {
		return v.declared
	}
	return lmadText(v.Val.L)
}

// lmadText is an LMAD as it would be written: R(…) where it is row-major.
func lmadText(l heap.LMAD) string {
	if r, ok := heap.RowMajor(l.Shape()); ok && l.Offset == 0 && slices.Equal(r.Dims, l.Dims) {
		sizes := strings.Trim(fmt.Sprint(l.Shape()), "[]")
		return "R(" + strings.ReplaceAll(sizes, " ", ", ") + ") = " + l.String()
	}
	return l.String()
}
