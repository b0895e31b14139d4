package futhark

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// prims are the primitive types.
var prims = []Prim{"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool", "unit"}

func (p *parser) prim() Prim {
	t := p.peek()
	if t.kind != tokWord || !slices.Contains(prims, Prim(t.text)) {
		p.fail("a type: one of " + strings.Join(words(prims), " "))
	}
	p.take()
	return Prim(t.text)
}

func words(ps []Prim) (out []string) {
	for _, p := range ps {
		out = append(out, string(p))
	}
	return out
}

// types ::= {type, …}
func (p *parser) types() []*Type { return list(p, "{", "}", p.typ) }

// typ ::= [*] ({[size]} prim [@ block -> layout] [#(…)] | mem [@space] | acc(cert, [shape], {types}))
func (p *parser) typ() *Type {
	start := p.peek()
	t := &Type{Unique: p.skip("*")}
	switch {
	case p.skip("mem"):
		t.Kind, t.Space = MemType, p.space()
	case p.skip("acc"):
		t.Kind = AccType
		p.want("(")
		t.Cert = *p.name()
		p.want(",")
		for p.is("[") {
			t.Shape = append(t.Shape, list(p, "[", "]", p.size)...)
		}
		p.want(",")
		t.Elems = p.types()
		p.want(")")
	default:
		p.arrayType(t)
	}
	t.Span = p.from(start)
	return t
}

// arrayType reads what follows the star.
func (p *parser) arrayType(t *Type) {
	for p.skip("[") {
		t.Kind = ArrayType
		t.Shape = append(t.Shape, p.size())
		p.want("]")
	}
	t.Elem = p.prim()
	if p.is("@") {
		t.Mem = p.mem()
	}
	if p.skip("#") {
		p.aliases()
	}
}

// aliases ::= ([k, …], [k, …]): what a result may alias. This upper bound is not needed to
// run a program.
func (p *parser) aliases() {
	number := func() int { return p.number("the number of a parameter or result") }
	p.want("(")
	list(p, "[", "]", number)
	p.want(",")
	list(p, "[", "]", number)
	p.want(")")
}

// space ::= [@name | @{[n]}prim]
func (p *parser) space() *Space {
	if !p.skip("@") {
		return nil
	}
	start := p.peek()
	if !p.is("[") && !slices.Contains(prims, Prim(start.text)) {
		return &Space{Name: p.word("a memory space").text, Span: p.span(start)}
	}
	s := &Space{}
	for p.skip("[") {
		s.Shape = append(s.Shape, p.atom())
		p.want("]")
	}
	s.Elem = p.prim()
	s.Span = p.from(start)
	return s
}

// mem ::= @ (name | ?k [@space]) -> layout
func (p *parser) mem() *Mem {
	start := p.take()
	m := &Mem{}
	if p.skip("?") {
		m.Ext = p.number("the position of a result")
		m.Space = p.space()
	} else {
		m.Block = p.name()
	}
	p.want("->")
	m.L = p.layout(m)
	m.Span = p.from(start)
	return m
}

// layout ::= {base: [..]; LMAD: lmad} | lmad
func (p *parser) layout(m *Mem) *LMAD {
	if !(p.is("{") && p.toks[p.at+1].text == "base") {
		return p.lmad()
	}
	p.want("{", "base", ":")
	m.Base = list(p, "[", "]", p.index)
	p.want(";")
	if t := p.peek(); t.kind == tokWord && t.text != "LMAD" {
		p.unknown(t, "the form of an index function")
	}
	p.want("LMAD", ":")
	l := p.lmad()
	p.want("}")
	return l
}

// lmad ::= {offset: e; strides: [e, …]; shape: [e, …]}
func (p *parser) lmad() *LMAD {
	start := p.peek()
	l := &LMAD{}
	if p.is("[") {
		panic(diag.Errorf(diag.Syntax, "", p.span(start), "found a list of LMADs as the layout, wanted a single one").
			Helpf("that is how Futhark printed index functions up to 0.25.6: dump the program with a later version"))
	}
	p.want("{", "offset", ":")
	l.Offset = p.index()
	p.want(";", "strides", ":")
	l.Strides = list(p, "[", "]", p.index)
	p.want(";", "shape", ":")
	l.Shape = list(p, "[", "]", p.index)
	p.want("}")
	l.Span = p.from(start)
	if len(l.Strides) != len(l.Shape) {
		panic(diag.Errorf(diag.Syntax, "", l.Span, "found %d strides and %d extents in a layout, wanted one stride for each extent", len(l.Strides), len(l.Shape)))
	}
	return l
}

// index ::= atom | ?k | (index) | operator (index) (index)
func (p *parser) index() *Index {
	start := p.peek()
	e := &Index{}
	_, _, isName := named(start.text)
	switch {
	case p.skip("("):
		e = p.index()
		p.want(")")
	case p.skip("?"):
		e.Ext = p.number("the position of a result")
	case start.kind == tokWord && !isName && start.text != "true" && start.text != "false":
		p.take()
		e.Op = start.text
		for p.skip("(") {
			e.Args = append(e.Args, p.index())
			p.want(")")
		}
		if len(e.Args) == 0 {
			p.unknown(start, "the operand")
		}
	default:
		e.Atom = p.atom()
	}
	e.Span = p.from(start)
	return e
}

// size ::= atom | ?k
func (p *parser) size() *Size {
	start := p.peek()
	s := &Size{}
	if p.skip("?") {
		s.Ext = p.number("the position of a result")
	} else {
		s.Atom = p.atom()
	}
	s.Span = p.from(start)
	return s
}

// atom ::= constant | name
func (p *parser) atom() *Atom {
	t := p.peek()
	a := &Atom{Span: p.span(t)}
	switch {
	case t.kind == tokNumber:
		p.take()
		a.Const = p.constant(t)
	case t.text == "true" || t.text == "false":
		p.take()
		a.Const = Const{"bool", t.text}
	case p.is("(") && p.toks[p.at+1].text == ")":
		p.take()
		p.take()
		a.Const = Const{Type: "unit"}
	default:
		if _, _, ok := named(t.text); t.kind != tokWord || !ok {
			p.fail("a constant with its type, such as `1i64`, or a name with its number, such as `x_12`")
		}
		a.Var = p.name()
	}
	return a
}

// constant splits a number from its type.
func (p *parser) constant(t token) Const {
	if ty, value, ok := strings.Cut(strings.TrimPrefix(t.text, "-"), "."); ok && strings.HasPrefix(ty, "f") {
		if t.text[0] == '-' {
			value = "-" + value
		}
		return Const{Prim(ty), value} // f64.inf
	}
	k := strings.IndexAny(t.text, "iuf")
	if k < 0 || !slices.Contains(prims, Prim(t.text[k:])) || t.text[k] != 'f' && strings.ContainsAny(t.text[:k], ".eE") {
		panic(diag.Errorf(diag.Syntax, "", p.span(t), "found the number `%s` without a type of its own, wanted one such as `1i64` or `0.5f64`", t.text))
	}
	return Const{Prim(t.text[k:]), t.text[:k]}
}
