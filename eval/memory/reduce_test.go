package memory_test

import (
	"context"
	"fmt"
	"testing"

	"funmem/eval/memory"
	"funmem/semantics/elab"
)

// TestReduceInPlace: nothing is read or written for an accumulator that lies at its place
// when the fold begins and after each round. Iterations may then share the place without a
// race. An accumulator elsewhere in the block is copied.
func TestReduceInPlace(t *testing.T) {
	for _, c := range []struct {
		ne, res string
		racy    bool
	}{
		{"x", "b", false},
		{"y", "b", true},
		{"x", "c", true},
	} {
		p := core(t, elab.NewSession(nil), fmt.Sprintf(`
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (y : [2] @ m -> 1 + {(2 : -1)}) = reverse x
let (k : mem) = alloc 2
let (z : [2] @ k -> R(2)) = kernel i <= 2 do
  let (a : [2] @ m -> R(2)) = reduce (\(b : [2] @ m -> R(2)) (v : int) ->
    let (c : [2] @ m -> 1 + {(2 : -1)}) = reverse b
    in (%s)) %s x
  let (e : int) = a[1]
  in (e)
in (k, z)
`, c.res, c.ne))
		out, err := memory.New(memory.Options{}).Run(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		free := out.Kernels[len(out.Kernels)-1].RaceFree()
		if free == c.racy {
			t.Errorf("from %s, with %s: race-free is %t", c.ne, c.res, free)
		}
	}
}
