package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/heap"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// target is a row of the memory targets: what a benchmark takes when it is written by hand, and
// what ours takes. Only arrays as large as the main one are counted.
type target struct {
	name, wantAllocs, wantLive string
	allocs                     int     // the value of wantAllocs
	live                       float64 // the value of wantLive, in main arrays; -1: it is small, whatever the size of the main one
	file, expr                 string
	inputs                     []string
	main                       int    // elements of a main array
	passes                     string // "": the pipeline cpu
	why                        string // why ours takes more, or copies
}

// matrix returns the text of a matrix of rows × columns numbers.
func matrix(rows, cols int, real bool) string {
	var b strings.Builder
	for i := range rows {
		b.WriteString(map[bool]string{true: "[[", false: ",["}[i == 0])
		for j := range cols {
			if j > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, "%d", (7*i*i+3*j*j+i*j)%11)
			if real {
				b.WriteString(".0")
			}
		}
		b.WriteString("]")
	}
	return b.String() + "]"
}

// vector is the text of n numbers.
func vector(n int, real bool) string {
	m := matrix(1, n, real)
	return m[1 : len(m)-1]
}

var targets = []target{
	{"row addition V1", "1", "2", 1, 2, "sac/rowadd.fun", "rowaddV1(in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"row addition V2", "1", "2", 1, 2, "sac/rowadd.fun", "rowaddV2(in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"row addition V3", "1", "2", 1, 2, "sac/rowadd.fun", "rowaddV3(in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"update step", "1", "2", 1, 2, "sac/rowadd.fun", "update(5, in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"two-point stencil", "1", "2", 1, 2, "sac/stencil.fun", "stencil(in1, 20)", []string{"in1=" + vector(100, false)}, 100, "", "the input stays as it is, and two buffers take turns beside it; of `stencil(iota 100, 20)` there are 2 arrays in all"},
	{"relaxation", "1", "2", 1, 2, "sac/relax.fun", "relax(20, in1)", []string{"in1=" + matrix(10, 10, true)}, 100, "", "as above"},
	{"hotspot", "1", "3", 1, 3, "rodinia/hotspot.fun", "hotspot(20, in1, in2)", []string{"in1=" + matrix(10, 10, true), "in2=" + matrix(10, 10, true)}, 100, "", "as above"},
	{"SRAD", "2", "3", 2, 3, "rodinia/srad.fun", "srad(5, 0.5, 4, 4, in1)", []string{"in1=" + strings.ReplaceAll(matrix(10, 10, true), ".0", ".5")}, 100, "", "as above, and the coefficients"},
	{"pathfinder", "2 rows", "20 + 2 rows", 2, 20 + 2, "rodinia/pathfinder.fun", "pathfinder(in1)", []string{"in1=" + matrix(20, 10, false)}, 10, "", ""},
	{"Needleman-Wunsch", "0, else 1 copy", "1–2", 1, 2, "rodinia/nw.fun", "align(10, in1)", []string{"in1=" + matrix(9, 9, false)}, 100, "", ""},
	{"LU decomposition", "0, else 1 copy", "1–2", 1, 2, "rodinia/lud.fun", "lud(copy in1)", []string{"in1=" + diagonal(10)}, 100, "", "the one copy of the input, which stays as it is"},
	{"Gauss-Jordan", "0, else 1 copy", "1–2", 1, 2, "sac/gaussjordan.fun", "eliminate(copy in1)", []string{"in1=" + diagonal(10)}, 100, "", "as above"},
	{"Livermore 2", "0, else 1 copy", "1–2", 1, 2, "livermore/loop2.fun", "iccg(32, copy in1, in2)", []string{"in1=" + vector(64, true), "in2=" + vector(64, true)}, 64, "", "the input, its copy, and `v`"},
	{"Livermore 4", "0, else 1 copy", "1–2", 1, 2, "livermore/loop4.fun", "banded(copy in1, in2)", []string{"in1=" + vector(61, true), "in2=" + vector(35, true)}, 61, "", "the input, its copy, and `y`"},
	{"Livermore 5", "0, else 1 copy", "1–2", 1, 2, "livermore/loop5.fun", "tridiagonal(copy in1, in2, in3)", []string{"in1=" + vector(60, true), "in2=" + vector(60, true), "in3=" + vector(60, true)}, 60, "", "the input, its copy, `y` and `z`"},
	{"sieve", "0, else 1 copy", "1–2", 1, 2, "", "loop (p = replicate(100, 1)) for i <= 9 do let q = i + 1 in if p[q] then p with [q * q : 100 / q - q + 1 : q] = replicate(100 / q - q + 1, 0) else p", nil, 100, "", ""},
	{"Livermore 1", "1 over all rounds", "inputs + 1", 1, (50+61)/50. + 1, "livermore/loop1.fun", "repeated(20, in1, in2)", []string{"in1=" + vector(50, true), "in2=" + vector(61, true)}, 50, "", ""},
	{"Livermore 7", "1 over all rounds", "inputs + 1", 1, (50+50+56)/50. + 1, "livermore/loop7.fun", "loop (y = in1) for k <= 20 do state(0.5, 0.75, y, in2, in3)", []string{"in1=" + vector(50, true), "in2=" + vector(50, true), "in3=" + vector(56, true)}, 50, "", "two buffers and no copy, where a copy of `y` in place would do"},
	{"Livermore 8", "3", "6", 3, 6, "livermore/loop8.fun", "loop (u1 = in1, u2 = in2, u3 = in3) for step <= 10 do adi(u1, u2, u3)", []string{"in1=" + matrix(20, 5, true), "in2=" + matrix(20, 5, true), "in3=" + matrix(20, 5, true)}, 100, "", "the inputs stay as they are, and two buffers for each take turns beside them"},
	{"k-means", "centres × 2, membership × 2", "points + small", 4, (160 + 2*12 + 2*40) / 160., "rodinia/kmeans.fun", "kmeans(3, in1)", []string{"in1=" + matrix(40, 4, true)}, 160, "", "sums and counts of a round, and the distances of a point"},
	{"back-propagation", "0 for weights", "4", 0, 4, "rodinia/backprop.fun", "train(in1, [0.9, 0.1], in2, in3)", []string{"in1=" + vector(12, true), "in2=" + matrix(13, 8, true), "in3=" + matrix(9, 2, true)}, 104, "", "the weights come from outside, and `adjust` makes them anew: two buffers for each; changes, errors, hidden units"},
	{"CG", "4 vectors once", "A + 5 vectors", 4, 20 + 5, "nas/cg.fun", "smallest(20, 3, 10.0, 3, 6)", nil, 20, "", "the matrix is made here, dense and sparse, 5 blocks; of the vectors those that `axpy` makes have two buffers each"},
	{"EP", "0", "0", 0, 0, "nas/ep.fun", "ep(16, 32)", nil, 10, "", "by hand the batches share one histogram; here each has its own, for any order of the batches"},
	{"MG", "per level 3, once", "3 · 8/7", 9, 3 * 8 / 7., "nas/mg.fun", "residual(8, 2)", nil, 512, "", "per level 3, in each of two cycles, and the charges; the levels of one cycle have other sizes, so that their blocks are not those of the next"},
	{"quicksort of rows", "2 per array, once", "2–3", 2, 3, "accelerate/quicksort.fun", "map quicksort in1", []string{"in1=" + matrix(5, 12, false)}, 60, "gpu", "flags, ends and places of the parts, for all rows, besides the two arrays"},
	{"FFT of rows", "1", "2", 1, 2, "accelerate/fft.fun", "fftAll(in1, in2)", []string{"in1=" + matrix(4, 16, true), "in2=" + matrix(4, 16, true)}, 64, "gpu", "real and imaginary parts apart, and the inputs stay as they are: a result and two buffers for each"},
	{"add3", "0, destination given", "constant", 0, -1, "fsmooth/add3.fun", "add3(in1, in2, in3)", []string{"in1=" + vector(30, true), "in2=" + vector(30, true), "in3=" + vector(30, true)}, 30, "", "the result: Fun has no destinations, and a def allocates what it gives"},
	{"cross products", "0, destination given", "constant", 0, -1, "fsmooth/cross.fun", "crossAll(in1, in2)", []string{"in1=" + matrix(10, 3, true), "in2=" + matrix(10, 3, true)}, 30, "", "as above"},
	{"project", "0, destination given", "constant", 0, -1, "fsmooth/project.fun", `map (\x -> project(cam, x)) in1`, []string{"in1=" + matrix(15, 3, true)}, 30, "gpu", "as above, and vectors of 2 and 3 numbers, which by hand are on the stack"},
	{"Gaussian mixture", "0", "constant", 0, -1, "fsmooth/gmm.fun", "objective(in1, alpha, mu, q, l)", []string{"in1=" + matrix(15, 3, true)}, 45, "gpu", "vectors of 3 and 5 numbers, which by hand are on the stack"},
	{"hand tracking", "0, destination given", "constant", 0, -1, "fsmooth/hand.fun", "skinned(absolutes(parents, bases, angles), inverses, positions, weights)", nil, 24, "gpu", "matrices of 4×4, which by hand are on the stack, and the rows of the inputs"},
	{"private arrays", "1 for each, for the whole grid", "y · m", 2, 1, "", "kernel i <= 10 do let p = scan (+) 0 in1[i] in let q = kernel j <= 6 do p[7 - j] in reduce (+) 0 (map (*) p q)", []string{"in1=" + matrix(10, 6, false)}, 60, "gpu", "the input, the private arrays (the second one is a view of the first), and the results"},
	{"nearest neighbours", "distances + results", "1", 2, 1, "", "loop (d = map (\\x -> sqrt((x - 5.0) * (x - 5.0))) in1, near = replicate(4, 0)) for r <= 4 do let (best, least) = reduce (\\b l i x -> if x < l then (i, x) else (b, l)) (1, d[1]) (iota 60) d in (d with [best] = 99.0, near with [r] = best)", []string{"in1=" + vector(60, true)}, 60, "", "the numbers 1 to n, which the reduce goes over"},
	{"reshape of a transposed view", "1", "1", 1, 1, "", "reshape((60), transpose in1)", []string{"in1=" + matrix(10, 6, false)}, 60, "", "the input and the copy"},
	{"transposed view of a slice", "0", "1", 0, 1, "", "(transpose in1[2:4, :])[3, 2]", []string{"in1=" + matrix(10, 6, false)}, 60, "", ""},
}

// diagonal is the text of a matrix with a large diagonal.
func diagonal(n int) string {
	var rows []string
	for i := range n {
		var row []string
		for j := range n {
			row = append(row, fmt.Sprintf("%d.0", (i*i+2*j)%7+map[bool]int{true: 90}[i == j]))
		}
		rows = append(rows, "["+strings.Join(row, ",")+"]")
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// above tells whether ours is above the target.
func (x *target) above(u *heap.Usage) bool {
	return u.Allocs > x.allocs || x.live >= 0 && float64(u.Peak) > math.Ceil(x.live*float64(x.main)-1e-6)
}

// TestTargets compares the table of docs/bench.md with what the pipelines give. A row has a reason
// if and only if ours is above the target or copies. Without -more it looks at every third row.
func TestTargets(t *testing.T) {
	var b strings.Builder
	b.WriteString("| program | allocs by hand | ours | arrays by hand | ours | elements copied | why it is more |\n|---|---|---|---|---|---|---|\n")
	page, err := os.ReadFile("../docs/bench.md")
	if err != nil {
		t.Fatal(err)
	}
	for k, x := range targets {
		if k%testkit.Sample(5, 1) != 0 {
			continue
		}
		u := x.usage(t)
		if more := x.above(u) || u.Copied > 0; more != (x.why != "") {
			t.Errorf("%s: %d allocs and %.2f arrays, of %d and %.2f, and %d copied; more: %v, with the reason %q", x.name, u.Allocs, float64(u.Peak)/float64(x.main), x.allocs, x.live, u.Copied, more, x.why)
		}
		allocs := fmt.Sprint(u.Allocs)
		if u.InKernels > 0 {
			allocs += fmt.Sprintf(", %d in kernels", u.InKernels)
		}
		row := fmt.Sprintf("| %s | %s | %s | %s | %.1f | %d | %s |\n", x.name, x.wantAllocs, allocs, x.wantLive, float64(u.Peak)/float64(x.main), u.Copied, x.why)
		if b.WriteString(row); !testkit.More() && !strings.Contains(string(page), "\n"+row) {
			t.Errorf("docs/bench.md does not have\n%s", row)
		}
	}
	if testkit.More() {
		testkit.Section(t, "../docs/bench.md", "targets: go test ./repl -more", b.String(), nil)
	}
}

// usage returns what the transformed program takes. The inputs are not counted, except in the peak.
func (x *target) usage(t *testing.T) *heap.Usage {
	t.Helper()
	var out, errs bytes.Buffer
	passes := x.passes
	if passes == "" {
		passes = "cpu"
	}
	o := &cli.Options{Settings: session.Defaults(), Exprs: []string{x.expr}, Inputs: x.inputs, To: "mem", Passes: passes, JSON: true}
	file := "../examples/" + x.file
	if x.file == "" {
		file = filepath.Join(t.TempDir(), "expression.fun")
		if err := os.WriteFile(file, []byte(x.expr), 0o600); err != nil {
			t.Fatal(err)
		}
		o.Exprs = nil
	}
	if err := cli.Lower(context.Background(), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{file}); err != nil {
		t.Fatalf("%s: %v\n%s", x.name, err, errs.String())
	}
	var result struct {
		Stages []struct {
			Metrics struct{ Run *heap.Usage }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	return result.Stages[len(result.Stages)-1].Metrics.Run
}
