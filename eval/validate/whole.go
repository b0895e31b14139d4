package validate

import (
	"slices"

	"funmem/semantics/syntax"
)

// whole is what a side evaluates: the body that is compared, with the globals and the
// functions that it needs.
func (s *side) whole() *syntax.Program {
	p := s.around(s.body)
	for _, stm := range s.body.Stms {
		p.Decls = append(p.Decls, stm)
	}
	p.Decls = append(p.Decls, &syntax.In{Span: s.body.Span, Res: s.body.Res})
	return p
}

// text is the part of the program in which the kernels of a side stand.
func (s *side) text() *syntax.Program {
	if s.def == nil {
		return s.whole()
	}
	p := s.around(s.def)
	p.Decls = append(p.Decls, s.def)
	return p
}

// around is the declarations that a part of the program needs, but for those that are
// a part of the body that is compared.
func (s *side) around(n syntax.Node) *syntax.Program {
	decls := s.program.Core.Decls
	names, ids := map[string]bool{}, map[int]bool{}
	need := func(n syntax.Node) {
		for _, v := range syntax.FreeVars(n) {
			ids[v.ID] = true
		}
		syntax.Walk(n, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.Call); ok {
				names[call.Fn] = true
			}
			return true
		})
	}
	need(n)
	needed := make([]bool, len(decls))
	for again := true; again; {
		again = false
		for k, d := range slices.Backward(decls) {
			is := false
			switch d := d.(type) {
			case *syntax.Def:
				is = names[d.Name] && d != s.def
			case *syntax.Let:
				is = s.def != nil && slices.ContainsFunc(d.Pat, func(b *syntax.Binding) bool { return ids[b.ID] })
			}
			if is && !needed[k] {
				needed[k], again = true, true
				need(d)
			}
		}
	}
	p := &syntax.Program{Span: s.program.Core.Span}
	for k, d := range decls {
		if needed[k] {
			p.Decls = append(p.Decls, d)
		}
	}
	return p
}
