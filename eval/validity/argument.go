package validity

import (
	"slices"

	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// Overwritten is how a call of d, whose body the session has run, changed its argument
// x, which was a before: nil where it did not.
func (s *Session) Overwritten(d *syntax.Def, x *syntax.Binding, a *value.Array) *Overwrite {
	arg := s.Heap.Env.Lookup(x.ID)
	var o *Overwrite
	i := 0
	arg.L.EachIndex(func(y []int, off int) bool {
		was, is := a.Elems.At(i), arg.B.Cell(off)
		if !was.Equal(is) {
			o = &Overwrite{
				Def: d.Name, Parameter: x.Written(), Declared: x.Span, Argument: x.Written(), At: d.NameAt,
				Index: slices.Clone(y), Before: was, After: is, Block: arg.B.String(), Offset: off,
			}
			o.LastWriter = lastWriter(arg.B.LastWriter(off))
		}
		i++
		return o == nil
	})
	return o
}
