package emr

import (
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// infer is Alg. 1, from the top of a body to its end: the candidates of each with-loop are the arrays C from before it of its
// shape, those that its expression does not mention (ERC), and those that it may overwrite while it reads them (RC).
func (r *reuse) infer(b *syntax.Body, known *rewrite.Known, C []*withLoop) {
	allocs := map[int]*syntax.Let{}
	C = slices.Clone(C)
	for _, s := range b.Stms {
		r.Until.Ask()
		let, ok := s.(*syntax.Let)
		if !ok {
			known.Stm(s)
			continue
		}
		if _, ok := let.Exp.(*syntax.Alloc); ok {
			allocs[let.Pat[0].ID] = let
		}
		_, branches := let.Exp.(*syntax.If)
		within := known.Within(let.Exp)
		for i, in := range rewrite.InnerBodies(let.Exp) {
			if branches {
				r.infer(in, within[i], C)
			} else {
				r.inferWithin(let.Exp, in, within[i])
			}
		}
		for _, x := range let.Pat {
			w := r.withLoop(let, x, allocs, known, b)
			if w == nil {
				continue
			}
			for _, c := range C {
				switch {
				case !alike(w, c, known):
				case !r.mentions(let, c):
					w.erc = append(w.erc, c)
				case !r.needed(c, let) && r.live.Behaved(let, w.x, c.x):
					w.rc = append(w.rc, c)
				}
			}
			r.loops[s], r.order = append(r.loops[s], w), append(r.order, w)
			if r.in != nil {
				r.in.loops = append(r.in.loops, w)
			}
		}
		C = append(r.defined(let), C...)
		known.Stm(s)
	}
	if r.in != nil && r.in.loop.Body == b {
		r.in.arrays, r.in.known = C, known
	}
}

// inferWithin goes on with a body that has candidates of its own.
func (r *reuse) inferWithin(e syntax.Expr, b *syntax.Body, known *rewrite.Known) {
	around, own := r.in, r.own
	r.in, r.own = nil, map[int]bool{}
	var C []*withLoop
	if loop, ok := e.(*syntax.Loop); ok && r.asks && b == loop.Body {
		r.in = &round{loop: loop}
		r.rounds = append(r.rounds, r.in)
		C = r.params(loop.Params)
	}
	r.infer(b, known, C)
	r.in, r.own = around, own
}

// defined are the arrays that a statement adds to C.
func (r *reuse) defined(let *syntax.Let) []*withLoop {
	list := slices.Clone(r.loops[let])
	for _, c := range r.arrays(let.Pat) {
		if !slices.ContainsFunc(list, func(w *withLoop) bool { return w.x == c.x }) {
			list = append(list, c)
		}
	}
	return list
}

// withLoop is the array x of a statement if it is computed into a block that the body allocates, fills that block, and is the
// first one in it. Otherwise it is nil.
func (r *reuse) withLoop(let *syntax.Let, x *syntax.Binding, allocs map[int]*syntax.Let, known *rewrite.Known, b *syntax.Body) *withLoop {
	switch let.Exp.(type) {
	case *syntax.Kernel, *syntax.Iota, *syntax.Replicate, *syntax.Copy, *syntax.Concat, *syntax.Literal, *syntax.Scan:
	default:
		return nil
	}
	if !x.Type.IsArray() || x.Type.Mem == nil || !x.Type.Mem.L.RowMajor {
		return nil
	}
	alloc := allocs[x.Type.Mem.Block.ID]
	if alloc == nil || !equal(known.Of(alloc.Exp.(*syntax.Alloc).N), known.Of(lmad.Count(x.Type.Dims))) {
		return nil
	}
	w := &withLoop{let: let, x: x, m: alloc.Pat[0], o: r.live.Origin(alloc.Pat[0]), alloc: alloc}
	if first, _ := r.live.Uses(w.o, b); r.live.Freed()[w.o] || first < 0 || first >= len(b.Stms) || b.Stms[first] != syntax.Stm(let) {
		return nil
	}
	return w
}

// alike is Shape(x) == Shape(expr), and that the elements have one type.
func alike(w, c *withLoop, known *rewrite.Known) bool {
	if w.x.Type.Elem != c.x.Type.Elem || w.x.Type.Rank() != c.x.Type.Rank() {
		return false
	}
	for k, d := range w.x.Type.Dims {
		if !equal(known.Of(d), known.Of(c.x.Type.Dims[k])) {
			return false
		}
	}
	return true
}

func equal(p, q poly.Poly) bool { return p.Key() == q.Key() }

// mentions tells whether a statement mentions the block of a candidate, by any name.
func (r *reuse) mentions(let *syntax.Let, c *withLoop) bool {
	for _, v := range syntax.FreeVars(let) {
		if r.live.Meet(v.ID, c.x.ID) {
			return true
		}
	}
	return false
}
