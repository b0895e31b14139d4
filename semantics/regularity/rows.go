package regularity

import (
	"slices"

	"funmem/semantics/syntax"
)

// Rows is what is known of the rows of a kernel: of its body, while the kernel is not yet there.
type Rows struct {
	a    *analysis
	stms []syntax.Stm
}

// Rows analyses the statements of the body of a kernel over x. All variables from outside, among them the indices of kernels around this one,
// count as independent.
func (o Outside) Rows(x *syntax.Binding, stms []syntax.Stm) *Rows {
	a := newAnalysis(o)
	a.depth, a.level = 1, 1
	a.facts[x.ID] = &fact{x: intOf(x), d: Triple{nil, false, 0}, ns: Number{}, depth: 1}
	a.index[x.ID] = &Index{x, 0}
	a.body(&syntax.Body{Stms: stms})
	return &Rows{a, stms}
}

// Independent tells whether ints of the body are the same in all iterations, and can be computed without the others.
func (r *Rows) Independent(sizes ...syntax.Expr) bool {
	_, ok := r.slice(sizes)
	return ok
}

// Before is the statements that compute ints of the body without the index and without anything else that is bound in the body, and the ints
// that they give, as atoms. They stand before the kernel, where they may run only if the kernel has an iteration: what they do is what
// each iteration does, so that they are stuck only if the kernel is. It is false if the ints are not Independent.
func (r *Rows) Before(s *syntax.Supply, sizes ...syntax.Expr) (stms []syntax.Stm, outside []syntax.Expr, ok bool) {
	b, ok := r.slice(sizes)
	if !ok {
		return nil, nil, false
	}
	b = own(s, b)
	return b.Stms, b.Res, true
}

// slice is a body that gives ints of the body.
func (r *Rows) slice(sizes []syntax.Expr) (*syntax.Body, bool) {
	sl := slicer{r.a, map[*syntax.Check][]int{}, map[int]syntax.Expr{}}
	out := &syntax.Body{}
	for _, size := range sizes {
		e, ok := r.without(size)
		if !ok {
			return nil, false
		}
		if !syntax.IsAtom(e) {
			x := r.result(size)
			out.Stms = append(out.Stms, sl.number(x, e)...)
			e = x.Use()
		}
		out.Res = append(out.Res, e)
	}
	out.Stms = append(sl.stms(r.stms, needed(out)), out.Stms...)
	if sl.torn() {
		return nil, false
	}
	for again := true; again; { // the result of a call may be that of a call in its body
		again = slices.ContainsFunc(syntax.FreeVars(out), func(v *syntax.Var) bool { return sl.as[v.ID] != nil })
		out = syntax.Subst(out, sl.as)
	}
	for _, v := range syntax.FreeVars(out) {
		if f := r.a.facts[v.ID]; f != nil && f.depth > 0 {
			return nil, false
		}
	}
	return out, true
}

// without is an int of the body as an expression that is independent, if there is one: the variable itself, or what it is known to be.
func (r *Rows) without(size syntax.Expr) (syntax.Expr, bool) {
	f := r.a.atom(size)
	if f.d.I {
		return size, true
	}
	if f.is != nil && r.a.triple(f.is).I {
		return f.is, true
	}
	return nil, false
}

// result is a new variable for an int of the body.
func (r *Rows) result(size syntax.Expr) *syntax.Binding {
	x := &syntax.Binding{Span: size.GetSpan(), Name: "size", ID: r.a.next(), Type: &syntax.Type{Span: size.GetSpan()}}
	if v, ok := size.(*syntax.Var); ok {
		x.Name, x.Text = v.Name, r.a.of(v).x.Text
	}
	return x
}

// own is a body whose binders are from a supply.
func own(s *syntax.Supply, b *syntax.Body) *syntax.Body {
	as := map[int]*syntax.Binding{}
	syntax.Walk(b, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.ID != 0 && as[x.ID] == nil {
			c := *x
			c.Name, c.ID = s.Name(syntax.Base(named(x.Name))), s.ID()
			as[x.ID] = &c
		}
		return true
	})
	return syntax.Fresh(s, b, map[int]syntax.Expr{}, as)
}

// needed are the variables that a node uses and does not bind.
func needed(n syntax.Node) map[int]bool {
	need := map[int]bool{}
	needs(need, n)
	return need
}

// needs adds the variables that a node uses and does not bind.
func needs(need map[int]bool, n syntax.Node) {
	for _, v := range syntax.FreeVars(n) {
		need[v.ID] = true
	}
}
