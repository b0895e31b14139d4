package fast_test

import (
	"context"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

const blurText = `
def blur [n][m] (x : [n][m]int) =
  kernel i <= n - 2, j <= m - 2 do
    (x[i, j]     + x[i, j + 1]     + x[i, j + 2]
   + x[i + 1, j] + x[i + 1, j + 1] + x[i + 1, j + 2]
   + x[i + 2, j] + x[i + 2, j + 1] + x[i + 2, j + 2]) / 9

blur(photo)
`

func photo() input {
	return input{"photo", array(func(k int) int64 { return int64(k*7919%251) ^ 3 }, 512, 512)}
}

// plainBlur is the blur as one would write it in Go.
func plainBlur(x []int64, n, m int) []int64 {
	y := make([]int64, (n-2)*(m-2))
	for i := range n - 2 {
		for j := range m - 2 {
			o := i*m + j
			y[i*(m-2)+j] = (x[o] + x[o+1] + x[o+2] +
				x[o+m] + x[o+m+1] + x[o+m+2] +
				x[o+2*m] + x[o+2*m+1] + x[o+2*m+2]) / 9
		}
	}
	return y
}

// blurOnly returns the blur of an existing picture under the heap semantics.
func blurOnly(b testing.TB) func() {
	p, _ := parse(b, blurMem)
	block, x := p.Decls[0].(*syntax.Let).Pat[0], p.Decls[1].(*syntax.Let).Pat[0]
	L, _ := heap.RowMajor([]int{512, 512})
	m := heap.New().Adopt("photo", diag.Span{}, photo().v.A.Elems, &heap.Site{})
	in := map[int]fast.Input{block.ID: {Block: m}, x.ID: {Block: m, L: L}}
	p.Decls = p.Decls[2:]
	return func() {
		if _, ok := fast.Check(context.Background(), p, in, engine.Options{}); !ok {
			b.Fatal("the blur is not clean")
		}
	}
}

// BenchmarkBlur times the blur in plain Go, in value mode and in heap mode, by turns. It
// reports the ratios of the shortest times.
func BenchmarkBlur(b *testing.B) {
	in := photo()
	data, _ := in.v.A.Elems.Words(false)
	p, ids := parse(b, blurText, in)
	m := evaluator(ids, in)
	acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
	m.Accelerate = acc.Accelerate
	runs := []func(){
		func() { plainBlur(data, 512, 512) },
		func() {
			if _, err := m.Run(context.Background(), p); err != nil {
				b.Fatal(err)
			}
		},
		blurOnly(b),
	}
	best := make([]time.Duration, len(runs))
	for b.Loop() {
		for k, run := range runs {
			start := time.Now()
			run()
			if d := time.Since(start); best[k] == 0 || d < best[k] {
				best[k] = d
			}
		}
	}
	if acc.no > 0 {
		b.Fatal("the kernel was not accelerated")
	}
	b.ReportMetric(float64(best[0].Microseconds()), "go-µs")
	b.ReportMetric(float64(best[1])/float64(best[0]), "value/go")
	b.ReportMetric(float64(best[2])/float64(best[1]), "heap/value")
}
