package validity

import (
	"encoding/json"

	"funmem/eval/memory"
	"funmem/semantics/diag"
	"funmem/semantics/num"
)

// Verdict is what is known about a FUNMEM program after it ran under both semantics (docs/commands.md). Its JSON form
// leaves out empty parts.
type Verdict struct {
	OK         bool        `json:"ok"`         // typed, valid, race-free and not stuck; and nothing below is wrong for a dump
	Typed      bool        `json:"typed"`      // the T-rules accept it
	Valid      bool        `json:"valid"`      // Def. 3.1: both semantics give the same results; and no Overwrite or Overlaps
	Consistent bool        `json:"consistent"` // both semantics also agree at every binding and use
	RaceFree   bool        `json:"raceFree"`   // eq. (4) holds for every kernel instance
	Kernels    []Kernel    `json:"kernels,omitempty"`
	Overwrite  *Overwrite  `json:"overwrite,omitempty"`
	Divergence *Divergence `json:"divergence,omitempty"`
	Stuck      *Stuck      `json:"stuck,omitempty"`
	Unwritten  *Unwritten  `json:"unwritten,omitempty"`
	Overlaps   []Warning   `json:"overlaps,omitempty"` // of copies that compiled code makes in some order: see Session.Compiled
	Warnings   []Warning   `json:"warnings,omitempty"`
	Untested   []Untested  `json:"untested,omitempty"` // reduces and scans whose operators were not tried
	Bindings   []Binding   `json:"-"`                  // the array bindings that ran, in order

	// Blocks has the names of the blocks among the results.
	Blocks []string `json:"-"`
	// Called has the functions that were really called.
	Called map[string]bool `json:"-"`

	// ValueStuck is where the value semantics is stuck if it had to run on its own: after a divergence, or when the
	// heap semantics is stuck.
	ValueStuck *diag.Diagnostic `json:"-"`
	// Outcome is the outcome of the run, including results and full traces.
	Outcome *memory.Outcome `json:"-"`
}

// Status says how much is known about the races of a kernel.
type Status string

// The statuses of a kernel. A kernel without a proof that never ran has none.
const (
	Proved  Status = "proved"  // no two iterations race, for all sizes and arguments
	Tested  Status = "tested"  // the iterations that ran did not race
	Refuted Status = "refuted" // two iterations raced
)

// Kernel is the verdict on one kernel of the text: iota, copy and replicate
// are kernels too.
type Kernel struct {
	Binds      string    `json:"binds"`
	At         diag.Span `json:"-"`
	Instances  int       `json:"instances"`
	Iterations int       `json:"iterations"`
	RaceFree   bool      `json:"-"`                    // for the iterations that ran
	Unfinished bool      `json:"unfinished,omitempty"` // the run got stuck within it
	Status     Status    `json:"status,omitempty"`
	Reason     string    `json:"reason,omitempty"`   // why it is proved, or only tested
	InBounds   bool      `json:"inBounds,omitempty"` // all its accesses are proved to be in bounds
	Race       *Race     `json:"race,omitempty"`
	Conflicts  int       `json:"-"` // number of accesses that conflict with an earlier one
}

// Race is the first violation of eq. (4) in a kernel: two iterations, one
// location, at least one write.
type Race struct {
	Kind   string `json:"kind"` // "write/write" or "read/write"
	Block  string `json:"block"`
	Offset int    `json:"offset"`
	First  Event  `json:"first"`
	Second Event  `json:"second"`

	Rule     string `json:"-"` // the rule of the kernel
	Instance int    `json:"-"` // the number of the kernel's instance, from 1
}

// Event is one of the two accesses of a race.
type Event struct {
	Iteration int       `json:"iteration"`
	Access    string    `json:"access"` // "read" or "write"
	What      string    `json:"what"`   // "result copy of kernel `y`", "`x[i]`"
	At        diag.Span `json:"-"`
	Array     string    `json:"-"` // the array it went through
	Index     []int     `json:"-"` // the element of that array, 1-based

	Iterations []int `json:"-"` // for all surrounding kernels, outermost first
}

// Divergence is the first place where what the heap shows through (ℓ, L) differs from the value semantics.
type Divergence struct {
	Binding       string      `json:"binding"` // the array
	At            diag.Span   `json:"-"`
	Index         []int       `json:"index,omitempty"` // the element, 1-based; none: an int
	Value         num.Num     `json:"-"`               // its value in the value semantics
	Heap          num.Num     `json:"-"`               // its value on the heap
	Types         []string    `json:"-"`               // instead of both values: the two types, if they differ
	Block         string      `json:"block,omitempty"`
	Offset        int         `json:"offset"`
	LastWriter    *LastWriter `json:"lastWriter,omitempty"` // nil: nothing wrote it
	AffectsResult bool        `json:"affectsResult"`
	NoResults     bool        `json:"-"` // the program returns nothing
	Use           string      `json:"-"` // the use that met it, or "" at a binding
	Around        []diag.Note `json:"-"` // the iterations and calls around it

	Claim *memory.Claim `json:"-"` // the array was claimed to lie there
}

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
	Around     []diag.Note `json:"-"` // the iterations and calls around the call
}

