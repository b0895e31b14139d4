package prove

// Witness is an example of two LMADs that meet: values of the variables, by ID, with
// an element of each at one offset. Indices count from 1.
type Witness struct {
	Values []int64
	A, B   []int64
	Offset int64
}

// The bounds on the search for a witness.
const (
	MaxValue    = 8       // of variables
	maxElements = 4096    // of one LMAD
	maxVisits   = 1 << 20 // elements in all
)

// Overlap looks for a witness with variables up to MaxValue, small ones first.
// Variables that may be negative start at -MaxValue. It is nil when none was found.
func Overlap(y *Symbols, facts System, a, b LMAD, negative func(id int) bool) *Witness {
	s, ok := newSearch(y, facts, a, b)
	if !ok {
		return nil
	}
	for radius := int64(0); radius <= MaxValue && s.left > 0 && s.found == nil; radius++ {
		s.each(s.facts, func(id int) (lo, hi int64) {
			if negative(id) {
				lo = -radius
			}
			return lo, radius
		}, func(v []int64) bool {
			s.left--
			if reaches(v, radius) {
				s.look(v)
			}
			return s.found == nil && s.left > 0
		})
	}
	return s.found
}

// reaches tells whether some value is as great as the radius. Other values were looked
// at before.
func reaches(v []int64, radius int64) bool {
	for _, x := range v {
		if x == radius || x == -radius {
			return true
		}
	}
	return false
}

// search is one search for a witness.
type search struct {
	evaluator
	facts stages
	a, b  compiledLMAD
	left  int
	found *Witness
	index []int64 // scratch
}

func newSearch(y *Symbols, facts System, a, b LMAD) (*search, bool) {
	s := &search{evaluator: evaluator{vars: y.Made()}, left: maxVisits}
	var ok [3]bool
	s.facts, ok[0] = s.stage(facts)
	s.a, ok[1] = s.compileLMAD(a)
	s.b, ok[2] = s.compileLMAD(b)
	return s, ok == [3]bool{true, true, true}
}

// look compares the elements of both for one choice of values.
func (s *search) look(v []int64) {
	first := map[int64][]int64{}
	s.elements(s.a, v, func(index []int64, off int64) bool {
		if _, ok := first[off]; !ok {
			first[off] = append([]int64{}, index...)
		}
		return true
	})
	s.elements(s.b, v, func(index []int64, off int64) bool {
		if i, ok := first[off]; ok {
			s.found = &Witness{append([]int64{}, v...), i, append([]int64{}, index...), off}
		}
		return s.found == nil
	})
}

// elements visits the elements of an LMAD, unless there are too many.
func (s *search) elements(l compiledLMAD, v []int64, visit func(index []int64, off int64) bool) {
	sizes, strides, off, ok := s.concrete(l, v)
	count := int64(1)
	for _, n := range sizes {
		count = min(count*max(n, 0), maxElements+1)
	}
	if !ok || count > maxElements {
		return
	}
	if count <= 0 {
		return
	}
	index := s.index[:0]
	for range sizes {
		index = append(index, 1)
	}
	s.index = index
	for more := true; more; {
		s.left--
		if !visit(index, off) {
			return
		}
		more = false
		for k := len(index) - 1; k >= 0 && !more; k-- {
			if more = index[k] < sizes[k]; more {
				index[k]++
				off += strides[k]
			} else {
				off -= (index[k] - 1) * strides[k]
				index[k] = 1
			}
		}
	}
}

// compiledLMAD is an LMAD to be evaluated.
type compiledLMAD struct {
	offset         compiled
	sizes, strides []compiled
}

func (e *evaluator) compileLMAD(l LMAD) (c compiledLMAD, ok bool) {
	if c.offset, ok = e.compile(l.Offset); !ok {
		return c, false
	}
	for _, d := range l.Dims {
		size, ok1 := e.compile(d.Size)
		stride, ok2 := e.compile(d.Stride)
		if !ok1 || !ok2 {
			return c, false
		}
		c.sizes, c.strides = append(c.sizes, size), append(c.strides, stride)
	}
	return c, true
}

// concrete is an LMAD for one choice of values. The slices are reused.
func (e *evaluator) concrete(l compiledLMAD, v []int64) (sizes, strides []int64, off int64, ok bool) {
	off, ok = e.at(l.offset, v)
	sizes, strides = e.sizes[:0], e.strides[:0]
	for k := range l.sizes {
		n, ok1 := e.at(l.sizes[k], v)
		s, ok2 := e.at(l.strides[k], v)
		sizes, strides, ok = append(sizes, n), append(strides, s), ok && ok1 && ok2
	}
	e.sizes, e.strides = sizes, strides
	return sizes, strides, off, ok
}
