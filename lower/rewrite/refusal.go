package rewrite

import (
	"fmt"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Refusal is why a pass does not do something: the condition that does not hold, and the
// places that it speaks of. It becomes a note by Job.Refuse, or is forgotten, where the pass
// finds another way.
type Refusal struct {
	Of      *syntax.Binding // the array, block or function; nil: whatever the pass looks at
	Text    string
	Reasons []diag.Note
}

// Refuse is a refusal of something, or, by nil, of what the pass looks at.
func Refuse(of *syntax.Binding, format string, args ...any) *Refusal {
	return &Refusal{Of: of, Text: fmt.Sprintf(format, args...)}
}

// Because adds a place to a refusal.
func (r *Refusal) Because(at diag.Span, format string, args ...any) *Refusal {
	r.Reasons = append(r.Reasons, diag.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
	return r
}

// About is the refusal of x, if it is not one of something else.
func (r *Refusal) About(x *syntax.Binding) *Refusal {
	if r.Of != nil {
		return r
	}
	return &Refusal{Of: x, Text: r.Text, Reasons: slices.Clip(r.Reasons)}
}

// Refuse notes a refusal, which says of what it is. The format is for what comes before its
// text: what is not done.
func (j *Job) Refuse(r *Refusal, format string, args ...any) *Note {
	n := j.Refused(r.Of, "%s%s", fmt.Sprintf(format, args...), r.Text)
	n.Reasons = append(n.Reasons, r.Reasons...)
	return n
}
