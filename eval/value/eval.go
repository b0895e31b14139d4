package value

import (
	"slices"

	"funmem/eval/engine"
	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// one returns an array as the single value of an expression.
func one(a *Array) []Val { return []Val{{A: a}} }

// val writes all elements of v.
func (o *out) val(v Val) {
	if v.A == nil {
		o.put(v.I)
		return
	}
	o.all(v.A.whole())
}

// atom is E(x), for a variable or a constant.
func (m *run) atom(x syntax.Expr) Val {
	switch x := x.(type) {
	case *syntax.Var:
		return m.E.Of(x.ID)
	case *syntax.RealLit:
		return Number(m.arith.Real(x))
	}
	return Number(x.(*syntax.IntLit).Val)
}

func (m *run) atoms(xs []syntax.Expr) []Val {
	v := make([]Val, len(xs))
	for k, x := range xs {
		v[k] = m.atom(x)
	}
	return v
}

// int is E(x), for x : int.
func (m *run) int(x syntax.Expr) num.Num { return m.atom(x).I }

func (m *run) ints(xs []syntax.Expr) []num.Num {
	k := make([]num.Num, len(xs))
	for j, x := range xs {
		k[j] = m.int(x)
	}
	return k
}

// array is E(x), for an array x.
func (m *run) array(x syntax.Expr) *Array {
	a := m.atom(x).A
	Settle(a, m.budget)
	return a
}

// ixs is E(ix) for each index of a slice.
func (m *run) ixs(at []syntax.Ix) []machine.IxVal {
	k := make([]machine.IxVal, len(at))
	for j, x := range at {
		k[j].Off = m.int(x.Off)
		if x.Kind == syntax.IxFix {
			k[j].Fix = true
			continue
		}
		if x.Kind == syntax.IxFlat {
			for _, d := range x.Dims {
				k[j].Flat = append(k[j].Flat, [2]num.Num{m.int(d.Size), m.int(d.Stride)})
			}
			continue
		}
		k[j].Size = m.int(x.Size)
		if k[j].Stride = num.Of(1); x.Stride != nil {
			k[j].Stride = m.int(x.Stride)
		}
	}
	return k
}

// bound is E(n), the number of iterations or elements of e. It is not negative and fits a
// machine integer.
func (m *run) bound(rule string, e, n syntax.Expr) int { return machine.Bound(rule, e, m.int(n)) }

// shape is E([d]…[d]), the sizes of a type.
func (m *run) shape(rule string, at syntax.Node, t *syntax.Type) []int {
	shape := make([]int, len(t.Dims))
	for k, d := range t.Dims {
		shape[k] = machine.Size(rule, at, m.int(d), func() string { return "size `" + machine.Text(d) + "` of the type " + t.String() })
	}
	return shape
}

// fits checks the values of bindings against their types. The type system already makes
// sure that they fit; this check exposes mistakes in elaboration.
func (m *run) fits(rule string, at syntax.Node, pat []*syntax.Binding) {
	for _, x := range pat {
		if x.Type == nil || x.ID == 0 {
			continue
		}
		v := m.E.Of(x.ID)
		got := v.Shape()
		if want := m.shape(rule, at, x.Type); !slices.Equal(got, want) {
			panic(machine.Stuck(rule, at, "`%s : %s` has shape %s, and its value has shape %s", x.Written(), x.Type, machine.ShapeText(want), machine.ShapeText(got)))
		}
		if v.Elem() != x.Type.Elem && x.Type.Elem != syntax.Mem {
			panic(machine.Stuck(rule, at, "`%s : %s` has a value of type %s", x.Written(), x.Type, v.Type()))
		}
	}
}

// grant asks for the memory of an array before it is made.
func (m *run) grant(rule string, at syntax.Node, shape []int) {
	n, ok := machine.Count(shape)
	err := engine.PanicIfInterrupted(m.budget.Grant(int64(n)))
	if !ok || n > machine.MostElements || err != nil {
		panic(machine.TooBig(rule, at, shape, err))
	}
	if m.moved += n; m.moved >= pollEvery {
		m.moved = 0
		m.poll()
	}
}
