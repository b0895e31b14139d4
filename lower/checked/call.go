package checked

import (
	"maps"
	"slices"

	"funmem/semantics/syntax"
)

// call is the body of a function, with names of its own. Arguments are whole before it, and those without a star after it.
func (g *nest) call(pat []*syntax.Binding, e *syntax.Call) {
	f := g.in.Def(e.Fn)
	if f == nil || len(f.Params) != len(e.Args) || len(f.Body.Res) != len(pat) {
		refuse(e, "another number of arguments")
	}
	maps.Copy(g.single, singles(f.Body))
	g.ran(e.Fn)
	var given []func()
	var kept []*array
	sized := map[int]bool{}
	for k, x := range f.Params {
		if g.isArray(e.Args[k]) {
			a := g.array(e.Args[k]).copy()
			for j, d := range x.Type.Dims {
				n, ok := d.(*syntax.Var)
				if ok && !sized[n.ID] && slices.ContainsFunc(f.Sizes, func(s *syntax.Binding) bool { return s.ID == n.ID }) {
					sized[n.ID] = true
					g.Line("const i64 %s = %s;", g.Declare(&syntax.Binding{Name: n.Name, ID: n.ID}), a.d[j].n)
				}
			}
			if !x.Unique {
				kept = append(kept, a)
			}
			given = append(given, func() { g.derive(x, a) })
			continue
		}
		g.give(x, e.Args[k])
	}
	if len(sized) != len(f.Sizes) {
		refuse(e, "a size is not known")
	}
	for _, bind := range given {
		bind()
	}
	g.stms(f.Body)
	for _, a := range kept {
		g.whole(a)
	}
	for k, x := range pat {
		g.give(x, f.Body.Res[k])
	}
}

// isArray tells whether an atom is an array.
func (g *nest) isArray(e syntax.Expr) bool {
	v, ok := e.(*syntax.Var)
	return ok && g.arrs[v.ID] != nil
}

// give is let x = e, for an atom.
func (g *nest) give(x *syntax.Binding, e syntax.Expr) {
	if v, ok := e.(*syntax.Var); ok {
		g.alias(x, v)
		return
	}
	g.value(x, e)
}

// ran counts a call.
func (g *nest) ran(name string) {
	k := slices.Index(g.code.Calls, name)
	if k < 0 {
		k = len(g.code.Calls)
		g.code.Calls = append(g.code.Calls, name)
	}
	g.Line("fm_c%d++;", k)
}
