package flatten

import "funmem/semantics/syntax"

// An array changes in place only if its version before the change is not used afterwards. Otherwise all of the flat data would be
// copied.

// late is a body in which updates come as late as possible: right before what they give is used. So other statements that read the
// array before the change come first.
func late(b *syntax.Body) *syntax.Body {
	out := &syntax.Body{Span: b.Span, Res: b.Res}
	var waiting []*syntax.Let
	var do func(n syntax.Node)
	do = func(n syntax.Node) { // the waiting updates that n needs
		for _, x := range syntax.FreeVars(n) {
			for k, s := range waiting {
				if s.Pat[0].ID == x.ID {
					waiting = append(waiting[:k:k], waiting[k+1:]...)
					do(s)
					out.Stms = append(out.Stms, s)
					break
				}
			}
		}
	}
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			if _, ok := let.Exp.(*syntax.With); ok {
				waiting = append(waiting, let)
				continue
			}
			s = lateWithin(let)
		}
		do(s)
		out.Stms = append(out.Stms, s)
	}
	for len(waiting) > 0 {
		s := waiting[0]
		waiting = waiting[1:]
		do(s)
		out.Stms = append(out.Stms, s)
	}
	return out
}

// lateWithin is a let whose branches or rounds have updates as late as possible.
func lateWithin(s *syntax.Let) *syntax.Let {
	switch e := s.Exp.(type) {
	case *syntax.If:
		return &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &syntax.If{Span: e.Span, Cond: e.Cond, Then: late(e.Then), Else: late(e.Else)}, Doc: s.Doc}
	case *syntax.Loop:
		c := *e
		c.Body = late(e.Body)
		return &syntax.Let{Span: s.Span, Pat: s.Pat, Exp: &c, Doc: s.Doc}
	}
	return s
}

// lastUses looks whether only the last version of each array is used.
type lastUses struct {
	a    *chains
	last map[int]int // the last version, by the variable of the loop
	of   map[int]int // views, and the versions that they show
	ok   bool
}

// usesLast tells whether the rounds of a loop use only the last version of each array that it changes.
func (a *chains) usesLast(e *syntax.Loop) bool {
	u := &lastUses{a: a, last: map[int]int{}, of: map[int]int{}, ok: true}
	u.loop(e)
	return u.ok
}

// use is the use of some variables.
func (u *lastUses) use(n syntax.Node) {
	for _, x := range syntax.FreeVars(n) {
		id := x.ID
		if y, ok := u.of[id]; ok {
			id = y
		}
		if r := u.a.root[id]; r != 0 && u.last[r] != id {
			u.ok = false
		}
	}
}

// body goes through a body. Its results are to be the last versions.
func (u *lastUses) body(b *syntax.Body) {
	for _, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			u.use(s)
			continue
		}
		u.let(let)
	}
	for _, x := range b.Res {
		u.use(x)
	}
}

func (u *lastUses) let(s *syntax.Let) {
	u.use(s)
	switch e := s.Exp.(type) {
	case *syntax.If:
		before := u.copied()
		u.body(e.Then)
		u.kept(before, e.Then, s.Pat)
		u.last = before
		before = u.copied()
		u.body(e.Else)
		u.kept(before, e.Else, s.Pat)
		u.last = before
	case *syntax.Loop:
		before := u.copied()
		u.loop(e)
		u.kept(before, e.Body, s.Pat)
		u.last = before
	}
	for _, z := range s.Pat {
		if r := u.a.root[z.ID]; r != 0 {
			u.last[r] = z.ID
		} else if isCheap(s.Exp) && z.Type.IsArray() {
			u.view(z, s.Exp)
		}
	}
}

// loop goes through the rounds of a loop.
func (u *lastUses) loop(e *syntax.Loop) {
	for _, x := range e.Params {
		if r := u.a.root[x.ID]; r != 0 {
			u.last[r] = x.ID
		}
	}
	if e.While != nil {
		u.body(e.While)
	}
	u.body(e.Body)
}

// view remembers the version that a view shows.
func (u *lastUses) view(z *syntax.Binding, e syntax.Expr) {
	x, ok := u.a.l.settled(syntax.Viewed(e)).(*syntax.Var)
	if !ok {
		return
	}
	if y, ok := u.of[x.ID]; ok {
		u.of[z.ID] = y
	} else if u.a.root[x.ID] != 0 {
		u.of[z.ID] = x.ID
	}
}

// kept looks whether a body that changes an array gives its last version.
func (u *lastUses) kept(before map[int]int, b *syntax.Body, pat []*syntax.Binding) {
	for r, id := range u.last {
		if before[r] == id {
			continue
		}
		given := false
		for k, z := range pat {
			given = given || u.a.root[z.ID] == r && syntax.IsVar(u.a.l.settled(b.Res[k]), id)
		}
		u.ok = u.ok && given
	}
}

func (u *lastUses) copied() map[int]int {
	c := map[int]int{}
	for r, id := range u.last {
		c[r] = id
	}
	return c
}
