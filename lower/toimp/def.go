package toimp

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/imp"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// alone turns a def into a program of its own. Its inputs are the arguments of the def. It
// consists of the body of the def, and of the globals that the def and its callees need.
func (st *state) alone(p *syntax.Program, d *syntax.Def) *syntax.Program {
	st.reach(d)
	st.parameters(d)
	var free []*syntax.Var
	for _, f := range st.Defs {
		free = append(free, syntax.FreeVars(f)...)
	}
	out := &syntax.Program{Span: d.Span, Decls: p.Needed(free)}
	for _, s := range d.Body.Stms {
		out.Decls = append(out.Decls, s)
	}
	in := &syntax.In{Span: d.Body.Span}
	for _, k := range d.Values() {
		in.Res = append(in.Res, d.Body.Res[k])
	}
	out.Decls = append(out.Decls, in)
	return out
}

// reach keeps only one function and those that it calls.
func (st *state) reach(d *syntax.Def) {
	all := st.Defs
	st.Defs = map[string]*syntax.Def{d.Name: d}
	syntax.Reached(d, func(name string) *syntax.Def {
		st.Defs[name] = all[name]
		return all[name]
	})
}

// parameters makes inputs of the arguments of a def. An array comes with its sizes, and
// lies row-major in a block of its own; the ints that say how it lies get the matching
// values.
func (st *state) parameters(d *syntax.Def) {
	for _, x := range d.Arguments() {
		if x.Type.IsArray() {
			st.parameter(d, x)
			continue
		}
		y := *x
		y.Name = x.Written()
		st.input(&y, x.Type)
	}
	for _, m := range d.Params {
		if m.Type.Elem == syntax.Mem && st.names[m.ID] == nil {
			panic(st.noInput(d, m, "is a block in which no parameter lies, and no input of IMP says how large it is"))
		}
	}
}

// parameter makes an input of an array.
func (st *state) parameter(d *syntax.Def, x *syntax.Binding) {
	m := x.Type.Mem
	if m == nil {
		panic(st.noInput(d, x, "is an array without a block"))
	}
	t := &syntax.Type{Elem: x.Type.Elem}
	for _, n := range x.Type.Dims {
		t.Dims = append(t.Dims, st.sizeOf(d, x, n))
	}
	own := st.binder(d, m.Block)
	if own == nil || st.names[own.ID] != nil {
		panic(st.noInput(d, x, "shares its block, and an input of IMP has one of its own"))
	}
	if own.Name = own.Text; own.Name == "" {
		own.Name = x.Written() + "_mem"
	}
	b := st.variable(own)
	st.blocks[b.ID] = block{true, lmad.Count(t.Dims)}
	l := lmad.RowMajor(t.Dims)
	t.Mem = &syntax.MemAnn{Block: b.Use(), L: l}
	st.put(d, x, m.L.Offset, l.Offset)
	for k, dim := range m.L.Dims {
		st.put(d, x, dim.Stride, l.Dims[k].Stride)
	}
	for _, n := range t.Dims {
		st.assume(n)
	}
	st.arrays[x.ID] = &array{name: x.Written(), elem: t.Elem, block: b.Use(), L: l, safe: true}
	st.out.Inputs = append(st.out.Inputs, &syntax.Binding{Span: x.Span, Name: st.supply.Name(x.Written()), Type: t})
	st.given = append(st.given, x.Use())
}

// binder returns a copy of the parameter or size of a def that a variable stands for, or
// nil.
func (st *state) binder(d *syntax.Def, v *syntax.Var) *syntax.Binding {
	for _, b := range slices.Concat(d.Sizes, d.Params) {
		if b.ID == v.ID {
			c := *b
			return &c
		}
	}
	return nil
}

// sizeOf returns a size of a parameter; the first array that has it declares it.
func (st *state) sizeOf(d *syntax.Def, x *syntax.Binding, n syntax.Expr) syntax.Expr {
	if v, ok := n.(*syntax.Var); ok && st.names[v.ID] == nil {
		b := st.binder(d, v)
		if b == nil {
			panic(st.noInput(d, x, "has the size `"+v.Name+"`, which is no parameter, and inputs of IMP come before all else"))
		}
		b.Name = b.Written()
		st.variable(b)
	}
	return st.se(n)
}

// put sets a part of how a parameter lies to the value it has for an input. A variable
// without a value gets that value; anything else has to be equal to it.
func (st *state) put(d *syntax.Def, x *syntax.Binding, part, want syntax.Expr) {
	if v, ok := part.(*syntax.Var); ok && st.names[v.ID] == nil {
		if b := st.binder(d, v); b != nil {
			st.let(b, want)
			return
		}
	}
	known := !slices.ContainsFunc(syntax.FreeVars(part), func(v *syntax.Var) bool { return st.names[v.ID] == nil })
	if !known || poly.Compare(st.of(st.se(part)), st.of(want)) != poly.Equal {
		panic(st.noInput(d, x, "lies at `"+syntax.Line(x.Type.Mem.L)+"`, and an input of IMP lies row-major in a block of its own"))
	}
}

// let lets an int of FUNMEM stand for an expression of IMP.
func (st *state) let(x *syntax.Binding, e syntax.Expr) {
	switch e.(type) {
	case *syntax.IntLit, *syntax.Var:
		st.names[x.ID], st.placed[x.ID] = e, true
		return
	}
	y := st.variable(x)
	st.known.env.Define(y.ID, st.of(e))
	st.out.Body = append(st.out.Body, st.declared(y, &imp.Assign{Span: x.Span, X: y.Use(), E: e}, x.Span)...)
}

// folded returns an expression of IMP, in normal form if it mentions a part of how a
// parameter lies, which is now a constant, and cannot get stuck.
func (st *state) folded(se, e syntax.Expr) syntax.Expr {
	placed, sums := false, true
	syntax.Walk(se, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			placed = placed || st.placed[n.ID]
		case *syntax.Unary:
			sums = sums && n.Op == syntax.Neg
		case *syntax.Binary:
			sums = sums && (n.Op == syntax.Add || n.Op == syntax.Sub || n.Op == syntax.Mul)
		}
		return true
	})
	if placed && sums {
		return st.shorter(e)
	}
	return e
}

// noInput returns the error that refuses a parameter.
func (st *state) noInput(d *syntax.Def, x *syntax.Binding, why string) *diag.Diagnostic {
	return diag.Errorf(diag.Usage, "", x.Span, "`%s` has no IMP form of its own: its parameter `%s` %s", d.Name, x.Written(), why).
		Helpf("lower a call of it")
}
