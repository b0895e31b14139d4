package refcount

import (
	"context"
	"fmt"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Mode says what may be reused.
type Mode string

// The modes.
const (
	Off Mode = "off" // nothing
	RC  Mode = "rc"  // reuse candidates, as before the paper (§2.3)
	ERC Mode = "erc" // these, extended ones and those of loops (§4)
)

// Modes are all modes.
var Modes = []Mode{Off, RC, ERC}

// Counts are the counts of a run.
type Counts struct {
	Mode      Mode `json:"mode"`
	Allocs    int  `json:"allocs"`    // blocks that were asked for
	Frees     int  `json:"frees"`     // those of them that had no reference any more
	Reuses    int  `json:"reuses"`    // arrays that were computed in the block of a candidate
	Bytes     int  `json:"bytes"`     // of all blocks that were asked for
	Footprint int  `json:"footprint"` // the most bytes that they had at one time
}

// location is how many bytes a location has: those of an int or an f64 of 64 bits. Ints beyond that count the same.
const location = 8

// String returns the counts in one line.
func (c Counts) String() string {
	return fmt.Sprintf("%s, %s, %s, %s, %s at most", diag.Count(c.Allocs, "alloc"), diag.Count(c.Frees, "free"),
		diag.Count(c.Reuses, "reuse"), diag.Count(c.Bytes, "byte"), diag.Count(c.Footprint, "byte"))
}

// Run runs a FUNMEM program on a machine and counts. Blocks that the machine has already are not counted; they are the caller's, and
// are not reused. typeOf gives the types of variables from outside the program, or nil.
func Run(ctx context.Context, m *memory.Machine, p *syntax.Program, mode Mode, typeOf func(id int) *syntax.Type) (Counts, error) {
	until := engine.NewBudget(ctx, 0).Poll
	p = withEarlier(p, m, until)
	c := newCounter(planOf(p, mode, typeOf, until), m.Heap)
	m.Opts.References = c
	defer func() { m.Opts.References = nil }()
	out, err := m.Run(ctx, p)
	c.Counts.Mode = mode
	if c.wrong == nil && err == nil {
		c.finish(blocks(out.Results))
	}
	if c.wrong != nil {
		err = c.wrong
	}
	return c.Counts, err
}

// withEarlier adds the functions that a program calls and that the machine has from earlier ones.
func withEarlier(p *syntax.Program, m *memory.Machine, until stop.Poll) *syntax.Program {
	own := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		own[d.Name] = d
	}
	by := func(name string) *syntax.Def {
		if own[name] != nil {
			return own[name]
		}
		d, _ := m.Defs.Lookup(name)
		return d
	}
	out := *p
	for _, d := range syntax.Reached(p, by, until) {
		if own[d.Name] == nil {
			out.Decls = append([]syntax.Decl{d}, out.Decls...)
		}
	}
	return &out
}

// blocks are the blocks of values.
func blocks(vs []memory.Val) map[*heap.Block]bool {
	all := map[*heap.Block]bool{}
	for _, v := range vs {
		if v.B != nil {
			all[v.B] = true
		}
	}
	return all
}
