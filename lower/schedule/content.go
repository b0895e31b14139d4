package schedule

import (
	"maps"
	"slices"

	"funmem/lower/rewrite"
	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// content computes elements where they are read, instead of a block of them: of a block that one kernel or loop fills, and
// that is read after it. An element is computed once, as before, or it is as cheap as a read: a copy of an element of
// another block, or a simple number.
func content(j *job, body []imp.Stm) []imp.Stm {
	c := &contents{job: j, mentions: map[int]int{}, writes: map[int]int{}, reads: map[int]int{}, shared: map[int]bool{}, sizes: map[int]bool{}}
	for _, x := range j.p.Inputs {
		for _, d := range x.Type.Dims {
			if v, ok := d.(*syntax.Var); ok {
				c.sizes[v.ID] = true
			}
		}
		if x.Type.IsArray() {
			c.mentions[x.Type.Mem.Block.ID]++
		}
	}
	for _, r := range j.p.Return {
		if r.Type.IsArray() {
			c.mentions[r.Type.Mem.Block.ID]++
		}
	}
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Read:
			c.reads[s.Y.ID]++
		case *imp.Write:
			c.writes[s.X.ID]++
		case *imp.Assign:
			if y, ok := s.E.(*syntax.Var); ok && j.elems[s.X.ID] == syntax.Mem {
				c.shared[y.ID], c.shared[s.X.ID] = true, true
				c.mentions[y.ID]++
				c.mentions[s.X.ID]++
			}
		case *imp.Check:
			for _, t := range s.Terms {
				if l, ok := t.(*syntax.Length); ok {
					c.mentions[l.X.(*syntax.Var).ID]++
				}
			}
		}
		return true
	})
	gone := map[int]bool{}
	body = each(body, func(list []imp.Stm) []imp.Stm { return c.list(list, gone) })
	return c.without(body, gone)
}

// contents is what a program does with its blocks.
type contents struct {
	*job
	reads, writes map[int]int  // by how many statements
	mentions      map[int]int  // otherwise: a block that another variable may mean, or whose length is asked
	shared        map[int]bool // blocks that several variables may mean
	sizes         map[int]bool // variables that are not negative
}

// filler is a nest of loops that fills a block.
type filler struct {
	loops []*imp.Kernel // from the outside; a for loop is one too
	size  bool          // the outermost one is a kernel: its bound must not be negative
	body  []imp.Stm
	last  *imp.Write
	at    poly.Poly // of the location, in terms of the variables of the loops
}

func (c *contents) list(list []imp.Stm, gone map[int]bool) []imp.Stm {
	out := list
	for k := 0; k < len(out); k++ {
		f := c.filler(out[k])
		if f == nil || f.small() || !c.alone(f, out[k+1:]) {
			continue
		}
		r := &reader{contents: c, f: f, cheap: f.cheap()}
		rest := r.stms(out[k+1:], 0)
		if r.bad || r.done == 0 {
			continue
		}
		var check []imp.Stm
		if n := f.loops[0].N; f.size && !rewrite.IsSize(n, c.sizes) {
			check = []imp.Stm{&imp.Check{Span: out[k].GetSpan(), Terms: []syntax.Expr{lit(0), n}, Rels: []syntax.Op{syntax.Le}}}
		}
		out = append(append(append([]imp.Stm{}, out[:k]...), check...), rest...)
		gone[f.last.X.ID] = true
		k += len(check) - 1
	}
	return or(out, &imp.Skip{})
}

