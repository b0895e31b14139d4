package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// orphans are blocks, offsets and strides that may not be needed any more.
type orphans map[int]bool

// of adds what the type of an array mentions besides its sizes.
func (o orphans) of(t *syntax.Type) {
	o.all(t.Mem.Block, t.Mem.L.Offset)
	for _, d := range t.Mem.L.Dims {
		o.all(d.Stride)
	}
}

func (o orphans) all(es ...syntax.Expr) {
	for _, e := range es {
		for _, v := range syntax.FreeVars(e) {
			o[v.ID] = true
		}
	}
}

func (o orphans) any(n syntax.Node) bool {
	return slices.ContainsFunc(syntax.FreeVars(n), func(v *syntax.Var) bool { return o[v.ID] })
}

// tidy removes orphans that nothing uses: definitions of ints, and blocks and ints that
// branches and loops give or carry.
func tidy(root *syntax.Body, o orphans) *syntax.Body {
	for again := true; again; {
		again = false
		used := map[int]int{}
		syntax.Walk(root, func(n syntax.Node) bool {
			if v, ok := n.(*syntax.Var); ok {
				used[v.ID]++
			}
			return true
		})
		root = rewrite.Body(root, func(b *syntax.Body) *syntax.Body {
			out := &syntax.Body{Span: b.Span, Res: b.Res}
			for _, s := range b.Stms {
				t, changed := o.stm(s, used)
				again = again || changed
				if t != nil {
					out.Stms = append(out.Stms, t)
				}
			}
			return out
		})
	}
	return root
}

// stm returns a statement without the unused orphans that it binds, or nil if it binds
// nothing else.
func (o orphans) stm(s syntax.Stm, used map[int]int) (syntax.Stm, bool) {
	l, ok := s.(*syntax.Let)
	if !ok {
		return s, false
	}
	switch e := l.Exp.(type) {
	case *syntax.If:
		return o.branches(l, e, used)
	case *syntax.Loop:
		return o.loop(l, e, used)
	}
	if x := l.Pat[0]; syntax.IsScalar(l.Exp) && isInt(x) && used[x.ID] == 0 && (o[x.ID] || o.any(l.Exp)) {
		o.all(l.Exp)
		return nil, true
	}
	return s, false
}

// branches drops unused results of both branches, and the statement if nothing else is
// left.
func (o orphans) branches(s *syntax.Let, e *syntax.If, used map[int]int) (syntax.Stm, bool) {
	vain := func(k int) bool {
		x := s.Pat[k]
		return o[x.ID] && used[x.ID] == 0 && !x.Type.IsArray()
	}
	if !slices.ContainsFunc(s.Pat, func(x *syntax.Binding) bool { return vain(slices.Index(s.Pat, x)) }) {
		return s, false
	}
	results := func(b *syntax.Body) *syntax.Body {
		o.all(only(b.Res, vain)...)
		return &syntax.Body{Span: b.Span, Stms: b.Stms, Res: but(b.Res, vain)}
	}
	then, els := results(e.Then), results(e.Else)
	if len(but(s.Pat, vain)) == 0 {
		o.all(e)
		return nil, true
	}
	return &syntax.Let{Span: s.Span, Pat: but(s.Pat, vain), Exp: &syntax.If{Span: e.Span, Cond: e.Cond, Then: then, Else: els}, Doc: s.Doc}, true
}

// loop drops what a loop carries needlessly, and the loop if nothing else is left. A
// variable is needless if nothing uses it after the loop, or in it except to compute its
// value for the next round.
func (o orphans) loop(s *syntax.Let, e *syntax.Loop, used map[int]int) (syntax.Stm, bool) {
	for k, x := range e.Params {
		if x.Type.IsArray() || !o[x.ID] && !o[s.Pat[k].ID] || used[s.Pat[k].ID] > 0 {
			continue
		}
		this := func(n int) bool { return n == k }
		c := *e
		c.Params, c.Init = but(e.Params, this), but(e.Init, this)
		p := orphans{x.ID: true}
		p.all(e.Body.Res[k])
		c.Body = tidy(&syntax.Body{Span: e.Body.Span, Stms: e.Body.Stms, Res: but(e.Body.Res, this)}, p)
		if syntax.Uses(&syntax.Let{Pat: c.Params, Exp: &c}, x.ID) > 0 {
			continue
		}
		o.all(e.Init[k], e.Body.Res[k])
		o[s.Pat[k].ID], o[x.ID] = true, true
		if len(c.Params) == 0 {
			o.all(e)
			return nil, true
		}
		return &syntax.Let{Span: s.Span, Pat: but(s.Pat, this), Exp: &c, Doc: s.Doc}, true
	}
	return s, false
}

// but returns a list without the members whose numbers satisfy such.
func but[T any](xs []T, such func(k int) bool) []T {
	var out []T
	for k, x := range xs {
		if !such(k) {
			out = append(out, x)
		}
	}
	return out
}

func only[T any](xs []T, such func(k int) bool) []T {
	return but(xs, func(k int) bool { return !such(k) })
}
