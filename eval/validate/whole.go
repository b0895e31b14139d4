package validate

import (
	"context"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// whole is what a side evaluates: the body that is compared, with the globals and the
// functions that it needs. After the results of the body it gives the globals whose
// blocks it may write to, so that they are compared too.
func (s *side) whole() *syntax.Program {
	p, globals := s.around(s.body)
	for _, stm := range s.body.Stms {
		p.Decls = append(p.Decls, stm)
	}
	in := &syntax.In{Span: s.body.Span, Res: slices.Clone(s.body.Res)}
	for _, g := range globals {
		in.Res = append(in.Res, nameOf(g))
	}
	p.Decls = append(p.Decls, in)
	return p
}

// text is the part of the program with the kernels of a side, and the globals whose
// blocks it may write to.
func (s *side) text() (*syntax.Program, []*syntax.Binding) {
	if s.def == nil {
		return s.whole(), nil
	}
	p, globals := s.around(s.def)
	for _, g := range s.partly {
		globals = append(globals, g.x)
	}
	if !slices.ContainsFunc(p.Defs(), func(d *syntax.Def) bool { return d.Name == s.def.Name }) {
		p.Decls = append(p.Decls, s.def)
	}
	return p, globals
}

// around is the declarations that a part of the program needs, except for those in the body
// that is compared. The globals are the arrays among them that are used outside it and whose blocks
// it may write to.
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
	before := s.called()
	blocks := s.classes
	if blocks == nil {
		if blocks = (&blockClasses{}); s.def != nil {
			blocks = s.program.blockClasses()
		}
	}
	needed := make([]bool, len(decls))
	for again := true; again; {
		again = false
		for _, x := range s.program.Outside {
			if ids[x.ID] && x.Type.Mem != nil {
				ids[x.Type.Mem.Block.ID] = true
			}
		}
		meets := blocks.among(ids)
		for k, d := range slices.Backward(decls) {
			is := false
			switch d := d.(type) {
			case *syntax.Def:
				is = names[d.Name]
			case *syntax.Let:
				is = s.def != nil && slices.ContainsFunc(d.Pat, func(b *syntax.Binding) bool { return ids[b.ID] })
				is = is || s.def != nil && k < before && blocks.touches(d, meets)
			case *syntax.Free:
				is = s.def != nil && k < before && blocks.touches(d, meets)
			}
			if is && !needed[k] {
				needed[k], again = true, true
				need(d)
			}
		}
		if !again {
			globals = s.globals(blocks, ids)
			for _, g := range globals {
				again = again || !ids[g.ID]
				ids[g.ID] = true
			}
		}
	}
	p = &syntax.Program{Span: s.program.Core.Span}
	for k, d := range decls {
		switch {
		case needed[k] && d == syntax.Decl(s.def): // a statement calls it, and the arguments keep their places
			p.Decls = append(p.Decls, syntax.Fresh(s.program.Supply.Clone(), s.def, map[int]syntax.Expr{}, nil))
		case needed[k]:
			p.Decls = append(p.Decls, d)
		}
	}
	return p, globals
}

// called is the number of the declaration before which a def is called: what changes a block that it needs counts up to
// there. In a program with results that is the def itself, since the results say what happens after it. A program
// without results is a library, and its names are used when all its statements are done.
func (s *side) called() int {
	decls := s.program.Core.Decls
	if s.def == nil || len(s.program.Core.Main().Res) == 0 && !s.program.compiledAt(s.def.NameAt) {
		return len(decls)
	}
	return slices.IndexFunc(decls, func(d syntax.Decl) bool { return d == syntax.Decl(s.def) })
}

