package validity

import (
	"slices"

	"funmem/eval/finding"
	"funmem/eval/value"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Overwritten says how a call of d, whose body the session has run, changed its argument x.
// The argument was a before. It returns nil if nothing changed.
func (s *Session) Overwritten(d *syntax.Def, x *syntax.Binding, a *value.Array) *finding.Overwrite {
	arg := s.Heap.Env.Of(x.ID)
	var o *finding.Overwrite
	i := 0
	arg.L.EachIndex(func(y []int, off int) bool {
		was, is := a.Elems.At(i), arg.B.Cell(off)
		if !was.Equal(is) {
			o = &finding.Overwrite{
				Def: d.Name, Parameter: x.Written(), Declared: x.Span, Argument: x.Written(), At: d.NameAt,
				Index: slices.Clone(y), Before: was, After: is, Block: arg.B.String(), Offset: off,
			}
			o.LastWriter = finding.LastWriterOf(arg.B, off)
		}
		i++
		return o == nil
	})
	return o
}

// Beside says how a call of d, whose body the session has run, changed a location without
// an argument in the block of the array parameter x. before is the earlier content of the
// block. It returns nil if nothing changed.
func (s *Session) Beside(d *syntax.Def, x *syntax.Binding, before *num.Vec, argument []bool) *finding.Overwrite {
	b := s.Heap.Env.Of(x.ID).B
	for off, taken := range argument {
		if was, is := before.At(off), b.Cell(off); !taken && !was.Equal(is) {
			return &finding.Overwrite{
				Def: d.Name, Parameter: x.Written(), Declared: x.Span, Argument: x.Written(), At: d.NameAt,
				Before: was, After: is, Block: b.String(), Offset: off, LastWriter: finding.LastWriterOf(b, off),
			}
		}
	}
	return nil
}
