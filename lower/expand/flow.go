package expand

import (
	"slices"

	"funmem/semantics/syntax"
)

// showing is the set of blocks that a variable may stand for.
type showing struct {
	own   map[*block]bool // that leave the kernel
	other bool            // any other
}

// mixed tells whether it may stand for both.
func (s *showing) mixed() bool { return s != nil && len(s.own) > 0 && s.other }

// moved tells whether all that it may stand for leaves the kernel.
func (s *showing) moved() bool { return s != nil && len(s.own) > 0 && !s.other }

// add adds what another variable may stand for, and tells whether that is more.
func (s *showing) add(t *showing) (more bool) {
	if t == nil {
		return false
	}
	for b := range t.own {
		more = more || !s.own[b]
		s.own[b] = true
	}
	more = more || t.other && !s.other
	s.other = s.other || t.other
	return more
}

// flows finds out what the variables in the kernel may stand for. It gives up a block if a
// variable that may stand for it is passed to a function. It also gives it up if an array
// is made in such a variable, and the variable may stand for another block too.
func (k *kernel) flows() {
	for {
		k.follow()
		if call, s := k.given(); call != nil {
			k.blocks = slices.DeleteFunc(k.blocks, func(b *block) bool {
				if s.own[b] {
					k.Refused(b.m, "stays in %s: what lies in it, or may, is passed to `%s`%s", k.name(), call.Fn, k.Try("inline")).Because(call.Span, "the call")
				}
				return s.own[b]
			})
			continue
		}
		z, why := k.unplaced()
		if z == nil {
			break
		}
		s := k.show[z.Type.Mem.Block.ID]
		k.blocks = slices.DeleteFunc(k.blocks, func(b *block) bool {
			if s.own[b] {
				k.Refused(b.m, "stays in %s: `%s` is %s in `%s`, which may be that block or another one", k.name(), z.Written(), why, z.Type.Mem.Block.Name).
					Because(z.Span, "`%s`", z.Written())
			}
			return s.own[b]
		})
	}
	k.together()
}

// given returns a call that gets a variable that may stand for blocks which leave the kernel, with those blocks, or
// nil.
func (k *kernel) given() (call *syntax.Call, s *showing) {
	syntax.Walk(k.e.Body, func(n syntax.Node) bool {
		e, ok := n.(*syntax.Call)
		if !ok || call != nil {
			return call == nil
		}
		for _, x := range e.Args {
			if v, ok := x.(*syntax.Var); ok && k.show[v.ID] != nil && len(k.show[v.ID].own) > 0 {
				call, s = e, k.show[v.ID]
			}
		}
		return call == nil
	})
	return call, s
}

// follow goes through the kernel until nothing new is found.
func (k *kernel) follow() {
	k.show = map[int]*showing{}
	for _, b := range k.blocks {
		k.show[b.m.ID] = &showing{own: map[*block]bool{b: true}}
	}
	for more := true; more; {
		more = false
		syntax.Walk(k.e.Body, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Let); ok {
				more = k.binds(s) || more
			}
			return true
		})
	}
}

// binds notes what the blocks that a statement binds may be.
func (k *kernel) binds(s *syntax.Let) (more bool) {
	switch e := s.Exp.(type) {
	case *syntax.If:
		return k.all(s.Pat, e.Then.Res) || k.all(s.Pat, e.Else.Res)
	case *syntax.Loop:
		return k.all(e.Params, e.Init) || k.all(e.Params, e.Body.Res) || k.all(s.Pat, uses(e.Params))
	case *syntax.Var:
		return k.all(s.Pat, []syntax.Expr{e})
	}
	return false
}

func uses(bs []*syntax.Binding) []syntax.Expr {
	out := make([]syntax.Expr, len(bs))
	for k, b := range bs {
		out[k] = b.Use()
	}
	return out
}

// all notes that the blocks bs may be the blocks xs.
func (k *kernel) all(bs []*syntax.Binding, xs []syntax.Expr) (more bool) {
	for i, b := range bs {
		x, ok := xs[i].(*syntax.Var)
		if !ok || b.Type.Elem != syntax.Mem {
			continue
		}
		if k.show[b.ID] == nil {
			k.show[b.ID] = &showing{own: map[*block]bool{}}
		}
		more = k.show[b.ID].add(k.shown(x.ID)) || more
	}
	return more
}

// shown returns what a block may be. A block from outside or from a call counts as another
// one. So does a block that stays in the kernel. About a block that has not been met yet,
// nothing is known.
func (k *kernel) shown(id int) *showing {
	if s := k.show[id]; s != nil || k.names[id] {
		return s
	}
	return &showing{other: true}
}

// together puts blocks that one variable may stand for into one group.
func (k *kernel) together() {
	for more := true; more; {
		more = false
		for _, s := range k.show {
			for b := range s.own {
				for c := range s.own {
					if b.group < c.group {
						c.group, more = b.group, true
					}
				}
			}
		}
	}
}

// unplaced returns an array whose new place is not known, and why. It is made or reshaped
// in a block that may be one that leaves the kernel or another one.
func (k *kernel) unplaced() (z *syntax.Binding, why string) {
	in := func(bs []*syntax.Binding, what string) {
		for _, b := range bs {
			if z == nil && b.Type.Mem != nil && k.show[b.Type.Mem.Block.ID].mixed() {
				z, why = b, what
			}
		}
	}
	syntax.Walk(k.e.Body, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Let)
		if !ok {
			return true
		}
		switch e := s.Exp.(type) {
		case *syntax.Reshape:
			in(s.Pat, "reshaped")
		case *syntax.Reduce, *syntax.Scan:
			_, accs, _, _ := syntax.FoldOf(e).Params()
			in(accs, "made")
			in(s.Pat, "made")
		default:
			if syntax.FormOf(e).Makes() {
				in(s.Pat, "made")
			}
		}
		return true
	})
	return z, why
}

// flowing returns the variables of a kernel that stand for the block of another variable:
// the blocks among the results of ifs and loops, and those that loops carry.
func flowing(e *syntax.Kernel) map[int]bool {
	names := map[int]bool{}
	blocks := func(bs []*syntax.Binding) {
		for _, b := range bs {
			if b.Type.Elem == syntax.Mem {
				names[b.ID] = true
			}
		}
	}
	syntax.Walk(e.Body, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Let); ok {
			switch e := s.Exp.(type) {
			case *syntax.If, *syntax.Var:
				blocks(s.Pat)
			case *syntax.Loop:
				blocks(s.Pat)
				blocks(e.Params)
			}
		}
		return true
	})
	return names
}
