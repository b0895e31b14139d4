package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// written translates a result that threads write to places of their choice. The kernels make arrays of the indices and
// the values, and then writes them after the kernels.
func (f *function) written(p *syntax.Binding, r *futhark.Return, ns []syntax.Expr) (parts []part, then func()) {
	x, is := f.array(r.X.Var)
	type write struct {
		dims  []*futhark.DimIx
		at    []*syntax.Binding
		value *syntax.Binding
	}
	var writes []write
	for _, w := range r.Writes {
		one := write{dims: w.At.Dims}
		if w.At.Flat != nil {
			f.fail(w.At.Span, "a thread that writes with a flat slice is not known")
		}
		row := &syntax.Type{Span: w.At.Span, Elem: is.Elem}
		for _, d := range w.At.Dims {
			ix := f.temporary("index", ns, &syntax.Type{})
			one.at = append(one.at, ix)
			parts = append(parts, part{ix, f.valueOf(d.Start)})
			if d.N != nil {
				row.Dims = append(row.Dims, f.ofAll(d.N))
				f.ofAll(d.Stride)
			}
		}
		one.value = f.temporary("value", ns, row)
		parts = append(parts, part{one.value, f.valueOf(w.V)})
		writes = append(writes, one)
	}
	return parts, func() {
		dest := f.claimed(x, is, p.Type)
		var again func(acc syntax.Expr, left []write) syntax.Expr
		again = func(acc syntax.Expr, left []write) syntax.Expr {
			if len(left) == 0 {
				return acc
			}
			w := left[0]
			out := f.forEach(ns, acc.(*syntax.Var), p.Type, func(at []syntax.Expr, d *syntax.Var) syntax.Expr {
				var ix []syntax.Ix
				for k, i := range w.at {
					v := f.let("at", &syntax.Type{}, &syntax.Index{Span: f.at, X: i.Use(), At: at})
					j := syntax.Ix{Span: f.at, Kind: syntax.IxFix, Off: f.plus1(v)}
					if d := w.dims[k]; d.N != nil {
						j.Kind, j.Size, j.Stride = syntax.IxRange, f.atom(d.N), f.stride(d.Stride)
					}
					ix = append(ix, j)
				}
				return f.guarded(d, p.Type, ix, func() syntax.Expr { return f.element(w.value, at) })
			})
			return again(out, left[1:])
		}
		f.renamed(p, again(dest, writes))
	}
}

// ofAll returns a number that all threads share, which comes from outside them.
func (f *function) ofAll(a *futhark.Atom) syntax.Expr {
	if n := a.Var; n != nil && f.vars[n.Tag] == nil && f.global[n.Tag] == nil {
		f.fail(a.Span, "an extent or stride `%s` that each thread chooses is not known", n)
	}
	return f.atom(a)
}

// element returns the row of an array at indices, from 1: a number, or a view.
func (f *function) element(x *syntax.Binding, at []syntax.Expr) syntax.Expr {
	if len(at) == len(x.Type.Dims) {
		return f.let(baseOf(x.Name), &syntax.Type{Elem: x.Type.Elem}, &syntax.Index{Span: f.at, X: x.Use(), At: at})
	}
	var ix []syntax.Ix
	for k, d := range x.Type.Dims {
		i := syntax.Ix{Kind: syntax.IxRange, Off: one(), Size: d}
		if k < len(at) {
			i = syntax.Ix{Kind: syntax.IxFix, Off: at[k]}
		}
		ix = append(ix, i)
	}
	l := lmad.Slice(x.Type.Mem.L, ix)
	return f.let(baseOf(x.Name), moved(x.Type, sizesOf(l), l), &syntax.Slice{Span: f.at, X: x.Use(), At: ix})
}

// guarded returns an array with a value written at indices, if they are within it.
func (f *function) guarded(d *syntax.Var, t *syntax.Type, ix []syntax.Ix, value func() syntax.Expr) syntax.Expr {
	inside := f.inside(ix, t.Dims)
	return f.let(baseOf(d.Name), t, &syntax.If{Span: f.at, Cond: inside, Then: f.within(func() []syntax.Expr {
		return []syntax.Expr{f.let(baseOf(d.Name), t, &syntax.With{Span: f.at, X: d, At: ix, V: value()})}
	}), Else: &syntax.Body{Span: f.at, Res: []syntax.Expr{d}}})
}

// tiled translates a result whose threads each make a tile. It makes an array of tiles, and takes the existing elements
// or rows from it.
func (f *function) tiled(p *syntax.Binding, r *futhark.Return, e *futhark.SegOp, ns []syntax.Expr) (part, func()) {
	row := &syntax.Type{Span: r.Span, Elem: p.Type.Elem}
	for _, t := range r.Tiles {
		row.Dims = append(row.Dims, f.ofAll(t.Tile))
	}
	for _, t := range r.Tiles {
		if t.Reg != nil {
			row.Dims = append(row.Dims, f.ofAll(t.Reg))
		}
	}
	row.Dims = append(row.Dims, p.Type.Dims[len(r.Tiles):]...)
	tiles := f.temporary("tiles", ns, row)
	return part{tiles, f.valueOf(r.X)}, func() {
		f.nested(p, len(r.Tiles), nil, func(at []*syntax.Binding, to *syntax.Type) (*syntax.Type, syntax.Expr) {
			var group, tile, reg []syntax.Expr
			number := func(e syntax.Expr) syntax.Expr { return f.let("i", &syntax.Type{}, e) }
			for k, t := range r.Tiles {
				i := number(bin(syntax.Sub, at[k].Use(), one()))
				size := f.atom(t.Tile)
				if t.Reg != nil {
					size = number(bin(syntax.Mul, size, f.atom(t.Reg)))
				}
				group = append(group, f.plus1(bin(syntax.Div, i, size)))
				within := number(bin(syntax.Mod, i, size))
				if t.Reg == nil {
					tile = append(tile, f.plus1(within))
					continue
				}
				tile = append(tile, f.plus1(bin(syntax.Div, within, f.atom(t.Reg))))
				reg = append(reg, f.plus1(bin(syntax.Mod, within, f.atom(t.Reg))))
			}
			ix := append(append(group, tile...), reg...)
			if len(to.Dims) > 0 {
				return to, &syntax.Copy{Span: r.Span, X: f.element(tiles, ix)}
			}
			return to, &syntax.Index{Span: r.Span, X: tiles.Use(), At: ix}
		})
	}
}
