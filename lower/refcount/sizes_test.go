package refcount_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/refcount"
)

// sized are the benchmarks of Table 1 at its sizes, or at the largest round ones at which the heap machine takes up to a minute
// in each mode. The paper does not say how many rounds there are.
var sized = []struct {
	name, paper, here string
	rounds            int
	passtest.Loop
}{
	{"Loop01", "100001", "", 10, passtest.Loop{File: "livermore/loop1.fun", Call: "repeated(%d, numbers(100001), numbers(100012))"}},
	{"Loop02", "100001", "", 10, passtest.Loop{File: "livermore/loop2.fun", Call: "loop (x = kernel k <= 100001 do f64(k * k %% 13) / 8.0) for k <= %d do iccg(50000, x, kernel k <= 100001 do f64(3 * k %% 7) / 4.0)"}},
	{"Loop03", "100001", "", 10, passtest.Loop{File: "livermore/loop3.fun", Call: "(let y = kernel k <= 100001 do f64(k %% 7) / 3.0 in repeated(%d, y, y))"}},
	{"Loop04", "10001", "", 10, passtest.Loop{File: "livermore/loop4.fun", Call: "loop (x = kernel k <= 10001 do f64(k %% 9) / 4.0) for k <= %d do banded(x, y)"}},
	{"Loop05", "100001", "", 10, passtest.Loop{File: "livermore/loop5.fun", Call: "(let y = kernel k <= 100001 do f64(k * k %% 11) / 8.0 in loop (x = y) for k <= %d do tridiagonal(x, y, y))"}},
	{"Loop07", "100001 × 64", "100001, one column", 10, passtest.Loop{File: "livermore/loop7.fun", Call: "(let z = kernel k <= 100001 do f64(3 * k %% 7) let u = kernel k <= 100007 do f64(k * k %% 9) / 2.0 in loop (y = kernel k <= 100001 do f64(k)) for k <= %d do state(0.99999, 0.75, y, z, u))"}},
	{"Loop08", "1001 × 64", "", 10, passtest.Loop{File: "livermore/loop8.fun", Call: "loop (u1 = kernel y <= 1001, x <= 64 do f64((y * y + 3 * x) %% 7) / 8.0, u2 = kernel y <= 1001, x <= 64 do f64((2 * y * y + 3 * x) %% 7) / 8.0, u3 = kernel y <= 1001, x <= 64 do f64((3 * y * y + 3 * x) %% 7) / 8.0) for step <= %d do adi(u1, u2, u3)"}},
	{"Back-propagation", "65536 inputs", "", 2, passtest.Loop{File: "rodinia/backprop.fun", Call: "(let input = kernel i <= 65536 do f64(i * i %% 7) / 7.0 let w = kernel i <= 65537, j <= 4 do f64((3 * i + 5 * j) %% 11 - 5) / 1000.0 in loop (a = w, b = w2) for k <= %d do (let (e1, e2, c, d) = train(input, [0.9, 0.1], a, b) in (c, d)))"}},
	{"Hotspot", "1024 × 1024", "", 4, passtest.Loop{File: "rodinia/hotspot.fun", Call: "hotspot(%d, kernel i <= 1024, j <= 1024 do 320.0 + f64((i * i + 3 * j) %% 11), kernel i <= 1024, j <= 1024 do f64((5 * i + j * j) %% 7) / 1000.0)"}},
	{"Kmeans", "34 features, 5 clusters", "2000 points of these", 2000, passtest.Loop{File: "rodinia/kmeans.fun", Call: "kmeans(5, kernel i <= %d, j <= 34 do f64((i * i * j + 7 * i + j * j) %% 101) / 10.0)"}},
	{"LUD", "2048 × 2048", "256 × 256", 256, passtest.Loop{File: "rodinia/lud.fun", Call: "(let n = %d in lud(kernel i <= n, j <= n do 10.0 * exp(-0.001 * f64(abs(i - j)))))"}},
	{"Needleman-Wunsch", "24 × 24", "", 24, passtest.Loop{File: "rodinia/nw.fun", Call: "(let n = %d in align(10, fits(letters(n, 1), letters(n, 2))))"}},
	{"Pathfinder", "100 × 512000", "100 × 50000", 99, passtest.Loop{File: "rodinia/pathfinder.fun", Call: "pathfinder(grid(%d + 1, 50000))"}},
	{"SRAD", "2048 × 2048", "512 × 512", 4, passtest.Loop{File: "rodinia/srad.fun", Call: "srad(%d, 0.5, 4, 4, kernel i <= 512, j <= 512 do exp(f64((i * i * 3 + j * j * 5 + i * j) %% 17) / 17.0))"}},
	{"Conjugate Gradient", "14000, 75000, 150000", "400", 4, passtest.Loop{File: "nas/cg.fun", Call: "smallest(400, 5, 10.0, %d, 25)"}},
	{"Embarrassingly Parallel", "2²⁴", "2²⁰", 16, passtest.Loop{File: "nas/ep.fun", Call: "ep(%d, 65536)"}},
	{"Multigrid", "128³", "32³", 4, passtest.Loop{File: "nas/mg.fun", Call: "residual(32, %d)"}},
	{"Matrix Multiplication", "1000 × 1000", "200 × 200", 200, passtest.Loop{File: "sac/matmul.fun", Call: "(let n = %d in matmul(kernel i <= n, j <= n do f64(i * j %% 7) / 3.0, kernel i <= n, j <= n do f64(i + j) / 7.0))"}},
	{"Matrix Relaxation", "10000 × 10000", "1000 × 1000", 4, passtest.Loop{File: "sac/relax.fun", Call: "relax(%d, start(1000))"}},
	{"Matrix Relaxation, APL", "10000 × 10000", "1000 × 1000", 4, passtest.Loop{File: "sac/relax.fun", Call: "relaxAPL(%d, start(1000))"}},
	{"Gauss-Jordan", "500 × 500", "160 × 160", 160, passtest.Loop{File: "sac/gaussjordan.fun", Call: "(let n = %d in solve(kernel i <= n, j <= n do f64((i * i + 2 * j) %% 7) + (if i == j then 90.0 else 0.0), kernel i <= n do f64(i)))"}},
}

