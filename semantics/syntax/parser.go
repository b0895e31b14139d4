package syntax

import (
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/stop"
)

const (
	maxNesting = 4000   // how deep a construct may stand inside others
	maxHeight  = 10_000 // how long a chain such as a + b + … may be
	maxErrors  = 20     // how many declarations of a text are blamed at once
)

// parser reads one declaration: the tokens from one that starts in column 1 to
// the next such one (docs/language.md).
type parser struct {
	src    *diag.Source
	toks   *tokens
	pos    int
	last   bool  // no declaration comes after this one
	end    token // stands for everything after the last token
	depth  int
	apply  [2]int // where the last application that was read starts and ends
	until  stop.Poll
	bar    int // how many parameters come before a bar in the last function that was read; 0: there is no bar
	barAt  token
	called string // the name that an advice takes for that of a function
	plain  bool   // the text is in another language, such as IMP: how Fun writes a word does not help there
}

// Parse reads a file or a REPL entry. The error is a diag.List or a single diagnostic
// of kind Syntax. It reports every declaration that has an error, and the program holds
// the others. A diagnostic is Incomplete when more text could make it right. If until
// is given, it is asked for each token, and Parse returns its error.
//
//	program ::= {decl} [in]
func Parse(src *diag.Source, until ...stop.Poll) (prog *Program, err error) {
	defer stop.Caught(&err)
	poll := stop.Any(until)
	s := newScanner(src, poll)
	prog = &Program{Span: diag.Span{Src: src, Start: 0, End: len(src.Text)}}
	var errs diag.List
	toks := &tokens{}
	for last := false; !last && len(errs) < maxErrors; {
		last = s.declaration(toks)
		n := toks.len()
		if n == 0 {
			break
		}
		p := &parser{src: src, toks: toks, last: last, until: poll}
		p.end = token{kind: tokEnd, start: toks.at(n - 1).end, end: toks.at(n - 1).end, space: true}
		decls, err := p.decls()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, d := range decls {
			if in := prog.result(); in != nil {
				errs = append(errs, diag.Errorf(diag.Syntax, "", d.GetSpan(), "found a declaration after `in (…)`, wanted the end of the program").
					Note(in.Span, "this ends the program"))
				break
			}
			prog.Decls = append(prog.Decls, d)
		}
	}
	prog.Comments = s.comments
	prog.document(poll)
	return prog, errs.Err()
}

// ParseExpr reads a text that is one expression, in one or several lines; until is as
// for Parse.
func ParseExpr(src *diag.Source, until ...stop.Poll) (e Expr, err error) {
	defer stop.Caught(&err)
	toks, _ := scan(src, stop.Any(until))
	p := &parser{src: src, toks: toks, last: true, end: token{kind: tokEnd, start: len(src.Text), end: len(src.Text), space: true}, until: stop.Any(until)}
	if err := p.try(func() { e = p.expr(); p.wantEnd() }); err != nil {
		return nil, err
	}
	return e, nil
}

// startsDecl tells whether a token starts a declaration: it stands in column 1
// and is not one of the words and brackets that continue one.
func startsDecl(t token) bool {
	if !t.col1 {
		return false
	}
	switch t.text {
	case "in", "then", "else", "with", "do", ")", "]", "}":
		return false
	}
	return true
}

// result is the In that ends the program, or nil.
func (p *Program) result() *In {
	if n := len(p.Decls); n > 0 {
		in, _ := p.Decls[n-1].(*In)
		return in
	}
	return nil
}

// decls reads the declaration, and the `in (…)` that may follow it.
func (p *parser) decls() (decls []Decl, err *diag.Diagnostic) {
	err = p.try(func() {
		decls = append(decls, p.decl())
		if _, ended := decls[0].(*In); !ended && p.at("in") {
			if _, shown := decls[0].(*Show); shown && !p.tok().col1 && !p.plain {
				p.failHelp(p.span(p.tok()), "`member(x, xs)` tells whether x is an element of xs; `in` comes after `let x = …`", "found `in` after an expression, wanted an operator or the end of the declaration")
			}
			decls = append(decls, p.in())
		}
		p.wantEnd()
	})
	if err == nil && p.toks.len() > maxHeight {
		for _, d := range decls {
			if height(d, p.until) > maxHeight {
				err = diag.Errorf(diag.Syntax, "", d.GetSpan(), "found operators or branches chained more than %d deep, wanted a smaller expression", maxHeight)
			}
		}
	}
	return decls, err
}

// try runs a parse function and gives the diagnostic that ended it, or nil.
func (p *parser) try(parse func()) (err *diag.Diagnostic) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *diag.Diagnostic:
			err = r
		default:
			panic(r)
		}
	}()
	parse()
	return nil
}

// tok is the token to read next.
func (p *parser) tok() token { return p.peek(0) }

func (p *parser) peek(n int) token {
	if p.pos+n < p.toks.len() {
		return *p.toks.at(p.pos + n)
	}
	return p.end
}

func (p *parser) next() token {
	p.until.Ask()
	t := p.tok()
	if t.kind != tokEnd {
		p.pos++
	}
	return t
}

// at tells whether the next token is a reserved word or a symbol.
func (p *parser) at(text string) bool { return p.tok().is(text) }

// tight tells whether the next token is a symbol with no space before it.
func (p *parser) tight(text string) bool { return p.at(text) && !p.tok().space }

