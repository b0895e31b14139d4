package value

import (
	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// eScratch is E-SCRATCH (ours): an array of the sizes E(d₁), …, E(d_n) with undefined
// elements. Copies keep such elements, and no rule reads one as a number.
func (m *run) eScratch(pat []*syntax.Binding, e *syntax.Scratch) []Val {
	shape := make([]int, len(e.Dims))
	for k, d := range e.Dims {
		shape[k] = m.bound("E-SCRATCH", e, d)
	}
	m.grant("E-SCRATCH", e, shape)
	m.lookups("E(n_i)", e.Dims...)
	return one(Scratch(e, pat[0], shape, m.budget))
}

// Scratch returns an array that nobody has written, which e makes and z binds. If the
// budget ends, it panics with *engine.Interrupted.
func Scratch(e *syntax.Scratch, z *syntax.Binding, shape []int, b *engine.Budget) (a *Array) {
	n, _ := machine.Count(shape)
	from := machine.Made{Name: z.Text, At: e.Span}
	if !from.At.IsValid() {
		from.At = z.Span
	}
	if err := b.Elements(int64(n)); err != nil { // what uses all of them takes as long
		panic(err)
	}
	if err := b.Take(2*int64(n), func() { a = &Array{e.Elem, shape, num.NewScratch(n, e.Elem == syntax.F64, from)} }); err != nil {
		panic(err)
	}
	return a
}

// Agrees tells whether what is shown is what is wanted. Anything agrees with an undefined
// element.
func Agrees(want, shown num.Num) bool { return want.IsUndefined() || want.Equal(shown) }

// Shows tells whether w equals v, except for the elements that are undefined in v, which
// may be anything.
func (v Val) Shows(w Val) bool {
	if v.A == nil || w.A == nil || !v.A.Elems.HasUndefined() {
		return v.Equal(w)
	}
	if v.Type() != w.Type() {
		return false
	}
	return v.A.FirstDifference(w.A) < 0
}

// FirstDifference returns the row-major offset of the first element of a that b, an array
// of the same shape, shows differently, or -1.
func (a *Array) FirstDifference(b *Array) int {
	var pairs num.Pairs
	for i := range a.Elems.Len() {
		if want := a.Elems.At(i); !want.IsUndefined() && !pairs.Equal(want, b.Elems.At(i)) {
			return i
		}
	}
	return -1
}
