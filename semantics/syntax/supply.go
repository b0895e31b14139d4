package syntax

import (
	"fmt"
	"regexp"

	"funmem/semantics/shared"
)

// Supply hands out binder IDs and unique names. One session has one supply,
// shared by elaboration and by the transformations: no two binders of a session
// have the same ID, and no two that can be met together have the same name, see
// Open and Within. The zero value is ready to use.
type Supply struct {
	last     int
	names    shared.Map[string, bool]
	reserved shared.Map[string, bool] // names that programs use
	next     shared.Map[string, int]  // the suffix to try first, by base name

	made  shared.Map[string, bool]     // names taken since Open
	owned shared.Map[string, []string] // the names that a global needs
	held  shared.Map[string, int]      // how many globals need a name
	other *Supply                      // whose names are not made either, see Beside
}

// SupplyAfter is a supply whose IDs come after last, for binders beside those of another supply.
func SupplyAfter(last int) *Supply { return &Supply{last: last} }

// ID is an ID that no binder has yet, from 1.
func (s *Supply) ID() int {
	s.last++
	return s.last
}

// Last is the greatest ID handed out; an environment of Last()+1 slots has
// room for every binder.
func (s *Supply) Last() int { return s.last }

// Reserve keeps names that programs use from Name.
func (s *Supply) Reserve(names ...string) {
	for _, n := range names {
		s.reserved.Set(n, true)
	}
}

// Name is base, or base_1, base_2, … if a binder has that name or it is reserved,
// by programs or as a word of the language. The name is taken from now on.
func (s *Supply) Name(base string) string {
	name := base
	for s.taken(name) || s.reserved.Get(name) || isReserved(name) {
		n := s.next.Get(base) + 1
		s.next.Set(base, n)
		name = fmt.Sprintf("%s_%d", base, n)
	}
	s.take(name)
	return name
}

// taken tells whether a binder has a name.
func (s *Supply) taken(name string) bool {
	return s.names.Get(name) || s.other != nil && s.other.names.Get(name)
}

// take gives a name away.
func (s *Supply) take(name string) {
	s.names.Set(name, true)
	s.made.Set(name, true)
}

// Binding is a binder with a fresh ID and a unique name made from base.
func (s *Supply) Binding(base string, t *Type) *Binding {
	return &Binding{Name: s.Name(base), ID: s.ID(), Type: t}
}

// Written is a binder with the name that the programmer gave it. It keeps the
// name unless another binder of the session has it.
func (s *Supply) Written(name string, t *Type) *Binding {
	unique := name
	if s.taken(name) {
		unique = s.Name(name)
	} else {
		s.take(name)
	}
	return &Binding{Name: unique, ID: s.ID(), Type: t, Text: name}
}

// Again is a binder like b with an ID and a name of its own, for a copy of what
// contains b. Messages call it as they call b.
func (s *Supply) Again(b *Binding) *Binding {
	c := *b
	c.Name, c.ID = s.Name(Base(b.Name)), s.ID()
	return &c
}

// Base is a name without the numbers that Name puts after one.
func Base(name string) string { return numbered.ReplaceAllString(name, "") }

var numbered = regexp.MustCompile(`(_[0-9]+)+$`)

// Clone is an independent copy, for work that may be thrown away.
func (s *Supply) Clone() *Supply {
	return &Supply{s.last, s.names.Clone(), s.reserved.Clone(), s.next.Clone(), s.made.Clone(), s.owned.Clone(), s.held.Clone(), s.other}
}

// isReserved tells whether a name is a reserved word.
func isReserved(name string) bool {
	_, found := words[name]
	return found
}
