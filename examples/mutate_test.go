package examples_test

import (
	"fmt"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// mutant is a program with one change to its memory. If the change needs other changes to be
// well-typed, there are several texts; the first one has the change alone.
type mutant struct {
	kind  string // one of mutations
	what  string // what was changed
	texts []string
}

// mutations are the kinds of changes, in the words of docs/found.md.
var mutations = []string{
	"offset + 1", "offset − 1", "stride + 1", "stride 0", "dimensions swapped", "another block", "blocks merged",
	"alloc shrunk", "copy dropped", "alloc hoisted out of a kernel", "alloc hoisted out of a loop", "loop hands on another block",
}

// mutator changes a program in place, prints it, and undoes the change.
type mutator struct {
	p    *syntax.Program
	list []mutant
}

// mutants returns all programs with one change, in the order of the text.
func mutants(p *syntax.Program) []mutant {
	m := &mutator{p: untyped(p)}
	for _, d := range m.p.Defs() {
		var blocks []*syntax.Binding
		for _, x := range d.Params {
			if x.Type.Elem == syntax.Mem {
				blocks = append(blocks, x)
			}
		}
		m.body(d.Body, blocks)
	}
	m.program()
	return m.list
}

// untyped removes the types of derived arrays, so that elaboration derives them again from the
// changed arrays.
func untyped(p *syntax.Program) *syntax.Program {
	p = syntax.Rebuild(p, syntax.Mapper{})
	syntax.Walk(p, func(n syntax.Node) bool {
		if let, ok := n.(*syntax.Let); ok {
			switch let.Exp.(type) {
			case *syntax.Slice, *syntax.Transpose, *syntax.Permute, *syntax.Reverse, *syntax.Reshape, *syntax.With:
				let.Pat[0].Type = nil
			}
		}
		return true
	})
	return p
}

// program changes the top-level statements of the program.
func (m *mutator) program() {
	b := &syntax.Body{}
	var rest []syntax.Decl
	at := 0
	for _, d := range m.p.Decls {
		switch d := d.(type) {
		case syntax.Stm:
			b.Stms = append(b.Stms, d)
		case *syntax.In:
			b.Res = d.Res
		default:
			rest = append(rest, d)
			at++
		}
	}
	if len(b.Stms) == 0 {
		return
	}
	whole := m.p
	m.p = nil
	print := func() string {
		p := *whole
		p.Decls = slices.Clone(rest)
		for _, s := range b.Stms {
			p.Decls = append(p.Decls, s)
		}
		if b.Res != nil {
			p.Decls = append(p.Decls, &syntax.In{Res: b.Res})
		}
		return syntax.Print(&p)
	}
	outer := &mutator{}
	outer.stms(b, nil, print)
	m.p = whole
	m.list = append(m.list, outer.list...)
}

func (m *mutator) body(b *syntax.Body, blocks []*syntax.Binding) {
	m.stms(b, blocks, func() string { return syntax.Print(m.p) })
}

// stms changes the statements of a body, under the blocks in scope.
func (m *mutator) stms(b *syntax.Body, blocks []*syntax.Binding, print func() string) {
	for k := range b.Stms {
		let, ok := b.Stms[k].(*syntax.Let)
		if !ok {
			continue
		}
		m.nested(b, k, let, blocks, print)
		m.let(b, k, let, blocks, print)
		for _, x := range let.Pat {
			if x.Type != nil && x.Type.Elem == syntax.Mem {
				blocks = append(slices.Clone(blocks), x)
			}
		}
	}
}

// nested changes the bodies inside a statement.
func (m *mutator) nested(b *syntax.Body, k int, let *syntax.Let, blocks []*syntax.Binding, print func() string) {
	switch e := let.Exp.(type) {
	case *syntax.If:
		m.stms(e.Then, blocks, print)
		m.stms(e.Else, blocks, print)
	case *syntax.Kernel:
		m.hoist(b, k, e.Body, []*syntax.Binding{e.Index[0].X}, "alloc hoisted out of a kernel", print)
		m.stms(e.Body, blocks, print)
	case *syntax.Loop:
		own := slices.Clone(blocks)
		for _, x := range e.Params {
			if x.Type.Elem == syntax.Mem {
				own = append(own, x)
			}
		}
		inner := slices.Clone(e.Params)
		if e.For != nil {
			inner = append(inner, e.For.X)
		}
		m.hoist(b, k, e.Body, inner, "alloc hoisted out of a loop", print)
		m.handOn(e, own, print)
		m.stms(e.Body, own, print)
	case *syntax.Reduce:
		m.stms(e.Fn.(*syntax.Lambda).Body, blocks, print)
	case *syntax.Scan:
		m.stms(e.Fn.(*syntax.Lambda).Body, blocks, print)
	}
}

func (m *mutator) add(kind, what string, texts ...string) {
	m.list = append(m.list, mutant{kind, what, texts})
}

// with prints the program while a place has another content.
func with[T any](place *T, x T, print func() string) string {
	old := *place
	*place = x
	defer func() { *place = old }()
	return print()
}

// plus is e + k.
func plus(e syntax.Expr, k int64) syntax.Expr {
	op := syntax.Add
	if k < 0 {
		op, k = syntax.Sub, -k
	}
	return &syntax.Binary{Op: op, X: e, Y: &syntax.IntLit{Val: num.Of(k)}}
}

// fresh tells whether an expression makes an array that may lie anywhere.
func fresh(e syntax.Expr) bool {
	switch e.(type) {
	case *syntax.Kernel, *syntax.Iota, *syntax.Replicate, *syntax.Scratch, *syntax.Copy, *syntax.Literal, *syntax.Concat, *syntax.Reduce, *syntax.Scan:
		return true
	}
	return false
}

// let changes one statement.
func (m *mutator) let(b *syntax.Body, k int, let *syntax.Let, blocks []*syntax.Binding, print func() string) {
	if a, ok := let.Exp.(*syntax.Alloc); ok {
		m.add("alloc shrunk", let.Pat[0].Name, with(&a.N, plus(a.N, -1), print))
		m.merge(b, k, let.Pat[0], blocks, print)
	}
	if _, ok := let.Exp.(*syntax.Copy); ok {
		m.dropCopy(b, k, let, print)
	}
	if !fresh(let.Exp) {
		return
	}
	for _, x := range let.Pat {
		if x.Type != nil && x.Type.Mem != nil {
			m.annotation(b, x, blocks, print)
		}
	}
}

// annotation changes where a fresh array lies.
func (m *mutator) annotation(b *syntax.Body, x *syntax.Binding, blocks []*syntax.Binding, print func() string) {
	place := &x.Type.Mem.L
	l := *place
	try := func(kind string, change func(l *syntax.LMAD)) {
		c := &syntax.LMAD{Offset: l.Offset, Dims: slices.Clone(l.Dims)}
		change(c)
		m.add(kind, x.Name, with(place, c, print))
	}
	try("offset + 1", func(l *syntax.LMAD) { l.Offset = plus(l.Offset, 1) })
	try("offset − 1", func(l *syntax.LMAD) { l.Offset = plus(l.Offset, -1) })
	for d := range l.Dims {
		try("stride + 1", func(l *syntax.LMAD) { l.Dims[d].Stride = plus(l.Dims[d].Stride, 1) })
		try("stride 0", func(l *syntax.LMAD) { l.Dims[d].Stride = &syntax.IntLit{Val: num.Of(0)} })
		if d > 0 {
			try("dimensions swapped", func(l *syntax.LMAD) {
				l.Dims[d].Stride, l.Dims[d-1].Stride = l.Dims[d-1].Stride, l.Dims[d].Stride
			})
		}
	}
	old := x.Type.Mem.Block
	for _, y := range blocks {
		if y.ID == old.ID {
			continue
		}
		block := &syntax.Var{Name: y.Name, ID: y.ID}
		alone := with(&x.Type.Mem.Block, block, print)
		res := slices.Clone(b.Res)
		for k, e := range res {
			if v, ok := e.(*syntax.Var); ok && v.ID == old.ID {
				res[k] = block
			}
		}
		both := with(&x.Type.Mem.Block, block, func() string { return with(&b.Res, res, print) })
		m.add("another block", fmt.Sprintf("%s in %s", x.Name, y.Name), alone, both)
	}
}

// rewritten prints the program without statement k of a body. Variables are replaced in the
// statements that follow.
func rewritten(b *syntax.Body, k int, by map[int]syntax.Expr, print func() string) string {
	stms := slices.Clone(b.Stms[:k])
	for _, s := range b.Stms[k+1:] {
		stms = append(stms, syntax.Subst(s, by))
	}
	res := slices.Clone(b.Res)
	for i, e := range res {
		res[i] = syntax.Subst(e, by)
	}
	return with(&b.Stms, stms, func() string { return with(&b.Res, res, print) })
}

// merge puts everything that lies in a block into another block that exists already.
func (m *mutator) merge(b *syntax.Body, k int, x *syntax.Binding, blocks []*syntax.Binding, print func() string) {
	for _, y := range blocks {
		by := map[int]syntax.Expr{x.ID: &syntax.Var{Name: y.Name, ID: y.ID}}
		m.add("blocks merged", fmt.Sprintf("%s and %s", x.Name, y.Name), rewritten(b, k, by, print))
	}
}

// dropCopy uses the source of a copy instead of the copy.
func (m *mutator) dropCopy(b *syntax.Body, k int, let *syntax.Let, print func() string) {
	x := let.Pat[0]
	src, ok := let.Exp.(*syntax.Copy).X.(*syntax.Var)
	if !ok {
		return
	}
	texts := []string{rewritten(b, k, map[int]syntax.Expr{x.ID: src}, print)}
	for _, y := range bindersOf(m.p, b) {
		if y.ID == src.ID && y.Type != nil && y.Type.Mem != nil {
			texts = append(texts, rewritten(b, k, map[int]syntax.Expr{x.ID: src, x.Type.Mem.Block.ID: y.Type.Mem.Block}, print))
		}
	}
	m.add("copy dropped", x.Name, texts...)
}

// bindersOf returns the binders of a program, or of a body if the program is nil.
func bindersOf(p *syntax.Program, b *syntax.Body) []*syntax.Binding {
	var n syntax.Node = b
	if p != nil {
		n = p
	}
	var list []*syntax.Binding
	syntax.Walk(n, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok {
			list = append(list, x)
		}
		return true
	})
	return list
}

