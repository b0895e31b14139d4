package value

import (
	"slices"
	"strings"

	"funmem/eval/machine"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Rows is an irregular array: its elements, one after the other, and where its rows are. Programs have these as arrays of their own
// (semantics/flatten), and what runs programs knows no others. Rows are for people and files.
type Rows struct {
	Levels []Level
	Data   *Array
}

// Level says where the rows of an irregular size are: row i is the Sizes[i] rows of the next level, or elements of the data, from
// number Offsets[i] on, counted from 1.
type Level struct{ Sizes, Offsets *Array }

// RowsOf is the irregular array of these parts: of each level how many rows or elements it has rows of, which may be left out, then the
// sizes and offsets of each level, and the data.
func RowsOf(parts []Val) *Rows {
	r := &Rows{Data: parts[len(parts)-1].A}
	for parts[0].A == nil {
		parts = parts[1:]
	}
	for k := 0; k < len(parts)-1; k += 2 {
		r.Levels = append(r.Levels, Level{parts[k].A, parts[k+1].A})
	}
	return r
}

// Odd is the first level whose sizes and offsets are those of no rows, or -1: programs of core may give any arrays as parts.
func (r *Rows) Odd() int {
	for k, l := range r.Levels {
		if !slices.Equal(l.Sizes.Shape, l.Offsets.Shape) || !l.Within(r.Under(k).Shape[0]) {
			return k
		}
	}
	return -1
}

// Parts are the arrays of which it is made: the sizes and offsets of each level, and the data.
func (r *Rows) Parts() (list []*Array) {
	for _, l := range r.Levels {
		list = append(list, l.Sizes, l.Offsets)
	}
	return append(list, r.Data)
}

// NewRows is the irregular array of elements in row-major order. dims are its sizes, -1 for an irregular one, and sizes are those of
// all rows of that dimension, in order.
func NewRows(elem syntax.Elem, dims []int, sizes [][]int, elems *num.Vec) *Rows {
	r := &Rows{}
	shape := dims[:1:1]
	for d := 1; d < len(dims); d++ {
		if dims[d] >= 0 {
			shape = append(shape, dims[d])
			continue
		}
		l := Level{NewArray(syntax.Int, shape), NewArray(syntax.Int, shape)}
		at := 0
		for i, n := range sizes[d] {
			l.Sizes.Elems.Set(i, num.Of(int64(n)))
			l.Offsets.Elems.Set(i, num.Of(int64(at+1)))
			at += n
		}
		r.Levels, shape = append(r.Levels, l), []int{at}
	}
	r.Data = &Array{elem, shape, elems}
	return r
}

// InOrder is the same array with its rows in order, and no elements of no row.
func (r *Rows) InOrder() *Rows {
	var irregular []bool
	for _, d := range r.dims() {
		irregular = append(irregular, d < 0)
	}
	out, _ := AsRows(r, irregular)
	return out
}

// AsRows is a value as an irregular array, in order, of which these sizes are irregular. ok is false if there is none: it has another
// rank, or the rows of a size that is to be regular differ.
func AsRows(v Shown, irregular []bool) (r *Rows, ok bool) {
	dims := slices.Clone(v.dims())
	if len(dims) != len(irregular) {
		return nil, false
	}
	sizes := make([][]int, len(dims))
	elems := num.NewVec(v.Top().count())
	at := 0
	var visit func(p Part, d int)
	visit = func(p Part, d int) {
		n, array := p.Len()
		if !array {
			elems.Set(at, p.Number())
			at++
			return
		}
		sizes[d] = append(sizes[d], n)
		for k := 1; k <= n; k++ {
			visit(p.At(k), d+1)
		}
	}
	visit(v.Top(), 0)
	for d, list := range sizes {
		switch {
		case irregular[d]:
			dims[d] = -1
		case dims[d] < 0 && len(list) == 0:
			dims[d] = 0
		case dims[d] < 0:
			dims[d] = list[0]
			if slices.ContainsFunc(list, func(n int) bool { return n != list[0] }) {
				return nil, false
			}
		}
	}
	elems.Words(v.Elem() == syntax.F64) // even if there are none
	return NewRows(v.Elem(), dims, sizes, elems), true
}

// Row returns where row i is, from 0, in row-major order: the number of its first part, from 0, and how many there are.
func (l Level) Row(i int) (from, size int) {
	n, _ := l.Sizes.Elems.At(i).Int64()
	at, _ := l.Offsets.Elems.At(i).Int64()
	return int(at) - 1, int(n)
}

// Within tells whether the rows are parts of so many things.
func (l Level) Within(total int) bool {
	for i := range l.Sizes.Elems.Len() {
		n, ok := l.Sizes.Elems.At(i).Int64()
		at, too := l.Offsets.Elems.At(i).Int64()
		if !ok || !too || n < 0 || at < 1 || n > int64(total) || at > int64(total)-n+1 {
			return false
		}
	}
	return true
}

// Under is what the rows of level k are parts of.
func (r *Rows) Under(k int) *Array {
	if k+1 < len(r.Levels) {
		return r.Levels[k+1].Sizes
	}
	return r.Data
}

// dims are the sizes of the array, and -1 for an irregular one.
func (r *Rows) dims() []int {
	dims := r.Levels[0].Sizes.Shape
	dims = dims[:len(dims):len(dims)]
	for k := range r.Levels {
		dims = append(append(dims, -1), r.Under(k).Shape[1:]...)
	}
	return dims
}

// Type returns the type of the array, with the sizes that are known: [3][?]int.
func (r *Rows) Type() string {
	return strings.ReplaceAll(machine.Sizes(r.dims()), "-1", "?") + syntax.Line(&syntax.Type{Elem: r.Data.Elem})
}

// Place is the index in the data of the element at an index of the array. ok is false if there is none.
func (r *Rows) Place(at []int) (index []int, ok bool) {
	p, ok := PartAt(r, at)
	if _, array := p.Len(); !ok || array {
		return nil, false
	}
	return IndexOf(r.Data.Shape, p.from), true
}

// Elem returns the type of the elements.
func (r *Rows) Elem() syntax.Elem { return r.Data.Elem }

// Rank returns the number of its dimensions.
func (r *Rows) Rank() int { return len(r.dims()) }

// Equal tells whether r and s have the same type and the same rows, wherever these lie in the data.
func (r *Rows) Equal(s *Rows) bool { return r.Type() == s.Type() && r.Top().equal(s.Top()) }

// Top returns the whole array.
func (r *Rows) Top() Part { return Part{r.Levels[0].Sizes.whole(), r, 0}.row() }

// Top returns the whole value.
func (v Val) Top() Part {
	if v.A != nil {
		return Part{part: v.A.whole()}
	}
	one := num.NewVec(1)
	one.Set(0, v.I)
	return Part{part: part{elems: one}}
}

func (v Val) dims() []int { return v.Shape() }

// Rank returns the number of dimensions of the value.
func (v Val) Rank() int { return len(v.Shape()) }

// Shown is a value as people and files see it: a Val, or an irregular array.
type Shown interface {
	Elem() syntax.Elem
	Type() string
	Rank() int
	Top() Part
	dims() []int // its sizes, -1 for an irregular one
}

// Part is a shown value or a part of one: a number, or an array of parts.
type Part struct {
	part
	rows  *Rows // nil: a part of a Val
	level int   // of the rows that it is part of; one more than there are, for a part of the data
}

// row is the row that a number of a descriptor stands for.
func (p Part) row() Part {
	if p.rows == nil || p.level == len(p.rows.Levels) || len(p.shape) > 0 {
		return p
	}
	under := p.rows.Under(p.level)
	from, size := p.rows.Levels[p.level].Row(p.from)
	inner := under.Shape[1:]
	each, _ := machine.Count(inner)
	return Part{part{under.Elems, from * each, append([]int{size}, inner...)}, p.rows, p.level + 1}
}

// Len returns how many parts an array has. A number is no array.
func (p Part) Len() (n int, array bool) {
	if len(p.shape) == 0 {
		return 0, false
	}
	return p.shape[0], true
}

// At returns the k-th part of an array, from 1.
func (p Part) At(k int) Part { return Part{p.v(k), p.rows, p.level}.row() }

// Number returns the number that a part is.
func (p Part) Number() num.Num { return p.elems.At(p.from) }

// Place is where a number is among the elements of its value, from 0.
func (p Part) Place() int { return p.from }

// Numbers are the numbers of a part that is an array of them: n from a place on.
func (p Part) Numbers() (elems *num.Vec, from, n int, ok bool) {
	if len(p.shape) != 1 || !p.flat() {
		return nil, 0, 0, false
	}
	return p.elems, p.from, p.shape[0], true
}

// flat tells whether the elements of the part lie one after the other.
func (p Part) flat() bool { return p.rows == nil || p.level == len(p.rows.Levels) }

// count is how many numbers there are in the part.
func (p Part) count() int {
	if p.flat() {
		n, _ := machine.Count(p.shape)
		return n
	}
	n := 0
	for k := range p.shape[0] {
		n += p.At(k + 1).count()
	}
	return n
}

func (p Part) equal(q Part) bool {
	n, array := p.Len()
	if m, _ := q.Len(); m != n {
		return false
	}
	if !array {
		return p.Number().Equal(q.Number())
	}
	for k := 1; k <= n; k++ {
		if !p.At(k).equal(q.At(k)) {
			return false
		}
	}
	return true
}
