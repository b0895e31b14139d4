package intact

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/prove/races"
)

// Open is what was not shown: that a write leaves alone what is used later, or something else that has to hold.
type Open struct {
	Rule  string       // which requires it
	Write *races.Event // nil: there is none
	Use   *races.Event
	Why   string
}

// what says what was not shown, without the place of the last line.
func (o Open) what() string {
	if o.Write == nil {
		return o.Why
	}
	text := fmt.Sprintf("the write of `%s` at %s, to %s, may meet `%s` at %s", o.Write.Name, o.Write.At, o.Write.Place(), o.Use.Name, o.Use.Place())
	if o.Use.Kind == races.Lent {
		text += ", which no star marks, so that the caller of the function may use it again"
	}
	return text
}

// Text says what was not shown, with the places and the rule.
func (o Open) Text() string {
	how := ", at "
	if o.Write != nil && o.Use.Kind != races.Lent {
		how = ", used at "
	}
	return o.what() + how + o.Use.At.String() + " [" + o.Rule + "]"
}

// Diagnostic is Text with the lines of the program.
func (o Open) Diagnostic() *diag.Diagnostic {
	if o.Write == nil {
		return diag.Errorf(diag.Warning, o.Rule, o.Use.At, "not shown: %s", o.Why)
	}
	d := diag.Errorf(diag.Warning, o.Rule, o.Write.At, "not shown: that %s leaves alone `%s` at %s", "the write of `"+o.Write.Name+"` to "+o.Write.Place(), o.Use.Name, o.Use.Place())
	d.Note(o.Use.At, "it is used here")
	return d
}
