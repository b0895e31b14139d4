package elab

import (
	"maps"

	"funmem/semantics/nested"
	"funmem/semantics/syntax"
)

// Rows is what core has for the irregular array that a global is. It is nil for another global.
func (s *Session) Rows(b *syntax.Binding) *nested.Array {
	if b == nil {
		return nil
	}
	return s.arrays[b.ID]
}

// InCore are the globals of core that a global is: itself, or the parts of an irregular array.
func (s *Session) InCore(n Name) []Name {
	a := s.Rows(n.Binding)
	if a == nil {
		return []Name{n}
	}
	var list []Name
	for _, b := range a.Bindings() {
		list = append(list, Name{Name: n.Name, Binding: b})
	}
	return list
}

// Typed is a function of core with the types of its text: parameters and results that are irregular arrays are these.
func (s *Session) Typed(d *syntax.Def) *syntax.Def {
	if n := s.nested[d.Name]; n != nil && s.Function(d.Name) == d {
		return n
	}
	return d
}

// BindRows is Bind for an irregular array. totals are how many rows or elements each level has rows of.
func (s *Session) BindRows(name string, t *syntax.Type, totals []int) (*syntax.Binding, *nested.Array) {
	x := s.Bind(name, t)
	a := nested.Given(s.sup, x, totals)
	s.arrays = maps.Clone(s.arrays)
	s.arrays[x.ID] = a
	for _, p := range a.Bindings() {
		s.fun.Bind(p)
	}
	s.hold(Name{Name: name, Binding: x})
	return x, a
}

// hold keeps the names that a global needs.
func (s *Session) hold(n Name) {
	names := n.Needs(nil, s.Poll)
	for _, p := range s.InCore(n) {
		if p != n {
			names = append(names, p.Needs(nil)...)
		}
	}
	s.sup.Own(n.Name, names)
}
