package bench

import (
	"math"
	"slices"
	"testing"

	"funmem/repl/cli"
	"funmem/repl/session"
)

// checked returns how long a check of a program takes on one thread, with native code or without.
func checked(b *testing.B, w twin, engine string) (ns float64) {
	s := session.Defaults()
	s.Engine, s.Threads = engine, 1
	return w.timedAs(b, &cli.Options{Settings: s, Check: true}).Median
}

// BenchmarkChecked measures `check --engine native` over `run --engine native`, and `check` over the same: the least of
// three medians each.
func BenchmarkChecked(b *testing.B) {
	for _, p := range scaledPrograms {
		if !slices.Contains([]string{"map", "matrix product", "hotspot, 4 steps"}, p.name) {
			continue
		}
		w := p.at(p.large)
		run, natively, plain := math.Inf(1), math.Inf(1), math.Inf(1)
		for range 3 {
			run = min(run, timed(b, w, "native", 1))
			natively, plain = min(natively, checked(b, w, "native")), min(plain, checked(b, w, "value"))
		}
		b.Logf("%s, %d: run %.1f ms; check natively %.1f ms, %.1f times; check %.1f ms, %.1f times", p.name, p.large, run/1e6, natively/1e6, natively/run, plain/1e6, plain/run)
	}
	b.ReportMetric(0, "ns/op")
}
