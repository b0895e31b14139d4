package syntax

import "funmem/semantics/diag"

// loop reads a loop: what it carries, in one group or several, and how often it
// runs. A carried tuple has a name for each of its values.
//
//	loop ::= "loop" carried {carried} ("for" bound | "while" body) "do" body
//	carried ::= "(" carry {"," carry} ")"
func (p *parser) loop() Expr {
	p.enter()
	defer p.leave()
	start := p.need("loop", "")
	l := &Loop{}
	if t := p.tok(); t.kind == tokName {
		p.failHelp(p.span(t), "write `loop ("+t.text+" = …) for i <= n do …`", "found `%s`, wanted `(` and what the loop carries", t.text)
	}
	if !p.at("(") {
		p.unexpected("`(` and what the loop carries")
	}
	for p.accept("(") {
		p.carry(l)
		for p.accept(",") {
			p.carry(l)
		}
		p.need(")", " after what the loop carries")
	}
	switch {
	case p.accept("for"):
		b := p.bound("the name of the loop's index")
		l.For = &b
	case p.accept("while"):
		l.While = p.body()
	default:
		p.unexpected("`for` and an index or `while` and a condition")
	}
	p.need("do", " and the body of the loop")
	l.Body = p.body()
	l.Span = p.from(start)
	return l
}

// carry reads a name that a loop carries with its first value.
//
//	carry ::= (x [":" type] | "(" x ":" type ")") "=" expr
func (p *parser) carry(l *Loop) {
	start := p.tok()
	wrapped := p.accept("(")
	x := &Binding{Name: p.binder("a name that the loop carries").text}
	if wrapped && p.at(",") {
		p.failHelp(p.span(p.tok()), "each name has its own first value: `loop (x = 1, y = 2) …`", "found `,`, wanted `:` or `)`")
	}
	if p.accept(":") {
		x.Type = p.typ()
	}
	if wrapped {
		p.need(")", " after the name and its type")
	}
	x.Span = p.from(start)
	p.need("=", " and the first value of `"+x.Name+"`")
	l.Params = append(l.Params, x)
	l.Init = append(l.Init, p.expr())
}

// mapped reads the arguments of map.
//
//	map ::= "map" fn arg {arg}
//	arg ::= postfix
func (p *parser) mapped(name token) Expr {
	p.enter()
	defer p.leave()
	f := p.fn(name)
	if l, ok := f.(*Lambda); ok && l.Mapped {
		p.fail(p.span(p.barAt), "found `|` in the function of a map, which has no accumulators before it")
	}
	xs := p.arrays(name)
	return &Map{p.from(name), f, xs}
}

// reduce reads the arguments of reduce.
//
//	reduce ::= "reduce" fn arg arg {arg}
func (p *parser) reduce(name token) Expr {
	f, ne, xs := p.fold(name)
	return &Reduce{p.from(name), f, ne, xs}
}

// scan reads the arguments of scan.
//
//	scan ::= "scan" fn arg arg {arg}
func (p *parser) scan(name token) Expr {
	f, ne, xs := p.fold(name)
	return &Scan{p.from(name), f, ne, xs}
}

// fold reads the arguments of reduce or scan. If the neutral element is a tuple,
// its elements are the neutral elements.
func (p *parser) fold(name token) (f Expr, ne, xs []Expr) {
	p.enter()
	defer p.leave()
	f = p.fn(name)
	bar, at := p.bar, p.barAt
	ne = values(p.arg("the neutral element of `" + name.text + "`"))
	if l, ok := f.(*Lambda); ok && l.Mapped && bar != len(ne) && bar != len(ne)+1 {
		p.failHelp(p.span(at), "it stands after the accumulators, one for each neutral element", "found `|` after %s, and there are %s", diag.Count(bar, "parameter"), diag.Count(len(ne), "accumulator"))
	}
	return f, ne, p.arrays(name)
}

// arrays reads the arrays that map, reduce or scan goes over.
func (p *parser) arrays(name token) []Expr {
	xs := []Expr{p.arg("an array for `" + name.text + "`")}
	for p.atAtom() && !p.atStm(0) {
		xs = append(xs, p.arg(""))
	}
	return xs
}

// arg reads an argument by juxtaposition; what names it in messages.
func (p *parser) arg(what string) Expr {
	if p.at("-") && p.peek(1).isNumber() {
		p.failHelp(p.span(p.tok()), "put a negative number in parentheses: `(-1)`", "found `-`, wanted %s", what)
	}
	if !p.atAtom() {
		p.unexpected(what)
	}
	start := p.tok()
	return p.indices(start, p.atom(true))
}

