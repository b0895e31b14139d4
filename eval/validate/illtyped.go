package validate

import (
	"fmt"
	"strings"

	"funmem/semantics/diag"
)

// IllTyped is an AFTER that no T-rule accepts, with its type errors. It is no program, so nothing is compared.
type IllTyped struct {
	Step   string // of a pipeline, or ""
	Name   string // what messages call AFTER
	Errors diag.List
}

// NewIllTyped returns the report on an AFTER that an error is about, or nil if that is no type error: a text that does
// not parse, a file that cannot be read, or a dump with something in it that is not known.
func NewIllTyped(name string, err error) *IllTyped {
	list := diag.Of(err)
	for _, d := range list {
		if d.Kind != diag.Type || d.Cause == diag.Unsupported {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	return &IllTyped{Name: name, Errors: list}
}

// Line returns the result in one line.
func (t *IllTyped) Line() string {
	return fmt.Sprintf("ill-typed: %s, which is AFTER, has %s, so that nothing is compared", diag.OneLine(t.Name), diag.Count(len(t.Errors), "type error"))
}

// Text returns the line and the errors.
func (t *IllTyped) Text(st diag.Style) string {
	var b strings.Builder
	b.WriteString(t.Line() + "\n")
	for _, d := range t.Errors {
		b.WriteString(diag.Format(d, st))
	}
	return b.String()
}
