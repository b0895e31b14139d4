package refcount_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/eval/memory"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/refcount"
	"funmem/semantics/syntax"
)

// page is about the paper.
const page = "../../docs/papers/emr.md"

// table1 are the benchmarks of the paper's Table 1 that are among the examples, in the order of that table, with calls that
// do 50 rounds of what has rounds. The sizes are far below those of the paper.
var table1 = []struct {
	name string
	passtest.Loop
}{
	{"Loop01", passtest.Loop{File: "livermore/loop1.fun", Call: "repeated(%d, numbers(101), numbers(112))"}},
	{"Loop02", passtest.Loop{File: "livermore/loop2.fun", Call: "loop (x = x) for k <= %d do iccg(16, x, v)"}},
	{"Loop03", passtest.Loop{File: "livermore/loop3.fun", Call: "repeated(%d, x, x)"}},
	{"Loop04", passtest.Loop{File: "livermore/loop4.fun", Call: "loop (x = x) for k <= %d do banded(x, y)"}},
	{"Loop05", passtest.Loop{File: "livermore/loop5.fun", Call: "loop (x = x) for k <= %d do tridiagonal(x, y, z)"}},
	{"Loop07", passtest.Loop{File: "livermore/loop7.fun", Call: "loop (y = y) for k <= %d do state(0.99999, 0.75, y, z, u)"}},
	{"Loop08", passtest.Loop{File: "livermore/loop8.fun", Call: "loop (u1 = start(1), u2 = start(2), u3 = start(3)) for step <= %d do adi(u1, u2, u3)"}},
	{"Back-propagation", passtest.Loop{File: "rodinia/backprop.fun", Call: "loop (a = w1, b = w2) for k <= %d do (let (e1, e2, c, d) = train(input, [0.9, 0.1], a, b) in (c, d))"}},
	{"Hotspot", passtest.Loop{File: "rodinia/hotspot.fun", Call: "hotspot(%d, temp, power)"}},
	{"Kmeans", passtest.Loop{File: "rodinia/kmeans.fun", Call: "kmeans(3, kernel i <= %d, j <= 4 do f64((i * i * j + 7 * i + j * j) %% 101) / 10.0)"}},
	{"LUD", passtest.Loop{File: "rodinia/lud.fun", Call: "lud(kernel i <= %d, j <= 50 do 10.0 * exp(-0.001 * f64(abs(i - j))))"}},
	{"Needleman-Wunsch", passtest.Loop{File: "rodinia/nw.fun", Call: "align(10, fits(letters(%d, 1), letters(50, 2)))"}},
	{"Pathfinder", passtest.Loop{File: "rodinia/pathfinder.fun", Call: "pathfinder(grid(%d + 1, 100))"}},
	{"SRAD", passtest.Loop{File: "rodinia/srad.fun", Call: "srad(%d, 0.5, 4, 4, picture)"}},
	{"Conjugate Gradient", passtest.Loop{File: "nas/cg.fun", Call: "smallest(12, 3, 10.0, %d, 6)"}},
	{"Embarrassingly Parallel", passtest.Loop{File: "nas/ep.fun", Call: "ep(%d, 16)"}},
	{"Multigrid", passtest.Loop{File: "nas/mg.fun", Call: "residual(4, %d)"}},
	{"Matrix Multiplication", passtest.Loop{File: "sac/matmul.fun", Call: "matmul(kernel i <= %d, j <= 20 do f64(i * j %% 7) / 3.0, kernel i <= 20, j <= 20 do f64(i + j) / 7.0)"}},
	{"Matrix Relaxation", passtest.Loop{File: "sac/relax.fun", Call: "relax(%d, start(8))"}},
	{"Matrix Relaxation, APL", passtest.Loop{File: "sac/relax.fun", Call: "relaxAPL(%d, start(8))"}},
	{"Gauss-Jordan", passtest.Loop{File: "sac/gaussjordan.fun", Call: "(let n = %d in solve(kernel i <= n, j <= n do f64((i * i + 2 * j) %% 7) + (if i == j then 90.0 else 0.0), kernel i <= n do f64(i)))"}},
}

// written and compiled are passes before a program is counted: hardly any, and those that come before emr in a pipeline.
const (
	written  = "inline,introduce"
	compiled = "inline,fuse,simplify,introduce,simplify,hoist,shortcircuit"
)

// modes counts a program in all modes, after some passes.
func modes(t *testing.T, p *passtest.Program, list string) (all [3]refcount.Counts) {
	t.Helper()
	core := p.Last(t, list, 0).Program
	for k, mode := range refcount.Modes {
		c, err := refcount.Run(context.Background(), memory.New(memory.Options{}), core, mode, nil)
		if err != nil {
			t.Fatalf("%s, %s: %v\n%s", p.Name, mode, err, syntax.Print(core))
		}
		all[k] = c
	}
	return all
}

// flat are those whose rounds allocate nothing in mode ERC after the passes, as the page says.
var flat = []string{"Loop08", "Hotspot", "Pathfinder", "SRAD", "Matrix Relaxation"}

// TestFlat: the allocations of these are the same for 10 and for 30 rounds. Without reuse they are not.
func TestFlat(t *testing.T) {
	for _, c := range table1 {
		if !slices.Contains(flat, c.name) {
			continue
		}
		few, many := modes(t, c.Of(t, 10), compiled), modes(t, c.Of(t, 30), compiled)
		if few[2].Allocs != many[2].Allocs || few[0].Allocs >= many[0].Allocs {
			t.Errorf("%s: %v and %v", c.name, few, many)
		}
	}
}

// TestTable1 writes what the benchmarks ask for in each mode.
func TestTable1(t *testing.T) {
	var b strings.Builder
	for _, list := range []string{written, compiled} {
		fmt.Fprintf(&b, "\nAfter `%s`:\n\n| benchmark | allocations | reuses | bytes requested | footprint |\n|---|---|---|---|---|\n", list)
		for _, c := range table1 {
			all := modes(t, c.Of(t, 50), list)
			cells := func(of func(c refcount.Counts) int) string {
				return fmt.Sprintf("%d → %d → %d", of(all[0]), of(all[1]), of(all[2]))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", c.name,
				cells(func(c refcount.Counts) int { return c.Allocs }), cells(func(c refcount.Counts) int { return c.Reuses }),
				cells(func(c refcount.Counts) int { return c.Bytes }), cells(func(c refcount.Counts) int { return c.Footprint }))
		}
	}
	testkit.Section(t, page, "go test ./lower/refcount -run Table1", b.String(), nil)
}
