package syntax

import (
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/shared"
	"funmem/semantics/stop"
)

// Open begins the next program of a session. Names that were made for the one before are free again, unless a global
// needs them (see Own), so that names do not grow with the session. mentioned are names that binders have which the
// program mentions: they are not given away. declared are the globals that it declares. One of that name from before,
// which the program does not mention, gives up its names already now.
func (s *Supply) Open(mentioned, declared []string) {
	in := map[string]bool{}
	for _, name := range mentioned {
		in[name] = true
	}
	for _, global := range declared {
		if !slices.ContainsFunc(s.owned.Get(global), func(name string) bool { return in[name] }) {
			s.disown(global)
		}
	}
	for name := range s.made.All() {
		if s.held.Get(name) == 0 {
			s.free(name)
		}
	}
	s.made, s.reserved = shared.Map[string, bool]{}, shared.Map[string, bool]{}
	s.Take(mentioned...)
}

// Take keeps names that binders have from Name, in the program that was opened.
func (s *Supply) Take(names ...string) {
	for _, name := range names {
		s.take(name)
	}
}

// Inner is Written for a binder that other programs of the session do not see. It keeps the name unless another binder
// of the program has it, or a global that the program mentions.
func (s *Supply) Inner(name string, t *Type) *Binding {
	if s.made.Get(name) {
		return s.Written(name, t)
	}
	s.take(name)
	return &Binding{Name: name, ID: s.ID(), Type: t, Text: name}
}

// Scope is which names are taken at some moment.
type Scope struct {
	names, made shared.Map[string, bool]
	next        shared.Map[string, int]
}

// Within begins the names of a function, and returns those outside for Leave. A function shares no name with what it
// mentions, but two functions, or a function and a global that it does not mention, may have variables of one name.
func (s *Supply) Within(mentioned []string) (outside Scope) {
	outside = Scope{s.names, s.made, s.next}
	s.names, s.made, s.next = shared.Map[string, bool]{}, shared.Map[string, bool]{}, shared.Map[string, int]{}
	s.Take(mentioned...)
	return outside
}

// Leave ends the names of a function.
func (s *Supply) Leave(outside Scope) {
	s.names, s.made, s.next = outside.names, outside.made, outside.next
}

// Own keeps the names that a global needs: its own, and those in its type. What an older global of that name needed is
// given up.
func (s *Supply) Own(global string, names []string) {
	for _, name := range names {
		s.held.Set(name, s.held.Get(name)+1)
		s.names.Set(name, true)
	}
	s.disown(global)
	s.owned.Set(global, names)
}

// Needs are the names that a global needs.
func (s *Supply) Needs(global string) []string { return s.owned.Get(global) }

// disown gives up what a global needed. The program of now may still use it.
func (s *Supply) disown(global string) {
	for _, name := range s.owned.Get(global) {
		if n := s.held.Get(name) - 1; n > 0 {
			s.held.Set(name, n)
		} else {
			s.held.Delete(name)
			s.made.Set(name, true)
		}
	}
	s.owned.Delete(global)
}

// free lets a name be made again.
func (s *Supply) free(name string) {
	s.names.Delete(name)
	k := strings.LastIndexByte(name, '_')
	if k < 0 {
		return
	}
	if n, err := strconv.Atoi(name[k+1:]); err == nil && n <= s.next.Get(name[:k]) {
		s.next.Set(name[:k], n-1)
	}
}

// Beside makes names for what comes to the programs of another supply later, such as their blocks: they differ from the
// names of that supply too. IDs come after those of the other, which are to come after these again, see After.
func (s *Supply) Beside(other *Supply) { s.other, s.last = other, max(s.last, other.last) }

// After lets IDs come after those of another supply too.
func (s *Supply) After(other *Supply) { s.last = max(s.last, other.last) }

// BoundNames are the names of the binders in a node. If until is given, it may end the work by its panic.
func BoundNames(n Node, until ...stop.Poll) (names []string) {
	WalkUntil(stop.Any(until), n, func(n Node) bool {
		if b, ok := n.(*Binding); ok {
			names = append(names, b.Name)
		}
		return true
	})
	return names
}

// FreeNames are the names of the variables that a node uses and does not bind.
// If until is given, it may end the work by its panic.
func FreeNames(n Node, until ...stop.Poll) (names []string) {
	for _, x := range FreeVars(n, until...) {
		names = append(names, x.Name)
	}
	return names
}
