package simplify_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/introduce"
	"funmem/lower/opt/simplify"
	"funmem/lower/rewrite"
)

// BenchmarkLargest simplifies the largest example, and compares the time with that of
// introducing memory.
func BenchmarkLargest(b *testing.B) {
	for _, p := range passtest.Examples(b) {
		if p.Name != "nas/mg.fun" {
			continue
		}
		m := p.Mem(b)
		b.Run("introduce", func(b *testing.B) {
			for b.Loop() {
				if _, err := introduce.New().TransformProgram(p.Core, p.Supply.Clone()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("simplify", func(b *testing.B) {
			for b.Loop() {
				if _, err := simplify.Run(&rewrite.Job{Supply: m.Supply}, m.Core); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
