package value

import (
	"fmt"
	"strconv"
	"strings"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// eScratch is E-SCRATCH (ours): an array of the sizes E(d₁), …, E(d_n) whose elements
// are undefined. Copies take such elements along; no rule reads one as a number.
func (m *run) eScratch(pat []*syntax.Binding, e *syntax.Scratch) []Val {
	shape := make([]int, len(e.Dims))
	for k, d := range e.Dims {
		shape[k] = m.bound("E-SCRATCH", e, d)
	}
	m.grant("E-SCRATCH", e, shape)
	return one(Scratch(e, pat[0], shape, m.budget))
}

// made is where a scratch array was made.
type made struct {
	name string
	at   diag.Span
}

// Scratch is an array that nobody has written, which e makes and z binds. Where the
// budget ends it panics with *engine.Interrupted.
func Scratch(e *syntax.Scratch, z *syntax.Binding, shape []int, b *engine.Budget) (a *Array) {
	n, _ := Count(shape)
	from := made{z.Text, e.Span}
	if !from.at.IsValid() {
		from.at = z.Span
	}
	if err := b.Take(2*int64(n), func() { a = &Array{e.Elem, shape, num.NewScratch(n, e.Elem == syntax.F64, from)} }); err != nil {
		panic(err)
	}
	return a
}

// Unwritten is what is said of a rule that reads the undefined element y, from 1, of
// the array that is called name.
func Unwritten(rule string, at syntax.Node, name string, y []int, x num.Num) *diag.Diagnostic {
	d := Stuck(rule, at, "`%s` is undefined: nothing has written it since `scratch` made the array", elementOf(name, y))
	if from, ok := x.Origin().(made); ok {
		if isName(from.name) {
			d.Note(from.at, "`%s` was made here", from.name)
		} else {
			d.Note(from.at, "it was made here")
		}
	}
	return d.Helpf("write the element first, or make the array by `replicate`")
}

// elementOf is an element of an array as the language writes it: x[2, 3].
func elementOf(name string, y []int) string {
	parts := make([]string, len(y))
	for k, i := range y {
		parts[k] = strconv.Itoa(i)
	}
	if !isName(name) {
		name = "(" + name + ")"
	}
	return fmt.Sprintf("%s[%s]", name, strings.Join(parts, ", "))
}

// Agrees tells whether what is shown is what is wanted, which an undefined element is
// whatever is shown.
func Agrees(want, shown num.Num) bool { return want.IsUndefined() || want.Equal(shown) }

// Shows tells whether w is v but for the elements that are undefined in v, which
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

// FirstDifference is the row-major offset of the first element of a that b, an array of its
// shape, shows otherwise, or -1.
func (a *Array) FirstDifference(b *Array) int {
	var pairs num.Pairs
	for i := range a.Elems.Len() {
		if want := a.Elems.At(i); !want.IsUndefined() && !pairs.Equal(want, b.Elems.At(i)) {
			return i
		}
	}
	return -1
}
