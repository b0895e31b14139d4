package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// tReduce is T-REDUCE and T-MEM-REDUCE (ours): the premises of a fold, and the
// pattern has the types of the accumulators, which in FUNMEM lie in the places of
// the results.
func (c *Context) tReduce(pat []*syntax.Binding, e *syntax.Reduce) *diag.Diagnostic {
	f := syntax.FoldOf(e)
	accs, d := c.fold(pat, f)
	if d != nil {
		return d
	}
	for i, z := range pat {
		if d := c.sameShape("T-REDUCE", z.Span, called(z, i), accs[i].Type, z.Type, nil); d != nil {
			return d
		}
		if c.env.mem && z.Type.IsArray() {
			if d := c.liesAsWritten("T-MEM-REDUCE", z, accs[i].Type); d != nil {
				return d
			}
		}
	}
	return c.bindFold(pat, f)
}

// tScan is T-SCAN and T-MEM-SCAN (ours): the premises of a fold, and the pattern
// has arrays of the accumulators, of the outer size of the arrays; in FUNMEM they
// are fresh, and an accumulator that is an array has a place of its own.
func (c *Context) tScan(pat []*syntax.Binding, e *syntax.Scan) *diag.Diagnostic {
	f := syntax.FoldOf(e)
	accs, d := c.fold(pat, f)
	if d != nil {
		return d
	}
	x, d := c.array("T-SCAN", "scan", e.Xs[0])
	if d != nil {
		return d
	}
	for i, z := range pat {
		acc := accs[i].Type
		got := &syntax.Type{Elem: acc.Elem, Dims: append([]syntax.Expr{x.Dims[0]}, acc.Dims...)}
		if d := c.sameShape("T-SCAN", z.Span, called(z, i), got, z.Type, nil); d != nil {
			return d
		}
	}
	return c.bindFold(pat, f)
}

// bindFold puts the pattern of a fold in scope.
func (c *Context) bindFold(pat []*syntax.Binding, f *syntax.Fold) *diag.Diagnostic {
	for _, z := range pat {
		if d := c.wellFormed(z.Type); d != nil {
			return d
		}
	}
	c.apply(c.rule(f.Rule("T-"), f.Rule("T-MEM-")))
	for _, z := range pat {
		c.Bind(z)
	}
	return nil
}

// fold is what T-REDUCE and T-SCAN have in common: the arrays have one outer size,
// the function takes as many accumulators as there are neutral elements, of their
// types, and an element of each array, and gives values of the types of the
// accumulators. The sizes in these types are in Γ. It gives the accumulators.
func (c *Context) fold(pat []*syntax.Binding, f *syntax.Fold) ([]*syntax.Binding, *diag.Diagnostic) {
	rule := f.Rule("T-")
	round, accs, elems, ok := f.Params()
	if !ok {
		return nil, c.refuse(rule, f.Fn.GetSpan(), "the function of a %s takes %s and %s", f.Name, diag.Count(len(f.Ne), "accumulator"), diag.Count(len(f.Xs), "element"))
	}
	if len(pat) != len(f.Ne) {
		return nil, c.refuse(rule, f.Span, "`%s` gives %s, one for each neutral element, but the pattern binds %d", f.Name, diag.Count(len(f.Ne), "value"), len(pat))
	}
	in := c.Scope()
	if round != nil {
		if !round.Type.IsInt() {
			return nil, c.refuse(rule, round.Span, "the number of the round is an int, but `%s` is of type %s", round.Written(), c.Show(round.Type))
		}
		in.Bind(round)
	}
	types := in.Scope() // the types of the parameters do not mention the parameters
	for i, p := range accs {
		if d := types.accumulator(f, p, f.Ne[i], i); d != nil {
			return nil, d
		}
		in.Bind(p)
	}
	for i, p := range elems {
		if d := types.elementOf(f, p, i, round); d != nil {
			return nil, d
		}
		in.Bind(p)
	}
	return accs, in.body(accs, f.Lambda().Body, false)
}

// accumulator is the premise that an accumulator has the type of its neutral
// element.
func (c *Context) accumulator(f *syntax.Fold, p *syntax.Binding, ne syntax.Expr, i int) *diag.Diagnostic {
	rule := f.Rule("T-")
	got, d := c.typeOf(rule, ne)
	if d != nil {
		return d
	}
	if got.Elem == syntax.Mem {
		return c.boundAt(c.refuse(rule, ne.GetSpan(), "a neutral element is a number or an array, but `%s` is a block", c.Show(ne)), ne)
	}
	if d := c.sameShape(rule, ne.GetSpan(), called(p, i), got, p.Type, nil); d != nil {
		return d
	}
	return c.wellFormed(p.Type)
}

// elementOf is the premise that parameter p is an element of the i-th array, from
// 0. In FUNMEM one that is an array lies where that row of it does, at index_f(L, k)
// in round k.
func (c *Context) elementOf(f *syntax.Fold, p *syntax.Binding, i int, round *syntax.Binding) *diag.Diagnostic {
	rule := f.Rule("T-")
	x, d := c.array(rule, f.Name, f.Xs[i])
	if d != nil {
		return d
	}
	first, _ := c.typeOf(rule, f.Xs[0])
	if d := c.SameSize(rule, f.Xs[i].GetSpan(), x.Dims[0], first.Dims[0], fmt.Sprintf("the arrays of a %s have one size", f.Name)); d != nil {
		return d
	}
	elem := &syntax.Type{Elem: x.Elem, Dims: x.Dims[1:]}
	if d := c.sameShape(rule, p.Span, called(p, i), elem, p.Type, nil); d != nil {
		return d
	}
	if d := c.wellFormed(p.Type); d != nil || !c.env.mem || !p.Type.IsArray() {
		return d
	}
	if round == nil {
		return c.refuse(f.Rule("T-MEM-"), p.Span, "the element `%s` is an array, and lies elsewhere in each round", p.Written()).
			Helpf("let the function take the number of the round first, `\\(k : int) …`, for the LMAD of `%s` to mention", p.Written())
	}
	elem.Mem = &syntax.MemAnn{Block: x.Mem.Block, L: lmad.Index(x.Mem.L, round.Use())}
	return c.liesAsWritten(f.Rule("T-MEM-"), p, elem)
}
