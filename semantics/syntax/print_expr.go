package syntax

import (
	"fmt"
	"slices"
	"strings"
)

// Strengths of the places where an expression may stand; the binary operators
// have 1 to 7 (Ops).
const (
	precUnary   = 8  // the operand of - and !
	precApply   = 9  // where `iota n` needs no parentheses
	precPostfix = 10 // before an index, or an argument by juxtaposition
)

// expr is an expression in a place that holds it together with the given
// strength: 0 if anything may stand there.
func (p *printer) expr(e Expr, prec int) doc {
	p.ask()
	d, own := p.bare(e)
	if own < prec {
		return cat(text("("), align(d), text(")"))
	}
	return d
}

// bare is an expression without parentheses around it, and its own strength.
func (p *printer) bare(e Expr) (doc, int) {
	switch e := e.(type) {
	case *IntLit:
		own := precPostfix
		if e.Val.Sign() < 0 || len(p.literal(e)) > 0 && p.literal(e)[0] == '-' {
			own = precUnary
		}
		return text(p.literal(e)), own
	case *RealLit:
		own := precPostfix
		if e.spelling()[0] == '-' {
			own = precUnary
		}
		return text(e.spelling()), own
	case *Var:
		return text(e.Name), precPostfix
	case *Irregular:
		return text("?"), precPostfix
	case *Unary:
		return p.unary(e)
	case *Binary:
		return p.binary(e)
	case *Index:
		var at []doc
		for _, ix := range e.At {
			at = append(at, p.expr(ix, 0))
		}
		return p.indexed(e.X, at), precPostfix
	case *Slice:
		var at []doc
		for _, ix := range e.At {
			at = append(at, p.ix(ix))
		}
		return p.indexed(e.X, at), precPostfix
	case *Transpose:
		return p.apply("transpose", e.X)
	case *Reverse:
		return p.apply("reverse", e.X)
	case *Iota:
		return p.apply("iota", e.N)
	case *Flatten:
		return p.apply("flatten", e.X)
	case *Copy:
		return p.apply("copy", e.X)
	case *Alloc:
		return p.apply("alloc", e.N)
	case *Claim:
		return p.apply("claim", e.X)
	case *Permute:
		perm := "("
		for i, k := range e.Perm {
			if i > 0 {
				perm += ", "
			}
			perm += fmt.Sprint(k)
		}
		return p.call("permute", text(perm+")"), p.expr(e.X, 0)), precPostfix
	case *Replicate:
		return p.call("replicate", p.expr(e.N, 0), p.expr(e.X, 0)), precPostfix
	case *Scratch:
		return p.call("scratch", p.typ(&Type{Elem: e.Elem, Dims: e.Dims})), precPostfix
	case *Rotate:
		return p.call("rotate", p.expr(e.K, 0), p.expr(e.X, 0)), precPostfix
	case *Reshape:
		return p.call("reshape", p.tuple(e.Dims), p.expr(e.X, 0)), precPostfix
	case *Concat:
		return p.concat(e)
	case *Shape:
		return p.call("shape", p.expr(e.X, 0)), precPostfix
	case *Length:
		return p.call("length", p.expr(e.X, 0)), precPostfix
	case *Call:
		return p.call(e.Fn, p.exprs(e.Args)...), precPostfix
	case *Tuple:
		return p.results(e.Elems), precPostfix
	case *Literal:
		return p.array(e), precPostfix
	case *If:
		return p.ifExpr(e), 0
	case *Kernel:
		return p.kernel(e), 0
	case *Loop:
		return p.loop(e), 0
	case *With:
		return p.with(e), 0
	case *Lambda:
		return p.lambda(e, 0), 0
	case *OpFn:
		if Ops[e.Op].Call {
			return text(e.Op.String()), precPostfix
		}
		return text("(" + e.Op.String() + ")"), precPostfix
	case *Map:
		return p.applied("map", append([]doc{p.fn(e.Fn, len(e.Xs))}, p.args(e.Xs)...)), precApply
	case *Reduce:
		return p.applied("reduce", append([]doc{p.fn(e.Fn, len(e.Xs)), p.arg(e.Ne)}, p.args(e.Xs)...)), precApply
	case *Scan:
		return p.applied("scan", append([]doc{p.fn(e.Fn, len(e.Xs)), p.arg(e.Ne)}, p.args(e.Xs)...)), precApply
	case *Block:
		return p.body(e.Body), 0
	}
	panic(fmt.Sprintf("syntax: print of a %T", e))
}

func (p *printer) exprs(es []Expr) []doc {
	var ds []doc
	for _, e := range es {
		ds = append(ds, p.expr(e, 0))
	}
	return ds
}

// unary writes -x so that it is read as neither a literal nor a comment.
func (p *printer) unary(e *Unary) (doc, int) {
	if Ops[e.Op].Call {
		return p.call(e.Op.String(), p.expr(e.X, 0)), precPostfix
	}
	prec := precUnary
	if e.Op == Neg {
		switch x := e.X.(type) {
		case *IntLit, *RealLit:
			prec = precPostfix + 1
		case *Unary:
			if x.Op == Neg {
				prec = precPostfix
			}
		}
	}
	return cat(text(e.Op.String()), p.expr(e.X, prec)), precUnary
}

