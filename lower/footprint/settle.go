package footprint

import (
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// written is how many rounds are looked at before the run, at most, if their number is known.
const written = 64

// settled is a size in which what is known now is computed: conditions, the largest of numbers, and the rounds of loops.
func (s *Size) settled() *Size {
	c := *s
	c.of = nil
	for _, o := range s.of {
		c.of = append(c.of, o.settled())
	}
	switch s.kind {
	case chosen:
		c.of[0], c.of[1] = c.of[0].where(s.cond, 0), c.of[1].where(s.cond, 1)
		if k, ok := s.cond.Const(); ok && k.IsZero() {
			return c.of[1]
		} else if ok {
			return c.of[0]
		}
	case largest:
		return c.largest()
	case rounds:
		return c.each()
	}
	return &c
}

// where is a size in a place where a condition holds, with which being 0, or does not, with 1.
func (s *Size) where(cond poly.Poly, which int) *Size {
	if s.kind == chosen && s.cond.Sub(cond).IsZero() {
		return s.of[which].where(cond, which)
	}
	c := *s
	c.of = nil
	for _, o := range s.of {
		c.of = append(c.of, o.where(cond, which))
	}
	return &c
}

// largest is the largest of some sizes, of which those that are numbers become one.
func (s *Size) largest() *Size {
	var most *Size
	var others []*Size
	for _, o := range s.flat() {
		switch {
		case !o.isNumber():
			others = append(others, o)
		case most == nil || o.isMore(most):
			most = o
		}
	}
	if most != nil {
		others = append(others, most)
	}
	if len(others) == 1 {
		return others[0]
	}
	return &Size{kind: largest, of: others}
}

// flat are the sizes that one is the largest of. They are bounds if it is one.
func (s *Size) flat() (list []*Size) {
	if s.kind != largest {
		return []*Size{s}
	}
	for _, o := range s.of {
		if s.bound {
			o = unknown(o)
		}
		list = append(list, o.flat()...)
	}
	return list
}

func (s *Size) isNumber() bool {
	_, ok := s.p.Const()
	return s.kind == known && ok
}

// isMore tells whether one number is larger than another, or as large and exact.
func (s *Size) isMore(than *Size) bool {
	a, _ := s.p.Const()
	b, _ := than.p.Const()
	return a.Cmp(b) > 0 || a.Equal(b) && than.bound
}

// each is the largest of the rounds, one by one, if there are few.
func (s *Size) each() *Size {
	k, ok := s.n.Const()
	n, fits := k.Int64()
	if !ok || !fits || n > written {
		return s
	}
	all := &Size{kind: largest, of: []*Size{s.of[0]}}
	for r := int64(1); r <= n; r++ {
		is := (&poly.Env{}).Of(&syntax.IntLit{Val: num.Of(r)})
		all.of = append(all.of, s.of[1].mapped(func(p poly.Poly) poly.Poly { return p.Subst(map[int]poly.Poly{s.i.ID: is}) }))
	}
	if after := all.settled(); after.isNumber() {
		return after
	}
	return s
}
