package expand

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// block is one that the body of a kernel allocates, outside its inner kernels.
type block struct {
	m     *syntax.Binding
	size  syntax.Expr
	path  []step // from the body of the kernel to the alloc
	slot  *slot
	group int // blocks of one group have parts of one size
}

// step is a statement on the way to an alloc: the alloc itself, or a statement that
// contains the next body.
type step struct {
	in *syntax.Body
	k  int
}

// let returns the statement itself.
func (s step) let() *syntax.Let { return s.in.Stms[s.k].(*syntax.Let) }

// kernel is a kernel that is being expanded.
type kernel struct {
	*expander
	s      *syntax.Let
	e      *syntax.Kernel
	known  *rewrite.Known // what is known before it
	inside *rewrite.Known // what is known at the beginning of its body
	nested bool
	inner  map[int]bool     // the variables that it binds
	names  map[int]bool     // variables that stand for the block of another name
	blocks []*block         // blocks that may leave it
	show   map[int]*showing // what blocks the variables in it may stand for
	slots  map[string]*slot // by the statements that compute them
	before []syntax.Stm     // what comes before it
}

// kernel takes the allocs out of a kernel, and returns what comes before it.
func (x *expander) kernel(s *syntax.Let, e *syntax.Kernel, known *rewrite.Known, nested bool) (before []syntax.Stm, out *syntax.Kernel) {
	k := &kernel{expander: x, s: s, e: e, known: known.Inner(), inside: known.Within(e)[0], nested: nested, inner: map[int]bool{}, names: flowing(e), slots: map[string]*slot{}}
	syntax.Walk(e, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			k.inner[b.ID] = true
		}
		return true
	})
	k.calls()
	k.allocs(e.Body, nil)
	k.blocks = slices.DeleteFunc(k.blocks, func(b *block) bool { return k.stays(b) })
	k.flows()
	if k.ask != nil {
		for _, b := range k.blocks {
			k.ask(b.m)
		}
	}
	if len(k.blocks) == 0 || k.ask != nil {
		return nil, e
	}
	k.allocate()
	return k.before, k.rewritten()
}

// allocs collects the allocs of a body that lies at the end of a path.
func (k *kernel) allocs(b *syntax.Body, path []step) {
	for i, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		here := append(slices.Clip(path), step{b, i})
		switch e := l.Exp.(type) {
		case *syntax.Alloc:
			k.blocks = append(k.blocks, &block{m: l.Pat[0], size: e.N, path: here, group: len(k.blocks)})
		case *syntax.Kernel: // what stays in an inner kernel cannot leave this one
		default:
			for _, b := range rewrite.InnerBodies(e) {
				k.allocs(b, here)
			}
		}
	}
}

// name returns what messages call the kernel.
func (k *kernel) name() string { return "kernel `" + rewrite.Called(k.s.Pat) + "`" }

// stays tells whether a block cannot leave the kernel, and notes why.
func (k *kernel) stays(b *block) bool {
	for _, s := range b.path {
		e, ok := s.let().Exp.(*syntax.Loop)
		if !ok {
			continue
		}
		if at, as := k.aliases.Carried(e, b.m.ID); at != nil {
			k.Refused(b.m, "stays in %s: loop `%s` carries the block to its next round, as `%s`%s", k.name(), rewrite.Called(s.let().Pat), as.Written(), k.Try("doublebuffer", "simplify")).
				Because(at.GetSpan(), "the round gives it as `%s`", syntax.Line(at))
			return true
		}
	}
	if n, ok := k.inside.Of(b.size).Const(); ok && k.keep > 0 && n.Cmp(num.Of(k.keep)) <= 0 {
		k.Refused(b.m, "stays in %s: it has %s, and `keep` is %d", k.name(), located(n), k.keep)
		return true
	}
	slot, why := k.slotOf(b)
	if why != nil {
		k.Refuse(why.About(b.m), "stays in %s: its size is not known before it: ", k.name())
		return true
	}
	b.slot = slot
	return false
}

// located is a number of locations, as messages have it.
func located(n num.Num) string {
	if n.Equal(num.Of(1)) {
		return "1 location"
	}
	return n.String() + " locations"
}

// calls names the functions that the kernel calls and that allocate.
func (k *kernel) calls() {
	k.each(k.e.Body, func(s *syntax.Let) {
		if e, ok := s.Exp.(*syntax.Call); ok && k.allocates(e.Fn) {
			k.Refused(s.Pat[len(s.Pat)-1], "`%s` allocates in %s%s", e.Fn, k.name(), k.Try("inline")).Because(e.Span, "the call")
		}
	})
}