func (t token) is(text string) bool {
	return t.text == text && (t.kind == tokWord || t.kind == tokSym)
}

// accept reads the next token if it is the given one.
func (p *parser) accept(text string) bool {
	if p.at(text) {
		p.pos++
		return true
	}
	return false
}

// need reads the given token; what names its purpose, for messages.
func (p *parser) need(text, what string) token {
	if !p.at(text) {
		p.unexpected("`" + text + "`" + what)
	}
	return p.next()
}

// name reads a name; what names its kind, for messages.
func (p *parser) name(what string) token {
	if p.tok().kind != tokName {
		p.unexpected(what)
	}
	return p.next()
}

// binder reads a name to be bound; what names what it is bound to, for messages. A name
// that is built in would hide its function.
func (p *parser) binder(what string) token {
	name := p.name(what)
	if v, ok := truths[name.text]; ok {
		p.failHelp(p.span(name), "choose another name", "`%s` is the int %d and cannot be defined", name.text, v)
	}
	if _, ok := builtins[name.text]; ok || name.text == "R" {
		p.failHelp(p.span(name), "choose another name", "`%s` is built in and cannot be defined", name.text)
	}
	return name
}

// atAny tells whether the next token is one of the given ones.
func (p *parser) atAny(texts ...string) bool {
	for _, t := range texts {
		if p.at(t) {
			return true
		}
	}
	return false
}

// wantEnd refuses anything after a declaration.
func (p *parser) wantEnd() {
	if p.tok().kind != tokEnd {
		p.unexpected("an operator or the end of the declaration")
	}
}

// enter counts one more level of nesting, leave one less.
func (p *parser) enter() {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.span(p.tok()), "found a construct nested more than %d deep, wanted less nesting", maxNesting)
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) span(t token) diag.Span {
	return diag.Span{Src: p.src, Start: t.start, End: t.end}
}

// from is the span from a token up to the last one that was read.
func (p *parser) from(t token) diag.Span {
	s := diag.Span{Src: p.src, Start: t.start, End: t.end}
	if p.pos > 0 {
		s.End = max(s.End, p.toks.at(p.pos-1).end)
	}
	return s
}

// fail ends the parse of this declaration.
func (p *parser) fail(at diag.Span, format string, args ...any) {
	panic(diag.Errorf(diag.Syntax, "", at, format, args...))
}

// failHelp ends it with a line of help.
func (p *parser) failHelp(at diag.Span, help, format string, args ...any) {
	panic(diag.Errorf(diag.Syntax, "", at, format, args...).Helpf("%s", help))
}

// unexpected ends the parse because the next token is not what was wanted.
func (p *parser) unexpected(wanted string) {
	t := p.tok()
	d := diag.Errorf(diag.Syntax, "", p.span(t), "found %s, wanted %s", p.describe(t), wanted)
	symbol, at, help := p.foreignSymbol(wanted)
	switch {
	case t.kind == tokBad && t.text == ";":
		d.Msg, d.Help = t.bad, p.semicolon()
	case t.kind == tokBad:
		d.Msg, d.Help = t.bad, t.help
	case t.kind == tokEnd:
		d.Incomplete = p.last
		d.Help = formAdvice(wanted)
		if !p.last && d.Help != forLets {
			const column = "a line that starts in column 1 starts a new declaration; indent the lines that continue this one"
			if d.Help != "" && strings.HasPrefix(wanted, "an array for") {
				d.Help += "; " + column
			} else {
				d.Help = column
			}
		}
	case symbol != "":
		d = diag.Errorf(diag.Syntax, "", at, "found `%s`, wanted %s", symbol, wanted).Helpf("%s", help)
	default:
		p.called = ""
		d.Help = p.advice(t, wanted)
		d.Called = p.called
	}
	panic(d)
}

// describe names a token in a message.
func (p *parser) describe(t token) string {
	switch {
	case t.kind == tokEnd && p.last:
		return "the end of the text"
	case t.kind == tokEnd:
		return "the end of the declaration"
	case t.kind == tokWord:
		return "the reserved word `" + t.text + "`"
	case len(t.text) > 40:
		return "`" + string([]rune(t.text)[:min(37, len([]rune(t.text)))]) + "…`"
	}
	return "`" + t.text + "`"
}

// isNumber tells whether a token is a number.
func (t token) isNumber() bool {
	return t.kind == tokInt || t.kind == tokReal || t.is("nan") || t.is("inf")
}

// number is the literal of a token.
func (p *parser) number(t token) Expr {
	if t.kind == tokInt {
		return p.integer(t)
	}
	val, _ := strconv.ParseFloat(strings.ReplaceAll(t.text, "_", ""), 64) // an infinity if it is out of range
	return &RealLit{p.span(t), t.text, val}
}

// integer is the literal of a token.
func (p *parser) integer(t token) *IntLit {
	text := t.text
	if len(text) > 1 && isDigit(text[1]) || strings.HasPrefix(text, "0_") {
		text = strings.TrimLeft(text, "0_")
		if text == "" {
			text = "0"
		}
	}
	k, err := num.Parse(text)
	if err != nil {
		p.fail(p.span(t), "found %s, which is not an integer", p.describe(t))
	}
	return &IntLit{Span: p.span(t), Val: k, Text: t.text}
}
