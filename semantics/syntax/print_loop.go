package syntax

// loop is a loop with its body on the same line or indented. A condition of several lines has them to itself, with `do`
// below it.
func (p *printer) loop(e *Loop) doc {
	carried := nest(4, line, p.carried(e))
	var head doc
	if e.For != nil {
		head = group(text("loop"), carried, nest(4, line, text("for "), p.bound(*e.For)), text(" do"))
	} else if cond := p.body(e.While); cond.hard {
		head = cat(group(text("loop"), carried), text(" while"), nest(4, hard, cond), nest(2, hard, text("do")))
	} else {
		head = group(text("loop"), carried, nest(4, line, text("while "), align(cond)), text(" do"))
	}
	if p.tall(e.Body) {
		return cat(head, nest(2, hard, p.body(e.Body)))
	}
	return group(head, nest(2, line, p.body(e.Body)))
}

// carried is what a loop carries: (x = e, y = e) in one group, or (x : type = e) (y : type = e) if one has a type.
func (p *printer) carried(e *Loop) doc {
	typed := false
	for _, x := range e.Params {
		typed = typed || x.Type != nil
	}
	var ds []doc
	for i, x := range e.Params {
		d := text(x.Name)
		if x.Type != nil {
			d = cat(d, text(" : "), p.typ(x.Type))
		}
		d = cat(d, text(" = "), align(p.expr(e.Init[i], 0)))
		switch {
		case !typed:
			ds = append(ds, d)
			continue
		case i > 0:
			ds = append(ds, line)
		}
		ds = append(ds, text("("), d, text(")"))
	}
	if typed {
		return cat(ds...)
	}
	return group(text("("), align(commas(ds)), text(")"))
}

// with is a chain of updates, each on its own line if they do not fit on one.
func (p *printer) with(e *With) doc {
	chain := []*With{e}
	for {
		x, ok := chain[len(chain)-1].X.(*With)
		if !ok {
			break
		}
		chain = append(chain, x)
	}
	var ds []doc
	for i := len(chain) - 1; i >= 0; i-- {
		var at []doc
		for _, ix := range chain[i].At {
			at = append(at, p.ix(ix))
		}
		ds = append(ds, line, text("with ["), p.filled(at), text("] = "), p.expr(chain[i].V, 1))
	}
	return group(p.expr(chain[len(chain)-1].X, precApply), nest(2, ds...))
}

// lambda is a function without a name, without parentheses around it. A mapped one has a bar after its first params.
func (p *printer) lambda(e *Lambda, bar int) doc {
	head := []doc{text(`\`)}
	groups := e.Groups
	for i := 0; i < len(e.Params); {
		if i > 0 {
			head = append(head, line)
		}
		if e.Mapped && i == bar && i > 0 {
			head = append(head, text("| "))
		}
		if len(groups) > 0 && groups[0].From == i {
			head = append(head, p.grouped(e.Params[i:i+groups[0].N]))
			i, groups = i+groups[0].N, groups[1:]
			continue
		}
		head = append(head, p.binding(e.Params[i]))
		i++
	}
	h := cat(group(nest(4, head...)), text(" ->"))
	if p.tall(e.Body) {
		return cat(h, nest(2, hard, p.body(e.Body)))
	}
	return group(h, nest(2, line, p.body(e.Body)))
}

// grouped are parameters in one pair of parentheses.
func (p *printer) grouped(xs []*Binding) doc {
	var ds []doc
	for i, x := range xs {
		if i > 0 {
			ds = append(ds, text(","), line)
		}
		if x.Type != nil {
			ds = append(ds, p.typed(x))
		} else {
			ds = append(ds, p.binding(x))
		}
	}
	return group(text("("), nest(1, ds...), text(")"))
}

// fn is the function of a map, or of a reduce or scan over a number of arrays.
func (p *printer) fn(f Expr, arrays int) doc {
	if l, ok := f.(*Lambda); ok {
		return cat(text("("), p.lambda(l, len(l.Params)-arrays), text(")"))
	}
	return p.expr(f, precPostfix)
}

// lambdaOf is the function without a name that e applies, or nil.
func lambdaOf(e Expr) *Lambda {
	var f Expr
	switch e := e.(type) {
	case *Map:
		f = e.Fn
	case *Reduce:
		f = e.Fn
	case *Scan:
		f = e.Fn
	}
	l, _ := f.(*Lambda)
	return l
}

// applied is a function with its arguments by juxtaposition, as many to a line as
// fit.
func (p *printer) applied(name string, args []doc) doc {
	return cat(text(name+" "), args[0], nest(2, text(" "), fill(args[1:])))
}

// args are arguments by juxtaposition.
func (p *printer) args(es []Expr) []doc {
	var ds []doc
	for i, e := range es {
		d := p.juxtaposed(e)
		if v, ok := e.(*Var); ok && v.Name == "free" && i > 0 { // a statement would start
			d = cat(text("("), d, text(")"))
		}
		ds = append(ds, d)
	}
	return ds
}

// juxtaposed is an argument that others may follow. The name of a built-in function would be applied to them, so it is
// in parentheses.
func (p *printer) juxtaposed(e Expr) doc {
	d := p.expr(e, precPostfix)
	if v, ok := e.(*Var); ok && builtins[v.Name].unary() {
		return cat(text("("), d, text(")"))
	}
	return d
}

// arg is several values as one argument by juxtaposition.
func (p *printer) arg(es []Expr) doc {
	if len(es) == 1 {
		return p.juxtaposed(es[0])
	}
	return p.results(es)
}

// tuple is several values as one argument in parentheses.
func (p *printer) tuple(es []Expr) doc {
	if len(es) == 1 {
		return p.expr(es[0], 0)
	}
	return p.results(es)
}
