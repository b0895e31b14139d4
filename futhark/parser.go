package futhark

import (
	"fmt"
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// Parse reads a dump. The error is a *diag.Diagnostic at the first place that is not in the
// format, or the error of until. If until is given, it is asked for each token, and again
// while the program is checked and translated.
func Parse(src *diag.Source, until ...stop.Poll) (prog *Program, err error) {
	defer stop.Caught(&err)
	p := &parser{src: src, until: stop.Any(until), binds: map[int]string{}}
	p.toks = scan(src, p.until)
	defer func() {
		if e := recover(); e != nil {
			d, ok := e.(*diag.Diagnostic)
			if !ok {
				panic(e)
			}
			prog, err = nil, d
		}
	}()
	prog = p.program()
	prog.Until = p.until
	if len(prog.Funs) == 0 && len(prog.Consts) == 0 {
		panic(p.noDump("the text has no function"))
	}
	return prog, nil
}

// parser reads one token after another.
type parser struct {
	src   *diag.Source
	toks  []token
	at    int
	binds map[int]string // the names bound last, without their numbers

	until stop.Poll
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) take() token {
	p.until.Ask()
	t := p.toks[p.at]
	if t.kind != tokEnd {
		p.at++
	}
	return t
}

func (p *parser) span(t token) diag.Span { return diag.Span{Src: p.src, Start: t.start, End: t.end} }

// from returns the text from a token up to what was read last.
func (p *parser) from(t token) diag.Span {
	end := t.end
	if p.at > 0 {
		end = max(end, p.toks[p.at-1].end)
	}
	return diag.Span{Src: p.src, Start: t.start, End: end}
}

// is tells whether the next token is that word or symbol.
func (p *parser) is(text string) bool {
	t := p.peek()
	return (t.kind == tokWord || t.kind == tokSym) && t.text == text
}

// skip reads the next token if it is that word or symbol.
func (p *parser) skip(text string) bool {
	ok := p.is(text)
	if ok {
		p.at++
	}
	return ok
}

// want reads words and symbols that have to come.
func (p *parser) want(texts ...string) {
	for _, text := range texts {
		if !p.skip(text) {
			p.fail("`" + text + "`")
		}
	}
}

// fail ends the reading, because something else was wanted.
func (p *parser) fail(wanted string) {
	t := p.peek()
	what, cut := "`"+t.text+"`", p.cut(t)
	switch {
	case t.kind == tokEnd:
		what = "the end of the file"
	case t.kind == tokBad && t.text == `"`:
		what, wanted = "a text in quotes that does not end on its line", "`\"` at its end"
		cut = !strings.Contains(strings.TrimRight(p.src.Text[t.start:], " \r\n"), "\n")
	case t.kind == tokBad:
		what = fmt.Sprintf("the character %q", t.text)
	}
	d := diag.Errorf(diag.Syntax, "", p.span(t), "found %s, wanted %s", what, wanted)
	if cut {
		d.Helpf(cutOff)
	}
	panic(d)
}

const cutOff = "the dump is cut off: print it again with `futhark dev`"

// cut tells whether a dump ends with a token or right after it. A complete dump ends with a bracket.
func (p *parser) cut(t token) bool {
	return t.kind == tokEnd || t.text != "}" && strings.TrimSpace(p.src.Text[t.end:]) == ""
}

// unknown ends the reading at a word that is not one of the known ones.
func (p *parser) unknown(t token, what string, known ...string) {
	d := diag.Errorf(diag.Syntax, "", p.span(t), "%s `%s` is not known here", what, t.text)
	if p.cut(t) {
		panic(d.Helpf(cutOff))
	}
	if near := diag.Nearest(t.text, known); near != "" {
		panic(d.Helpf("did you mean `%s`?", near))
	}
	panic(d.Helpf("docs/futhark.md lists what is read; the format is that of Futhark 0.25.8, and of the versions from 0.25.12 on"))
}

// noDump returns the error that a text is not a dump at all.
func (p *parser) noDump(format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(diag.Syntax, "", p.span(p.peek()), format, args...).
		Helpf("a dump begins with `types {…}`, and then has functions: `entry(\"main\", …) entry_main (…) : {…} = {…}`;\n`futhark dev --seq-mem FILE.fut` prints one")
}

// word reads any word.
func (p *parser) word(wanted string) token {
	if p.peek().kind != tokWord {
		p.fail(wanted)
	}
	return p.take()
}

// number reads a number without a type.
func (p *parser) number(wanted string) int {
	t := p.peek()
	n, err := strconv.Atoi(t.text)
	if t.kind != tokNumber || err != nil {
		p.fail(wanted)
	}
	p.take()
	return n
}

// text reads a string and returns its value.
func (p *parser) text(wanted string) string {
	t := p.peek()
	if t.kind != tokText {
		p.fail(wanted)
	}
	p.take()
	return unquoted(t.text)
}

// list reads items with commas between two brackets.
func list[T any](p *parser, open, close string, item func() T) []T {
	p.want(open)
	var out []T
	for !p.skip(close) {
		if len(out) > 0 {
			p.want(",")
		}
		out = append(out, item())
	}
	return out
}

// named splits a word into its text and its tag.
func named(word string) (text string, tag int, ok bool) {
	k := strings.LastIndexByte(word, '_')
	if k < 0 {
		return word, 0, false
	}
	tag, err := strconv.Atoi(word[k+1:])
	return word[:k], tag, err == nil && tag >= 0
}

// name reads a variable.
func (p *parser) name() *Name {
	t := p.peek()
	text, tag, ok := named(t.text)
	if t.kind != tokWord || !ok {
		p.fail("a name with its number, such as `x_12`")
	}
	p.take()
	return &Name{p.span(t), text, tag}
}

// program ::= [name_source {n}] [types {…}] {let} {function}
func (p *parser) program() *Program {
	prog := &Program{Src: p.src}
	if p.skip("name_source") {
		p.want("{")
		p.number("the next number of a name")
		p.want("}")
	}
	if p.skip("types") {
		p.want("{")
		for !p.skip("}") {
			prog.Opaque = append(prog.Opaque, p.opaque())
		}
	}
	for p.atStm() {
		prog.Consts = append(prog.Consts, p.stm())
	}
	if t := p.peek(); p.at == 0 && t.kind != tokEnd && !p.is("fun") && !p.is("entry") && !p.is("#") {
		panic(p.noDump("this is no dump of Futhark's memory IR: it begins with `%s`", t.text))
	}
	for p.peek().kind != tokEnd {
		prog.Funs = append(prog.Funs, p.fun())
	}
	for _, f := range prog.Funs {
		if f.Entry != nil {
			f.Entry.Params, f.Entry.Results = prog.flat(f.Entry.Params), prog.flat(f.Entry.Results)
		}
	}
	return prog
}

// fun ::= {attribute} (fun | entry(…)) name (params) : {results} = {body}
func (p *parser) fun() *Fun {
	start := p.peek()
	f := &Fun{Attrs: p.attrs()}
	switch {
	case p.skip("fun"):
		f.Name = *p.name()
	case p.skip("entry"):
		f.Entry = p.entry()
		t := p.word("the name of the function")
		f.Name = Name{p.span(t), t.text, 0}
	default:
		p.fail("`entry` or `fun`")
	}
	f.Params = list(p, "(", ")", p.param)
	p.want(":")
	f.Ret = p.types()
	p.want("=")
	f.Body = p.body()
	f.Span = p.from(start)
	return f
}

// attrs ::= {#[…]}
func (p *parser) attrs() (attrs []string) {
	for p.is("#") && p.toks[p.at+1].text == "[" {
		start := p.take()
		p.take()
		for depth := 1; depth > 0; {
			switch t := p.take(); {
			case t.kind == tokEnd:
				p.fail("`]`")
			case t.text == "[":
				depth++
			case t.text == "]":
				depth--
			}
		}
		attrs = append(attrs, p.from(start).Text())
	}
	return attrs
}

// body ::= { {let} in {results} } | { {results} } | { results }
func (p *parser) body() *Body {
	start := p.peek()
	p.want("{")
	b := &Body{}
	if p.atStm() || p.is("in") || p.is("{") {
		b = p.open()
		p.want("}")
	} else {
		for !p.skip("}") {
			if len(b.Res) > 0 {
				p.want(",")
			}
			b.Res = append(b.Res, p.result())
		}
	}
	b.Span = p.from(start)
	return b
}

// open ::= {let} in {results} | {results}, as in a lambda.
func (p *parser) open() *Body {
	start := p.peek()
	b := &Body{}
	for p.atStm() {
		b.Stms = append(b.Stms, p.stm())
	}
	if len(b.Stms) > 0 || p.is("in") {
		p.want("in")
	}
	b.Res = list(p, "{", "}", p.result)
	b.Span = p.from(start)
	return b
}

// result reads an atom. The certificates before it already hold, because statements run in
// order.
func (p *parser) result() *Atom {
	certs := p.certs()
	a := p.atom()
	a.Certs = certs
	return a
}

// atStm tells whether a statement comes next, with or without its place in the source before it (0.25.30 and later).
func (p *parser) atStm() bool {
	return p.is("let") || p.peek().kind == tokText && p.toks[p.at+1].text == "let"
}

// stm ::= ["place"] let {pattern} = {#{certificates} | attribute} expression
func (p *parser) stm() *Stm {
	start := p.peek()
	place := ""
	if start.kind == tokText {
		place = p.text("the place in the source, as text")
	}
	p.want("let")
	s := &Stm{Pat: list(p, "{", "}", p.param)}
	p.want("=")
	for p.is("#") {
		s.Attrs = append(s.Attrs, p.attrs()...)
		s.Certs = append(s.Certs, p.certs()...)
	}
	s.Exp = p.exp()
	if a, ok := s.Exp.(*Assert); ok && a.At == "" {
		a.At = place
	}
	s.Span = p.from(start)
	return s
}

// certs ::= [#{name, …}]
func (p *parser) certs() []*Name {
	if !p.is("#") || p.toks[p.at+1].text != "{" {
		if p.is("#") && p.toks[p.at+1].text != "[" {
			p.take()
			p.fail("`{` or `[`")
		}
		return nil
	}
	p.take()
	return list(p, "{", "}", p.name)
}

// param ::= {attribute} name : type
func (p *parser) param() *Param {
	p.attrs()
	x := &Param{Name: *p.name()}
	p.binds[x.Tag] = x.Text
	p.want(":")
	x.Type = p.typ()
	return x
}
