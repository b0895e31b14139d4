package validate

import (
	"slices"

	"funmem/semantics/syntax"
)

// whole is what a side evaluates: the body that is compared, with the globals and the
// functions that it needs. Behind the results of the body it gives those globals in whose
// blocks it may write, so that they are compared too.
func (s *side) whole() *syntax.Program {
	p, globals := s.around(s.body)
	for _, stm := range s.body.Stms {
		p.Decls = append(p.Decls, stm)
	}
	in := &syntax.In{Span: s.body.Span, Res: slices.Clone(s.body.Res)}
	for _, g := range globals {
		x := g.Use()
		x.End = min(x.End, x.Start+len(g.Name)) // the name alone
		in.Res = append(in.Res, x)
	}
	p.Decls = append(p.Decls, in)
	return p
}

// text is the part of the program in which the kernels of a side stand, and the globals
// in whose blocks it may write.
func (s *side) text() (*syntax.Program, []*syntax.Binding) {
	if s.def == nil {
		return s.whole(), nil
	}
	p, globals := s.around(s.def)
	p.Decls = append(p.Decls, s.def)
	return p, globals
}

// around is the declarations that a part of the program needs, but for those that are
// a part of the body that is compared, and the arrays among them in whose blocks it may
// write although they are used outside it.
func (s *side) around(n syntax.Node) (p *syntax.Program, globals []*syntax.Binding) {
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
	blocks := s.blocks()
	before := len(decls) // what changes a block that the def needs counts up to the def
	if s.def != nil {
		before = slices.IndexFunc(decls, func(d syntax.Decl) bool { return d == syntax.Decl(s.def) })
	}
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
				is = is || s.def != nil && k < before && touches(d, blocks, ids)
			case *syntax.Free:
				is = s.def != nil && k < before && touches(d, blocks, ids)
			}
			if is && !needed[k] {
				needed[k], again = true, true
				need(d)
			}
		}
		if !again {
			globals = s.globals(ids)
			for _, g := range globals {
				again = again || !ids[g.ID]
				ids[g.ID] = true
			}
		}
	}
	p = &syntax.Program{Span: s.program.Core.Span}
	for k, d := range decls {
		if needed[k] {
			p.Decls = append(p.Decls, d)
		}
	}
	return p, globals
}

// touches tells whether a statement names a block that is among the ids.
func touches(d syntax.Decl, blocks, ids map[int]bool) bool {
	return len(blocks) > 0 && slices.ContainsFunc(syntax.FreeVars(d), func(v *syntax.Var) bool { return ids[v.ID] && blocks[v.ID] })
}

// blocks are the blocks that statements bind.
func (s *side) blocks() map[int]bool {
	list := map[int]bool{}
	if s.def == nil || !s.program.Mem {
		return list
	}
	for _, d := range s.program.Core.Decls {
		if let, ok := d.(*syntax.Let); ok {
			for _, x := range let.Pat {
				list[x.ID] = list[x.ID] || x.Type.Elem == syntax.Mem
			}
		}
	}
	return list
}

// globals are the arrays that are bound before a def, in blocks that are among the ids,
// and that a def or what follows uses; in a program without results, whose names are all there is to use, the last
// array of each block too, since an earlier one may have been overwritten. A block that a loop, branch or call takes goes on
// under the name of the one that it gives. The names of a dump are nobody's to use: its entry points alone are seen.
func (s *side) globals(ids map[int]bool) []*syntax.Binding {
	var list []*syntax.Binding
	decls := s.program.Core.Decls
	at := slices.IndexFunc(decls, func(d syntax.Decl) bool { return d == syntax.Decl(s.def) })
	if s.def == nil || at < 0 {
		return nil
	}
	for _, d := range decls[:at] {
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		for _, x := range let.Pat {
			if x.Type.Mem != nil && ids[x.Type.Mem.Block.ID] {
				list = append(list, x)
			}
		}
	}
	if len(list) == 0 { // of most defs, and then nobody has to go through all the others
		return nil
	}
	used := map[int]bool{}
	if len(s.program.Core.Main().Res) == 0 && !s.program.compiled(list[0]) {
		for _, id := range lasts(decls[:at]) {
			used[id] = true
		}
	}
	for k, d := range decls {
		if _, ok := d.(*syntax.Def); ok || k > at {
			for _, v := range syntax.FreeVars(d) {
				used[v.ID] = true
			}
		}
	}
	return slices.DeleteFunc(list, func(x *syntax.Binding) bool { return !used[x.ID] })
}

// lasts are the last arrays of each block that statements name.
func lasts(decls []syntax.Decl) map[int]int {
	last := map[int]int{}
	for _, d := range decls {
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		for _, e := range handedOn(let.Exp) {
			if v, ok := e.(*syntax.Var); ok {
				delete(last, v.ID)
			}
		}
		for _, x := range let.Pat {
			if x.Type.Mem != nil {
				last[x.Type.Mem.Block.ID] = x.ID
			}
		}
	}
	return last
}

// handedOn are the atoms of an expression that may be among its values, blocks too.
func handedOn(e syntax.Expr) []syntax.Expr {
	switch e := e.(type) {
	case *syntax.Loop:
		return e.Init
	case *syntax.If:
		return slices.Concat(e.Then.Res, e.Else.Res)
	case *syntax.Call:
		return e.Args
	}
	return nil
}
