package repl

import (
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	"funmem/eval/data"
)

// BenchmarkOnePlusOne is the answer to 1+1 in a session of a hundred arrays.
func BenchmarkOnePlusOne(b *testing.B) {
	c, out := consoleFor()
	for i := range 100 {
		c.Line(fmt.Sprintf("let x%d = kernel i <= 3, j <= 4 do i * j + %d", i, i))
	}
	for b.Loop() {
		out.Reset()
		c.Line("1+1")
	}
}

// loop is the blur as a person writes it in Go.
func loop(x []int64, n, m int) []int64 {
	y := make([]int64, (n-2)*(m-2))
	for i := range n - 2 {
		for j := range m - 2 {
			o := i*m + j
			y[i*(m-2)+j] = (x[o] + x[o+1] + x[o+2] + x[o+m] + x[o+m+1] + x[o+m+2] + x[o+2*m] + x[o+2*m+1] + x[o+2*m+2]) / 9
		}
	}
	return y
}

// BenchmarkPhoto times the sub-commands run and check, and a session under the
// heap semantics (rule by rule, in lockstep with the value semantics), on the blur
// of the photograph, from the files to the printed result, beside a plain Go loop
// over the pixels, in turns, and gives the ratios of the shortest times.
func BenchmarkPhoto(b *testing.B) {
	const photo = "../examples/data/ascent.npy"
	vs, err := data.Read(context.Background(), photo, 0)
	if err != nil {
		b.Fatal(err)
	}
	v := vs[0]
	pixels, _ := v.A.Elems.Words(false)
	st := Streams{In: nil, Out: io.Discard, Err: io.Discard}
	o := &Options{Settings: Defaults(), Inputs: []string{"photo=" + photo}}
	command := func(body Body) func() {
		return func() {
			if err := body(context.Background(), st, o, []string{"../examples/blur.fun"}); err != nil {
				b.Fatal(err)
			}
		}
	}
	runs := []func(){func() { loop(pixels, 512, 512) }, command(Run), command(Check), func() {
		c, out := consoleFor()
		c.Settings.Engine = "heap"
		c.Bind("photo", v)
		if err := c.Load(context.Background(), "../examples/blur.fun"); err != nil {
			b.Fatal(err, out)
		}
	}}
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
	ms := func(k int) float64 { return float64(best[k].Microseconds()) / 1000 }
	b.ReportMetric(ms(0), "loop-ms")
	b.ReportMetric(ms(1), "run-ms")
	b.ReportMetric(ms(1)/ms(0), "run/loop")
	b.ReportMetric(ms(2)/ms(1), "check/run")
	b.ReportMetric(ms(3)/ms(1), "rules/run")
}
