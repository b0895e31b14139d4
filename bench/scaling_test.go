package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// scaled is a program whose size can be chosen: N stands for it.
type scaled struct {
	twin
	of    string              // what a unit of its work is
	sizes []int               // from small to large
	large int                 // the size for the threads
	work  func(n int) float64 // units of work
}

func square(n int) float64 { return float64(n) * float64(n) }

// scaledPrograms are the programs of the plots.
var scaledPrograms = []scaled{
	{twin{name: "map", file: "bench/fun/map.fun", expr: "let a = kernel i <= N do i % 1000 in let b = kernel i <= N do 7 * i % 1009 in mapped(a, b)"},
		"element", []int{10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000}, 10_000_000, func(n int) float64 { return float64(n) }},
	{twin{name: "sum of squares", file: "bench/fun/sumsquares.fun", expr: "sumsquares(N)"},
		"element", []int{10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000}, 10_000_000, func(n int) float64 { return float64(n) }},
	{twin{name: "hotspot, 4 steps", file: "examples/rodinia/hotspot.fun", expr: "let temp = kernel i <= N, j <= N do 320.0 + f64((i * i + 3 * j) % 11) in let power = kernel i <= N, j <= N do f64((5 * i + j * j) % 7) / 1000.0 in hotspot(4, temp, power)"},
		"cell and step", []int{4, 16, 64, 256, 1024, 2048}, 2048, func(n int) float64 { return 4 * square(n) }},
	{twin{name: "row addition", file: "examples/sac/rowadd.fun", expr: "let a = table(N, N) in rowaddV1(a)"},
		"element", []int{4, 16, 64, 256, 1024, 3000}, 3000, square},
	{twin{name: "matrix product", file: "examples/sac/matmul.fun", expr: "let a = kernel i <= N, j <= N do f64(i * j % 7) / 3.0 in let b = kernel i <= N, j <= N do f64(i + j) / 7.0 in matmul(a, b)"},
		"multiply-add", []int{4, 16, 64, 128, 256, 512}, 512, func(n int) float64 { return square(n) * float64(n) }},
	{twin{name: "Mandelbrot set", file: "bench/fun/mandelbrot.fun", expr: "mandelbrot(N, 100)"},
		"point", []int{4, 16, 64, 256, 800}, 800, square},
}

// at returns the program for a size.
func (p scaled) at(n int) twin {
	w := p.twin
	w.expr = strings.ReplaceAll(w.expr, "N", fmt.Sprint(n))
	return w
}

// TestScaled: the programs run.
func TestScaled(t *testing.T) {
	for _, p := range scaledPrograms {
		result(t, p.at(p.sizes[0]))
	}
}

// BenchmarkScaling measures the programs at all sizes, and on 1, 2, 4, … threads; -update draws the plots of
// docs/bench.md.
func BenchmarkScaling(b *testing.B) {
	sizes := plot{title: "Time of a unit of work on one thread, in ns", x: "units of work", logs: true}
	checks := plot{title: "Time of check over that of run, on one thread", x: "units of work", logX: true}
	threads := plot{title: fmt.Sprintf("How many times as fast as on one thread, on %d cores", runtime.NumCPU()), x: "threads"}
	for _, p := range scaledPrograms {
		run, ratio, speed := curve{name: p.name + " (" + p.of + ")"}, curve{name: p.name}, curve{name: p.name}
		for _, n := range p.sizes {
			one := timed(b, p.at(n), "value", 1)
			run.add(p.work(n), one/p.work(n))
			ratio.add(p.work(n), timed(b, p.at(n), "heap", 1)/one)
		}
		one := 0.0
		for n := 1; n <= runtime.NumCPU(); n *= 2 {
			ns := timed(b, p.at(p.large), "value", n)
			if n == 1 {
				one = ns
			}
			speed.add(float64(n), one/ns)
		}
		sizes.curves, checks.curves, threads.curves = append(sizes.curves, run), append(checks.curves, ratio), append(threads.curves, speed)
		b.Log(p.name, run, ratio, speed)
	}
	b.ReportMetric(0, "ns/op")
	if !*testkit.Update {
		return
	}
	dir := os.Getenv("PLOTS")
	if dir == "" {
		dir = filepath.Join(testkit.Root(b), "docs")
	}
	for name, p := range map[string]plot{"bench-sizes.svg": sizes, "bench-check.svg": checks, "bench-threads.svg": threads} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(p.svg()), 0o666); err != nil {
			b.Fatal(err)
		}
	}
}
