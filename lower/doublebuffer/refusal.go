package doublebuffer

import (
	"fmt"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// refusal is why the blocks that a loop carries are not taken out of it.
type refusal struct {
	of   *syntax.Binding // the block; nil: the parameter that was asked for
	all  bool            // it says all there is to say of the other parameters
	text string
	at   []diag.Note // the places that it speaks of
}

func refuse(of *syntax.Binding, format string, args ...any) *refusal {
	return &refusal{of: of, text: fmt.Sprintf(format, args...)}
}

func (r *refusal) because(at diag.Span, format string, args ...any) *refusal {
	r.at = append(r.at, diag.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
	return r
}

func (r *refusal) note(j *rewrite.Job) {
	n := j.Refused(r.of, "not double buffered: %s", r.text)
	n.Reasons = append(n.Reasons, r.at...)
}
