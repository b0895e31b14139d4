package validity

import (
	"encoding/json"

	"funmem/eval/finding"
	"funmem/eval/memory"
	"funmem/semantics/diag"
)

// Verdict is what is known about a FUNMEM program after it ran under both semantics (docs/commands.md). Its JSON form
// leaves out empty parts.
type Verdict struct {
	OK         bool                `json:"ok"`         // typed, valid, race-free and not stuck; and nothing below is wrong for a dump
	Typed      bool                `json:"typed"`      // the T-rules accept it
	Valid      bool                `json:"valid"`      // Def. 3.1: both semantics give the same results; and no Overwrite or Overlaps
	Consistent bool                `json:"consistent"` // both semantics also agree at every binding and use
	RaceFree   bool                `json:"raceFree"`   // eq. (4) holds for every kernel instance
	Kernels    []Kernel            `json:"kernels,omitempty"`
	Overwrite  *finding.Overwrite  `json:"overwrite,omitempty"`
	Divergence *finding.Divergence `json:"divergence,omitempty"`
	Stuck      *Stuck              `json:"stuck,omitempty"`
	Unwritten  *Unwritten          `json:"unwritten,omitempty"`
	Overlaps   []finding.Warning   `json:"overlaps,omitempty"` // of copies that compiled code makes in some order: see Session.Compiled
	Warnings   []finding.Warning   `json:"warnings,omitempty"`
	Untested   []Untested          `json:"untested,omitempty"` // reduces and scans whose operators were not tried
	Bindings   []finding.Binding   `json:"-"`                  // the array bindings that ran, in order
	InFun      bool                `json:"-"`                  // the value semantics alone ran: nothing is known of memory
	Proof      *Proof              `json:"proof,omitempty"`    // what is shown of the validity for all inputs; nil: nothing was to be shown
	Tried      string              `json:"-"`                  // what a valid program without a proof was tried on; "": this run

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

// Status says how much is known about the races of a kernel, or about the validity of a program.
type Status string

// The statuses. A kernel without a proof that never ran has none.
const (
	Proved  Status = "proved"  // no two iterations race, for all sizes and arguments; the program is valid for all inputs
	Tested  Status = "tested"  // the iterations that ran did not race; what ran is valid
	Refuted Status = "refuted" // two iterations raced; the program is not valid
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
	Conflicts  int       `json:"conflicts,omitempty"` // number of accesses that conflict with an earlier one
}

// Race is the first violation of eq. (4) in a kernel: two iterations, one
// location, at least one write.
type Race struct {
	Kind   string `json:"kind"` // "write/write" or "read/write"
	Block  string `json:"block"`
	Offset int    `json:"offset"`
	First  Event  `json:"first"`
	Second Event  `json:"second"`

	Rule     string `json:"rule,omitempty"`     // the rule of the kernel
	Instance int    `json:"instance,omitempty"` // the number of the kernel's instance, from 1
}

// Event is one of the two accesses of a race.
type Event struct {
	Iteration int       `json:"iteration"`
	Access    string    `json:"access"` // "read" or "write"
	What      string    `json:"what"`   // "result copy of kernel `y`", "`x[i]`"
	At        diag.Span `json:"-"`
	Array     string    `json:"array,omitempty"` // the array it went through
	Index     []int     `json:"index,omitempty"` // the element of that array, 1-based

	Iterations []int `json:"iterations,omitempty"` // for all surrounding kernels, outermost first
}

// Stuck is a place where no rule of the heap semantics applies.
type Stuck struct {
	Rule    string           `json:"rule"`
	Message string           `json:"message"`
	Diag    *diag.Diagnostic `json:"-"`
	// HeapOnly tells that the value semantics of the program is not stuck.
	HeapOnly bool `json:"heapOnly,omitempty"`
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

// MarshalJSON adds the place.
func (s Stuck) MarshalJSON() ([]byte, error) {
	type plain Stuck
	d := s.Diag
	if d == nil {
		d = &diag.Diagnostic{}
	}
	return json.Marshal(struct {
		plain
		At    string      `json:"at,omitempty"`
		Notes []diag.Note `json:"notes,omitempty"`
		Help  string      `json:"help,omitempty"`
	}{plain(s), d.Span.String(), d.Notes, d.Help})
}
