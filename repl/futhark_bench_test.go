package repl

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"funmem/futhark/corpus"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// BenchmarkDumps times run and check on dumps with inputs of about 10^5 elements, in turns, from the dump to the
// printed result. (The matrix of lu_inplace has 10^4 elements, which are written 33 times each.) It gives the shortest
// times and their ratio. For a mutant it times the run of the original program, and the check that refutes the mutant.
func BenchmarkDumps(b *testing.B) {
	const xs, matrix, reals = "map (\\(i : int) -> i * 7919 % 1000) (iota 100000)", "kernel i <= 316, j <= 316 do i * j % 97", "kernel i <= 316, j <= 316 do f64(i * j % 97)"
	dir := corpus.Unpack(b)
	for _, p := range []struct {
		dump   string
		inputs []string
		wrong  string // a mutant that is checked instead, and refuted
	}{
		{"rotate_mix.final.fut_seq_mem", []string{"k=3", "xs=" + xs}, ""},
		{"swap_two.final.fut_seq_mem", []string{"k=1", "xs=" + xs, "ys=" + xs}, ""},
		{"prefix_inplace.final.fut_seq_mem", []string{"xs=" + xs, "lim=100000"}, ""},
		{"fold_scan.final.fut_seq_mem", []string{"xs=" + xs}, ""},
		{"keep_some.final.fut_seq_mem", []string{"xs=" + xs, "d=3"}, ""},
		{"hist_parity.final.fut_seq_mem", []string{"k=1000", "keys=" + xs, "vals=" + xs}, ""},
		{"row_scans.final.fut_seq_mem", []string{"a=" + matrix}, ""},
		{"jacobi_steps.final.fut_seq_mem", []string{"k=1", "g=" + reals}, ""},
		{"lu_inplace.final.fut_seq_mem", []string{"a=kernel i <= 100, j <= 100 do f64(i * j % 97) + 100.0 * f64(i == j)"}, ""},
		{"row_scans.final.fut_gpu_mem", []string{"a=" + matrix}, ""},
		{"jacobi_steps.final.fut_gpu_mem", []string{"k=1", "g=" + reals}, ""},
		{"fold_scan.final.fut_gpu_mem", []string{"xs=" + xs}, ""},
		{"hist_parity.final.fut_gpu_mem", []string{"k=1000", "keys=" + xs, "vals=" + xs}, ""},
		{"lu_inplace.final.fut_gpu_mem", []string{"a=kernel i <= 100, j <= 100 do f64(i * j % 97) + 100.0 * f64(i == j)"}, ""},
		{"prefix_inplace.final.fut_seq_mem", []string{"xs=" + xs, "lim=100000"}, "prefix_inplace.MUT02.fut_seq_mem"},
		{"swap_two.final.fut_seq_mem", []string{"k=3", "xs=" + xs, "ys=" + xs}, "swap_two.MUT05.fut_seq_mem"},
		{"jacobi_steps.final.fut_seq_mem", []string{"k=1", "g=" + reals}, "jacobi_steps.MUT03.fut_seq_mem"},
	} {
		name, checked := strings.ReplaceAll(p.dump, ".final.fut_", " "), p.dump
		if p.wrong != "" {
			name, checked = p.wrong, filepath.Join("mutants", p.wrong)
		}
		b.Run(name, func(b *testing.B) {
			least := map[string]time.Duration{}
			for b.Loop() {
				for _, c := range []struct {
					name string
					body cli.Body
					dump string
				}{{"run", cli.Run, p.dump}, {"check", cli.Check, checked}} {
					o := &cli.Options{Settings: session.Defaults(), Inputs: p.inputs}
					start := time.Now()
					err := c.body(context.Background(), cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, o, []string{filepath.Join(dir, c.dump)})
					if refuted := c.dump != p.dump; (err != nil) != refuted {
						b.Fatal(fmt.Errorf("%s of %s: %w", c.name, c.dump, err))
					}
					if took := time.Since(start); least[c.name] == 0 || took < least[c.name] {
						least[c.name] = took
					}
				}
			}
			b.ReportMetric(float64(least["run"].Microseconds())/1000, "run-ms")
			b.ReportMetric(float64(least["check"])/float64(least["run"]), "check/run")
		})
	}
}