// globals are the inputs and the arrays that are bound before a def, in blocks that may be one of those among the ids,
// and that a def or what follows uses. In a program without results its names are all there is to use, so all of
// them count. The names of a dump are nobody's to use: its entry points alone are seen.
func (s *side) globals(blocks *blockClasses, ids map[int]bool) []*syntax.Binding {
	var list []*syntax.Binding
	decls := s.program.Core.Decls
	if s.def == nil || len(blocks.of) == 0 {
		return nil
	}
	at := s.called()
	meets := blocks.among(ids)
	bound := [][]*syntax.Binding{s.program.Outside}
	for _, d := range decls[:at] {
		if let, ok := d.(*syntax.Let); ok {
			bound = append(bound, let.Pat)
		}
	}
	for _, xs := range bound {
		for _, x := range xs {
			if x.Type.Mem != nil && meets[blocks.class(x.Type.Mem.Block.ID)] && (s.shown == nil || s.shown[x.ID]) {
				list = append(list, x)
			}
		}
	}
	if len(list) == 0 { // of most defs, and then nobody has to go through all the others
		return nil
	}
	if len(s.program.Core.Main().Res) == 0 && !s.program.compiled(list[0]) {
		return list
	}
	used := map[int]bool{}
	for k, d := range decls {
		if _, ok := d.(*syntax.Def); ok || k > at {
			for _, v := range syntax.FreeVars(d) {
				used[v.ID] = true
			}
		}
	}
	return slices.DeleteFunc(list, func(x *syntax.Binding) bool { return !used[x.ID] })
}

// findShown runs the statements before a def is called, and keeps the globals that memory shows then: a def is to blame for
// those alone that it changes. An array may have been overwritten before, freed, or claimed to lie elsewhere.
// Where the statements do not come to their end, all are kept: the def does not run either.
func (s *side) findShown(ctx context.Context, o engine.Options) {
	if s.def == nil || s.shown != nil {
		return
	}
	s.classes = s.program.blockClasses()
	p, globals := s.around(s.def)
	decls := s.program.Core.Decls
	s.late = slices.ContainsFunc(p.Decls, func(d syntax.Decl) bool {
		_, def := d.(*syntax.Def)
		return !def && slices.Index(decls, d) > slices.Index(decls, syntax.Decl(s.def))
	})
	if len(globals) == 0 {
		return
	}
	p.Decls = append(p.Decls, &syntax.In{Span: s.body.Span})
	session := s.program.session(o)
	if v, err := session.Check(ctx, p); err != nil || v.Stuck != nil || session.CatchUp(ctx) != nil {
		return
	}
	s.shown = map[int]bool{}
	for _, x := range globals {
		v, want := session.Heap.Env.Of(x.ID), session.Value.Env.Of(x.ID)
		if _, freed := v.B.Freed(); freed {
			continue
		}
		if s.shown[x.ID] = lacking(v) == "" && validity.Differs(ctx, x.Use(), v, want) == nil; s.shown[x.ID] {
			continue
		}
		part := partly{x, nil}
		v.L.Each(func(off int) bool { // an element may lie outside the block, or be of the other kind
			k := len(part.cells)
			part.cells = append(part.cells, 0 <= off && off < v.B.Len() && value.Agrees(want.A.Elems.At(k), v.B.Shows(off, v.IsReal())))
			return true
		})
		if slices.Contains(part.cells, true) {
			s.partly = append(s.partly, part)
		}
	}
}

// freed says that the block of such a global was freed by the def, or is nil.
func (s *side) freed(session *validity.Session) *diag.Diagnostic {
	for _, g := range s.partly {
		v := session.Heap.Env.Of(g.x.ID)
		if end, freed := v.B.Freed(); freed {
			return diag.Errorf(diag.Stuck, "E-MEM-PROG", nameOf(g.x).Span, "block `%s` is used after it was freed", v.B).
				Note(end.At, "it was freed here").Note(diag.Span{}, "it is used by result `%s`", g.x.Written())
		}
	}
	return nil
}

// nameOf is a use of a variable at its binder, whose place is the name alone, without the type.
func nameOf(x *syntax.Binding) *syntax.Var {
	v := x.Use()
	if end := strings.IndexAny(v.Span.Text(), " \t\n:,)"); end > 0 {
		v.End = v.Start + end
	}
	return v
}

// partly is a global that memory shows in part before the def runs.
type partly struct {
	x     *syntax.Binding
	cells []bool // whether it shows each element, in row-major order
}

// ruined is the first element that memory showed of such a global before the def ran, and does not show after it.
func (s *side) ruined(ctx context.Context, session *validity.Session) *finding.Divergence {
	for _, g := range s.partly {
		v, want := session.Heap.Env.Of(g.x.ID), session.Value.Env.Of(g.x.ID)
		if d := validity.DiffersIn(ctx, nameOf(g.x), v, want, func(k int) bool { return g.cells[k] }); d != nil {
			d.AffectsResult = true
			return d
		}
	}
	return nil
}
