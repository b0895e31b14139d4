package pass

import (
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Form is a language of programs.
type Form uint8

// The forms.
const (
	Either Form = iota // Fun or FUNMEM; what a pass takes, it gives
	Fun
	FunMem
)

// String is what messages call the form.
func (f Form) String() string { return [...]string{"Fun or FUNMEM", "Fun", "FUNMEM"}[f] }

// Pass is a transformation of programs.
type Pass struct {
	Name    string
	Doc     string // one line: what it does
	Section string // where it is described
	Needs   string // what holds of programs that it does something to, in words
	From    Form
	To      Form     // Either: what it took
	Claims  bool     // it takes programs in which arrays are claimed to lie somewhere; others are left as they are
	Options []Option // that may be given
	Frees   bool     // it knows `free m`; others get the program without, and say so
	Run     func(*rewrite.Job, *syntax.Program) (*syntax.Program, error)
	// Ensures is the error that a program does not have what the pass gives, with the
	// options of a job; nil: it promises nothing beyond its form.
	Ensures func(*rewrite.Job, *syntax.Program) error
}

// always is a promise that does not depend on options.
func always(ensures func(*syntax.Program) error) func(*rewrite.Job, *syntax.Program) error {
	return func(_ *rewrite.Job, p *syntax.Program) error { return ensures(p) }
}

// Option is a choice of a pass; the first value is the default.
type Option struct {
	Name   string
	Values []string
	Doc    string
}

// NotAfter are the passes behind which it cannot stand, each with the reason.
func (p *Pass) NotAfter() []string {
	var list []string
	for _, c := range constraints {
		if c.first == p.Name {
			list = append(list, "`"+c.then+"`: "+c.why)
		}
	}
	return list
}

// constraint is an order of two passes, where both are in a list.
type constraint struct{ first, then, why string }

// Pipeline is a named list of passes.
type Pipeline struct {
	Name, Doc string
	Steps     string
}
