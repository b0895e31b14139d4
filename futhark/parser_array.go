package futhark

import (
	"strings"

	"funmem/semantics/diag"
)

// only ::= (name)
func (p *parser) only() *Name {
	p.want("(")
	x := p.name()
	p.want(")")
	return x
}

// alloc ::= (bytes [, @space])
func (p *parser) alloc() Exp {
	p.want("(")
	e := &Alloc{Bytes: p.atom()}
	if p.skip(",") {
		if !p.is("@") {
			p.fail("a memory space, such as `@device`")
		}
		e.Space = p.space()
	}
	p.want(")")
	return e
}

// scratch ::= (prim {, extent})
func (p *parser) scratch() Exp {
	p.want("(")
	e := &Scratch{Elem: p.prim()}
	for p.skip(",") {
		e.Dims = append(e.Dims, p.atom())
	}
	p.want(")")
	return e
}

// opaqueExp ::= (atom): a value that must not be simplified.
func (p *parser) opaqueExp() Exp {
	p.want("(")
	x := p.atom()
	p.want(")")
	return &Sub{x}
}

// trace ::= ("text", atom): a value that compiled code prints.
func (p *parser) trace() Exp {
	p.want("(")
	p.text("what is printed in front of the value, as text")
	p.want(",")
	x := p.atom()
	p.want(")")
	return &Sub{x}
}

// permuted ::= ((k, …), name) | (name, (k, …))
func (p *parser) permuted() ([]int, *Name) {
	p.want("(")
	var x *Name
	later := p.peek().kind == tokWord
	if later {
		x = p.name()
		p.want(",")
	}
	at := p.peek()
	perm := list(p, "(", ")", func() int { return p.number("the number of a dimension, from 0") })
	seen := make([]bool, len(perm))
	for _, k := range perm {
		if k < 0 || k >= len(perm) || seen[k] {
			panic(diag.Errorf(diag.Syntax, "", p.from(at), "found `%s`, wanted each dimension from 0 to %d once", p.from(at).Text(), len(perm)-1))
		}
		seen[k] = true
	}
	if !later {
		p.want(",")
		x = p.name()
	}
	p.want(")")
	return perm, x
}

// reshape ::= ([n][m]…, name) | ([n, m, …], name) | (name, ({k::n=>[shape],} ; [n][m]…))
func (p *parser) reshape() Exp {
	p.want("(")
	if p.peek().kind == tokWord {
		e := &Reshape{X: p.name()}
		p.want(",", "(")
		for !p.skip(";") {
			p.number("the number of a dimension, from 0")
			p.want(":", ":")
			p.number("how many dimensions are replaced")
			p.want("=", ">")
			p.dims()
			p.skip(",")
		}
		e.Dims = p.dims()
		p.want(")", ")")
		return e
	}
	e := &Reshape{Dims: p.dims()}
	p.want(",")
	e.X = p.name()
	p.want(")")
	return e
}

// dims ::= {[n]} | [n, …]
func (p *parser) dims() (out []*Atom) {
	for p.is("[") {
		out = append(out, list(p, "[", "]", p.atom)...)
	}
	return out
}

// replicate ::= ([n]…, atom)
func (p *parser) replicate() Exp {
	p.want("(")
	e := &Replicate{Dims: p.dims()}
	p.want(",")
	e.X = p.atom()
	p.want(")")
	return e
}

// iota ::= (count, start, step), after iota64
func (p *parser) iota(t token) Exp {
	e := &Iota{Elem: Prim("i" + strings.TrimPrefix(t.text, "iota"))}
	p.want("(")
	e.N = p.atom()
	p.want(",")
	e.Start = p.atom()
	p.want(",")
	e.Step = p.atom()
	p.want(")")
	return e
}

// concat ::= @dimension(width, name, …)
func (p *parser) concat() Exp {
	p.want("@")
	e := &Concat{Dim: p.number("the number of a dimension, from 0")}
	p.want("(")
	e.Width = p.atom()
	for p.skip(",") {
		e.Xs = append(e.Xs, p.name())
	}
	p.want(")")
	if len(e.Xs) == 0 {
		p.fail("an operand of `concat`")
	}
	return e
}

// literal ::= [atom, …] : []type, where the type is that of an element
func (p *parser) literal() Exp {
	e := &Literal{Elems: list(p, "[", "]", p.atom)}
	p.want(":", "[", "]")
	e.Row = p.typ()
	return e
}

// onArray ::= name | name[…] | name with [?] […] = atom
func (p *parser) onArray() Exp {
	at := p.peek()
	x := p.name()
	switch next := p.peek(); {
	case p.is("("):
		p.unknownOperation(at)
	case p.is("["):
		return &IndexExp{x, p.slicing()}
	case p.skip("with"):
		e := &Update{X: x, Safe: p.skip("?")}
		e.At = p.slicing()
		p.want("=")
		e.V = p.atom()
		return e
	case next.kind == tokWord && next.text != "let" && next.text != "in" && next.text != "return":
		p.unknownOperation(next)
	}
	return &Sub{&Atom{Span: x.Span, Var: x}}
}

// slicing ::= [index, …] | [offset; count : stride, …]
func (p *parser) slicing() *Slicing {
	start := p.peek()
	s := &Slicing{}
	p.want("[")
	for !p.skip("]") {
		if len(s.Dims) > 0 {
			p.want(",")
		}
		d := p.dimIx()
		if d.N == nil && len(s.Dims) == 0 && p.skip(";") {
			s.Flat = p.flat(d.Start)
			break
		}
		s.Dims = append(s.Dims, d)
	}
	s.Span = p.from(start)
	return s
}

// dimIx ::= atom [:+ count * stride]
func (p *parser) dimIx() *DimIx {
	d := &DimIx{Start: p.atom()}
	if p.skip(":+") {
		d.N = p.atom()
		p.want("*")
		d.Stride = p.atom()
	}
	return d
}

// flat ::= count : stride, … ]
func (p *parser) flat(offset *Atom) *FlatSlice {
	f := &FlatSlice{Offset: offset}
	for !p.skip("]") {
		if len(f.Dims) > 0 {
			p.want(",")
		}
		d := &FlatDim{N: p.atom()}
		p.want(":")
		d.Stride = p.atom()
		f.Dims = append(f.Dims, d)
	}
	return f
}
