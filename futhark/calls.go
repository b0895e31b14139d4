package futhark

import (
	"maps"
	"slices"
)

// Calls returns the numbers of the functions that a body calls.
func Calls(b *Body) (tags []int) {
	each(b, func(s *Stm) {
		if a, ok := s.Exp.(*Apply); ok {
			tags = append(tags, a.Fn.Tag)
		}
	})
	return tags
}

// Choices returns the statements of a body and of its inner bodies whose operation has a parallel and a sequential
// version.
func Choices(b *Body) (ss []*Stm) {
	each(b, func(s *Stm) {
		if e, ok := s.Exp.(*Par); ok && e.Par != nil && e.Seq != nil {
			ss = append(ss, s)
		}
	})
	return ss
}

// each visits the statements of a body and of its inner bodies.
func each(b *Body, visit func(*Stm)) {
	if b == nil {
		return
	}
	for _, s := range b.Stms {
		visit(s)
		for _, in := range bodies(s.Exp) {
			each(in, visit)
		}
	}
}

// bodies returns the bodies in an expression.
func bodies(e Exp) (bs []*Body) {
	lambda := func(l *Lambda) {
		if l != nil {
			bs = append(bs, l.Body)
		}
	}
	seg := func(s *SegOp) {
		if s == nil {
			return
		}
		bs = append(bs, s.Body)
		lambda(s.Post)
		for _, o := range s.Ops {
			lambda(o.Fn)
		}
		for _, h := range s.Hists {
			lambda(h.Fn)
		}
	}
	switch e := e.(type) {
	case *If:
		return []*Body{e.Then, e.Else}
	case *Match:
		for _, c := range e.Cases {
			bs = append(bs, c.Body)
		}
		bs = append(bs, e.Default)
	case *Loop:
		bs = append(bs, e.Body)
	case *WithAcc:
		for _, in := range e.Inputs {
			lambda(in.Op)
		}
		lambda(e.Fn)
	case *GPUBody:
		bs = append(bs, e.Body)
	case *SegOp:
		seg(e)
	case *Par:
		seg(e.Par)
		seg(e.Seq)
	}
	return bs
}

// Written returns the blocks that statements of a body may write to, unless the statements say that the blocks are
// allocated there. They are the blocks of the arrays that the statements bind, except views.
func Written(b *Body) (blocks []*Name) {
	own := map[int]bool{}
	each(b, func(s *Stm) {
		if _, ok := s.Exp.(*Alloc); ok {
			own[s.Pat[0].Tag] = true
		}
	})
	each(b, func(s *Stm) {
		switch s.Exp.(type) {
		case *Sub, *IndexExp, *Rearrange, *Reshape:
			return
		}
		for _, p := range s.Pat {
			if m := p.Type.Mem; p.Type.Kind == ArrayType && m != nil && !own[m.Block.Tag] {
				blocks = append(blocks, m.Block)
			}
		}
	})
	return blocks
}

// Mentions tells whether a variable is used in a body, including the types of patterns.
func Mentions(b *Body, tag int) bool {
	r := &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}}
	s := newScope(nil)
	r.stms(s, b.Stms)
	r.atoms(s, b.Res...)
	return r.used[tag] != nil
}

// Numbered tells whether a thread uses its number in its body or in the function for its results. Places where
// something lies count too.
func (e *SegOp) Numbered() bool {
	r := &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}}
	if e.Post != nil {
		r.lambda(newScope(nil), e.Post)
	}
	return r.used[e.Flat.Tag] != nil || Mentions(e.Body, e.Flat.Tag)
}

// UseOfNumber returns where a thread's number is first used, including operators and results, or nil.
func (e *SegOp) UseOfNumber() *Name {
	r := &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}}
	r.segOp(newScope(nil), e)
	return r.used[e.Flat.Tag]
}

// Outside returns the names from outside a body that its statements use, in the order of their numbers.
func Outside(b *Body) []*Name {
	r := &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}}
	s := newScope(nil)
	r.stms(s, b.Stms)
	return r.outside(s)
}

// Free returns the names from outside that a parallel operation uses, in the order of their numbers.
func Free(e *SegOp) []*Name {
	r := &resolver{funs: map[int]*Fun{}, used: map[int]*Name{}}
	s := newScope(nil)
	r.segOp(s, e)
	return r.outside(s)
}

// outside returns the names that are used and not bound.
func (r *resolver) outside(s *scope) (ns []*Name) {
	for _, tag := range slices.Sorted(maps.Keys(r.used)) {
		if s.all[tag] == nil {
			ns = append(ns, r.used[tag])
		}
	}
	return ns
}
