package nested

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Array is what core has for an irregular array: its elements, one after the other, and descriptors that say where its rows are.
//
//	x : [n][?]int         sizes, offsets : [n]int                                       data : [t]int
//	x : [n][m][?]f64      sizes, offsets : [n][m]int                                    data : [t]f64
//	x : [n][?][k]int      sizes, offsets : [n]int                                       data : [t][k]int
//	x : [n][?][?]int      sizes, offsets : [n]int, and of the rows of rows [t1]int      data : [t2]int
//
// Row i is data[offsets[i] : sizes[i]]. Rows need not be in the order of their numbers, and data may have elements of no row.
type Array struct {
	Levels []Level
	Data   *syntax.Binding
}

// Level is the descriptor of one irregular size. The rows are those of the next level, or of the data.
type Level struct{ Sizes, Offsets *syntax.Binding }

// under is what the rows of level k are parts of.
func (a *Array) under(k int) *syntax.Binding {
	if k+1 < len(a.Levels) {
		return a.Levels[k+1].Sizes
	}
	return a.Data
}

// Parts are the variables of the array in the order in which functions, loops and branches pass them: how many rows or elements each
// level has, the descriptors, and the data.
func (a *Array) Parts() []syntax.Expr {
	var totals, list []syntax.Expr
	for k, l := range a.Levels {
		totals = append(totals, a.under(k).Type.Dims[0])
		list = append(list, l.Sizes.Use(), l.Offsets.Use())
	}
	return append(append(totals, list...), a.Data.Use())
}

// binders are binders for the parts of an irregular array x, in the order of Parts, and the array that they make.
func binders(sup *syntax.Supply, x *syntax.Binding) ([]*syntax.Binding, *Array) {
	var totals, list []*syntax.Binding
	bind := func(suffix string, t *syntax.Type) *syntax.Binding {
		b := sup.Binding(syntax.Base(x.Name)+suffix, t)
		b.Span = x.Span
		return b
	}
	a, dims := &Array{}, x.Type.Dims
	for {
		k := (&syntax.Type{Dims: dims}).Regular()
		if k == len(dims) {
			break
		}
		shape := dims[:k:k]
		level := Level{bind("_sizes", &syntax.Type{Dims: shape}), bind("_offsets", &syntax.Type{Dims: shape})}
		a.Levels = append(a.Levels, level)
		total := bind("_total", &syntax.Type{})
		totals, list = append(totals, total), append(list, level.Sizes, level.Offsets)
		dims = append([]syntax.Expr{total.Use()}, dims[k+1:]...)
	}
	a.Data = bind("_data", &syntax.Type{Elem: x.Type.Elem, Dims: dims})
	return append(append(totals, list...), a.Data), a
}

func one() syntax.Expr { return &syntax.IntLit{Val: num.Of(1)} }
