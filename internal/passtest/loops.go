package passtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// Loop is a loop of an example, in a call that sets the number of rounds.
type Loop struct{ File, Call string }

// Loops are loops of the examples that carry arrays.
var Loops = []Loop{
	{"sac/stencil.fun", "stencil([1, 2, 3, 4, 5], %d)"},
	{"rodinia/hotspot.fun", "hotspot(%d, temp, power)"},
	{"sac/relax.fun", "relax(%d, start(8))"},
	{"sac/relax.fun", "relaxAPL(%d, start(8))"},
	{"sac/relax.fun", "relaxed(10.0 / f64(%d), start(8))"},
	{"rodinia/pathfinder.fun", "pathfinder(grid(%d + 1, 12))"},
}

// Benchmark is one of those of Table 1 of Extended Memory Reuse, as an example with a call.
type Benchmark struct {
	Name string
	Loop
	Sized bool // the number in the call is a size, or must be 50, and not the number of rounds
}

// Table1 are those of them that are among the examples, in the order of that table. The sizes are far below those of the paper.
var Table1 = []Benchmark{
	{Name: "Loop01", Loop: Loop{"livermore/loop1.fun", "repeated(%d, numbers(101), numbers(112))"}},
	{Name: "Loop02", Loop: Loop{"livermore/loop2.fun", "loop (x = x) for k <= %d do iccg(16, x, v)"}},
	{Name: "Loop03", Loop: Loop{"livermore/loop3.fun", "repeated(%d, x, x)"}},
	{Name: "Loop04", Loop: Loop{"livermore/loop4.fun", "loop (x = x) for k <= %d do banded(x, y)"}},
	{Name: "Loop05", Loop: Loop{"livermore/loop5.fun", "loop (x = x) for k <= %d do tridiagonal(x, y, z)"}},
	{Name: "Loop07", Loop: Loop{"livermore/loop7.fun", "loop (y = y) for k <= %d do state(0.99999, 0.75, y, z, u)"}},
	{Name: "Loop08", Loop: Loop{"livermore/loop8.fun", "loop (u1 = start(1), u2 = start(2), u3 = start(3)) for step <= %d do adi(u1, u2, u3)"}},
	{Name: "Back-propagation", Loop: Loop{"rodinia/backprop.fun", "loop (a = w1, b = w2) for k <= %d do (let (e1, e2, c, d) = train(input, [0.9, 0.1], a, b) in (c, d))"}},
	{Name: "Hotspot", Loop: Loop{"rodinia/hotspot.fun", "hotspot(%d, temp, power)"}},
	{Name: "Kmeans", Loop: Loop{"rodinia/kmeans.fun", "kmeans(3, kernel i <= %d, j <= 4 do f64((i * i * j + 7 * i + j * j) %% 101) / 10.0)"}, Sized: true},
	{Name: "LUD", Loop: Loop{"rodinia/lud.fun", "lud(kernel i <= %d, j <= 50 do 10.0 * exp(-0.001 * f64(abs(i - j))))"}, Sized: true},
	{Name: "Needleman-Wunsch", Loop: Loop{"rodinia/nw.fun", "align(10, fits(letters(%d, 1), letters(50, 2)))"}, Sized: true},
	{Name: "Pathfinder", Loop: Loop{"rodinia/pathfinder.fun", "pathfinder(grid(%d + 1, 100))"}},
	{Name: "SRAD", Loop: Loop{"rodinia/srad.fun", "srad(%d, 0.5, 4, 4, picture)"}},
	{Name: "Conjugate Gradient", Loop: Loop{"nas/cg.fun", "smallest(12, 3, 10.0, %d, 6)"}},
	{Name: "Embarrassingly Parallel", Loop: Loop{"nas/ep.fun", "ep(%d, 16)"}, Sized: true},
	{Name: "Multigrid", Loop: Loop{"nas/mg.fun", "residual(4, %d)"}},
	{Name: "Matrix Multiplication", Loop: Loop{"sac/matmul.fun", "matmul(kernel i <= %d, j <= 20 do f64(i * j %% 7) / 3.0, kernel i <= 20, j <= 20 do f64(i + j) / 7.0)"}, Sized: true},
	{Name: "Matrix Relaxation", Loop: Loop{"sac/relax.fun", "relax(%d, start(8))"}},
	{Name: "Matrix Relaxation, APL", Loop: Loop{"sac/relax.fun", "relaxAPL(%d, start(8))"}},
	{Name: "Gauss-Jordan", Loop: Loop{"sac/gaussjordan.fun", "(let n = %d in solve(kernel i <= n, j <= n do f64((i * i + 2 * j) %% 7) + (if i == j then 90.0 else 0.0), kernel i <= n do f64(i)))"}, Sized: true},
}

// Grows tells whether the input of the call grows with the number of rounds.
func (l Loop) Grows() bool { return strings.Contains(l.Call, "grid") }

// Of is the example with that number of rounds, and with the call in place of what it prints.
func (l Loop) Of(t testing.TB, rounds int) *Program {
	t.Helper()
	path := filepath.Join(testkit.Root(t), "examples", l.File)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	imported := ""
	for _, m := range importLine.FindAllStringSubmatch(string(text), -1) {
		imported += whole(t, filepath.Join(filepath.Dir(path), m[1]))
	}
	lines := strings.Split(imported+strings.TrimSpace(importLine.ReplaceAllString(string(text), "")), "\n")
	for len(lines) > 0 && !strings.HasPrefix(lines[len(lines)-1], "let ") && !strings.HasPrefix(lines[len(lines)-1], " ") && !strings.HasPrefix(lines[len(lines)-1], "def ") {
		lines = lines[:len(lines)-1]
	}
	return Parse(t, l.File, strings.Join(lines, "\n")+"\n"+fmt.Sprintf(l.Call, rounds)+"\n")
}
