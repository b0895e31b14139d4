package rewrite

import (
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Types is Γ of a whole program by ID: the types of all binders in it.
type Types map[int]*syntax.Type

// TypesOf returns the types of the binders of a program, and those that outside gives for
// its free variables; outside may be nil.
func TypesOf(p *syntax.Program, outside func(id int) *syntax.Type) Types {
	g := Types{}
	g.Learn(p)
	if outside != nil {
		for _, v := range syntax.FreeVars(p) {
			if t := outside(v.ID); t != nil {
				g[v.ID] = t
			}
		}
	}
	return g
}

// Learn adds the binders in a node. Their types may have changed.
func (g Types) Learn(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			g.Bind(b)
		}
		return true
	})
}

// Bind adds binders.
func (g Types) Bind(bs ...*syntax.Binding) {
	for _, b := range bs {
		t := b.Type
		if t == nil {
			t = &syntax.Type{} // the index of a kernel or a loop
		}
		g[b.ID] = t
	}
}

// Of returns the type of a variable, or nil.
func (g Types) Of(e syntax.Expr) *syntax.Type {
	if x, ok := e.(*syntax.Var); ok {
		return g[x.ID]
	}
	return nil
}

// IsArray tells whether e is an array variable.
func (g Types) IsArray(e syntax.Expr) bool {
	t := g.Of(e)
	return t != nil && t.IsArray()
}

// Mem returns where an array lies, or nil.
func (g Types) Mem(e syntax.Expr) *syntax.MemAnn {
	if t := g.Of(e); t != nil {
		return t.Mem
	}
	return nil
}

// SameUnder tells whether two arrays are known to lie at the same locations, element by element, under what is known of
// ints.
func SameUnder(env *poly.Env, a, b *syntax.MemAnn) bool {
	return a != nil && b != nil && a.Block.ID == b.Block.ID && lmad.Equal(env, a.L, b.L)
}

// Definitions returns how the ints of a program, or of a part of it, are computed. Every
// binder has an ID of its own, so the ints of all scopes may be known at once.
func Definitions(n syntax.Node) *poly.Env {
	env := &poly.Env{}
	syntax.Walk(n, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok && syntax.IsScalar(s.Exp) && s.Pat[0].Type.IsInt() {
			env.Define(s.Pat[0].ID, env.Of(s.Exp))
		}
		return true
	})
	return env
}
