package validate

import (
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// Program is one of the two programs, elaborated.
type Program struct {
	*elab.Unit
	Name   string         // what messages call it: its file
	Supply *syntax.Supply // of its names
	IMP    *imp.Program   // where it is AFTER, of IMP: see OfIMP
	// Inputs gives both semantics what the program takes from outside, which Outside
	// binds, with its memory; nil: nothing.
	Inputs  func(*validity.Session)
	Outside []*syntax.Binding
	// Params is what is known of parameter k of a def, or nil; it may be nil itself.
	Params func(def string, k int) *Param
	// Compiled is that of validity.Session.
	Compiled func(at diag.Span) bool
}

// compiled tells whether a variable is one of a dump.
func (p *Program) compiled(x *syntax.Binding) bool { return p.Compiled != nil && p.Compiled(x.Span) }

// typeOf is the type of an input, or nil.
func (p *Program) typeOf(id int) *syntax.Type {
	for _, x := range p.Outside {
		if x.ID == id {
			return x.Type
		}
	}
	return nil
}

// session is a session of both semantics in which the inputs are bound.
func (p *Program) session(o engine.Options) *validity.Session {
	s := validity.NewSession(o)
	s.Compiled = p.Compiled
	if p.Inputs != nil {
		p.Inputs(s)
	}
	return s
}

// def is the last function of that name.
func (p *Program) def(name string) *syntax.Def {
	for _, d := range slices.Backward(p.Core.Defs()) {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// defNames are the functions of a program, for a message.
func defNames(p *Program) string {
	var names []string
	for _, d := range p.Core.Defs() {
		names = append(names, "`"+d.Name+"`")
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
