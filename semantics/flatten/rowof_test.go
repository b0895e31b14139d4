package flatten_test

import (
	"fmt"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/syntax"
)

// agree tells whether two values are the same. Arrays without elements agree if they have as many dimensions.
func agree(v, w value.Val) bool {
	if v.A != nil && w.A != nil && v.A.Elems.Len() == 0 && w.A.Elems.Len() == 0 {
		return len(v.A.Shape) == len(w.A.Shape) && v.A.Shape[0] == w.A.Shape[0]
	}
	return v.Equal(w)
}

// rowOf is row i, from 0, of the array for which some arrays stand.
func rowOf(t *syntax.Type, parts []value.Val, i int) (value.Val, error) {
	row := &syntax.Type{Elem: t.Elem, Dims: t.Dims[1:]}
	if !t.IsIrregular() {
		return atIndex(parts[0], i), nil
	}
	if t.Regular() > 1 {
		return rows(row, []value.Val{atIndex(parts[0], i), atIndex(parts[1], i)}, parts[2:])
	}
	size, off := numberOf(atIndex(parts[0], i)), numberOf(atIndex(parts[1], i))
	return block(row, parts[2:], off-1, size)
}

// block is some rows, from a position on, of an array for which some arrays stand.
func block(t *syntax.Type, parts []value.Val, from, size int) (value.Val, error) {
	if n := parts[0].Shape()[0]; size < 0 || size > 0 && (from < 0 || from+size > n) {
		return value.Val{}, fmt.Errorf("rows from %d on, %d of them, of %d", from, size, n)
	}
	if size == 0 {
		from = 0
	}
	rest := &syntax.Type{Elem: t.Elem, Dims: append([]syntax.Expr{&syntax.IntLit{}}, t.Dims[1:]...)}
	if !rest.IsIrregular() {
		return slice(parts[0], from, size), nil
	}
	return rows(rest, []value.Val{slice(parts[0], from, size), slice(parts[1], from, size)}, parts[2:])
}

// rows is an irregular array as a plain one: its rows have one size where the row of a def is a plain array.
func rows(t *syntax.Type, level, rest []value.Val) (value.Val, error) {
	var list []value.Val
	for i := range level[0].Shape()[0] {
		var r value.Val
		var err error
		if t.Regular() > 1 {
			r, err = rows(&syntax.Type{Elem: t.Elem, Dims: t.Dims[1:]}, []value.Val{atIndex(level[0], i), atIndex(level[1], i)}, rest)
		} else {
			r, err = block(&syntax.Type{Elem: t.Elem, Dims: t.Dims[1:]}, rest, numberOf(atIndex(level[1], i))-1, numberOf(atIndex(level[0], i)))
		}
		if err != nil {
			return r, err
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return value.Val{A: value.NewArray(t.Elem, make([]int, t.Rank()))}, nil
	}
	shape := append([]int{len(list)}, list[0].Shape()...)
	a := value.NewArray(t.Elem, shape)
	k := 0
	for _, r := range list {
		if !slices.Equal(r.Shape(), shape[1:]) {
			return value.Val{}, fmt.Errorf("rows of shapes %v and %v", shape[1:], r.Shape())
		}
		for j := range r.A.Elems.Len() {
			a.Elems.Set(k, r.A.Elems.At(j))
			k++
		}
	}
	return value.Val{A: a}, nil
}

func numberOf(v value.Val) int {
	k, _ := v.I.Int64()
	return int(k)
}

// atIndex is element or row i, from 0.
func atIndex(v value.Val, i int) value.Val {
	if len(v.A.Shape) == 1 {
		return value.Number(v.A.Elems.At(i))
	}
	r := slice(v, i, 1)
	return value.Val{A: &value.Array{Elem: r.A.Elem, Shape: r.A.Shape[1:], Elems: r.A.Elems}}
}

// slice is some rows of an array.
func slice(v value.Val, from, size int) value.Val {
	shape := append([]int{size}, v.A.Shape[1:]...)
	each := 1
	for _, d := range shape[1:] {
		each *= d
	}
	a := value.NewArray(v.A.Elem, shape)
	for j := range size * each {
		a.Elems.Set(j, v.A.Elems.At(from*each+j))
	}
	return value.Val{A: a}
}
