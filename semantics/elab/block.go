package elab

import (
	"fmt"
	"slices"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// block is a body under construction.
type block struct {
	u     *unit
	up    *block
	gamma *check.Context
	scope *scope
	stms  []syntax.Stm
}

// value is the value of an expression: an atom, or a scalar expression that no one has
// named yet.
type value struct {
	e syntax.Expr
	t *syntax.Type
}

func (b *block) child() *block {
	return &block{u: b.u, up: b, gamma: b.gamma.Scope(), scope: newScope(b.scope)}
}

// within runs f with b as the block that inserted checks go to.
func (b *block) within(f func()) {
	saved := b.u.cur
	b.u.cur = b
	f()
	b.u.cur = saved
}

// need inserts a check statement.
func (b *block) need(n check.Need) {
	b.stms = append(b.stms, &syntax.Check{Span: n.At, X: b.called(n.X), Y: b.called(n.Y), Why: n.Why})
	b.gamma.Equate(n.X, n.Y)
}

// called is an operand of a check. A name without a place gets the place of its
// binder, because core may have another name for it.
func (b *block) called(e syntax.Expr) syntax.Expr {
	if v, ok := e.(*syntax.Var); ok && v.Span.Text() == "" {
		if p := b.gamma.Lookup(v.ID); p != nil && p.Text != "" && p.Span.Text() == p.Text {
			return p.Use()
		}
	}
	return e
}

// emit adds let p̄ = e and brings p̄ into Γ.
func (b *block) emit(at diag.Span, pat []*syntax.Binding, e syntax.Expr) {
	b.stms = append(b.stms, &syntax.Let{Span: at, Pat: pat, Exp: e})
	for _, p := range pat {
		b.gamma.Bind(p)
	}
	if len(pat) == 1 && syntax.IsScalar(e) {
		b.gamma.Define(pat[0], e)
	}
}

// let names a core expression without a body. The rules give its type. In FUNMEM a
// fresh array has no place to go: that is an error.
func (b *block) let(at diag.Span, e syntax.Expr, l label) value {
	b.rowsOfOneSize(e)
	t, d := b.gamma.Leaf(e)
	fail(d)
	b.nameSizes(at, t)
	if _, ok := e.(*syntax.Claim); ok {
		fail(b.u.errorf("T-MEM-CLAIM", at, "`%s` does not say where it is claimed to lie", syntax.Line(e)).
			Helpf("bind it with its type: `let (y : [n]int @ m -> R(n)) = %s`", syntax.Line(e)))
	}
	if b.u.out.Mem && t.IsArray() && t.Mem == nil {
		fail(b.u.errorf("T-MEM-FRESH", at, "the fresh array `%s` has no block", syntax.Line(e)).
			Helpf("bind it: `let (x : [n]int @ m -> R(n)) = …` with a block `let (m : mem) = alloc n`"))
	}
	p := b.bind(l, t, at)
	b.emit(at, []*syntax.Binding{p}, e)
	return value{p.Use(), t}
}

// atom makes a value an operand of core.
func (b *block) atom(v value, l label) syntax.Expr {
	if syntax.IsAtom(v.e) {
		return v.e
	}
	return b.let(v.e.GetSpan(), v.e, l).e
}

// outer is a size of an inner scope as an expression over the scope of b, if its
// normal form can be written there.
func (b *block) outer(in *check.Context, size syntax.Expr) (syntax.Expr, bool) {
	if isIrregularSize(size) {
		return nil, false
	}
	if b.inScope(size) {
		return size, true
	}
	b.u.s.Poll.Ask() // looking for a name takes as long as there are names
	p := in.Sizes().Of(size)
	for _, id := range p.Vars() {
		if b.gamma.Lookup(id) == nil {
			return nil, false
		}
	}
	if _, ok := p.Const(); !ok {
		if b := b.gamma.Named(p); b != nil {
			return b.Use(), true
		}
	}
	return b.placed(p.Expr(), size.GetSpan()), true
}

// placed is a scalar expression that nobody wrote, with the place of what it stands
// for.
func (b *block) placed(e syntax.Expr, at diag.Span) syntax.Expr {
	return syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.Binary:
			return &syntax.Binary{Span: at, Op: e.Op, X: e.X, Y: e.Y, Of: e.Of}
		case *syntax.Unary:
			return &syntax.Unary{Span: at, Op: e.Op, X: e.X, Of: e.Of}
		}
		return b.at(e, at)
	})
}

func (b *block) inScope(size syntax.Expr) bool {
	switch e := size.(type) {
	case *syntax.IntLit:
		return true
	case *syntax.Var:
		return b.gamma.Lookup(e.ID) != nil
	}
	return false
}

// stm elaborates a statement and returns the names that it binds.
func (b *block) stm(s syntax.Stm) []Name {
	switch s := s.(type) {
	case *syntax.Check:
		x, y := b.scalar(s.X, "T-CHECK", "a side of a check"), b.scalar(s.Y, "T-CHECK", "a side of a check")
		says := s.Says.Map(func(x syntax.Expr) syntax.Expr { return b.scalar(x, "T-CHECK", "what a check says") })
		b.stms = append(b.stms, &syntax.Check{Span: s.Span, X: x, Y: y, Why: s.Why, Says: says})
		b.gamma.Equate(x, y)
		return nil
	case *syntax.Free:
		b.free(s)
		return nil
	case *syntax.Let:
		return b.letStm(s)
	}
	panic("elab: unknown statement")
}

