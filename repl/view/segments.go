package view

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/machine"
	"funmem/eval/value"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// segmentsOf are the rows of an irregular array. They are nil for other arrays, and for those that are too large to look at.
func segmentsOf(v session.View) *value.Segments {
	if v.Rows == nil {
		return nil
	}
	for _, a := range v.Rows.Parts() {
		if a.Elems.Len() > maxCounted {
			return nil
		}
	}
	return value.SegmentsOf(v.Rows)
}

// maxRows is how many rows a line lists.
const maxRows = 8

// rowList says where the innermost rows of an irregular array lie: `row 1: 0, 1; row 2: empty; row 3: 2–4`.
func rowList(s *value.Segments, v session.View) string {
	l := s.Innermost()
	n := l.Sizes.Elems.Len()
	inner := v.Val.L.Shape()[1:]
	each, _ := machine.Count(inner)
	var parts []string
	for i := range min(n, maxRows) {
		var at []string
		for _, y := range s.IndexOfRow(i) {
			at = append(at, fmt.Sprint(y))
		}
		if at == nil {
			continue
		}
		where := "empty"
		if from, size := l.Row(i); size*each > 0 {
			lo, _ := v.Val.L.At(append([]int{from + 1}, slices.Repeat([]int{1}, len(inner))...)...)
			hi, _ := v.Val.L.At(append([]int{from + size}, inner...)...)
			where = span(min(lo, hi), max(lo, hi))
		}
		parts = append(parts, "row "+strings.Join(at, ",")+": "+where)
	}
	if n > maxRows {
		parts = append(parts, "and "+diag.Count(n-maxRows, "more row"))
	}
	return strings.Join(parts, "; ")
}