// filler returns what fills a block, or nil.
func (c *contents) filler(s imp.Stm) *filler {
	f := &filler{}
	env := &poly.Env{}
	for list := []imp.Stm{s}; ; {
		var k *imp.Kernel
		if len(list) == 1 {
			switch s := list[0].(type) {
			case *imp.Kernel:
				k = s
				f.size = f.size || len(f.loops) == 0
				if len(f.loops) > 0 && !rewrite.IsSize(s.N, c.sizes) {
					return nil
				}
			case *imp.For:
				k = &imp.Kernel{X: s.X, N: s.N, Body: s.Body}
			}
		}
		if k == nil {
			f.body = list
			break
		}
		if v, ok := k.N.(*syntax.Var); !syntax.IsAtom(k.N) || ok && c.changes[v.ID] {
			return nil
		}
		f.loops, list = append(f.loops, k), k.Body
	}
	if len(f.loops) == 0 || len(f.body) == 0 {
		return nil
	}
	w, ok := f.body[len(f.body)-1].(*imp.Write)
	if f.body = f.body[:len(f.body)-1]; !ok || !syntax.IsAtom(w.E) {
		return nil
	}
	own := map[int]bool{}
	for _, k := range f.loops {
		own[k.X.ID] = true
	}
	stable := func(e syntax.Expr) bool {
		for _, x := range syntax.FreeVars(e) {
			if !own[x.ID] && c.changes[x.ID] {
				return false
			}
		}
		return syntax.Total(e)
	}
	for _, s := range f.body {
		switch s := s.(type) {
		case *imp.Declare:
			own[s.X.ID] = true
		case *imp.Assign:
			if !c.once[s.X.ID] || !own[s.X.ID] || !stable(s.E) {
				return nil
			}
			if c.elems[s.X.ID] == syntax.Int {
				env.Define(s.X.ID, env.Of(s.E))
			}
		case *imp.Read:
			if !c.once[s.X.ID] || s.Undefined || !stable(s.At) {
				return nil
			}
		default:
			return nil
		}
	}
	if f.last, f.at = w, env.Of(w.At); !stable(w.E) || !stable(w.At) || hasOperator(f.at) {
		return nil
	}
	return f
}

// alone tells whether the block is written by the filler alone and read only in statements after it, which write nothing
// that the filler reads.
func (c *contents) alone(f *filler, rest []imp.Stm) bool {
	m := f.last.X.ID
	if c.writes[m] != 1 || c.mentions[m] > 0 || c.reads[m] == 0 {
		return false
	}
	from := map[int]bool{}
	for _, s := range f.body {
		if r, ok := s.(*imp.Read); ok {
			if from[r.Y.ID] = true; r.Y.ID == m || c.changes[r.Y.ID] {
				return false
			}
		}
	}
	reads, ok := 0, true
	imp.Walk(rest, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Read:
			if s.Y.ID == m {
				reads++
				ok = ok && !s.Undefined
			}
		case *imp.Write:
			ok = ok && !from[s.X.ID] && (len(from) == 0 || !c.shared[s.X.ID])
		case *imp.Free:
			ok = ok && !from[s.X.ID]
		case *imp.Alloc:
			ok = ok && s.X.ID != m && !from[s.X.ID]
		}
		return ok
	})
	return ok && reads == c.reads[m]
}

// small tells whether the block has few elements, of which the compiler keeps some in registers, and what fills it reads
// others.
func (f *filler) small() bool {
	for _, k := range f.loops {
		if _, ok := k.N.(*syntax.IntLit); !ok {
			return false
		}
	}
	for _, s := range f.body {
		if _, ok := s.(*imp.Read); ok {
			return true
		}
	}
	return false
}

// cheap tells whether an element costs no more than a read: it is one, a number, or the sum of two.
func (f *filler) cheap() bool {
	reads, sums, others := 0, 0, 0
	for _, s := range f.body {
		switch s := s.(type) {
		case *imp.Read:
			reads++
		case *imp.Assign:
			syntax.Walk(s.E, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.Binary:
					if n.Op == syntax.Add || n.Op == syntax.Sub {
						sums++
						break
					}
					others++
				case *syntax.Unary:
					others++
				}
				return true
			})
		}
	}
	return others == 0 && reads+sums <= 1
}

// reader replaces the reads of a block by what fills it.
type reader struct {
	*contents
	f      *filler
	around []*imp.Kernel // loops, with their bounds
	cheap  bool
	done   int
	bad    bool
}

