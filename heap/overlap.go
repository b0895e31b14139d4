package heap

// Overlap is how the locations of a memcopy meet.
type Overlap struct {
	// Self: two elements of the destination share a location, so the result cannot hold both.
	Self bool
	// Met is nil if a copy in any order gives the same as eq. (5), which reads all elements
	// before it writes the first. An element that is copied onto itself meets nothing.
	Met *Met
}

// Met is the first element of the destination, in row-major order, at the location of an element
// that is read and goes elsewhere.
type Met struct {
	Offset int   // of both elements in the block
	Read   []int // the index, from 1, of the element that is read there
	Wrote  []int // the index of the element that is written there
}

// overlap finds how the locations of a memcopy meet. Both arrays are in their blocks and not
// empty. The cost is constant if sizes and strides decide it. Otherwise every element is looked
// at. The error is that of Heap.Grant or Heap.Poll.
func (t *Tracer) overlap(src Source, dst Dest) (o Overlap, err error) {
	decided, overlaps := dst.L.overlapByStrides()
	if decided {
		o.Self = overlaps
	} else if o.Self, err = t.meeting.mark(dst.L); err != nil {
		return o, err
	}
	if src.Block == dst.Block {
		o.Met, err = t.meeting.Copies(src.L, dst.L)
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

// Meeting looks for locations that LMADs within one block share. Its scratch memory holds whether
// an LMAD has an offset: near from offset low on, far for an LMAD that spreads too wide. Grant
// makes room for that many words, and Poll counts an element that is looked at. The errors are
// theirs.
type Meeting struct {
	Grant func(words int64, take func()) error
	Poll  func() error

	near []bool
	far  map[int]bool
	low  int
}

// start makes room for the elements of L, which lies in a block.
func (s *Meeting) start(l LMAD) error {
	lo, hi, _ := l.Extent()
	count := l.Count()
	s.near, s.far, s.low = s.near[:0], nil, lo
	switch window := hi - lo + 1; {
	case window/64 > count:
		var far map[int]bool
		err := s.Grant(4*int64(count), func() { far = make(map[int]bool, count) })
		s.far = far
		return err
	case window <= cap(s.near):
		s.near = s.near[:window]
		clear(s.near)
		return nil
	default:
		var near []bool
		err := s.Grant(int64(window)/8+1, func() { near = make([]bool, window) })
		s.near = near
		return err
	}
}

func (s *Meeting) has(off int) bool {
	if s.far != nil {
		return s.far[off]
	}
	k := off - s.low
	return k >= 0 && k < len(s.near) && s.near[k]
}

func (s *Meeting) put(off int) {
	if s.far != nil {
		s.far[off] = true
	} else {
		s.near[off-s.low] = true
	}
}

// mark puts the offsets of L into the scratch memory. It tells whether two elements
// share one.
func (s *Meeting) mark(l LMAD) (shared bool, err error) {
	if err := s.start(l); err != nil {
		return false, err
	}
	l.Each(func(off int) bool {
		shared = shared || s.has(off)
		s.put(off)
		err = s.Poll()
		return err == nil
	})
	return shared, err
}

// Copies is how a copy from src to dst, of one shape, meets itself. It is nil if no element is
// written over one that goes elsewhere.
func (s *Meeting) Copies(src, dst LMAD) (*Met, error) {
	if src.Empty() || src.Same(dst) || apart(src, dst) {
		return nil, nil
	}
	return s.find(src, dst, func(from, to int) bool { return from != to })
}

// Shared is the first element of m at the location of one of l, if any. The two may have any
// shapes.
func (s *Meeting) Shared(l, m LMAD) (*Met, error) {
	if l.Empty() || m.Empty() || apart(l, m) {
		return nil, nil
	}
	return s.find(l, m, nil)
}

// find is the first element of m at the location of one of l. If other is given, l and m have one
// shape. Then other tells, from where the elements with the current index lie in l and m, whether
// they count.
func (s *Meeting) find(l, m LMAD, other func(from, to int) bool) (*Met, error) {
	if _, err := s.mark(l); err != nil {
		return nil, err
	}
	y := make([]int, len(m.Dims))
	for k := range y {
		y[k] = 1
	}
	from, to := l.Offset, m.Offset
	for more := true; more; {
		if err := s.Poll(); err != nil {
			return nil, err
		}
		if s.has(to) && (other == nil || other(from, to)) {
			read, _ := l.Find(to)
			return &Met{to, read, y}, nil
		}
		var f, g int
		if other == nil {
			g, more = m.next(y)
		} else {
			f, g, more = next2(l, m, y)
		}
		from, to = from+f, to+g
	}
	return nil, nil
}
