package futhark

import (
	"fmt"

	"funmem/semantics/diag"
)

// arrayExp checks an expression that makes an array, or a part or a view of one, or an element. It returns nil if an
// error was reported that leaves the type open.
func (c *checker) arrayExp(s *Stm, e Exp) *Type {
	switch e := e.(type) {
	case *Scratch:
		c.prims(e.Dims, "i64", "an extent of `scratch`")
		return arrayOf(sizes(e.Dims), primType(e.Elem))
	case *Copy:
		return c.array(e.X, "the operand of `copy`")
	case *Manifest:
		return c.permuted(s, "manifest", e.X, e.Perm, func(t *Type) *Type { return t })
	case *Rearrange:
		return c.permuted(s, "rearrange", e.X, e.Perm, func(t *Type) *Type {
			to := &Type{Kind: ArrayType, Elem: t.Elem}
			for _, k := range e.Perm {
				to.Shape = append(to.Shape, t.Shape[k])
			}
			return to
		})
	case *Reshape:
		c.prims(e.Dims, "i64", "an extent of `reshape`")
		if t := c.array(e.X, "the operand of `reshape`"); t != nil {
			return arrayOf(sizes(e.Dims), primType(t.Elem))
		}
	case *Replicate:
		return c.replicate(e)
	case *Iota:
		c.prim(e.N, "i64", "the count of `iota`")
		c.prim(e.Start, e.Elem, "the first element of `iota`")
		c.prim(e.Step, e.Elem, "the step of `iota`")
		return arrayOf([]*Size{{Atom: e.N}}, primType(e.Elem))
	case *Concat:
		return c.concat(e)
	case *Literal:
		c.rows([]*Type{e.Row})
		for _, a := range e.Elems {
			if !c.is(a, e.Row, nil) {
				c.found(a, e.Row.String(), "an element of the array").Note(e.Row.Span, "the elements are said to be of that type")
			}
		}
		return arrayOf([]*Size{extent(len(e.Elems))}, e.Row)
	case *IndexExp:
		if t := c.array(e.X, "what is indexed"); t != nil {
			return c.slice(e.X, t, e.At)
		}
	case *Update:
		return c.update(e)
	default:
		panic(fmt.Sprintf("futhark: the types of a %T", e))
	}
	return nil
}

// ensureDirect returns the types of a block in the same space as the array's, and of an
// array of the same shape.
func (c *checker) ensureDirect(e *EnsureDirect) []*Type {
	t := c.array(e.X, "the operand of `ensure_direct`")
	if t == nil || t.Mem == nil || t.Mem.Block == nil {
		return nil
	}
	return []*Type{{Span: e.X.Span, Kind: MemType, Space: c.bound(t.Mem.Block).Type.Space}, {Span: e.X.Span, Kind: ArrayType, Elem: t.Elem, Shape: t.Shape}}
}

// permuted returns the type of an array whose dimensions are permuted in some way.
func (c *checker) permuted(s *Stm, what string, n *Name, perm []int, to func(*Type) *Type) *Type {
	t := c.array(n, "the operand of `"+what+"`")
	if t == nil {
		return nil
	}
	if len(perm) != len(t.Shape) {
		c.from(c.wrong(s.Span, "`%s` has %s, and the permutation %d", n, diag.Count(len(t.Shape), "dimension"), len(perm)), n)
		return nil
	}
	return to(t)
}

// replicate: new dimensions come before those of the value.
func (c *checker) replicate(e *Replicate) *Type {
	c.prims(e.Dims, "i64", "an extent of `replicate`")
	t := c.typeOf(e.X)
	if t.Kind == MemType || t.Kind == AccType {
		c.found(e.X, "a number or an array", "the operand of `replicate`")
		return nil
	}
	return arrayOf(sizes(e.Dims), t)
}

// concat: the operands have the same type, except for the dimension along which they are
// joined.
func (c *checker) concat(e *Concat) *Type {
	c.prim(e.Width, "i64", "the extent of the result of `concat`")
	var first *Type
	for _, n := range e.Xs {
		t := c.array(n, "an operand of `concat`")
		switch {
		case t == nil:
			return nil
		case e.Dim < 0 || e.Dim >= len(t.Shape):
			c.from(c.wrong(n.Span, "`%s` has %s, and is joined along dimension %d, from 0", n, diag.Count(len(t.Shape), "dimension"), e.Dim), n)
			return nil
		}
		to := &Type{Kind: ArrayType, Elem: t.Elem, Shape: append([]*Size{}, t.Shape...)}
		to.Shape[e.Dim] = &Size{Atom: e.Width}
		if first == nil {
			first = to
		} else if !same(first, to, nil) {
			d := c.wrong(n.Span, "found `%s` of type %s, wanted that of `%s` but for dimension %d, from 0: an operand of `concat`", n, t, e.Xs[0], e.Dim)
			c.from(c.from(d, e.Xs[0]), n)
		}
	}
	return first
}

// slice returns the type of a part of an array: there is an index of type i64 for each dimension, and a flat slice
// takes an array of one dimension.
func (c *checker) slice(n *Name, t *Type, at *Slicing) *Type {
	if f := at.Flat; f != nil {
		c.prim(f.Offset, "i64", "the offset of a slice")
		var dims []*Atom
		for _, d := range f.Dims {
			c.prim(d.N, "i64", "an extent of a slice")
			c.prim(d.Stride, "i64", "a stride of a slice")
			dims = append(dims, d.N)
		}
		if len(t.Shape) != 1 {
			c.from(c.wrong(at.Span, "`%s` has %s, and a flat slice is one of an array of one", n, diag.Count(len(t.Shape), "dimension")), n)
			return nil
		}
		return arrayOf(sizes(dims), primType(t.Elem))
	}
	var dims []*Atom
	for _, d := range at.Dims {
		if d.N == nil {
			c.prim(d.Start, "i64", "an index")
			continue
		}
		c.prim(d.Start, "i64", "the start of a slice")
		c.prim(d.N, "i64", "an extent of a slice")
		c.prim(d.Stride, "i64", "the step of a slice")
		dims = append(dims, d.N)
	}
	if len(at.Dims) != len(t.Shape) {
		c.from(c.wrong(at.Span, "`%s` has %s, and there are %d indices", n, diag.Count(len(t.Shape), "dimension"), len(at.Dims)), n)
		return nil
	}
	return arrayOf(sizes(dims), primType(t.Elem))
}

// update: the value has the type of the part that it replaces, and the result that of the
// array.
func (c *checker) update(e *Update) *Type {
	t := c.array(e.X, "what is updated")
	if t == nil {
		return nil
	}
	if part := c.slice(e.X, t, e.At); part != nil && !c.is(e.V, part, nil) {
		c.from(c.found(e.V, part.String(), "what replaces `"+e.X.String()+e.At.Text()+"`"), e.X)
	}
	return t
}
