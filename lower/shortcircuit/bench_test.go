package shortcircuit_test

import (
	"testing"

	"funmem/lower/passtest"
)

func BenchmarkExamples(b *testing.B) {
	for _, p := range passtest.Examples(b) {
		switch p.Name {
		case "nas/mg.fun", "fsmooth/hand.fun", "rodinia/lud.fun", "loops.fun", "fsmooth/add3.fun":
			b.Run(p.Name, func(b *testing.B) {
				for range b.N {
					stages, err := p.Run("shortcircuit", 0)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(stages[len(stages)-1].Took.Milliseconds()), "ms/pass")
				}
			})
		}
	}
}
