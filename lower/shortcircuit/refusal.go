package shortcircuit

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/races"
	"funmem/semantics/syntax"
)

// refusal is why an array is not built where it goes.
type refusal struct {
	text  string
	why   []diag.Note
	close bool // it is condition 3 alone
	// read makes the access that is in the way, and stm is the statement around it.
	read, stm *syntax.Let
}

func refuse(format string, args ...any) *refusal { return &refusal{text: fmt.Sprintf(format, args...)} }

// because adds a place.
func (r *refusal) because(at diag.Span, format string, args ...any) *refusal {
	r.why = append(r.why, diag.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
	return r
}

// line is " at line 7", or nothing for what has no place in a text.
func line(n syntax.Node) string {
	if at := n.GetSpan(); at.IsValid() {
		k, _ := at.Position()
		return fmt.Sprintf(" at line %d", k)
	}
	return ""
}

func spanOf(a races.Access) diag.Span {
	if a.By() == nil {
		return diag.Span{}
	}
	return a.By().Span
}

func lineOf(a races.Access) string {
	if a.By() == nil {
		return ""
	}
	return line(a.By())
}

// access says what an access does.
func access(a races.Access) string {
	does := "reads"
	if a.Writes() {
		does = "writes"
	}
	return fmt.Sprintf("this %s `%s`, at %s", does, a.Array(), a.Where())
}