// free elaborates free m.
func (b *block) free(s *syntax.Free) {
	v := b.variable(s.Block)
	m, ok := v.e.(*syntax.Var)
	if !ok {
		fail(b.boundAt(b.u.errorf("T-MEM-FREE", s.Block.Span, "free ends a block, but `%s` is of type %s", s.Block.Name, b.gamma.Show(v.t.Bare())), v, s.Block))
	}
	f := &syntax.Free{Span: s.Span, Block: m}
	fail(b.gamma.Stm(f))
	b.stms = append(b.stms, f)
}

// letStm elaborates let p̄ = e. A pattern is core, and taken as it stands, if it is
// fully typed and mentions memory or its own ints.
func (b *block) letStm(s *syntax.Let) []Name {
	b.u.distinct("T-STM", s.Pat)
	b.u.own = append(b.u.own, s)
	defer func() { b.u.own = b.u.own[:len(b.u.own)-1] }()
	if b.isCorePattern(s.Pat) {
		return b.coreLet(s)
	}
	mark := b.u.s.sup.Last()
	labels := make([]label, len(s.Pat))
	for i, p := range s.Pat {
		labels[i] = writtenAs(p)
		if p.Type != nil && (ends(s.Exp, isEmpty) || p.Type.IsIrregular()) {
			labels[i].want = b.typ(p.Type, b.nameSize)
		}
	}
	vs := b.values(s.Exp, labels)
	if len(vs) != len(s.Pat) {
		d := b.u.errorf("T-STM", s.Span, "the pattern binds %s, but the expression has %s", diag.Count(len(s.Pat), "name"), diag.Count(len(vs), "value"))
		fail(d.Helpf("%s", otherPattern(s, vs)))
	}
	var bound []Name
	for i, p := range s.Pat {
		v := vs[i]
		if p.Type != nil {
			if labels[i].want != nil {
				v = b.irregular(v, labels[i].want, labels[i])
			}
			b.annotated(p, v, labels[i].want, mark)
		}
		if p.Name == "_" {
			continue
		}
		if v.t.IsNumber() && !b.isNew(v.e, p, mark) {
			v = b.let(s.Exp.GetSpan(), v.e, writtenAs(p))
		}
		if b.isNew(v.e, p, mark) {
			b.bindingOf(v.e).Span = p.Span // messages point at the name
		}
		b.scope.set(p.Name, v.e)
		bound = append(bound, Name{Name: p.Name, Binding: b.bindingOf(v.e)})
	}
	return bound
}

// isNew tells whether e is a variable that was bound for the name x after the binder
// with ID mark. Then it needs no binding of its own.
func (b *block) isNew(e syntax.Expr, x *syntax.Binding, mark int) bool {
	p := b.bindingOf(e)
	return p != nil && p.ID > mark && p.Text == x.Written()
}

// bindingOf is the binder of a variable, or nil.
func (b *block) bindingOf(e syntax.Expr) *syntax.Binding {
	if v, ok := e.(*syntax.Var); ok {
		return b.gamma.Lookup(v.ID)
	}
	return nil
}

// annotated compares a value with the type that the pattern gives it. Where the sizes
// can't be compared it inserts a check. A new binder gets the sizes as the pattern
// writes them.
func (b *block) annotated(p *syntax.Binding, v value, want *syntax.Type, mark int) {
	if want == nil {
		want = b.typ(p.Type, b.nameSize)
	}
	if v.t.Elem != want.Elem || v.t.Rank() != want.Rank() {
		rule := "T-STM"
		if v.t.IsNumber() || want.IsNumber() {
			rule = "T-SCALAR"
		}
		d := b.u.errorf(rule, p.Type.Span, "`%s` is declared as %s, but its value is of type %s", p.Name, b.gamma.Show(want), b.gamma.Show(v.t.Bare()))
		fail(b.gamma.Converts(d, v.e, v.t, want))
	}
	if len(want.Dims) > 0 && b.isNew(v.e, p, mark) {
		v.t.Dims = slices.Clone(v.t.Dims)
		for k := range want.Dims {
			if b.gamma.Same(v.t.Dims[k], want.Dims[k]) {
				v.t.Dims[k] = want.Dims[k]
			}
		}
	}
	for k := range want.Dims {
		fail(b.gamma.SameSize("T-STM", p.Type.Span, v.t.Dims[k], want.Dims[k], check.SizeOf(k, "`"+p.Name+"`", want.Rank())))
	}
}

// otherPattern says how to bind the values when a let has a different number of names.
func otherPattern(s *syntax.Let, vs []value) string {
	pat, help := s.Pat[:min(len(s.Pat), len(vs))], ""
	for len(pat) < len(vs) {
		pat, help = append(slices.Clip(pat), &syntax.Binding{Name: "_"}), "; `_` binds nothing"
	}
	if len(vs) == 1 && vs[0].t.IsArray() {
		help = fmt.Sprintf("; its elements are `%s[1]`, `%[1]s[2]`, …", pat[0].Name)
	}
	return "write `" + syntax.Line(&syntax.Let{Pat: pat, Exp: &syntax.Var{Name: "…"}}) + "`" + help
}
