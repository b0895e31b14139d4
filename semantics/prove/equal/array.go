package equal

import (
	"strings"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// value is a scalar or an array.
type value struct {
	n *node
	a *array
}

// array is an array as a function from indices to elements. at may be called with indices in bounds only.
type array struct {
	elem  syntax.Elem
	shape []poly.Poly
	at    func(ix []poly.Poly) *node
	base  *base // it is the elements of this one; or nil
}

// cached is an array whose elements are computed once.
func (r *run) cached(a *array) *array {
	have, at := remembered[*node]{}, a.at
	a.at = func(ix []poly.Poly) *node {
		k := keys(ix)
		n, ok := recall(r, have, k)
		if !ok {
			n = at(ix)
			remember(r, have, k, n)
		}
		return n
	}
	return a
}

func keys(ps []poly.Poly) string {
	var b strings.Builder
	for _, p := range ps {
		b.WriteString(p.Key())
		b.WriteByte(';')
	}
	return b.String()
}

// opaque is an array about which nothing but its shape is known.
func (r *run) opaque(b *base, elem syntax.Elem, shape []poly.Poly) *array {
	return &array{elem: elem, shape: shape, base: b, at: func(ix []poly.Poly) *node { return r.load(b, elem, ix) }}
}

// row is a row of an array, or an element of one of one dimension.
func (a *array) row(i poly.Poly) value {
	if len(a.shape) == 1 {
		return value{n: a.at([]poly.Poly{i})}
	}
	return value{a: &array{elem: a.elem, shape: a.shape[1:], at: func(ix []poly.Poly) *node { return a.at(append([]poly.Poly{i}, ix...)) }}}
}

// at is the element of a value with these indices: the value itself if it is a scalar.
func (v value) at(ix []poly.Poly) *node {
	if v.a == nil {
		return v.n
	}
	return v.a.at(ix)
}

func (v value) shape() []poly.Poly {
	if v.a == nil {
		return nil
	}
	return v.a.shape
}

func (v value) elem() syntax.Elem {
	if v.a == nil {
		return v.n.elem
	}
	return v.a.elem
}

// view is x with its elements elsewhere: of gives the indices in x.
func view(x *array, shape []poly.Poly, of func(ix []poly.Poly) []poly.Poly) value {
	return value{a: &array{elem: x.elem, shape: shape, at: func(ix []poly.Poly) *node { return x.at(of(ix)) }}}
}

// inBounds requires 1 <= i <= n.
func (r *run) inBounds(i, n poly.Poly, what func() string) {
	if k, ok := i.Const(); ok && k.Sign() > 0 {
		if m, ok := n.Sub(i).Const(); ok && m.Sign() >= 0 {
			return
		}
	}
	r.require("in "+i.Key()+" "+n.Key(), between(i, n), func() bool { return r.proves(i.Sub(one)) && r.proves(n.Sub(i)) }, what)
}

// nonNegative requires that a size is not negative.
func (r *run) nonNegative(n poly.Poly, what func() string) {
	if k, ok := n.Const(); ok && k.Sign() >= 0 {
		return
	}
	var s facts
	s.NonNeg(n)
	r.require("nonneg "+n.Key(), s, func() bool { return r.proves(n) }, what)
}

// equals requires that two ints are equal.
func (r *run) equals(p, q poly.Poly, what func() string) {
	d := p.Sub(q)
	if d.IsZero() {
		return
	}
	if n := d.Neg(); n.Key() < d.Key() {
		d = n
	}
	var s facts
	s.Zero(d)
	r.require("zero "+d.Key(), s, func() bool { return r.same(d, poly.Poly{}) }, what)
}

// shaped requires that a value has a shape.
func (r *run) shaped(v value, shape []poly.Poly, what func() string) {
	for k, n := range v.shape() {
		r.equals(n, shape[k], what)
	}
}

// dim is one dimension of a slice, or several that replace one: o + Σ (j - 1)·s for the indices j of the slice.
type dim struct {
	o     poly.Poly
	sizes []poly.Poly
	steps []poly.Poly
}

// part reads the indices of a slice of x, and requires that it is in bounds.
func (r *run) part(x *array, at []syntax.Ix, in *env, what func() string) (dims []dim) {
	for k, ix := range at {
		o := r.intOf(ix.Off, in)
		d := dim{o: o}
		switch ix.Kind {
		case syntax.IxFix:
			r.inBounds(o, x.shape[k], what)
		case syntax.IxRange:
			s := one
			if ix.Stride != nil {
				s = r.intOf(ix.Stride, in)
				if c, ok := s.Const(); !ok || c.IsZero() {
					r.require("nonzero "+s.Key(), facts{}, func() bool { return r.proves(s.Sub(one)) || r.proves(s.Neg().Sub(one)) }, what)
				}
			}
			d.sizes, d.steps = []poly.Poly{r.intOf(ix.Size, in)}, []poly.Poly{s}
			r.reaches(d, x.shape[k], what)
		case syntax.IxFlat:
			d.o = o.Add(one)
			for _, f := range ix.Dims {
				d.sizes, d.steps = append(d.sizes, r.intOf(f.Size, in)), append(d.steps, r.intOf(f.Stride, in))
			}
			r.reaches(d, x.shape[k], what)
		}
		dims = append(dims, d)
	}
	return dims
}

// reaches requires that all elements of some dimensions of a slice lie in 1 to n.
func (r *run) reaches(d dim, n poly.Poly, what func() string) {
	name, some := "reach "+d.o.Key()+" "+n.Key(), "n"+keys(d.sizes)
	for k, size := range d.sizes {
		r.nonNegative(size, what)
		name += " " + size.Key() + " " + d.steps[k].Key()
		if c, ok := size.Const(); ok && c.IsZero() {
			return // there are no elements
		}
	}
	var sizes facts
	for _, size := range d.sizes {
		sizes.AtMost(one, size)
	}
	bounds := func() (s facts, ok bool) { // if there are elements
		lo, hi := d.o, d.o
		for k, size := range d.sizes {
			switch reach := size.Sub(one).Mul(d.steps[k]); {
			case r.proves(reach):
				hi = hi.Add(reach)
			case r.proves(reach.Neg()):
				lo = lo.Add(reach)
			default:
				return s, false
			}
		}
		s.AtMost(one, lo)
		s.AtMost(hi, n)
		return s, r.proves(lo.Sub(one)) && r.proves(n.Sub(hi))
	}
	r.require(name, facts{}, func() (ok bool) {
		r.within(r.assumption(some), sizes, func() { _, ok = bounds() })
		return ok
	}, what)
	r.within(r.assumption(some), sizes, func() {
		s, _ := bounds()
		r.learn(s)
	})
	for _, size := range d.sizes {
		if !r.proves(size.Sub(one)) {
			return
		}
	}
	s, _ := bounds()
	r.learn(s)
}

// shapeOf is the shape of a slice.
func shapeOf(dims []dim) (shape []poly.Poly) {
	for _, d := range dims {
		shape = append(shape, d.sizes...)
	}
	return shape
}

// places are the indices in the array of an element of a slice.
func places(dims []dim, ix []poly.Poly) (at []poly.Poly) {
	for _, d := range dims {
		p := d.o
		for k := range d.sizes {
			p = p.Add(ix[k].Sub(one).Mul(d.steps[k]))
		}
		ix, at = ix[len(d.sizes):], append(at, p)
	}
	return at
}

// update is x with v in place of a slice.
func (r *run) update(x *array, dims []dim, v value) *array {
	return r.cached(&array{elem: x.elem, shape: x.shape, at: func(ix []poly.Poly) *node {
		return r.updated(dims, ix, nil, func(inner []poly.Poly) *node { return v.at(inner) }, func() *node { return x.at(ix) })
	}})
}

// updated is new at the indices in the slice if the element is in it, or else old.
func (r *run) updated(dims []dim, ix, inner []poly.Poly, new func(inner []poly.Poly) *node, old func() *node) *node {
	if len(dims) == 0 {
		return new(inner)
	}
	d, i := dims[0], ix[0].Sub(dims[0].o)
	next := func(j ...poly.Poly) func() *node {
		return func() *node {
			return r.updated(dims[1:], ix[1:], append(append([]poly.Poly{}, inner...), j...), new, old)
		}
	}
	if len(d.sizes) == 0 {
		return r.ifThen(r.isZero(i), next(), old)
	}
	size, step := d.sizes[0], d.steps[0]
	j := i // counted from 0
	inStep := func(then func() *node) *node { return then() }
	if !step.Sub(one).IsZero() {
		if step.Add(one).IsZero() {
			j = i.Neg()
		} else {
			j = r.quotient(syntax.Div, i, step)
			inStep = func(then func() *node) *node {
				return r.ifThen(r.isZero(r.quotient(syntax.Mod, i, step)), then, old)
			}
		}
	}
	return r.ifThen(r.isAtMost(j.Neg()), func() *node {
		return r.ifThen(r.isAtMost(j.Add(one).Sub(size)), func() *node { return inStep(next(j.Add(one))) }, old)
	}, old)
}

// ifThen is one of two nodes. Each is computed where the condition holds, or does not. A scalar that nobody has written is never a condition.
func (r *run) ifThen(cond *node, then, other func() *node) *node {
	if holds, known := r.decide(cond); known {
		if holds {
			return then()
		}
		return other()
	}
	var a, b *node
	r.assume(cond, true, func() { a = then() })
	r.assume(cond, false, func() { b = other() })
	return r.either(cond, a, b)
}

// reshape is the elements of x in row-major order in another shape.
func (r *run) reshape(x *array, shape []poly.Poly) value {
	from, to := x.shape, shape
	before, after := 0, 0 // dimensions that are the same on both ends
	for before < len(from) && before < len(to) && r.same(from[before], to[before]) {
		before++
	}
	for after < len(from)-before && after < len(to)-before && r.same(from[len(from)-1-after], to[len(to)-1-after]) {
		after++
	}
	mid, midTo := from[before:len(from)-after], to[before:len(to)-after]
	if len(mid) == 0 || len(midTo) == 0 { // what is left over has one element
		return view(x, shape, func(ix []poly.Poly) []poly.Poly {
			at := append([]poly.Poly{}, ix[:before]...)
			for range mid {
				at = append(at, one)
			}
			return append(at, ix[len(ix)-after:]...)
		})
	}
	return view(x, shape, func(ix []poly.Poly) []poly.Poly {
		var l poly.Poly
		for k := range midTo {
			l = l.Mul(midTo[k]).Add(ix[before+k]).Sub(one)
		}
		inner := make([]poly.Poly, len(mid))
		for k := len(mid) - 1; k > 0; k-- {
			inner[k] = r.quotient(syntax.Mod, l, mid[k]).Add(one)
			l = r.quotient(syntax.Div, l, mid[k])
		}
		inner[0] = l.Add(one)
		at := append([]poly.Poly{}, ix[:before]...)
		at = append(at, inner...)
		return append(at, ix[len(ix)-after:]...)
	})
}

// product is the number of elements of a shape.
func product(shape []poly.Poly) poly.Poly {
	n := one
	for _, d := range shape {
		n = n.Mul(d)
	}
	return n
}
