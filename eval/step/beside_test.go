package step_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/step"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
)

// TestTogether has programs beside each other: where they meet, and how they differ.
func TestTogether(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/beside.fun") {
		text, after, ok := strings.Cut(c.Source.Text, "\n-- after\n")
		name, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
		if !ok {
			t.Fatalf("%s has no `-- after`", name)
		}
		var stories []*step.Story
		for _, text := range []string{text, after} {
			s, err := step.Record(context.Background(), passtest.Parse(t, name, text).Mem(t).Core, step.Options{Most: 200}, nil)
			if err != nil {
				t.Fatal(err)
			}
			stories = append(stories, s)
		}
		o := step.Together(stories[0], stories[1])
		fmt.Fprintln(&b, name)
		for k, m := range o.Meet {
			fmt.Fprintf(&b, "%3d %3d %s: %s", m.Before, m.After, stories[0].Steps[m.Before-1].Name, m.Words)
			if k+1 == o.First {
				b.WriteString(" (the first one)")
			}
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%t: %s\n---\n", o.Same, o.Words)
	}
	testkit.Golden(t, "testdata/beside.golden", b.String())
}
