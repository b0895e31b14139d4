package tofunmem

import (
	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// flat binds a flat slice of a one-dimensional array, which is a view.
func (f *function) flat(s *futhark.Stm, x *syntax.Var, t *syntax.Type, at *futhark.FlatSlice) {
	ix := f.flatIx(s, at)
	l := lmad.Slice(t.Mem.L, ix)
	f.view(s, &syntax.Slice{Span: s.Span, X: x, At: ix}, moved(t, sizesOf(l), l))
}

// flatIx returns the index of a flat slice.
func (f *function) flatIx(s *futhark.Stm, at *futhark.FlatSlice) []syntax.Ix {
	i := syntax.Ix{Span: s.Span, Kind: syntax.IxFlat, Off: f.atom(at.Offset)}
	for _, d := range at.Dims {
		i.Dims = append(i.Dims, syntax.LMADDim{Size: f.atom(d.N), Stride: f.atom(d.Stride)})
	}
	return []syntax.Ix{i}
}
