package equal_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
)

// TestReview: with n = 0 and k = -1 AFTER is stuck, since the type [n][k]int of y has a negative size, and BEFORE has a value.
func TestReview(t *testing.T) {
	before := passtest.Parse(t, "before", `def f (n : int) (k : int) = kernel i <= n do length(iota(k))
`).Core
	after := passtest.Parse(t, "after", `def f (n : int) (k : int) =
  let y = kernel i <= n do iota(k)
  in kernel i <= n do k
`).Core
	open, done := equal.Programs(prove.NewBudget(prove.MaxSteps), equal.Side{Program: before, Def: before.Defs()[0]}, equal.Side{Program: after, Def: after.Defs()[0]})
	if done && len(open) == 0 {
		t.Error("AFTER is proved not to get stuck where BEFORE does not")
	}
}
