package syntax

import "funmem/semantics/stop"

// freeVars collects free variables, each once, in order. A use means an ID. If nothing is
// resolved yet it means a name, which gets a number below 0 here.
type freeVars struct {
	names map[string]int
	bound map[int]int // how many binders of it are in scope
	seen  map[int]bool
	vars  []*Var
	uses  map[*Var]bool // all of them, if these are collected
	ask   func()        // at each node
}

// binder is what a use or a binder with that name and ID stands for.
func (f *freeVars) binder(name string, id int) int {
	if id != 0 {
		return id
	}
	if f.names[name] == 0 {
		if f.names == nil {
			f.names = map[string]int{}
		}
		f.names[name] = -1 - len(f.names)
	}
	return f.names[name]
}

// FreeVars is FV(n): the first use of each variable that n uses and does not bind, in the order
// of the text. Uses in types and LMADs count. In a pattern only those count that the pattern
// itself does not bind, as T-IF wants it. Names of functions do not count, including those that
// Map, Reduce and Scan apply. A loop's bound is outside the scope of what it carries. If until is
// given, it may end the work by its panic.
func FreeVars(n Node, until ...stop.Poll) []*Var {
	f := &freeVars{bound: map[int]int{}, seen: map[int]bool{}, ask: stop.Any(until).Seldom()}
	f.node(n)
	return f.vars
}

// scoped visits something under binders.
func (f *freeVars) scoped(bs []*Binding, visit func()) {
	f.bind(bs, 1)
	visit()
	f.bind(bs, -1)
}

// bind counts the binders in or out of scope; `_` binds nothing.
func (f *freeVars) bind(bs []*Binding, by int) {
	for _, b := range bs {
		if b.Name != "_" {
			f.bound[f.binder(b.Name, b.ID)] += by
		}
	}
}

func (f *freeVars) types(bs []*Binding) {
	for _, b := range bs {
		f.node(b)
	}
}

func (f *freeVars) node(n Node) {
	f.ask()
	switch n := n.(type) {
	case *Var:
		b := f.binder(n.Name, n.ID)
		if f.bound[b] == 0 && f.uses != nil {
			f.uses[n] = true
		}
		if f.bound[b] == 0 && !f.seen[b] {
			f.seen[b] = true
			f.vars = append(f.vars, n)
		}
	case *Kernel:
		var index []*Binding
		for _, ix := range n.Index {
			f.scoped(index, func() { f.node(ix.N) })
			index = append(index, ix.X)
		}
		f.scoped(index, func() { f.node(n.Body) })
	case *Loop:
		f.loop(n)
	case *Lambda:
		f.scoped(n.Params, func() {
			f.types(n.Params)
			f.node(n.Body)
		})
	case *Map, *Reduce, *Scan:
		first := true
		children(n, func(c Node) {
			if _, name := c.(*Var); !name || !first {
				f.node(c)
			}
			first = false
		})
	case *Let: // on its own: what it binds is in scope only in its types
		f.scoped(n.Pat, func() { f.types(n.Pat) })
		f.node(n.Exp)
	case *Body:
		f.sequence(stmDecls(n.Stms), func() { f.exprs(n.Res) })
	case *Program:
		f.sequence(n.Decls, func() {})
	case *Def:
		params := append(append([]*Binding(nil), n.Sizes...), n.Params...)
		f.scoped(params, func() {
			f.types(params)
			f.scoped(n.Ret, func() { f.types(n.Ret) })
			f.node(n.Body)
		})
	default:
		children(n, f.node)
	}
}

func (f *freeVars) exprs(es []Expr) {
	for _, e := range es {
		f.node(e)
	}
}

func stmDecls(stms []Stm) []Decl {
	ds := make([]Decl, len(stms))
	for i, s := range stms {
		ds[i] = s
	}
	return ds
}

// sequence visits declarations, each in the scope of the lets before it.
func (f *freeVars) sequence(ds []Decl, rest func()) {
	var bound []*Binding
	for _, d := range ds {
		f.node(d)
		if let, ok := d.(*Let); ok {
			f.bind(let.Pat, 1)
			bound = append(bound, let.Pat...)
		}
	}
	rest()
	f.bind(bound, -1)
}

// loop visits a loop. What it carries is in scope in its types, in the condition and in the body.
func (f *freeVars) loop(n *Loop) {
	for i, x := range n.Params {
		f.scoped(n.Params, func() { f.node(x) })
		f.node(n.Init[i])
	}
	if n.For != nil {
		f.node(n.For.N)
		index := []*Binding{n.For.X}
		f.scoped(n.Params, func() { f.scoped(index, func() { f.node(n.Body) }) })
		return
	}
	f.scoped(n.Params, func() {
		f.node(n.While)
		f.node(n.Body)
	})
}
