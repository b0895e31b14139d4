package cli

import (
	"context"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/prove/intact"
)

// stageProof is what is proved of a stage for all inputs: that its memory is valid, or that its values are those of the stage before.
type stageProof struct {
	Proved bool     `json:"proved"`
	Open   []string `json:"open"` // what is not shown of its functions and statements
}

// stageProver proves what there is to prove of stages.
type stageProver struct {
	effort validity.Effort
	asking *session.Asking
}

// proof is a proof about something, which of names. It is nil with --no-prove.
func (p *stageProver) proof(about, of string, prove func(steps *prove.Budget) (open []string)) *stageProof {
	if p.effort == validity.NoProof {
		return nil
	}
	steps := p.steps()
	if tells := p.asking.Tells(); tells != nil {
		second, end := tells(about, of)
		defer end()
		steps.Second = second
	}
	open := prove(steps)
	return &stageProof{len(open) == 0, append([]string{}, open...)}
}

// steps are those of all proofs about a program together.
func (p *stageProver) steps() *prove.Budget {
	if p.effort == validity.Lifted {
		return prove.NewBudget(prove.LiftedSteps)
	}
	return prove.NewBudget(prove.MaxSteps)
}

// memoryOf tries to prove that the memory of a stage is valid.
func (p *stageProver) memoryOf(ctx context.Context, d *dumpStage) *stageProof {
	return p.proof("the memory of "+d.label, "memory-"+d.label, func(steps *prove.Budget) []string {
		return intact.Whole(steps, d.program.Core, verdict.Poll(ctx))
	})
}

// valuesOf tries to prove that two stages have the same values.
func (p *stageProver) valuesOf(ctx context.Context, before, after *dumpStage) *stageProof {
	return p.proof("the values of "+after.label, "values-"+after.label, func(steps *prove.Budget) []string {
		return equal.Functions(steps, before.program.Core, after.program.Core, after.program.InBytes, verdict.Poll(ctx))
	})
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

// stepBug is a message if a run of two stages shows what is proved of them not to be. Proofs are about the sizes that are set, and not about other ones.
func (v *Validation) stepBug(s step, values, memory *stageProof) *diag.Diagnostic {
	p := validate.Proofs{After: &validity.Proof{Shown: memory.Proved}}
	if values.Proved {
		p.Values = "they are proved to be the same"
	}
	for _, r := range v.Results {
		if r.Word == validate.Refuted && (v.wrong == nil || r != v.wrong.Result) && p.Contradicted(r.Failure) != nil {
			return diag.Errorf(diag.Bug, "", diag.Span{}, "%s is proved, and a run refutes it", s.label()).Helpf("believe the run, and please report the program")
		}
	}
	return nil
}

// line is the proof in one line.
func (m *stageProof) line(label string) string {
	if m.Proved {
		return "memory of " + label + ": proved"
	}
	return "memory of " + label + ": not proved: " + m.Open[0]
}
