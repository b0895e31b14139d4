package fast

import (
	"slices"

	"funmem/semantics/syntax"
)

// shares is which variables may show the same storage in value mode: classes of
// IDs, each a tree of parents. It only says whether an update is worth trying in
// place: that no array is read after its storage has changed, the run makes sure.
type shares struct {
	parent  map[int]int
	updated []int // arrays that some update, or a call or a loop with one, changes
	defs    map[string]*syntax.Def
	seen    map[*syntax.Def]bool
}

func newShares(e syntax.Expr, defs map[string]*syntax.Def) *shares {
	s := &shares{map[int]int{}, nil, defs, map[*syntax.Def]bool{}}
	s.exp(nil, e)
	return s
}

func (s *shares) find(id int) int {
	p, ok := s.parent[id]
	if !ok || p == id {
		return id
	}
	p = s.find(p)
	s.parent[id] = p
	return p
}

func (s *shares) same(x, y int) bool { return s.find(x) == s.find(y) }

// join puts what x and y name into one class; a constant names nothing.
func (s *shares) join(x, y syntax.Expr) {
	v, ok := x.(*syntax.Var)
	if w, ok2 := y.(*syntax.Var); ok && ok2 {
		s.parent[s.find(v.ID)] = s.find(w.ID)
	}
}

func (s *shares) body(b *syntax.Body) {
	for _, t := range b.Stms {
		if t, ok := t.(*syntax.Let); ok {
			s.exp(t.Pat, t.Exp)
		}
	}
}

// exp joins what an expression shows with what pat binds.
func (s *shares) exp(pat []*syntax.Binding, e syntax.Expr) {
	own := func(x syntax.Expr) {
		if len(pat) == 1 {
			s.join(pat[0].Use(), x)
		}
	}
	switch e := e.(type) {
	case *syntax.Var:
		own(e)
	case *syntax.Slice:
		own(e.X)
	case *syntax.Transpose:
		own(e.X)
	case *syntax.Permute:
		own(e.X)
	case *syntax.Reverse:
		own(e.X)
	case *syntax.With:
		own(e.X)
		s.update(e.X)
	case *syntax.If:
		s.body(e.Then)
		s.body(e.Else)
		for k, z := range pat {
			s.join(z.Use(), e.Then.Res[k])
			s.join(z.Use(), e.Else.Res[k])
		}
	case *syntax.Kernel:
		s.body(e.Body)
	case *syntax.Loop:
		if e.While != nil {
			s.body(e.While)
		}
		s.rounds(pat, e, e.Params, e.Init, e.Body)
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		if _, accs, elems, ok := f.Params(); ok {
			for k, p := range elems {
				s.join(p.Use(), f.Xs[k])
			}
			s.rounds(pat, e, accs, f.Ne, f.Lambda().Body)
		}
	case *syntax.Call:
		s.call(pat, e)
	}
}

func (s *shares) update(x syntax.Expr) {
	if v, ok := x.(*syntax.Var); ok {
		s.updated = append(s.updated, v.ID)
	}
}

// isUpdated tells whether some update may change what the variable shows.
func (s *shares) isUpdated(id int) bool {
	return slices.ContainsFunc(s.updated, func(u int) bool { return s.same(u, id) })
}

// rounds joins what a loop or fold carries from round to round. Its first values
// are given up before the first round, or copied: they are not in the class of
// what is carried, but the result may still show them.
func (s *shares) rounds(pat []*syntax.Binding, e syntax.Expr, params []*syntax.Binding, init []syntax.Expr, b *syntax.Body) {
	s.body(b)
	for k, x := range params {
		s.join(x.Use(), b.Res[k])
	}
	for k, x := range params {
		if s.isUpdated(x.ID) {
			s.update(init[k])
		}
	}
	for k, z := range pat {
		for j, x := range params {
			if s.same(params[k].ID, x.ID) {
				s.join(z.Use(), init[j])
			}
		}
		for _, y := range syntax.FreeVars(e) {
			if s.same(params[k].ID, y.ID) {
				s.join(z.Use(), y)
			}
		}
	}
}

// call joins the results of a call with the arguments that they may show.
func (s *shares) call(pat []*syntax.Binding, e *syntax.Call) {
	f := s.defs[e.Fn]
	if f == nil {
		return
	}
	if !s.seen[f] {
		s.seen[f] = true
		s.body(f.Body)
	}
	for j, x := range f.Params {
		if s.isUpdated(x.ID) {
			s.update(e.Args[j])
		}
	}
	for k, z := range pat {
		r, ok := f.Body.Res[k].(*syntax.Var)
		if !ok {
			continue
		}
		for j, x := range f.Params {
			if s.same(r.ID, x.ID) {
				s.join(z.Use(), e.Args[j])
			}
		}
		for _, y := range syntax.FreeVars(f) {
			if s.same(r.ID, y.ID) {
				s.join(z.Use(), y)
			}
		}
	}
}

// lastUse tells whether nothing uses the storage of an array after the statement
// that is being compiled: all that shares it is bound in this body, or in one whose
// branch this is, and does not come up later. Within, if any, is what the statement
// evaluates beside: uses there are later ones too.
func (c *compiler) lastUse(x syntax.Expr, within ...syntax.Node) bool {
	v, ok := x.(*syntax.Var)
	if !ok || c.shares == nil {
		return false
	}
	last := c.body
	for y := range c.names.arrs {
		if !c.shares.same(y, v.ID) {
			continue
		}
		switch home := c.home[y]; {
		case home == nil:
			return false
		case !home.around(c.body): // it is over
		case !c.body.branchOf(home):
			return false
		case home.around(last):
			last = home
		}
	}
	for b := c.body; ; b = b.outer {
		for _, n := range append(b.rest(), within...) {
			if c.mentions(n, v.ID) {
				return false
			}
		}
		if within = nil; b == last {
			return true
		}
	}
}

// around tells whether a body is b or around it.
func (o *block) around(b *block) bool {
	for ; b != nil; b = b.outer {
		if b == o {
			return true
		}
	}
	return false
}

// branchOf tells whether b is o, or a branch in it.
func (b *block) branchOf(o *block) bool {
	for ; b != o; b = b.outer {
		if !b.branch {
			return false
		}
	}
	return true
}

// rest is what comes after the statement being compiled.
func (b *block) rest() (nodes []syntax.Node) {
	if b.text == nil {
		return nil
	}
	for _, s := range b.text.Stms[b.at+1:] {
		nodes = append(nodes, s)
	}
	for _, x := range b.text.Res {
		nodes = append(nodes, x)
	}
	return nodes
}

// mentions tells whether n uses an array that is bound by now and may share its
// storage with the one of the given ID.
func (c *compiler) mentions(n syntax.Node, id int) (found bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		v, ok := n.(*syntax.Var)
		found = found || ok && c.names.arrs[v.ID] != nil && c.shares.same(v.ID, id)
		return !found
	})
	return found
}
