package fast_test

import (
	"context"
	"runtime"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestUpdates: updates, and loops, folds and calls with them, are accelerated and give the
// results of the reference. If the old array is used again, it is unchanged.
func TestUpdates(t *testing.T) {
	for _, text := range []string{
		"let x = loop (c = v) for i <= 9 do c with [i] = c[i] + c[1]\n(x, v)",
		"let x = loop (c = a) for i <= 5 do c with [i] = v[1:7]\n(x, a)",
		"let x = loop (c = a) for i <= 5 do c with [:, i] = c[i, 5:5:-1]\nx",
		"let x = loop (c = a) for i <= 3 do c with [2:2, 2:3] = c[3:2, 3:3]\nx",
		"let x = loop (c = a) for i <= 3 do loop (c = c) for j <= 5 do c with [i, j] = c[j, i]\nx",
		"let (x, y) = loop (x = v, y = v) for i <= 9 do (y with [i] = x[i] + 1, x with [i] = y[i] * 2)\n(x, y)",
		"let (x, y) = loop (x = v, y = v) for i <= 9 do (x with [i] = 0, x)\n(x, y)",
		"let (x, y) = loop (x = v, s = 0) for i <= 9 do (let y = x with [i] = 1 in (y, s + x[i] + y[i]))\n(x, y)",
		"let x = loop (x = v) for i <= 9 do (let y = reverse x let z = x with [i] = 77 in z with [1] = y[3])\nx",
		"let x = loop (x = v) for i <= 9 do if x[i] > 2 then x with [i] = 2 else reverse x\nx",
		"kernel i <= 5 do a[i] with [i] = 0 with [1:2] = [7, 8]",
		"kernel i <= 5 do loop (r = a[i]) for j <= i do r with [j] = r[8 - j]",
		"kernel i <= 5 do (let r = copy a[i] let s = r with [1] = 9 in r[1] + s[1])",
		"reduce (\\c x -> c with [x + 4] = 1 with [1] = x) v v",
		"scan (\\c x -> c with [x + 4] = x) v v",
		"def f [n] (x : [n]int) (k : int) : [n]int = x with [k] = 0\nlet x = loop (c = v) for i <= 5 do f(c, i)\n(x, f(x, 7), x)",
		"def f [n] (x : [n]int) (y : [n]int) : [n]int = x with [1:2] = y[2:2]\nlet x = loop (c = v) for i <= 5 do f(c, c)\nx",
		"def f [n] (x : [n]int) : ([n]int, [n]int) = (x with [1] = 0, x)\nlet (x, y) = loop (c = v, d = v) for i <= 5 do f(d)\n(x, y)",
		"let (x, _) = loop (c = v, k = 1) while c[k] < 4 && k < 9 do (c with [k] = 9, k + 1)\nx",
		"let x = loop (c = c) for i <= 3 do c with [i, 1:4:1, 2] = c[1, :, i]\nx",
		"let x = loop (c = v) for i <= 3 do c with [1:0] = empty([0]int) with [9:0] = v[1:0]\nx",
		"let x = loop (c = [1.5, 2.5]) for i <= 3 do c with [i % 2 + 1] = c[1] / 3.0\nx",
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		if yes, no := same(t, p, ids, in...); yes == 0 || no > 0 {
			t.Errorf("%d accelerated, %d not:\n%s", yes, no, text)
		}
	}
}

// TestUpdatesInPlace: n updates in a loop allocate only a few arrays.
func TestUpdatesInPlace(t *testing.T) {
	const n = 32000
	for _, text := range []string{
		"let x = loop (c = x) for i <= 32000 do c with [i * 7919 % 32000 + 1] = i\nx[5]",
		"let x = loop (c = x) for i <= 200 do loop (c = c) for j <= 160 do c with [(i * j) % 32000 + 1] = c[i] + 1\nx[5]",
		"def f [n] (x : [n]int) (k : int) = x with [k] = k\nlet x = loop (c = x) for i <= 32000 do f(c, i)\nx[5]",
		"let (x, y) = loop (c = x, d = x) for i <= 32000 do (if i % 2 == 0 then c with [i] = 1 else c, d with [i] = c[i])\nx[5] + y[5]",
		"let x = reduce (\\c i -> c with [i] = c[i] + 1) x (iota 32000)\nx[5]",
	} {
		in := input{"x", array(func(k int) int64 { return int64(k) }, n)}
		p, ids := parse(t, text, in)
		m := evaluator(ids, in)
		acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
		m.Accelerate = acc.Accelerate
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := m.Run(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if words := (after.TotalAlloc - before.TotalAlloc) / 8; acc.no > 0 || words > 10*n {
			t.Errorf("%d words are allocated, %d not accelerated:\n%s", words, acc.no, text)
		}
	}
}

// TestRandomUpdates: random programs with many updates have the same values with the
// accelerator, which hardly ever declines.
func TestRandomUpdates(t *testing.T) {
	yes, no := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := testkit.Updates(t)
		p, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want, err := value.New(engine.Options{}).Run(context.Background(), u.Core)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		m := value.New(engine.Options{})
		acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
		m.Accelerate = acc.Accelerate
		got, err := m.Run(context.Background(), u.Core)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for k := range want {
			if !want[k].Equal(got[k]) {
				t.Fatalf("result %d is %s, want %s\n%s", k, value.Format(got[k], 0), value.Format(want[k], 0), text)
			}
		}
		if acc.no > 0 {
			no++
		}
		yes++
	})
	if no*20 > yes {
		t.Errorf("of %d programs %d were not accelerated whole", yes, no)
	}
}
