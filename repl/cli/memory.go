package cli

import (
	"context"
	"slices"

	"funmem/eval/verdict"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/prove/intact"
	"funmem/semantics/syntax"
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

// valuesProof is what is proved of the values of a stage: that they are those of the stage before, for all inputs.
type valuesProof struct {
	Proved bool     `json:"proved"`
	Open   []string `json:"open"` // what is not shown, function by function
}

// valuesOf tries to prove that the functions of two stages have the same values.
func valuesOf(ctx context.Context, before, after *dumpStage) *valuesProof {
	was, is := before.program.Core, after.program.Core
	steps, v := prove.NewBudget(prove.MaxSteps), &valuesProof{Open: []string{}}
	for _, d := range was.Defs() {
		k := slices.IndexFunc(is.Defs(), func(e *syntax.Def) bool { return e.Name == d.Name })
		if k < 0 { // a function that was inlined: its callers have it
			continue
		}
		open, done := equal.Programs(steps, equal.Side{Program: was, Def: d}, equal.Side{Program: is, Def: is.Defs()[k]}, verdict.Poll(ctx))
		if !done {
			v.Open = append(v.Open, "the proof takes too many steps")
		}
		for _, o := range open {
			v.Open = append(v.Open, o.Text())
		}
	}
	v.Proved = len(v.Open) == 0
	return v
}

// line is what is proved of a step, in one line: that its values stay as they are, and that the memory of the later stage is valid.
func (v *valuesProof) line(step string, m *memoryProof) string {
	switch {
	case v.Proved && m.Proved:
		return step + ": proved for all inputs"
	case v.Proved:
		return step + ": the values are proved to be the same; the memory is tested"
	}
	return step + ": tested; it is not proved that the values are the same: " + v.Open[0]
}

// assumed is what the proofs about the stages of a dump assume.
const assumed = "proved is for all inputs with which no index needs more than 64 bits, for these sizes of the run time, and where no assertion of the stage before fails"

// line is the proof in one line.
func (m *memoryProof) line(label string) string {
	if m.Proved {
		return "memory of " + label + ": proved"
	}
	return "memory of " + label + ": not proved: " + m.Open[0]
}
