package validate

import (
	"fmt"
	"slices"
	"strings"

	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/num"
)

// Argument is an argument by name, as the program has it: an irregular array stands for its parts.
type Argument struct {
	Name   string
	Value  value.Shown
	number int   // its number among the numbers of the subject, or -1
	arrays []int // those of its arrays: one, or the parts of an irregular array
}

// text is the name with the value. A number is shown in full.
func (x *Argument) text() string {
	most := mostElements
	if x.number >= 0 {
		most = 0
	}
	return x.Name + " = " + value.Format(x.Value, most)
}

// Arguments returns the numbers and arrays by name.
func (s *Subject) Arguments(in *Input) []Argument {
	var args []Argument
	for k, x := range s.Numbers {
		args = append(args, Argument{x.name, value.Number(in.Numbers[k]), k, nil})
	}
	for k, x := range s.Arrays {
		r, v := s.rowsIn(in, k)
		switch {
		case v == nil:
			args = append(args, Argument{x.name, value.Val{A: in.Arrays[k]}, -1, []int{k}})
		case k == r.parts[0]:
			args = append(args, Argument{r.name, v, -1, r.parts})
		}
	}
	return args
}

// rowsIn is the irregular array of which an array of an input is a part, or nil.
func (s *Subject) rowsIn(in *Input, k int) (rows, *value.Rows) {
	for _, r := range s.rows {
		if !slices.Contains(r.parts, k) {
			continue
		}
		var parts []value.Val
		for _, part := range r.parts {
			parts = append(parts, value.Val{A: in.Arrays[part]})
		}
		if v := value.RowsOf(parts); v.Odd() < 0 {
			return r, v
		}
	}
	return rows{}, nil
}

// data is the number of the array that has the elements.
func (x *Argument) data() int { return x.arrays[len(x.arrays)-1] }

// free tells which elements of the argument did not matter, by their places in the data. irr may be nil.
func (x *Argument) free(irr *Irrelevant) []bool {
	switch {
	case irr == nil:
		return nil
	case x.number >= 0:
		return irr.Numbers[x.number : x.number+1]
	}
	return irr.Elements[x.data()]
}

// Indices returns the indices, from 1, of the elements of an argument that did not matter. That of a number is empty. irr may be nil.
func (x *Argument) Indices(irr *Irrelevant) (list [][]int) {
	free := x.free(irr)
	if !slices.Contains(free, true) {
		return nil
	}
	value.Each(x.Value, func(at []int, p value.Part) {
		if free[p.Place()] {
			list = append(list, slices.Clone(at))
		}
	})
	return list
}

// about returns notes about an argument of the counterexample: it was given, how it lies, and what does not matter in it. first is the
// number of the first element.
func (r *Result) about(x *Argument, irr *Irrelevant, first int) (notes []string) {
	in := r.Failure.Input
	if x.number >= 0 {
		switch {
		case r.givesNumber(x.number):
			return []string{"given"}
		case len(x.Indices(irr)) > 0:
			return []string{othersShow}
		}
		return nil
	}
	if r.givesArray(x.data()) {
		notes = append(notes, "given")
	}
	for _, k := range x.arrays {
		if in.Layouts[k] != RowMajor {
			notes = append(notes, of(x, r.Arrays[k].name)+in.Layouts[k].String())
		}
	}
	if rows, ok := x.Value.(*value.Rows); ok && !r.InFun() {
		notes = append(notes, r.elsewhere(x, rows)...)
	}
	notes = append(notes, hidden(x, x.free(irr), first)...)
	return append(notes, irrelevantText(x, irr, first)...)
}

// of names a part of an argument, or nothing if that is the whole argument.
func of(x *Argument, part string) string {
	if len(x.arrays) > 1 {
		return part + " "
	}
	return ""
}

// elsewhere says where rows lie that do not lie in order.
func (r *Result) elsewhere(x *Argument, rows *value.Rows) (notes []string) {
	plain := rows.InOrder().Parts()
	for k, a := range rows.Parts() {
		if !a.Equal(plain[k]) {
			notes = append(notes, r.Arrays[x.arrays[k]].name+" = "+value.Format(value.Val{A: a}, mostElements))
		}
	}
	return notes
}

// irrelevantText says which elements did not matter in what was tried. first is the number of the first element.
func irrelevantText(x *Argument, irr *Irrelevant, first int) []string {
	free := x.Indices(irr)
	n := 0
	if len(free) > 0 {
		value.Each(x.Value, func([]int, value.Part) { n++ })
	}
	switch {
	case len(free) == 0:
		return nil
	case len(free) == n && n == 1:
		return []string{othersShow}
	case len(free) == n:
		return []string{"other elements that were tried show it too"}
	case len(free) > 8:
		return []string{fmt.Sprintf("%d of the elements did not matter in what was tried", len(free))}
	}
	var list []string
	for _, y := range free {
		list = append(list, strings.ReplaceAll(strings.Trim(fmt.Sprint(shifted(y, first-1)), "[]"), " ", ","))
	}
	return []string{"what is at [" + strings.Join(list, "], [") + "] did not matter in what was tried"}
}

// hidden returns notes about a long array: its type, and the values of elements that its text may leave out. These are
// the elements that matter; if that is not known or they are too many, the elements that are not 0. free marks the
// elements that do not matter. first is the number of the first element.
func hidden(x *Argument, free []bool, first int) []string {
	if !value.Shortened(x.Value, mostElements) {
		return nil
	}
	notes := []string{x.Value.Type()}
	telling := func(tells func(p value.Part) bool) (list []string, n int) {
		value.Each(x.Value, func(at []int, p value.Part) {
			if !tells(p) {
				return
			}
			if n++; n <= mostHidden {
				list = append(list, fmt.Sprintf("%s is %s", heap.Element("", shifted(at, first-1)), p.Number()))
			}
		})
		return list, n
	}
	var list []string
	n := 0
	if slices.Contains(free, true) {
		list, n = telling(func(p value.Part) bool { return !free[p.Place()] })
	}
	if n > mostHidden || !slices.Contains(free, true) {
		list, n = telling(func(p value.Part) bool { y := p.Number(); return !y.Equal(num.Zero(y.IsReal())) })
	}
	if n == 0 || n > mostHidden {
		return notes
	}
	return append(notes, strings.Join(list, ", "))
}
