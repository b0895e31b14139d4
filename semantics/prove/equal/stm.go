package equal

import (
	"fmt"
	"strconv"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// env has the values of the variables in scope.
type env struct {
	outer  *env
	values map[int]value
	side   *Side
	calls  int // around this
}

func (in *env) inner() *env {
	return &env{outer: in, values: map[int]value{}, side: in.side, calls: in.calls}
}

func (in *env) bind(x *syntax.Binding, v value) { in.values[x.ID] = v }

func (r *run) lookup(x *syntax.Var, in *env) value {
	for e := in; e != nil; e = e.outer {
		if v, ok := e.values[x.ID]; ok {
			return v
		}
	}
	return r.outside(x, in)
}

func (r *run) array(e syntax.Expr, in *env) *array { return r.lookup(e.(*syntax.Var), in).a }

// operand is the value of an atom: a variable or a literal.
func (r *run) operand(e syntax.Expr, in *env) value {
	if x, ok := e.(*syntax.Var); ok {
		return r.lookup(x, in)
	}
	return value{n: r.scalar(e, in)}
}

func (r *run) operands(es []syntax.Expr, in *env) []value {
	vs := make([]value, len(es))
	for k, e := range es {
		vs[k] = r.operand(e, in)
	}
	return vs
}

// stepsPerStatement is how many steps of the budget a statement takes.
const stepsPerStatement = 60

// body is E-LET, E-CHECK and E-IN: the values of the results of a body.
func (r *run) body(b *syntax.Body, in *env) []value {
	for _, s := range b.Stms {
		r.step(stepsPerStatement)
		at := r.at
		r.at = s.GetSpan()
		switch s := s.(type) {
		case *syntax.Let:
			r.let(s, in)
		case *syntax.Check:
			r.check(s, in)
		default:
			panic(fmt.Sprintf("equal: %T is not a statement of Fun", s))
		}
		r.at = at
	}
	return r.operands(b.Res, in)
}

func (r *run) let(s *syntax.Let, in *env) {
	for k, v := range r.exp(s, in) {
		in.bind(s.Pat[k], v)
	}
	r.fits(s.Pat, in)
}

// check requires that two scalars are equal.
func (r *run) check(s *syntax.Check, in *env) {
	x, y := r.scalar(s.X, in), r.scalar(s.Y, in)
	what := func() string { return "that `" + inText(s.X) + "` is `" + inText(s.Y) + "`" }
	if x.elem == syntax.Int {
		r.equals(x.p, y.p, what)
		return
	}
	r.require(key("equal", x, y), facts{}, never, what)
}

// fits requires that arrays have the shapes that their types say.
func (r *run) fits(pat []*syntax.Binding, in *env) {
	for _, x := range pat {
		if v := r.lookup(x.Use(), in); v.a != nil && x.Type != nil {
			r.shaped(v, r.ints(x.Type.Dims, in), func() string { return "that the shape of `" + x.Written() + "` is what its type says" })
		}
	}
}

// exp is E ⊢ e ⇓ (v, …, v).
func (r *run) exp(s *syntax.Let, in *env) []value {
	what := func() string { return "that `" + inText(s.Exp) + "` is in bounds" }
	size := func() string { return "that the size of `" + inText(s.Exp) + "` is not negative" }
	alone := func(v value) []value { return []value{v} }
	switch e := s.Exp.(type) {
	case *syntax.IntLit, *syntax.RealLit, *syntax.Unary, *syntax.Binary:
		r.sizing = !r.before && !r.assuming && in.side.InBytes != nil && in.side.InBytes(s.Pat[0].Span)
		defer func() { r.sizing = false }()
		return alone(value{n: r.scalar(e, in)})
	case *syntax.Var:
		return alone(r.lookup(e, in))
	case *syntax.Index:
		x, at := r.array(e.X, in), r.ints(e.At, in)
		for k, i := range at {
			r.inBounds(i, x.shape[k], what)
		}
		return alone(value{n: r.read(x.at(at), what)})
	case *syntax.Slice:
		x := r.array(e.X, in)
		dims := r.part(x, e.At, in, what)
		return alone(view(x, shapeOf(dims), func(ix []poly.Poly) []poly.Poly { return places(dims, ix) }))
	case *syntax.Transpose:
		x := r.array(e.X, in)
		p := []int{2, 1}
		for k := range x.shape[2:] {
			p = append(p, k+3)
		}
		return alone(permuted(x, p))
	case *syntax.Permute:
		return alone(permuted(r.array(e.X, in), e.Perm))
	case *syntax.Reverse:
		x := r.array(e.X, in)
		n := x.shape[0].Add(one)
		return alone(view(x, x.shape, func(ix []poly.Poly) []poly.Poly { return append([]poly.Poly{n.Sub(ix[0])}, ix[1:]...) }))
	case *syntax.Reshape:
		x, shape := r.array(e.X, in), r.ints(e.Dims, in)
		for _, n := range shape {
			r.nonNegative(n, size)
		}
		r.equals(product(x.shape), product(shape), func() string { return "that `" + inText(s.Exp) + "` has as many elements" })
		return alone(r.reshape(x, shape))
	case *syntax.Copy:
		return alone(r.lookup(e.X.(*syntax.Var), in))
	case *syntax.Iota:
		n := r.intOf(e.N, in)
		r.nonNegative(n, size)
		return alone(value{a: &array{shape: []poly.Poly{n}, at: func(ix []poly.Poly) *node { return r.int(ix[0]) }}})
	case *syntax.Replicate:
		n, v := r.intOf(e.N, in), r.operand(e.X, in)
		r.nonNegative(n, size)
		shape := append([]poly.Poly{n}, v.shape()...)
		return alone(value{a: &array{elem: v.elem(), shape: shape, at: func(ix []poly.Poly) *node { return v.at(ix[1:]) }}})
	case *syntax.Scratch:
		shape := r.ints(e.Dims, in)
		for _, n := range shape {
			r.nonNegative(n, size)
		}
		return alone(value{a: &array{elem: e.Elem, shape: shape, at: func([]poly.Poly) *node { return r.unwritten(e.Elem) }}})
	case *syntax.Literal:
		return alone(r.literal(s.Pat[0], e, in))
	case *syntax.Concat:
		return alone(r.concat(e, in))
	case *syntax.With:
		x, v := r.array(e.X, in), r.operand(e.V, in)
		dims := r.part(x, e.At, in, what)
		r.shaped(v, shapeOf(dims), func() string { return "that `" + inText(s.Exp) + "` has a value of the shape of the part" })
		return alone(value{a: r.with(x, dims, v)})
	case *syntax.If:
		return r.branches(e, in)
	case *syntax.Kernel:
		return r.kernel(s.Pat, e, in)
	case *syntax.Loop:
		return r.rounds(r.loop(s.Pat, e, in)).results
	case *syntax.Reduce:
		return r.rounds(r.fold(s.Pat, e, in)).results
	case *syntax.Scan:
		x := r.rounds(r.fold(s.Pat, e, in))
		out := make([]value, len(s.Pat))
		for k := range out {
			out[k] = r.scanned(x, k)
		}
		return out
	case *syntax.Call:
		return r.call(e, in)
	}
	panic(fmt.Sprintf("equal: %T is not an expression of Fun", s.Exp))
}

func permuted(x *array, p []int) value {
	shape := make([]poly.Poly, len(p))
	for k, d := range p {
		shape[k] = x.shape[d-1]
	}
	return view(x, shape, func(ix []poly.Poly) []poly.Poly {
		at := make([]poly.Poly, len(p))
		for k, d := range p {
			at[d-1] = ix[k]
		}
		return at
	})
}

// read is an element that is used as a number. If nobody has written it, the program is stuck.
func (r *run) read(n *node, what func() string) *node {
	c := n
	if n.elem == syntax.Int && n.kind == number {
		id, ok := n.p.Variable()
		if !ok {
			return n
		}
		c = r.byVar[id]
	}
	if !r.scratch || c == nil || c.kind != unwritten && c.kind != choice && (c.kind != element || c.base.elems != nil) {
		return n
	}
	r.require(key("written", c), facts{}, never, func() string { return what() + ", and that its element is written" })
	switch {
	case c.kind == unwritten:
		return r.atom(c.elem, "unwritten")
	case c.kind == choice && c.args[1].kind == unwritten:
		return r.read(c.args[2], what)
	case c.kind == choice && c.args[2].kind == unwritten:
		return r.read(c.args[1], what)
	}
	return n
}

// literal is an array of some elements. Two of the same scalars are one.
func (r *run) literal(z *syntax.Binding, e *syntax.Literal, in *env) value {
	vs := r.operands(e.Elems, in)
	if len(vs) == 0 {
		return value{a: r.opaque(r.newBase("[]"), z.Type.Elem, r.ints(z.Type.Dims, in))}
	}
	shape := append([]poly.Poly{constant(int64(len(vs)))}, vs[0].shape()...)
	if vs[0].a == nil {
		ns := make([]*node, len(vs))
		for k, v := range vs {
			ns[k] = v.n
		}
		k := key("literal", ns...)
		if r.bases[k] == nil {
			r.bases[k] = r.newBase("literal")
			r.bases[k].elems = ns
		}
		return value{a: r.opaque(r.bases[k], vs[0].n.elem, shape)}
	}
	for _, v := range vs[1:] {
		r.shaped(v, shape[1:], func() string { return "that the rows of `" + inText(e) + "` have one shape" })
	}
	return value{a: r.cached(&array{elem: vs[0].elem(), shape: shape, at: func(ix []poly.Poly) *node {
		return r.pick(vs, 0, ix)
	}})}
}

// pick is an element of one of several arrays.
func (r *run) pick(vs []value, k int, ix []poly.Poly) *node {
	if k == len(vs)-1 {
		return vs[k].at(ix[1:])
	}
	return r.ifThen(r.isZero(ix[0].Sub(constant(int64(k+1)))), func() *node { return vs[k].at(ix[1:]) }, func() *node { return r.pick(vs, k+1, ix) })
}

func (r *run) concat(e *syntax.Concat, in *env) value {
	xs := make([]*array, len(e.Xs))
	var n poly.Poly
	for k, x := range e.Xs {
		xs[k] = r.array(x, in)
		n = n.Add(xs[k].shape[0])
		if k > 0 {
			r.shaped(xs[k].row(one), xs[0].shape[1:], func() string { return "that the rows of `" + inText(e) + "` have one shape" })
		}
	}
	var from func(k int, ix []poly.Poly) *node
	from = func(k int, ix []poly.Poly) *node {
		if k == len(xs)-1 {
			return xs[k].at(ix)
		}
		n := xs[k].shape[0]
		return r.ifThen(r.isAtMost(ix[0].Sub(n)), func() *node { return xs[k].at(ix) },
			func() *node { return from(k+1, append([]poly.Poly{ix[0].Sub(n)}, ix[1:]...)) })
	}
	shape := append([]poly.Poly{n}, xs[0].shape[1:]...)
	return value{a: r.cached(&array{elem: xs[0].elem, shape: shape, at: func(ix []poly.Poly) *node { return from(0, ix) }})}
}

// with is x with v in place of a part. Where a part has several dimensions for one of x, nothing is known of the elements.
func (r *run) with(x *array, dims []dim, v value) *array {
	for _, d := range dims {
		if len(d.sizes) > 1 || len(d.sizes) == 1 && !r.proves(d.steps[0].Sub(one)) && !r.proves(d.steps[0].Neg().Sub(one)) {
			return r.flatly(x, dims, v)
		}
	}
	return r.update(x, dims, v)
}

// flatly is an update about whose elements nothing is known.
func (r *run) flatly(x *array, dims []dim, v value) *array {
	k := "update " + r.print(value{a: x}) + r.print(v)
	for _, d := range dims {
		k += "/" + d.o.Key() + "/" + keys(d.sizes) + keys(d.steps)
	}
	r.require("apart "+k, facts{}, never, func() string { return "that no element is updated twice" })
	if r.bases[k] == nil {
		r.bases[k] = r.newBase("with")
	}
	return r.opaque(r.bases[k], x.elem, x.shape)
}

// print is a text that two values have only if they are equal. It has the indices in it.
func (r *run) print(v value) (text string) {
	if v.a == nil {
		return strconv.Itoa(v.n.id)
	}
	if v.a.base != nil {
		return "b" + strconv.Itoa(v.a.base.id) + ":" + keys(v.a.shape)
	}
	r.indices(v.a.shape, func(ix []poly.Poly) {
		text = keys(v.a.shape) + "@" + keys(ix) + strconv.Itoa(v.a.at(ix).id)
	})
	return text
}

func (r *run) branches(e *syntax.If, in *env) []value {
	cond := r.scalar(e.Cond, in)
	if holds, known := r.decide(cond); known {
		if holds {
			return r.body(e.Then, in.inner())
		}
		return r.body(e.Else, in.inner())
	}
	var yes, no []value
	r.assume(cond, true, func() { yes = r.body(e.Then, in.inner()) })
	r.assume(cond, false, func() { no = r.body(e.Else, in.inner()) })
	out := make([]value, len(yes))
	for k := range out {
		out[k] = r.choose(cond, yes[k], no[k])
	}
	return out
}

// choose is one of two values.
func (r *run) choose(cond *node, yes, no value) value {
	if yes.a == nil {
		return value{n: r.either(cond, yes.n, no.n)}
	}
	if yes.a == no.a {
		return yes
	}
	shape := make([]poly.Poly, len(yes.a.shape))
	for k := range shape {
		shape[k] = r.either(cond, r.int(yes.a.shape[k]), r.int(no.a.shape[k])).p
	}
	return value{a: r.cached(&array{elem: yes.a.elem, shape: shape, at: func(ix []poly.Poly) *node {
		return r.ifThen(cond, func() *node { return yes.a.at(ix) }, func() *node { return no.a.at(ix) })
	}})}
}

// mostCalls is how many calls may be around a statement.
const mostCalls = 100

func (r *run) call(e *syntax.Call, in *env) []value {
	f := in.side.def(e.Fn)
	if f == nil || in.calls >= mostCalls {
		panic(unknown("the function `" + e.Fn + "` is not there"))
	}
	return r.applied(f, r.operands(e.Args, in), in)
}

// applied is E-CALL: the body of a function with arguments.
func (r *run) applied(f *syntax.Def, args []value, in *env) []value {
	inner := &env{outer: in.side.globals, values: map[int]value{}, side: in.side, calls: in.calls + 1}
	for _, n := range f.Sizes {
		if k, d, ok := f.FixedBy(n); ok {
			inner.bind(n, value{n: r.int(args[k].a.shape[d])})
		}
	}
	for k, x := range f.Params {
		inner.bind(x, args[k])
	}
	r.fits(f.Params, inner)
	return r.body(f.Body, inner)
}