// quick are those that a run without -more counts again.
const quick = "Loop04 Needleman-Wunsch"

// TestSizes: the page has the counts of these.
func TestSizes(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| benchmark | size in the paper | size here | rounds | allocations | bytes requested | footprint |\n|---|---|---|---|---|---|---|\n")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range sized {
		if c.name != passtest.Table1[k].Name {
			t.Errorf("%s stands where Table 1 has %s", c.name, passtest.Table1[k].Name)
		}
		if !testkit.More() && !strings.Contains(quick, c.name) {
			continue
		}
		all := modes(t, c.Of(t, c.rounds), compiled)
		cells := func(of func(c refcount.Counts) int) string {
			return fmt.Sprintf("%d → %d → %d", of(all[0]), of(all[1]), of(all[2]))
		}
		here, rounds := c.here, fmt.Sprint(c.rounds)
		if here == "" {
			here = "the same"
		}
		if strings.Contains(c.Call, "let n = %d") || strings.Contains(c.Call, "<= %d, j") {
			rounds = ""
		}
		row := fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |\n", c.name, c.paper, here, rounds,
			cells(func(c refcount.Counts) int { return c.Allocs }), cells(func(c refcount.Counts) int { return c.Bytes }), cells(func(c refcount.Counts) int { return c.Footprint }))
		if b.WriteString(row); !testkit.More() && !strings.Contains(string(text), "\n"+row) {
			t.Errorf("%s does not have\n%s", page, row)
		}
	}
	if testkit.More() {
		testkit.Section(t, page, "go test ./lower/refcount -run Sizes -more", b.String(), nil)
	}
}
