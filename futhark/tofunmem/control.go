package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/syntax"
)

// branch translates an if. Each branch claims that its arrays lie where the pattern says, in terms of the branch's
// blocks and numbers.
func (f *function) branch(s *futhark.Stm, e *futhark.If) {
	cond := f.atom(e.Cond)
	pat := f.params(s.Pat)
	then, other := f.body(e.Then, pat), f.body(e.Else, pat)
	f.chosen(pat, &syntax.If{Span: s.Span, Cond: cond, Then: then, Else: other})
}

// chosen binds the results of branches, unless they are only certificates.
func (f *function) chosen(pat []*syntax.Binding, e *syntax.If) {
	if len(pat) > 0 {
		f.emit(pat, e)
		return
	}
	number := func(b *syntax.Body) *syntax.Body {
		return &syntax.Body{Span: b.Span, Stms: b.Stms, Res: []syntax.Expr{one()}}
	}
	f.emit([]*syntax.Binding{f.fresh("done", &syntax.Type{})}, &syntax.If{Span: e.Span, Cond: e.Cond, Then: number(e.Then), Else: number(e.Else)})
}

// match translates a match to nested branches.
func (f *function) match(s *futhark.Stm, e *futhark.Match) {
	pat := f.params(s.Pat)
	cases := e.Cases
	if len(cases) == 0 { // only the default
		cases = []*futhark.Case{{Body: e.Default}}
	}
	f.cases(pat, e, cases)
}

func (f *function) cases(pat []*syntax.Binding, e *futhark.Match, cases []*futhark.Case) {
	c := cases[0]
	var cond syntax.Expr = one()
	for k, v := range c.Values {
		if v == nil {
			continue
		}
		if eq := bin(syntax.Eq, f.atom(e.On[k]), f.atom(v)); k == 0 {
			cond = eq
		} else {
			cond = bin(syntax.BitAnd, cond, eq)
		}
	}
	is := f.let("case", &syntax.Type{}, cond)
	then := f.body(c.Body, pat)
	other := f.within(func() []syntax.Expr {
		if len(cases) == 1 {
			f.statements(e.Default)
			return f.results(pat, e.Default.Res)
		}
		again, by := make([]*syntax.Binding, len(pat)), map[int]syntax.Expr{}
		for k, p := range pat {
			again[k] = f.fresh(p.Name, nil)
			by[p.ID] = again[k].Use()
		}
		out := make([]syntax.Expr, len(pat))
		for k, p := range pat {
			again[k].Type = in(p.Type, by)
			out[k] = again[k].Use()
		}
		f.cases(again, e, cases[1:])
		return out
	})
	f.chosen(pat, &syntax.If{Span: f.at, Cond: is, Then: then, Else: other})
}

// loop carries its parameters. Its first arrays, and those of each round, are claimed to lie where the types of the
// parameters say. Its results are claimed to lie where the pattern says.
func (f *function) loop(s *futhark.Stm, e *futhark.Loop) {
	params := f.params(e.Params)
	loop := &syntax.Loop{Span: s.Span, Params: params, Init: f.results(params, e.Init)}
	if len(params) == 0 {
		loop.Params, loop.Init = []*syntax.Binding{f.fresh("done", &syntax.Type{})}, []syntax.Expr{one()}
	}
	var bound syntax.Expr
	if e.For != nil {
		bound = f.atom(e.Bound)
	}
	body := func() []syntax.Expr {
		f.statements(e.Body)
		if len(params) == 0 {
			return []syntax.Expr{one()}
		}
		return f.results(params, e.Body.Res)
	}
	if e.For != nil {
		i := f.fresh(nameOf(e.For), nil)
		loop.For = &syntax.Bound{X: i, N: bound}
		loop.Body = f.within(func() []syntax.Expr {
			v := f.bind(e.For, &futhark.Type{Elem: e.Type})
			v.typ = &syntax.Type{Span: e.For.Span}
			f.emit([]*syntax.Binding{v.binding()}, bin(syntax.Sub, i.Use(), one()))
			return body()
		})
	} else {
		loop.While = &syntax.Body{Span: s.Span, Res: []syntax.Expr{f.read(e.While)}}
		loop.Body = f.within(body)
	}
	f.given(s, params, loop)
}

// given binds the results of an expression. The binders is say where its arrays lie, and stand for the results. If the
// pattern says otherwise, a claim is added.
func (f *function) given(s *futhark.Stm, is []*syntax.Binding, e syntax.Expr) {
	f.at = s.Span
	pat := f.params(s.Pat)
	by := map[int]syntax.Expr{}
	for k, p := range is {
		by[p.ID] = pat[k].Use()
	}
	bound, claims := make([]*syntax.Binding, len(pat)), map[int]*syntax.Binding{}
	for k, p := range pat {
		bound[k] = p
		t := in(is[k].Type, by)
		if t.Mem != nil && p.Type.Mem != nil && !f.same(t, p.Type) {
			bound[k] = f.fresh(p.Name, t)
			claims[k] = p
		}
	}
	if len(bound) == 0 { // a loop or function gives one number in that case
		bound = []*syntax.Binding{f.fresh("done", &syntax.Type{})}
	}
	f.emit(bound, e)
	for k, p := range pat {
		if claims[k] != nil {
			f.emit([]*syntax.Binding{p}, &syntax.Claim{Span: f.annotation(p.Type), X: bound[k].Use()})
		}
	}
}

// apply calls a function. Arrays are claimed to lie where the function wants its parameters.
func (f *function) apply(s *futhark.Stm, e *futhark.Apply) {
	callee := f.funs[e.Fn.Tag]
	there := f.translator.function(callee)
	params := there.params(callee.Params)
	var args []*futhark.Atom
	for _, a := range e.Args {
		args = append(args, a.X)
	}
	// The numbers of variables of the callee and of the caller may be the same.
	formal := make([]*syntax.Binding, len(params))
	own, by := map[int]syntax.Expr{}, map[int]syntax.Expr{}
	for k, p := range params {
		formal[k] = f.fresh(p.Name, nil)
		own[p.ID] = formal[k].Use()
	}
	for k, p := range params {
		formal[k].Type = in(p.Type, own)
	}
	call := &syntax.Call{Span: s.Span, Fn: nameOf(&callee.Name), FnAt: e.Fn.Span, Args: f.results(formal, args)}
	for k, p := range formal {
		by[p.ID] = call.Args[k]
	}
	var ret []*syntax.Binding
	for _, r := range there.returned(callee) {
		c := f.fresh(r.Name, nil)
		own[r.ID] = c.Use()
		c.Type = r.Type
		ret = append(ret, c)
	}
	for _, r := range ret {
		r.Type = in(in(r.Type, own), by)
	}
	f.given(s, ret, call)
}

// device puts the statements of a body that one thread of the device evaluates in place. Each result becomes an array
// of one such value.
func (f *function) device(s *futhark.Stm, e *futhark.GPUBody) {
	f.statements(e.Body)
	f.at = s.Span
	var res []syntax.Expr
	for k, r := range e.Body.Res {
		if !nothing(e.Ret[k]) {
			res = append(res, f.atom(r))
		}
	}
	for k, p := range f.params(s.Pat) {
		f.emit([]*syntax.Binding{p}, &syntax.Replicate{Span: s.Span, N: one(), X: res[k]})
	}
}
