package equal

import (
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// kernel has one arbitrary iteration that is looked at here. The others are computed when their elements are needed.
func (r *run) kernel(pat []*syntax.Binding, e *syntax.Kernel, in *env) []value {
	n := r.intOf(e.Index[0].N, in)
	r.nonNegative(n, func() string { return "that the bound of the kernel is not negative" })
	have := remembered[[]value]{}
	iteration := func(i poly.Poly) []value {
		inner := in.inner()
		inner.bind(e.Index[0].X, value{n: r.int(i)})
		vs := r.body(e.Body, inner)
		remember(r, have, i.Key(), vs)
		return vs
	}
	shapes := make([][]poly.Poly, len(pat))
	for k, z := range pat {
		shapes[k] = r.ints(z.Type.Dims, in)
		r.equals(shapes[k][0], n, func() string { return "that `" + z.Written() + "` has as many rows as its kernel has iterations" })
		for _, d := range shapes[k][1:] { // without iterations nothing else says so
			r.nonNegative(d, func() string { return "that no size of `" + z.Written() + "` is negative" })
		}
	}
	whole := r.loops(e.Body, in)
	bases := make([]*base, len(pat))
	if !r.lazy || whole {
		r.index(n, func(i poly.Poly) {
			for k, v := range iteration(i) {
				r.shaped(v, shapes[k][1:], func() string { return "that each row of `" + pat[k].Written() + "` has the shape of its type" })
				if whole {
					bases[k] = r.named(pat[k], kernelText(n, i, r.print(v)))
				}
			}
		})
	}
	out := make([]value, len(pat))
	for k, z := range pat {
		out[k].a = &array{elem: z.Type.Elem, shape: shapes[k], at: func(ix []poly.Poly) *node {
			vs, ok := recall(r, have, ix[0].Key())
			if !ok && whole {
				return r.load(bases[k], z.Type.Elem, ix)
			}
			if !ok {
				r.asNeeded(func() { vs = iteration(ix[0]) })
			}
			return vs[k].at(ix[1:])
		}}
	}
	return out
}

// kernelText is a text that two kernels have only if they have the same bound, and the same row in an arbitrary iteration.
func kernelText(n, i poly.Poly, row string) string { return "kernel " + n.Key() + "@" + i.Key() + row }

// named is the array about which nothing is known for a text. Equal texts are for equal arrays.
func (r *run) named(z *syntax.Binding, text string) *base {
	if r.bases[text] == nil {
		r.bases[text] = r.newBase(z.Name)
	}
	return r.bases[text]
}

// loops tells whether a body has a loop or a fold. The elements of its kernel are not computed one by one then: only one arbitrary iteration is.
func (r *run) loops(b *syntax.Body, in *env) bool {
	found, ok := r.looping[b]
	if ok {
		return found
	}
	r.looping[b] = false
	syntax.Walk(b, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Loop, *syntax.Reduce, *syntax.Scan:
			found = true
		case *syntax.Call:
			if f := in.side.def(n.Fn); f != nil {
				found = found || r.loops(f.Body, in)
			}
		}
		return !found
	})
	r.looping[b] = found
	return found
}
