package expand_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"

	"pgregory.net/rapid"
)

// TestRandomSizes: kernels and loops whose iterations need blocks of different sizes stay
// valid and race-free.
func TestRandomSizes(t *testing.T) {
	passtest.Check(t, 15, func(rt *rapid.T) {
		text := testkit.Sizes(rt)
		p := passtest.Parse(t, "sizes", text).Mem(t)
		list := rapid.SampledFrom(layouts).Draw(rt, "passes")
		if _, err := p.Run(list, 8); err != nil {
			rt.Fatalf("%s\n%s: %v", text, list, err)
		}
	})
}

// TestRandomHuge: a program does not get stuck because of a block in a branch that is not
// taken.
func TestRandomHuge(t *testing.T) {
	passtest.Check(t, 15, func(rt *rapid.T) {
		text := testkit.Huge(rt)
		p := passtest.Parse(t, "huge", text).Mem(t)
		list := rapid.SampledFrom(layouts).Draw(rt, "passes")
		if err := p.Fits(list, 4); err != nil {
			rt.Fatalf("%s\n%s: %v", text, list, err)
		}
	})
}