// LastWriter is the statement that last wrote a location.
type LastWriter struct {
	What      string    `json:"what"`
	Iteration int       `json:"iteration,omitempty"` // of the innermost surrounding kernel; 0 outside kernels
	At        diag.Span `json:"-"`
	Array     string    `json:"-"`

	Kernels    []string `json:"-"` // what messages call the surrounding kernels, outermost first,
	Iterations []int    `json:"-"` // and their iterations
}

// Stuck is a place where no rule of the heap semantics applies.
type Stuck struct {
	Rule    string           `json:"rule"`
	Message string           `json:"message"`
	Diag    *diag.Diagnostic `json:"-"`
	// HeapOnly tells that the value semantics of the program is not stuck.
	HeapOnly bool `json:"-"`
}

// Unwritten is the first element of a result that nothing has written, if a caller must be given only numbers. The
// results of an entry point are such results.
type Unwritten struct {
	Number  int              `json:"number"` // of the result, from 1
	Index   []int            `json:"index"`  // the element, 1-based
	Message string           `json:"message"`
	Diag    *diag.Diagnostic `json:"-"`
}

// Fine returns the verdict that nothing is wrong.
func Fine() *Verdict {
	return &Verdict{OK: true, Typed: true, Valid: true, Consistent: true, RaceFree: true, Called: map[string]bool{}}
}

// Gives returns the verdict with that element, if any, as a mistake.
func (v *Verdict) Gives(u *Unwritten) *Verdict {
	if u == nil || v == nil {
		return v
	}
	c := *v
	c.OK, c.Unwritten = false, u
	return &c
}

// Limit returns where the run, or the run of the value semantics, asked for too much memory, or nil.
func (v *Verdict) Limit() *diag.Diagnostic {
	switch {
	case v.Stuck != nil && v.Stuck.Diag != nil && v.Stuck.Diag.Cause == diag.Limit:
		return v.Stuck.Diag
	case v.Stuck == nil && v.ValueStuck != nil && v.ValueStuck.Cause == diag.Limit:
		return v.ValueStuck
	}
	return nil
}

// Limited tells whether only the limit is wrong, so that nothing is known.
func (v *Verdict) Limited() bool {
	return v.Limit() != nil && v.Typed && v.RaceFree && v.Divergence == nil && v.Overwrite == nil && len(v.Overlaps) == 0
}

// Warning is a problem that did not stop the evaluation: a read of an unwritten location, a result that is not laid out
// as in Def. 3.1, a copy onto itself, or an operator that does not keep its programmer's promises.
type Warning struct {
	Kind    string    `json:"kind"` // "unwritten", "layout", "overlap" or "operator"
	Message string    `json:"message"`
	At      diag.Span `json:"-"`
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

// Binding says whether the two semantics agreed when an array was bound.
type Binding struct {
	Name    string
	At      diag.Span
	Times   int // how often it was bound and compared; 0: only after the divergence, or with a claim
	Agrees  bool
	Claimed int    // how often it was bound but not compared, because it was claimed to lie elsewhere
	Freed   int    // how often its block was already freed, so that there was nothing to compare
	Block   string // that block
}

// MarshalJSON adds the place, and whether the kernel is free of races if that is known.
func (k Kernel) MarshalJSON() ([]byte, error) {
	type plain Kernel
	return json.Marshal(struct {
		Binds      string `json:"binds"`
		At         string `json:"at,omitempty"`
		Instances  int    `json:"instances"`
		Iterations int    `json:"iterations"`
		RaceFree   *bool  `json:"raceFree,omitempty"`
		plain
	}{k.Binds, k.At.String(), k.Instances, k.Iterations, k.raceFree(), plain(k)})
}

// MarshalJSON adds the place.
func (e Event) MarshalJSON() ([]byte, error) {
	type plain Event
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(e), e.At.String()})
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
	}{d.Binding, d.At.String(), d.Index, v, h, plain(d)})
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
		plain
	}{o.Def, o.Parameter, o.Argument, o.At.String(), o.Index, number(o.Before), number(o.After), plain(o)})
}

// MarshalJSON adds the place.
func (w LastWriter) MarshalJSON() ([]byte, error) {
	type plain LastWriter
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(w), w.At.String()})
}

// MarshalJSON adds the place.
func (s Stuck) MarshalJSON() ([]byte, error) {
	type plain Stuck
	at := ""
	if s.Diag != nil {
		at = s.Diag.Span.String()
	}
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(s), at})
}

// MarshalJSON adds the place.
func (p Part) MarshalJSON() ([]byte, error) {
	type plain Part
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(p), p.At.String()})
}

// MarshalJSON adds the place.
func (w Warning) MarshalJSON() ([]byte, error) {
	type plain Warning
	return json.Marshal(struct {
		plain
		At string `json:"at,omitempty"`
	}{plain(w), w.At.String()})
}

// number returns a number for JSON: a string if it is an integer that does not fit 64 bits, NaN or an infinity.
func number(x num.Num) any {
	if k, ok := x.Int64(); ok {
		return k
	}
	if x.IsReal() && !x.Real().IsNaN() && !x.Real().IsInf() {
		return json.Number(x.String())
	}
	return x.String()
}
