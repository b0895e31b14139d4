package rewrite_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/rewrite"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// TestExhausted: what is not known with a full budget is not known with an empty one either, and then nothing is known
// that needs a proof.
func TestExhausted(t *testing.T) {
	const text = "def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) (k : int) : int =\n  let c = k > 2\n  let r = if c then let m = alloc (k - 2) in (k) else 0\n  in (k)"
	p := passtest.Parse(t, "exhausted", text)
	d := p.Core.Defs()[0]
	for steps, want := range map[int]bool{0: false, prove.MaxSteps: true} {
		b := prove.NewBudget(steps)
		(&prove.Symbols{Budget: b}).Step(1) // with no steps this is one too many
		if b.Spent() == want {
			t.Fatalf("%d steps: used up is %v", steps, b.Spent())
		}
		known := rewrite.KnownBefore(&rewrite.Job{Supply: p.Supply, Budget: b}, p.Core)
		known.Bind(d.Params...)
		asked := 0
		ask(known, d.Body, func(k *rewrite.Known, size syntax.Expr) {
			asked++
			if got := k.AtLeast(size, 1); got != want {
				t.Errorf("%d steps: at least 1 is known: %v", steps, got)
			}
			if k.AtLeast(size, 2) {
				t.Errorf("%d steps: at least 2 is known, which does not hold", steps)
			}
		})
		if asked == 0 {
			t.Error("no alloc")
		}
	}
}
