package infold

import (
	"fmt"
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// report writes each fold in the memory instructions of the paper (§4.3): as it was, after step 1, and after step 2.
func (s *folds) report(before, explicit, after *syntax.Program) {
	var b strings.Builder
	stages := []struct {
		name string
		*stage
	}{{"before", s.stage(before)}, {"explicit accumulator memory (§6.2)", s.stage(explicit)}, {"in-place computation (§6.3)", s.stage(after)}}
	for _, f := range s.list {
		fmt.Fprintf(&b, "fold `%s`, accumulator `%s`\n", f.z.Written(), f.acc.Written())
		last := ""
		for _, t := range stages {
			text := t.of(f)
			if text != last {
				fmt.Fprintf(&b, "  %s:\n%s", t.name, text)
			}
			last = text
		}
		if f.why != nil {
			fmt.Fprintf(&b, "  refused: %s\n", f.why.Text)
		}
	}
	s.Report = b.String()
}

// stage is a program of which folds are shown.
type stage struct {
	*folds
	types  rewrite.Types
	lets   map[int]*syntax.Let // the statements that bind variables, by ID
	goes   map[int]*syntax.Let // the kernel that takes a variable as its row, or the if that gives it, by ID
	result map[int]int         // which result of that it is
	text   strings.Builder
}

func (s *folds) stage(p *syntax.Program) *stage {
	t := &stage{folds: s, types: rewrite.TypesOf(p, s.Type), lets: map[int]*syntax.Let{}, goes: map[int]*syntax.Let{}, result: map[int]int{}}
	syntax.Walk(p, func(n syntax.Node) bool {
		let, ok := n.(*syntax.Let)
		if !ok {
			return true
		}
		for _, x := range let.Pat {
			t.lets[x.ID] = let
		}
		switch let.Exp.(type) {
		case *syntax.If, *syntax.Kernel:
			for _, b := range rewrite.InnerBodies(let.Exp) {
				for k, x := range b.Res {
					if v, ok := x.(*syntax.Var); ok {
						t.goes[v.ID], t.result[v.ID] = let, k
					}
				}
			}
		}
		return true
	})
	return t
}

// of is a fold at this stage.
func (t *stage) of(f *fold) string {
	let := t.lets[f.z.ID]
	if let == nil {
		return "    nothing is left of it\n"
	}
	now := foldsOf(let, let.Exp.(*syntax.Reduce))
	for _, g := range now {
		if g.k == f.k {
			g.why = f.why
			f = g
		}
	}
	t.text.Reset()
	row := t.row(f)
	t.line(1, "%s", t.memory(f, row))
	t.neutral(f)
	t.line(1, "%s = with { for each %s:", f.z.Written(), elements(f))
	t.function(f)
	t.line(1, "} : fold(%s)", f.acc.Written())
	if row != nil && !t.same(row.lies, f.z.Type.Mem) {
		t.line(1, "row_mem = _suballoc_(%s, %s)", row.lies.Block.Name, row.at)
		t.line(1, "row = _fill_(_copy_(%s), row_mem)", f.z.Written())
		t.line(1, "_free_(%s)", f.z.Written())
	}
	return t.text.String()
}

func (t *stage) line(depth int, format string, args ...any) {
	t.text.WriteString(strings.Repeat("  ", depth+1))
	fmt.Fprintf(&t.text, format, args...)
	t.text.WriteByte('\n')
}

func (t *stage) same(a, b *syntax.MemAnn) bool { return rewrite.SameUnder(t.env, a, b) }

// elements are what the function gets of the arrays in a round.
func elements(f *fold) string {
	_, _, elems, _ := f.Params()
	var texts []string
	for k, x := range elems {
		texts = append(texts, x.Written()+" of "+syntax.Line(f.Xs[k]))
	}
	return strings.Join(texts, ", ")
}

// place is a row of an array: its index, and where it lies.
type place struct {
	at   string
	lies *syntax.MemAnn
}

// row is the row that the result of a fold becomes, also by way of branches, or nil.
func (t *stage) row(f *fold) *place {
	for id := f.z.ID; ; {
		let := t.goes[id]
		if let == nil {
			return nil
		}
		x := let.Pat[t.result[id]]
		if e, ok := let.Exp.(*syntax.Kernel); ok {
			i := e.Index[0].X
			return &place{"[" + i.Name + "]", &syntax.MemAnn{Block: x.Type.Mem.Block, L: lmad.Index(x.Type.Mem.L, i.Use())}}
		}
		id = x.ID
	}
}

// memory is how the accumulator gets its memory.
func (t *stage) memory(f *fold, row *place) string {
	m := f.z.Type.Mem
	switch alloc := t.lets[m.Block.ID]; {
	case row != nil && t.same(row.lies, m):
		return fmt.Sprintf("%s_mem = _suballoc_(%s, %s)", f.z.Written(), m.Block.Name, row.at)
	case alloc != nil && m.L.RowMajor:
		return fmt.Sprintf("%s = _alloc_(%s)", m.Block.Name, sizes(f.z))
	}
	return fmt.Sprintf("%s_mem = _suballoc_(%s, %s)", f.z.Written(), m.Block.Name, syntax.Line(m.L))
}

// own is the name of the memory of the accumulator.
func (t *stage) own(f *fold) string {
	if t.lets[f.z.Type.Mem.Block.ID] != nil && f.z.Type.Mem.L.RowMajor {
		return f.z.Type.Mem.Block.Name
	}
	return f.z.Written() + "_mem"
}

// neutral is how the accumulator begins.
func (t *stage) neutral(f *fold) {
	v := f.Ne[f.k].(*syntax.Var)
	there := t.same(t.types.Mem(v), f.acc.Type.Mem)
	let := t.lets[v.ID]
	if let != nil && fresh(&syntax.Body{Stms: []syntax.Stm{let}}, 0) != nil {
		memory := t.own(f)
		if !there {
			memory = t.types.Mem(v).Block.Name
			t.line(1, "%s = _alloc_(%s)", memory, sizes(let.Pat[0]))
		}
		t.line(1, "%s = _fill_(%s, %s)", v.Name, head(let.Exp), memory)
	}
	if there {
		t.line(1, "%s = %s", f.acc.Written(), v.Name)
	} else {
		t.line(1, "%s = _fill_(_copy_(%s), %s)", f.acc.Written(), v.Name, t.own(f))
	}
}

// function is how the function of a fold makes the next accumulator.
func (t *stage) function(f *fold) {
	r := f.result()
	m := t.types.Mem(r)
	if t.same(m, f.acc.Type.Mem) {
		memory := r.Name + "_mem"
		t.line(2, "%s = _mem_reuse_(%s)", memory, t.own(f))
		t.line(2, "%s = _fill_(%s, %s)", r.Name, t.made(r), memory)
		return
	}
	if t.lets[m.Block.ID] != nil && t.lets[r.ID] != nil {
		if f.why == nil {
			t.line(2, "%s = _alloc_or_reuse_(%s, %s)", m.Block.Name, sizes(f.acc), f.acc.Written())
		} else if _, ok := t.lets[m.Block.ID].Exp.(*syntax.Alloc); ok {
			t.line(2, "%s = _alloc_(%s)", m.Block.Name, sizes(f.acc))
		}
		t.line(2, "%s = _fill_(%s, %s)", r.Name, t.made(r), m.Block.Name)
	}
	t.line(2, "%s = _fill_(_copy_(%s), %s)", f.acc.Written(), r.Name, t.own(f))
	if t.lets[r.ID] != nil {
		t.line(2, "_free_(%s)", r.Name)
	}
}

// made is how the statement that binds an array begins.
func (t *stage) made(v *syntax.Var) string {
	if let := t.lets[v.ID]; let != nil {
		return head(let.Exp)
	}
	return v.Name
}

// head is the first line of an expression, without the bodies in it.
func head(e syntax.Expr) string {
	text, _, more := strings.Cut(syntax.Line(e), "\n")
	switch e := e.(type) {
	case *syntax.Kernel:
		return "kernel " + e.Index[0].X.Name + " <= " + syntax.Line(e.Index[0].N) + " …"
	case *syntax.If, *syntax.Loop, *syntax.Reduce, *syntax.Scan:
		text, _, _ = strings.Cut(text, " ")
		more = true
	}
	if more {
		text += " …"
	}
	return text
}

// sizes is the shape of an array, as the paper writes it.
func sizes(x *syntax.Binding) string {
	var texts []string
	for _, n := range x.Type.Dims {
		texts = append(texts, syntax.Line(n))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
