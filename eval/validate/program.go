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
	Name   string         // what messages call it: its file name
	Supply *syntax.Supply // of its names
	IMP    *imp.Program   // set if it is AFTER, of IMP: see OfIMP
	// Inputs gives both semantics the values that come from outside, with their memory.
	// Outside binds these. nil: there are none.
	Inputs  func(*validity.Session)
	Outside []*syntax.Binding
	// Params returns what is known about parameter k of a def, or nil. Params itself may be
	// nil.
	Params func(def string, k int) *Param
	// Irregular returns the irregular arrays among the parameters of a def. It may be nil.
	Irregular func(def string) []Irregular
	// Returns are the types of the results of a def as the program has them: those of irregular arrays, whose parts core
	// gives. It may be nil.
	Returns func(def string) []*syntax.Type
	// Rows returns the arrays of core of which a name's irregular array is made, or nil. It may be nil.
	Rows func(x *syntax.Binding) []*syntax.Binding
	// Compiled is validity.Session.Compiled for this program.
	Compiled func(at diag.Span) bool
	// InBytes is equal.Side.InBytes for this program.
	InBytes func(at diag.Span) bool
}

// compiled tells whether a variable comes from a dump.
func (p *Program) compiled(x *syntax.Binding) bool { return p.compiledAt(x.Span) }

// compiledAt tells whether a place belongs to a dump.
func (p *Program) compiledAt(at diag.Span) bool { return p.Compiled != nil && p.Compiled(at) }

// typeOf returns the type of an input, or nil.
func (p *Program) typeOf(id int) *syntax.Type {
	for _, x := range p.Outside {
		if x.ID == id {
			return x.Type
		}
	}
	return nil
}

// session returns a session of both semantics in which the inputs are bound.
func (p *Program) session(o engine.Options) *validity.Session {
	s := validity.NewSession(o)
	s.Compiled = p.Compiled
	if p.Inputs != nil {
		p.Inputs(s)
	}
	return s
}

// def returns the last function with that name.
func (p *Program) def(name string) *syntax.Def {
	for _, d := range slices.Backward(p.Core.Defs()) {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// defNames lists the functions of a program, for a message.
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
