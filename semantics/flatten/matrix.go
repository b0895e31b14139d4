package flatten

import (
	"slices"

	"funmem/semantics/syntax"
)

// A kernel whose rows take loops is lifted in two ways, and the sizes of its rows decide between them at run time. If the rows are of nearly
// one size, they become rows of a matrix that is as wide as the longest one: one kernel makes each at the beginning of its row. It does what
// the rows take, and no more. Otherwise all rows are made together, and none waits for one that takes much longer.

// slack is how many times larger than all rows together the matrix may be.
const slack = 4

// matrix is a kernel whose rows may become those of a matrix.
type matrix struct {
	*lifter
	e     *syntax.Kernel
	rows  []Row
	sizes []syntax.Expr // for each row, its size, an atom of the body; nil for one that has the same size in all iterations
}

// matrix finds out whether a matrix is a way to make the rows: their sizes have to be known before they are made.
func (l *lifter) matrix(e *syntax.Kernel, rows []Row) (*matrix, []syntax.Stm) {
	m := &matrix{l, e, rows, make([]syntax.Expr, len(rows))}
	for k, z := range rows {
		if !z.Z.Type.IsIrregular() {
			continue
		}
		t := typeIn(e.Body, z.Parts[0])
		first := z.Z.Type.Regular() == 1 // of a row, the size that differs
		if len(z.Parts) > 1 || Parts(z.Z.Type) > 3 || !first || t == nil {
			return nil, nil
		}
		m.sizes[k] = t.Dims[0]
	}
	before, ok := m.before()
	if !ok || len(m.sized()) == 0 {
		return nil, nil
	}
	return m, before
}

// before are the statements of the body that the sizes of rows need. They are not ok if one of them is more than a scalar operation or the
// reading of an element from outside, or may be stuck where the body goes on for ever before it.
func (m *matrix) before() (list []syntax.Stm, ok bool) {
	stms := m.e.Body.Stms
	need := map[int]bool{}
	for _, x := range free(m.sized()) {
		need[x.ID] = true
	}
	costly := slices.IndexFunc(stms, func(s syntax.Stm) bool {
		let, ok := s.(*syntax.Let)
		return ok && !isCheap(let.Exp)
	})
	for k, s := range slices.Backward(stms) {
		let, ok := s.(*syntax.Let)
		if !ok || !need[let.Pat[0].ID] {
			continue
		}
		form := syntax.FormOf(let.Exp)
		if form != syntax.FormScalar && form != syntax.FormElement || k > costly && !total(let.Exp) {
			return nil, false
		}
		for _, x := range syntax.FreeVars(let.Exp) { // also an array of the body, which no such statement makes
			need[x.ID] = true
		}
		list = append(list, s)
	}
	for _, s := range stms {
		if let, ok := s.(*syntax.Let); ok && slices.ContainsFunc(let.Pat[1:], func(z *syntax.Binding) bool { return need[z.ID] }) {
			return nil, false
		}
	}
	slices.Reverse(list)
	return list, true
}

// sized are the sizes of rows that have one.
func (m *matrix) sized() []syntax.Expr {
	return slices.DeleteFunc(slices.Clone(m.sizes), func(n syntax.Expr) bool { return n == nil })
}

// either gives the arrays that stand for the results of the kernel, made in one way or the other. together makes them in the second one.
func (m *matrix) either(before []syntax.Stm, together func() [][]*syntax.Binding) (parts [][]*syntax.Binding) {
	n := m.e.Index[0].N
	sizes := m.outerSizes(before)
	longest := make([]syntax.Expr, len(m.rows))
	narrow := syntax.Expr(constant(1))
	var totals, arrays []*syntax.Binding
	for k, z := range m.rows {
		if m.sizes[k] == nil {
			y := m.like(z.Z, z.Z.Type)
			arrays, parts = append(arrays, y), append(parts, []*syntax.Binding{y})
			continue
		}
		all := m.sum(called(z.Z, "total"), sizes[k])
		longest[k] = m.longest(called(z.Z, "longest"), sizes[k])
		cells, limit := m.outerInt("cells", times(n, longest[k])), m.outerInt("limit", times(constant(slack), all))
		fits := m.outerInt("narrow", &syntax.Binary{Span: m.at, Op: syntax.Le, X: cells, Y: limit})
		narrow = m.outerInt("narrow", times(narrow, fits))

		total := m.binding(m.at, called(z.Z, "total"), intType())
		offsets := m.binding(m.at, called(z.Z, "offsets"), arrayType(syntax.Int, n))
		data := m.like(z.Z, arrayType(z.Z.Type.Elem, append([]syntax.Expr{total.Use()}, z.Z.Type.Dims[2:]...)...))
		totals, arrays = append(totals, total), append(arrays, offsets, data)
		parts = append(parts, []*syntax.Binding{sizes[k], offsets, data})
	}
	e := &syntax.If{Span: m.at, Cond: narrow,
		Then: m.within(m.at, func() []syntax.Expr { return given(m.inMatrix(longest)) }),
		Else: m.within(m.at, func() []syntax.Expr { return given(together()) }),
	}
	m.emit(&syntax.Let{Span: m.at, Pat: append(totals, arrays...), Exp: e})
	return parts
}

