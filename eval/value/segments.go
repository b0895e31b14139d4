package value

import "slices"

// Segments say to which rows of an irregular array the elements of its data belong.
type Segments struct {
	*Rows
	of [][]int32 // for each level and each thing that it has rows of, the number of the row that it is in, from 1; 0: of none
}

// SegmentsOf looks through the rows of an array. What several rows share belongs to the first of them.
func SegmentsOf(r *Rows) *Segments {
	s := &Segments{Rows: r}
	for k, l := range r.Levels {
		of := make([]int32, r.Under(k).Shape[0])
		for i := range l.Sizes.Elems.Len() {
			from, size := l.Row(i)
			for q := range size {
				if of[from+q] == 0 {
					of[from+q] = int32(i + 1)
				}
			}
		}
		s.of = append(s.of, of)
	}
	return s
}

// Index is the index in the irregular array of the element of its data with this index; nil if it is in no row.
func (s *Segments) Index(data []int) []int { return s.above(len(s.of), data) }

// above is the index in the array of what is at an index under a number of levels; nil if that is in no row.
func (s *Segments) above(levels int, at []int) []int {
	out := slices.Clone(at)
	for k := levels - 1; k >= 0; k-- {
		l := s.Levels[k]
		row := int(s.of[k][out[0]-1])
		if row == 0 {
			return nil
		}
		from, _ := l.Row(row - 1)
		out[0] -= from
		out = append(IndexOf(l.Sizes.Shape, row-1), out...)
	}
	return out
}

// RowOf is the number of the innermost row of the element of the data with this index, in row-major order from 1, or 0.
func (s *Segments) RowOf(data []int) int { return int(s.of[len(s.of)-1][data[0]-1]) }

// Innermost is the descriptor of the rows of elements.
func (s *Segments) Innermost() Level { return s.Levels[len(s.Levels)-1] }

// IndexOfRow is the index in the array of innermost row i, from 0; nil if that is in no row itself.
func (s *Segments) IndexOfRow(i int) []int {
	return s.above(len(s.of)-1, IndexOf(s.Innermost().Sizes.Shape, i))
}
