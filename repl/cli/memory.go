package cli

import (
	"context"

	"funmem/eval/verdict"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
)

// memoryProof is what is proved of the memory of a stage: that it is valid for all inputs.
type memoryProof struct {
	Proved bool     `json:"proved"`
	Open   []string `json:"open"` // what is not shown of its functions and statements
}

// memoryOf tries to prove that the memory of a program is valid for all inputs.
func memoryOf(ctx context.Context, d *dumpStage) *memoryProof {
	p := d.program.Core
	steps, m := prove.NewBudget(prove.MaxSteps), &memoryProof{Open: []string{}}
	for _, def := range append(p.Defs(), nil) {
		open, done := intact.Program(steps, p, def, nil, nil, verdict.Poll(ctx))
		if !done {
			m.Open = append(m.Open, "the proof takes too many steps")
		}
		for _, o := range open {
			m.Open = append(m.Open, o.Text())
		}
	}
	m.Proved = len(m.Open) == 0
	return m
}

// assumed is what the proofs about the stages of a dump assume.
const assumed = "proved is for all inputs with which no index needs more than 64 bits, and for these sizes of the run time"

// line is the proof in one line.
func (m *memoryProof) line(label string) string {
	if m.Proved {
		return "memory of " + label + ": proved"
	}
	return "memory of " + label + ": not proved: " + m.Open[0]
}
