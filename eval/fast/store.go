package fast

import "slices"

// site is the storage of an array that is made at one place in the code, in value mode. The
// next iteration reuses it, when the array of this one is gone. If the array is the row
// that an iteration of the enclosing kernel returns, it is made directly in the result of
// that kernel.
type site struct {
	u     *unit
	store *memBlock
	loop  *rounds // the innermost enclosing loop, or nil
	into  *out    // the result that the array is a row of, or nil
	done  bool    // the array was made in into
}

func (c *compiler) newSite() *site {
	s := &site{u: c.u, loop: c.around}
	c.u.sites = append(c.u.sites, s)
	return s
}

// place gives v its storage. The sizes of v are set.
func (s *site) place(v *view) {
	n := product(v)
	if o := s.into; o != nil {
		if s.done = v.sameShape(o.dst, 1); s.done {
			v.data, v.store, v.blk = o.dst.data[o.at:o.at+n], nil, nil
			v.rowMajor()
			return
		}
	}
	b := s.store
	if b == nil {
		b = &memBlock{home: s}
		s.store = b
	}
	if cap(b.cells) < n {
		b.cells = s.u.words(n + cap(b.cells)/4)
	}
	b.cells = b.cells[:n]
	v.data, v.store, v.blk = b.cells, b, nil
	if s.u.updates {
		b.ver++
		v.blk, v.ver = b, b.ver
	}
	v.rowMajor()
}

// rounds is the storage that a loop carries in value mode. If a site in the body made an
// array for the next round, its storage is taken away, and the site gets storage that is no
// longer carried.
type rounds struct {
	outer *rounds
	vars  []*carried
	own   []*memBlock // taken from sites, and from the loops within this one
}

// enterRounds starts compiling what a loop evaluates in each round.
func (c *compiler) enterRounds() *rounds {
	l := &rounds{outer: c.around}
	c.u.loops = append(c.u.loops, l)
	c.around = l
	return l
}

// keep takes over the storage of what goes to the next round.
func (l *rounds) keep() {
	for _, a := range l.vars {
		if a.v != nil && a.v.store != nil {
			l.take(a.v.store)
		}
	}
}

// take makes b the loop's own if a site or a loop within it has it.
func (l *rounds) take(b *memBlock) {
	switch s, in := b.home, b.loop; {
	case s != nil && s.loop.within(l):
		s.store = l.spare()
		if s.store != nil {
			s.store.home, s.store.loop = s, nil
		}
	case s == nil && in != l && in.within(l):
		in.own = slices.DeleteFunc(in.own, func(o *memBlock) bool { return o == b })
	default:
		return
	}
	b.home, b.loop = nil, l
	l.own = append(l.own, b)
}

// within tells whether l is o or a loop within it.
func (l *rounds) within(o *rounds) bool {
	for ; l != nil; l = l.outer {
		if l == o {
			return true
		}
	}
	return false
}

// spare returns storage that is no longer carried, or nil.
func (l *rounds) spare() *memBlock {
	for k, b := range l.own {
		if !slices.ContainsFunc(l.vars, func(a *carried) bool { return a.v != nil && a.v.store == b }) {
			l.own = slices.Delete(l.own, k, k+1)
			return b
		}
	}
	return nil
}
