package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// tiles lets groups of threads run the iterations of two nested kernels, a square of them each, where elements go through
// memory that the group shares: in a product of matrices, since each element is read by a row of threads; in a transposition,
// since neighbouring threads would read locations that are apart. Each sum keeps its order.
//
// The group reads elements before its threads need them. That changes nothing, since the iterations are proved independent: no
// other iteration writes what one reads, and it reads them itself before it writes. Each iteration reads them whatever happens,
// and they lie in their blocks, for there is no check in it: those that can be made before a kernel are there by now.
func tiles(j *job, body []imp.Stm) []imp.Stm { return kernels(body, j.tiled) }

// tiling is two nested kernels that become one of groups.
type tiling struct {
	*job
	outer, inner *imp.Kernel
	rows, cols   *syntax.Binding // how many iterations they have
	inside       map[int]bool    // variables that they declare
	env          *poly.Env
	squares      []*square

	// An iteration is first, the loop and last. In a transposition there is only last.
	first []imp.Stm
	loop  *imp.For
	last  []imp.Stm
}

// square is a read whose elements go through shared memory.
type square struct {
	read  *imp.Read
	at    poly.Poly
	by    side // its rows
	deep  side // its columns
	turns bool // neighbouring locations are those of neighbouring rows
	block *syntax.Binding
}

// mostSquares and mostLive bound the memory of a group.
const (
	mostSquares = 4
	mostLive    = 8
)

// tiled is a kernel as one of groups if it has enough iterations, or nil if that never pays.
func (j *job) tiled(k *imp.Kernel) []imp.Stm {
	t := j.nest(k)
	if t == nil || !t.product() && !t.transposition() {
		return nil
	}
	kernel := t.kernel()
	if kernel == nil {
		return nil
	}
	least := lit(2 * inGroups.side)
	enough := bin(syntax.Mul, bin(syntax.Ge, t.rows.Use(), least), bin(syntax.Ge, t.cols.Use(), least))
	out := append(j.let(t.rows, k.N, k), j.let(t.cols, t.inner.N, k)...)
	c := *k
	return append(out, &imp.If{Span: k.Span, Cond: enough, Then: kernel, Else: []imp.Stm{&c}})
}

// nest is a kernel with lets and another one, if both are independent and do nothing that groups cannot.
func (j *job) nest(k *imp.Kernel) *tiling {
	if len(k.Body) == 0 || size(k.Body) > mostStms || !j.free(k) {
		return nil
	}
	inner, ok := k.Body[len(k.Body)-1].(*imp.Kernel)
	if !ok || !j.free(inner) {
		return nil
	}
	t := &tiling{job: j, outer: k, inner: inner, inside: map[int]bool{k.X.ID: true, inner.X.ID: true}, env: &poly.Env{}}
	for _, s := range k.Body[:len(k.Body)-1] {
		switch s := s.(type) {
		case *imp.Declare, *imp.Skip:
		case *imp.Assign:
			ok = ok && syntax.Total(s.E)
		default:
			ok = false
		}
	}
	imp.Walk(k.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Kernel:
			ok = ok && s == inner
		case *imp.Alloc, *imp.Free, *imp.While, *imp.Check: // a check may be what keeps a read in its block
			ok = false
		case *imp.Declare:
			t.inside[s.X.ID] = true
			ok = ok && s.X.Type.Elem != syntax.Mem
		case *imp.For:
			t.inside[s.X.ID] = true
		case *imp.Read:
			ok = ok && !s.Undefined
		}
		return ok
	})
	for id := range assigned(inner.Body) {
		ok = ok && declares(inner.Body, id)
	}
	for id := range assigned(k.Body) {
		ok = ok && t.inside[id]
	}
	if !ok || !syntax.Total(inner.N) || t.mentions(inner.N) {
		return nil
	}
	for _, s := range k.Body[:len(k.Body)-1] {
		if a, ok := s.(*imp.Assign); ok {
			j.define(t.env, a)
		}
	}
	t.rows, t.cols = j.fresh(k.X.Name+"_rows", syntax.Int), j.fresh(k.X.Name+"_cols", syntax.Int)
	return t
}

// mentions tells whether an expression depends on an iteration.
func (t *tiling) mentions(e syntax.Expr) bool {
	for _, x := range syntax.FreeVars(e) {
		if t.inside[x.ID] {
			return true
		}
	}
	return false
}

// only tells whether a place depends on nothing inside the kernels but some indices.
func (t *tiling) only(at poly.Poly, indices ...*syntax.Binding) bool {
	ok := !at.Large()
	at.EachVar(func(id int) {
		known := !t.inside[id] // what is from outside does not change in an iteration
		for _, x := range indices {
			known = known || x.ID == id
		}
		ok = ok && known
	})
	return ok
}

func nextTo(p poly.Poly) bool { return p.Sub(one).IsZero() || p.Add(one).IsZero() }

// product finds a loop that reads elements of a row and of a column, writes nothing, and has the same rounds in all
// iterations.
func (t *tiling) product() bool {
	body := t.inner.Body
	for k, s := range body {
		switch s := s.(type) {
		case *imp.Assign:
			t.define(t.env, s)
		case *imp.For:
			if t.mentions(s.N) || !syntax.Total(s.N) || writes(s.Body) {
				continue
			}
			t.loop, t.first, t.last = s, body[:k], body[k+1:]
			if t.factors() {
				return true
			}
			t.loop, t.squares = nil, nil
		}
	}
	return false
}

// factors finds the reads of the loop that go through shared memory.
func (t *tiling) factors() bool {
	i, j, k := t.outer.X, t.inner.X, t.loop.X
	env := t.env.Clone()
	rows, cols := false, false
	for _, s := range t.loop.Body {
		switch s := s.(type) {
		case *imp.Assign:
			t.define(env, s)
		case *imp.Read:
			at := env.Of(s.At)
			byRow, byCol, deep := step(i, at), step(j, at), step(k, at)
			switch {
			case deep.IsZero() || len(t.squares) == mostSquares:
			case !byRow.IsZero() && byCol.IsZero() && t.only(at, i, k):
				rows = true
				t.squares = append(t.squares, &square{read: s, at: at, by: ofRows, deep: ofRounds, turns: !nextTo(deep) && nextTo(byRow)})
			case byRow.IsZero() && !byCol.IsZero() && t.only(at, j, k):
				cols = true
				t.squares = append(t.squares, &square{read: s, at: at, by: ofCols, deep: ofRounds, turns: !nextTo(deep)})
			}
		}
	}
	return rows && cols
}

// transposition finds reads of locations that are apart for neighbouring inner iterations, and neighbours for outer ones.
func (t *tiling) transposition() bool {
	env := t.env.Clone()
	for _, s := range t.inner.Body {
		switch s := s.(type) {
		case *imp.Assign:
			t.define(env, s)
		case *imp.Read:
			at := env.Of(s.At)
			by := step(t.inner.X, at)
			if len(t.squares) < mostSquares && !by.IsZero() && !nextTo(by) && nextTo(step(t.outer.X, at)) && t.only(at, t.outer.X, t.inner.X) {
				t.squares = append(t.squares, &square{read: s, at: at, by: ofRows, deep: ofCols, turns: true})
			}
		case *imp.Declare, *imp.Skip:
		default: // what is read later might have been written by then
			return t.turned()
		}
	}
	return t.turned()
}

func (t *tiling) turned() bool {
	t.last = t.inner.Body
	return len(t.squares) > 0
}

// writes tells whether statements write blocks.
func writes(list []imp.Stm) (found bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		_, is := s.(*imp.Write)
		found = found || is
		return !found
	})
	return found
}
