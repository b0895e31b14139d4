package fast_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/internal/testkit"
	"funmem/semantics/num"
)

// TestScratch: programs that make arrays that nobody has written, or are given one, are
// accelerated if each number that is read was written and the result has no undefined
// element.
func TestScratch(t *testing.T) {
	for _, text := range []string{
		"let x = kernel i <= 3 do (let s = scratch([4]int) in (s with [:] = iota 4)[i])\nx",
		"let x = loop (s = scratch([9]int)) for i <= 9 do s with [i] = v[i] * 2\nx",
		"let x = loop (s = scratch([9]f64)) for i <= 9 do s with [i] = f64(i) / 2.0\nx",
		"let x = kernel i <= 5 do loop (s = copy scratch([5]int)) for j <= 5 do s with [j] = if j == 1 then i else s[j - 1] + 1\nx",
		"let s = scratch([9]int)\nlet x = loop (s = s) for i <= 9 do s with [i] = i\nx",
		"let s = transpose scratch([3][9]int)\nlet x = loop (s = s) for i <= 9 do s with [i, :] = v[1:3]\nx",
		"def f (k : int) = loop (s = scratch([k]int)) for i <= k do s with [k + 1 - i] = i\nlet x = kernel i <= 3 do reduce (+) 0 (f(i))\nx",
		"let x = kernel i <= 2 do (let s = concat(scratch([2]int), v[1:2]) in s[3])\nx",
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		if yes, no := same(t, p, ids, in...); yes == 0 || no > 0 {
			t.Errorf("%d accelerated, %d not:\n%s", yes, no, text)
		}
	}
}

// TestScratchDeclined: if an undefined element is read or returned, or a number looks like
// one, the rules take over.
func TestScratchDeclined(t *testing.T) {
	for _, text := range []string{
		"let x = kernel i <= 3 do scratch([4]int)\nx",
		"let x = loop (s = scratch([9]int)) for i <= 8 do s with [i] = i\nx",
		fmt.Sprintf("let x = kernel i <= 2 do (let s = scratch([4]int) with [1] = %d in s[1])\nx", num.Hole(false)),
		fmt.Sprintf("let s = scratch([4]int)\nlet x = kernel i <= 2 do (if s[1] == %d then 1 else 2)\n1", num.Hole(false)),
		"let s = scratch([9]int) with [1] = 1\nlet x = kernel i <= 2 do s[1:2]\nx",
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		if yes, no := same(t, p, ids, in...); yes > 0 || no == 0 {
			t.Errorf("%d accelerated, %d not:\n%s", yes, no, text)
		}
	}
	p, ids := parse(t, "let x = kernel i <= 3 do (let s = scratch([4]int) with [2] = 5 in s[i])\nx")
	m := evaluator(ids)
	m.Accelerate = fast.NewKernels(engine.Options{}).Accelerate
	if _, err := m.Run(context.Background(), p); err == nil {
		t.Error("an undefined element is read")
	}
}

// TestScratchPlanted: a version that does not check what it reads or returns is caught.
func TestScratchPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"undefined elements are read", "scratch.go", "if x == hole {", "if x == hole && hole == 0 {"},
		{"undefined elements are results", "scratch.go", "if slices.Contains(data, num.Hole(real)) {", "if slices.Contains(data, num.Hole(real)) && u == nil {"},
		{"what was written before is defined", "scratch.go", "born = void{at: h.now, hole: hole}", "born = void{at: h.now - 20, hole: hole}"},
		{"undefined elements in place", "scratch.go", "v.blk.wrote[o] <= v.void.at {\n\t\tbail()", "v.blk.wrote[o] < 0 {\n\t\tbail()"},
		{"undefined elements in copies", "scratch.go", "b.cells[o] = v.void.hole\n", ""},
		{"slices of undefined elements", "view.go", "false, x.void", "false, void{}"},
		{"an update of undefined elements", "withmem.go", "w.v.setVoid(was)\n", "w.v.setVoid(void{hole: was.hole})\n"},
		{"when all is defined", "scratch.go", "if v.filled() {", "if v.filled() || v.blk.hot == 0 {"},
		{"holes from outside", "value.go", "!f.holes && f.givenHoles(env)", "!f.holes && f == nil"},
	}, "-run", "Scratch$|ScratchDeclined|RandomScratch|Clean|NotClean", "-rapid.checks=2000", "-rapid.seed=1")
}

// BenchmarkScratch fills 10^6 elements of an array by updates in a loop, in value mode and
// in heap mode. It reports the ratio to the same with an array of zeros.
func BenchmarkScratch(b *testing.B) {
	const fill = "def f (n : int) = loop (s = %s) for i <= n do s with [i] = i * 3\nf(1000000)[5]\n"
	const fillMem = `let (m : mem) = alloc 1000000
let (x : [1000000]int @ m -> R(1000000)) = %s
let (y : [1000000]int @ m -> R(1000000)) = loop (s : [1000000]int @ m -> R(1000000) = x) for i <= 1000000 do s with [i] = i * 3
in (m, y)
`
	var runs []func()
	for _, made := range [][2]string{{"replicate(n, 0)", "replicate(1000000, 0)"}, {"scratch([n]int)", "scratch([1000000]int)"}} {
		p, ids := parse(b, fmt.Sprintf(fill, made[0]))
		acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
		q, _ := parse(b, fmt.Sprintf(fillMem, made[1]))
		runs = append(runs, func() {
			m := evaluator(ids)
			m.Accelerate = acc.Accelerate
			if _, err := m.Run(context.Background(), p); err != nil || acc.no > 0 {
				b.Fatal(err, acc.no)
			}
		}, func() {
			if _, ok := fast.Check(context.Background(), q, nil, engine.Options{}); !ok {
				b.Fatal("not clean")
			}
		})
	}
	best := make([]time.Duration, len(runs))
	for b.Loop() {
		for k, run := range runs {
			start := time.Now()
			run()
			if took := time.Since(start); best[k] == 0 || took < best[k] {
				best[k] = took
			}
		}
		runtime.GC()
	}
	b.ReportMetric(float64(best[2].Microseconds())/1000, "value-ms")
	b.ReportMetric(float64(best[3].Microseconds())/1000, "heap-ms")
	b.ReportMetric(float64(best[2])/float64(best[0]), "value-scratch/replicate")
	b.ReportMetric(float64(best[3])/float64(best[1]), "heap-scratch/replicate")
}
