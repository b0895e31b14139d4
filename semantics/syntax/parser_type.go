package syntax

import (
	"cmp"

	"funmem/semantics/num"
)

// typ reads a type: Fig. 1, and Fig. 6 with a memory annotation. An array type
// that names no element has ints.
//
//	type ::= "int" | "f64" | "mem" | "[" d "]" {"[" d "]" | "[" "?" "]"} ["int" | "f64" | "num"] ["@" x "->" lmad]
func (p *parser) typ() *Type {
	p.enter()
	defer p.leave()
	start := p.tok()
	t := &Type{}
	for p.accept("[") {
		if p.at("]") {
			p.failHelp(p.from(start), "write the size: `[n]int`", "found a dimension without a size, wanted a name or a number")
		}
		t.Dims = append(t.Dims, p.size(t))
		p.need("]", " after the size")
	}
	switch {
	case p.at("mem") && len(t.Dims) > 0:
		p.fail(p.span(p.tok()), "found an array of blocks, wanted an array of ints or f64s")
	case p.accept("mem"):
		t.Elem = Mem
	case p.accept("f64"):
		t.Elem = F64
	case p.tok().kind == tokName && p.tok().text == "num":
		p.next()
		t.Elem = Num
	case p.accept("int") || len(t.Dims) > 0 && p.tok().kind != tokName:
	case p.tok().kind == tokName:
		const all = "the types are `int`, `f64`, arrays such as `[n]int` and `[n][m]f64`, and `mem`"
		p.failHelp(p.span(p.tok()), cmp.Or(foreignTypes[p.tok().text], all), "found `%s`, wanted a type", p.tok().text)
	default:
		p.unexpected("a type")
	}
	if p.at("@") {
		if len(t.Dims) == 0 {
			p.fail(p.span(p.tok()), "found `@` after a scalar type, wanted an array type: only arrays lie in a block")
		}
		at := p.next()
		x := p.name("the name of a block")
		p.need("->", " and an LMAD")
		l := p.lmad()
		t.Mem = &MemAnn{Span: p.from(at), Block: &Var{Span: p.span(x), Name: x.text}, L: l}
	}
	t.Span = p.from(start)
	return t
}

// size reads the next size of a type: ? says that it differs from row to row.
func (p *parser) size(t *Type) Expr {
	if p.tok().kind != tokBad || p.tok().text != "?" {
		return p.expr()
	}
	at := p.next()
	if len(t.Dims) == 0 {
		p.failHelp(p.span(at), "give the first size a name, as in `[n][?]int`", "the rows of an array may differ in size, but there is one first size")
	}
	return &Irregular{p.span(at)}
}

// lmad reads an LMAD (Fig. 6): an offset with its (size : stride) pairs, or the
// row-major one of the sizes.
//
//	lmad ::= se "+" "{" pair {[","] pair} "}" | "R" "(" d {"," d} ")"
//	pair ::= "(" d ":" se ")"
func (p *parser) lmad() *LMAD {
	start := p.tok()
	if start.kind == tokName && start.text == "R" && p.peek(1).is("(") {
		p.pos += 2
		sizes := []Expr{p.expr()}
		for p.accept(",") {
			sizes = append(sizes, p.expr())
		}
		p.need(")", " after the sizes")
		l := RowMajor(sizes)
		l.Span = p.from(start)
		return l
	}
	if p.at("{") {
		p.failHelp(p.span(p.tok()), "an LMAD is an offset, and then pairs of a size and a stride: `0 + {(3 : 1)}`", "found `{`, wanted the offset of the LMAD")
	}
	l := &LMAD{Offset: p.binary(1)}
	l.Dims = p.pairs()
	l.Span = p.from(start)
	return l
}

// pairs reads what comes after the offset of an LMAD.
func (p *parser) pairs() (dims []LMADDim) {
	p.need("+", " and the `{(size : stride) …}` of an LMAD")
	p.need("{", " and the (size : stride) pairs of an LMAD")
	for p.at("(") {
		p.next()
		var d LMADDim
		d.Size = p.expr()
		p.need(":", " and the stride")
		d.Stride = p.expr()
		p.need(")", " after the stride")
		dims = append(dims, d)
		if p.accept(",") && !p.at("(") {
			p.unexpected("`(` and a (size : stride) pair")
		}
	}
	if len(dims) == 0 {
		p.unexpected("a (size : stride) pair")
	}
	p.need("}", " or another (size : stride) pair")
	return dims
}

// RowMajor is R(d, …): the LMAD with offset 0 of an array of the given sizes
// that lies in row-major order.
func RowMajor(sizes []Expr) *LMAD {
	l := &LMAD{Offset: &IntLit{Val: num.Of(0)}, Dims: make([]LMADDim, len(sizes)), RowMajor: true}
	var stride Expr
	for k := len(sizes) - 1; k >= 0; k-- {
		switch {
		case k == len(sizes)-1:
			stride = &IntLit{Val: num.Of(1)}
		case k == len(sizes)-2:
			stride = sizes[k+1]
		default:
			stride = &Binary{Op: Mul, X: sizes[k+1], Y: stride}
		}
		l.Dims[k] = LMADDim{sizes[k], stride}
	}
	return l
}
