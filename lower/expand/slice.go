package expand

import (
	"maps"
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// slicer takes the code that computes the size of a block out of the body of a kernel.
type slicer struct {
	*kernel
	size    syntax.Expr
	written map[*alias.Origin]*syntax.Binding // what the kernel may overwrite, and by what
}

// ids returns the IDs of binders.
func ids(bs ...*syntax.Binding) map[int]bool {
	set := map[int]bool{}
	for _, b := range bs {
		set[b.ID] = true
	}
	return set
}

// mention adds what a node mentions.
func mention(set map[int]bool, n syntax.Node) {
	for _, v := range syntax.FreeVars(n) {
		set[v.ID] = true
	}
}

// slice keeps the statements that the needed variables are computed from.
func (sl *slicer) slice(stms []syntax.Stm, needed map[int]bool) (out []syntax.Stm, why *rewrite.Refusal) {
	needed = maps.Clone(needed)
	for _, s := range slices.Backward(stms) {
		if sl.checks(s, needed) {
			out = append(out, s)
			continue
		}
		l, ok := s.(*syntax.Let)
		if !ok || !slices.ContainsFunc(l.Pat, func(b *syntax.Binding) bool { return b != nil && needed[b.ID] }) {
			continue
		}
		if l, why = sl.stm(l, needed); why != nil {
			return nil, why
		}
		mention(needed, l)
		out = append(out, l)
	}
	slices.Reverse(out)
	return out, nil
}

// checks tells whether a statement is a check of ints that are known.
func (sl *slicer) checks(s syntax.Stm, needed map[int]bool) bool {
	if _, ok := s.(*syntax.Check); !ok {
		return false
	}
	return !slices.ContainsFunc(syntax.FreeVars(s), func(v *syntax.Var) bool { return sl.inner[v.ID] && !needed[v.ID] })
}

// stm returns the needed part of a statement, or why it cannot be evaluated before the
// kernel. The part makes no array.
func (sl *slicer) stm(s *syntax.Let, needed map[int]bool) (*syntax.Let, *rewrite.Refusal) {
	z := s.Pat[0]
	switch e := s.Exp.(type) {
	case *syntax.Index:
		return s, sl.reads(e.X)
	case *syntax.If:
		return sl.branches(s, e, needed)
	case *syntax.Loop:
		return sl.loop(s, e, needed)
	case *syntax.Reduce:
		return sl.reduce(s, syntax.FoldOf(e), needed)
	case *syntax.Call:
		return nil, refused(e.Span, "the call", "it depends on `%s`, which `%s` gives%s", z.Written(), e.Fn, sl.Try("inline"))
	}
	if syntax.IsScalar(s.Exp) || syntax.Viewed(s.Exp) != nil {
		return s, nil
	}
	return nil, refused(z.Span, "`"+z.Written()+"` is made here", "it depends on `%s`, which each iteration makes", z.Written())
}

// numbers returns the positions of a pattern that are needed. They have to be numbers.
func (sl *slicer) numbers(pat []*syntax.Binding, needed map[int]bool) (at []int, why *rewrite.Refusal) {
	for k, b := range pat {
		if b == nil || !needed[b.ID] {
			continue
		}
		if !b.Type.IsNumber() {
			return nil, refused(b.Span, "`"+b.Written()+"` is bound here", "it depends on `%s`, which each iteration chooses", b.Written())
		}
		at = append(at, k)
	}
	return at, nil
}

// picked returns the members of a list at the given positions.
func picked[T any](xs []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = xs[k]
	}
	return out
}

// results slices the whole of a body for its results at the given positions.
func (sl *slicer) results(b *syntax.Body, at []int) (*syntax.Body, *rewrite.Refusal) {
	res := picked(b.Res, at)
	needed := map[int]bool{}
	for _, x := range res {
		mention(needed, x)
	}
	stms, why := sl.slice(b.Stms, needed)
	return &syntax.Body{Span: b.Span, Stms: stms, Res: res}, why
}

// branches returns the needed part of an if.
func (sl *slicer) branches(s *syntax.Let, e *syntax.If, needed map[int]bool) (*syntax.Let, *rewrite.Refusal) {
	at, why := sl.numbers(s.Pat, needed)
	if why != nil {
		return nil, why
	}
	then, why := sl.results(e.Then, at)
	if why != nil {
		return nil, why
	}
	els, why := sl.results(e.Else, at)
	return &syntax.Let{Span: s.Span, Pat: picked(s.Pat, at), Exp: &syntax.If{Span: e.Span, Cond: e.Cond, Then: then, Else: els}}, why
}

// loop returns the needed part of a loop: the needed results, and what they are computed
// from in a round. The pattern has a binder for each result that is needed.
func (sl *slicer) loop(s *syntax.Let, e *syntax.Loop, needed map[int]bool) (*syntax.Let, *rewrite.Refusal) {
	at, why := sl.numbers(s.Pat, needed)
	for why == nil {
		var round []*syntax.Body
		if round, why = sl.round(e, at); why != nil {
			break
		}
		var all []int
		if all, why = sl.carried(e.Params, at, round...); why != nil {
			break
		}
		if len(all) == len(at) {
			out := &syntax.Loop{Span: e.Span, Params: picked(e.Params, at), Init: picked(e.Init, at), For: e.For, Body: round[0], RoundsOf: e.RoundsOf}
			if e.While != nil {
				out.While = round[1]
			}
			return &syntax.Let{Span: s.Span, Pat: sl.binders(picked(s.Pat, at), out.Params), Exp: out}, nil
		}
		at = all
	}
	return nil, why
}

