package hoist

import (
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// OutOfLoops moves the allocs out of loops that can be, and back to where their blocks are needed first. The notes are about those that left
// a loop alone: the other moves cancel each other out.
func OutOfLoops(j *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
	aside := *j
	aside.Notes = nil
	p, err := Run(&aside, p)
	if err != nil {
		return nil, err
	}
	for _, n := range aside.Notes {
		if n.Done && strings.HasPrefix(n.Text, "moved out of ") && !strings.HasPrefix(n.Text, "moved out of kernel") {
			j.Notes = append(j.Notes, n)
		}
	}
	return Lower(&aside, p)
}
