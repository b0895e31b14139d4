package heap

// overlap finds how the locations of a memcopy meet. Both arrays are in their
// blocks and not empty. The cost is constant where sizes and strides decide it
// and otherwise that of looking at every element. The error is that of Heap.Grant
// or Heap.Poll.
func (t *Tracer) overlap(src Source, dst Dest) (o Overlap, err error) {
	decided, overlaps := dst.L.overlapByStrides()
	if decided {
		o.Self = overlaps
	} else if o.Self, err = t.meets(dst.L, dst.L); err != nil {
		return o, err
	}
	if src.Block == dst.Block && !src.L.Same(dst.L) && !apart(src.L, dst.L) {
		o.Met, err = t.meets(src.L, dst.L)
	}
	return o, err
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

// start makes room for the elements of L, which lies in a block.
func (t *Tracer) start(l LMAD) error {
	s := &t.meeting
	lo, hi, _ := l.Extent()
	count := l.Count()
	s.near, s.far, s.low = s.near[:0], nil, lo
	switch window := hi - lo + 1; {
	case window/8 > count:
		var far map[int]int
		err := t.heap.grant(4*int64(count), func() { far = make(map[int]int, count) })
		s.far = far
		return err
	case window <= cap(s.near):
		s.near = s.near[:window]
		clear(s.near)
		return nil
	default:
		var near []int
		err := t.heap.grant(int64(window), func() { near = make([]int, window) })
		s.near = near
		return err
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
func (t *Tracer) meets(l, m LMAD) (met bool, err error) {
	s := &t.meeting
	if err := t.start(l); err != nil {
		return false, err
	}
	k := 0
	l.Each(func(off int) bool {
		k++
		if s.at(off) == 0 {
			s.put(off, k)
		} else {
			s.put(off, several)
		}
		err = t.poll()
		return err == nil
	})
	if err != nil {
		return false, err
	}
	k = 0
	m.Each(func(off int) bool {
		k++
		n := s.at(off)
		met = n != 0 && n != k
		err = t.poll()
		return !met && err == nil
	})
	return met, err
}
