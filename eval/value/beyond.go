package value

import (
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Permute returns v with its dimensions in another order: dimension k of the result is
// dimension p_k of v. p is 1-based.
func Permute(v *Array, p []int, b *engine.Budget) *Array {
	shape := make([]int, len(p))
	for k, d := range p {
		shape[k] = v.Shape[d-1]
	}
	o := newOut(v.Elem, shape, b)
	if o.Elems.Len() == 0 {
		return o.Array
	}
	at := make([]int, len(p))
	permute(o, v.whole(), p, at, 0)
	return o.Array
}

// permute writes the elements whose first k indices in the result are fixed. at holds
// these, as indices of v.
func permute(o *out, v part, p, at []int, k int) {
	if k == len(p) {
		o.all(index(v, at))
		return
	}
	for i := 1; i <= o.Shape[k]; i++ {
		at[p[k]-1] = i
		permute(o, v, p, at, k+1)
	}
}

// Reverse returns [v_m, …, v₁] for v = [v₁, …, v_m].
func Reverse(v *Array, b *engine.Budget) *Array {
	o := newOut(v.Elem, v.Shape, b)
	for k := v.Shape[0]; k >= 1; k-- {
		o.all(v.whole().v(k))
	}
	return o.Array
}

// ePermute is E-PERMUTE (ours): v = permute(p₁, …, p_n, E(x)).
func (m *run) ePermute(e *syntax.Permute) []Val {
	x := m.array(e.X)
	shape := make([]int, len(e.Perm))
	for k, p := range e.Perm {
		shape[k] = x.Shape[p-1]
	}
	m.grant("E-PERMUTE", e, shape)
	v := Permute(x, e.Perm, m.budget)
	m.gives("permute", Val{A: v}, func() string { return strings.TrimPrefix(numbers(e.Perm), ", ") + ", " + m.show(Val{A: x}) })
	return one(v)
}

// eReverse is E-REVERSE (ours): [v_m, …, v₁] for E(x) = [v₁, …, v_m].
func (m *run) eReverse(e *syntax.Reverse) []Val {
	x := m.array(e.X)
	m.grant("E-REVERSE", e, x.Shape)
	m.lookups("E(x) = [v₁, …, v_m]", e.X)
	return one(Reverse(x, m.budget))
}

// eIota is E-IOTA (ours): [1, …, n] for E(x) = n, defined by iota x ≡ kernel i <= x do in
// (i).
func (m *run) eIota(e *syntax.Iota) []Val {
	n := m.bound("E-IOTA", e, e.N)
	m.grant("E-IOTA", e, []int{n})
	m.lookups("E(x) = n", e.N)
	v := newOut(syntax.Int, []int{n}, m.budget)
	for i := 1; i <= n; i++ {
		v.put(num.Of(int64(i)))
	}
	return one(v.Array)
}

// eCopy is E-COPY (ours): v = E(x), defined by copy x ≡ kernel y₁ <= z₁ … do in (x[y₁, …]).
func (m *run) eCopy(e *syntax.Copy) []Val {
	x := m.array(e.X)
	m.grant("E-COPY", e, x.Shape)
	m.lookups("v = E(x)", e.X)
	v := newOut(x.Elem, x.Shape, m.budget)
	v.all(x.whole())
	return one(v.Array)
}

// eReplicate is E-REPLICATE (ours): [v, …, v], n times v = E(x), defined by kernel i <= n
// do in (x).
func (m *run) eReplicate(e *syntax.Replicate) []Val {
	n := m.bound("E-REPLICATE", e, e.N)
	x := m.atom(e.X)
	shape := append([]int{n}, x.Shape()...)
	m.grant("E-REPLICATE", e, shape)
	m.lookups("E(n)", e.N)
	m.lookups("v = E(x)", e.X)
	v := newOut(x.Elem(), shape, m.budget)
	if v.Elems.Len() == 0 {
		return one(v.Array)
	}
	for range n {
		v.val(x)
	}
	return one(v.Array)
}

// eLiteral is E-LITERAL (ours): [v₁, …, v_n] for E(x₁) = v₁, …, E(x_n) = v_n,
// all of one shape. An empty one has the shape of its pattern.
func (m *run) eLiteral(pat []*syntax.Binding, e *syntax.Literal) []Val {
	m.lookups("E(x_i) = v_i", e.Elems...)
	if len(e.Elems) == 0 {
		return one(NewArray(pat[0].Type.Elem, m.shape("E-LITERAL", e, pat[0].Type)))
	}
	elem, first := m.atom(e.Elems[0]).Elem(), m.atom(e.Elems[0]).Shape()
	shape := append([]int{len(e.Elems)}, first...)
	m.grant("E-LITERAL", e, shape)
	v := newOut(elem, shape, m.budget)
	for k, x := range e.Elems {
		if k%1024 == 1023 {
			m.poll()
		}
		row := m.atom(x)
		if !slices.Equal(row.Shape(), first) {
			panic(machine.Stuck("E-LITERAL", e, "element %d of the literal has shape %s, and element 1 has shape %s", k+1, machine.ShapeText(row.Shape()), machine.ShapeText(first)))
		}
		v.val(row)
	}
	return one(v.Array)
}

// eCall is E-CALL (ours): the body of f with the arguments, where each size parameter is
// bound to the dimension that fixes it.
func (m *run) eCall(pat []*syntax.Binding, e *syntax.Call) []Val {
	f, ok := m.defs.Lookup(e.Fn)
	if !ok {
		panic(machine.Stuck("E-CALL", e, "there is no function `%s`", e.Fn))
	}
	if v, ok := m.accelerated(pat, e); ok {
		return v
	}
	args := m.atoms(e.Args)
	m.lookups("v̄ = E(ē)", e.Args...)
	m.record.Call()
	for _, n := range f.Sizes {
		m.bind(n, Of(fixedBy(n, f, args)))
	}
	for k, x := range f.Params {
		m.bind(x, args[k])
	}
	m.fits("E-CALL", e, f.Params)
	m.frames = append(m.frames, machine.Frame{At: e.Span, Call: f})
	m.opts.Branches.Enter(e.Span)
	v := m.body(f.Body.Stms, f.Body.Res)
	m.opts.Branches.Leave()
	m.frames = m.frames[:len(m.frames)-1]
	return v
}

// fixedBy returns the value of a size parameter: the dimension of the first argument whose
// parameter type has it.
func fixedBy(n *syntax.Binding, f *syntax.Def, args []Val) int {
	if k, dim, ok := f.FixedBy(n); ok {
		return args[k].Shape()[dim]
	}
	panic(diag.Errorf(diag.Stuck, "E-CALL", n.Span, "no argument of `%s` fixes the size `%s`", f.Name, n.Written()))
}

// eCheck is E-CHECK (ours): E(x) = E(y), and then the body that follows.
func (m *run) eCheck(s *syntax.Check, stms []syntax.Stm, res []syntax.Expr) []Val {
	E := func(x *syntax.Var) num.Num { return m.E.Of(x.ID).I }
	x, y := m.arith.Scalar("E-CHECK", s.X, E), m.arith.Scalar("E-CHECK", s.Y, E)
	if !x.Equal(y) {
		panic(machine.CheckFailed("E-CHECK", s, x, y, func(e syntax.Expr) num.Num { return m.arith.Scalar("E-CHECK", e, E) }))
	}
	m.premise(func() derive.Condition {
		return derive.Equal("E(x) = E(y)", "E("+derive.Expr(s.X)+") = "+x.Brief(), "E("+derive.Expr(s.Y)+")")
	})
	return m.body(stms, res)
}
