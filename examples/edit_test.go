package examples_test

import (
	"fmt"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// editKinds are the kinds of edits in the table of edits that must be found: those of mutations, and others. The others
// are indices, sizes, strides of slices, and a wrong variant under a guard.
var editKinds = []string{
	"index ± 1", "size ± 1", "slice shifted", "stride", "offset", "block", "copy dropped", "alloc hoisted",
	"guard on an equality", "guard on a bound", "guard on a remainder",
}

// kindOf gives the kind of an edit that is a mutation.
var kindOf = map[string]string{
	"offset + 1": "offset", "offset − 1": "offset", "stride + 1": "stride", "stride 0": "stride", "dimensions swapped": "stride",
	"another block": "block", "blocks merged": "block", "loop hands on another block": "block", "alloc shrunk": "size ± 1",
	"copy dropped": "copy dropped", "alloc hoisted out of a kernel": "alloc hoisted", "alloc hoisted out of a loop": "alloc hoisted",
}

// guards are the numbers that the guards of edits compare with.
var guards = []int64{16, 32, 1000}

// editor collects edits of the defs of a program. The text of a mutant is only made when it is asked for.
type editor struct {
	p    *syntax.Program
	list []memEdit
}

// memEdit is one change of a program.
type memEdit struct {
	kind, what string
	texts      func() []string
}

// programEdits are all edits of a program.
func programEdits(p *syntax.Program) []memEdit {
	e := &editor{p: untyped(p)}
	for _, m := range mutants(p) {
		texts := m.texts
		e.list = append(e.list, memEdit{kindOf[m.kind], m.kind + " " + m.what, func() []string { return texts }})
	}
	for _, d := range e.p.Defs() {
		var ints []*syntax.Binding
		for _, x := range d.Params {
			if x.Type.IsInt() {
				ints = append(ints, x)
			}
		}
		e.body(d.Body, ints)
	}
	return e.list
}

// change adds an edit that replaces the content of a place.
func change[T any](e *editor, kind, what string, place *T, to func() T) {
	e.list = append(e.list, memEdit{kind, what, func() []string {
		return []string{with(place, to(), func() string { return syntax.Print(e.p) })}
	}})
}

// shifts adds the edits that change a scalar expression by one.
func (e *editor) shifts(kind, what string, place *syntax.Expr) {
	for _, k := range []int64{1, -1} {
		change(e, kind, fmt.Sprintf("%s: %s %+d", what, syntax.Line(*place), k), place, func() syntax.Expr { return plus(*place, k) })
	}
}

// body adds the edits of a body; ints are in scope.
func (e *editor) body(b *syntax.Body, ints []*syntax.Binding) {
	ints = slices.Clone(ints)
	for _, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		e.let(let, ints)
		for _, x := range let.Pat {
			if x.Type != nil && x.Type.IsInt() {
				ints = append(ints, x)
			}
		}
	}
}

// let adds the edits of a statement.
func (e *editor) let(s *syntax.Let, ints []*syntax.Binding) {
	name := s.Pat[0].Name
	switch x := s.Exp.(type) {
	case *syntax.Kernel:
		e.shifts("size ± 1", name, &x.Index[0].N)
		inner := append(slices.Clone(ints), x.Index[0].X)
		e.body(x.Body, inner)
		if len(x.Body.Res) == 1 && s.Pat[0].Type != nil && s.Pat[0].Type.Rank() == 1 {
			all := slices.Clone(inner)
			for _, t := range x.Body.Stms {
				if let, ok := t.(*syntax.Let); ok && let.Pat[0].Type != nil && let.Pat[0].Type.IsInt() {
					all = append(all, let.Pat[0])
				}
			}
			e.guarded(name, &x.Body.Res[0], s.Pat[0].Type.Elem, all)
			e.indices(name, x.Body.Res[0])
		}
		return
	case *syntax.Loop:
		inner := slices.Clone(ints)
		if x.For != nil {
			e.shifts("size ± 1", name, &x.For.N)
			inner = append(inner, x.For.X)
		}
		for _, p := range x.Params {
			if p.Type.IsInt() {
				inner = append(inner, p)
			}
		}
		e.body(x.Body, inner)
		return
	case *syntax.If:
		e.body(x.Then, ints)
		e.body(x.Else, ints)
		return
	case *syntax.Reduce:
		e.body(x.Fn.(*syntax.Lambda).Body, ints)
		return
	case *syntax.Scan:
		e.body(x.Fn.(*syntax.Lambda).Body, ints)
		return
	case *syntax.Call:
		return
	case *syntax.Alloc:
		e.shifts("size ± 1", name, &x.N)
		e.guardedInt("size ± 1", name, &x.N, ints)
		return
	case *syntax.Iota:
		e.shifts("size ± 1", name, &x.N)
	case *syntax.Slice:
		e.slice(name, x.At)
	case *syntax.With:
		e.slice(name, x.At)
	}
	e.indices(name, s.Exp)
	if t := s.Pat[0].Type; len(s.Pat) == 1 && t != nil && t.IsNumber() {
		e.guarded(name, &s.Exp, t.Elem, ints)
	}
	if t := s.Pat[0].Type; t != nil && t.Mem != nil && fresh(s.Exp) && !t.Mem.L.RowMajor {
		e.guardedInt("offset", name, &t.Mem.L.Offset, ints)
	}
}

