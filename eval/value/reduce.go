package value

import (
	"slices"

	"funmem/eval/machine"
	"funmem/semantics/syntax"
)

// eReduce is E-REDUCE (ours): the left fold, in order, of the function over the elements of
// the arrays, which all have m rows:
//
//	v̄₀ = E(ne̅)   E, ā ↦ v̄ᵢ₋₁, x̄ ↦ row i of E(xs̅) ⊢ b ⇓ v̄ᵢ   for each i ≤ m
//	──────────────────────────────────────────────────────────────────
//	E ⊢ reduce (\ā x̄ -> b) ne̅ xs̅ ⇓ v̄ₘ
func (m *run) eReduce(pat []*syntax.Binding, e *syntax.Reduce) []Val {
	f := syntax.FoldOf(e)
	n := m.rowsOf(f)
	if v, ok := m.accelerated(pat, e); ok {
		return v
	}
	return m.fold(pat, f, n, func(int, []Val) {})
}

// eScan is E-SCAN (ours): the values v̄₁, …, v̄ₘ of the fold of E-REDUCE, in one array for
// each accumulator:
//
//	v̄₀ = E(ne̅)   E, ā ↦ v̄ᵢ₋₁, x̄ ↦ row i of E(xs̅) ⊢ b ⇓ v̄ᵢ   for each i ≤ m
//	──────────────────────────────────────────────────────────────────
//	E ⊢ scan (\ā x̄ -> b) ne̅ xs̅ ⇓ [v̄₁, …, v̄ₘ]
func (m *run) eScan(pat []*syntax.Binding, e *syntax.Scan) []Val {
	f := syntax.FoldOf(e)
	n := m.rowsOf(f)
	shapes := make([][]int, len(f.Ne))
	for k, ne := range f.Ne {
		shapes[k] = append([]int{n}, m.atom(ne).Shape()...)
		m.grant("E-SCAN", e, shapes[k])
	}
	if v, ok := m.accelerated(pat, e); ok {
		return v
	}
	v := m.newRows(pat, shapes)
	m.fold(pat, f, n, func(i int, accs []Val) {
		for k, acc := range accs {
			o := out{v[k].A, v[k].A.whole().v(i).from, m.budget}
			o.val(acc)
		}
	})
	return v
}

// rowsOf returns the outer size of the arrays of a fold.
func (m *run) rowsOf(f *syntax.Fold) int {
	n := m.array(f.Xs[0]).Shape[0]
	for _, x := range f.Xs[1:] {
		if k := m.array(x).Shape[0]; k != n {
			panic(machine.Stuck(f.Rule("E-"), f.Expr(), "`%s` has %d elements, and `%s` has %d", machine.Text(f.Xs[0]), n, machine.Text(x), k))
		}
	}
	return n
}

// fold is the left fold over n elements. each is called with the accumulators after element
// i.
func (m *run) fold(pat []*syntax.Binding, f *syntax.Fold, n int, each func(i int, accs []Val)) []Val {
	round, accs, elems, _ := f.Params()
	b := f.Lambda().Body
	v := m.atoms(f.Ne)
	m.lookups("v̄₀ = E(ne̅)", f.Ne...)
	m.lookups("rows of E(xs̅)", f.Xs...)
	m.enterFold(pat[0], f, n)
	for i := 1; i <= n; i++ {
		m.iteration(i)
		if round != nil {
			m.bind(round, Of(i))
		}
		for k, a := range accs {
			m.bind(a, v[k])
		}
		row := make([]Val, len(elems))
		for k, x := range elems {
			row[k] = m.row(f, k, i)
			m.bind(x, row[k])
		}
		if m.Folded != nil {
			m.Folded(f, v, row)
		}
		next := m.body(b.Stms, b.Res)
		m.alike(f, i, v, next)
		v = next
		each(i, v)
	}
	m.leaveKernel()
	return v
}

// row is v_i of the k-th array [v₁, …, v_m]. It must not be an undefined number.
func (m *run) row(f *syntax.Fold, k, i int) Val {
	a := m.array(f.Xs[k])
	p := a.whole().v(i)
	if len(p.shape) == 0 {
		x := p.elems.At(p.from)
		if x.IsUndefined() {
			panic(machine.Unwritten(f.Rule("E-"), f.Expr(), machine.Text(f.Xs[k]), []int{i}, x))
		}
		return Number(x)
	}
	o := newOut(a.Elem, p.shape, m.budget)
	o.all(p)
	return Val{A: o.Array}
}

// alike checks that the accumulators after element i have the same shapes as before it.
func (m *run) alike(f *syntax.Fold, i int, before, after []Val) {
	for k := range after {
		if !slices.Equal(before[k].Shape(), after[k].Shape()) {
			panic(machine.Stuck(f.Rule("E-"), f.Expr(), "the accumulator has shape %s after element %d, and shape %s before it",
				machine.ShapeText(after[k].Shape()), i, machine.ShapeText(before[k].Shape())))
		}
	}
}

// enterFold starts a reduce or scan over n elements.
func (m *run) enterFold(z *syntax.Binding, f *syntax.Fold, n int) {
	m.frames = append(m.frames, machine.Frame{At: f.Span, What: machine.FoldName(z, f), Rounds: f.Name})
	m.record.EnterKernel(n)
}
