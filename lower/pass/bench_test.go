package pass_test

import (
	"testing"

	"funmem/internal/passtest"
)

// BenchmarkCPU times the cpu pipeline over the largest examples, without validation: the passes themselves, printing,
// reading and type-checking after each, and the checks of what they ensure. It reports the passes that take longest.
func BenchmarkCPU(b *testing.B) {
	for _, p := range passtest.Examples(b) {
		if !large[p.Name] {
			continue
		}
		b.Run(p.Name, func(b *testing.B) {
			times := map[string]float64{}
			for b.Loop() {
				stages, err := p.Run("cpu", 0)
				if err != nil {
					b.Fatal(err)
				}
				for _, s := range stages[1:] {
					times[s.Name()] += s.Took.Seconds()
				}
			}
			for name, t := range times {
				if ms := 1000 * t / float64(b.N); ms >= 5 {
					b.ReportMetric(ms, name+"-ms")
				}
			}
		})
	}
}

var large = map[string]bool{"nas/mg.fun": true, "nas/cg.fun": true, "fsmooth/hand.fun": true, "fsmooth/project.fun": true, "accelerate/fft.fun": true, "rodinia/backprop.fun": true}
