package shortcircuit

import (
	"fmt"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// mover puts the arrays of a web where they will lie. It changes the types that bind them,
// and the block, offset and strides that are passed on before them.
type mover struct {
	c    *circuit
	web  *web
	to   *syntax.Var
	fail *rewrite.Refusal
}

// mem returns where an operand will lie; nil for a number.
func (m *mover) mem(x syntax.Expr) *syntax.MemAnn {
	v, ok := x.(*syntax.Var)
	if !ok {
		return nil
	}
	if l := m.web.place[v.ID]; l != nil {
		return &syntax.MemAnn{Block: m.to, L: l}
	}
	return m.c.know().types.Mem(v)
}

// moved tells whether an operand is an array of the web.
func (m *mover) moved(x syntax.Expr) bool {
	v, ok := x.(*syntax.Var)
	return ok && m.web.place[v.ID] != nil
}

func (m *mover) bindings(bs []*syntax.Binding) []*syntax.Binding {
	out := make([]*syntax.Binding, len(bs))
	for k, b := range bs {
		if out[k] = b; m.web.place[b.ID] != nil {
			out[k] = lies(b, m.mem(b.Use()))
		}
	}
	return out
}

// lies returns a binder of an array that lies somewhere else.
func lies(b *syntax.Binding, at *syntax.MemAnn) *syntax.Binding {
	c, t := *b, *b.Type
	t.Mem = &syntax.MemAnn{Span: t.Span, Block: at.Block, L: at.L}
	c.Type = &t
	return &c
}

func (m *mover) body(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	for _, s := range b.Stms {
		out.Stms = append(out.Stms, m.stm(s)...)
	}
	return out
}

func (m *mover) stm(s syntax.Stm) []syntax.Stm {
	l, ok := s.(*syntax.Let)
	if !ok {
		return []syntax.Stm{s}
	}
	var before []syntax.Stm
	e := l.Exp
	switch x := e.(type) {
	case *syntax.If:
		e = &syntax.If{Span: x.Span, Cond: x.Cond, Then: m.branch(l.Pat, x.Then), Else: m.branch(l.Pat, x.Else)}
	case *syntax.Loop:
		y := rewrite.Inner(x, m.body).(*syntax.Loop)
		before, y.Init = m.flow(x.Params, x.Init, map[int]syntax.Expr{})
		y.Body = m.yield(x.Params, y.Body)
		y.Params = m.bindings(x.Params)
		e = y
	case *syntax.Reduce, *syntax.Scan:
		f := *syntax.FoldOf(rewrite.Inner(e, m.body))
		fn := *f.Lambda()
		fn.Params = m.bindings(fn.Params)
		f.Fn = &fn
		e = f.Expr()
	case *syntax.Call:
		before, e = m.call(l.Pat, x)
	default:
		e = rewrite.Inner(e, m.body)
	}
	return append(before, &syntax.Let{Span: l.Span, Pat: m.bindings(l.Pat), Exp: e, Doc: l.Doc})
}

func (m *mover) branch(pat []*syntax.Binding, b *syntax.Body) *syntax.Body {
	return m.yield(pat, m.body(b))
}

// yield returns a body whose results the pattern binds.
func (m *mover) yield(pat []*syntax.Binding, b *syntax.Body) *syntax.Body {
	stms, res := m.flow(pat, b.Res, map[int]syntax.Expr{})
	return &syntax.Body{Span: b.Span, Stms: append(b.Stms, stms...), Res: res}
}

// call passes moved arrays, and the destinations of those that the call makes, with their support.
func (m *mover) call(pat []*syntax.Binding, e *syntax.Call) ([]syntax.Stm, *syntax.Call) {
	d := m.c.function(e.Fn)
	if d == nil {
		return nil, e // nothing is passed, or the block still is
	}
	want := map[int]syntax.Expr{}
	number := numbers(d.Params)
	for k, z := range pat {
		if m.web.place[z.ID] != nil {
			put(number, want, d.Ret[k].Type.Mem, m.mem(z.Use()))
		}
	}
	stms, args := m.flow(d.Params, e.Args, want)
	m.destinations(d, pat, args, stms)
	return stms, &syntax.Call{Span: e.Span, Fn: e.Fn, FnAt: e.FnAt, Args: args}
}

// numbers are the places of binders in a list, by their IDs.
func numbers(bs []*syntax.Binding) map[int]int {
	number := map[int]int{}
	for k, b := range bs {
		number[b.ID] = k
	}
	return number
}

// put notes what the binders get that the place of an array is made of: its block, its offset and its strides.
func put(number map[int]int, want map[int]syntax.Expr, m, at *syntax.MemAnn) {
	part := func(part, e syntax.Expr) {
		if v, ok := part.(*syntax.Var); ok {
			if k, ok := number[v.ID]; ok && want[k] == nil {
				want[k] = e
			}
		}
	}
	part(m.Block, at.Block)
	part(m.L.Offset, at.L.Offset)
	for d, dim := range m.L.Dims {
		part(dim.Stride, at.L.Dims[d].Stride)
	}
}

// flow returns what binders get, with the support of moved arrays: the block, the offset
// and the strides that are passed before an array. Some of it is known.
func (m *mover) flow(to []*syntax.Binding, from []syntax.Expr, want map[int]syntax.Expr) (stms []syntax.Stm, out []syntax.Expr) {
	number := numbers(to)
	for k, b := range to {
		if m.moved(from[k]) && m.web.place[b.ID] == nil {
			put(number, want, b.Type.Mem, m.mem(from[k]))
		}
	}
	if len(want) == 0 {
		return nil, from
	}
	m.agree(to, from, want)
	out = make([]syntax.Expr, len(from))
	for k, x := range from {
		out[k] = x
		switch e := want[k].(type) {
		case nil:
		case *syntax.Var, *syntax.IntLit:
			out[k] = e
		default:
			y := m.c.job.Supply.Binding(to[k].Name, &syntax.Type{Span: x.GetSpan()})
			y.Span = x.GetSpan()
			stms = append(stms, &syntax.Let{Span: y.Span, Pat: []*syntax.Binding{y}, Exp: e})
			out[k] = y.Use()
		}
	}
	return stms, out
}

// agree makes sure that every array that is passed lies where its binder will say.
func (m *mover) agree(to []*syntax.Binding, from []syntax.Expr, want map[int]syntax.Expr) {
	by := map[int]syntax.Expr{}
	for k, b := range to {
		by[b.ID] = from[k]
		if want[k] != nil {
			by[b.ID] = want[k]
		}
	}
	for k, b := range to {
		at := m.mem(from[k])
		if at == nil || m.web.place[b.ID] != nil {
			continue
		}
		v := from[k].(*syntax.Var)
		block, ok := syntax.Subst[syntax.Expr](b.Type.Mem.Block, by).(*syntax.Var)
		l := lmad.Resized(syntax.Subst(b.Type.Mem.L, by), m.c.know().types[v.ID].Dims)
		if (!ok || block.ID != at.Block.ID || !lmad.Equal(m.c.know().env, l, at.L)) && m.fail == nil {
			m.fail = rewrite.Refuse(nil, "`%s` is passed on as `%s`, whose type wants it where it is", v.Name, b.Written()).Because(v.Span, "here")
		}
	}
}

// destinations makes sure that what a call makes lies where its function is told to make it.
func (m *mover) destinations(d *syntax.Def, pat []*syntax.Binding, args []syntax.Expr, stms []syntax.Stm) {
	by := map[int]syntax.Expr{}
	for k, p := range d.Params {
		by[p.ID] = args[k]
		if v, ok := args[k].(*syntax.Var); ok {
			for _, s := range stms {
				if s := s.(*syntax.Let); s.Pat[0].ID == v.ID {
					by[p.ID] = s.Exp
				}
			}
		}
	}
	for k, z := range pat {
		l := m.web.place[z.ID]
		if x := m.kept(d, k, by, args); x != "" && m.fail == nil {
			m.fail = rewrite.Refuse(nil, "`%s` would be made in the block of `%s`, which `%s` gets, too, and must not change", z.Written(), x, d.Written()).Because(z.Span, "here")
		}
		if l == nil {
			continue
		}
		ret := d.Ret[k].Type.Mem
		block, ok := syntax.Subst[syntax.Expr](ret.Block, by).(*syntax.Var)
		is := lmad.Resized(syntax.Subst(ret.L, by), z.Type.Dims)
		if (!ok || block.ID != m.to.ID || !lmad.Equal(m.c.know().env, is, l)) && m.fail == nil {
			m.fail = rewrite.Refuse(nil, "`%s` is made by a call of `%s`, which cannot make it there", z.Written(), d.Written()).Because(z.Span, "here")
		}
	}
}

// kept is an argument in the block that would be the destination of a result, if a call must not change it, or "".
func (m *mover) kept(d *syntax.Def, k int, by map[int]syntax.Expr, args []syntax.Expr) string {
	to := d.Destination(k)
	if to == nil {
		return ""
	}
	for n, p := range d.Params {
		block, ok := by[to.ID].(*syntax.Var)
		if at := m.mem(args[n]); at != nil && ok && !p.Unique && block.ID == m.to.ID && at.Block.ID == m.to.ID {
			return args[n].(*syntax.Var).Name
		}
	}
	return ""
}

// replaced returns a body with an inner body replaced by another one.
func replaced(in, old, b *syntax.Body) *syntax.Body {
	if in == old {
		return b
	}
	out := &syntax.Body{Span: in.Span, Stms: make([]syntax.Stm, len(in.Stms)), Res: in.Res}
	changed := false
	for k, s := range in.Stms {
		out.Stms[k] = s
		l, ok := s.(*syntax.Let)
		if !ok || changed {
			continue
		}
		e := rewrite.Inner(l.Exp, func(inner *syntax.Body) *syntax.Body {
			c := replaced(inner, old, b)
			changed = changed || c != inner
			return c
		})
		if changed {
			out.Stms[k] = &syntax.Let{Span: l.Span, Pat: l.Pat, Exp: e, Doc: l.Doc}
		}
	}
	if !changed {
		return in
	}
	return out
}

// hoisted returns a body with some statements moved before the given one.
func hoisted(b *syntax.Body, from int, moved []int) *syntax.Body {
	if len(moved) == 0 {
		return b
	}
	out := &syntax.Body{Span: b.Span, Stms: append([]syntax.Stm{}, b.Stms[:from]...), Res: b.Res}
	early := map[int]bool{}
	for _, k := range moved {
		out.Stms = append(out.Stms, b.Stms[k])
		early[k] = true
	}
	for k, s := range b.Stms[from:] {
		if !early[from+k] {
			out.Stms = append(out.Stms, s)
		}
	}
	return out
}

// where says in words where something lies.
func where(m *syntax.MemAnn) string {
	return fmt.Sprintf("block `%s`, at %s", m.Block.Name, syntax.Line(m.L))
}