// hoist moves each allocation of a body in front of the statement that contains it, if its size
// allows that.
func (m *mutator) hoist(b *syntax.Body, k int, inner *syntax.Body, bound []*syntax.Binding, kind string, print func() string) {
	bound = slices.Clone(bound)
	for i, s := range inner.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		if _, ok := let.Exp.(*syntax.Alloc); ok && !slices.ContainsFunc(syntax.FreeVars(let), func(v *syntax.Var) bool {
			return slices.ContainsFunc(bound, func(x *syntax.Binding) bool { return x.ID == v.ID })
		}) {
			stms := slices.Insert(slices.Clone(b.Stms), k, s)
			rest := slices.Delete(slices.Clone(inner.Stms), i, i+1)
			m.add(kind, let.Pat[0].Name, with(&b.Stms, stms, func() string { return with(&inner.Stms, rest, print) }))
		}
		bound = append(bound, let.Pat...)
	}
}

// handOn makes the body of a loop pass on another block.
func (m *mutator) handOn(e *syntax.Loop, blocks []*syntax.Binding, print func() string) {
	for k, x := range e.Params {
		old, ok := e.Body.Res[k].(*syntax.Var)
		if !ok || x.Type.Elem != syntax.Mem {
			continue
		}
		inner := slices.Clone(blocks)
		for _, s := range e.Body.Stms {
			if let, ok := s.(*syntax.Let); ok && let.Pat[0].Type != nil && let.Pat[0].Type.Elem == syntax.Mem {
				inner = append(inner, let.Pat[0])
			}
		}
		for _, y := range inner {
			if y.ID != old.ID {
				m.add("loop hands on another block", fmt.Sprintf("%s for %s", y.Name, old.Name),
					with(&e.Body.Res[k], syntax.Expr(&syntax.Var{Name: y.Name, ID: y.ID}), print))
			}
		}
	}
}
