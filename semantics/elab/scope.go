package elab

import (
	"funmem/semantics/shared"
	"funmem/semantics/syntax"
)

// scope maps the names of a program to what they stand for: a Var of core, an
// IntLit, or nil for a name with a wrong definition, which was reported.
type scope struct {
	up    *scope
	names shared.Map[string, syntax.Expr]
}

func newScope(up *scope) *scope { return &scope{up: up} }

func (s *scope) clone() *scope { return &scope{s.up, s.names.Clone()} }

func (s *scope) set(name string, e syntax.Expr) { s.names.Set(name, e) }

func (s *scope) lookup(name string) (syntax.Expr, bool) {
	for ; s != nil; s = s.up {
		if e, ok := s.names.Lookup(name); ok {
			return e, true
		}
	}
	return nil, false
}

// isGlobal tells whether no inner scope binds the name.
func (s *scope) isGlobal(name string) bool {
	for ; s.up != nil; s = s.up {
		if _, ok := s.names.Lookup(name); ok {
			return false
		}
	}
	return true
}

// all lists the names in scope.
func (s *scope) all() []string {
	var names []string
	for ; s != nil; s = s.up {
		for n := range s.names.All() {
			names = append(names, n)
		}
	}
	return names
}
