package shortcircuit_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
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

// BenchmarkConcat builds the operands of one concatenation in their final places.
func BenchmarkConcat(b *testing.B) {
	for _, n := range []int{20, 40, 80} {
		var text, all strings.Builder
		text.WriteString("def f [n] (x : [n]int) (k : int) =\n")
		for i := range n {
			fmt.Fprintf(&text, "  let a%d = kernel j <= n do x[j] * %d + k in\n", i, i)
			fmt.Fprintf(&all, " ++ a%d", i)
		}
		p := passtest.Parse(b, "concat", text.String()+"  "+all.String()[4:])
		b.Run(fmt.Sprint(n), func(b *testing.B) {
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
