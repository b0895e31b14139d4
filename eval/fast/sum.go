package fast

import "funmem/semantics/num"

// mostTerms limits the terms that are searched for neighbours.
const mostTerms = 64

// emitSum is a sum of terms. Terms that index one array at the same variables plus
// different constants, as in a stencil, become one loop. Overflow anywhere on the way ends
// the run, even if the whole sum would fit.
func emitSum(ts []term) intFn {
	var parts []intFn
	for len(ts) > mostTerms {
		parts = append(parts, emitSum(ts[:mostTerms]))
		ts = ts[mostTerms:]
	}
	for len(ts) > 0 {
		var near []term
		rest := ts[:0:0]
		for _, t := range ts {
			if neighbours(ts[0].x, t.x) {
				near = append(near, t)
			} else {
				rest = append(rest, t)
			}
		}
		if len(near) > 1 {
			parts = append(parts, emitStencil(near))
			ts = rest
			continue
		}
		parts = append(parts, scaled(ts[0]))
		ts = ts[1:]
	}
	switch len(parts) {
	case 1:
		return parts[0]
	case 2:
		x, y := parts[0], parts[1]
		return func() int64 { return add(x(), y()) }
	case 3:
		x, y, z := parts[0], parts[1], parts[2]
		return func() int64 { return add(add(x(), y()), z()) }
	}
	return func() int64 {
		var s, over int64
		for _, p := range parts {
			x := p()
			old := s
			s += x
			over |= (old ^ s) & (x ^ s)
		}
		if over < 0 {
			bail()
		}
		return s
	}
}

func scaled(t term) intFn {
	x, k := emit(t.x), t.coef
	switch k {
	case 1:
		return x
	case -1:
		return func() int64 { return neg(x()) }
	}
	return func() int64 { return scale(x(), k) }
}

// neighbours tells whether x and y index the same array of rank 1 to 3 at the
// same variables plus constants.
func neighbours(x, y *node) bool {
	if x.kind != isIndex || y.kind != isIndex || x.v != y.v || x.v.q > 3 {
		return false
	}
	for k := range x.at {
		r, _, ok := x.at[k].affine()
		s, _, ok2 := y.at[k].affine()
		if !ok || !ok2 || r != s {
			return false
		}
	}
	return true
}

// stencil is the sum of elements of one array around one index.
type stencil struct {
	v      *view
	r      [3]*int64
	lo, hi [3]int64   // the smallest and the largest constant in each dimension
	near   [][3]int64 // the constants of each term
	coef   []int64    // nil: all 1
	steps  []int      // the distance of each term, for the strides s
	s      [3]int
}

func emitStencil(ts []term) intFn {
	s := &stencil{v: ts[0].x.v, near: make([][3]int64, len(ts)), steps: make([]int, len(ts))}
	ones := true
	for k := range s.r {
		s.r[k] = &zero
	}
	for j, t := range ts {
		ones = ones && t.coef == 1
		for k, y := range t.x.at {
			r, c, _ := y.affine()
			if s.r[k] = r; j == 0 {
				s.lo[k], s.hi[k] = c, c
			}
			s.near[j][k], s.lo[k], s.hi[k] = c, min(s.lo[k], c), max(s.hi[k], c)
		}
	}
	if !ones {
		for _, t := range ts {
			s.coef = append(s.coef, t.coef)
		}
		return s.weighted
	}
	return s.plain
}

// place returns the position of the element that the variables index, without the
// constants. All terms are in bounds if the box around them is.
func (s *stencil) place() int {
	v := s.v
	o := v.base
	for k := range v.q {
		i, n := *s.r[k], uint64(v.d[k].n)
		if uint64(i+s.lo[k]-1) >= n || uint64(i+s.hi[k]-1) >= n {
			bail()
		}
		o += int(i) * v.d[k].s
	}
	if v.d[0].s != s.s[0] || v.d[1].s != s.s[1] || v.d[2].s != s.s[2] {
		s.restep()
	}
	if v.blk != nil && v.ver != v.blk.ver {
		for _, step := range s.steps {
			v.look(o + step)
		}
	}
	return o
}

func (s *stencil) restep() {
	for k := range s.s {
		s.s[k] = s.v.d[k].s
	}
	for j, c := range s.near {
		s.steps[j] = int(c[0])*s.s[0] + int(c[1])*s.s[1] + int(c[2])*s.s[2]
	}
}

func (s *stencil) plain() int64 {
	o := s.place()
	data := s.v.data
	var sum, over int64
	for _, step := range s.steps {
		x := data[o+step]
		old := sum
		sum += x
		over |= (old ^ sum) & (x ^ sum)
	}
	if over < 0 {
		bail()
	}
	return sum
}

func (s *stencil) weighted() int64 {
	o := s.place()
	data := s.v.data
	var sum, over int64
	for j, step := range s.steps {
		x, k := data[o+step], s.coef[j]
		if int64(int32(x)) == x {
			x *= k
		} else {
			var ok bool
			if x, ok = num.Mul64(x, k); !ok {
				over = -1
			}
		}
		old := sum
		sum += x
		over |= (old ^ sum) & (x ^ sum)
	}
	if over < 0 {
		bail()
	}
	return sum
}
