package validate

import (
	"slices"

	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Param is what is known about a parameter of a def besides its type. A parameter of an entry point of a dump has
// another name in the source program, and a type that does not hold all numbers.
type Param struct {
	Name  string                // "": the name in the def
	Fit   func(num.Num) num.Num // converts a number to the parameter's type
	Spare int                   // how many locations an element takes after the first; only the first holds a value
}

// param returns what is known about a parameter, or nil.
func (s *side) param(x *syntax.Binding) *Param {
	if k := slices.Index(s.def.Params, x); k >= 0 && s.program.Params != nil {
		return s.program.Params(s.def.Name, k)
	}
	return nil
}

// given holds the arguments that are not searched for. A nil entry, or an empty list, means that the argument is
// searched for.
type given struct {
	sizes   []*int
	numbers []*num.Num
	arrays  []*value.Array
}

// Give fixes the arguments with those names in all inputs. The error is a usage error: a value does not fit its
// parameter.
func (s *Subject) Give(shown map[string]value.Shown) error {
	values, err := s.withRows(shown)
	if err != nil {
		return err
	}
	g := given{make([]*int, s.Sizes), make([]*num.Num, len(s.Numbers)), make([]*value.Array, len(s.Arrays))}
	size := func(name string, k, n int) error {
		if was := g.sizes[k]; was != nil && *was != n {
			return diag.Usagef("the input `%s` gives a size %d, and another input gives the same one as %d", name, n, *was)
		}
		g.sizes[k] = &n
		return nil
	}
	for k, x := range s.Numbers {
		if v, ok := values[x.name]; ok {
			if v.A != nil || v.I.IsReal() != (x.elem == syntax.F64) {
				return diag.Usagef("the input `%s` is %s, and %s takes %s", x.name, v.Type(), s, syntax.Line(&syntax.Type{Elem: x.elem}))
			}
			n := x.fitted(v.I)
			g.numbers[k] = &n
		}
	}
	for k, x := range s.Arrays {
		v, ok := values[x.name]
		if !ok {
			continue
		}
		if v.A == nil || v.A.Elem != x.elem || len(v.A.Shape) != len(x.dims) {
			return diag.Usagef("the input `%s` is %s, and %s takes %s in %s", x.name, v.Type(), s, syntax.Line(&syntax.Type{Elem: x.elem}), diag.Count(len(x.dims), "dimension"))
		}
		for d, dim := range x.dims {
			if dim.size < 0 && dim.constant != v.A.Shape[d] {
				return diag.Usagef("dimension %d of the input `%s` has size %d, and %s takes %d", d+1, x.name, v.A.Shape[d], s, dim.constant)
			}
			if dim.size >= 0 {
				if err := size(x.name, dim.size, v.A.Shape[d]); err != nil {
					return err
				}
			}
		}
		a := &value.Array{Elem: v.A.Elem, Shape: v.A.Shape, Elems: v.A.Elems.Clone()}
		for i := range a.Elems.Len() {
			if y := a.Elems.At(i); x.fit != nil && !x.fit(y).Equal(y) {
				a.Elems.Set(i, x.fit(y))
			}
		}
		g.arrays[k] = a
	}
	for k, name := range s.sizeNames {
		if v, ok := values[name]; ok && name != "" {
			n, fits := v.I.Int64()
			if v.A != nil || v.I.IsReal() || !fits || n < 0 || n > 1<<40 {
				return diag.Usagef("the input `%s` is the size of an array, and is given as %s", name, value.Format(v, 12))
			}
			if err := size(name, k, int(n)); err != nil {
				return err
			}
		}
	}
	s.given = g
	return nil
}

// Fix fixes sizes by name in all inputs. It returns which of the names are names of sizes. The error is a usage error:
// a given argument gives the size another value.
func (s *Subject) Fix(sizes map[string]int) (known []string, err error) {
	for k := range s.Sizes {
		n, ok := sizes[s.SizeName(k)]
		if !ok {
			continue
		}
		known = append(known, s.SizeName(k))
		if s.givesSize(k) && *s.given.sizes[k] != n {
			return nil, diag.Usagef("the size `%s` is fixed as %d, and an input gives it as %d", s.SizeName(k), n, *s.given.sizes[k])
		}
		if len(s.given.sizes) == 0 {
			s.given.sizes = make([]*int, s.Sizes)
		}
		s.given.sizes[k] = &n
	}
	return known, nil
}

// SizeNames returns the names of the sizes that can be chosen.
func (s *Subject) SizeNames() []string {
	var names []string
	for k := range s.Sizes {
		names = append(names, s.SizeName(k))
	}
	return names
}

// fitted converts a number to the type of the parameter.
func (x *number) fitted(n num.Num) num.Num {
	if x.fit == nil {
		return n
	}
	return x.fit(n)
}

// settle puts the given numbers into an input and converts the others to their types. It calls ask at each element,
// which may end it.
func (s *Subject) settle(in *Input, ask func()) {
	for k, x := range s.Numbers {
		if in.Numbers[k] = x.fitted(in.Numbers[k]); s.givesNumber(k) {
			in.Numbers[k] = *s.given.numbers[k]
		}
	}
	for k, x := range s.Arrays {
		if x.fit != nil && !s.givesArray(k) {
			for i := range in.Arrays[k].Elems.Len() {
				ask()
				in.Arrays[k].Elems.Set(i, x.fit(in.Arrays[k].Elems.At(i)))
			}
		}
	}
	s.fitRows(in, ask)
}

// settleSizes replaces sizes by those that are given.
func (s *Subject) settleSizes(sizes []int) {
	for k := range sizes {
		if s.givesSize(k) {
			sizes[k] = *s.given.sizes[k]
		}
	}
}

// searched returns the bulk of the arrays that are not given.
func (s *Subject) searched(in *Input) int {
	n := 0
	for k := range s.Arrays {
		if !s.givesArray(k) {
			n += s.bulk(&s.Arrays[k], in.Sizes)
		}
	}
	return n
}

// fixed tells whether a size is given without a given array that has it.
func (s *Subject) fixed(k int) bool {
	for j, x := range s.Arrays {
		for _, d := range x.dims {
			if d.size == k && s.givesArray(j) {
				return false
			}
		}
	}
	return s.givesSize(k)
}

func (s *Subject) givesSize(k int) bool { return k < len(s.given.sizes) && s.given.sizes[k] != nil }
func (s *Subject) givesNumber(k int) bool {
	return k < len(s.given.numbers) && s.given.numbers[k] != nil
}
func (s *Subject) givesArray(k int) bool { return k < len(s.given.arrays) && s.given.arrays[k] != nil }

// Given returns the names of the given arguments. all tells whether nothing is left to search for.
func (s *Subject) Given() (names []string, all bool) {
	all = true
	for k, x := range s.Numbers {
		if s.givesNumber(k) {
			names = append(names, x.name)
		} else {
			all = false
		}
	}
	for k, x := range s.Arrays {
		if s.givesArray(k) {
			names = append(names, x.name)
		} else {
			all = false
		}
	}
	for k := range s.Sizes {
		if s.givesSize(k) && (s.sizeNames[k] != "" || s.fixed(k)) {
			names = append(names, s.SizeName(k))
		}
	}
	return names, all
}
