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
		return diag.Errorf(diag.Unproved, o.Rule, made(o.Use), "%s", o.Why)
	}
	d := diag.Errorf(diag.Unproved, o.Rule, made(o.Write), "the write of `%s` at %s may meet `%s` at %s: it is not shown that they are apart",
		o.Write.Name, o.Write.Place(), o.Use.Name, o.Use.Place())
	switch {
	case o.Use.Kind == races.Lent:
		return d.Note(o.Use.At, "no star marks `%s`, so that it must be as it was when the function ends", o.Use.Name)
	case o.Use.Kind == races.Write, o.Use.Kind == races.Kept:
		return d.Note(made(o.Use), "`%s` is written here", o.Use.Name)
	}
	return d.Note(made(o.Use), "`%s` is used here", o.Use.Name)
}

// made returns the place of what an event is about: the expression of its statement.
func made(e *races.Event) diag.Span {
	if e.Stm != nil && e.Kind != races.Lent {
		return e.Stm.Exp.GetSpan()
	}
	return e.At
}
