package session

import (
	"fmt"

	"funmem/eval/data"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// Result is a value that a program gives, as it is printed: an irregular array stands for the parts that core has for it, and
// blocks that no text mentions are left out. The value of a block is the number 0.
type Result struct {
	elab.Result
	Value value.Shown
	at    int // its number among the results of the unit
}

// typed is a value as if it had been read.
func typed(v value.Shown) (t data.Typed) {
	t.Val, _ = v.(value.Val)
	t.Rows, _ = v.(*value.Rows)
	return t
}

// IsBlock tells whether a result is a block. A block has no value.
func IsBlock(r elab.Result) bool { return r.Type != nil && r.Type.Elem == syntax.Mem }

// Shown are the results of a unit that have values, as they are printed. If its run ended early, there are fewer values.
func Shown(u *elab.Unit, values []value.Val) (list []Result) {
	for i := 0; i < len(values); {
		r := u.Results[i]
		n := max(1, r.Parts)
		switch {
		case i+n > len(values) || r.Implied:
		case r.Parts > 0:
			list = append(list, Result{r, value.RowsOf(values[i : i+n]), i})
		default:
			list = append(list, Result{r, values[i], i})
		}
		i += n
	}
	return list
}

// Shown are the results as they are printed. A block has its own name, and not that of the variable.
func (a *Added) Shown() []Result {
	list := Shown(a.Unit, a.Values)
	for k, r := range list {
		if !IsBlock(r.Result) {
			continue
		}
		n := 0
		for _, before := range a.Unit.Results[:r.at] {
			if IsBlock(before) {
				n++
			}
		}
		if n < len(a.blocks) {
			list[k].Name = a.blocks[n]
		}
	}
	return list
}

// LastValue is the last of some results that is not a block, or nil, and how many of them are none.
func LastValue(list []Result) (last *Result, n int) {
	for k := range list {
		if !IsBlock(list[k].Result) {
			last, n = &list[k], n+1
		}
	}
	return last, n
}

// withoutBlocks are the results of a FUNMEM form without the blocks that come before arrays.
func withoutBlocks(results []elab.Result, vals []memory.Val) (list []memory.Val) {
	for _, r := range results {
		if r.Type.IsArray() && !vals[0].IsArray() {
			vals = vals[1:]
		}
		list, vals = append(list, vals[0]), vals[1:]
	}
	return list
}

// ViewsOf are the arrays among the results of a FUNMEM form, each by a name of its own.
func ViewsOf(u *elab.Unit, vals []memory.Val) (list []View) {
	vals = withoutBlocks(u.Results, vals)
	several := 0
	for _, r := range u.Results {
		if !r.Part && !r.Implied {
			several++
		}
	}
	for k, number := 0, 0; k < len(vals); {
		r := u.Results[k]
		if !r.Implied {
			number++
		}
		name := "result"
		if several > 1 {
			name += fmt.Sprint(" ", number)
		}
		if r.Parts > 0 {
			list = append(list, rowsOnHeap(name, vals[k:k+r.Parts])...)
		} else if vals[k].IsArray() {
			list = append(list, View{Name: name, Val: vals[k]})
		}
		k += max(1, r.Parts)
	}
	return list
}

// rowsOnHeap are the arrays of an irregular one.
func rowsOnHeap(name string, parts []memory.Val) (list []View) {
	last := len(parts) - 1
	var shown []value.Val
	for k, x := range parts {
		v, err := memory.Show(x)
		if err != nil {
			return nil
		}
		shown = append(shown, v)
		if what := []string{"sizes", "offsets"}[(k+last)%2]; x.IsArray() && k < last {
			list = append(list, View{Name: name + " " + what, Val: x})
		}
	}
	return append(list, View{Name: name, Val: parts[last], Rows: value.RowsOf(shown)})
}
