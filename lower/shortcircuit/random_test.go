package shortcircuit_test

import (
	"testing"

	"funmem/lower/passtest"

	"pgregory.net/rapid"
)

// TestRandom: random programs stay valid and race-free, once and twice through the pass.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := passtest.Random(t)
		if _, err := p.Run("shortcircuit,shortcircuit", 8); err != nil {
			t.Fatalf("%v", err)
		}
	})
}
