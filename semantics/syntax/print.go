package syntax

import (
	"fmt"

	"funmem/semantics/stop"
)

// lineWidth is the greatest length of a line of a printed program, where its
// names and literals allow it.
const lineWidth = 100

// Print is n as text in the layout of the paper's figures, without a line end.
// The text of any node that the parser makes reads back as an equal node.
// Comments are left out; Format keeps them.
func Print(n Node, until ...stop.Poll) string {
	p := &printer{ask: stop.Any(until).Seldom()}
	return render(p.node(n), lineWidth, p.ask)
}

// Line is n as text on one line, for messages. It reads back like Print's,
// except for a program, whose declarations need their lines.
func Line(n Node) string {
	p := &printer{ask: stop.Poll(nil).Seldom()}
	return render(p.node(n), 0, p.ask)
}

// String is Print, so that a node can stand in a message.
func (t *Type) String() string { return Line(t) }

// String is the LMAD as it is written after `->`.
func (l *LMAD) String() string { return Line(l) }

// String is the binding as it stands in a pattern: x or (x : type).
func (b *Binding) String() string { return Line(b) }

// printer makes docs of nodes.
type printer struct {
	notes *notes // comments by place; nil outside Format
	ask   func() // whether to go on; again and again
}

// node is the doc of any node.
func (p *printer) node(n Node) doc {
	switch n := n.(type) {
	case *Program:
		return p.program(n)
	case *Let, *Check, *Free, *Def, *Import, *Show, *In:
		return p.decl(n.(Decl))
	case *Body:
		return p.body(n)
	case *Binding:
		return p.binding(n)
	case *Type:
		return p.typ(n)
	case *LMAD:
		return p.lmad(n)
	case Expr:
		return p.expr(n, 0)
	}
	panic(fmt.Sprintf("syntax: print of a %T", n))
}

// program puts each declaration at the start of a line. There is an empty line
// around the functions, and wherever the source has one.
func (p *printer) program(prog *Program) doc {
	var ds []doc
	for i, d := range prog.Decls {
		_, isDef := d.(*Def)
		if i > 0 {
			_, wasDef := prog.Decls[i-1].(*Def)
			ds = append(ds, p.gap(d, p.notes == nil && (isDef || wasDef)))
		}
		ds = append(ds, p.item(d, p.decl(d)))
	}
	return cat(append(ds, p.tail(len(ds) > 0))...)
}

// decl is the doc of a declaration or statement.
func (p *printer) decl(d Decl) doc {
	switch d := d.(type) {
	case *Let:
		return p.bind(group(text("let "), nest(4, p.pattern(d.Pat)), text(" =")), d.Exp)
	case *Check:
		return group(text("check "), nest(2, p.expr(d.X, 1), text(" ="), line, p.expr(d.Y, 1)))
	case *Free:
		if d.Block.Name == "free" {
			return text("free (free)")
		}
		return text("free " + d.Block.Name)
	case *Def:
		return p.def(d)
	case *Import:
		if d.As != "" {
			return text(`import "` + d.Path + `" as ` + d.As)
		}
		return text(`import "` + d.Path + `"`)
	case *Show:
		if b, ok := d.X.(*Block); ok { // in column 1 its statements would be declarations
			return p.expr(b, 1)
		}
		return p.expr(d.X, 0)
	case *In:
		return cat(text("in "), p.results(d.Res))
	}
	panic(fmt.Sprintf("syntax: print of a %T", d))
}

// pattern is what comes after `let`.
func (p *printer) pattern(pat []*Binding) doc {
	typed := len(pat) > 0
	for _, b := range pat {
		typed = typed && b.Type != nil
	}
	var ds []doc
	for i, b := range pat {
		if typed && i > 0 {
			ds = append(ds, line)
		}
		ds = append(ds, p.binding(b))
	}
	if typed || len(pat) == 1 {
		return cat(ds...)
	}
	return cat(text("("), commas(ds), text(")"))
}

// binding is x, (x : type) or (*x : type). A result without a name is its type.
func (p *printer) binding(b *Binding) doc {
	star := ""
	if b.Unique {
		star = "*"
	}
	switch {
	case b.Type == nil:
		return text(b.Name)
	case b.Name == "":
		return p.typ(b.Type)
	}
	return cat(text("("+star), p.typed(b), text(")"))
}

// typed is x : τ.
func (p *printer) typed(b *Binding) doc { return cat(text(b.Name+" : "), p.typ(b.Type)) }

// bind puts an expression after the head of a declaration: on the same line if it
// fits there, on the next ones otherwise. A kernel, a loop and a function with
// statements always start on the line of the head.
func (p *printer) bind(head doc, e Expr) doc {
	switch e := e.(type) {
	case *Kernel:
		return cat(head, text(" "), p.kernel(e))
	case *Loop:
		return cat(head, text(" "), p.loop(e))
	case *Block:
		return cat(head, nest(2, hard, p.body(e.Body)))
	case *If:
		return group(head, nest(2, line, p.ifExpr(e)))
	case *Literal:
		return cat(head, text(" "), p.expr(e, 0))
	}
	d := p.expr(e, 0)
	if l := lambdaOf(e); l != nil && p.tall(l.Body) {
		return cat(head, text(" "), d)
	}
	if _, ok := e.(*Binary); ok && d.hard && p.onThisLine(e) {
		return cat(head, nest(2, text(" "), d))
	}
	return group(head, nest(2, line, d))
}

