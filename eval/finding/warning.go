package finding

import (
	"encoding/json"
	"fmt"
	"slices"

	"funmem/semantics/diag"
)

// Warning is a problem that did not stop the evaluation: a read of an unwritten location, a result that is not laid out
// as in Def. 3.1, a copy onto itself, or an operator that does not keep its programmer's promises.
type Warning struct {
	Kind    string    `json:"kind"` // "unwritten", "layout", "overlap" or "operator"
	Message string    `json:"message"`
	At      diag.Span `json:"-"`
	Count   int       `json:"count,omitempty"` // how often it happened there; 0: that was not counted
	Meets   *Meets    `json:"meets,omitempty"` // for an overlap: what is read where a copy writes

	Around []diag.Note `json:"-"` // the surrounding iterations, rounds and calls
}

// Meets is where a copy writes one element over another that it reads for a different place.
type Meets struct {
	Block       string `json:"block"`
	Offset      int    `json:"offset"` // of both elements
	Source      Part   `json:"source"`
	Destination Part   `json:"destination"`
}

// Part is one side of such a copy: an array, its element there, and where it lies.
type Part struct {
	Array string    `json:"array"`
	Index []int     `json:"index"` // 1-based
	LMAD  string    `json:"lmad"`
	At    diag.Span `json:"-"`
}

// Same tells whether two runs of a program found the same overlap.
func (m *Meets) Same(o *Meets) bool {
	return m.Block == o.Block && m.Offset == o.Offset && m.Source.same(o.Source) && m.Destination.same(o.Destination)
}

func (p Part) same(o Part) bool {
	return p.Array == o.Array && p.At == o.At && slices.Equal(p.Index, o.Index)
}

// Text returns the message with how often it happened.
func (w *Warning) Text() string {
	if w.Count > 1 {
		return fmt.Sprintf("%s (%d times here)", w.Message, w.Count)
	}
	return w.Message
}

// Diagnostic returns the warning as a message.
func (w *Warning) Diagnostic() *diag.Diagnostic { return w.As(diag.Warning) }

// As returns the warning as a message of a kind: both places, the surrounding iteration, round and call, and what
// to do.
func (w *Warning) As(kind diag.Kind) *diag.Diagnostic {
	d := diag.Errorf(kind, "", w.At, "%s", w.Text())
	m := w.Meets
	if m != nil {
		d.Note(m.Source.At, "`%s` is read at %s of block `%s`", m.Source.Array, m.Source.LMAD, m.Block)
		d.Note(m.Destination.At, "`%s` is written at %s of it", m.Destination.Array, m.Destination.LMAD)
	}
	d.Notes = append(d.Notes, w.Around...)
	switch {
	case m == nil:
		return d
	case kind != diag.Warning:
		return d.Note(diag.Span{}, "compiled code copies in an order of its own, and gives something else than a copy that reads all first")
	}
	return d.Helpf("copy `%s` to a block of its own before: code that copies element by element gives something else", m.Source.Array)
}

// MarshalJSON adds the place, and the notes and the help of the message.
func (w Warning) MarshalJSON() ([]byte, error) {
	type plain Warning
	d := w.Diagnostic()
	return json.Marshal(struct {
		Kind    string `json:"kind"`
		Message string `json:"message"`
		plain
		At    string      `json:"at,omitempty"`
		Notes []diag.Note `json:"notes,omitempty"`
		Help  string      `json:"help,omitempty"`
	}{w.Kind, w.Text(), plain(w), w.At.String(), d.Notes, d.Help})
}

// MarshalJSON adds the place.
func (p Part) MarshalJSON() ([]byte, error) {
	type plain Part
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(p), p.At.String()})
}
