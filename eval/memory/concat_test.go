package memory_test

import (
	"context"
	"slices"
	"testing"

	"funmem/eval/memory"
	"funmem/semantics/elab"
)

// TestConcatInPlace: nothing is read or written for an operand that already lies in its
// place. An iteration may then read it without a race.
func TestConcatInPlace(t *testing.T) {
	text := func(x string) string {
		return `
let (m : mem) = alloc 4
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 2
let (z : [2] @ k -> R(2)) = kernel i <= 2 do
  let (am : mem) = alloc 0
  let (a : [0] @ am -> R(0)) = iota 0
  let (y : [3] @ m -> ` + x + `) = concat(x, a)
  let (e : int) = y[1]
  in (e)
in (k, z)
`
	}
	for x, racy := range map[string]bool{"R(3)": false, "1 + {(3 : 1)}": true} {
		out, err := memory.New(memory.Options{Validate: true}).Run(context.Background(), core(t, elab.NewSession(nil), text(x)))
		if err != nil {
			t.Fatal(err)
		}
		if free := out.Kernels[1].RaceFree(); free == racy {
			t.Errorf("y at %s: race-free is %t", x, free)
		}
	}
}

// TestConcatDiverges: if an earlier operand overwrites a later one, that is found when the
// later one is copied, and the message names the element.
func TestConcatDiverges(t *testing.T) {
	p := core(t, elab.NewSession(nil), `
let (m : mem) = alloc 6
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> 3 + {(3 : 1)}) = kernel i <= 3 do in (i * 10)
let (z : [6] @ m -> R(6)) = concat(y, x)
in (m, z)
`)
	out, err := memory.New(memory.Options{Validate: true}).Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	d := out.Divergence
	if d == nil || d.Array != "x" || d.Use != "concat into `z`" || !slices.Equal(d.Index, []int{1}) || d.Value.String() != "1" || d.Heap.String() != "10" {
		t.Errorf("%+v", d)
	}
}
