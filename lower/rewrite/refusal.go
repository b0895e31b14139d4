package rewrite

import (
	"fmt"
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// Refusal is why a pass does not do something: the condition that does not hold, and the places that it mentions.
// Job.Refuse turns it into a note. It is forgotten if the pass finds another way.
type Refusal struct {
	Of      *syntax.Binding // the array, block or function; nil: whatever the pass looks at
	Text    string
	Reasons []diag.Note
}

// Refuse returns a refusal of something, or, if of is nil, of what the pass looks at.
func Refuse(of *syntax.Binding, format string, args ...any) *Refusal {
	return &Refusal{Of: of, Text: fmt.Sprintf(format, args...)}
}

// Because adds a place to a refusal.
func (r *Refusal) Because(at diag.Span, format string, args ...any) *Refusal {
	r.Reasons = append(r.Reasons, diag.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
	return r
}

// About returns the refusal, as one of x unless it is one of something else.
func (r *Refusal) About(x *syntax.Binding) *Refusal {
	if r.Of != nil {
		return r
	}
	return &Refusal{Of: x, Text: r.Text, Reasons: slices.Clip(r.Reasons)}
}

// Refuse notes a refusal, which knows what it refuses. The format gives the text before it:
// what is not done.
func (j *Job) Refuse(r *Refusal, format string, args ...any) *Note {
	n := j.Refused(r.Of, "%s%s", fmt.Sprintf(format, args...), r.Text)
	n.Reasons = append(n.Reasons, r.Reasons...)
	return n
}