// given is what a branch gives: how many rows the data of each irregular array have, and the arrays but for the sizes of rows.
func given(parts [][]*syntax.Binding) []syntax.Expr {
	var totals, arrays []syntax.Expr
	for _, p := range parts {
		if len(p) > 1 {
			totals, p = append(totals, p[2].Type.Dims[0]), p[1:]
		}
		for _, x := range p {
			arrays = append(arrays, x.Use())
		}
	}
	return append(totals, arrays...)
}

// outerSizes are the sizes of all rows, of each irregular array.
func (m *matrix) outerSizes(before []syntax.Stm) []*syntax.Binding {
	list := make([]*syntax.Binding, len(m.rows))
	var pat []*syntax.Binding
	for k, z := range m.rows {
		if m.sizes[k] != nil {
			list[k] = m.binding(m.at, called(z.Z, "sizes"), arrayType(syntax.Int, m.e.Index[0].N))
			pat = append(pat, list[k])
		}
	}
	m.emit(&syntax.Let{Span: m.at, Pat: pat, Exp: m.kernel(before, m.sized())})
	return list
}

// kernel is one over the iterations, with binders of its own.
func (m *matrix) kernel(stms []syntax.Stm, res []syntax.Expr) *syntax.Kernel {
	e := &syntax.Kernel{Span: m.e.Span, Index: m.e.Index, Body: &syntax.Body{Span: m.e.Body.Span, Stms: stms, Res: res}}
	return syntax.Fresh(m.Supply, e, map[int]syntax.Expr{}, nil)
}

// sum is reduce (+) 0 xs, an atom.
func (m *matrix) sum(name string, xs *syntax.Binding) syntax.Expr {
	return m.let(m.at, name, intType(), &syntax.Reduce{Span: m.at, Fn: m.adding(), Ne: []syntax.Expr{constant(0)}, Xs: []syntax.Expr{xs.Use()}}).Use()
}

// longest is the largest of n sizes, or 0 if there are none. A reduce would need a neutral element, and no int is one of max.
func (m *matrix) longest(name string, sizes *syntax.Binding) syntax.Expr {
	i, most := m.binding(m.at, "i", nil), m.binding(m.at, name, intType())
	r := m.row(nil, m.at, nil)
	next := r.int(name, &syntax.Binary{Span: m.at, Op: syntax.Max, X: most.Use(), Y: r.element("size", sizes, i.Use())})
	return m.let(m.at, name, intType(), &syntax.Loop{Span: m.at, Params: []*syntax.Binding{most}, Init: []syntax.Expr{constant(0)},
		For: &syntax.Bound{X: i, N: m.e.Index[0].N}, Body: &syntax.Body{Span: m.at, Stms: r.stms, Res: []syntax.Expr{next}}}).Use()
}

// inMatrix makes the rows in matrices that are as wide as the longest ones.
func (m *matrix) inMatrix(longest []syntax.Expr) (parts [][]*syntax.Binding) {
	n := m.e.Index[0].N
	var first, last []syntax.Stm
	var pat []*syntax.Binding
	var res []syntax.Expr
	for k, z := range m.rows {
		if m.sizes[k] == nil {
			pat, res = append(pat, m.like(z.Z, z.Z.Type)), append(res, z.Parts[0])
			continue
		}
		row := arrayType(z.Z.Type.Elem, append([]syntax.Expr{longest[k]}, z.Z.Type.Dims[2:]...)...)
		empty, stms := m.zeros(z.Z, row)
		first = append(first, stms...)
		full := m.like(z.Z, row)
		last = append(last, &syntax.Let{Span: m.at, Pat: []*syntax.Binding{full}, Exp: &syntax.With{Span: m.at, X: empty,
			At: append([]syntax.Ix{{Kind: syntax.IxRange, Off: constant(1), Size: m.sizes[k]}}, whole(row.Dims[1:])...), V: z.Parts[0]}})
		pat, res = append(pat, m.like(z.Z, over(n, row))), append(res, full.Use())
	}
	m.emit(&syntax.Let{Span: m.at, Pat: pat, Exp: m.kernel(slices.Concat(first, m.e.Body.Stms, last), res)})
	for k, z := range m.rows {
		if m.sizes[k] == nil {
			parts = append(parts, pat[k:k+1])
			continue
		}
		offsets := m.each(called(z.Z, "offsets"), n, intType(), func(r *row, i syntax.Expr) syntax.Expr {
			return r.int("offset", plus(times(minus(i, constant(1)), longest[k]), constant(1)))
		})
		dims := append([]syntax.Expr{m.outerInt("cells", times(n, longest[k]))}, z.Z.Type.Dims[2:]...)
		data := m.let(m.at, z.Z.Name, arrayType(z.Z.Type.Elem, dims...), &syntax.Reshape{Span: m.at, Dims: dims, X: pat[k].Use()})
		parts = append(parts, []*syntax.Binding{nil, offsets, data})
	}
	return parts
}

// zeros is an array of zeros, with the statements that make it.
func (m *matrix) zeros(of *syntax.Binding, t *syntax.Type) (x syntax.Expr, stms []syntax.Stm) {
	x = constant(0)
	if t.Elem == syntax.F64 {
		x = &syntax.RealLit{Span: m.at, Text: "0.0"}
	}
	for k, n := range slices.Backward(t.Dims) {
		z := m.like(of, arrayType(t.Elem, t.Dims[k:]...))
		stms = append(stms, &syntax.Let{Span: m.at, Pat: []*syntax.Binding{z}, Exp: &syntax.Replicate{Span: m.at, N: n, X: x}})
		x = z.Use()
	}
	return x, stms
}