// each visits the lets of a body, and of the bodies in it, except those of kernels.
func (k *kernel) each(b *syntax.Body, f func(*syntax.Let)) {
	for _, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		f(l)
		if _, isKernel := l.Exp.(*syntax.Kernel); !isKernel {
			for _, b := range rewrite.InnerBodies(l.Exp) {
				k.each(b, f)
			}
		}
	}
}

// allocates tells whether a function, or one that it calls, allocates.
func (x *expander) allocates(fn string) bool {
	d := x.defs[fn]
	if d == nil && x.Def != nil {
		d = x.Def(fn)
	}
	if d == nil {
		return false
	}
	found := false
	syntax.Walk(d.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Alloc:
			found = true
		case *syntax.Call:
			found = found || x.allocates(n.Fn)
		}
		return !found
	})
	return found
}

// allocate puts the allocs before the kernel, each with the parts of all iterations.
func (k *kernel) allocate() {
	k.share()
	n := k.e.Index[0].N
	for _, b := range k.blocks {
		all := lmad.Simplify(&syntax.Binary{Op: syntax.Mul, X: b.slot.size, Y: n})
		at := b.path[len(b.path)-1].let()
		k.before = append(k.before, &syntax.Let{Span: at.Span, Pat: at.Pat, Exp: &syntax.Alloc{Span: at.Exp.GetSpan(), N: all}, Doc: at.Doc})
		how := "one after the other"
		if k.interleaved {
			how = "interleaved"
		}
		note := k.Did(b.m, "taken out of %s: each of its `%s` iterations has a part of %s, %s", k.name(), syntax.Line(n), locations(b.slot.size), how)
		b.because(note)
	}
}

// because adds to a note why the part of a block is as large as it is.
func (b *block) because(note *rewrite.Note) {
	at, size, s := b.size.GetSpan(), syntax.Line(b.size), b.slot
	if len(s.taken) > 0 {
		note.Because(at, "it is `%s` only where %s, and else 0", size, rewrite.Lines(s.taken))
	}
	switch {
	case s.why != nil:
		note.Because(at, "it is there whether `%s` holds or not, which is not known before the kernel: %s", syntax.Line(s.varies.Cond), s.why.Text)
		note.Reasons = append(note.Reasons, s.why.Reasons...)
	case s.varies != nil && s.most:
		note.Because(at, "that is the most that one of them needs: `%s` where %s, and else nothing", size, s.varies.Line())
	case s.varies != nil:
		note.Because(at, "it is there whether `%s` holds or not", syntax.Line(s.varies.Cond))
	case s.most:
		note.Because(at, "that is the most that one of them needs: `%s` differs between them, or is not known before the kernel", size)
	}
}

// locations returns a size in words.
func locations(n syntax.Expr) string {
	if _, ok := n.(*syntax.IntLit); ok && syntax.Line(n) == "1" {
		return "1 location"
	}
	return "`" + syntax.Line(n) + "` locations"
}

// share gives all blocks of a group a part as large as the largest one's. Interleaved
// parts need not be of one size.
func (k *kernel) share() {
	largest := map[int]syntax.Expr{}
	for _, b := range k.blocks {
		k.place(b.slot)
		size, known := largest[b.group]
		switch {
		case !known:
			size = b.slot.size
		case poly.Compare(k.known.Of(size), k.known.Of(b.slot.size)) != poly.Equal:
			size = lmad.Simplify(&syntax.Binary{Op: syntax.Max, X: size, Y: b.slot.size})
		}
		largest[b.group] = size
	}
	if !k.interleaved {
		for _, b := range k.blocks {
			own := *b.slot
			own.size = largest[b.group]
			b.slot = &own
		}
	}
}

// move returns the new place of an array. The variable of its block stands for blocks that
// leave the kernel.
func (k *kernel) move(in *showing, l *syntax.LMAD) *syntax.LMAD {
	i, n := k.e.Index[0].X.Use(), k.e.Index[0].N
	before := &syntax.Binary{Op: syntax.Sub, X: i, Y: lmad.Const(1)}
	if k.interleaved {
		return lmad.Expand(l, n, before)
	}
	for b := range in.own { // their parts have the same size
		return lmad.Expand(l, lmad.Const(1), &syntax.Binary{Op: syntax.Mul, X: before, Y: b.slot.size})
	}
	return l
}
