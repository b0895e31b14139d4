package fast_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/value"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/semtest"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestRandomUpdates: random programs full of updates have the same values with the
// accelerator, which hardly ever declines.
func TestRandomUpdates(t *testing.T) {
	yes, no := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := semtest.Updates(t)
		p, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want, err := value.New(engine.Options{}).Run(context.Background(), u.Core)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		m := value.New(engine.Options{})
		acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
		m.Accelerate = acc.Accelerate
		got, err := m.Run(context.Background(), u.Core)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for k := range want {
			if !want[k].Equal(got[k]) {
				t.Fatalf("result %d is %s, want %s\n%s", k, value.Format(got[k], 0), value.Format(want[k], 0), text)
			}
		}
		if acc.no > 0 {
			no++
		}
		yes++
	})
	if no*20 > yes {
		t.Errorf("of %d programs %d were not accelerated whole", yes, no)
	}
}