// binary writes a chain of one strength so that all its lines break together.
func (p *printer) binary(e *Binary) (doc, int) {
	info := Ops[e.Op]
	if info.Prec == 0 {
		return p.call(info.Text, p.expr(e.X, 0), p.expr(e.Y, 0)), precPostfix
	}
	if info.Right || info.None {
		left := info.Prec + 1
		right := left
		if info.Right {
			right--
		}
		return group(p.expr(e.X, left), nest(2, line, text(info.Text+" "), p.expr(e.Y, right))), info.Prec
	}
	var chain []*Binary
	var first Expr = e
	for {
		b, ok := first.(*Binary)
		if !ok || Ops[b.Op].Prec != info.Prec {
			break
		}
		chain = append(chain, b)
		first = b.X
	}
	var rest []chained
	for _, b := range slices.Backward(chain) {
		rest = append(rest, p.chained(b.Op.String(), b.X, b.Y, info.Prec+1))
	}
	return p.chain(e, p.expr(first, info.Prec), rest), info.Prec
}

// chain is a chain of operators after their first operand.
func (p *printer) chain(e Expr, first doc, rest []chained) doc {
	if p.keeps(e, first, rest) {
		return p.keptChain(e, first, rest)
	}
	var ds []doc
	for _, c := range rest {
		ds = append(ds, line, text(c.op+" "), c.y)
	}
	return group(first, nest(2, ds...))
}

// concat is a chain of ++ or a call, as it was written.
func (p *printer) concat(e *Concat) (doc, int) {
	if !e.Infix {
		return p.call("concat", p.exprs(e.Xs)...), precPostfix
	}
	var rest []chained
	for i, y := range e.Xs[1:] {
		rest = append(rest, p.chained("++", e.Xs[i], y, precConcat+1))
	}
	return p.chain(e, p.expr(e.Xs[0], precConcat+1), rest), precConcat
}

// indexed is x[…].
func (p *printer) indexed(x Expr, at []doc) doc {
	return cat(p.expr(x, precPostfix), text("["), p.filled(at), text("]"))
}

// ix is one index of a slice.
func (p *printer) ix(ix Ix) doc {
	switch ix.Kind {
	case IxAll:
		return text(":")
	case IxFix:
		return p.expr(ix.Off, 0)
	case IxFlat:
		return p.lmad(&LMAD{Offset: ix.Off, Dims: ix.Dims})
	}
	sep := ":"
	if !short(ix.Off) || !short(ix.Size) || ix.Stride != nil && !short(ix.Stride) {
		sep = " : "
	}
	ds := []doc{p.expr(ix.Off, 1), text(sep), p.expr(ix.Size, 1)}
	if ix.Stride != nil {
		ds = append(ds, text(sep), p.expr(ix.Stride, 1))
	}
	return cat(ds...)
}

// short tells whether an expression reads well without spaces around it.
func short(e Expr) bool {
	switch e.(type) {
	case *Var, *IntLit, *RealLit:
		return true
	}
	return false
}

// apply is a built-in function with its argument by juxtaposition.
func (p *printer) apply(name string, x Expr) (doc, int) {
	return cat(text(name+" "), p.expr(x, precPostfix)), precApply
}

// call is f(e, …).
func (p *printer) call(name string, args ...doc) doc {
	if len(args) == 0 {
		return text(name + "()")
	}
	return cat(text(name+"("), p.filled(args), text(")"))
}

// filled separates docs by commas, as many to a line as fit.
func (p *printer) filled(ds []doc) doc {
	for i := range ds[:len(ds)-1] {
		p.ask()
		ds[i] = cat(ds[i], text(","))
	}
	return align(fill(ds))
}

// array is [e, …]: one row to a line, or as many scalars to a line as fit.
func (p *printer) array(e *Literal) doc {
	if len(e.Elems) == 0 {
		return text("[]")
	}
	if _, rows := e.Elems[0].(*Literal); rows {
		rows := commas(p.exprs(e.Elems))
		if len(e.Elems) > 1 && strings.Contains(p.between(e.Elems[0], e.Elems[1]), "\n") {
			rows = cat(rows, broken)
		}
		return group(text("["), align(rows), text("]"))
	}
	return cat(text("["), p.filled(p.exprs(e.Elems)), text("]"))
}

// ifExpr is a conditional: on one line, or as Fig. 2 has it.
func (p *printer) ifExpr(e *If) doc {
	return align(group(text("if "), align(p.expr(e.Cond, 0)), line,
		text("then "), align(p.body(e.Then)), line,
		text("else "), align(p.body(e.Else))))
}

// kernel is a kernel with its body on the same line or indented.
func (p *printer) kernel(e *Kernel) doc {
	var index []doc
	for _, ix := range e.Index {
		index = append(index, p.bound(ix))
	}
	head := cat(text("kernel "), group(nest(4, commas(index))), text(" do"))
	if p.tall(e.Body) {
		return cat(head, nest(2, hard, p.body(e.Body)))
	}
	if len(e.Body.Res) == 1 {
		if k, ok := e.Body.Res[0].(*Kernel); ok {
			return cat(head, text(" "), p.result(e.Body, p.kernel(k)))
		}
	}
	return group(head, nest(2, line, p.body(e.Body)))
}

// bound is an index with its bound.
func (p *printer) bound(b Bound) doc {
	return cat(text(b.X.Name+" <= "), p.expr(b.N, 1))
}

// tall tells whether a body needs lines of its own.
func (p *printer) tall(b *Body) bool { return len(b.Stms) > 0 || p.leads(b) }
