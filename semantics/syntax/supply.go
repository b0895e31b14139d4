package syntax

import "fmt"

// Supply hands out binder IDs and unique names. One session has one supply,
// shared by elaboration and by the transformations, so that no two binders of
// a session have the same ID or name. The zero value is ready to use.
type Supply struct {
	last  int
	names map[string]bool
	next  map[string]int // the suffix to try first, by base name
}

// ID is an ID that no binder has yet, from 1.
func (s *Supply) ID() int {
	s.last++
	return s.last
}

// Last is the greatest ID handed out; an environment of Last()+1 slots has
// room for every binder.
func (s *Supply) Last() int { return s.last }

// Name is base, or base_1, base_2, … when that is taken; it is taken now.
func (s *Supply) Name(base string) string {
	if s.names == nil {
		s.names, s.next = map[string]bool{}, map[string]int{}
	}
	name := base
	for s.names[name] {
		s.next[base]++
		name = fmt.Sprintf("%s_%d", base, s.next[base])
	}
	s.names[name] = true
	return name
}

// Binding is a binder with a fresh ID and a unique name made from base.
func (s *Supply) Binding(base string, t *Type) *Binding {
	return &Binding{Name: s.Name(base), ID: s.ID(), Type: t}
}

// Clone is an independent copy, for work that may be thrown away.
func (s *Supply) Clone() *Supply {
	c := &Supply{last: s.last, names: map[string]bool{}, next: map[string]int{}}
	for n := range s.names {
		c.names[n] = true
	}
	for n, k := range s.next {
		c.next[n] = k
	}
	return c
}

// Use is a use of the binder, at the place of the binder.
func (b *Binding) Use() *Var { return &Var{Span: b.Span, Name: b.Name, ID: b.ID} }