// slice adds the edits of a slice: where it begins and how it steps.
func (e *editor) slice(name string, at []syntax.Ix) {
	for k := range at {
		ix := &at[k]
		if ix.Kind == syntax.IxAll {
			continue
		}
		kind := "slice shifted"
		if ix.Kind == syntax.IxFix {
			kind = "index ± 1"
		}
		e.shifts(kind, name, &ix.Off)
		if ix.Stride != nil {
			e.shifts("stride", name, &ix.Stride)
		}
		for d := range ix.Dims {
			e.shifts("stride", name, &ix.Dims[d].Stride)
		}
	}
}

// indices adds the edits of the indices in a scalar expression.
func (e *editor) indices(name string, x syntax.Expr) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if i, ok := n.(*syntax.Index); ok {
			for k := range i.At {
				e.shifts("index ± 1", name, &i.At[k])
			}
		}
		return true
	})
}

// conditions returns possible conditions of a guard over the ints in scope, with their kinds.
func conditions(ints []*syntax.Binding) (kinds []string, conds []syntax.Expr) {
	for _, x := range ints {
		for _, k := range guards {
			c := &syntax.IntLit{Val: num.Of(k)}
			kinds = append(kinds, "guard on an equality", "guard on a bound", "guard on a remainder")
			conds = append(conds, &syntax.Binary{Op: syntax.Eq, X: x.Use(), Y: c}, &syntax.Binary{Op: syntax.Ge, X: x.Use(), Y: c},
				&syntax.Binary{Op: syntax.Eq, X: &syntax.Binary{Op: syntax.Mod, X: x.Use(), Y: c}, Y: &syntax.IntLit{Val: num.Of(k / 2)}})
		}
	}
	return kinds, conds
}

// guarded adds edits that replace a scalar by another one if a guard holds.
func (e *editor) guarded(name string, place *syntax.Expr, elem syntax.Elem, ints []*syntax.Binding) {
	if _, ok := (*place).(*syntax.Alloc); ok {
		return
	}
	var one syntax.Expr = &syntax.IntLit{Val: num.Of(1)}
	if elem == syntax.F64 {
		one = &syntax.RealLit{Text: "1.0", Val: 1}
	}
	kinds, conds := conditions(ints)
	for k, c := range conds {
		change(e, kinds[k], fmt.Sprintf("%s: %s", name, syntax.Line(c)), place, func() syntax.Expr {
			return &syntax.If{Cond: c, Then: &syntax.Body{Res: []syntax.Expr{&syntax.Binary{Op: syntax.Add, X: *place, Y: one}}}, Else: &syntax.Body{Res: []syntax.Expr{*place}}}
		})
	}
	if i, ok := (*place).(*syntax.Index); ok && len(conds) > 0 {
		for k, c := range conds {
			d := k % len(i.At)
			change(e, kinds[k], fmt.Sprintf("%s: %s for an index", name, syntax.Line(c)), &i.At[d], func() syntax.Expr {
				return &syntax.Binary{Op: syntax.Sub, X: i.At[d], Y: c}
			})
		}
	}
}

// guardedInt adds edits that make an int one less if a guard holds.
func (e *editor) guardedInt(kind, name string, place *syntax.Expr, ints []*syntax.Binding) {
	kinds, conds := conditions(ints)
	for k, c := range conds {
		change(e, kinds[k], fmt.Sprintf("%s: %s less %s", name, kind, syntax.Line(c)), place, func() syntax.Expr {
			return &syntax.Binary{Op: syntax.Sub, X: *place, Y: c}
		})
	}
}
