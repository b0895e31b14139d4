package memory_test

import (
	"context"
	"testing"

	"funmem/eval/memory"
	"funmem/semantics/elab"
)

// blur is a 3×3 blur of a 64×64 picture.
const blur = `
let (xm : mem) = alloc 4096
let (x : [64][64]int @ xm -> R(64, 64)) = kernel i <= 64 do
  let (rm : mem) = alloc 64
  let (r : [64]int @ rm -> R(64)) = kernel j <= 64 do in (i * j % 256)
  in (r)
let (ym : mem) = alloc 3844
let (y : [62][62]int @ ym -> R(62, 62)) = kernel i <= 62 do
  let (rm : mem) = alloc 62
  let (r : [62]int @ rm -> R(62)) = kernel j <= 62 do
    in ((x[i, j] + x[i, j + 1] + x[i, j + 2] + x[i + 1, j] + x[i + 1, j + 1] + x[i + 1, j + 2] + x[i + 2, j] + x[i + 2, j + 1] + x[i + 2, j + 2]) / 9)
  in (r)
in (ym, y)
`

// BenchmarkBlur measures the reference heap semantics, alone and in lockstep.
func BenchmarkBlur(b *testing.B) {
	p := core(b, elab.NewSession(nil), blur)
	for _, c := range []struct {
		name     string
		validate bool
	}{{"heap", false}, {"lockstep", true}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := memory.New(memory.Options{Validate: c.validate}).Run(context.Background(), p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
