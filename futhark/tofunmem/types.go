package tofunmem

import (
	"slices"
	"strings"

	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// elem returns the type of an element.
func elem(p futhark.Prim) syntax.Elem {
	if p[0] == 'f' {
		return syntax.F64
	}
	return syntax.Int
}

// nothing tells whether a type is that of certificates or of an array of them. A program has none, because statements
// are evaluated in order.
func nothing(t *futhark.Type) bool {
	return (t.Kind == futhark.PrimType || t.Kind == futhark.ArrayType) && t.Elem == "unit"
}

// typ returns a type of FUNMEM, or nil for a certificate. ext gives the values of
// existentials ?k.
func (f *function) typ(t *futhark.Type, ext func(k int) syntax.Expr) *syntax.Type {
	to := &syntax.Type{Span: t.Span}
	switch t.Kind {
	case futhark.MemType:
		to.Elem = syntax.Mem
		return to
	case futhark.AccType:
		return f.accOf(t).types[0]
	}
	if nothing(t) {
		return nil
	}
	to.Elem = elem(t.Elem)
	for _, d := range t.Shape {
		to.Dims = append(to.Dims, f.size(d, ext))
	}
	if t.Mem == nil {
		return to
	}
	to.Mem = &syntax.MemAnn{Span: t.Mem.Span}
	var block syntax.Expr
	tag := -1 - t.Mem.Ext
	if t.Mem.Block != nil {
		tag = t.Mem.Block.Tag
		block = f.read(t.Mem.Block)
	} else {
		block = ext(t.Mem.Ext)
	}
	to.Mem.Block = block.(*syntax.Var)
	to.Mem.L = f.lmad(t, bytes(t.Elem)/f.units.of(f.fun, tag), to.Dims, ext)
	if t.Mem.Block != nil && f.units.perThread(f.fun, tag) {
		to.Mem.L = f.perThread(to.Mem.L, f.lookup(t.Mem.Block).regs)
	}
	return to
}

// perThread returns where an array in registers lies in the block of all threads of a group. Each thread has so many
// locations, one thread after another. In the body of a thread the place depends on the number of the thread. Outside
// it the dimensions of the threads come first, with strides of 0.
func (f *function) perThread(l *syntax.LMAD, regs syntax.Expr) *syntax.LMAD {
	to := &syntax.LMAD{Span: l.Span, Offset: l.Offset, Dims: slices.Clone(l.Dims)}
	if f.lane != nil {
		to.Offset = lmad.Simplify(bin(syntax.Add, l.Offset, bin(syntax.Mul, f.lane, regs)))
		return to
	}
	threads := 0
	for threads < len(l.Dims) && f.env.Of(l.Dims[threads].Stride).IsZero() {
		threads++
	}
	stride := regs
	for k := threads - 1; k >= 0; k-- {
		to.Dims[k].Stride = stride
		stride = lmad.Simplify(bin(syntax.Mul, stride, l.Dims[k].Size))
	}
	return to
}

// lmad returns the index function of an array whose elements take so many locations. The sizes are those of the array:
// those written in the index function are ignored (Futhark never reads them).
func (f *function) lmad(t *futhark.Type, scale int, dims []syntax.Expr, ext func(k int) syntax.Expr) *syntax.LMAD {
	from := t.Mem.L
	l := &syntax.LMAD{Span: from.Span, Offset: scaled(f.index(from.Offset, ext), scale)}
	for k, s := range from.Strides {
		l.Dims = append(l.Dims, syntax.LMADDim{Size: dims[k], Stride: scaled(f.index(s, ext), scale)})
	}
	if rows := lmad.RowMajor(dims); lmad.Equal(f.env, l, rows) {
		rows.Span = l.Span
		return rows
	}
	return l
}

func scaled(e syntax.Expr, by int) syntax.Expr {
	if by == 1 {
		return e
	}
	return lmad.Simplify(&syntax.Binary{Op: syntax.Mul, X: lmad.Const(by), Y: e})
}

func (f *function) size(d *futhark.Size, ext func(k int) syntax.Expr) syntax.Expr {
	if d.Atom == nil {
		return ext(d.Ext)
	}
	return f.atom(d.Atom)
}

// ofIndices are the operators of index functions, which do not wrap.
var ofIndices = map[string]syntax.Op{
	"add_nw64": syntax.Add, "mul_nw64": syntax.Mul, "sub_nw64": syntax.Sub, "add64": syntax.Add, "mul64": syntax.Mul, "sub64": syntax.Sub,
	"sdiv64": syntax.Div, "squot64": syntax.Quo, "smod64": syntax.Mod, "srem64": syntax.Rem, "smax64": syntax.Max, "smin64": syntax.Min,
}

// index returns an expression of an index function. Its operators are those on whole
// numbers.
func (f *function) index(e *futhark.Index, ext func(k int) syntax.Expr) syntax.Expr {
	switch {
	case e.Atom != nil:
		return f.atom(e.Atom)
	case e.Op == "":
		return ext(e.Ext)
	}
	if to := strings.TrimPrefix(e.Op, "sext_"); to != e.Op && strings.HasSuffix(to, "_i64") {
		return f.index(e.Args[0], ext)
	}
	if e.Op == "sdiv_up64" {
		x, y := f.index(e.Args[0], ext), f.index(e.Args[1], ext)
		return lmad.Simplify(bin(syntax.Div, bin(syntax.Sub, bin(syntax.Add, x, y), one()), y))
	}
	op, ok := ofIndices[e.Op]
	if !ok {
		f.fail(e.Span, "the operator `%s` of an index function is not known", e.Op)
	}
	return lmad.Simplify(&syntax.Binary{Span: e.Span, Op: op, X: f.index(e.Args[0], ext), Y: f.index(e.Args[1], ext)})
}

// same tells whether two types of arrays are known to be the same, memory included.
func (f *function) same(a, b *syntax.Type) bool {
	if a.Mem == nil || b.Mem == nil || a.Mem.Block.ID != b.Mem.Block.ID || a.Elem != b.Elem {
		return false
	}
	sizes := func(x, y syntax.Expr) bool { return f.env.Of(x).Sub(f.env.Of(y)).IsZero() }
	return slices.EqualFunc(a.Dims, b.Dims, sizes) && lmad.Equal(f.env, a.Mem.L, b.Mem.L)
}

// in returns a type with variables replaced.
func in(t *syntax.Type, by map[int]syntax.Expr) *syntax.Type {
	if t == nil {
		return nil
	}
	return syntax.Subst(t, by)
}

// moved returns a type of an array with another index function.
func moved(t *syntax.Type, dims []syntax.Expr, l *syntax.LMAD) *syntax.Type {
	return &syntax.Type{Span: t.Span, Elem: t.Elem, Dims: dims, Mem: &syntax.MemAnn{Span: t.Span, Block: t.Mem.Block, L: l}}
}
