package pass_test

import (
	"os"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// volatility returns the gpu form of a program. In it a kernel of kernels solves systems of
// equations for all sizes, in expanded blocks.
func volatility(t testing.TB) *syntax.Program {
	t.Helper()
	text, err := os.ReadFile("testdata/locvolcalib.fun")
	if err != nil {
		t.Fatal(err)
	}
	stages, err := passtest.Parse(t, "locvolcalib", string(text)).Run("gpu", 0)
	if err != nil {
		t.Fatal(err)
	}
	return stages[len(stages)-1].Program
}

// TestProofs: the proofs about a program take no more steps than there are. With fewer steps less is proved, and for
// each kernel that is not proved the reason is given.
func TestProofs(t *testing.T) {
	p := volatility(t)
	all := map[*syntax.Let]*races.Kernel{}
	for _, steps := range []int{prove.MaxSteps, prove.MaxSteps / 100, 100, 0} {
		b, proved, kernels := prove.NewBudget(steps), 0, 0
		for _, k := range races.KernelsWithin(b, p, nil, nil) {
			if all[k.Let] == nil {
				all[k.Let] = k
			}
			switch kernels++; {
			case k.Proved:
				proved++
			case strings.HasPrefix(k.GivenUp, "the proof takes more than "):
			case k.GivenUp != "" || all[k.Let].Proved:
				t.Errorf("%d steps: `%s` is not proved: %q", steps, k.Let.Pat[0].Written(), k.GivenUp)
			}
			if full := all[k.Let]; k.Proved && !full.Proved || k.InBounds && !full.InBounds {
				t.Errorf("%d steps: `%s` is proved, and is not with more", steps, k.Let.Pat[0].Written())
			}
		}
		t.Logf("%d steps: %d taken, %d of %d kernels", steps, b.Taken(), proved, kernels)
		if most := steps + slack; b.Taken() > most || kernels != len(all) || (proved > 0) != (steps > 100) {
			t.Errorf("%d steps: %d taken, %d of %d kernels proved", steps, b.Taken(), proved, kernels)
		}
	}
}

// slack is how far the last step may exceed the budget.
const slack = 1000

// BenchmarkProofs times the proofs about that program.
func BenchmarkProofs(b *testing.B) {
	p := volatility(b)
	for b.Loop() {
		races.Kernels(p, nil, nil)
	}
}
