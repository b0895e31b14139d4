package equal_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// side is a program for validation; nil if it is ill-typed.
func side(name, text string) *validate.Program {
	src, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		return nil
	}
	s := elab.NewSession(nil)
	u, err := s.Program(src)
	if err != nil {
		return nil
	}
	return &validate.Program{Unit: u, Name: name, Supply: s.Supply()}
}

func defOf(p *syntax.Program, name string) *syntax.Def {
	for _, d := range p.Defs() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// TestEdited: no random change of a small function that is proved to have the same values is refuted by inputs.
func TestEdited(t *testing.T) {
	var texts []string
	chunks := testkit.Chunks(t, "testdata/pairs.fun")
	if testkit.More() { // some of these take long to run
		chunks = append(chunks, testkit.Chunks(t, "testdata/apart.fun")...)
	}
	for _, c := range chunks {
		before, after, _ := strings.Cut(c.Source.Text, "-- after:\n")
		for _, text := range []string{before, after} {
			texts = append(texts, syntax.Print(passtest.Parse(t, "function", text).Core))
		}
	}
	proved, refuted := 0, 0
	passtest.Check(t, testkit.Sample(160, 1000), func(rt *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(rt, "function")
		before := side("before", text)
		for range 8 {
			edited := passtest.Edited(rt, text)
			after := side("after", edited)
			if after == nil || edited == text {
				continue
			}
			subjects, err := validate.Subjects(before, after)
			if err != nil {
				continue
			}
			for _, s := range subjects {
				b, a := defOf(before.Core, s.Name), defOf(after.Core, s.Name)
				if b == nil || a == nil {
					continue
				}
				open, done := equal.Programs(prove.NewBudget(prove.MaxSteps/20), equal.Side{Program: before.Core, Def: b}, equal.Side{Program: after.Core, Def: a})
				if !done || len(open) > 0 {
					refuted++
					continue
				}
				proved++
				r, err := validate.Validate(context.Background(), s, &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 60, Seed: 1, Steps: 1_000_000})
				if err != nil {
					continue
				}
				if r.Word == validate.Refuted {
					rt.Fatalf("proved, and refuted: %s\n--- after:\n%s", text, edited)
				}
			}
		}
	})
	t.Logf("%d are proved, %d are not", proved, refuted)
	if proved == 0 || refuted == 0 {
		t.Error("all or none are proved")
	}
}
