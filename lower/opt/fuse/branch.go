package fuse

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// branches turns an if whose branches are kernels into a kernel, if it is a row of a
// kernel:
//
//	if c then kernel j <= m do e else kernel j <= m do e'  ⟶  kernel j <= m do if c then e else e'
//
// Then the row has one block, and can be made where it goes. One of the branches may be a
// replicate, an iota and so on. Neither may be an existing array.
func (f *fuser) branches(b *syntax.Body, k int, at place) (*syntax.Body, bool) {
	l := b.Stms[k].(*syntax.Let)
	e, ok := l.Exp.(*syntax.If)
	if !ok || !at.inKernel || len(l.Pat) != 1 || !l.Pat[0].Type.IsArray() {
		return nil, false
	}
	x := l.Pat[0]
	kernels := 0
	if !isResult(b, x.ID) || !made(e.Then, &kernels) || !made(e.Else, &kernels) || kernels == 0 {
		return nil, false
	}
	u := &usage{gone: map[int]bool{x.ID: true}}
	r := f.rewriting(l, u, at)
	row, why := r.kernelOf(x)
	if why != nil {
		f.refuse(why.About(x))
		return nil, false
	}
	c := &cost{at.env, f.types}
	before, after := c.stms([]syntax.Stm{l}), c.stms([]syntax.Stm{row})
	if more(after, before, c.count(x.Type.Dims), f.extra) {
		f.refuse(rewrite.Refuse(x, "stays an if: what its branches do before their kernels would be done for each element").Because(l.Span, "it is this one"))
		return nil, false
	}
	f.job.Did(x, "the kernels of its branches are one, with the if in it")
	out := &syntax.Body{Span: b.Span, Stms: append(b.Stms[:k:k], row), Res: b.Res}
	out.Stms = append(out.Stms, b.Stms[k+1:]...)
	return out, true
}

// isResult tells whether a body returns a variable.
func isResult(b *syntax.Body, id int) bool {
	for _, x := range b.Res {
		if idOf(x) == id {
			return true
		}
	}
	return false
}

// made tells whether a branch makes its result element by element. It counts the kernels.
func made(b *syntax.Body, kernels *int) bool {
	for _, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok || len(l.Pat) != 1 || l.Pat[0].ID != idOf(b.Res[0]) {
			continue
		}
		switch e := l.Exp.(type) {
		case *syntax.Kernel:
			*kernels++
			return true
		case *syntax.If:
			return made(e.Then, kernels) && made(e.Else, kernels)
		default:
			return syntax.FormOf(e) == syntax.FormFilled
		}
	}
	return false
}

// kernelOf returns the array x of the root as a kernel of its elements.
func (r *rewriting) kernelOf(x *syntax.Binding) (_ *syntax.Let, why *rewrite.Refusal) {
	defer failed(&why)
	z := r.rows(x.Use(), nil, x.Type.Dims)
	for _, s := range r.out {
		if l, ok := s.(*syntax.Let); ok && l.Pat[0].ID == idOf(z) {
			return &syntax.Let{Span: l.Span, Pat: []*syntax.Binding{x}, Exp: l.Exp}, nil
		}
	}
	panic("fuse: rows makes no kernel")
}
