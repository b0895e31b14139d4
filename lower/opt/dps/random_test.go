package dps_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"

	"pgregory.net/rapid"
)

// lists are lists of passes with dps.
var lists = []string{
	"dps", "simplify,dps", "simplify,hoist,shortcircuit,dps", "simplify,hoist,dps,dps",
	"dps,simplify", "dps,merge", "dps,free", "dps,expand", "dps,shortcircuit", "dps,simplify,hoist,merge,free",
}

// TestRandom: random programs stay valid and race-free, and their storage is a stack.
func TestRandom(t *testing.T) {
	passtest.Check(t, 30, func(rt *rapid.T) {
		p := passtest.Random(rt)
		if _, err := p.Mem(t).Run(rapid.SampledFrom(lists).Draw(rt, "list"), 3); err != nil {
			rt.Fatalf("%v", err)
		}
	})
}

// TestRandomReuse: so do random programs with many arrays.
func TestRandomReuse(t *testing.T) {
	passtest.Check(t, 30, func(rt *rapid.T) {
		text := passtest.Reuses(rt)
		list := rapid.SampledFrom(lists).Draw(rt, "list")
		if _, err := passtest.Parse(t, "reuses", text).Mem(t).Run(list, 1); err != nil {
			rt.Fatalf("%s\n%s\n%v", list, text, err)
		}
	})
}

// done are the things that the pass does, by a part of what it notes.
var done = map[string]string{
	"destinations": "its destination is a parameter", "rows": "(row `", "branches": "each branch puts it in", "turns": "take turns",
	"states": "each round copies it to", "dead": "[Dead Allocation]", "hoisting": "[Allocation Hoisting]", "merging": "[Allocation Merging]",
	"refused states or branches": "its block stays in", "refused merging": "not a part of block",
}

// TestRandomCalls: so do random programs whose functions call each other. Each of the things that the pass does is in some of them.
func TestRandomCalls(t *testing.T) {
	count := map[string]int{}
	passtest.Check(t, 120, func(rt *rapid.T) {
		text := calls(rt)
		list := rapid.SampledFrom(lists).Draw(rt, "list")
		stages, err := passtest.Parse(t, "calls", text).Mem(t).Run(list, 1)
		if err != nil {
			rt.Fatalf("%s\n%s\n%v%s", list, text, err, passtest.Programs(err))
		}
		tally(count, stages)
	})
	t.Log(count)
	for what := range done {
		if count[what] == 0 && what != "dead" && what != "refused states or branches" && !testkit.Mistaken() {
			t.Errorf("no program has %s", what)
		}
	}
}

// tally counts what the pass did.
func tally(count map[string]int, stages []*pass.Stage) {
	for _, s := range stages {
		if s.Name() != "dps" {
			continue
		}
		for _, n := range s.Notes {
			for what, text := range done {
				if strings.Contains(n.Text, text) {
					count[what]++
				}
			}
		}
	}
}
