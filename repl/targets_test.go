package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/heap"
	"funmem/semantics/semtest"
)

// target is a row of the targets for memory: what a benchmark takes when it is written by
// hand, and ours, of the arrays that are as large as the main one.
type target struct {
	name, wantAllocs, wantLive string
	file, expr                 string
	inputs                     []string
	main                       int    // elements of a main array
	passes                     string // "": the pipeline cpu
	why                        string // where ours is above, or another program
}

// matrix is the text of rows x columns numbers.
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
	{"row addition V1", "1", "2", "sac/rowadd.fun", "rowaddV1(in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"row addition V2", "1", "2", "sac/rowadd.fun", "rowaddV2(in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"row addition V3", "1", "2", "sac/rowadd.fun", "rowaddV3(in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"update step", "1", "2", "sac/rowadd.fun", "update(5, in1)", []string{"in1=" + matrix(12, 10, false)}, 120, "", ""},
	{"two-point stencil", "1", "2", "sac/stencil.fun", "stencil(in1, 20)", []string{"in1=" + vector(100, false)}, 100, "", ""},
	{"relaxation", "1", "2", "sac/relax.fun", "relax(20, in1)", []string{"in1=" + matrix(10, 10, true)}, 100, "", ""},
	{"hotspot", "1", "3", "rodinia/hotspot.fun", "hotspot(20, in1, in2)", []string{"in1=" + matrix(10, 10, true), "in2=" + matrix(10, 10, true)}, 100, "", ""},
	{"SRAD", "2", "3", "rodinia/srad.fun", "srad(5, 0.5, 4, 4, in1)", []string{"in1=" + strings.ReplaceAll(matrix(10, 10, true), ".0", ".5")}, 100, "", ""},
	{"pathfinder", "2 rows", "wall + 2 rows", "rodinia/pathfinder.fun", "pathfinder(in1)", []string{"in1=" + matrix(20, 10, false)}, 10, "", ""},
	{"Needleman-Wunsch", "0, else 1 copy", "1–2", "rodinia/nw.fun", "align(10, in1)", []string{"in1=" + matrix(9, 9, false)}, 100, "", ""},
	{"LU decomposition", "0, else 1 copy", "1–2", "rodinia/lud.fun", "lud(copy in1)", []string{"in1=" + diagonal(10)}, 100, "", ""},
	{"Gauss-Jordan", "0, else 1 copy", "1–2", "sac/gaussjordan.fun", "eliminate(copy in1)", []string{"in1=" + diagonal(10)}, 100, "", ""},
	{"Livermore 2", "0, else 1 copy", "1–2", "livermore/loop2.fun", "iccg(32, copy in1, in2)", []string{"in1=" + vector(64, true), "in2=" + vector(64, true)}, 64, "", ""},
	{"Livermore 4", "0, else 1 copy", "1–2", "livermore/loop4.fun", "banded(copy in1, in2)", []string{"in1=" + vector(61, true), "in2=" + vector(35, true)}, 61, "", ""},
	{"Livermore 5", "0, else 1 copy", "1–2", "livermore/loop5.fun", "tridiagonal(copy in1, in2, in3)", []string{"in1=" + vector(60, true), "in2=" + vector(60, true), "in3=" + vector(60, true)}, 60, "", ""},
	{"Livermore 1", "1 over all rounds", "inputs + 1", "livermore/loop1.fun", "repeated(20, in1, in2)", []string{"in1=" + vector(50, true), "in2=" + vector(61, true)}, 50, "", ""},
	{"Livermore 7", "1 over all rounds", "inputs + 1", "livermore/loop7.fun", "loop (y = in1) for k <= 20 do state(0.5, 0.75, y, in2, in3)", []string{"in1=" + vector(50, true), "in2=" + vector(50, true), "in3=" + vector(56, true)}, 50, "", ""},
	{"Livermore 8", "3", "6", "livermore/loop8.fun", "loop (u1 = in1, u2 = in2, u3 = in3) for step <= 10 do adi(u1, u2, u3)", []string{"in1=" + matrix(20, 5, true), "in2=" + matrix(20, 5, true), "in3=" + matrix(20, 5, true)}, 100, "", ""},
	{"k-means", "centres × 2, membership × 2", "points + small", "rodinia/kmeans.fun", "kmeans(3, in1)", []string{"in1=" + matrix(40, 4, true)}, 160, "", ""},
	{"back-propagation", "0 for weights", "4", "rodinia/backprop.fun", "train(in1, [0.9, 0.1], in2, in3)", []string{"in1=" + vector(12, true), "in2=" + matrix(13, 8, true), "in3=" + matrix(9, 2, true)}, 104, "", ""},
	{"CG", "4 vectors once", "A + 5 vectors", "nas/cg.fun", "smallest(20, 3, 10.0, 3, 6)", nil, 20, "", ""},
	{"EP", "0", "0", "nas/ep.fun", "ep(16, 32)", nil, 10, "", ""},
	{"MG", "per level 3, once", "3 · 8/7", "nas/mg.fun", "residual(8, 2)", nil, 512, "", ""},
	{"quicksort of rows", "2 per array, once", "2–3", "accelerate/quicksort.fun", "map quicksort in1", []string{"in1=" + matrix(5, 12, false)}, 60, "gpu", ""},
	{"FFT of rows", "1", "2", "accelerate/fft.fun", "fftAll(in1, in2)", []string{"in1=" + matrix(4, 16, true), "in2=" + matrix(4, 16, true)}, 64, "", ""},
	{"add3", "0, destination given", "", "fsmooth/add3.fun", "add3(in1, in2, in3)", []string{"in1=" + vector(30, true), "in2=" + vector(30, true), "in3=" + vector(30, true)}, 30, "", ""},
	{"cross products", "0, destination given", "", "fsmooth/cross.fun", "crossAll(in1, in2)", []string{"in1=" + matrix(10, 3, true), "in2=" + matrix(10, 3, true)}, 30, "", ""},
	{"project", "0, destination given", "", "fsmooth/project.fun", `map (\x -> project(cam, x)) in1`, []string{"in1=" + matrix(15, 3, true)}, 30, "", ""},
	{"Gaussian mixture", "0", "", "fsmooth/gmm.fun", "objective(in1, alpha, mu, q, l)", []string{"in1=" + matrix(15, 3, true)}, 45, "", ""},
	{"hand tracking", "0, destination given", "", "fsmooth/hand.fun", "skinned(absolutes(parents, bases, angles), inverses, positions, weights)", nil, 24, "", ""},
	{"private arrays", "1 for each, for the whole grid", "y · m", "", "kernel i <= 10 do let p = scan (+) 0 in1[i] in let q = kernel j <= 6 do p[7 - j] in reduce (+) 0 (map (*) p q)", []string{"in1=" + matrix(10, 6, false)}, 60, "gpu", ""},
	{"reshape of a transposed view", "1", "1", "", "reshape((60), transpose in1)", []string{"in1=" + matrix(10, 6, false)}, 60, "", ""},
	{"transposed view of a slice", "0", "1", "", "(transpose in1[2:4, :])[3, 2]", []string{"in1=" + matrix(10, 6, false)}, 60, "", ""},
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

// TestTargets holds the table of docs/bench.md against what the pipelines give.
func TestTargets(t *testing.T) {
	var b strings.Builder
	b.WriteString("| program | allocs by hand | ours | arrays by hand | ours | elements copied | why more |\n|---|---|---|---|---|---|---|\n")
	for _, x := range targets {
		u := x.usage(t)
		allocs := fmt.Sprint(u.Allocs)
		if u.InKernels > 0 {
			allocs += fmt.Sprintf(", %d in kernels", u.InKernels)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %.1f | %d | %s |\n", x.name, x.wantAllocs, allocs, x.wantLive, float64(u.Peak)/float64(x.main), u.Copied, x.why)
	}
	semtest.Golden(t, "testdata/targets.md", b.String())
}

// usage is what the transformed program takes, its inputs aside, but for the peak.
func (x *target) usage(t *testing.T) *heap.Usage {
	t.Helper()
	var out, errs bytes.Buffer
	passes := x.passes
	if passes == "" {
		passes = "cpu"
	}
	o := &Options{Settings: Defaults(), Exprs: []string{x.expr}, Inputs: x.inputs, To: "mem", Passes: passes, JSON: true}
	file := "../examples/" + x.file
	if x.file == "" {
		file = filepath.Join(t.TempDir(), "expression.fun")
		if err := os.WriteFile(file, []byte(x.expr), 0o600); err != nil {
			t.Fatal(err)
		}
		o.Exprs = nil
	}
	if err := Lower(context.Background(), Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, o, []string{file}); err != nil {
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
