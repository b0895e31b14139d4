package syntax

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// decl reads a declaration. A statement with more text after it is the start of
// an expression. An `in` in column 1 is not part of it but ends a core program
// (Fig. 1).
//
//	decl ::= def | import | stm | in | expr
func (p *parser) decl() Decl {
	start := p.tok()
	switch {
	case p.at("def"):
		return p.def()
	case p.at("import"):
		return p.imports()
	case p.at("in"):
		return p.in()
	case p.atStm(0):
		s := p.stm()
		if !p.atStm(0) && !p.at("in") || p.at("in") && p.tok().col1 {
			return s
		}
		b := p.block(start, s)
		return &Show{p.from(start), &Block{b.Span, b}}
	}
	e := p.expr()
	return &Show{p.from(start), e}
}

// imports reads an import.
//
//	import ::= "import" text ["as" x]
func (p *parser) imports() *Import {
	start := p.next()
	t := p.tok()
	if t.kind != tokText {
		p.unexpected("the name of a file as in `import \"file.fun\"`")
	}
	p.next()
	path := t.text[1 : len(t.text)-1]
	if strings.TrimSpace(path) == "" {
		p.fail(p.span(t), "found an empty text, wanted the name of a file")
	}
	as := ""
	if t := p.tok(); t.kind == tokName && t.text == "as" {
		p.next()
		as = p.alias()
	} else if t.kind == tokName {
		p.failHelp(p.span(t), "write `import \""+path+"\" as "+t.text+"`", "found `%s`, wanted `as` or the end of the declaration", t.text)
	}
	return &Import{p.from(start), path, as}
}

// alias reads the name that an import gives to its file.
func (p *parser) alias() string {
	const what = "a name for the file, as in `import \"file.fun\" as f`"
	if t := p.tok(); t.kind == tokText || t.isNumber() {
		p.failHelp(p.span(t), "a name is a letter with letters and digits after it", "found `%s`, wanted %s", t.text, what)
	}
	t := p.binder(what)
	if t.text == "_" || strings.Contains(t.text, ".") {
		p.failHelp(p.span(t), "choose another name", "found `%s`, wanted %s", t.text, what)
	}
	return t.text
}

// in reads the result of a core program.
//
//	in ::= "in" expr
func (p *parser) in() *In {
	start := p.need("in", "")
	res := p.result()
	return &In{p.from(start), res}
}

// def reads a function.
//
//	def ::= "def" x {"[" x "]"} {param} [":" ret] "=" body
func (p *parser) def() *Def {
	start := p.need("def", "")
	name := p.binder("the name of a function")
	d := &Def{Name: name.text, NameAt: p.span(name)}
	for p.at("[") {
		p.next()
		x := p.binder("the name of a size parameter")
		d.Sizes = append(d.Sizes, &Binding{Span: p.span(x), Name: x.text})
		p.need("]", " after the size parameter")
	}
	if p.at("(") && p.peek(1).is(")") {
		p.pos += 2
	}
	for p.at("(") {
		d.Params = append(d.Params, p.param())
	}
	if p.at("[") {
		p.failHelp(p.span(p.tok()), "size parameters come before the others: `def f [n] (x : [n]int) = …`",
			"found `[` after a parameter, wanted `:` or `=`")
	}
	if p.tok().kind == tokName {
		p.failHelp(p.span(p.tok()), p.typed(), "found `%s`, wanted a parameter with its type", p.tok().text)
	}
	if p.at("->") {
		p.failHelp(p.span(p.tok()), "the type of the result stands after `:`, as in `def f (x : int) : int = …`", "found `->`, wanted `:` or `=`")
	}
	if p.accept(":") {
		d.Ret = p.ret()
	}
	p.need("=", " and the body of the function")
	d.Body = p.body()
	d.Span = p.from(start)
	return d
}

// param reads one parameter. A star marks one whose block may be overwritten.
//
//	param ::= "(" ["*"] x ":" type ")"
func (p *parser) param() *Binding {
	start := p.next()
	unique := p.accept("*")
	x := p.binder("the name of a parameter")
	if !p.at(":") && p.tok().kind != tokEnd {
		p.pos--
		p.failHelp(p.span(x), p.typed(), "found the parameter `%s` without a type, wanted `:` and its type", x.text)
	}
	p.need(":", " and the type of the parameter")
	if p.at("*") {
		p.failHelp(p.span(p.tok()), "write `(*"+x.text+" : …)`", "found `*`, wanted a type: the star stands before the name of the parameter")
	}
	t := p.typ()
	if p.at(",") {
		p.failHelp(p.span(p.tok()), "each parameter stands in parentheses of its own, as in `(x : int) (y : int)`", "found `,`, wanted `)` after the type of the parameter")
	}
	p.need(")", " after the type of the parameter")
	return &Binding{Span: p.from(start), Name: x.text, Type: t, Unique: unique}
}

// typed is how to write the parameters that come next without types.
func (p *parser) typed() string {
	var ints []string
	for k := 0; p.peek(k).kind == tokName; k++ {
		ints = append(ints, "("+p.peek(k).text+" : int)")
		for p.peek(k+1).is(",") || p.peek(k+1).is(")") || p.peek(k+1).is("(") {
			k++
		}
	}
	x := p.tok().text
	return "write `" + strings.Join(ints, " ") + "`; an array is `[n] (" + x + " : [n]int)`"
}

// ret reads the result types of a function. A named int result that a later
// type mentions is the size of that result (Fig. 2).
//
//	ret ::= type | "(" [x ":"] type {"," [x ":"] type} ")"
func (p *parser) ret() []*Binding {
	if !p.at("(") {
		t := p.typ()
		return []*Binding{{Span: t.Span, Type: t}}
	}
	p.next()
	var ret []*Binding
	for {
		start := p.tok()
		r := &Binding{}
		if start.kind == tokName && (start.text != "num" || p.peek(1).is(":")) {
			r.Name = p.binder("the name of a result").text
			p.need(":", " and the type of the result `"+r.Name+"`")
		}
		r.Type = p.typ()
		r.Span = p.from(start)
		ret = append(ret, r)
		if !p.accept(",") {
			break
		}
	}
	p.need(")", " after the types of the results")
	return ret
}

// document sets the Doc of the declarations: the comments on the lines right
// above them.
func (p *Program) document(until stop.Poll) {
	above := map[int]Comment{} // the comments that have their line for themselves, by line
	for _, c := range p.Comments {
		until.Ask()
		line, _ := c.Position()
		if strings.TrimSpace(c.Src.Line(line)) == c.Text {
			above[line] = c
		}
	}
	for _, d := range p.Decls {
		until.Ask()
		switch d := d.(type) {
		case *Let:
			d.Doc = docAbove(d.Span, above)
		case *Def:
			d.Doc = docAbove(d.Span, above)
		}
	}
}

func docAbove(at diag.Span, above map[int]Comment) string {
	var lines []string
	line, _ := at.Position()
	for line--; ; line-- {
		c, ok := above[line]
		if !ok {
			break
		}
		lines = append(lines, strings.TrimPrefix(strings.TrimLeft(c.Text, "-"), " "))
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}
