package futhark

import (
	"regexp"
	"strconv"
	"strings"

	"funmem/semantics/diag"
)

// exp reads an expression.
func (p *parser) exp() Exp {
	t := p.peek()
	switch {
	case t.kind == tokNumber, t.text == "true", t.text == "false", p.is("("):
		return &Sub{p.atom()}
	case p.is("["):
		return p.literal()
	case t.kind != tokWord:
		p.fail("an expression")
	}
	if read := expressions[t.text]; read != nil {
		p.take()
		return read(p)
	}
	if _, _, isName := named(t.text); isName {
		return p.onArray()
	}
	p.take()
	switch {
	case iotaForm.MatchString(t.text):
		return p.iota(t)
	case t.text == "concat" && p.is("@"):
		return p.concat()
	case p.is("("):
		return &Op{t.text, list(p, "(", ")", p.atom)}
	case p.peek().kind == tokWord && slicesHas(prims, p.peek().text):
		return p.conv(t)
	case unaryForm.MatchString(t.text):
		return &Op{t.text, []*Atom{p.atom()}}
	}
	p.unknown(t, "the operation")
	return nil
}

// The forms of operators that carry a type in their names.
var (
	iotaForm  = regexp.MustCompile(`^iota(8|16|32|64)$`)
	unaryForm = regexp.MustCompile(`^(not|neg_[a-z]+|complement|abs|ssignum|usignum|fabs|fsignum)(8|16|32|64)?$`)
	// primForm are the primitive functions whose names look like those of variables.
	primForm = regexp.MustCompile(`^(log2|log10|log1p|atan2|atan2pi)_(16|32|64)$`)
)

func slicesHas(ps []Prim, text string) bool {
	for _, p := range ps {
		if string(p) == text {
			return true
		}
	}
	return false
}

// expressions are those that begin with a word of their own; it has been read.
var expressions map[string]func(p *parser) Exp

func init() {
	expressions = map[string]func(p *parser) Exp{
		"alloc":             (*parser).alloc,
		"scratch":           (*parser).scratch,
		"copy":              func(p *parser) Exp { return &Copy{p.only()} },
		"opaque":            func(p *parser) Exp { return p.opaqueExp() },
		"trace":             (*parser).trace,
		"manifest":          func(p *parser) Exp { perm, x := p.permuted(); return &Manifest{perm, x} },
		"rearrange":         func(p *parser) Exp { perm, x := p.permuted(); return &Rearrange{perm, x} },
		"reshape":           (*parser).reshape,
		"coerce":            (*parser).reshape,
		"replicate":         (*parser).replicate,
		"if":                (*parser).ifExp,
		"match":             (*parser).match,
		"loop":              (*parser).loop,
		"apply":             (*parser).apply,
		"assert":            (*parser).assert,
		"with_acc":          (*parser).withAcc,
		"update_acc":        (*parser).updateAcc,
		"update_acc_unsafe": (*parser).updateAcc,
		"segmap":            func(p *parser) Exp { return p.segOp("segmap") },
		"segred":            func(p *parser) Exp { return p.segOp("segred") },
		"segscan":           func(p *parser) Exp { return p.segOp("segscan") },
		"seghist":           func(p *parser) Exp { return p.segOp("seghist") },
		"par":               (*parser).par,
		"seq":               (*parser).seq,
		"gpu":               (*parser).gpuBody,
		"user_param":        (*parser).userParam,
		"get_size":          (*parser).getSize,
		"get_size_max":      (*parser).getSizeMax,
		"cmp_size":          (*parser).cmpSize,
		"calc_num_groups":   (*parser).calcNumGroups,
		"calc_num_tblocks":  (*parser).calcNumGroups,
	}
}

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

// opaqueExp ::= (atom): a value that is not to be simplified.
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

// literal ::= [atom, …] : []type
func (p *parser) literal() Exp {
	e := &Literal{Elems: list(p, "[", "]", p.atom)}
	p.want(":")
	e.Row = p.typ()
	return e
}

// conv ::= prim atom to prim, after the operator
func (p *parser) conv(t token) Exp {
	e := &Conv{Op: t.text, From: p.prim()}
	e.X = p.atom()
	p.want("to")
	e.To = p.prim()
	return e
}

