package dps_test

import (
	"testing"

	"funmem/internal/passtest"

	"pgregory.net/rapid"
)

// lists are lists of passes with dps.
var lists = []string{"dps", "simplify,dps", "simplify,hoist,shortcircuit,dps", "simplify,hoist,dps,dps"}

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