// def is a function with its body; one without a body is its head alone.
func (p *printer) def(d *Def) doc {
	head := []doc{text("def " + d.Name)}
	sizes := ""
	for _, s := range d.Sizes {
		sizes += "[" + s.Name + "]"
	}
	var params []doc
	if sizes != "" {
		params = append(params, text(" "+sizes))
	}
	for _, b := range d.Params {
		params = append(params, line, p.binding(b))
	}
	if len(d.Ret) == 1 && d.Ret[0].Name == "" {
		params = append(params, text(" :"), line, p.typ(d.Ret[0].Type))
	} else if len(d.Ret) > 0 {
		var ret []doc
		for _, r := range d.Ret {
			if r.Name == "" {
				ret = append(ret, p.typ(r.Type))
			} else {
				ret = append(ret, cat(text(r.Name+" : "), p.typ(r.Type)))
			}
		}
		params = append(params, text(" :"), line, text("("), align(commas(ret)), text(")"))
	}
	if d.Body == nil {
		return group(append(head, nest(4, params...))...)
	}
	h := cat(group(append(head, nest(4, params...), text(" ="))...))
	if b := d.Body; len(b.Stms) == 0 && len(b.Res) == 1 {
		switch b.Res[0].(type) {
		case *Tuple, *Block, *Kernel, *Loop:
		default:
			if !p.leads(b) {
				return p.bind(h, b.Res[0])
			}
		}
	}
	if len(d.Body.Stms) == 0 {
		return group(h, nest(2, line, p.body(d.Body)))
	}
	return cat(h, nest(2, hard, p.body(d.Body)))
}

// body is the statements of a body on their lines and its result after `in`, or
// the result alone if there is no statement.
func (p *printer) body(b *Body) doc {
	if len(b.Stms) == 0 {
		switch {
		case len(b.Res) == 0:
			return p.result(b, text("in ()"))
		case len(b.Res) == 1:
			return p.result(b, p.alone(b.Res[0]))
		}
		return p.result(b, p.results(b.Res))
	}
	var ds []doc
	for i, s := range b.Stms {
		if i > 0 {
			ds = append(ds, p.gap(s, false))
		}
		ds = append(ds, p.item(s, p.decl(s)))
	}
	ds = append(ds, p.resultGap(b))
	if len(b.Res) == 1 && !isCore(b) {
		ds = append(ds, p.result(b, cat(text("in "), align(p.alone(b.Res[0])))))
	} else {
		ds = append(ds, p.result(b, cat(text("in "), p.results(b.Res))))
	}
	return cat(ds...)
}

// alone is the single result of a body. A block or tuple there needs parentheses,
// or it would be read as part of the body.
func (p *printer) alone(e Expr) doc {
	switch e.(type) {
	case *Block:
		return p.expr(e, 1)
	case *Tuple:
		return cat(text("("), p.expr(e, 0), text(")"))
	}
	return p.expr(e, 0)
}

// results is (x, …).
func (p *printer) results(res []Expr) doc {
	var ds []doc
	for _, e := range res {
		ds = append(ds, p.expr(e, 0))
	}
	return group(text("("), align(commas(ds)), text(")"))
}

// isCore tells whether a body looks like one of Fig. 1, whose result stands in
// parentheses: all of its bindings have types and its results are atoms.
func isCore(b *Body) bool {
	for _, s := range b.Stms {
		if s, ok := s.(*Let); ok {
			for _, x := range s.Pat {
				if x.Type == nil {
					return false
				}
			}
		}
	}
	for _, e := range b.Res {
		switch e.(type) {
		case *Var, *IntLit, *RealLit:
		default:
			return false
		}
	}
	return true
}

// typ is a type with its memory annotation.
func (p *printer) typ(t *Type) doc {
	if t.Elem == Mem {
		return text("mem")
	}
	var ds []doc
	for _, d := range t.Dims {
		ds = append(ds, text("["), p.expr(d, 0), text("]"))
	}
	if t.Elem == F64 {
		ds = append(ds, text("f64"))
	} else if t.Elem == Num {
		ds = append(ds, text("num"))
	} else if p.saysInt(t) {
		ds = append(ds, text("int"))
	}
	if t.Mem == nil {
		return cat(ds...)
	}
	return group(cat(ds...), nest(4, line, text("@ "+t.Mem.Block.Name+" -> "), p.lmad(t.Mem.L)))
}

// lmad is R(d, …), or an offset and the pairs.
func (p *printer) lmad(l *LMAD) doc {
	var ds []doc
	if l.RowMajor {
		for _, d := range l.Dims {
			ds = append(ds, p.expr(d.Size, 0))
		}
		return group(text("R("), nest(2, commas(ds)), text(")"))
	}
	for i, d := range l.Dims {
		if i > 0 {
			ds = append(ds, line)
		}
		ds = append(ds, text("("), p.expr(d.Size, 0), text(" : "), p.expr(d.Stride, 0), text(")"))
	}
	return group(p.expr(l.Offset, 1), text(" + {"), nest(2, ds...), text("}"))
}

// literal is the text of an integer constant: as it was written in Format, in
// decimal otherwise.
func (p *printer) literal(k *IntLit) string {
	if p.asWritten() && k.Text != "" {
		return k.Text
	}
	return k.Val.String()
}