// fn reads the function of map, reduce or scan: a name, or a function or
// operator in parentheses. Operators that are written as calls need no
// parentheses.
//
//	fn ::= x | "(" (lambda | op | "!" | fn) ")"
func (p *parser) fn(name token) Expr {
	t := p.tok()
	switch {
	case t.is(`\`):
		p.failHelp(p.span(t), "write `"+name.text+` (\x -> …) xs`+"`", "found a function without parentheses, wanted them around it")
	case t.isFunction():
		return p.fnName()
	case t.isOperator():
		p.failHelp(p.span(t), "write the operator in parentheses: `("+t.text+")`", "found `%s`, wanted the function of `%s`", t.text, name.text)
	case !t.is("("):
		p.unexpected("the function of `" + name.text + "`")
	}
	p.enter()
	defer p.leave()
	p.next()
	var f Expr
	switch inner := p.tok(); {
	case inner.is(`\`):
		f = p.lambda()
	case inner.is("!") || inner.isOperator():
		f = p.opFn()
	case inner.kind == tokInt || inner.kind == tokReal:
		p.failHelp(p.span(inner), `write `+"`"+`(\x -> `+inner.text+" "+p.peek(1).text+" x)`", "found `%s`, wanted a function or an operator", inner.text)
	default:
		f = p.fn(name)
	}
	if p.at(",") {
		p.failHelp(p.span(p.tok()), "write `"+name.text+" f xs`", "found `,`, wanted `)`: the arguments of `%s` have spaces between them", name.text)
	}
	if _, ok := f.(*Lambda); ok && !p.at(")") {
		p.unexpected("an operator, or `)` after the function")
	}
	if !p.at(")") && p.tok().kind != tokEnd {
		p.failHelp(p.span(p.tok()), `a function of some expression is written `+"`"+`(\x -> …)`+"`", "found %s, wanted `)` after the function", p.describe(p.tok()))
	}
	p.need(")", " after the function")
	return f
}

// fnName reads the name of a function that is not called.
func (p *parser) fnName() Expr {
	t := p.next()
	if p.tight("(") && (t.is("f64") || t.is("int")) {
		p.failHelp(p.from(t), "`"+t.text+"(xs)` is for a whole array; as a function of `map` it is `"+t.text+"` alone", "found a call of `%s`, wanted a function", t.text)
	}
	if p.tight("(") {
		p.failHelp(p.from(t), `write `+"`"+`(\x -> `+t.text+"(…, x))`", "found a call of `%s`, wanted a function", t.text)
	}
	if op, ok := called[t.text]; ok {
		return &OpFn{p.span(t), op}
	}
	if t.text == "map" {
		p.failHelp(p.span(t), "the elements of a matrix are its rows: `map (\\row -> map f row) m`", "found `map`, wanted a function of elements")
	}
	if t.kind == tokWord || builtins[t.text].apply {
		p.fail(p.span(t), "found `%s`, wanted a function of elements", t.text)
	}
	return &Var{Span: p.span(t), Name: t.text}
}

// opFn reads an operator as a function. It has no operand.
func (p *parser) opFn() Expr {
	t := p.next()
	if p.at(",") {
		p.failHelp(p.span(t), "an operator as a function stands in parentheses, and arguments have spaces between them: `reduce ("+t.text+") 0 xs`", "found an operator without operands, wanted `(%s)` or a function", t.text)
	}
	if !p.at(")") && p.tok().kind != tokEnd {
		p.failHelp(p.from(t), `write `+"`"+`(\x -> x `+t.text+" …)`", "found an operator with one operand, wanted `(%s)` or a function", t.text)
	}
	if t.text == "!" {
		return &OpFn{p.span(t), Not}
	}
	return &OpFn{p.span(t), binops[t.text]}
}

// lambda reads a function without a name. Groups of parameters are flattened, so
// `\(a, b) (x, y) -> …` has four; the outer groups are kept beside them.
//
//	lambda ::= "\" param {param} ["|" param {param}] "->" body
//	param ::= x | group
func (p *parser) lambda() Expr {
	p.enter()
	defer p.leave()
	start := p.next()
	l := &Lambda{}
	bar, barAt := 0, p.tok()
	for {
		if p.at("|") && len(l.Params) > 0 && bar == 0 {
			bar, barAt = len(l.Params), p.next()
		} else if p.at("(") {
			from := len(l.Params)
			l.Params = p.group(l.Params)
			if n := len(l.Params) - from; n > 1 {
				l.Groups = append(l.Groups, Group{from, n})
			}
		} else if len(l.Params) > bar && p.at("->") {
			break
		} else if len(l.Params) > 0 && p.tok().kind != tokName {
			if t := p.tok(); t.is("=") || t.is(":") {
				if p.peek(1).is(">") && !p.peek(1).space {
					t.text, t.end = "=>", p.peek(1).end
				}
				p.failHelp(p.span(t), `write `+"`"+`(\x -> …)`+"` or `"+`(\(x : int) -> …)`+"`", "found `%s`, wanted `->` and the body of the function", t.text)
			}
			p.unexpected("`->` and the body of the function, or another parameter")
		} else {
			x := p.binder("a parameter of the function")
			l.Params = append(l.Params, &Binding{Span: p.span(x), Name: x.text})
		}
	}
	p.next()
	l.Body = p.body()
	l.Span, l.Mapped = p.from(start), bar > 0
	p.bar, p.barAt = bar, barAt
	return l
}
