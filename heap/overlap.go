package heap

// overlap finds how the locations of a memcopy meet. Both arrays are in their
// blocks and not empty. The cost is constant where sizes and strides decide it
// and otherwise that of looking at every element.
func (t *Tracer) overlap(src Source, dst Dest) Overlap {
	var o Overlap
	decided, overlaps := dst.L.overlapByStrides()
	if decided {
		o.Self = overlaps
	} else {
		o.Self = t.meeting.meets(dst.L, dst.L)
	}
	if src.Block == dst.Block && !src.L.Same(dst.L) && !apart(src.L, dst.L) {
		o.Met = t.meeting.meets(src.L, dst.L)
	}
	return o
}

// apart tells whether extents and strides already show that L and M share no
// location.
func apart(l, m LMAD) bool {
	lo, hi, _ := l.Extent()
	mlo, mhi, _ := m.Extent()
	if hi < mlo || mhi < lo {
		return true
	}
	g := gcd(stride(l.Dims), stride(m.Dims))
	return g > 0 && (l.Offset-m.Offset)%g != 0
}

// meeting is scratch memory: for each offset the number of the element that has
// it, several for more than one, 0 for none. The offsets are those of one LMAD;
// near holds them from low on, far those of an LMAD that spreads too wide.
type meeting struct {
	near []int
	far  map[int]int
	low  int
}

const several = -1

func (s *meeting) start(lo, hi, count int) {
	s.near, s.far, s.low = s.near[:0], nil, lo
	switch window := hi - lo + 1; {
	case window/8 > count:
		s.far = make(map[int]int, count)
	case window <= cap(s.near):
		s.near = s.near[:window]
		clear(s.near)
	default:
		s.near = make([]int, window)
	}
}

func (s *meeting) at(off int) int {
	if s.far != nil {
		return s.far[off]
	}
	if k := off - s.low; k >= 0 && k < len(s.near) {
		return s.near[k]
	}
	return 0
}

func (s *meeting) put(off, element int) {
	if s.far != nil {
		s.far[off] = element
	} else {
		s.near[off-s.low] = element
	}
}

// meets tells whether a location belongs to one element of L and to an element
// of M with another index. Both have one shape and lie in a block.
func (s *meeting) meets(l, m LMAD) (met bool) {
	lo, hi, _ := l.Extent()
	s.start(lo, hi, l.Count())
	k := 0
	l.Each(func(off int) bool {
		k++
		if s.at(off) == 0 {
			s.put(off, k)
		} else {
			s.put(off, several)
		}
		return true
	})
	k = 0
	m.Each(func(off int) bool {
		k++
		n := s.at(off)
		met = n != 0 && n != k
		return !met
	})
	return met
}
