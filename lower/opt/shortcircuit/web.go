package shortcircuit

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// web holds the arrays in a body that lie in one block, and where they will lie when one of
// them moves.
type web struct {
	c      *circuit
	block  *syntax.Var
	arrays []*syntax.Binding // in the order of the text
	in     map[int]*syntax.Binding
	place  map[int]*syntax.LMAD
	links  []link
	fresh  map[int]bool // written by a statement of their own
}

// link says how the places of two arrays depend on each other.
type link struct {
	x, y int
	of   func(*syntax.LMAD) (*syntax.LMAD, bool) // the place of x from that of y
	back func(*syntax.LMAD) (*syntax.LMAD, bool) // and the reverse; nil if it is unknown
	copy bool                                    // x is copied to its part of y, where it already lies
	same bool                                    // x is y under another name
}

// webIn returns the web of a block in a body.
func (c *circuit) webIn(b *syntax.Body, block *syntax.Var) *web { return c.webOf(block, nil, b) }

// webOf returns the web of a block in bodies, with an array that is bound around them.
func (c *circuit) webOf(block *syntax.Var, x *syntax.Binding, bodies ...*syntax.Body) *web {
	w := &web{c: c, block: block, in: map[int]*syntax.Binding{}, place: map[int]*syntax.LMAD{}, fresh: map[int]bool{}}
	if x != nil {
		w.collect(x)
	}
	for _, b := range bodies {
		if b != nil {
			w.collect(b)
		}
	}
	for _, b := range bodies {
		if b != nil {
			w.body(b)
		}
	}
	return w
}

// collect finds the arrays below a node.
func (w *web) collect(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok && x.Type != nil && x.Type.Mem != nil && x.Type.Mem.Block.ID == w.block.ID && w.in[x.ID] == nil {
			w.arrays = append(w.arrays, x)
			w.in[x.ID] = x
		}
		return true
	})
}

// settle finds the places of all arrays from that of one. It returns an array whose place
// is unknown, or that cannot lie where it would have to.
func (w *web) settle(x int, l *syntax.LMAD) (misplaced *syntax.Binding) {
	w.place[x] = w.sized(x, l)
	for w.spread() || w.alike() {
	}
	for _, a := range w.arrays {
		if w.place[a.ID] == nil || !w.named(a, l) {
			return a
		}
	}
	for _, k := range w.links {
		if l, ok := k.of(w.place[k.y]); !ok || !lmad.Equal(w.c.know().env, w.sized(k.x, l), w.place[k.x]) || k.same && !w.together(k) {
			return w.in[k.x]
		}
	}
	return nil
}

// together tells whether two names of an array say that it lies at the same place. If a branch or a round says where an array lies, the
// two may stand for several arrays, which would all move to one place.
func (w *web) together(k link) bool {
	return lmad.Equal(w.c.know().env, w.sized(k.x, w.in[k.y].Type.Mem.L), w.in[k.x].Type.Mem.L)
}

// named says where an array will lie in terms of what is bound before it, or of what says where the first one will lie, which moves.
func (w *web) named(a *syntax.Binding, first *syntax.LMAD) bool {
	ready := map[int]bool{}
	for _, e := range parts(first) {
		for _, v := range syntax.FreeVars(*e) {
			ready[v.ID] = true
		}
	}
	known := func(e syntax.Expr) bool {
		return !slices.ContainsFunc(syntax.FreeVars(e), func(v *syntax.Var) bool { return !ready[v.ID] && !w.c.know().before(v.ID, a.ID) })
	}
	l := *w.place[a.ID]
	l.Dims = slices.Clone(l.Dims)
	for _, e := range parts(&l) {
		if !known(*e) {
			if *e = w.c.know().env.Of(*e).Expr(); !known(*e) {
				return false
			}
		}
	}
	w.place[a.ID] = &l
	return true
}

// parts are the offset and the strides of an LMAD.
func parts(l *syntax.LMAD) []*syntax.Expr {
	es := []*syntax.Expr{&l.Offset}
	for k := range l.Dims {
		es = append(es, &l.Dims[k].Stride)
	}
	return es
}

func (w *web) sized(x int, l *syntax.LMAD) *syntax.LMAD { return lmad.Resized(l, w.in[x].Type.Dims) }

// spread carries places along links until nothing new is found.
func (w *web) spread() (found bool) {
	for again := true; again; {
		again = false
		for _, k := range w.links {
			from, to, by := k.y, k.x, k.of
			if w.place[from] == nil {
				from, to, by = k.x, k.y, k.back
			}
			if by == nil || w.place[from] == nil || w.place[to] != nil {
				continue
			}
			if l, ok := by(w.place[from]); ok && len(l.Dims) == len(w.in[to].Type.Dims) {
				w.place[to] = w.sized(to, l)
				again, found = true, true
			}
		}
	}
	return found
}

// alike places a written array that lies where another one with a known place lies.
func (w *web) alike() bool {
	for _, x := range w.arrays {
		if w.place[x.ID] != nil || !w.fresh[x.ID] {
			continue
		}
		for _, y := range w.arrays {
			if w.place[y.ID] != nil && lmad.Equal(w.c.know().env, x.Type.Mem.L, y.Type.Mem.L) {
				w.place[x.ID] = w.sized(x.ID, w.place[y.ID])
				return true
			}
		}
	}
	return false
}

