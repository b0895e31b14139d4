package regularity

import (
	"funmem/semantics/syntax"
)

// exp is what is known of the values of an expression: one for each variable of the pattern. If the pattern begins with the sizes of a
// row, there is one for the row alone.
func (a *analysis) exp(s *syntax.Let) []fact {
	switch e := s.Exp.(type) {
	case *syntax.If:
		return a.ifExpr(e)
	case *syntax.Kernel:
		return a.kernel(e)
	case *syntax.Loop:
		return a.loop(e)
	case *syntax.Reduce, *syntax.Scan:
		return a.foldExpr(syntax.FoldOf(e))
	case *syntax.Call:
		return a.call(s, e)
	}
	return []fact{a.value(s.Exp)}
}

// kernel is generate e₁ (λv → e₂): the index v is ⟨S, ⊥, j⟩, and its shape is A-GENERATE.
func (a *analysis) kernel(e *syntax.Kernel) (fs []fact) {
	x, j := e.Index[0].X, a.level
	n := a.atom(e.Index[0].N)
	var rows []fact
	a.within(func() {
		a.facts[x.ID] = &fact{x: intOf(x), d: Triple{nil, false, j}, ns: Number{}, depth: a.depth}
		a.index[x.ID] = &Index{x, j}
		a.level++
		rows = a.body(e.Body)
		a.level--
	})
	for _, row := range rows {
		f := fact{ns: aGenerate(n, a.index[x.ID], row), shape: a.applies("A-GENERATE")}
		f.d, f.rule = a.generate(e.Span, n.d, row.d, j)
		fs = append(fs, f)
	}
	return fs
}

// intOf is a binder of type int. That of an index has no type.
func intOf(x *syntax.Binding) *syntax.Binding {
	c := *x
	c.Type = &syntax.Type{Span: x.Span}
	return &c
}

// ifExpr is cond e₁ e₂ e₃: A-COND, and the rules for regularity.
func (a *analysis) ifExpr(e *syntax.If) (fs []fact) {
	c := a.atom(e.Cond)
	var yes, no []fact
	a.within(func() { yes = a.body(e.Then) })
	a.within(func() { no = a.body(e.Else) })
	for l := range yes {
		f, same := a.aCond(e.Span, yes[l], no[l])
		f.d, f.rule = a.cond(e.Span, c.d, yes[l].d, no[l].d, same)
		fs = append(fs, f)
	}
	return fs
}

// loop is R-FOR and A-FOR, which are ours, or while e₁ e₂ e₃: a for loop is a while loop whose condition depends on the bound alone.
func (a *analysis) loop(e *syntax.Loop) (fs []fact) {
	first, rule, shape := a.atoms(e.Init), "", ""
	var bound Triple
	if e.For != nil {
		bound, rule, shape = a.atom(e.For.N).d, a.applies("R-FOR")+", ", a.applies("A-FOR")+", "
	}
	st := a.rounds(e.Params, first, func() (Triple, []fact) {
		if e.For == nil {
			var c []fact
			a.within(func() { c = a.body(e.While) })
			bound = c[0].d
		} else {
			a.set(intOf(e.For.X), fact{d: independent(nil)}) // all iterations are in round i at the same time
		}
		var next []fact
		a.within(func() { next = a.body(e.Body) })
		return bound, next
	})
	for l, x := range e.Params {
		same := st.same[l] || !x.Type.IsArray() // the shape of a number is S
		f := a.aWhile(e.Span, first[l], same)
		if !st.same[l] {
			f.is = nil
		}
		f.shape = shape + f.shape
		d, name := a.while(e.Span, st.cond, st.d[l], first[l].d, same)
		f.d, f.rule = d, rule+name
		fs = append(fs, f)
	}
	return fs
}

// foldExpr is fold (λv₀ v₁ → e₁) e₂ e₃, or the scan.
func (a *analysis) foldExpr(e *syntax.Fold) (fs []fact) {
	_, accs, elems, _ := e.Params()
	first, xs := a.atoms(e.Ne), a.atoms(e.Xs)
	e3 := xs[0].d
	for _, x := range xs[1:] {
		e3 = e3.And(x.d)
	}
	st := a.rounds(accs, first, func() (Triple, []fact) {
		for l, v := range elems {
			a.set(v, fact{d: xs[l].d.row()})
		}
		var next []fact
		a.within(func() { next = a.body(e.Lambda().Body) })
		return ofExtent(e3), next
	})
	for l, v := range accs {
		same := st.same[l] || !v.Type.IsArray()
		f := a.aFold(e.Span, xs[0], first[l], same)
		if e.Name == "scan" {
			f.ns, f.shape = aScan(xs[0], f, a.fresh("i")), a.applies("A-SCAN")
			f.d, f.rule = scan(e3, st.d[l], first[l].d, same), a.applies("R-SCAN")
		} else {
			f.d, f.rule = fold(e3, st.d[l], first[l].d, same), a.applies("R-FOLD")
		}
		fs = append(fs, f)
	}
	return fs
}

// atoms are what is known of operands.
func (a *analysis) atoms(es []syntax.Expr) (fs []fact) {
	for _, e := range es {
		fs = append(fs, a.atom(e))
	}
	return fs
}

// atom is what is known of an operand.
func (a *analysis) atom(e syntax.Expr) fact {
	switch e := e.(type) {
	case *syntax.Var:
		return a.variable(e)
	case *syntax.Unary:
		return a.prim(e, e.X)
	case *syntax.Binary:
		return a.prim(e, e.X, e.Y)
	case *syntax.IntLit, *syntax.RealLit:
		return a.constant(e)
	}
	return a.value(e)
}
