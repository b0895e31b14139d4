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

// segments say which row of an irregular array an element of its data belongs to.
type segments struct {
	rows *value.Rows
	of   [][]int32 // for each level and each row or element that it has rows of, the number of the row that it is in, from 1; 0: of none
}

// segmentsOf looks through the rows of an array. It is nil for other arrays, and for those that are too large to look at.
func segmentsOf(v session.View) *segments {
	if v.Rows == nil {
		return nil
	}
	s := &segments{rows: v.Rows}
	for k, l := range v.Rows.Levels {
		under := v.Rows.Under(k).Shape[0]
		if under > maxCounted || l.Sizes.Elems.Len() > maxCounted {
			return nil
		}
		of := make([]int32, under)
		for i := range l.Sizes.Elems.Len() {
			from, size := l.Row(i)
			for q := from; q < from+size; q++ {
				if of[q] == 0 {
					of[q] = int32(i + 1)
				}
			}
		}
		s.of = append(s.of, of)
	}
	return s
}

// index is the index in the irregular array of an element of its data with this index; nil if it is in no row.
func (s *segments) index(data []int) []int {
	out := slices.Clone(data)
	for k := len(s.of) - 1; k >= 0; k-- {
		l := s.rows.Levels[k]
		row := int(s.of[k][out[0]-1])
		if row == 0 {
			return nil
		}
		from, _ := l.Row(row - 1)
		out[0] -= from
		out = append(value.IndexOf(l.Sizes.Shape, row-1), out...)
	}
	return out
}

// row is the number of the innermost row of an element of the data, or 0.
func (s *segments) row(data []int) int { return int(s.of[len(s.of)-1][data[0]-1]) }

// maxRows is how many rows a line lists.
const maxRows = 8

// list says where the innermost rows lie: `row 1: 0, 1; row 2: empty; row 3: 2–4`.
func (s *segments) list(v session.View) string {
	k := len(s.of) - 1
	l := s.rows.Levels[k]
	n := l.Sizes.Elems.Len()
	inner := v.Val.L.Shape()[1:]
	each, _ := machine.Count(inner)
	var parts []string
	for i := range min(n, maxRows) {
		at := value.IndexOf(l.Sizes.Shape, i)
		if k > 0 {
			lower := &segments{s.rows, s.of[:k]}
			if at = lower.index(at); at == nil {
				continue
			}
		}
		where := "empty"
		if from, size := l.Row(i); size*each > 0 {
			lo, _ := v.Val.L.At(append([]int{from + 1}, slices.Repeat([]int{1}, len(inner))...)...)
			hi, _ := v.Val.L.At(append([]int{from + size}, inner...)...)
			where = span(min(lo, hi), max(lo, hi))
		}
		parts = append(parts, fmt.Sprintf("row %s: %s", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(at)), ","), "[]"), where))
	}
	if n > maxRows {
		parts = append(parts, "and "+diag.Count(n-maxRows, "more row"))
	}
	return strings.Join(parts, "; ")
}
