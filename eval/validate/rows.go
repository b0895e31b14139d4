package validate

import (
	"fmt"
	"slices"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Irregular are the parameters of a def that are the parts of an irregular array: the sizes and the offsets of each level, and the
// data (semantics/nested). Hardly any numbers that are drawn are sizes and offsets of rows, so these are made of them.
type Irregular struct {
	Name  string       // of the array
	Type  *syntax.Type // of the array
	Parts []string     // of the parameters
}

// unlikeRows says how the array parameters differ where one is irregular, as the programs have them, or "". Core has the parts of the
// other program's.
func (s *Subject) unlikeRows(pb, pa parameters) string {
	b, a := s.Before.arraysOf(pb), s.After.arraysOf(pa)
	irregular, too := len(b) < len(pb.arrays), len(a) < len(pa.arrays)
	switch {
	case !irregular && !too, irregular != too && len(pb.arrays) == len(pa.arrays):
		return ""
	case len(b) != len(a):
		return countOf(s.Before.program, len(b), s.After.program, len(a), "array parameter")
	}
	for k, x := range b {
		if y := a[k]; x.Type.Elem != y.Type.Elem || !slices.Equal(irregularSizes(x.Type), irregularSizes(y.Type)) {
			return fmt.Sprintf("parameter `%s` is of type %s in %s, and `%s` of type %s in %s", x.Name, syntax.Line(x.Type.Bare()), s.Before.program.Name,
				y.Name, syntax.Line(y.Type.Bare()), s.After.program.Name)
		}
	}
	return ""
}

// arraysOf are the array parameters as the program has them.
func (s *side) arraysOf(p parameters) (list []Irregular) {
	var known []Irregular
	if s.program.Irregular != nil {
		known = slices.DeleteFunc(s.program.Irregular(s.def.Name), func(r Irregular) bool { // a pass may have renamed parts
			return slices.ContainsFunc(r.Parts, func(name string) bool { return indexOf(p.arrays, name) < 0 })
		})
	}
	for _, x := range p.arrays {
		k := slices.IndexFunc(known, func(r Irregular) bool { return slices.Contains(r.Parts, x.Written()) })
		switch {
		case k < 0:
			list = append(list, Irregular{x.Written(), x.Type, nil})
		case x.Written() == known[k].Parts[0]:
			list = append(list, known[k])
		}
	}
	return list
}

// irregularSizes tells for each size of a type whether it differs from row to row.
func irregularSizes(t *syntax.Type) (list []bool) {
	for _, d := range t.Dims {
		_, is := d.(*syntax.Irregular)
		list = append(list, is)
	}
	return list
}

// rows is such an array, with the numbers of its parts among the arrays of a subject.
type rows struct {
	name  string
	parts []int
}

// findRows finds the irregular arrays among the parameters. Those of AFTER count if BEFORE does not know of any.
func (s *Subject) findRows() {
	for _, of := range []*side{&s.Before, &s.After} {
		if of.program.Irregular == nil || of.def == nil {
			continue
		}
		for _, x := range of.program.Irregular(of.def.Name) {
			r := rows{name: x.Name}
			for _, name := range x.Parts {
				if k := indexOf(of.arrays, name); k >= 0 {
					r.parts = append(r.parts, k)
				}
			}
			if len(r.parts) == len(x.Parts) {
				s.rows = append(s.rows, r)
			}
		}
		if s.rows != nil {
			return
		}
	}
}

// indexOf is the number of the variable of that name, or -1.
func indexOf(list []*syntax.Binding, name string) int {
	return slices.IndexFunc(list, func(b *syntax.Binding) bool { return b.Written() == name })
}

// describes tells whether an array parameter says where rows are.
func (s *Subject) describes(k int) bool {
	return slices.ContainsFunc(s.rows, func(r rows) bool { return slices.Contains(r.parts[:len(r.parts)-1], k) })
}

// ofAllRows tells whether a size is how many elements, or rows, all rows of an irregular array have. The program has no name for it.
func (s *Subject) ofAllRows(size int) bool {
	return slices.ContainsFunc(s.rows, func(r rows) bool {
		for k := 2; k < len(r.parts); k += 2 {
			if s.Arrays[r.parts[k]].dims[0].size == size {
				return true
			}
		}
		return false
	})
}

// fitRows makes sizes and offsets of rows of the numbers in the arrays that are to hold them, unless they are. It calls ask at each
// of them.
func (s *Subject) fitRows(in *Input, ask func()) {
	for _, r := range s.rows {
		for k := 0; k < len(r.parts)-1; k += 2 {
			l := value.Level{Sizes: in.Arrays[r.parts[k]], Offsets: in.Arrays[r.parts[k+1]]}
			total := in.Arrays[r.parts[k+2]].Shape[0]
			if !s.givesArray(r.parts[k]) && !s.givesArray(r.parts[k+1]) && !l.Within(total) {
				fitLevel(l, total, ask)
			}
		}
	}
}

// fitLevel makes rows that lie one after the other, from the front or from the back, and have all elements. A number says how many a
// row takes of those that are left; one row takes what is left at the end.
func fitLevel(l value.Level, total int, ask func()) {
	sizes, offsets := l.Sizes.Elems, l.Offsets.Elems
	n := sizes.Len()
	if n == 0 {
		return
	}
	drawn := make([]int, n)
	last := 0
	for i := range drawn {
		ask()
		x, _ := sizes.At(i).Int64()
		drawn[i] = int(max(x, -(x+1)) % (1 << 40))
		last = (last + drawn[i]) % n
	}
	left := total
	for i := range drawn {
		if i != last {
			drawn[i] %= left + 1
			left -= drawn[i]
		}
	}
	drawn[last] = left
	first, _ := offsets.At(0).Int64()
	at := 0
	for k := range n {
		i := k
		if first%2 != 0 {
			i = n - 1 - k
		}
		sizes.Set(i, num.Of(int64(drawn[i])))
		offsets.Set(i, num.Of(int64(at+1)))
		at += drawn[i]
	}
}

// withRows are values for parameters by name, with the parts of an irregular array for a value of its name.
func (s *Subject) withRows(values map[string]value.Shown) (map[string]value.Val, error) {
	given := map[string]value.Val{}
	for name, v := range values {
		k := slices.IndexFunc(s.rows, func(r rows) bool { return r.name == name })
		if k >= 0 {
			parts := s.rows[k].parts
			a, ok := value.AsRows(v, s.irregular(s.rows[k]))
			if elem := s.Arrays[parts[len(parts)-1]].elem; !ok || elem != v.Elem() {
				return nil, diag.Usagef("the input `%s` is %s, and %s takes %s", name, v.Type(), s, s.typeOfRows(s.rows[k]))
			}
			for j, part := range a.Parts() {
				given[s.Arrays[parts[j]].name] = value.Val{A: part}
			}
			continue
		}
		regular, ok := v.(value.Val)
		if !ok && slices.ContainsFunc(s.Arrays, func(x array) bool { return x.name == name }) {
			return nil, diag.Usagef("the rows of the input `%s` differ in size, and %s takes rows of one size", name, s)
		}
		if ok {
			given[name] = regular
		}
	}
	return given, nil
}

// typeOfRows is the type of an irregular array, without the names of its sizes: [_][?]int.
func (s *Subject) typeOfRows(r rows) string {
	text := ""
	for _, irregular := range s.irregular(r) {
		text += choose(irregular, "[?]", "[_]")
	}
	return text + syntax.Line(&syntax.Type{Elem: s.Arrays[r.parts[len(r.parts)-1]].elem})
}

// irregular tells for each size of an irregular array whether it is irregular.
func (s *Subject) irregular(r rows) (list []bool) {
	for k := 0; k < len(r.parts); k += 2 {
		n := len(s.Arrays[r.parts[k]].dims)
		if k > 0 {
			n-- // the rows of all rows
		}
		list = append(list, make([]bool, n)...)
		if k < len(r.parts)-1 {
			list = append(list, true)
		}
	}
	return list
}
