package imp

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Words are the reserved words of IMP in addition to those of Fun.
var Words = []string{"done", "fi", "input", "return", "skip", "var"}

// Parse reads an IMP program. The error is a diagnostic of kind Syntax, or the error of
// until. If until is given, it is asked for each token.
//
//	program ::= {input x : type ;} [s ;] [return out {, out}]
func Parse(src *diag.Source, until ...stop.Poll) (prog *Program, err error) {
	defer stop.Caught(&err)
	p := &parser{syntax.NewReader(src, stop.Any(until), Words...)}
	prog = &Program{Span: diag.Span{Src: src, Start: 0, End: len(src.Text)}}
	err = p.Try(func() {
		for p.At("input") {
			prog.Inputs = append(prog.Inputs, p.input())
			if !p.Accept(";") {
				break
			}
		}
		if !p.At("return") && !p.AtEnd() {
			prog.Body = p.stms("a statement")
		}
		if p.Accept("return") {
			prog.Return = p.results()
		}
		if !p.AtEnd() {
			p.Unexpected("`;` and a statement, or the end of the program")
		}
	})
	if err != nil {
		return nil, err
	}
	return prog, nil
}

type parser struct{ *syntax.Reader }

// input reads an input.
//
//	input ::= "input" x ":" type
func (p *parser) input() *syntax.Binding {
	p.Need("input", "")
	x := p.Binder("the name of the input")
	p.Need(":", " and the type of the input")
	x.Type = p.typ()
	return x
}

// results reads what the program gives.
//
//	out ::= se ":" type
func (p *parser) results() []*Result {
	var res []*Result
	for {
		span := p.Start()
		r := &Result{X: p.scalar()}
		p.Need(":", " and the type of the result")
		r.Type = p.typ()
		r.Span = span()
		res = append(res, r)
		if !p.Accept(",") {
			return res
		}
	}
}

// stms reads statements in sequence; what names the wanted text, for messages. A
// semicolon may follow the last one.
//
//	s ::= stm {";" stm} [";"]
func (p *parser) stms(what string) (list []Stm) {
	for {
		list = append(list, p.stm(what))
		if !p.Accept(";") || p.AtEnd() || p.At("return") || p.ends() {
			return list
		}
	}
}

// ends tells whether the next token is a word that ends an enclosing statement.
func (p *parser) ends() bool { return p.At("else") || p.At("fi") || p.At("done") }

// stm reads one statement.
//
//	stm ::= "skip" | "var" x ":" type | x "<-" value | x "[" se "]" "<-" se
//	      | "if" se "then" s "else" s "fi" | "kernel" x "<=" se "do" s "done"
//	      | "for" x "<=" se "do" s "done" | "while" se "do" s "done" | check
//	      | "free" x
func (p *parser) stm(what string) (s Stm) {
	span := p.Start()
	p.Nest(func() {
		switch {
		case p.Accept("skip"):
			s = &Skip{span()}
		case p.Accept("var"):
			s = p.declare(span)
		case p.Accept("if"):
			s = p.cond(span)
		case p.Accept("kernel"):
			x, n, body := p.loop("the kernel")
			s = &Kernel{Span: span(), X: x, N: n, Body: body}
		case p.Accept("for"):
			x, n, body := p.loop("the loop")
			s = &For{Span: span(), X: x, N: n, Body: body}
		case p.Accept("while"):
			c := p.scalar()
			s = &While{Cond: c, Body: p.body("the loop")}
			s.(*While).Span = span()
		case p.Accept("check"):
			s = p.check(span)
		case p.AtFree():
			x := p.Freed()
			s = &Free{span(), x}
		case p.AtName():
			s = p.assign(span)
		default:
			p.Unexpected(what)
		}
	})
	return s
}

func (p *parser) declare(span func() diag.Span) Stm {
	x := p.Binder("the name of the variable")
	p.Need(":", " and the type of the variable")
	x.Type = p.typ()
	return &Declare{span(), x}
}

func (p *parser) cond(span func() diag.Span) Stm {
	c := p.scalar()
	p.Need("then", " and a statement")
	then := p.stms("the statement of the branch")
	p.Need("else", " and the other branch, or `;` and a statement")
	els := p.stms("the statement of the branch")
	p.Need("fi", ", or `;` and a statement")
	return &If{span(), c, then, els}
}

