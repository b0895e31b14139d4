package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"funmem/gpu"
	"funmem/gpu/host"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/lower/pass"
	"funmem/lower/schedule"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// The pipeline of native code, without fuse, and without what folds in place: neither the pass itself nor short-circuiting.
var (
	unfused   = strings.Replace(pass.Pipelines()[0].Steps, "fuse,", "", 1)
	notFolded = strings.Replace(unfused, "infold,shortcircuit,", "", 1)
	folded    = strings.Replace(unfused, "infold,shortcircuit,", "infold,", 1)
)

// folding is a function of examples/sac/rowadd.fun as native code.
type folding struct {
	module gpu.Module
	words  int
}

// foldingBy lowers a function by a list of passes, as native code is, and compiles it.
func foldingBy(b *testing.B, d gpu.Device, name, list string) *folding {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(testkit.Root(b), "examples", "sac", "rowadd.fun"))
	if err != nil {
		b.Fatal(err)
	}
	defs, _, _ := strings.Cut(string(text), "\nlet a =")
	prog, err := syntax.Parse(diag.NewSource("rowadd", defs))
	if err != nil {
		b.Fatal(err)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(prog)
	if err != nil {
		b.Fatal(err)
	}
	core := passed(b, s, u.Core, list)
	k := slices.IndexFunc(core.Defs(), func(f *syntax.Def) bool { return f.Name == name })
	return codeOf(b, d, core, core.Defs()[k])
}

// codeOf is a function as native code, or the whole program if that is nil.
func codeOf(b *testing.B, d gpu.Device, core *syntax.Program, def *syntax.Def) *folding {
	b.Helper()
	q, _, err := toimp.Program(core, toimp.Options{Type: none, Def: def})
	if err != nil {
		b.Fatal(err)
	}
	free := native.Proved(core, none, nil)
	if q, err = schedule.Through(schedule.Host, q, free, nil, nil); err != nil {
		b.Fatal(err)
	}
	code, err := emit.C(q, free, nil)
	if err != nil {
		b.Fatal(err)
	}
	m, err := d.Compile(context.Background(), code.Text, gpu.Freedom{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = m.Close() })
	return &folding{m, code.Words}
}

// run calls the function with the numbers before the array, and the array, and returns how long that took on one thread.
func (f *folding) run(b *testing.B, a []int64, rows, columns int, before ...int64) time.Duration {
	words := make([]int64, f.words)
	k := copy(words, before)
	words[k], words[k+1], words[k+2] = int64(uintptr(unsafe.Pointer(&a[0]))), int64(rows), int64(columns)
	return f.call(b, words)
}

// call runs the code with the words that it takes, and returns how long that took on one thread.
func (f *folding) call(b *testing.B, words []int64) time.Duration {
	b.Helper()
	start := time.Now()
	r, err := f.module.Call(context.Background(), emit.Name, words, gpu.Budget{Words: 1 << 30, Threads: 1})
	took := time.Since(start)
	if err != nil || r.Status != 0 {
		b.Fatalf("%v, status %d", err, r.Status)
	}
	r.Memory.Free()
	return took
}

// sideBySide are the shortest of n times of each run, in ns; the runs take turns.
func sideBySide(n int, runs ...func() time.Duration) []float64 {
	least := make([]float64, len(runs))
	for i := range n {
		for k, run := range runs {
			if ns := float64(run()); i == 0 || ns < least[k] {
				least[k] = ns
			}
		}
	}
	return least
}

// tableOf is an array for the functions.
func tableOf(rows, columns int) []int64 {
	a := make([]int64, rows*columns)
	for k := range a {
		a[k] = int64(k % 11)
	}
	return a
}

// BenchmarkRowadd measures V2 and V3 of the paper over V1, and puts the table into docs/papers/infold.md with -update.
func BenchmarkRowadd(b *testing.B) {
	d, _, err := host.Open()
	testkit.Needs(b, "REQUIRE_CC", err)
	const rows, columns = 3000, 1000
	a := tableOf(rows, columns)
	t := "| passes | V2 / V1 | V3 / V1 |\n|---|---|---|\n"
	for _, l := range []struct{ name, list string }{{"`cpu`", "cpu"}, {"`cpu` without `fuse`", unfused}, {"`cpu` without `fuse` and `shortcircuit`", folded}, {"and without `infold`", notFolded}} {
		var runs []func() time.Duration
		for k, name := range []string{"rowaddV1", "rowaddV2", "rowaddV3"} {
			list := l.list
			if k == 0 {
				list = "cpu"
			}
			f := foldingBy(b, d, name, list)
			runs = append(runs, func() time.Duration { return f.run(b, a, rows, columns) })
		}
		ns := sideBySide(61, runs...)
		t += fmt.Sprintf("| %s | %.2f | %.2f |\n", l.name, ns[1]/ns[0], ns[2]/ns[0])
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + t)
	if *testkit.Update {
		writeTo(b, "papers/infold.md", "rowadd", t)
	}
}

// BenchmarkUpdateStep measures the program of Fig. 9 for arrays of 10^7 elements, without the pass and with it.
func BenchmarkUpdateStep(b *testing.B) {
	d, _, err := host.Open()
	testkit.Needs(b, "REQUIRE_CC", err)
	off, on := foldingBy(b, d, "update", notFolded), foldingBy(b, d, "update", folded)
	t := "| OUTER | INNER | N = 2 | N = 5 | N = 12 |\n|---|---|---|---|---|\n"
	for inner := 10; inner <= 1_000_000; inner *= 10 {
		outer := 10_000_000 / inner
		a := tableOf(outer, inner)
		t += fmt.Sprintf("| %d | %d |", outer, inner)
		for _, n := range []int{2, 5, 12} {
			if n >= outer {
				t += " |"
				continue
			}
			run := func(f *folding) func() time.Duration {
				return func() time.Duration { return f.run(b, a, outer, inner, int64(n)) }
			}
			ns := sideBySide(9, run(off), run(on))
			flops := float64(outer-n) * float64(n) * float64(inner)
			t += fmt.Sprintf(" %.2f → %.2f, %.2f |", flops/ns[0], flops/ns[1], ns[0]/ns[1])
		}
		t += "\n"
	}
	b.ReportMetric(0, "ns/op")
	b.Log("\n" + t)
	if *testkit.Update {
		writeTo(b, "papers/infold.md", "update step", t)
	}
}
