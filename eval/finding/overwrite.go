package finding

import (
	"encoding/json"

	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Overwrite is the first argument that a call changed although its parameter has no star.
type Overwrite struct {
	Def        string      `json:"def"`
	Parameter  string      `json:"parameter"`
	Declared   diag.Span   `json:"-"`              // the parameter
	Argument   string      `json:"argument"`       // the array
	At         diag.Span   `json:"-"`              // the call
	Index      []int       `json:"index"`          // the element, 1-based; nil: not in an argument, but next to one in its block
	Side       string      `json:"side,omitempty"` // if two programs are compared: the one whose parameter has no star
	Before     num.Num     `json:"-"`              // its value before the call
	After      num.Num     `json:"-"`              // and after it
	Block      string      `json:"block"`
	Offset     int         `json:"offset"`
	LastWriter *LastWriter `json:"lastWriter,omitempty"`
	Around     []diag.Note `json:"around,omitempty"` // the iterations and calls around the call
}

// Diagnostic explains that a call changed an argument: the element, its value before and after, and who wrote it last.
func (v *Overwrite) Diagnostic() *diag.Diagnostic {
	if v.Index == nil {
		return v.beside()
	}
	d := diag.Errorf(diag.Invalid, "", v.At, "`%s` was %s before this call of `%s`, and the heap has %s afterwards",
		heap.Element(v.Argument, v.Index), v.Before.Brief(), v.Def, v.After.Brief())
	noteLocation(d, v.Block, v.Offset, v.LastWriter)
	in, where := "", ""
	switch v.Side {
	case "BEFORE":
		in, where = " in BEFORE", " in both programs"
	case "AFTER":
		in, where = " in AFTER", " in AFTER too"
	}
	d.Note(v.Declared, "no star marks the parameter `%s` of `%s`%s, so that a call must not change it", v.Parameter, v.Def, in)
	d.Notes = append(d.Notes, v.Around...)
	return d.Helpf("mark the parameter%s, `(*%s : …)`, or copy it before it is overwritten", where, v.Parameter)
}

// beside explains that a call changed a location next to its arguments.
func (v *Overwrite) beside() *diag.Diagnostic {
	d := diag.Errorf(diag.Invalid, "", v.At, "offset %d of block `%s`, beside `%s`, was %s before this call of `%s`, and the heap has %s afterwards",
		v.Offset, v.Block, v.Argument, v.Before.Brief(), v.Def, v.After.Brief())
	if v.LastWriter != nil {
		d.Note(v.LastWriter.At, "that location was last written by %s", v.LastWriter.text())
	}
	d.Note(v.Declared, "`%s` of `%s` says where it lies, and other arrays of a caller may lie beside it", v.Parameter, v.Def)
	return d.Helpf("write only where an argument lies that a star marks")
}

// MarshalJSON adds the place and the element before and after the call.
func (o Overwrite) MarshalJSON() ([]byte, error) {
	type plain Overwrite
	return json.Marshal(struct {
		Def       string `json:"def"`
		Parameter string `json:"parameter"`
		Argument  string `json:"argument"`
		At        string `json:"at,omitempty"`
		Index     []int  `json:"index"`
		Before    any    `json:"before"`
		After     any    `json:"after"`
		Declared  string `json:"declared,omitempty"`
		plain
	}{o.Def, o.Parameter, o.Argument, o.At.String(), o.Index, number(o.Before), number(o.After), o.Declared.String(), plain(o)})
}
