package examples_test

import (
	"slices"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

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
				if why := passtest.Contradicted(u.Core); why != "" {
					rt.Fatalf("%s: %s\n%s", m.kind, why, text)
				}
			}
		}
	})
	t.Logf("%d programs, proved: %v", tried, proved)
}
