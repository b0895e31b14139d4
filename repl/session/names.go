package session

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Signature is the type of a function of the session. Sizes that are globals have the names by which the programmer knows them.
func (s *Session) Signature(surface, core *syntax.Def) string {
	core = s.Elab.Typed(core)
	called := map[int]string{}
	for _, p := range slices.Concat(core.Params, core.Ret) {
		maps.Copy(called, s.Called(p.Type))
	}
	return signature(surface, core, called)
}

// Signature is the type of a function of the library.
func Signature(surface, core *syntax.Def) string { return signature(surface, core, nil) }

// signature is the type of a function with the names of its text: f : [n] (x : [n]int) -> int. called are the names of
// globals.
func signature(surface, core *syntax.Def, called map[int]string) string {
	core = overNum(core)
	by := map[int]string{}
	if surface != nil {
		rename(by, core.Sizes, surface.Sizes)
		rename(by, core.Params, surface.Params)
		rename(by, core.Ret, surface.Ret)
	}
	own := map[string]bool{}
	for _, x := range slices.Concat(core.Sizes, core.Params) {
		own[cmp.Or(by[x.ID], x.Name)] = true
	}
	for id, name := range called {
		if !own[name] {
			by[id] = name
		}
	}
	var b strings.Builder
	b.WriteString(core.Name + " : ")
	for _, n := range core.Sizes {
		b.WriteString("[" + syntax.Rename(n, by).Name + "]")
	}
	if len(core.Sizes) > 0 {
		b.WriteByte(' ')
	}
	for _, p := range core.Params {
		b.WriteString(syntax.Line(syntax.Rename(p, by)) + " ")
	}
	var rets []string
	for _, r := range core.Ret {
		t := syntax.Rename(r, by)
		if t.Type.IsInt() && core.IsSize(r) {
			continue
		}
		if t.Type.Elem == syntax.Mem && t.Name != "" {
			rets = append(rets, syntax.Line(t))
			continue
		}
		rets = append(rets, t.Type.String())
	}
	result := strings.Join(rets, ", ")
	if len(rets) != 1 || strings.HasPrefix(result, "(") {
		result = "(" + result + ")"
	}
	return b.String() + "-> " + result
}

// overNum is a function with num in the place of int where its instance for f64s has f64.
func overNum(core *syntax.Def) *syntax.Def {
	if core.Reals == nil || len(core.Params) != len(core.Reals.Params) || len(core.Ret) != len(core.Reals.Ret) {
		return core
	}
	num := func(ints, reals []*syntax.Binding) (list []*syntax.Binding) {
		for k, p := range ints {
			q, t := *p, *p.Type
			if t.Elem != reals[k].Type.Elem {
				t.Elem = syntax.Num
			}
			q.Type = &t
			list = append(list, &q)
		}
		return list
	}
	d := *core
	d.Params, d.Ret = num(core.Params, core.Reals.Params), num(core.Ret, core.Reals.Ret)
	return &d
}

// rename notes the names that the text gives to the binders of its core.
func rename(by map[int]string, core, surface []*syntax.Binding) {
	if len(core) != len(surface) {
		return
	}
	for i, p := range surface {
		if p.Name != "" && p.Name != "_" {
			by[core[i].ID] = p.Name
		}
	}
}

// Called are the names by which the programmer knows the globals that a type mentions.
func (s *Session) Called(t *syntax.Type) map[int]string {
	names := map[int]string{}
	for _, x := range syntax.FreeVars(t) {
		if name := s.Elab.Called(x.ID); name != "" {
			names[x.ID] = name
		}
	}
	return names
}

// TypeText is a type of a unit for people. Sizes that elaboration named are written out if they are
// scalar expressions of the unit, and are shown as numbers if they have a value.
func (s *Session) TypeText(u *elab.Unit, t *syntax.Type) string {
	scalars := map[int]syntax.Expr{}
	declared := map[int]bool{}
	for _, n := range u.Names {
		if n.Binding != nil {
			declared[n.Binding.ID] = true
		}
	}
	for _, d := range u.Core.Decls {
		let, ok := d.(*syntax.Let)
		if !ok || len(let.Pat) != 1 || declared[let.Pat[0].ID] {
			continue
		}
		switch e := let.Exp.(type) {
		case *syntax.IntLit, *syntax.RealLit, *syntax.Var, *syntax.Unary, *syntax.Binary:
			scalars[let.Pat[0].ID] = syntax.Subst(e, scalars)
		}
	}
	t = syntax.Subst(t, scalars)
	names := s.Called(t)
	t = syntax.Rename(t, names)
	values := map[int]syntax.Expr{}
	for _, v := range syntax.FreeVars(t) {
		if names[v.ID] == "" && s.Machine.Env.Knows(v.ID) {
			values[v.ID] = &syntax.IntLit{Val: s.Machine.Env.Of(v.ID).I}
		}
	}
	return syntax.Subst(t, values).String()
}

// Whose tells which global a name in a program is, where it is not the one of now, or has got a number: `x` is the x
// of [1], `x_1` that of [2].
func (s *Session) Whose(p *syntax.Program) (lines []string) {
	unique := map[int]string{}
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			unique[n.ID] = n.Name
		case *syntax.Binding:
			unique[n.ID] = n.Name
		}
		return true
	})
	type global struct {
		unique, where string
		id            int
	}
	first := map[int]string{} // the name under which a global was bound, for those that have other names as well
	of, unclear, order := map[string][]global{}, map[string]bool{}, []string(nil)
	for _, e := range s.Entries {
		for _, n := range e.Unit.Names {
			if n.Binding == nil || unique[n.Binding.ID] == "" {
				continue
			}
			where := "the input"
			if e.Input == nil {
				where = e.Src.Name
			}
			id := n.Binding.ID
			if name := first[id]; name == "" {
				first[id] = n.Name
			} else if list := of[name]; name != n.Name {
				k := slices.IndexFunc(list, func(g global) bool { return g.id == id })
				if k >= 0 {
					where += fmt.Sprintf(" (it is also the `%s` of %s)", name, list[k].where)
					of[name] = slices.Delete(list, k, k+1)
				}
			}
			if of[n.Name] == nil {
				order = append(order, n.Name)
			}
			of[n.Name] = append(of[n.Name], global{unique[id], where, id})
			unclear[n.Name] = unclear[n.Name] || unique[n.Binding.ID] != n.Name || s.Elab.Called(n.Binding.ID) == ""
		}
	}
	for _, name := range order {
		if !unclear[name] || len(of[name]) == 0 {
			continue
		}
		var parts []string
		for k, g := range of[name] {
			if k == 0 {
				parts = append(parts, fmt.Sprintf("`%s` is the `%s` of %s", g.unique, name, g.where))
			} else {
				parts = append(parts, fmt.Sprintf("`%s` that of %s", g.unique, g.where))
			}
		}
		lines = append(lines, strings.Join(parts, ", "))
	}
	return lines
}
