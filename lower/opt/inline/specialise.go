package inline

import (
	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Specialise replaces global ints by their values, if the definition is a constant or an
// expression of such ints. It replaces them in statements, functions and types. The
// parameters of functions, which callers see, and the results stay as they are.
func Specialise(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	env := &poly.Env{}
	by := map[int]syntax.Expr{}
	for _, x := range constants(p, env) {
		k, _ := env.Of(x.Use()).Const()
		by[x.ID] = &syntax.IntLit{Span: x.Span, Val: k}
		if n := uses(p, x.ID); n > 0 {
			j.Did(x, "is %s at %s", k, diag.Count(n, "place"))
		}
	}
	out := &syntax.Program{Span: p.Span, Comments: p.Comments}
	for _, d := range p.Decls {
		switch f := d.(type) {
		case *syntax.Def:
			c := *f
			c.Body = syntax.Subst(f.Body, by)
			d = &c
		case syntax.Stm:
			d = syntax.Subst(d, by)
		}
		out.Decls = append(out.Decls, d)
	}
	return out, nil
}

// constants returns the global ints of a program that are constants, with their values in
// env.
func constants(p *syntax.Program, env *poly.Env) (xs []*syntax.Binding) {
	for _, s := range p.Main().Stms {
		l, ok := s.(*syntax.Let)
		if !ok || !syntax.IsScalar(l.Exp) || !l.Pat[0].Type.IsInt() {
			continue
		}
		x, value := l.Pat[0], env.Of(l.Exp)
		env.Define(x.ID, value)
		if _, isConst := value.Const(); isConst {
			xs = append(xs, x)
		}
	}
	return xs
}

// uses returns how often a variable is used in statements and functions.
func uses(p *syntax.Program, id int) int {
	n := 0
	count := func(x syntax.Node) bool {
		if v, ok := x.(*syntax.Var); ok && v.ID == id {
			n++
		}
		return true
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			syntax.Walk(d.Body, count)
		case syntax.Stm:
			syntax.Walk(d, count)
		}
	}
	return n
}
