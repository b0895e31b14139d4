package elab

import "funmem/semantics/syntax"

// kinds finds out, before an expression is elaborated, whether its values have ints or f64s: in the instance for f64s of a def over
// num an int literal with which a loop or a fold begins is an f64 if the rounds give one.
type kinds struct {
	b   *block
	own map[string]syntax.Elem // names that the expression binds
}

func (k kinds) with(names []string, elems []syntax.Elem) kinds {
	own := map[string]syntax.Elem{}
	for name, t := range k.own {
		own[name] = t
	}
	for i, name := range names {
		if i < len(elems) {
			own[name] = elems[i]
		}
	}
	return kinds{k.b, own}
}

func names(pat []*syntax.Binding) (list []string) {
	for _, p := range pat {
		list = append(list, p.Name)
	}
	return list
}

// of is the element type of the first value of an expression.
func (k kinds) of(e syntax.Expr) syntax.Elem {
	if all := k.all(e); len(all) > 0 {
		return all[0]
	}
	return syntax.Int
}

// any is f64 if that is the element type of one of some expressions.
func (k kinds) any(list []syntax.Expr) syntax.Elem {
	for _, e := range list {
		if k.of(e) == syntax.F64 {
			return syntax.F64
		}
	}
	return syntax.Int
}

// all are the element types of the values of an expression.
func (k kinds) all(e syntax.Expr) []syntax.Elem {
	switch e := e.(type) {
	case *syntax.Tuple:
		return k.each(e.Elems)
	case *syntax.Block:
		return k.body(e.Body)
	case *syntax.If:
		then, els := k.body(e.Then), k.body(e.Else)
		for i := range min(len(then), len(els)) {
			then[i] = max(then[i], els[i])
		}
		return then
	case *syntax.Kernel:
		for _, x := range e.Index {
			k = k.with([]string{x.X.Name}, []syntax.Elem{syntax.Int})
		}
		return k.body(e.Body)
	case *syntax.Map:
		return k.applied(e.Fn, nil, e.Xs)
	case *syntax.Reduce:
		return k.folded(e.Fn, e.Ne, e.Xs)
	case *syntax.Scan:
		return k.folded(e.Fn, e.Ne, e.Xs)
	case *syntax.Loop:
		return k.rounds(e)
	case *syntax.Call:
		return k.call(e.Fn, e.Args)
	}
	return []syntax.Elem{k.one(e)}
}

func (k kinds) one(e syntax.Expr) syntax.Elem {
	switch e := e.(type) {
	case *syntax.RealLit:
		return syntax.F64
	case *syntax.Var:
		if t, ok := k.own[e.Name]; ok {
			return t
		}
		if x, ok := k.b.scope.lookup(e.Name); ok && x != nil {
			if v, is := x.(*syntax.Var); is {
				if p := k.b.gamma.Lookup(v.ID); p != nil {
					return p.Type.Elem
				}
			}
			_, real := x.(*syntax.RealLit)
			if real {
				return syntax.F64
			}
		}
	case *syntax.Unary:
		return e.Op.Gives(k.of(e.X))
	case *syntax.Binary:
		return e.Op.Gives(k.any([]syntax.Expr{e.X, e.Y}))
	case *syntax.Literal:
		return k.any(e.Elems)
	case *syntax.Concat:
		return k.any(e.Xs)
	case *syntax.Scratch:
		return e.Elem
	case *syntax.Index:
		return k.of(e.X)
	case *syntax.Slice:
		return k.of(e.X)
	case *syntax.Transpose:
		return k.of(e.X)
	case *syntax.Permute:
		return k.of(e.X)
	case *syntax.Reverse:
		return k.of(e.X)
	case *syntax.Rotate:
		return k.of(e.X)
	case *syntax.Copy:
		return k.of(e.X)
	case *syntax.Replicate:
		return k.of(e.X)
	case *syntax.Reshape:
		return k.of(e.X)
	case *syntax.Flatten:
		return k.of(e.X)
	case *syntax.With:
		return k.any([]syntax.Expr{e.X, e.V})
	}
	return syntax.Int
}

func (k kinds) each(list []syntax.Expr) (all []syntax.Elem) {
	for _, e := range list {
		all = append(all, k.all(e)...)
	}
	return all
}

func (k kinds) body(body *syntax.Body) []syntax.Elem {
	for _, s := range body.Stms {
		if s, ok := s.(*syntax.Let); ok {
			elems := k.all(s.Exp)
			for i, p := range s.Pat {
				if p.Type != nil && i < len(elems) {
					elems[i] = p.Type.Elem
				}
			}
			k = k.with(names(s.Pat), elems)
		}
	}
	return k.each(body.Res)
}

// applied are the element types of what a function gives for accumulators and elements of arrays.
func (k kinds) applied(fn syntax.Expr, accs []syntax.Elem, xs []syntax.Expr) []syntax.Elem {
	elems := append([]syntax.Elem(nil), accs...)
	for _, x := range xs {
		elems = append(elems, k.of(x))
	}
	most := syntax.Int
	for _, t := range elems {
		most = max(most, t)
	}
	switch fn := fn.(type) {
	case *syntax.Lambda:
		return k.with(names(fn.Params), elems).body(fn.Body)
	case *syntax.OpFn:
		return []syntax.Elem{fn.Op.Gives(most)}
	case *syntax.Var:
		args := make([]syntax.Expr, len(elems))
		for i, t := range elems {
			if args[i] = syntax.Expr(&syntax.IntLit{}); t == syntax.F64 {
				args[i] = &syntax.RealLit{}
			}
		}
		if e, _ := syntax.Applied(fn.Name, fn.Span, args); e != nil {
			return k.all(e)
		}
		return k.call(fn.Name, args)
	}
	return nil
}

// call are the element types of the results of a function.
func (k kinds) call(name string, args []syntax.Expr) (all []syntax.Elem) {
	d := k.b.callee(&syntax.Call{Fn: name})
	if other := k.b.u.reals(d); other != "" && k.any(args) == syntax.F64 {
		d = k.b.callee(&syntax.Call{Fn: other})
	}
	for _, r := range d.Ret {
		if !d.IsSize(r) {
			all = append(all, r.Type.Elem)
		}
	}
	return all
}

// rounds are the element types of what a loop carries.
func (k kinds) rounds(e *syntax.Loop) []syntax.Elem {
	return k.settled(k.each(e.Init), func(elems []syntax.Elem) []syntax.Elem {
		in := k.with(names(e.Params), elems)
		if e.For != nil {
			in = in.with([]string{e.For.X.Name}, []syntax.Elem{syntax.Int})
		}
		return in.body(e.Body)
	})
}

// folded are those of the accumulators of a reduce or scan.
func (k kinds) folded(fn syntax.Expr, ne, xs []syntax.Expr) []syntax.Elem {
	return k.settled(k.each(ne), func(accs []syntax.Elem) []syntax.Elem { return k.applied(fn, accs, xs) })
}

// settled are the element types that rounds no longer change.
func (k kinds) settled(elems []syntax.Elem, round func([]syntax.Elem) []syntax.Elem) []syntax.Elem {
	for changed := true; changed; {
		changed = false
		for i, t := range round(elems) {
			if i < len(elems) && t > elems[i] {
				elems[i], changed = t, true
			}
		}
	}
	return elems
}
