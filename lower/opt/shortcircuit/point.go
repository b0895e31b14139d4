package shortcircuit

import (
	"fmt"
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// point is a place where an array is copied. A statement copies it or, if at is the number
// of statements of a body, the end of the body of a kernel or fold does.
type point struct {
	key   key
	what  string // what copies it there
	body  *syntax.Body
	at    int
	let   *syntax.Let // the statement, or the kernel or fold
	src   *syntax.Var
	dst   *syntax.Binding                 // the array that it is copied into
	part  func(*syntax.LMAD) *syntax.LMAD // the part of that array
	to    *syntax.MemAnn                  // where that lies
	whole *syntax.MemAnn                  // the array that this is a part of, if others are copied at the same time
	ours  bool                            // the pass put the copy there
	input bool                            // nothing is copied: a kernel reads it for the last time
}

// key identifies a copy, also after other copies have been removed.
type key struct {
	binder int // the first binder of the statement
	kind   string
	k      int
}

// isResult tells whether the copied array is a result of the body.
func (p *point) isResult() bool { return p.at == len(p.body.Stms) }

// points visits the copies in a body and its inner bodies, the last one first, and those of
// a statement before those in it. Of the many copies that a statement may make, only the
// wanted ones are visited; nil means all.
func (c *circuit) points(b *syntax.Body, wanted func(key) bool, visit func(*point) (done bool)) (done bool) {
	for k, s := range slices.Backward(b.Stms) {
		l, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		for _, p := range c.pointsOf(b, k, l, wanted) {
			if visit(p) {
				return true
			}
		}
		for _, inner := range rewrite.InnerBodies(l.Exp) {
			if c.points(inner, wanted, visit) {
				return true
			}
		}
	}
	return false
}

// pointsOf returns the wanted copies that a statement makes.
func (c *circuit) pointsOf(b *syntax.Body, at int, s *syntax.Let, wanted func(key) bool) []*point {
	l := &pointList{c: c, body: b, at: at, let: s, wanted: wanted}
	switch e := s.Exp.(type) {
	case *syntax.Copy:
		l.add("copy", 0, e.X, s.Pat[0], nil, "`%s`, a copy of it", s.Pat[0].Written())
	case *syntax.With:
		l.add("with", 0, e.V, s.Pat[0], func(m *syntax.LMAD) *syntax.LMAD { return lmad.Slice(m, e.At) }, "the update `%s`", s.Pat[0].Written())
	case *syntax.Literal:
		for k, x := range e.Elems {
			if !l.wants("element", k) {
				continue
			}
			l.add("element", k, x, s.Pat[0], func(m *syntax.LMAD) *syntax.LMAD { return lmad.Index(m, lmad.Const(k+1)) }, "row %d of `%s`", k+1, s.Pat[0].Written())
			l.partly(s.Pat[0])
		}
	case *syntax.Concat:
		c.concat(l, s.Pat[0], e)
	case *syntax.Kernel:
		l.list = c.inputs(b, at, s, e)
		l.body, l.at = e.Body, len(e.Body.Stms)
		for k, z := range s.Pat {
			l.add("result", k, e.Body.Res[k], z, func(m *syntax.LMAD) *syntax.LMAD { return lmad.Index(m, e.Index[0].X.Use()) }, "row `%s` of `%s`", e.Index[0].X.Name, z.Written())
		}
	case *syntax.Reduce, *syntax.Scan:
		c.fold(l, s.Pat, syntax.FoldOf(e))
	}
	return l.list
}

// concat adds the wanted operands of a concatenation.
func (c *circuit) concat(l *pointList, z *syntax.Binding, e *syntax.Concat) {
	first := syntax.Expr(lmad.Const(1))
	for k, x := range e.Xs {
		t := c.know().types.Of(x)
		if t == nil {
			return
		}
		from, n := first, t.Dims[0]
		if l.wants("operand", k) {
			l.add("operand", k, x, z, func(m *syntax.LMAD) *syntax.LMAD { return lmad.Rows(m, from, n) }, "operand %d of `%s`", k+1, z.Written())
			l.partly(z)
		}
		first = lmad.Simplify(&syntax.Binary{Op: syntax.Add, X: first, Y: n})
	}
}

// fold adds the neutral elements, and the results of the body of a reduce or scan.
func (c *circuit) fold(l *pointList, pat []*syntax.Binding, f *syntax.Fold) {
	round, accs, _, _ := f.Params()
	for k, a := range accs {
		l.add("neutral", k, f.Ne[k], a, nil, "the accumulator `%s`", a.Written())
	}
	b := f.Lambda().Body
	l.body, l.at = b, len(b.Stms)
	for k, a := range accs {
		if f.Name == "scan" && round != nil {
			l.add("row", k, b.Res[k], pat[k], func(m *syntax.LMAD) *syntax.LMAD { return lmad.Index(m, round.Use()) }, "row `%s` of `%s`", round.Name, pat[k].Written())
			if n := len(l.list); n > 0 && c.know().same(c.know().types.Mem(l.list[n-1].src), l.list[n-1].to) {
				continue // it can be in only one place
			}
		}
		l.add("accumulated", k, b.Res[k], a, nil, "the accumulator `%s`", a.Written())
	}
}

// pointList collects copies.
type pointList struct {
	c      *circuit
	body   *syntax.Body
	at     int
	let    *syntax.Let
	wanted func(key) bool
	list   []*point
}

// key returns the key of the copy of that kind and number.
func (l *pointList) key(kind string, k int) key { return key{l.let.Pat[0].ID, kind, k} }

// wants tells whether that copy is wanted.
func (l *pointList) wants(kind string, k int) bool {
	return l.wanted == nil || l.wanted(l.key(kind, k))
}

// add adds the copy of x to a part of the array z, unless x is a number.
func (l *pointList) add(kind string, k int, x syntax.Expr, z *syntax.Binding, part func(*syntax.LMAD) *syntax.LMAD, what string, args ...any) {
	types := l.c.know().types
	if z.Type.Mem == nil || types.Mem(x) == nil {
		return
	}
	if part == nil {
		part = func(m *syntax.LMAD) *syntax.LMAD { return m }
	}
	src := x.(*syntax.Var)
	l.list = append(l.list, &point{
		key: l.key(kind, k), what: fmt.Sprintf(what, args...), body: l.body, at: l.at, let: l.let,
		src: src, dst: z, part: part, to: &syntax.MemAnn{Block: z.Type.Mem.Block, L: lmad.Resized(part(z.Type.Mem.L), types[src.ID].Dims)},
	})
}

// partly notes that the copy added last goes to a part of z, as others do.
func (l *pointList) partly(z *syntax.Binding) {
	if n := len(l.list); n > 0 {
		l.list[n-1].whole = z.Type.Mem
	}
}
