package shortcircuit_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"

	"pgregory.net/rapid"
)

// TestRandom: random programs stay valid and race-free, once and twice through the pass.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := passtest.Random(t)
		if _, err := run(p, "shortcircuit,shortcircuit", 4); err != nil {
			t.Fatalf("%v", err)
		}
	})
}

// TestRandomUpdates: random programs that build an array from parts of others, which are
// read and written in between, stay valid and race-free.
func TestRandomUpdates(tt *testing.T) {
	rapid.Check(tt, func(t *rapid.T) {
		text := testkit.Parts(t)
		p := passtest.Parse(tt, "updates", text)
		if _, err := run(p, "shortcircuit,shortcircuit", 1); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
	})
}
