package futhark

import (
	"strconv"
	"strings"

	"funmem/semantics/diag"
)

// sort ::= [<fallback> | <equiv>]
func (p *parser) sort() string {
	if !p.skip("<") {
		return ""
	}
	t := p.word("`fallback` or `equiv`")
	if t.text != "fallback" && t.text != "equiv" {
		p.unknown(t, "the sort of a branch", "fallback", "equiv")
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

// apply ::= [<unsafe>] name([*]atom, …) : {types}: a call of a function or a primitive. The name of a primitive has no
// number.
func (p *parser) apply() Exp {
	if p.skip("<") {
		p.want("unsafe", ">")
	}
	arg := func() *Arg {
		consumed := p.star()
		return &Arg{p.atom(), consumed}
	}
	t := p.peek()
	if _, _, isName := named(t.text); t.kind == tokWord && (!isName || primForm.MatchString(t.text)) {
		if p.take(); Operators()[t.text] == nil {
			p.unknownOperation(t)
		}
		e := &Op{Name: t.text}
		for _, a := range list(p, "(", ")", arg) {
			e.Args = append(e.Args, a.X)
		}
		p.want(":")
		e.Ret = p.types()
		return e
	}
	e := &Apply{Fn: *p.name()}
	e.Args = list(p, "(", ")", arg)
	p.want(":")
	e.Ret = p.types()
	return e
}

// star reads the * before a consumed argument. A name may begin with * too: then a variable of that name is bound.
func (p *parser) star() bool {
	t := &p.toks[p.at]
	if text, tag, ok := named(t.text); t.kind == tokWord && ok && strings.HasPrefix(text, "*") && p.binds[tag] == text[1:] {
		t.text, t.start = t.text[1:], t.start+1
		return true
	}
	return p.skip("*")
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

// lambda ::= \ {params} : {types} -> body | nilFn, which has no parameters and no results
func (p *parser) lambda() *Lambda {
	start := p.peek()
	if p.skip("nilFn") {
		return &Lambda{Span: p.span(start), Body: &Body{Span: p.span(start)}}
	}
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