// loop reads what kernels and for loops have in common; of says which one it is.
func (p *parser) loop(of string) (*syntax.Binding, syntax.Expr, []Stm) {
	x := p.Binder("the name of the index")
	p.Need("<=", " and the bound of "+of)
	n := p.scalar()
	return x, n, p.body(of)
}

func (p *parser) body(of string) []Stm {
	p.Need("do", " and the body of "+of)
	body := p.stms("the body of " + of)
	p.Need("done", ", or `;` and a statement")
	return body
}

// assign reads a statement that begins with a name.
//
//	value ::= "alloc" se | x "[" se "]" | se
func (p *parser) assign(span func() diag.Span) Stm {
	x := p.Name("a variable")
	if p.Tight("[") {
		at := p.offset()
		p.arrow("what to write there")
		e := p.scalar()
		return &Write{span(), x, at, e}
	}
	p.arrow("what to assign")
	if p.Accept("alloc") {
		n := p.scalar()
		return &Alloc{span(), x, n}
	}
	e := p.Expr(false)
	if ix, ok := e.(*syntax.Index); ok {
		if y, isVar := ix.X.(*syntax.Var); isVar && len(ix.At) == 1 {
			p.wantScalar(ix.At[0])
			return &Read{Span: span(), X: x, Y: y, At: ix.At[0]}
		}
	}
	p.wantScalar(e)
	return &Assign{span(), x, e}
}

// offset reads [se].
func (p *parser) offset() syntax.Expr {
	p.Need("[", "")
	at := p.scalar()
	p.Need("]", " after the offset")
	return at
}

// arrow reads <-, which to the scanner is a comparison and a minus.
func (p *parser) arrow(what string) {
	p.Need("<", "`-` and "+what)
	if !p.Tight("-") {
		p.Unexpected("`<-` and " + what)
	}
	p.Need("-", "")
}

// check reads a check.
//
//	check ::= "check" term rel term {rel term} [text]
//	rel   ::= "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
func (p *parser) check(span func() diag.Span) Stm {
	c := &Check{Terms: []syntax.Expr{p.term()}}
	for {
		op, ok := p.Comparison()
		if !ok {
			break
		}
		c.Rels = append(c.Rels, op)
		c.Terms = append(c.Terms, p.term())
	}
	if len(c.Rels) == 0 {
		p.Unexpected("a comparison")
	}
	c.Why = p.Text()
	c.Span = span()
	return c
}

// term reads what a check compares.
//
//	term ::= se | "length" "(" x ")"
func (p *parser) term() syntax.Expr {
	e := p.Expr(true)
	if l, ok := e.(*syntax.Length); ok {
		if _, isVar := l.X.(*syntax.Var); isVar {
			return e
		}
	}
	p.wantScalar(e)
	return e
}

// scalar reads a scalar expression se.
func (p *parser) scalar() syntax.Expr {
	e := p.Expr(false)
	p.wantScalar(e)
	return e
}

// typ reads a type. Its sizes, and where an array lies, are scalar expressions.
func (p *parser) typ() *syntax.Type {
	t := p.Type()
	parts := slices.Clone(t.Dims)
	if t.Mem != nil {
		parts = append(parts, t.Mem.L.Offset)
		for _, d := range t.Mem.L.Dims {
			parts = append(parts, d.Size, d.Stride)
		}
	}
	for _, e := range parts {
		p.wantScalar(e)
	}
	return t
}

// wantScalar refuses anything but a scalar expression.
func (p *parser) wantScalar(e syntax.Expr) {
	syntax.Walk(e, func(n syntax.Node) bool {
		switch e := n.(type) {
		case *syntax.Index:
			p.Fail(e.Span, "read it into a variable first: `x <- "+syntax.Line(e)+"`", "found a read in an expression, wanted one on its own")
		case *syntax.Binary:
			if e.Op == syntax.And || e.Op == syntax.Or {
				p.Fail(e.Span, "write two ifs, or `min(a, b)` and `max(a, b)` of truths", "found `%s`, which IMP does not have", e.Op)
			}
			return true
		}
		if e, ok := n.(syntax.Expr); !ok || !syntax.IsScalar(e) {
			p.Fail(n.GetSpan(), "", "found what is no scalar expression, wanted numbers, variables and operators")
		}
		return true
	})
}
