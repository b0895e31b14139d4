package repl

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"funmem/eval/validity"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/syntax"
)

// programs are the examples, each with an expression that is large enough to take a while.
var programs = []struct{ file, expr, inputs string }{
	{"sac/rowadd.fun", "rowaddV1(table(300, 200))", ""},
	{"sac/rowadd.fun", "rowaddV2(table(300, 200))", ""},
	{"sac/rowadd.fun", "rowaddV3(table(300, 200))", ""},
	{"sac/rowadd.fun", "update(5, table(300, 200))", ""},
	{"sac/stencil.fun", "stencil(iota 10000, 20)", ""},
	{"sac/matmul.fun", "matmul(kernel i <= 128, j <= 128 do f64(i * j % 7), kernel i <= 128, j <= 128 do f64(i + j) / 8.0)", ""},
	{"sac/relax.fun", "relax(20, start(100))", ""},
	{"sac/relax.fun", "relaxAPL(20, start(100))", ""},
	{"sac/relax.fun", "relaxed(0.5, start(60))", ""},
	{"sac/gaussjordan.fun", "solve(kernel i <= 60, j <= 60 do f64((i * i + 2 * j) % 7) + (if i == j then 90.0 else 0.0), kernel i <= 60 do f64(i))", ""},
	{"livermore/loop1.fun", "repeated(20, numbers(10001), numbers(10012))", ""},
	{"livermore/loop2.fun", "iccg(16384, kernel k <= 32768 do f64(k * k % 13) / 8.0, kernel k <= 32768 do f64(3 * k % 7) / 4.0)", ""},
	{"livermore/loop3.fun", "repeated(50, kernel k <= 10001 do f64(k % 7), kernel k <= 10001 do f64(k % 5))", ""},
	{"livermore/loop4.fun", "loop (x = kernel k <= 30001 do f64(k % 9) / 4.0) for k <= 5 do banded(x, kernel k <= 35 do f64(k % 8) / 16.0)", ""},
	{"livermore/loop5.fun", "tridiagonal(kernel k <= 50000 do f64(k % 7), kernel k <= 50000 do f64(k % 5) / 8.0, kernel k <= 50000 do 0.5)", ""},
	{"livermore/loop7.fun", "state(0.99999, 0.75, kernel k <= 30000 do f64(k % 7), kernel k <= 30000 do f64(k % 5), kernel k <= 30006 do f64(k % 11))", ""},
	{"livermore/loop8.fun", "adi(kernel y <= 5001, x <= 5 do f64(y % 7), kernel y <= 5001, x <= 5 do f64(y % 5), kernel y <= 5001, x <= 5 do f64(y % 3))", ""},
	{"rodinia/hotspot.fun", "hotspot(20, replicate(100, replicate(100, 320.0)), kernel i <= 100, j <= 100 do f64(i * j % 7) / 1000.0)", ""},
	{"rodinia/srad.fun", "srad(5, 0.5, 40, 40, kernel i <= 100, j <= 100 do exp(f64((i * i + j) % 17) / 17.0))", ""},
	{"rodinia/pathfinder.fun", "pathfinder(grid(100, 1000))", ""},
	{"rodinia/nw.fun", "score(10, fits(letters(200, 1), letters(200, 3)))", ""},
	{"rodinia/lud.fun", "lud(kernel i <= 60, j <= 60 do 10.0 * exp(-0.001 * f64(abs(i - j))))", ""},
	{"rodinia/backprop.fun", "train(kernel i <= 2000 do f64(i * i % 7) / 7.0, [0.9, 0.1], kernel i <= 2001, j <= 16 do f64((3 * i + 5 * j) % 11 - 5) / 10.0, kernel i <= 17, j <= 2 do f64((4 * i + 3 * j) % 9 - 4) / 8.0)", ""},
	{"rodinia/kmeans.fun", "", "iris=../examples/data/iris.npy"},
	{"nas/cg.fun", "smallest(120, 5, 10.0, 5, 15)", ""},
	{"nas/ep.fun", "ep(16, 256)", ""},
	{"nas/mg.fun", "residual(16, 1)", ""},
	{"fsmooth/add3.fun", "add3(kernel i <= 50000 do f64(i), kernel i <= 50000 do 0.5, kernel i <= 50000 do 2.0 * f64(i))", ""},
	{"fsmooth/cross.fun", "crossAll(kernel i <= 5000, j <= 3 do f64(i + j), kernel i <= 5000, j <= 3 do f64(i * j))", ""},
	{"fsmooth/linear.fun", "matrixMul(vectorOutProd(vectorRange(60), vectorRange(60)), vectorOutProd(vectorRange(60), vectorRange(60)))", ""},
	{"fsmooth/project.fun", `map (\x -> project(cam, x)) (kernel i <= 2000, j <= 3 do f64((i * i + 3 * j) % 11) / 8.0 - (if j == 3 then 4.0 else 0.0))`, ""},
	{"fsmooth/gmm.fun", "objective(kernel i <= 1000, j <= 3 do f64((i * i + 5 * j) % 9) / 4.0, alpha, mu, q, l)", ""},
	{"fsmooth/hand.fun", "skinned(absolutes(parents, bases, angles), inverses, kernel i <= 4, j <= 2000 do f64(i + j % 5), kernel b <= 4, j <= 2000 do f64((b + j) % 4) / 6.0)", ""},
	{"accelerate/bubblesort.fun", "sortAll(table(30, 40))", ""},
	{"accelerate/quicksort.fun", "map quicksort (table(30, 60))", ""},
	{"accelerate/fft.fun", "fftAll(kernel i <= 32, j <= 64 do f64((i * i + 3 * j * j) % 17), kernel i <= 32, j <= 64 do f64((5 * i + 2 * j) % 7))", ""},
	{"blurs.fun", "", "photo=../examples/data/ascent.npy"},
	{"outlines.fun", "", "photo=../examples/data/ascent.npy"},
	{"beats.fun", "", "ecg=../examples/data/ecg.npy"},
	{"digits.fun", "", "digits=../examples/data/digits.npy labels=../examples/data/digits_labels.npy"},
}

