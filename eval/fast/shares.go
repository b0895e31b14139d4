package fast

import (
	"context"
	"slices"

	"funmem/semantics/syntax"
)

// shares tells which variables may show the same storage in value mode: classes of IDs,
// each a tree of parents. It only tells whether an update is worth trying in place. The run
// makes sure that no array is read after its storage has changed.
type shares struct {
	parent  map[int]int
	updated []int // arrays changed by some update, or by a call or loop with one
	def     func(string) *syntax.Def
	seen    map[*syntax.Def]bool
	ask     func() // asks whether to go on
}

func newShares(ctx context.Context, e syntax.Expr, def func(string) *syntax.Def) *shares {
	s := &shares{map[int]int{}, nil, def, map[*syntax.Def]bool{}, seldom(ctx)}
	s.exp(nil, e)
	return s
}

func (s *shares) find(id int) int {
	s.ask()
	p, ok := s.parent[id]
	if !ok || p == id {
		return id
	}
	p = s.find(p)
	s.parent[id] = p
	return p
}

func (s *shares) same(x, y int) bool { return s.find(x) == s.find(y) }

// join puts x and y into one class. A constant has no class.
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

// rounds joins what a loop or fold carries from round to round. Its first values are given
// up before the first round, or copied. So they are not in the class of what is carried,
// but the result may still show them.
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
	f := s.def(e.Fn)
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
