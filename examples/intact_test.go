package examples_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// contradicted says how a run of a program without inputs shows that it is not valid; "": it does not.
func contradicted(p *syntax.Program) string {
	for _, schedule := range []string{"forward", "reverse", "random:5"} {
		order, _ := engine.ParseSchedule(schedule)
		m := memory.New(memory.Options{Options: engine.Options{Schedule: order, Memory: 1 << 28}, Validate: true})
		out, err := m.Run(context.Background(), p)
		var stuck *diag.Diagnostic
		switch {
		case out.Divergence != nil:
			return fmt.Sprintf("%s: `%s` differs", schedule, out.Divergence.Array)
		case errors.As(err, &stuck) && stuck.Kind == diag.Stuck:
			v := value.New(engine.Options{Memory: 1 << 28})
			if _, err := v.Run(context.Background(), erase.Program(p)); err == nil {
				return fmt.Sprintf("%s: the heap semantics alone is stuck: %s", schedule, stuck.Msg)
			}
		}
	}
	return ""
}

// TestProvedMutants: no mutant of a random program that is proved valid is shown not to be.
func TestProvedMutants(t *testing.T) {
	tried, proved := 0, map[string]int{}
	passtest.Check(t, testkit.Sample(60, 500), func(rt *rapid.T) {
		p := passtest.Drawn(rt).Mem(rt)
		list := mutants(p.Core)
		if len(list) > 12 {
			from := rapid.IntRange(0, len(list)-12).Draw(rt, "from")
			list = list[from : from+12]
		}
		for _, m := range append(slices.Clone(list), mutant{kind: "none", texts: []string{syntax.Print(p.Core)}}) {
			for _, text := range m.texts {
				src, err := syntax.Parse(diag.NewSource("mutant", text))
				if err != nil {
					continue
				}
				u, err := elab.NewSession(nil).Program(src)
				if err != nil {
					continue
				}
				tried++
				if open, done := intact.Program(prove.NewBudget(prove.MaxSteps), u.Core, nil, nil, nil); !done || len(open) > 0 {
					continue
				}
				proved[m.kind]++
				if why := contradicted(u.Core); why != "" {
					rt.Fatalf("%s: %s\n%s", m.kind, why, text)
				}
			}
		}
	})
	t.Logf("%d programs, proved: %v", tried, proved)
}
