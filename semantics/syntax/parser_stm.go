package syntax

// body reads a body: statements and a result, or a result alone.
//
//	body ::= {stm ["in"]} "in" result | expr
func (p *parser) body() *Body {
	start := p.tok()
	if p.atStm(0) || p.at("in") {
		return p.block(start)
	}
	res := values(p.expr())
	return &Body{Span: p.from(start), Res: res}
}

// block reads the rest of a body that has statements. `in` may stand between
// two of them.
func (p *parser) block(start token, stms ...Stm) *Body {
	p.enter()
	defer p.leave()
	for {
		switch {
		case p.atStm(0):
			stms = append(stms, p.stm())
		case p.at("in") && p.atStm(1):
			p.next()
		case p.at("in"):
			p.next()
			res := p.result()
			return &Body{Span: p.from(start), Stms: stms, Res: res}
		default:
			p.unexpected("`in` and the result, or another `let`")
		}
	}
}

// result reads the values after an `in`.
//
//	result ::= expr | "(" ")"
func (p *parser) result() []Expr {
	if p.at("(") && p.peek(1).is(")") {
		p.pos += 2
		return nil
	}
	return values(p.expr())
}

// values are the parts of a tuple, or the expression alone.
func values(e Expr) []Expr {
	if t, ok := e.(*Tuple); ok {
		return t.Elems
	}
	return []Expr{e}
}

// atStm tells whether the token n after the next one starts a statement.
func (p *parser) atStm(n int) bool {
	t := p.peek(n)
	return t.is("let") || t.is("check") || p.atFree(n)
}

// atFree tells whether the token n after the next one starts `free m`. The name `free`
// does if another name follows. That ends the arrays of a map before it. A block that is
// itself called `free` must be in parentheses.
func (p *parser) atFree(n int) bool {
	t, m := p.peek(n), p.peek(n+1)
	return t.isFree() && (m.kind == tokName && !m.isFree() || m.is("(") && m.space && p.peek(n+2).isFree() && p.peek(n+3).is(")"))
}

// freed reads the rest of `free m`, and gives m.
func (p *parser) freed() *Var {
	wrapped := p.accept("(")
	m := p.next()
	if wrapped {
		p.next()
	}
	return &Var{Span: p.span(m), Name: m.text}
}

func (t token) isFree() bool { return t.kind == tokName && t.text == "free" }

// stm reads a statement.
//
//	stm ::= "let" pat "=" expr | "check" expr "=" expr | "free" (x | "(" "free" ")")
func (p *parser) stm() Stm {
	start := p.next()
	if start.text == "free" {
		m := p.freed()
		return &Free{Span: p.from(start), Block: m}
	}
	if start.text == "check" {
		x := p.expr()
		if p.at("==") {
			p.failHelp(p.span(p.tok()), "write `check a = b`", "found `==`, wanted `=`")
		}
		if b, ok := x.(*Binary); ok && b.Op == Eq && !p.at("=") {
			p.failHelp(x.GetSpan(), "write `check a = b`", "found a comparison, wanted two values with `=` between them")
		}
		p.need("=", " and the other value")
		y := p.expr()
		return &Check{Span: p.from(start), X: x, Y: y}
	}
	pat := p.pattern()
	p.need("=", " and the value to bind")
	e := p.expr()
	return &Let{Span: p.from(start), Pat: pat, Exp: e}
}

// pattern reads what a let binds. Nested patterns are flattened.
//
//	pat ::= x | group {group}
//	group ::= "(" item {"," item} ")"
//	item ::= x [":" type] | group
func (p *parser) pattern() []*Binding {
	if p.tok().kind == tokName {
		x := p.binder("a name to bind")
		switch t := p.tok(); {
		case t.is(","):
			p.failHelp(p.span(t), "several values are bound by `let ("+x.text+", y) = …`", "found `,`, wanted `=`")
		case t.is(":") && p.peek(1).is("="):
			p.unexpected("`=`")
		case t.is(":"):
			p.typedName(x)
		case t.kind == tokName && (x.text == "rec" || x.text == "mut"):
			p.failHelp(p.span(x), foreignWords[x.text], "found `%s` and more names, wanted one name or names in parentheses", x.text)
		case t.is("[") && p.equalsLater():
			p.failHelp(p.span(t), forChange, "found `[` after the name to bind, wanted `=`")
		case t.is("("), t.kind == tokName, t.is("["):
			p.failHelp(p.span(x), "a function is defined by `def "+x.text+" (x : int) = …`; several values are bound by `let (x, y) = …`",
				"found `%s` and more names, wanted one name or names in parentheses", x.text)
		}
		return []*Binding{{Span: p.span(x), Name: x.text}}
	}
	if !p.at("(") {
		p.unexpected("a name or `(` and names to bind")
	}
	var pat []*Binding
	for p.at("(") {
		pat = p.group(pat)
	}
	return pat
}

// typedName ends the parse at the `:` after a name without parentheses around it.
func (p *parser) typedName(x token) {
	at := p.span(p.next())
	typ := "int"
	p.try(func() { typ = Line(p.typ()) })
	p.failHelp(at, "a name with a type stands in parentheses: `let ("+x.text+" : "+typ+") = …`", "found `:`, wanted `=`")
}

func (p *parser) group(pat []*Binding) []*Binding {
	p.enter()
	defer p.leave()
	p.need("(", "")
	for {
		if start := p.tok(); p.at("(") {
			pat = p.group(pat)
		} else {
			x := p.binder("a name to bind")
			b := &Binding{Name: x.text}
			if p.accept(":") {
				b.Type = p.typ()
			}
			b.Span = p.from(start)
			pat = append(pat, b)
		}
		if !p.accept(",") {
			break
		}
	}
	p.need(")", " after the names to bind")
	return pat
}
