package bench

import (
	"fmt"
	"testing"

	"funmem/internal/testkit"
	"funmem/repl/session"
)

// pipelines are programs with arrays that only exist to be read.
var pipelines = []twin{
	{name: "two maps", expr: "let a = iota 1000000 in twoMaps(a)"},
	{name: "four maps", expr: "let a = map f64 (iota 1000000) in fourMaps(a)"},
	{name: "distance", expr: "let a = map f64 (iota 1000000) in let b = map (\\x -> x + 1.0) a in distance(a, b)"},
	{name: "norms of rows", expr: "let a = kernel i <= 1000, j <= 1000 do f64(i + j) in rowNorms(a)"},
	{name: "three neighbours", expr: "let a = map f64 (iota 1000000) in blurred(a)"},
}

// BenchmarkFusion measures what fusion gains, and prints a table of docs/bench.md; -update writes it there.
func BenchmarkFusion(b *testing.B) {
	table := "| program | as written, ms | fused, ms | fused / as written | memory, as written | memory, fused |\n|---|---|---|---|---|---|\n"
	for _, w := range pipelines {
		w.file = "bench/fun/pipelines.fun"
		run := func(asWritten bool) timing {
			s := session.Defaults()
			s.Threads, s.AsWritten = 1, asWritten
			return w.timed(b, s)
		}
		on, off := run(false), run(true)
		table += fmt.Sprintf("| %s | %.2f | %.2f | %.2f | %.1f MB | %.1f MB |\n", w.name, off.Median/1e6, on.Median/1e6, on.Median/off.Median, off.Allocated/1e6, on.Allocated/1e6)
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + table)
	if *testkit.Update {
		write(b, "fusion", table)
	}
}
