package simplify

import (
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// kind is a kind of change that is counted instead of being noted one by one.
type kind uint8

// The kinds.
const (
	folded kind = iota
	copies
	elements
	common
	provedChecks
	deadStatements
	deadElements
	numKinds
)

// text says how many of a kind there were.
func (k kind) text(n int) string {
	switch k {
	case folded:
		return diag.Count(n, "expression") + " made smaller"
	case copies:
		return diag.Count(n, "variable") + " replaced by another one or a constant"
	case elements:
		return diag.Count(n, "element") + " known without reading them"
	case common:
		return diag.Count(n, "expression") + " that a variable has the value of"
	case provedChecks:
		return diag.Count(n, "check") + " proved"
	case deadElements:
		return diag.Count(n, "array") + " of a reduce or scan whose elements nothing uses"
	}
	return diag.Count(n, "statement") + " that nothing uses"
}

// tally counts what was done in a function, or in the statements of the program.
type tally struct {
	fn      *syntax.Binding
	n       [numKinds]int
	learnt  []int // variables about which something is known that the type rules do not know
	refuted bool  // a check in it never holds
}

// program stands for the statements of the program; no function has that name.
const program = ""

// within makes d the function that things are counted for; nil stands for the statements of
// the program.
func (s *state) within(d *syntax.Def) {
	name := program
	at := diag.Span{}
	if d != nil {
		name, at = d.Name, d.NameAt
	}
	for _, t := range s.tallies {
		if t.fn.Name == name {
			s.at = t
			return
		}
	}
	s.at = &tally{fn: &syntax.Binding{Span: at, Name: name}}
	s.tallies = append(s.tallies, s.at)
}

// count counts something that was done in the current function.
func (s *state) count(k kind) {
	s.changes++
	s.at.n[k]++
}

// did notes that something was done to x.
func (s *state) did(x *syntax.Binding, format string, args ...any) {
	s.changes++
	s.job.Did(x, format, args...)
}

// refuse notes that something is not done to x in this round.
func (s *state) refuse(x *syntax.Binding, format string, args ...any) {
	s.refused = append(s.refused, rewrite.Refuse(x, format, args...))
}

// say adds to the notes what was counted, by function, and what was refused in the
// last round.
func (s *state) say() {
	for _, t := range s.tallies {
		var did []string
		for k, n := range t.n {
			if n > 0 {
				did = append(did, kind(k).text(n))
			}
		}
		if len(did) > 0 {
			s.job.Did(t.fn, "%s", strings.Join(did, ", "))
		}
	}
	for _, r := range s.refused {
		s.job.Refuse(r, "")
	}
}
