package futhark

import "funmem/semantics/diag"

// lambda checks a function within an expression, which is applied to values of the types args. Arrays need only have
// the same rank. Blocks among its parameters are its own. Its results match what it says.
func (c *checker) lambda(l *Lambda, args []*Type, what string) {
	c.bind(l.Params)
	c.rows(l.Ret)
	var params []*Param
	for _, p := range l.Params {
		if p.Type.Kind != MemType {
			params = append(params, p)
		}
	}
	if len(params) != len(args) {
		c.wrong(l.Span, "found %s of %s, wanted %d", diag.Count(len(params), "parameter"), what, len(args))
	} else {
		for k, p := range params {
			if !sameRank(p.Type, args[k]) {
				says(c.wrong(p.Span, "found `%s` of type %s, wanted %s: a parameter of %s", p.Name, p.Type, args[k], what), args[k])
			}
		}
	}
	c.body(l.Body, l.Ret, nil, what)
}

// sameRank tells whether two types are the same except for extents.
func sameRank(a, b *Type) bool {
	if a.Kind == AccType || b.Kind == AccType {
		return same(a, b, nil)
	}
	return a.Kind == b.Kind && a.Elem.signless() == b.Elem.signless() && len(a.Shape) == len(b.Shape)
}

// gives compares the types that a function says it gives with the wanted ones.
func (c *checker) gives(l *Lambda, want []*Type, what string) {
	if len(l.Ret) != len(want) {
		c.wrong(l.Span, "found %s of %s, wanted %d", diag.Count(len(l.Ret), "result"), what, len(want))
		return
	}
	for k, t := range l.Ret {
		if !same(want[k], t, nil) {
			says(c.wrong(t.Span, "found a result of type %s, wanted %s: %s", t, want[k], what), want[k])
		}
	}
}

// withAcc makes arrays accumulators: the function has a certificate and an accumulator for each, whose elements are the
// rows of the arrays after the indices, and returns those accumulators first. Values are combined by an operator on an
// index and two elements.
func (c *checker) withAcc(s *Stm, e *WithAcc) (gives []*Type) {
	n := len(e.Inputs)
	if len(e.Fn.Params) != 2*n || len(e.Fn.Ret) < n {
		c.wrong(s.Span, "the function of `with_acc` has %s and %s for %s", diag.Count(len(e.Fn.Params), "parameter"), diag.Count(len(e.Fn.Ret), "result"), diag.Count(n, "accumulator"))
		return nil
	}
	var args, accs []*Type
	for k, in := range e.Inputs {
		c.prims(in.Shape, "i64", "an extent of an accumulator")
		var elems []*Type
		if len(in.Arrays) == 0 {
			c.wrong(s.Span, "found an accumulator of no array")
			return nil
		}
		for _, a := range in.Arrays {
			t := c.array(a, "what becomes an accumulator")
			if t == nil {
				return nil
			}
			if !prefix(in.Shape, t) {
				c.from(c.wrong(a.Span, "found `%s` of type %s, wanted one that begins with the extents of the accumulator", a, t), a).Note(in.Shape[0].Span, "these are its extents")
				return nil
			}
			elems = append(elems, rowOf(t, len(in.Shape)))
			gives = append(gives, t)
		}
		c.combines(in, elems)
		args = append(args, primType("unit"))
		accs = append(accs, &Type{Span: in.Arrays[0].Span, Kind: AccType, Cert: e.Fn.Params[k].Name, Shape: sizes(in.Shape), Elems: elems})
	}
	c.lambda(e.Fn, append(args, accs...), "the function of `with_acc`")
	c.gives(&Lambda{Span: e.Fn.Span, Ret: e.Fn.Ret[:n]}, accs, "the accumulators, which the function of `with_acc` gives first")
	return append(gives, e.Fn.Ret[n:]...)
}

// prefix tells whether an array type begins with the given extents.
func prefix(dims []*Atom, t *Type) bool {
	if len(dims) > len(t.Shape) {
		return false
	}
	for k, a := range dims {
		if !sameSize(&Size{Atom: a}, t.Shape[k]) {
			return false
		}
	}
	return true
}

// combines checks the operator of an accumulator with elements of the given types.
func (c *checker) combines(in *AccInput, elems []*Type) {
	if in.Op == nil {
		return
	}
	const what = "the operator of an accumulator"
	if len(in.Neutral) != len(elems) {
		c.wrong(in.Op.Span, "found %s of an accumulator, wanted %d: one for each of its arrays", diag.Count(len(in.Neutral), "neutral element"), len(elems))
		return
	}
	var args []*Type
	for range in.Shape {
		args = append(args, primType("i64"))
	}
	c.lambda(in.Op, append(append(args, elems...), elems...), what)
	c.gives(in.Op, elems, what)
	for k, a := range in.Neutral {
		if !c.is(a, elems[k], nil) {
			c.from(c.found(a, elems[k].String(), "the neutral element of an accumulator"), in.Arrays[k])
		}
	}
}

// updateAcc: there is an index of type i64 for each dimension, and a value for each array.
func (c *checker) updateAcc(s *Stm, e *UpdateAcc) *Type {
	c.prims(e.At, "i64", "an index")
	t := c.bound(e.Acc).Type
	if t.Kind != AccType {
		c.from(c.wrong(e.Acc.Span, "found `%s` of type %s, wanted an accumulator", e.Acc, t), e.Acc)
		return nil
	}
	if len(e.At) != len(t.Shape) || len(e.Values) != len(t.Elems) {
		c.from(c.wrong(s.Span, "`%s` is updated at %s by %s, and has %d and %d", e.Acc, diag.Plural(len(e.At), "index", "indices"), diag.Count(len(e.Values), "value"), len(t.Shape), len(t.Elems)), e.Acc)
		return t
	}
	for k, v := range e.Values {
		if !c.is(v, t.Elems[k], nil) {
			c.from(c.found(v, t.Elems[k].String(), "a value for an accumulator"), e.Acc)
		}
	}
	return t
}
