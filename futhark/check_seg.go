package futhark

import "funmem/semantics/diag"

// par: both versions of an operation are correct and give the same types.
func (c *checker) par(e *Par) []*Type {
	var gives []*Type
	if e.Seq != nil {
		gives = c.segOp(e.Seq)
	}
	if e.Par != nil {
		gives = c.segOp(e.Par)
	}
	return gives
}

// segOp checks a parallel operation. Bounds, numbers and sizes of groups, and the indices of a thread have type i64. A
// thread returns values of the declared types, and the operators combine such values. The results are arrays with the
// extents of the space in front.
func (c *checker) segOp(e *SegOp) []*Type {
	c.kernel++
	defer func() { c.kernel-- }()
	c.prim(e.Level.Groups, "i64", "the number of groups")
	c.prim(e.Level.Group, "i64", "the size of a group")
	for _, d := range e.Space {
		c.prim(d.Bound, "i64", "the bound of an index of threads")
		c.index(&d.Name, "i64")
	}
	c.index(e.Flat, "i64")
	c.rows(e.Ret)
	folded := 0
	for _, o := range e.Ops {
		folded = c.segBinOp(e, o, folded)
	}
	dests := c.hists(e)
	c.stms(e.Body.Stms)
	if len(e.Returns) != len(e.Ret) {
		c.wrong(e.Span, "found %s of a thread, wanted %d, as many as `%s` has types", diag.Count(len(e.Returns), "result"), len(e.Ret), e.Kind)
		return nil
	}
	for k, r := range e.Returns {
		c.returns(e, r, e.Ret[k])
	}
	if e.Post != nil {
		return c.post(e)
	}
	if e.Kind == "seghist" {
		return dests
	}
	return e.gives(folded)
}

// post checks the function for the results of a segscan. Its parameters are the combined values and the other values
// that a thread returns. Each of its own results makes an array; there may be more or fewer results than parameters.
func (c *checker) post(e *SegOp) (gives []*Type) {
	c.lambda(e.Post, e.Ret, "the function for the results of `"+e.Kind+"`")
	for _, t := range e.Post.Ret {
		gives = append(gives, arrayOf(e.extents(), t))
	}
	return gives
}

// extents returns the extents of the space.
func (e *SegOp) extents() []*Size {
	space := make([]*Size, len(e.Space))
	for k, d := range e.Space {
		space[k] = &Size{Atom: d.Bound}
	}
	return space
}

// gives returns the types of the results; the first folded ones are combined.
func (e *SegOp) gives(folded int) (gives []*Type) {
	space := e.extents()
	for k, t := range e.Ret {
		switch {
		case e.Kind == "segred" && k < folded:
			t = arrayOf(space[:len(space)-1], t)
		case e.Returns[k].Kind == TileReturn, e.Returns[k].Kind == RegTileReturn:
			var dims []*Atom
			for _, tile := range e.Returns[k].Tiles {
				dims = append(dims, tile.Extent)
			}
			t = arrayOf(sizes(dims), t)
		case e.Returns[k].Kind != WriteReturn:
			t = arrayOf(space, t)
		}
		gives = append(gives, t)
	}
	return gives
}

// segBinOp checks an operator of a segred or segscan. It combines the results of a thread, beginning with the one
// numbered at. It takes and gives values of the types of its neutral elements, and the results are arrays of them of
// its shape. segBinOp returns the number after the last combined result.
func (c *checker) segBinOp(e *SegOp, o *SegBinOp, at int) int {
	c.prims(o.Shape, "i64", "an extent of what an operator combines")
	ts := c.neutral(o.Neutral, o.Fn, e.Kind)
	for k, t := range ts {
		t = arrayOf(sizes(o.Shape), t)
		switch {
		case at+k >= len(e.Ret):
			c.wrong(o.Fn.Span, "found an operator of more than %s, wanted one of those that a thread has", diag.Count(len(e.Ret), "result"))
			return at
		case !same(t, e.Ret[at+k], nil):
			c.wrong(e.Ret[at+k].Span, "found a result of type %s, wanted %s: what the operator of `%s` combines", e.Ret[at+k], t, e.Kind).
				Note(o.Neutral[k].Span, "this is its neutral element")
		}
	}
	return at + len(ts)
}

