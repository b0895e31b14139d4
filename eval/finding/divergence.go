package finding

import (
	"encoding/json"

	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Divergence is the first place where what the heap shows through (ℓ, L) differs from the value semantics.
type Divergence struct {
	Array         string      `json:"binding"`
	At            diag.Span   `json:"-"`
	Index         []int       `json:"index,omitempty"` // the element, 1-based; none: an int
	Value         num.Num     `json:"-"`               // its value in the value semantics
	Heap          num.Num     `json:"-"`               // its value on the heap
	Types         []string    `json:"-"`               // instead of both values: the two types, if they differ
	Block         string      `json:"block,omitempty"`
	In            *heap.Block `json:"-"` // that block; nil: it is not kept
	Offset        int         `json:"offset"`
	LastWriter    *LastWriter `json:"lastWriter,omitempty"` // nil: nothing wrote it
	AffectsResult bool        `json:"affectsResult"`
	NoResults     bool        `json:"-"`                // the program returns nothing
	Use           string      `json:"use,omitempty"`    // the use that met it, or "" at a binding
	Around        []diag.Note `json:"around,omitempty"` // the iterations and calls around it

	Claim *Claim `json:"claim,omitempty"` // the array was claimed to lie there
}

// Claim says that an array was claimed to lie elsewhere than it does. It proves nothing: a read there must give what the
// value semantics has. If nothing is read there, the claim does no harm. So arrays with a claim are compared when they
// are used, not when they are bound.
type Claim struct {
	At   diag.Span
	Text string // where the array is claimed to lie, and where it lay
}

// MarshalJSON is the claim and its place.
func (c Claim) MarshalJSON() ([]byte, error) { return json.Marshal(diag.Note{Span: c.At, Msg: c.Text}) }

// Diagnostic explains a divergence: the element, both values, the place, and
// who wrote it last.
func (v *Divergence) Diagnostic() *diag.Diagnostic {
	kind := diag.Warning
	if v.AffectsResult {
		kind = diag.Invalid
	}
	elem := v.Array
	if len(v.Index) > 0 {
		elem = heap.Element(v.Array, v.Index)
	}
	at := "when it is bound"
	if v.Use != "" {
		at = "when it is used by " + v.Use
	}
	is, has := v.Value.Brief(), v.Heap.Brief()
	if v.Types != nil {
		is, has = "of type "+v.Types[0], "one of type "+v.Types[1]
	}
	d := diag.Errorf(kind, "", v.At, "`%s` is %s in the value semantics, and the heap has %s %s", elem, is, has, at)
	if v.Types != nil {
		d.Note(diag.Span{}, "the heap has it in block `%s`", v.Block)
	} else if v.Block != "" {
		noteLocation(d, v.Block, v.Offset, v.LastWriter)
	}
	if v.Claim != nil {
		d.Note(v.Claim.At, "%s", v.Claim.Text)
	}
	d.Notes = append(d.Notes, v.Around...)
	if v.AffectsResult {
		return d.Note(diag.Span{}, "this is the first difference, and the results differ too (Def. 3.1)")
	}
	if v.NoResults {
		return d.Note(diag.Span{}, "this is the first difference; nothing is returned that it could change")
	}
	return d.Note(diag.Span{}, "this is the first difference; the results agree all the same")
}

// MarshalJSON adds the place and both values, or the types if the shapes differ.
func (d Divergence) MarshalJSON() ([]byte, error) {
	type plain Divergence
	v, h := number(d.Value), number(d.Heap)
	if d.Types != nil {
		v, h = d.Types[0], d.Types[1]
	}
	return json.Marshal(struct {
		Binding string `json:"binding"`
		At      string `json:"at,omitempty"`
		Index   []int  `json:"index,omitempty"`
		Value   any    `json:"value"`
		Heap    any    `json:"heap"`
		plain
	}{d.Array, d.At.String(), d.Index, v, h, plain(d)})
}
