package pass

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Form is a language of programs.
type Form uint8

// The forms.
const (
	Either Form = iota // Fun or FUNMEM; a pass gives the form that it takes
	Fun
	FunMem
)

// String returns what messages call the form.
func (f Form) String() string { return [...]string{"Fun or FUNMEM", "Fun", "FUNMEM"}[f] }

// Pass is a transformation of programs.
type Pass struct {
	Name    string
	Doc     string // one line: what it does
	Section string // where it is described
	Needs   string // what programs must satisfy for it to do anything, in words
	From    Form
	To      Form     // Either: the form that it took
	Claims  bool     // it takes programs with claims about where arrays lie; others leave such programs as they are
	Options []Option // that may be given
	Reports bool     // it has a report, which says at length what it did
	Frees   bool     // it knows `free m`; others get the program without it, and say so
	Run     func(*rewrite.Job, *syntax.Program) (*syntax.Program, error)
	// Ensures returns an error if a program lacks what the pass promises with the options
	// of a job. If it is nil, the pass promises nothing beyond its form.
	Ensures func(*rewrite.Job, *syntax.Program) error
}

// always returns a promise that does not depend on options.
func always(ensures func(*syntax.Program) error) func(*rewrite.Job, *syntax.Program) error {
	return func(_ *rewrite.Job, p *syntax.Program) error { return ensures(p) }
}

// Option is a choice of a pass; the first value is the default.
type Option struct {
	Name   string
	Values []string
	Doc    string
}

// NotAfter returns the passes that it cannot come after, each with the reason.
func (p *Pass) NotAfter() []string {
	var list []string
	for _, c := range constraints {
		if c.first == p.Name {
			list = append(list, "`"+c.then+"`: "+c.why)
		}
	}
	return list
}

// constraint is the order of two passes if both are in a list.
type constraint struct{ first, then, why string }

// Pipeline is a named list of passes.
type Pipeline struct {
	Name, Doc string
	Steps     string
}
