package infold

import (
	"slices"

	"funmem/lower/alias"
	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// applicable is §6.1: whether the function may write its result where the accumulator lies. It returns why it may not.
func (s *folds) applicable(f *fold) *rewrite.Refusal {
	r, b := f.result(), f.body()
	block := s.types.Mem(r).Block
	alloc := s.allocs[block.ID]
	if alloc == nil || syntax.Uses(b, block.ID) < s.mentions[block.ID] {
		return s.origin(f)
	}
	if !s.fills(f, alloc) {
		return rewrite.Refuse(nil, "`%s` does not fill its block `%s`, or the accumulator lies in a part of one", r.Name, block.Name)
	}
	if s.allocs[f.acc.Type.Mem.Block.ID] == nil {
		return rewrite.Refuse(nil, "the block `%s` of the accumulator is not allocated where the fold is", f.acc.Type.Mem.Block.Name)
	}
	if s.into[block.ID] != nil {
		return rewrite.Refuse(nil, "another accumulator is computed in its block `%s`", block.Name)
	}
	at, _ := s.live.Uses(s.live.Origin(alloc.Pat[0]), b)
	fill := fresh(b, at)
	if fill == nil {
		return rewrite.Refuse(nil, "its block `%s` is filled by no kernel, fold or other fresh array", block.Name)
	}
	for _, t := range b.Stms[at+1:] {
		if s.uses(t, f) {
			return rewrite.Refuse(nil, "the accumulator is used after `%s` is written", rewrite.Called(fill.Pat)).Because(t.GetSpan(), "it is used here")
		}
	}
	if slices.ContainsFunc(b.Res, func(x syntax.Expr) bool { return s.isIn(x, f) }) {
		return rewrite.Refuse(nil, "the function gives the accumulator, or a part of it, as another result")
	}
	if !slices.ContainsFunc(b.Stms[:at+1], func(t syntax.Stm) bool { return s.uses(t, f) }) {
		return rewrite.Refuse(nil, "its memory is made fresh in the function, which does not use the accumulator (§6)").Because(fill.Span, "here")
	}
	if _, copied := fill.Exp.(*syntax.Copy); copied && s.uses(fill, f) {
		return argument()
	}
	if s.uses(fill, f) && !s.readsOwn(f, fill, block) {
		return rewrite.Refuse(nil, "`%s` may read an element of the accumulator after it is overwritten", rewrite.Called(fill.Pat)).Because(fill.Span, "it is written here")
	}
	return nil
}

// origin is why the result of a function has no block that the function allocates for it.
func (s *folds) origin(f *fold) *rewrite.Refusal {
	r, inside := f.result(), map[*alias.Origin]bool{}
	syntax.Walk(f.body(), func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && s.allocs[x.ID] != nil {
			inside[s.live.Origin(x)] = true
		}
		return true
	})
	for o := range s.live.Of(r.ID) {
		if s.live.Of(f.acc.ID)[o] || slices.ContainsFunc(f.Xs, func(x syntax.Expr) bool { return s.live.OfExpr(x)[o] }) {
			return argument()
		}
		if !inside[o] {
			return rewrite.Refuse(nil, "its result may be in memory from outside of it, or in what a call gives")
		}
	}
	return rewrite.Refuse(nil, "which block its result `%s` has is known only when the function has run", r.Name)
}

// argument refuses a function that gives one of its arguments, or a copy of one.
func argument() *rewrite.Refusal {
	return rewrite.Refuse(nil, "its result may be one of its arguments, and so in their memory (§5, max)")
}

// fills tells whether the result fills its block in the order of its indices, and the accumulator does so too.
func (s *folds) fills(f *fold, alloc *syntax.Let) bool {
	n := alloc.Exp.(*syntax.Alloc).N
	return s.env.Of(n).Key() == s.env.Of(lmad.Count(f.acc.Type.Dims)).Key() && f.acc.Type.Mem.L.RowMajor && s.types.Mem(f.result()).L.RowMajor
}

// fresh is the statement of a body with that number if it makes a fresh array, or nil.
func fresh(b *syntax.Body, at int) *syntax.Let {
	if at < len(b.Stms) {
		if let, ok := b.Stms[at].(*syntax.Let); ok {
			switch let.Exp.(type) {
			case *syntax.Kernel, *syntax.Iota, *syntax.Replicate, *syntax.Copy, *syntax.Concat, *syntax.Literal, *syntax.Reduce, *syntax.Scan:
				return let
			}
		}
	}
	return nil
}

// readsOwn tells whether a statement that fills the block reads the accumulator in such a way that it may overwrite it.
func (s *folds) readsOwn(f *fold, fill *syntax.Let, block *syntax.Var) bool {
	for _, w := range fill.Pat {
		if w.Type.Mem == nil || w.Type.Mem.Block.ID != block.ID || !w.Type.Mem.L.RowMajor || !s.alike(w, f.acc) {
			continue
		}
		if e, ok := fill.Exp.(*syntax.Reduce); ok {
			return s.begins(f, fill, e, slices.Index(fill.Pat, w))
		}
		return s.live.Behaved(fill, w, f.acc)
	}
	return false
}

// begins tells whether a fold, as accumulator k, begins with the accumulator of the one around it, and does nothing else with it.
func (s *folds) begins(f *fold, fill *syntax.Let, e *syntax.Reduce, k int) bool {
	v, ok := e.Ne[k].(*syntax.Var)
	if !ok || v.ID != f.acc.ID {
		return false
	}
	for id := range s.live.Mentions(fill) {
		if id != v.ID && s.live.Meet(id, v.ID) {
			return false
		}
	}
	return syntax.Uses(fill, v.ID) == 1
}

// uses tells whether a statement uses anything that may lie in the block of an accumulator.
func (s *folds) uses(t syntax.Stm, f *fold) bool {
	for id := range s.live.Mentions(t) {
		if s.live.Meet(id, f.acc.ID) {
			return true
		}
	}
	return false
}

// isIn tells whether an operand may lie there.
func (s *folds) isIn(x syntax.Expr, f *fold) bool {
	v, ok := x.(*syntax.Var)
	return ok && s.live.Meet(v.ID, f.acc.ID)
}

// alike tells whether two arrays have one shape.
func (s *folds) alike(a, b *syntax.Binding) bool {
	return slices.EqualFunc(a.Type.Dims, b.Type.Dims, func(m, n syntax.Expr) bool { return s.env.Of(m).Key() == s.env.Of(n).Key() })
}
