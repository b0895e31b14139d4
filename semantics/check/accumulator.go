package check

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// parameters is the premise that the function of a fold has the right number of parameters. ok says
// whether it has.
func (c *Context) parameters(f *syntax.Fold, ok bool) *diag.Diagnostic {
	if ok {
		return nil
	}
	return c.refuse(f.Rule("T-"), f.Fn.GetSpan(), "the function of a %s takes %s and %s", f.Name, diag.Count(len(f.Ne), "accumulator"), diag.Count(len(f.Xs), "element"))
}

// oneEach is the premise that the pattern of a fold binds one value for each neutral element.
func (c *Context) oneEach(z []*syntax.Binding, f *syntax.Fold) *diag.Diagnostic {
	if len(z) == len(f.Ne) {
		return nil
	}
	return c.refuse(f.Rule("T-"), f.Span, "`%s` gives %s, one for each neutral element, but the pattern binds %d", f.Name, diag.Count(len(f.Ne), "value"), len(z))
}

// roundNumber is the premise that k, the number of the round of a fold, is an int.
func (c *Context) roundNumber(f *syntax.Fold, k *syntax.Binding) *diag.Diagnostic {
	if k.Type.IsInt() {
		return nil
	}
	return c.refuse(f.Rule("T-"), k.Span, "the number of the round is an int, but `%s` is of type %s", k.Written(), c.Show(k.Type))
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
	c.member(ne, got)
	return c.sameShape(rule, ne.GetSpan(), called(p, i), got, p.Type, nil)
}

// elementOf is the premise that parameter p is an element of the i-th array, from
// 0, and that this array has the outer size of the first one.
func (c *Context) elementOf(f *syntax.Fold, p *syntax.Binding, i int) *diag.Diagnostic {
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
	return c.sameShape(rule, p.Span, called(p, i), elem, p.Type, nil)
}

// takesRound is the premise that the function of a fold takes the number of the round, since
// element p is an array.
func (c *Context) takesRound(rule string, p, k *syntax.Binding) *diag.Diagnostic {
	if k != nil {
		return nil
	}
	return c.refuse(rule, p.Span, "the element `%s` is an array, and lies elsewhere in each round", p.Written()).
		Helpf("let the function take the number of the round first, `\\(k : int) …`, for the LMAD of `%s` to mention", p.Written())
}

// rowOf is the type of row k of an array of type x, including where the row lies.
func rowOf(x *syntax.Type, k *syntax.Binding) *syntax.Type {
	return &syntax.Type{Elem: x.Elem, Dims: x.Dims[1:], Mem: &syntax.MemAnn{Block: x.Mem.Block, L: lmad.Index(x.Mem.L, k.Use())}}
}

// rowsOf are arrays of n values of the accumulators a.
func rowsOf(n syntax.Expr, a []*syntax.Binding) []*syntax.Binding {
	arrays := make([]*syntax.Binding, len(a))
	for i, a := range a {
		arrays[i] = &syntax.Binding{Type: &syntax.Type{Elem: a.Type.Elem, Dims: append([]syntax.Expr{n}, a.Type.Dims...)}}
	}
	return arrays
}

// anywhere are the accumulators a, with types that do not mention memory.
func anywhere(a []*syntax.Binding) []*syntax.Binding {
	bare := make([]*syntax.Binding, len(a))
	for i, a := range a {
		b := *a
		b.Type = a.Type.Bare()
		bare[i] = &b
	}
	return bare
}
