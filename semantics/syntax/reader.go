package syntax

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
)

// Reader reads a text token by token, for a language that shares the scanner, the
// scalar expressions and the types with Fun (IMP). Its methods panic with a
// *diag.Diagnostic if the text is wrong. Try makes that an error.
type Reader struct{ p *parser }

// NewReader reads src. words are reserved in addition to those of Fun, and a
// semicolon is a symbol. It asks until, which may be nil, for each token.
func NewReader(src *diag.Source, until stop.Poll, words ...string) *Reader {
	toks, _ := scan(src, until)
	for i := range toks.len() {
		t := toks.at(i)
		if t.kind == tokName && slices.Contains(words, t.text) {
			t.kind = tokWord
		}
		if t.kind == tokBad && t.text == ";" {
			t.kind = tokSym
		}
	}
	end := token{kind: tokEnd, space: true}
	if n := toks.len(); n > 0 {
		end.start, end.end = toks.at(n-1).end, toks.at(n-1).end
	}
	return &Reader{&parser{src: src, toks: toks, last: true, end: end, until: until, plain: true}}
}

// Try runs a function that reads, and gives the error that ended it, or nil.
func (r *Reader) Try(read func()) error {
	if err := r.p.try(read); err != nil {
		return err
	}
	return nil
}

// At tells whether a reserved word or symbol comes next.
func (r *Reader) At(text string) bool { return r.p.at(text) }

// AtName tells whether a name comes next.
func (r *Reader) AtName() bool { return r.p.tok().kind == tokName }

// AtFree tells whether a statement `free x` comes next.
func (r *Reader) AtFree() bool { return r.p.atFree(0) }

// Freed reads `free x`, and gives x.
func (r *Reader) Freed() *Var {
	r.p.next()
	return r.p.freed()
}

// AtEnd tells whether the text has been read to its end.
func (r *Reader) AtEnd() bool { return r.p.tok().kind == tokEnd }

// Tight tells whether a symbol comes next with no space before it.
func (r *Reader) Tight(text string) bool { return r.p.tight(text) }

// Accept reads a reserved word or symbol if it comes next.
func (r *Reader) Accept(text string) bool { return r.p.accept(text) }

// Need reads a reserved word or symbol; what names its purpose, for messages.
func (r *Reader) Need(text, what string) { r.p.need(text, what) }

// Name reads a variable; what names its kind, for messages.
func (r *Reader) Name(what string) *Var {
	t := r.p.name(what)
	return &Var{Span: r.p.span(t), Name: t.text}
}

// Binder reads a name to be bound; what names what it is bound to, for messages.
func (r *Reader) Binder(what string) *Binding {
	t := r.p.binder(what)
	return &Binding{Span: r.p.span(t), Name: t.text}
}

// Text reads a text in quotation marks if one comes next, and returns what is
// between them.
func (r *Reader) Text() string {
	t := r.p.tok()
	if t.kind != tokText {
		return ""
	}
	r.p.next()
	return t.text[1 : len(t.text)-1]
}

// Expr reads an expression. For an operand, it reads one with operators that bind
// more strongly than comparisons.
func (r *Reader) Expr(operand bool) Expr {
	prec := 1
	if operand {
		prec = precConcat + 1
	}
	e := r.p.binary(prec)
	if r.p.toks.len() > maxHeight && height(e, r.p.until) > maxHeight {
		r.Fail(e.GetSpan(), "", "found operators chained more than %d deep, wanted a smaller expression", maxHeight)
	}
	return e
}

// Comparison reads a comparison operator if one comes next; `=` is Eq.
func (r *Reader) Comparison() (op Op, ok bool) {
	t := r.p.tok()
	op, ok = binops[t.text]
	switch {
	case t.is("="):
		op = Eq
	case !ok || t.kind != tokSym || !Ops[op].None:
		return 0, false
	}
	r.p.next()
	return op, true
}

// Type reads a type.
func (r *Reader) Type() *Type { return r.p.typ() }

// Start marks a place in the text, and returns the span from there to the end of
// what was read last.
func (r *Reader) Start() (span func() diag.Span) {
	t := r.p.tok()
	return func() diag.Span { return r.p.from(t) }
}

// Nest reads the inside of another construct; nesting has a limit.
func (r *Reader) Nest(read func()) {
	r.p.enter()
	read()
	r.p.leave()
}

// Fail ends the reading at a place, with a line of help, or "" for none.
func (r *Reader) Fail(at diag.Span, help, format string, args ...any) {
	d := diag.Errorf(diag.Syntax, "", at, format, args...)
	if help != "" {
		d.Helpf("%s", help)
	}
	panic(d)
}

// Unexpected ends the reading because the next token is not what was wanted.
func (r *Reader) Unexpected(wanted string) { r.p.unexpected(wanted) }
