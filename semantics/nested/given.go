package nested

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Bindings are the binders of the arrays of which an irregular array is made: the sizes and offsets of each level, and the data.
func (a *Array) Bindings() (list []*syntax.Binding) {
	for _, l := range a.Levels {
		list = append(list, l.Sizes, l.Offsets)
	}
	return append(list, a.Data)
}

// Types are the types of Parts.
func (a *Array) Types() (list []*syntax.Type) {
	for range a.Levels {
		list = append(list, &syntax.Type{})
	}
	for _, b := range a.Bindings() {
		list = append(list, b.Type)
	}
	return list
}

// Given is the irregular array of a global x that is given from outside. totals are how many rows or elements each level has rows of.
func Given(sup *syntax.Supply, x *syntax.Binding, totals []int) *Array {
	list, a := binders(sup, x)
	known := map[int]syntax.Expr{}
	for k, n := range totals {
		known[list[k].ID] = &syntax.IntLit{Val: num.Of(int64(n))}
	}
	for _, p := range a.Bindings() {
		p.Type = syntax.Subst(p.Type, known)
	}
	return a
}