func (r *reader) stms(list []imp.Stm, depth int) (out []imp.Stm) {
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Read:
			if s.Y.ID != r.f.last.X.ID {
				break
			}
			by := r.indices(s.At)
			if by == nil || !r.cheap && (depth != 1 || len(r.f.loops) != 1 || r.done > 0) {
				r.bad = true
				break
			}
			r.done++
			body := append(append([]imp.Stm{}, r.f.body...), &imp.Assign{Span: s.Span, X: s.X, E: r.f.last.E})
			if body = r.copied(body, by); len(out) > 0 {
				if d, ok := out[len(out)-1].(*imp.Declare); ok && d.X.ID == s.X.ID { // it still gets its value right after
					out, body = out[:len(out)-1], slices.Insert(body, len(body)-1, imp.Stm(d))
				}
			}
			out = append(out, body...)
			continue
		case *imp.If:
			out = append(out, &imp.If{Span: s.Span, Cond: s.Cond, Then: r.stms(s.Then, depth), Else: r.stms(s.Else, depth)})
			continue
		case *imp.Kernel:
			out = append(out, s.With(s.N, r.inside(s.X, s.N, s.Body, depth)))
			continue
		case *imp.For:
			out = append(out, s.With(s.N, r.inside(s.X, s.N, s.Body, depth)))
			continue
		case *imp.While:
			out = append(out, &imp.While{Span: s.Span, Cond: s.Cond, Body: r.stms(s.Body, depth+2)})
			continue
		}
		out = append(out, s)
	}
	return out
}

// inside is the body of a loop. It runs as often as that of the filler if it has the same bound.
func (r *reader) inside(x *syntax.Binding, n syntax.Expr, body []imp.Stm, depth int) []imp.Stm {
	if !syntax.Equal(n, r.f.loops[0].N) {
		depth++
	}
	r.around = append(r.around, &imp.Kernel{X: x, N: n})
	defer func() { r.around = r.around[:len(r.around)-1] }()
	return r.stms(body, depth+1)
}

// indices are the iterations of the filler that write a location, or nil if they are not clear.
func (r *reader) indices(at syntax.Expr) map[int]syntax.Expr {
	env := &poly.Env{}
	p, loops := env.Of(at), r.f.loops
	if hasOperator(p) {
		return nil
	}
	if x := loops[0].X; len(loops) == 1 {
		i := env.Of(x.Use())
		shift := r.f.at.Sub(i)
		if mentions(shift, x.ID) || !r.fixed(shift) {
			return nil
		}
		return map[int]syntax.Expr{x.ID: p.Sub(shift).Expr()}
	}
	if len(loops) != 2 {
		return nil
	}
	for _, a := range r.around {
		for _, b := range r.around {
			if a == b || !syntax.Equal(a.N, loops[0].N) || !syntax.Equal(b.N, loops[1].N) {
				continue
			}
			u, v := env.Of(a.X.Use()), env.Of(b.X.Use())
			if r.f.at.Subst(map[int]poly.Poly{loops[0].X.ID: u, loops[1].X.ID: v}).Sub(p).IsZero() {
				return map[int]syntax.Expr{loops[0].X.ID: u.Expr(), loops[1].X.ID: v.Expr()}
			}
		}
	}
	return nil
}

// without takes away the blocks that are not used any more, if their sizes cannot be negative.
func (c *contents) without(list []imp.Stm, gone map[int]bool) []imp.Stm {
	gone = maps.Clone(gone)
	imp.Walk(list, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Alloc); ok && gone[a.X.ID] && !rewrite.IsSize(a.N, c.sizes) {
			delete(gone, a.X.ID)
		}
		return true
	})
	return each(list, func(list []imp.Stm) (out []imp.Stm) {
		for _, s := range list {
			switch s := s.(type) {
			case *imp.Declare:
				if gone[s.X.ID] {
					continue
				}
			case *imp.Alloc:
				if gone[s.X.ID] {
					continue
				}
			case *imp.Free:
				if gone[s.X.ID] {
					continue
				}
			}
			out = append(out, s)
		}
		return or(out, &imp.Skip{})
	})
}
