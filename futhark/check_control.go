package futhark

import "funmem/semantics/diag"

// branch: the condition is a bool, and both branches give what the types after them say.
func (c *checker) branch(e *If) []*Type {
	c.prim(e.Cond, "bool", "the condition of `if`")
	c.returned(e.Ret)
	x := func(b *Body) *names { return &names{ext: b.Res} }
	c.body(e.Then, e.Ret, x(e.Then), "the first branch")
	c.body(e.Else, e.Ret, x(e.Else), "the second branch")
	return e.Ret
}

// match: the values of a case are of the types of the scrutinees, and each case gives what the types after them say.
func (c *checker) match(e *Match) []*Type {
	for _, a := range e.On {
		if t := c.typeOf(a); t.Kind != PrimType || t.Elem == "unit" {
			c.found(a, "a number or a bool", "what `match` looks at")
		}
	}
	c.returned(e.Ret)
	for _, k := range e.Cases {
		for n, v := range k.Values {
			if v == nil {
				continue
			}
			if !c.is(v, c.typeOf(e.On[n]), nil) {
				c.from(c.found(v, c.typeOf(e.On[n]).String(), "the value of a case"), e.On[n].Var)
			}
		}
		c.body(k.Body, e.Ret, &names{ext: k.Body.Res}, "the case")
	}
	c.body(e.Default, e.Ret, &names{ext: e.Default.Res}, "the default")
	return e.Ret
}

// returned checks the declared types of results. Some of them mention others.
func (c *checker) returned(ts []*Type) {
	for _, t := range ts {
		c.lies(t, ts)
	}
}

// body checks a body whose results have the wanted types.
func (c *checker) body(b *Body, want []*Type, x *names, of string) {
	c.stms(b.Stms)
	c.results(b, want, x, of)
}

// loop: the parameters have their types for the first values, and for the results of a round. The index and its bound
// are integers of one type, the condition is a parameter that is a bool. The results have the types of the parameters,
// with the names of the pattern in their places.
func (c *checker) loop(s *Stm, e *Loop) (gives []*Type, x *names) {
	c.bind(e.Params)
	first, round := &names{by: map[int]*Atom{}}, &names{by: map[int]*Atom{}}
	x = &names{by: map[int]*Atom{}}
	var types []*Type
	for k, p := range e.Params {
		first.by[p.Tag] = e.Init[k]
		types = append(types, p.Type)
		if k < len(s.Pat) {
			x.by[p.Tag] = &Atom{Var: &s.Pat[k].Name}
		}
		if k < len(e.Body.Res) {
			round.by[p.Tag] = e.Body.Res[k]
		}
	}
	for k, p := range e.Params {
		if !c.is(e.Init[k], p.Type, first) {
			c.from(c.found(e.Init[k], first.in(p.Type).String(), "the first value of `"+p.Name.String()+"`"), &p.Name)
		}
	}
	if e.For != nil {
		if e.Type.kind() != 'i' {
			c.wrong(e.For.Span, "found the index `%s` of type %s, wanted an integer", e.For, e.Type)
		}
		if !c.is(e.Bound, primType(e.Type), nil) {
			c.found(e.Bound, primType(e.Type).String(), "the bound of `"+e.For.String()+"`").Note(e.For.Span, "`%s : %s` is the index", e.For, e.Type)
		}
		c.index(e.For, e.Type)
	} else {
		c.condition(e)
	}
	c.body(e.Body, types, round, "the body of the loop")
	return types, x
}

// condition checks the condition of a while loop. It is a parameter, or a bool from outside; then the loop has no round
// or never ends.
func (c *checker) condition(e *Loop) {
	if t := c.bound(e.While).Type; !isPrim(t, "bool") {
		c.from(c.wrong(e.While.Span, "found `%s` of type %s, wanted bool: the condition of `while`", e.While, t), e.While)
	}
}

// apply: arguments match the parameters, and results are as the function says, with the arguments in place of the
// parameters.
func (c *checker) apply(e *Apply) []*Type {
	c.returned(e.Ret)
	f := c.funs[e.Fn.Tag]
	if len(f.Params) != len(e.Args) || len(f.Ret) != len(e.Ret) {
		c.wrong(e.Fn.Span, "found %s and %s of `%s`, wanted %d and %d", diag.Count(len(e.Args), "argument"), diag.Count(len(e.Ret), "result"), e.Fn, len(f.Params), len(f.Ret)).
			Note(f.Name.Span, "it is here")
		return nil
	}
	x := &names{by: map[int]*Atom{}}
	for k, p := range f.Params {
		x.by[p.Tag] = e.Args[k].X
	}
	for k, p := range f.Params {
		if !c.is(e.Args[k].X, p.Type, x) {
			c.found(e.Args[k].X, x.in(p.Type).String(), "the argument `"+p.Name.String()+"` of `"+e.Fn.String()+"`").Note(p.Span, "`%s : %s` is the parameter", p.Name, p.Type)
		}
	}
	for k, t := range f.Ret {
		switch is := e.Ret[k]; {
		case !same(t, is, x):
			says(c.wrong(is.Span, "found the result %s of `%s`, wanted %s", is, e.Fn, x.in(t)), t)
		case t.Mem != nil && is.Mem != nil && t.Mem.Block == nil && (is.Mem.Block != nil || is.Mem.Ext != t.Mem.Ext):
			c.wrong(is.Mem.Span, "found the result %s of `%s` in another block, wanted `?%d`", is, e.Fn, t.Mem.Ext).Note(t.Mem.Span, "that is where it lies")
		}
	}
	return e.Ret
}

// device: a body on the device gives arrays of one row for each of its results.
func (c *checker) device(e *GPUBody) (gives []*Type) {
	c.kernel++
	defer func() { c.kernel-- }()
	c.rows(e.Ret)
	c.body(e.Body, e.Ret, nil, "the body on the device")
	for _, t := range e.Ret {
		gives = append(gives, arrayOf([]*Size{extent(1)}, t))
	}
	return gives
}