// onArray ::= name | name[…] | name with [?] […] = atom
func (p *parser) onArray() Exp {
	x := p.name()
	switch {
	case p.is("["):
		return &IndexExp{x, p.slicing()}
	case p.skip("with"):
		e := &Update{X: x, Safe: p.skip("?")}
		e.At = p.slicing()
		p.want("=")
		e.V = p.atom()
		return e
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

// sort ::= [<fallback> | <equiv>]
func (p *parser) sort() string {
	if !p.skip("<") {
		return ""
	}
	t := p.word("`fallback` or `equiv`")
	if t.text != "fallback" && t.text != "equiv" {
		p.unknown(t, "the sort of a branch")
	}
	p.want(">")
	return t.text
}

// ifExp ::= [sort] atom then body else body : {types}
func (p *parser) ifExp() Exp {
	e := &If{Sort: p.sort(), Cond: p.atom()}
	p.want("then")
	e.Then = p.body()
	p.want("else")
	e.Else = p.body()
	p.want(":")
	e.Ret = p.types()
	return e
}

// match ::= [sort] {atoms} {case {values} -> body} default -> body : {types}
func (p *parser) match() Exp {
	e := &Match{Sort: p.sort(), On: list(p, "{", "}", p.atom)}
	for p.skip("case") {
		c := &Case{Values: list(p, "{", "}", p.caseValue)}
		if len(c.Values) != len(e.On) {
			p.fail(strconv.Itoa(len(e.On)) + " values in a case")
		}
		p.want("->")
		c.Body = p.body()
		e.Cases = append(e.Cases, c)
	}
	p.want("default", "->")
	e.Default = p.body()
	p.want(":")
	e.Ret = p.types()
	return e
}

// caseValue ::= constant | _
func (p *parser) caseValue() *Atom {
	if p.skip("_") {
		return nil
	}
	return p.atom()
}

// loop ::= {params} = {atoms} (for name:prim < atom | while name) do body
func (p *parser) loop() Exp {
	e := &Loop{Params: list(p, "{", "}", p.param)}
	p.want("=")
	at := p.peek()
	e.Init = list(p, "{", "}", p.atom)
	if len(e.Init) != len(e.Params) {
		panic(diag.Errorf(diag.Syntax, "", p.from(at), "found %d initial values for the %d parameters of a loop", len(e.Init), len(e.Params)))
	}
	switch {
	case p.skip("for"):
		e.For = p.name()
		p.want(":")
		e.Type = p.prim()
		p.want("<")
		e.Bound = p.atom()
	case p.skip("while"):
		e.While = p.name()
	default:
		p.fail("`for` or `while`")
	}
	p.want("do")
	e.Body = p.body()
	return e
}

// apply ::= [<unsafe>] name([*]atom, …) : {types}: a call of a function, or of a primitive one, whose name has no number.
func (p *parser) apply() Exp {
	if p.skip("<") {
		p.want("unsafe", ">")
	}
	arg := func() *Arg {
		consumed := p.skip("*")
		return &Arg{p.atom(), consumed}
	}
	t := p.peek()
	if _, _, isName := named(t.text); t.kind == tokWord && (!isName || primForm.MatchString(t.text)) {
		p.take()
		e := &Op{Name: t.text}
		for _, a := range list(p, "(", ")", arg) {
			e.Args = append(e.Args, a.X)
		}
		p.want(":")
		p.types()
		return e
	}
	e := &Apply{Fn: *p.name()}
	e.Args = list(p, "(", ")", arg)
	p.want(":")
	e.Ret = p.types()
	return e
}

// assert ::= (atom, {part, …} [, "place"])
func (p *parser) assert() Exp {
	p.want("(")
	e := &Assert{Cond: p.atom()}
	p.want(",")
	e.Msg = list(p, "{", "}", p.part)
	if p.skip(",") {
		e.At = p.text("the place in the source, as text")
	}
	p.want(")")
	return e
}

// part ::= "text" | atom : prim
func (p *parser) part() *Part {
	if p.peek().kind == tokText {
		return &Part{Text: p.text("a text")}
	}
	x := &Part{X: p.atom()}
	p.want(":")
	x.Type = p.prim()
	return x
}

// lambda ::= \ {params} : {types} -> body
func (p *parser) lambda() *Lambda {
	start := p.peek()
	p.want(`\`)
	l := &Lambda{Params: list(p, "{", "}", p.param)}
	p.want(":")
	l.Ret = p.types()
	p.want("->")
	l.Body = p.open()
	l.Span = p.from(start)
	return l
}

// withAcc ::= ({input, …}, lambda)
func (p *parser) withAcc() Exp {
	p.want("(")
	e := &WithAcc{Inputs: list(p, "{", "}", p.accInput)}
	p.want(",")
	e.Fn = p.lambda()
	p.want(")")
	return e
}

// accInput ::= ([shape], {arrays} [, (lambda, {neutral})])
func (p *parser) accInput() *AccInput {
	p.want("(")
	in := &AccInput{Shape: p.dims()}
	p.want(",")
	in.Arrays = list(p, "{", "}", p.name)
	if p.skip(",") {
		p.want("(")
		in.Op = p.lambda()
		p.want(",")
		in.Neutral = list(p, "{", "}", p.atom)
		p.want(")")
	}
	p.want(")")
	return in
}

// updateAcc ::= [?](name, {index}, {values})
func (p *parser) updateAcc() Exp {
	e := &UpdateAcc{Safe: p.skip("?")}
	p.want("(")
	e.Acc = p.name()
	p.want(",")
	e.At = list(p, "{", "}", p.atom)
	p.want(",")
	e.Values = list(p, "{", "}", p.atom)
	p.want(")")
	return e
}
