package value

import (
	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/derive"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// eWith is E-WITH (ours): a copy of E(x) that has E(v) at E(ix), …. If that part is out of bounds, evaluation is
// stuck, as for a slice.
func (m *run) eWith(e *syntax.With) []Val {
	x, v := m.array(e.X), m.atom(e.V)
	ix := machine.CheckWith("E-WITH", e, x.Shape, v.Shape(), m.ixs(e.At))
	m.grant("E-WITH", e, x.Shape)
	z := With(x, ix, v, m.budget)
	m.lookups("E(x)", e.X)
	m.premise(func() derive.Condition {
		return derive.Holds("slice(E(x), E(ix), …) is replaced by E(y)", "slice("+m.show(Val{A: x})+ranges(ix)+") is replaced by "+m.show(v))
	})
	return one(z)
}

// With returns x with v in place of slice(x, ix₁, …), which has the shape of v. It copies x only if much of it
// changes, or if x is used again: see num.Vec. It panics with *engine.Interrupted if the budget ends.
func With(x *Array, ix []machine.Ix, v Val, b *engine.Budget) *Array {
	Settle(x, b)
	var at []int
	if n, _ := machine.Count(machine.Sliced(ix)); n > 0 { // otherwise there may be many parts, each without elements
		parts(part{from: 0, shape: x.Shape}, ix, func(p part) {
			k, _ := machine.Count(p.shape)
			for i := range k {
				at = append(at, p.from+i)
			}
		})
	}
	if err := b.Elements(int64(len(at))); err != nil {
		panic(err)
	}
	if v.A != nil && v.A.Elems == x.Elems { // x is about to lose its storage
		v.A = &Array{v.A.Elem, v.A.Shape, v.A.Elems.Clone()}
	}
	value := func(k int) num.Num {
		if v.A == nil {
			return v.I
		}
		return v.A.Elems.At(k)
	}
	return &Array{x.Elem, x.Shape, x.Elems.With(at, value)}
}

// Settle asks the budget for the elements of an array whose storage another array has taken over. Such an array is
// copied when it is read.
func Settle(x *Array, b *engine.Budget) {
	if !x.Elems.Taken() {
		return
	}
	if err := b.Elements(int64(x.Elems.Len())); err != nil {
		panic(err)
	}
}

// parts visits the parts that make up a slice, in row-major order.
func parts(v part, ix []machine.Ix, visit func(part)) {
	switch {
	case len(ix) == 0:
		visit(v)
	case ix[0].Fix:
		parts(v.v(ix[0].Off), ix[1:], visit)
	case ix[0].Flat != nil:
		machine.EachFlat(ix[0].Flat, ix[0].Off+1, func(i int) { parts(v.v(i), ix[1:], visit) })
	default:
		for j := range ix[0].Size {
			parts(v.v(ix[0].Off+j*ix[0].Stride), ix[1:], visit)
		}
	}
}
