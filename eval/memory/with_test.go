package memory_test

import (
	"context"
	"testing"

	"funmem/eval/memory"
	"funmem/semantics/elab"
)

// TestWithStale: an array is stale after an update. A use of it names the overwritten cell
// and the update.
func TestWithStale(t *testing.T) {
	p := core(t, elab.NewSession(nil), `
let (m : mem) = alloc 6
let (x : [2][3]int @ m -> R(2, 3)) = kernel i <= 2 do
  let (k : mem) = alloc 3
  let (r : [3]int @ k -> R(3)) = replicate(3, i)
  in (r)
let (v : [3]int @ m -> 3 + {(3 : 1)}) = x[2]
let (y : [2][3]int @ m -> R(2, 3)) = x with [2, 3] = 9
let (a : int) = v[3]
in (a, m, y)
`)
	out, err := memory.New(memory.Options{Validate: true}).Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	d := out.Divergence
	if d == nil || d.Array != "v" || d.Offset != 5 || d.LastWriter == nil || d.LastWriter.What != "with `y`" {
		t.Errorf("the divergence is %+v", d)
	}
}

// TestWithRace: updates of an array from another iteration race.
func TestWithRace(t *testing.T) {
	p := core(t, elab.NewSession(nil), `
let (m : mem) = alloc 4
let (x : [4]int @ m -> R(4)) = iota 4
let (zm : mem) = alloc 4
let (z : [4]int @ zm -> R(4)) = kernel i <= 4 do
  let (y : [4]int @ m -> R(4)) = x with [2] = i
  let (e : int) = y[2]
  in (e)
in (zm, z)
`)
	out, err := memory.New(memory.Options{}).Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range out.Kernels {
		if k.Kernel.Binds == "z" && k.RaceFree() {
			t.Error("no race was found")
		}
	}
}
