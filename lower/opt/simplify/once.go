package simplify

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Once leaves out numbers that were computed before in the same place: elements that are read and results of operators.
// A program is stuck afterwards if and only if it was stuck before, and then the first of the two was. What the program
// itself binds, outside bodies, stays.
func Once(p *syntax.Program) *syntax.Program {
	o := &once{seen: newTable(), by: map[int]syntax.Expr{}}
	out := rewrite.Assemble(p, func(d *syntax.Def) *syntax.Def {
		c := *d
		c.Body = o.body(d.Body)
		return &c
	}, o.outermost(p.Main()))
	if len(o.by) == 0 {
		return p
	}
	return rewrite.Replace(out, o.by)
}

// once goes through a program from its beginning.
type once struct {
	seen *table              // the numbers that are known, by their expressions
	by   map[int]syntax.Expr // what replaces a variable
}

// outermost rebuilds the bodies in the statements of a program.
func (o *once) outermost(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		out.Stms = append(out.Stms, o.inner(s))
	}
	return out
}

// inner rebuilds the bodies in a statement.
func (o *once) inner(s syntax.Stm) syntax.Stm {
	l, ok := s.(*syntax.Let)
	if !ok || len(rewrite.InnerBodies(l.Exp)) == 0 {
		return s
	}
	return &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: rewrite.Inner(l.Exp, o.body), Doc: l.Doc}
}

// body rebuilds a body, with the numbers that are known around it.
func (o *once) body(b *syntax.Body) *syntax.Body {
	mark := o.seen.mark()
	defer o.seen.rollback(mark)
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok && isNumber(l) {
			key := rewrite.Key(syntax.MapExpr(l.Exp, o.part))
			if old := o.seen.has[key]; old != nil {
				o.by[l.Pat[0].ID] = old.pat[0].Use()
				continue
			}
			o.seen.add(key, l.Pat, 0)
		}
		out.Stms = append(out.Stms, o.inner(s))
	}
	return out
}

// part returns a part of an expression with the variable that replaces it.
func (o *once) part(e syntax.Expr) syntax.Expr {
	if v, ok := e.(*syntax.Var); ok && o.by[v.ID] != nil {
		return o.by[v.ID]
	}
	return e
}

// isNumber tells whether a statement reads an element or applies operators.
func isNumber(l *syntax.Let) bool {
	switch l.Exp.(type) {
	case *syntax.Index, *syntax.Unary, *syntax.Binary:
		return true
	}
	return false
}
