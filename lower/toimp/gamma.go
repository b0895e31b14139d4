package toimp

import (
	"fmt"
	"regexp"
	"strings"

	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// bind is Γ, x for an array: it lies where its type says, in terms of IMP.
func (st *state) bind(x *syntax.Binding) {
	a := st.annotated(x)
	a.safe = true
	for _, d := range a.dims() {
		st.assume(d)
	}
	st.arrays[x.ID] = a
}

// bindArrays is Γ, p̄ for the arrays of a pattern.
func (st *state) bindArrays(p []*syntax.Binding) {
	for _, x := range p {
		if x.Type.IsArray() {
			st.bind(x)
		}
	}
}

// annotated returns what the type of an array says.
func (st *state) annotated(x *syntax.Binding) *array {
	m := x.Type.Mem
	l := &syntax.LMAD{Span: m.L.Span, Offset: st.shorter(st.se(m.L.Offset)), Dims: make([]syntax.LMADDim, len(m.L.Dims)), RowMajor: m.L.RowMajor}
	for k, d := range m.L.Dims {
		l.Dims[k] = syntax.LMADDim{Size: st.se(d.Size), Stride: st.shorter(st.se(d.Stride))}
	}
	b := st.use(m.Block).(*syntax.Var)
	return &array{name: x.Written(), elem: x.Type.Elem, block: b, L: l}
}

// array is Γ(x).
func (st *state) array(x syntax.Expr) *array {
	v := x.(*syntax.Var)
	if st.arrays[v.ID] == nil {
		st.bind(&syntax.Binding{Span: v.Span, Name: v.Name, ID: v.ID, Type: st.free(v)})
	}
	return st.arrays[v.ID]
}

// isArray tells whether a variable is an array.
func (st *state) isArray(x *syntax.Var) bool {
	if st.arrays[x.ID] != nil {
		return true
	}
	return st.names[x.ID] == nil && st.free(x).IsArray()
}

// isArrayExpr tells whether an atom is an array.
func (st *state) isArrayExpr(x syntax.Expr) bool {
	v, ok := x.(*syntax.Var)
	return ok && st.isArray(v)
}

// atoms returns atoms in terms of IMP.
func (st *state) atoms(xs []syntax.Expr) []syntax.Expr {
	out := make([]syntax.Expr, len(xs))
	for k, x := range xs {
		out[k], _ = st.atom(x)
	}
	return out
}

// dims returns the sizes of an array.
func (a *array) dims() []syntax.Expr {
	out := make([]syntax.Expr, len(a.L.Dims))
	for k, d := range a.L.Dims {
		out[k] = d.Size
	}
	return out
}

// part returns a part of an array, at L.
func (a *array) part(l *syntax.LMAD) *array {
	b := *a
	b.L = l
	return &b
}

// row returns the part of an array with its outer dimensions fixed.
func (a *array) row(idx []syntax.Expr) *array {
	l := a.L
	for _, y := range idx {
		l = lmad.Index(l, y)
	}
	return a.part(l)
}

// dimension returns what a message calls dimension number k, from 0.
func (a *array) dimension(k int) string {
	return fmt.Sprintf("dimension %d of %s", k+1, quoted(a.name))
}

// size returns what the check of an index says about its dimension.
func (a *array) size(k int) string { return a.dimension(k) + " has size %3" }

// quoted returns a name in a message.
func quoted(name string) string { return "`" + name + "`" }

// value matches a place in the text of a check where the value of a term goes.
var value = regexp.MustCompile(`%([1-9])`)

// plain returns a text that can stand in quotation marks and contains no term.
func plain(text string) string {
	text = value.ReplaceAllString(text, "% $1")
	return strings.ReplaceAll(text, `"`, "'")
}