// round returns the body of a loop with its results at some positions, and the condition.
func (sl *slicer) round(e *syntax.Loop, at []int) ([]*syntax.Body, *rewrite.Refusal) {
	body, why := sl.results(e.Body, at)
	if why != nil || e.While == nil {
		return []*syntax.Body{body}, why
	}
	cond, why := sl.results(e.While, []int{0})
	return []*syntax.Body{body, cond}, why
}

// binders returns a pattern, with fresh binders for unused results.
func (sl *slicer) binders(pat, params []*syntax.Binding) []*syntax.Binding {
	for k, b := range pat {
		if b == nil {
			pat[k] = sl.later(params[k].Name)
		}
	}
	return pat
}

// element returns x[k], of type t.
func element(x syntax.Expr, t *syntax.Type, k syntax.Expr) syntax.Expr {
	if !t.IsArray() {
		return &syntax.Index{Span: x.GetSpan(), X: x, At: []syntax.Expr{k}}
	}
	at := []syntax.Ix{{Kind: syntax.IxFix, Off: k}}
	for _, n := range t.Dims {
		at = append(at, syntax.Ix{Kind: syntax.IxRange, Off: lmad.Const(1), Size: n})
	}
	return &syntax.Slice{Span: x.GetSpan(), X: x, At: at}
}

// params returns the parameters of the function of a fold.
func params(round *syntax.Binding, accs, elems []*syntax.Binding) []*syntax.Binding {
	if round == nil {
		return slices.Concat(accs, elems)
	}
	return slices.Concat([]*syntax.Binding{round}, accs, elems)
}

// reduce returns the needed part of a reduce: the needed accumulators, and those that they
// are computed from.
func (sl *slicer) reduce(s *syntax.Let, f *syntax.Fold, needed map[int]bool) (*syntax.Let, *rewrite.Refusal) {
	for _, x := range f.Xs {
		if why := sl.reads(x); why != nil {
			return nil, why
		}
	}
	round, accs, elems, _ := f.Params()
	at, why := sl.numbers(s.Pat, needed)
	for why == nil {
		var body *syntax.Body
		if body, why = sl.results(f.Lambda().Body, at); why != nil {
			break
		}
		var all []int
		if all, why = sl.carried(accs, at, body); why != nil {
			break
		}
		if len(all) == len(at) {
			l := *f.Lambda()
			l.Params, l.Body = params(round, picked(accs, at), elems), body
			out := &syntax.Reduce{Span: f.Span, Fn: &l, Ne: picked(f.Ne, at), Xs: f.Xs}
			return &syntax.Let{Span: s.Span, Pat: sl.binders(picked(s.Pat, at), picked(accs, at)), Exp: out}, nil
		}
		at = all
	}
	return nil, why
}

// carried returns the given positions and those that they are computed from in a round.
func (sl *slicer) carried(params []*syntax.Binding, at []int, round ...*syntax.Body) ([]int, *rewrite.Refusal) {
	uses := ids(picked(params, at)...)
	for _, b := range round {
		mention(uses, b)
	}
	return sl.numbers(params, uses)
}

// reads returns why the elements of an array cannot be read before the kernel.
func (sl *slicer) reads(x syntax.Expr) *rewrite.Refusal {
	if sl.written == nil {
		sl.written = overwritten(sl.aliases, sl.e)
	}
	in := sl.aliases.OfExpr(x)
	if m := sl.types.Mem(x); m != nil { // a slice of an inner kernel is unknown to the aliases
		in = sl.aliases.Of(m.Block.ID)
	}
	for o := range in {
		if by := sl.written[o]; by != nil && !sl.made(x) {
			return refused(by.Span, "`"+by.Written()+"` overwrites it", "it depends on an element of `%s`, which the kernel may overwrite", syntax.Line(x))
		}
	}
	return nil
}

// made tells whether the statement that binds a variable makes an array. Then that
// statement cannot be sliced.
func (sl *slicer) made(x syntax.Expr) bool {
	found := false
	syntax.Walk(sl.e.Body, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok && makes(s.Exp) {
			found = found || slices.ContainsFunc(s.Pat, func(b *syntax.Binding) bool { return b.ID == x.(*syntax.Var).ID })
		}
		return !found
	})
	return found
}

// makes tells whether an expression makes fresh arrays.
func makes(e syntax.Expr) bool {
	f := syntax.FormOf(e)
	return f.Makes() || f == syntax.FormFold
}

// overwritten returns what the body of a kernel may write, and under what name: fresh
// arrays, updates, accumulators, and arguments of functions.
func overwritten(a *alias.Aliases, e *syntax.Kernel) map[*alias.Origin]*syntax.Binding {
	by := map[*alias.Origin]*syntax.Binding{}
	all := func(os map[*alias.Origin]bool, b *syntax.Binding) {
		for o := range os {
			by[o] = b
		}
	}
	syntax.Walk(e.Body, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Let)
		if !ok {
			return true
		}
		switch e := s.Exp.(type) {
		case *syntax.With:
			all(a.OfExpr(e.X), s.Pat[0])
		case *syntax.Call:
			for _, x := range e.Args {
				all(a.OfExpr(x), s.Pat[0])
			}
		case *syntax.Reduce, *syntax.Scan:
			_, accs, _, _ := syntax.FoldOf(e).Params()
			for _, b := range accs {
				all(a.Of(b.ID), b)
			}
		}
		if makes(s.Exp) {
			for _, b := range s.Pat {
				all(a.Of(b.ID), b)
			}
		}
		return true
	})
	return by
}
