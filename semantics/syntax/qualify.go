package syntax

import "strings"

// Qualify puts `as.` before the names that declarations bind at the top, and before all names with a point,
// where they are used. A local variable with such a name stays as it is, and so do its uses.
func Qualify(decls []Decl, as string) []Decl {
	top := map[string]bool{}
	for _, d := range decls {
		switch d := d.(type) {
		case *Def:
			top[d.Name] = true
		case *Let:
			for _, b := range d.Pat {
				top[b.Name] = b.Name != "_"
			}
		}
	}
	return Recall(decls, func(name string) string {
		if top[name] || strings.Contains(name, ".") {
			return as + "." + name
		}
		return name
	})
}

// Recall gives other names to what declarations bind at the top, where it is bound and where it is used, and to the
// functions and variables from elsewhere that they use. A local variable stays as it is.
func Recall(decls []Decl, called func(name string) string) []Decl {
	return mapped(decls, func(d Decl) Decl {
		uses := outer(d)
		d = Mapper{Expr: func(e Expr) Expr {
			switch e := e.(type) {
			case *Var:
				if uses[e] {
					return &Var{Span: e.Span, Name: called(e.Name), ID: e.ID}
				}
			case *Call:
				return &Call{Span: e.Span, Fn: called(e.Fn), FnAt: e.FnAt, Args: e.Args}
			}
			return e
		}}.decl(d)
		switch d := d.(type) { // a copy
		case *Def:
			d.Name = called(d.Name)
		case *Let:
			for _, b := range d.Pat {
				if b.Name != "_" {
					b.Name = called(b.Name)
				}
			}
		}
		return d
	})
}

// outer are the uses of top-level names in a declaration: of functions, and of variables that are not bound
// inside it. For a let, the names of its own pattern count as not bound in its expression.
func outer(d Decl) map[*Var]bool {
	f := &freeVars{bound: map[int]int{}, seen: map[int]bool{}, uses: map[*Var]bool{}, ask: func() {}}
	if let, ok := d.(*Let); ok {
		f.types(let.Pat)
		f.node(let.Exp)
	} else {
		f.node(d)
	}
	function := func(e Expr) {
		if x, ok := e.(*Var); ok {
			f.uses[x] = true
		}
	}
	Walk(d, func(n Node) bool {
		switch n := n.(type) {
		case *Map:
			function(n.Fn)
		case *Reduce:
			function(n.Fn)
		case *Scan:
			function(n.Fn)
		}
		return true
	})
	return f.uses
}