// neutral returns the types of neutral elements. The operator takes two values of each type and gives one.
func (c *checker) neutral(ne []*Atom, fn *Lambda, kind string) []*Type {
	var ts []*Type
	for _, a := range ne {
		t := c.typeOf(a)
		if t.Kind == MemType || t.Kind == AccType {
			c.found(a, "a number or an array", "a neutral element")
		}
		ts = append(ts, &Type{Span: a.Span, Kind: t.Kind, Elem: t.Elem, Shape: t.Shape})
	}
	what := "the operator of `" + kind + "`"
	c.lambda(fn, append(append([]*Type{}, ts...), ts...), what)
	c.gives(fn, ts, what)
	return ts
}

// hists checks the operators of a seghist. A thread returns an index for each dimension of each histogram, and then the
// values. hists returns the types of the histograms, which have the outer extents of the space in front.
func (c *checker) hists(e *SegOp) (dests []*Type) {
	if e.Kind != "seghist" {
		return nil
	}
	var want, values []*Type
	for _, h := range e.Hists {
		c.prims(h.Shape, "i64", "an extent of a histogram")
		c.prim(h.Race, "i64", "the race factor of a histogram")
		c.prims(h.Vector, "i64", "an extent of what an operator combines")
		for range h.Shape {
			want = append(want, primType("i64"))
		}
		dims := make([]*Size, 0, len(e.Space))
		for _, d := range e.Space[:max(0, len(e.Space)-1)] {
			dims = append(dims, &Size{Atom: d.Bound})
		}
		dims = append(append(dims, sizes(h.Shape)...), sizes(h.Vector)...)
		ts := c.neutral(h.Neutral, h.Fn, e.Kind)
		if len(ts) != len(h.Dests) {
			c.wrong(h.Fn.Span, "found %s of %s, wanted as many", diag.Count(len(ts), "neutral element"), diag.Count(len(h.Dests), "histogram"))
			return nil
		}
		for k, n := range h.Dests {
			t := arrayOf(dims, ts[k])
			if p := c.bound(n); !same(t, p.Type, nil) {
				c.from(c.wrong(n.Span, "found `%s` of type %s, wanted %s: the histogram", n, p.Type, t), n).Note(h.Neutral[k].Span, "this is the neutral element")
			}
			values, dests = append(values, arrayOf(sizes(h.Vector), ts[k])), append(dests, t)
		}
	}
	want = append(want, values...)
	if len(want) != len(e.Ret) {
		c.wrong(e.Span, "found %s of a thread, wanted %d: the indices of all histograms, and a value for each", diag.Count(len(e.Ret), "result"), len(want))
		return nil
	}
	for k, t := range want {
		if !same(t, e.Ret[k], nil) {
			says(c.wrong(e.Ret[k].Span, "found a result of type %s, wanted %s: the indices of all histograms come first, then the values", e.Ret[k], t), t)
		}
	}
	return dests
}

// returns checks a result of a thread against a type. For an array that the thread writes to, this is the type of the
// whole array. For a tile it is the type of an element.
func (c *checker) returns(e *SegOp, r *Return, t *Type) {
	c.certificates(r.Certs)
	want, what := t, "a result of a thread"
	switch r.Kind {
	case WriteReturn:
		if what = "what the threads write to"; c.array(r.X.Var, what) == nil {
			return
		}
		c.writes(r)
	case TileReturn, RegTileReturn:
		var dims, regs []*Atom
		for _, tile := range r.Tiles {
			c.prim(tile.Extent, "i64", "an extent of a result in tiles")
			c.prim(tile.Tile, "i64", "an extent of a tile")
			c.prim(tile.Reg, "i64", "an extent of a tile")
			if dims = append(dims, tile.Tile); tile.Reg != nil {
				regs = append(regs, tile.Reg)
			}
		}
		want, what = arrayOf(sizes(append(dims, regs...)), t), "the tile of a group"
	}
	if !c.is(r.X, want, nil) {
		says(c.found(r.X, want.String(), what), t)
	}
}

// writes checks the writes of a thread to an array: each value has the type of the part
// that it replaces.
func (c *checker) writes(r *Return) {
	for _, w := range r.Writes {
		if part := c.slice(r.X.Var, c.bound(r.X.Var).Type, w.At); part != nil && !c.is(w.V, part, nil) {
			c.from(c.found(w.V, part.String(), "what replaces `"+r.X.String()+w.At.Text()+"`"), r.X.Var)
		}
	}
}
