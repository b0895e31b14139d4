package syntax

import (
	"cmp"

	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// expr reads an expression. A `with` changes an application, which may be in
// parentheses, so `a + b with [i] = v` is an error. The new value reaches as far
// as its operators do, and the next `with` changes the result.
//
//	expr ::= opexpr | application {"with" "[" ix {"," ix} "]" "=" opexpr}
func (p *parser) expr() Expr {
	start, pos := p.tok(), p.pos
	e := p.binary(1)
	if p.at("with") && p.apply != [2]int{pos, p.pos} {
		p.failHelp(e.GetSpan(), "put it in parentheses: `(…) with [i] = v`", "found an operator or a body in front of `with`, wanted a name or an application")
	}
	for p.accept("with") {
		p.need("[", " and the index of what changes")
		at, kept := p.ixs()
		second := p.tok()
		for p.accept("[") {
			more, _ := p.ixs()
			at = append(at, more...)
		}
		p.need("=", " and the new value")
		v := p.binary(1)
		e = &With{p.from(start), e, at, v}
		if second.is("[") {
			p.secondIndex(second, e, kept)
		}
	}
	return e
}

// secondIndex ends the parse at an index after the index of an update. whole is
// the update with all indices in one pair of brackets. kept says that the first
// index keeps a dimension, and then whole is not suggested.
func (p *parser) secondIndex(t token, whole Expr, kept bool) {
	help := "the indices stand in one pair of brackets: `x with [i, j] = v`"
	if text := Line(whole); !kept && len(text) <= 80 {
		help = "write `" + text + "`"
	}
	p.failHelp(p.span(t), help, "found a second index, wanted `=` and the new value")
}

// binary reads operators that bind at least as strongly as prec. The `+` before
// the `{` of an LMAD is not an operator. `x ++ y ++ z` is one Concat.
//
//	opexpr ::= unary {op unary}
func (p *parser) binary(prec int) Expr {
	p.enter()
	defer p.leave()
	start := p.tok()
	left := p.unary()
	for {
		t := p.tok()
		if t.is("++") && prec <= precConcat {
			left = p.concat(start, left)
			continue
		}
		op := binops[t.text]
		if !t.isOperator() || Ops[op].Prec < prec || t.text == "+" && p.peek(1).is("{") {
			return left
		}
		p.next()
		if next := p.tok(); t.is("<") && next.is("-") && !next.space && p.peek(1).space {
			help := forAssign
			if p.toks.at(p.pos - 2).is("]") {
				help = forChange
			} else if p.depth > 1 && p.toks.at(0).is("[") {
				help = "an array of computed elements is `map (\\x -> …) xs`"
			}
			p.failHelp(diag.Span{Src: p.src, Start: t.start, End: next.end}, help+"; to compare with a negative number write `x < -1`", "found `<-`, wanted an operator")
		}
		side := Ops[op].Prec + 1
		if Ops[op].Right {
			side--
		}
		right := p.binary(side)
		left = &Binary{Span: p.from(start), Op: op, X: left, Y: right}
		if Ops[op].None && p.tok().isOperator() && Ops[binops[p.tok().text]].None {
			p.failHelp(p.span(p.tok()), "write `a < b && b < c`, or put one of them in parentheses",
				"found a second comparison `%s`, wanted one: comparisons do not chain", p.tok().text)
		}
	}
}

// concat reads the operands after the first one of a chain of ++.
func (p *parser) concat(start token, first Expr) Expr {
	xs := []Expr{first}
	for p.accept("++") {
		xs = append(xs, p.binary(precConcat+1))
	}
	return &Concat{p.from(start), xs, true}
}

// unary reads the operators that stand before an operand, and the constructs that
// reach as far to the right as they can. A minus before a number is part of it.
//
//	unary ::= ("-" | "!") unary | if | kernel | loop | block | application
func (p *parser) unary() Expr {
	start := p.tok()
	switch {
	case p.at("-"), p.at("!"):
		p.enter()
		defer p.leave()
		op := Neg
		if p.next().text == "!" {
			op = Not
		}
		literal := p.tok().isNumber() && op == Neg
		x := p.unary()
		if k, ok := x.(*IntLit); ok && literal {
			return &IntLit{Span: p.from(start), Val: k.Val.Neg(), Text: "-" + k.Text}
		}
		if k, ok := x.(*RealLit); ok && literal {
			return &RealLit{Span: p.from(start), Val: -k.Val, Text: "-" + k.Text}
		}
		return &Unary{Span: p.from(start), Op: op, X: x}
	case p.at("if"):
		return p.ifExpr()
	case p.at("kernel"):
		return p.kernel()
	case p.at("loop"):
		return p.loop()
	case p.atStm(0):
		b := p.block(start)
		return &Block{b.Span, b}
	}
	pos := p.pos
	e := p.indices(start, p.atom(false))
	p.apply = [2]int{pos, p.pos}
	return e
}

// ifExpr reads a conditional. A chain of them is no deeper than one.
//
//	if ::= "if" expr "then" body "else" body
func (p *parser) ifExpr() Expr {
	p.enter()
	defer p.leave()
	var chain []*If
	var starts []token
	for len(chain) == 0 || p.at("if") {
		starts = append(starts, p.need("if", ""))
		cond := p.expr()
		p.need("then", " or an operator")
		then := p.body()
		p.need("else", " and the other branch")
		chain = append(chain, &If{Cond: cond, Then: then})
	}
	els := p.body()
	for i := len(chain) - 1; ; i-- {
		chain[i].Span, chain[i].Else = p.from(starts[i]), els
		if i == 0 {
			return chain[0]
		}
		els = &Body{Span: chain[i].Span, Res: []Expr{chain[i]}}
	}
}

// kernel reads a kernel with one or several indices.
//
//	kernel ::= "kernel" bound {"," bound} "do" body
func (p *parser) kernel() Expr {
	p.enter()
	defer p.leave()
	start := p.need("kernel", "")
	if p.at("(") {
		p.failHelp(p.span(p.tok()), "write `kernel i <= n do …`: no parentheses, and i runs from 1 to n", "found `(`, wanted the name of the kernel's index")
	}
	var index []Bound
	for {
		index = append(index, p.bound("the name of the kernel's index"))
		if !p.accept(",") {
			break
		}
	}
	p.need("do", " and the body of the kernel")
	b := p.body()
	return &Kernel{p.from(start), index, b}
}

// bound reads an index with its bound; what names its construct in messages.
//
//	bound ::= x "<=" expr
func (p *parser) bound(what string) Bound {
	x := p.binder(what)
	p.need("<=", " and the bound of the index")
	n := p.expr()
	return Bound{&Binding{Span: p.span(x), Name: x.text}, n}
}

// indices reads the indices after an atom.
//
//	application ::= builtin postfix | ("map" | "reduce" | "scan") … | postfix
//	postfix ::= atom {"[" ix {"," ix} "]"}
func (p *parser) indices(start token, e Expr) Expr {
	for p.tight("[") {
		p.next()
		ixs, kept := p.ixs()
		if kept {
			e = &Slice{p.from(start), e, ixs}
			continue
		}
		at := make([]Expr, len(ixs))
		for i, ix := range ixs {
			at[i] = ix.Off
		}
		e = &Index{p.from(start), e, at}
	}
	if p.tight("(") {
		p.failHelp(p.span(p.tok()), "all arguments stand in one pair of parentheses: `f(x, y)`", "found `(` after an expression, wanted a function's name in front of it: functions are not values")
	}
	return e
}

// ixs reads the contents of the brackets of an index; kept tells whether a
// dimension is left.
//
//	ix ::= expr | expr ":" expr [":" expr] | ":" | expr "+" "{" pair {[","] pair} "}"
func (p *parser) ixs() (ixs []Ix, kept bool) {
	for {
		start := p.tok()
		var ix Ix
		switch {
		case p.accept(":"):
			ix.Kind = IxAll
			if !p.atAny(",", "]") && p.tok().kind != tokEnd {
				p.failHelp(p.span(start), fromStart(p.tok()), "found `:` without an offset, wanted one in front of it")
			}
		case p.at("]"):
			p.unexpected("an index")
		default:
			ix.Off = p.expr()
			if p.at("+") { // before a `{`
				ix.Kind, ix.Dims = IxFlat, p.pairs()
			} else if p.accept(":") {
				ix.Kind = IxRange
				if p.atAny(",", "]") {
					p.failHelp(p.span(start), "a slice is offset : size: the elements from o on are `x[o : length(x) - o + 1]`, or `drop(o - 1, x)`; `:` alone is the whole dimension", "found no size after `:`, wanted one")
				}
				ix.Size = p.expr()
				if p.accept(":") {
					ix.Stride = p.expr()
				}
			}
		}
		ix.Span = p.from(start)
		kept = kept || ix.Kind != IxFix
		ixs = append(ixs, ix)
		if !p.accept(",") {
			break
		}
	}
	p.need("]", " after the index")
	return ixs, kept
}

// atom reads an expression that ends by itself. An argument by juxtaposition
// takes no argument itself.
//
//	atom ::= int | real | x | call | "(" expr {"," expr} ")" | "[" [expr {"," expr}] "]"
func (p *parser) atom(juxtaposed bool) Expr {
	switch t := p.tok(); {
	case t.isNumber():
		return p.number(p.next())
	case t.isFunction():
		return p.applied(juxtaposed)
	case t.is(`\`):
		p.failHelp(p.span(t), cmp.Or(p.calledWith(p.pos), "it stands as the function of `map`, `reduce` or `scan`, as in `map (\\x -> x + 1) xs`; `def` gives a function a name"),
			"found a function without a name, wanted an expression: functions are not values")
	case t.is("("):
		p.next()
		if (p.tok().isOperator() || p.at("!")) && p.peek(1).is(")") {
			p.failHelp(p.span(t), cmp.Or(p.calledWith(p.pos-1), "it stands as the function of `map`, `reduce` or `scan`, as in `reduce (+) 0 xs`"),
				"found the function `(%s)`, wanted an expression: functions are not values", p.tok().text)
		}
		if p.at(")") {
			p.fail(p.from(t), "found `()`, wanted a value in the parentheses")
		}
		es := p.list(")", " after the expression")
		if len(es) == 1 {
			return es[0]
		}
		return &Tuple{p.from(t), es}
	case t.is("["):
		p.next()
		if p.accept("]") {
			return &Literal{Span: p.from(t)}
		}
		es := p.list("]", " after the elements")
		return &Literal{p.from(t), es}
	}
	p.unexpected("an expression")
	return nil
}

// list reads expressions up to the bracket that closes them.
func (p *parser) list(closing, what string) []Expr {
	es := []Expr{p.expr()}
	for p.accept(",") {
		es = append(es, p.expr())
	}
	if !p.at(closing) {
		p.unexpected("`" + closing + "`" + what + ", `,` or an operator")
	}
	p.next()
	return es
}

// args reads the arguments of a call.
func (p *parser) args() []Expr {
	p.need("(", "")
	if p.accept(")") {
		return nil
	}
	return p.list(")", " after the arguments")
}

// truths are the names of ints that conditions are: there is no type of truth values.
var truths = map[string]int64{"true": 1, "false": 0}

// applied reads a name, or a call of the function of that name.
//
//	call ::= x "(" [expr {"," expr}] ")"
func (p *parser) applied(juxtaposed bool) Expr {
	t := p.next()
	if v, ok := truths[t.text]; ok {
		if p.tight("(") {
			p.failHelp(p.span(t), "", "`%s` is the int %d, and no function", t.text, v)
		}
		return &IntLit{Span: p.span(t), Val: num.Of(v), Text: t.text}
	}
	b, built := builtins[t.text]
	if built && b.apply {
		if juxtaposed {
			p.mustWrap(t)
		}
		return b.parse(p, t)
	}
	switch {
	case p.tight("("):
		if t.text == "R" {
			p.failHelp(p.span(t), "it is a whole LMAD, as in `[3]int @ m -> R(3)`; one with an offset has pairs of a size and a stride: `2 + {(3 : 1)}`", "found `R(…)`, the row-major LMAD, wanted an expression")
		}
		if built {
			return p.builtin(t, b, p.args)
		}
		at := p.span(t)
		args := p.args()
		return &Call{Span: p.from(t), Fn: t.text, FnAt: at, Args: args}
	case built && b.unary() && p.atAtom() && p.tok().space:
		if juxtaposed {
			p.mustWrap(t)
		}
		return p.builtin(t, b, func() []Expr {
			p.enter()
			defer p.leave()
			start := p.tok()
			return []Expr{p.indices(start, p.atom(true))}
		})
	case t.kind == tokWord:
		p.unexpected("the argument of `" + t.text + "`")
	}
	return &Var{Span: p.span(t), Name: t.text}
}

// mustWrap ends the parse at a built-in function that is applied in the place of
// an argument by juxtaposition.
func (p *parser) mustWrap(t token) {
	p.failHelp(p.span(t), "put it in parentheses: `("+t.text+" …)`", "found `%s` as an argument, wanted a name, a number or something in brackets", t.text)
}

// atAtom tells whether an atom comes next.
func (p *parser) atAtom() bool {
	t := p.tok()
	return t.isNumber() || t.isFunction() || t.is("(") || t.is("[")
}

// isFunction tells whether a token is a name or a reserved word that is applied.
func (t token) isFunction() bool {
	return t.kind == tokName || t.is("alloc") || t.is("f64") || t.is("int")
}

// isOperator tells whether a token is an operator between operands.
func (t token) isOperator() bool {
	_, ok := binops[t.text]
	return ok && t.kind == tokSym
}

// ofArrays is the library function on the elements of an array, by the built-in
// function of two numbers.
var ofArrays = map[string]string{"min": "minimum", "max": "maximum"}

// builtin makes the node of a built-in function.
func (p *parser) builtin(t token, b builtin, args func() []Expr) Expr {
	if b.parse != nil {
		return b.parse(p, t)
	}
	es := args()
	if b.arity == many && len(es) < 2 {
		p.failHelp(p.from(t), otherArity(t.text, es), "found %s of `%s`, wanted 2 or more", diag.Count(len(es), "argument"), t.text)
	}
	if b.arity != many && len(es) != b.arity {
		p.failHelp(p.from(t), otherArity(t.text, es), "found %s of `%s`, wanted %d", diag.Count(len(es), "argument"), t.text, b.arity)
	}
	return b.make(p.from(t), es)
}

// otherArity is what to write for a call of a built-in function that has too many or too few arguments, or "".
func otherArity(name string, es []Expr) string {
	n := len(es)
	switch whole := ofArrays[name]; {
	case whole != "" && n == 1:
		return "of the elements of an array it is `" + whole + "(…)`, of a matrix `matrix_" + whole + "(…)`"
	case whole != "":
		return "of more than two numbers it is `" + whole + "([a, b, c])`"
	case name == "reshape":
		return "the sizes come first, in parentheses: `reshape((n, m), x)`"
	case name == "replicate" && n == 3:
		return "a matrix of them is `" + Matrix(es[:2], func(size Expr) Expr { return &Replicate{N: size, X: es[2]} }) + "`"
	case name == "iota" && n == 2:
		return forIota
	case name == "concat" && n == 1:
		if xs := elements(es[0]); len(xs) > 1 {
			return "write `" + Line(&Concat{Xs: xs, Infix: true}) + "`"
		}
		return "write `xs ++ ys`"
	}
	return ""
}

// Matrix is how to write a matrix of the given sizes, from an array of all its elements.
func Matrix(sizes []Expr, elements func(size Expr) Expr) string {
	return Line(&Reshape{Dims: sizes, X: elements(&Binary{Op: Mul, X: sizes[0], Y: sizes[1]})})
}

// elements are those of a literal or a tuple.
func elements(e Expr) []Expr {
	switch e := e.(type) {
	case *Literal:
		return e.Elems
	case *Tuple:
		return e.Elems
	}
	return nil
}

// fromStart is what to write for a slice without an offset, after whose `:` the token comes.
func fromStart(t token) string {
	switch {
	case t.is(":"):
		return "the elements in reverse order are `reverse(x)`; every second one is `x[1 : n : 2]`, which has n elements"
	case t.is("-"):
		return "a slice is offset : size: all elements but the last are `take(length(x) - 1, x)`"
	}
	return "a slice is offset : size, so the first k elements are `x[1 : k]`"
}
