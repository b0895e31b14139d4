package session

import (
	"funmem/eval/validate"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Side returns the session as a program for a function: of FUNMEM if the function is.
func (s *Session) Side(name string) (*validate.Program, *syntax.Def, error) {
	if s.Unlinked(name) != nil {
		return nil, nil, diag.Usagef("`%s` is a function of the library, and `:validate` compares functions that were entered", name).Helpf("enter a function that calls it")
	}
	d := s.Elab.Function(name)
	if d == nil {
		return nil, nil, diag.Usagef("there is no function `%s`", name)
	}
	return s.Joined(s.IsMem(elab.Name{Name: name, Def: d}), "`"+name+"`"), d, nil
}

// Joined is the lines of the session as one program, of Fun or FUNMEM.
func (s *Session) Joined(mem bool, name string) *validate.Program {
	p := &syntax.Program{}
	for _, e := range s.Entries {
		switch {
		case e.Input != nil:
		case mem && e.Mem != nil:
			p.Decls = append(p.Decls, withoutResults(e.Mem)...)
		case !mem:
			p.Decls = append(p.Decls, withoutResults(e.Fun)...)
		}
	}
	return s.ProgramOf(&elab.Unit{Core: p, Mem: mem}, name)
}

// withoutResults is what a program declares.
func withoutResults(p *syntax.Program) []syntax.Decl {
	var decls []syntax.Decl
	for _, d := range p.Decls {
		if _, ok := d.(*syntax.In); !ok {
			decls = append(decls, d)
		}
	}
	return decls
}

// NeededBy returns a function with the functions that it calls, and the lets that they need.
func NeededBy(p *syntax.Program, d *syntax.Def) *syntax.Program {
	defs := map[string]*syntax.Def{}
	for _, f := range p.Defs() {
		defs[f.Name] = f
	}
	used := map[string]bool{d.Name: true}
	var vars []*syntax.Var
	var look func(n syntax.Node)
	look = func(n syntax.Node) {
		vars = append(vars, syntax.FreeVars(n)...)
		syntax.Walk(n, func(n syntax.Node) bool {
			if e, ok := n.(*syntax.Call); ok && defs[e.Fn] != nil && !used[e.Fn] {
				used[e.Fn] = true
				look(defs[e.Fn])
			}
			return true
		})
	}
	look(d)
	lets := map[syntax.Decl]bool{}
	for again := true; again; {
		again = false
		for _, l := range p.Needed(vars) {
			if !lets[l] {
				lets[l], again = true, true
				look(l.(*syntax.Let))
			}
		}
	}
	out := &syntax.Program{Span: p.Span}
	for _, decl := range p.Decls {
		f, isDef := decl.(*syntax.Def)
		if isDef && used[f.Name] && defs[f.Name] == f || lets[decl] {
			out.Decls = append(out.Decls, decl)
		}
	}
	return out
}
