package repl

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"funmem/eval/data"
	"funmem/repl/cli"
	"funmem/repl/session"
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

// BenchmarkPhoto times the blur of the photograph, from the files to the printed result: the
// sub-commands run and check, a session under the heap semantics (rule by rule, in lockstep with
// the value semantics), and a plain Go loop over the pixels. They take turns; it gives the ratios
// of the shortest times.
func BenchmarkPhoto(b *testing.B) {
	const photo = "../examples/data/ascent.npy"
	vs, err := data.Read(context.Background(), photo, 0)
	if err != nil {
		b.Fatal(err)
	}
	v := vs[0]
	pixels, _ := v.A.Elems.Words(false)
	st := cli.Streams{In: nil, Out: io.Discard, Err: io.Discard}
	o := &cli.Options{Settings: session.Defaults(), Inputs: []string{"photo=" + photo}}
	command := func(body cli.Body) func() {
		return func() {
			if err := body(context.Background(), st, o, []string{"../examples/blur.fun"}); err != nil {
				b.Fatal(err)
			}
		}
	}
	runs := []func(){func() { loop(pixels, 512, 512) }, command(cli.Run), command(cli.Check), func() {
		c, out := consoleFor()
		c.Settings.Engine = "heap"
		c.Bind("photo", v.Val)
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

// goals are the programs that the time goals of the project name, and two of its examples with more
// elements.
var goals = map[string]string{
	"product": `
let a = kernel i <= 128, j <= 128 do f64((i * i + 3 * j) % 7 - 3) / 4.0
let b = kernel i <= 128, j <= 128 do f64((2 * i + j * j) % 5) / 8.0
let c = kernel i <= 128, j <= 128 do reduce (\sum x y -> sum + x * y) 0.0 a[i] b[:, j]
c[5, 5]`,
	"squares": "reduce (\\sum x -> sum + x * x) 0 (iota 1000000)",
	"updates": `
let n = 32000
let x = loop (x = replicate(n, 0)) for i <= n do x with [i * 7919 % n + 1] = x[i * 7919 % n + 1] + i
x[5]`,
	"relaxation": `
let a = kernel i <= 200, j <= 200 do if i == 1 && j == 2 then 500.0 else 0.0
let b = loop (a = a) for k <= 20 do
  kernel i <= 200, j <= 200 do
    if i == 1 || i == 200 || j == 1 || j == 200 then a[i, j]
    else (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) / 4.0
b[5, 5]`,
	"decomposition": `
let n = 100
let a = kernel i <= n, j <= n do 10.0 * exp(-0.001 * f64(abs(i - j)))
let b = loop (a = a) for k <= n - 1 do
  let column = kernel i <= n - k do a[k + i, k] / a[k, k]
  let a = a with [k + 1 : n - k, k] = column
  let rest = kernel i <= n - k, j <= n - k do a[k + i, k + j] - a[k + i, k] * a[k, k + j]
  in a with [k + 1 : n - k, k + 1 : n - k] = rest
b[50, 50]`,
}

// BenchmarkGoals times the sub-commands run and check on programs, in turns, from the file to the
// printed result. It gives the shortest times, their ratio, and how many MB each allocates from the
// heap in all.
func BenchmarkGoals(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(goals)) {
		b.Run(name, func(b *testing.B) {
			file := filepath.Join(b.TempDir(), name+".fun")
			if err := os.WriteFile(file, []byte(goals[name]), 0o600); err != nil {
				b.Fatal(err)
			}
			st := cli.Streams{In: nil, Out: io.Discard, Err: io.Discard}
			o := &cli.Options{Settings: session.Defaults()}
			var best [2]time.Duration
			var mb [2]float64
			for b.Loop() {
				for k, body := range []cli.Body{cli.Run, cli.Check} {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					start := time.Now()
					if err := body(context.Background(), st, o, []string{file}); err != nil {
						b.Fatal(err)
					}
					if d := time.Since(start); best[k] == 0 || d < best[k] {
						best[k] = d
					}
					runtime.ReadMemStats(&after)
					mb[k] = float64(after.TotalAlloc-before.TotalAlloc) / (1 << 20)
				}
			}
			b.ReportMetric(float64(best[0].Microseconds())/1000, "run-ms")
			b.ReportMetric(float64(best[1].Microseconds())/1000, "check-ms")
			b.ReportMetric(float64(best[1])/float64(best[0]), "check/run")
			b.ReportMetric(mb[0], "run-MB")
			b.ReportMetric(mb[1], "check-MB")
		})
	}
}
