package simplify_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/pass"

	"pgregory.net/rapid"
)

// TestRandomPrograms simplifies random programs of Fun, before and after they get
// memory, and compares each stage with the one before it.
func TestRandomPrograms(t *testing.T) {
	passtest.Check(t, 100, func(rt *rapid.T) {
		p := passtest.Random(rt)
		list := rapid.SampledFrom([]string{"simplify", "introduce,simplify", "simplify,introduce,simplify"}).Draw(rt, "passes")
		if _, err := p.Run(list, 3); err != nil {
			text := ""
			if f, ok := err.(*pass.Failed); ok {
				text = f.Before.Text + "\n=>\n" + f.After.Text
			}
			rt.Fatalf("%v\n%s", err, text)
		}
	})
}