// BenchmarkPrograms times, for each program and in turns, the sub-command run, the traced heap
// semantics with races and validity, and the proofs of the kernels. It gives the shortest times,
// and the ratio of the first two.
func BenchmarkPrograms(b *testing.B) {
	for _, p := range programs {
		what, _, _ := strings.Cut(p.expr, "(")
		b.Run(strings.TrimSuffix(filepath.Base(p.file), ".fun")+":"+strings.TrimSpace(what), func(b *testing.B) {
			st := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
			o := &cli.Options{Settings: session.Defaults(), Inputs: strings.Fields(p.inputs)}
			if p.expr != "" {
				o.Exprs = []string{p.expr}
			}
			var best [3]time.Duration
			var s *session.Session
			var mem *syntax.Program
			var v *validity.Verdict
			for b.Loop() {
				for k, do := range []func() error{
					func() error {
						return cli.Run(context.Background(), st, o, []string{"../examples/" + p.file})
					},
					func() (err error) {
						var prog *syntax.Program
						if s, prog, err = o.Prepare(context.Background(), st, "../examples/"+p.file, true); err != nil {
							return err
						}
						if _, mem, v, _, err = s.Checked(context.Background(), prog, nil); err == nil && !v.OK {
							err = errors.New(v.Summary())
						}
						return err
					},
					func() error { v = s.Proved(context.Background(), mem, v); return nil },
				} {
					start := time.Now()
					if err := do(); err != nil {
						b.Fatal(err)
					}
					if d := time.Since(start); best[k] == 0 || d < best[k] {
						best[k] = d
					}
				}
			}
			b.ReportMetric(float64(best[0].Microseconds())/1000, "run-ms")
			b.ReportMetric(float64(best[1])/float64(best[0]), "heap/run")
			b.ReportMetric(float64(best[2].Microseconds())/1000, "proof-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
