package cli

import (
	"context"

	"funmem/eval/verdict"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/prove/intact"
)

// stageProof is what is proved of a stage for all inputs: that its memory is valid, or that its values are those of the stage before.
type stageProof struct {
	Proved bool     `json:"proved"`
	Open   []string `json:"open"` // what is not shown of its functions and statements
}

func proofOf(open []string) *stageProof {
	return &stageProof{len(open) == 0, append([]string{}, open...)}
}

// memoryOf tries to prove that the memory of a stage is valid.
func memoryOf(ctx context.Context, d *dumpStage) *stageProof {
	return proofOf(intact.Whole(prove.NewBudget(prove.MaxSteps), d.program.Core, verdict.Poll(ctx)))
}

// valuesOf tries to prove that two stages have the same values.
func valuesOf(ctx context.Context, before, after *dumpStage) *stageProof {
	return proofOf(equal.Functions(prove.NewBudget(prove.MaxSteps), before.program.Core, after.program.Core, verdict.Poll(ctx)))
}

// stepLine says in one line what is proved of a step: that its values stay as they are, and that the memory of the later stage is valid.
func stepLine(step string, values, memory *stageProof) string {
	switch {
	case values.Proved && memory.Proved:
		return step + ": proved for all inputs"
	case values.Proved:
		return step + ": the values are proved to be the same; the memory is tested"
	}
	return step + ": tested; it is not proved that the values are the same: " + values.Open[0]
}

// assumed is what the proofs about the stages of a dump assume.
const assumed = "proved is for all inputs with which no index needs more than 64 bits, for these sizes of the run time, and where no assertion of the stage before fails"

// line is the proof in one line.
func (m *stageProof) line(label string) string {
	if m.Proved {
		return "memory of " + label + ": proved"
	}
	return "memory of " + label + ": not proved: " + m.Open[0]
}