// body finds the links of the statements of a body.
func (w *web) body(b *syntax.Body) {
	for k, s := range b.Stms {
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		w.let(l)
		for _, p := range w.c.pointsOf(b, k, l, nil) {
			if !p.input {
				w.copied(p)
			}
		}
		for _, inner := range rewrite.InnerBodies(l.Exp) {
			w.body(inner)
		}
	}
}

// let finds the links of a statement.
func (w *web) let(s *syntax.Let) {
	z := s.Pat[0]
	switch e := s.Exp.(type) {
	case *syntax.Var:
		w.equal(z.ID, e)
	case *syntax.With:
		w.equal(z.ID, e.X)
	case *syntax.If:
		w.results(s.Pat, e.Then.Res)
		w.results(s.Pat, e.Else.Res)
	case *syntax.Loop:
		w.results(e.Params, e.Init)
		w.results(e.Params, e.Body.Res)
		for k, x := range e.Params {
			w.equal(s.Pat[k].ID, x.Use())
		}
	case *syntax.Reduce, *syntax.Scan:
		w.fold(s.Pat, syntax.FoldOf(e))
	case *syntax.Call:
		w.called(s.Pat, e)
	default:
		if syntax.FormOf(e).Makes() {
			w.writes(s.Pat)
		}
		w.view(z.ID, e)
	}
}

// writes notes that the statement that binds arrays writes them.
func (w *web) writes(pat []*syntax.Binding) {
	for _, z := range pat {
		if w.in[z.ID] != nil {
			w.fresh[z.ID] = true
		}
	}
}

// called notes the arrays that a function writes to a destination that it is given.
func (w *web) called(pat []*syntax.Binding, e *syntax.Call) {
	d := w.c.function(e.Fn)
	for k, z := range pat {
		if d != nil && w.in[z.ID] != nil && d.Destination(k) != nil {
			w.fresh[z.ID] = true
		}
	}
}

func (w *web) fold(pat []*syntax.Binding, f *syntax.Fold) {
	round, accs, elems, _ := f.Params()
	w.writes(pat)
	w.writes(accs)
	for k, a := range accs {
		if f.Name == "reduce" {
			w.equal(pat[k].ID, a.Use())
		}
	}
	for k, x := range elems {
		if x.Type.IsArray() && round != nil {
			w.derived(x.ID, f.Xs[k], func(l *syntax.LMAD) *syntax.LMAD { return lmad.Index(l, round.Use()) }, nil)
		}
	}
}

// copied links an array that already lies where it is copied to.
func (w *web) copied(p *point) {
	if w.in[p.dst.ID] != nil && w.in[p.src.ID] != nil && w.c.know().same(w.in[p.src.ID].Type.Mem, p.to) {
		if w.derived(p.src.ID, p.dst.Use(), p.part, nil) {
			w.links[len(w.links)-1].copy = true
		}
	}
}

func (w *web) equal(x int, y syntax.Expr) {
	same := func(l *syntax.LMAD) *syntax.LMAD { return l }
	if w.derived(x, y, same, same) {
		w.links[len(w.links)-1].same = true
	}
}

// derived links an array with the one that it is derived from, if both are in the web.
func (w *web) derived(x int, y syntax.Expr, of, back func(*syntax.LMAD) *syntax.LMAD) bool {
	v, ok := y.(*syntax.Var)
	if !ok || w.in[x] == nil || w.in[v.ID] == nil {
		return false
	}
	k := link{x: x, y: v.ID, of: func(l *syntax.LMAD) (*syntax.LMAD, bool) { return of(l), true }}
	if back != nil {
		k.back = func(l *syntax.LMAD) (*syntax.LMAD, bool) { return back(l), true }
	}
	w.links = append(w.links, k)
	return true
}

func (w *web) results(pat []*syntax.Binding, res []syntax.Expr) {
	for k, x := range pat {
		w.equal(x.ID, res[k])
	}
}

// view links a view with its array, if e is a view.
func (w *web) view(x int, e syntax.Expr) {
	y, ok := syntax.Viewed(e).(*syntax.Var)
	if !ok || w.in[x] == nil || w.in[y.ID] == nil {
		return
	}
	w.links = append(w.links, link{
		x: x, y: y.ID,
		of:   func(l *syntax.LMAD) (*syntax.LMAD, bool) { return lmad.OfView(nil, e, l) },
		back: func(l *syntax.LMAD) (*syntax.LMAD, bool) { return lmad.OfViewed(nil, e, l, w.in[y.ID].Type.Dims) },
	})
}

// has tells whether a statement binds one of the arrays, or one in it does.
func (w *web) has(s syntax.Stm) bool {
	found := false
	syntax.Walk(s, func(n syntax.Node) bool {
		if x, ok := n.(*syntax.Binding); ok {
			found = found || w.in[x.ID] != nil
		}
		return !found
	})
	return found
}

// first returns the first statement of a body that binds one of the arrays.
func (w *web) first(b *syntax.Body) int { return slices.IndexFunc(b.Stms, w.has) }
