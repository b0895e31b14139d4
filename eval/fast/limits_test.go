package fast_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/heap"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// fiveOps is a kernel of 10^6 elements with five operations each.
const fiveOps = "let x = kernel i <= 1000000 do (i * 3 + 7) %% 11 - min(i, 5)\nx[7]"

// TestNoAllocation: neither mode allocates memory per element.
func TestNoAllocation(t *testing.T) {
	p, ids := parse(t, fiveOps)
	acc := &counted{Kernels: fast.NewKernels(engine.Options{})}
	m := evaluator(ids)
	m.Accelerate = acc.Accelerate
	value := testing.AllocsPerRun(3, func() {
		if _, err := m.Run(context.Background(), p); err != nil {
			t.Fatal(err)
		}
	})
	q, _ := parse(t, `
let (m : mem) = alloc 1000000
let (x : [1000000] @ m -> R(1000000)) = kernel i <= 1000000 do
  let (t : int) = (i * 3 + 7) %% 11 - min(i, 5)
  in (t)
in (m, x)`)
	check := testing.AllocsPerRun(3, func() {
		if _, ok := fast.Check(context.Background(), q, nil, engine.Options{}); !ok {
			t.Fatal("not clean")
		}
	})
	if value > 200 || check > 500 || acc.no > 0 {
		t.Errorf("%v allocations in value mode, %v in heap mode, %d kernels not accelerated", value, check, acc.no)
	}
}

// endless are programs that run for minutes without using much memory.
var endless = map[string][2]string{
	"flat": {
		"let x = kernel i <= 60000000000 do let r = v[1:0] in r\nlength(x)",
		"let (m : mem) = alloc 0\nlet (x : [1000000000][0] @ m -> R(1000000000, 0)) = kernel i <= 1000000000 do\n  let (r : [0] @ m -> R(0)) = iota 0\n  in (r)\nin (1)",
	},
	"nested": {
		"kernel i <= 10 do let r = kernel j <= 100000 do let w = kernel k <= 100000 do i * j - k in w[j] in r[1]",
		`
let (m : mem) = alloc 10
let (x : [10] @ m -> R(10)) = kernel i <= 10 do
  let (a : mem) = alloc 100000
  let (r : [100000] @ a -> R(100000)) = kernel j <= 100000 do
    let (b : mem) = alloc 100000
    let (w : [100000] @ b -> R(100000)) = kernel k <= 100000 do in (i * j - k)
    let (e : int) = w[j]
    in (e)
  let (e : int) = r[1]
  in (e)
in (1)`,
	},
	"loops": {
		"kernel i <= 2 do loop (s = v[1]) while s == v[1] do s",
		"let (s : int) = loop (s : int = 1) while in (s) do in (s)\nin (s)",
	},
	"copies": {
		"kernel i <= 100000 do let w = replicate(1000, copy (reverse (copy (reverse v)))) in let u = copy (transpose w) in u[1, 1]",
		`
let (a : mem) = alloc 10000000
let (x : [10000000] @ a -> R(10000000)) = iota 10000000
let (m : mem) = alloc 10000
let (y : [10000] @ m -> R(10000)) = kernel i <= 10000 do
  let (b : mem) = alloc 10000000
  let (z : [10000000] @ b -> R(10000000)) = copy x
  let (e : int) = z[i]
  in (e)
in (1)`,
	},
}

// TestInterrupt: both modes end when their context does. BenchmarkInterrupt of package repl
// measures how soon.
func TestInterrupt(t *testing.T) {
	for name, text := range endless {
		for mode, text := range text {
			in := input{"v", array(func(k int) int64 { return int64(k) }, 5000)}
			p, ids := parse(t, text, in)
			ctx, cancel := context.WithCancel(context.Background())
			var at time.Time
			time.AfterFunc(150*time.Millisecond, func() { at = time.Now(); cancel() })
			if mode == 0 {
				m := evaluator(ids, in)
				m.Accelerate = fast.NewKernels(engine.Options{}).Accelerate
				_, err := m.Run(ctx, p)
				var stop *engine.Interrupted
				if !errors.As(err, &stop) {
					t.Errorf("%s: got %v", name, err)
				}
			} else if _, ok := fast.Check(ctx, p, nil, engine.Options{}); ok {
				t.Errorf("%s: it came to its end", name)
			}
			if at.IsZero() {
				t.Errorf("%s, mode %d: it ended by itself", name, mode)
			}
			cancel()
		}
	}
}

// TestMemoryLimit: a program that would need more memory than allowed is declined.
func TestMemoryLimit(t *testing.T) {
	opts := engine.Options{Memory: 1 << 20}
	p, ids := parse(t, "kernel i <= 3 do let w = iota (100000 * i) in w[i]")
	acc := &counted{Kernels: fast.NewKernels(opts)}
	m := evaluator(ids)
	m.Accelerate = acc.Accelerate
	if _, err := m.Run(context.Background(), p); err != nil || acc.yes > 0 {
		t.Errorf("%d accelerated, %v", acc.yes, err)
	}
	q, _ := parse(t, "let (m : mem) = alloc 200000\nlet (x : [200000] @ m -> R(200000)) = iota 200000\nin (1)")
	if _, ok := fast.Check(context.Background(), q, nil, opts); ok {
		t.Error("more memory was taken than allowed")
	}
	q, _ = parse(t, "let (m : mem) = alloc (2 ** 50)\nin (1)")
	if _, ok := fast.Check(context.Background(), q, nil, engine.Options{}); ok {
		t.Error("a block of 2^50 was allocated")
	}
}

// TestInputs: a program starts with what others left.
func TestInputs(t *testing.T) {
	p, _ := parse(t, `
let (n : int) = 4
let (m : mem) = alloc n
let (x : [n] @ m -> R(n)) = iota n
let (y : [n] @ m -> R(n)) = kernel i <= n do
  let (a : int) = x[i]
  in (a + n)
in (m, y)`)
	id := func(k int) int { return p.Decls[k].(*syntax.Let).Pat[0].ID }
	h := heap.New()
	given := func(values ...int64) map[int]fast.Input {
		b := h.Adopt("m", diag.Span{}, num.VecOf(values), &heap.Site{})
		L, _ := heap.RowMajor([]int{len(values)})
		return map[int]fast.Input{id(0): {I: num.Of(int64(len(values)))}, id(1): {Block: b}, id(2): {Block: b, L: L}}
	}
	q := *p
	q.Decls = p.Decls[3:]
	in := given(5, 6, 7)
	got, ok := fast.Check(context.Background(), &q, in, engine.Options{})
	if !ok || len(got.Results) != 2 || !got.Results[1].Equal(array(func(k int) int64 { return int64(k) + 8 }, 3)) {
		t.Errorf("%+v, %v", got, ok)
	}
	if b := in[id(1)].Block; b.Cell(0).String() != "5" {
		t.Error("the input was written")
	}
	in = given(5, 6, 7)
	wide, _ := num.Of(2).Pow(num.Of(99))
	in[id(1)].Block.Cells().Set(1, wide)
	if _, ok := fast.Check(context.Background(), &q, in, engine.Options{}); ok {
		t.Error("a wide input is taken")
	}
	in = given(5, 6, 7)
	fresh, err := h.Alloc("m", diag.Span{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range in {
		if v.Block != nil {
			v.Block = fresh
			in[k] = v
		}
	}
	if _, ok := fast.Check(context.Background(), &q, in, engine.Options{}); ok {
		t.Error("an input that nothing wrote is taken")
	}
	delete(in, id(1))
	if _, ok := fast.Check(context.Background(), &q, in, engine.Options{}); ok {
		t.Error("an unbound variable is taken")
	}
}

// TestManyRoots: the results of branches may come from so many blocks that the compiler
// declines. The rules still give the same result.
func TestManyRoots(t *testing.T) {
	text := "def h0 [n] (x : [n]int) : [n]int = kernel i <= n do x[i] + 1\n"
	for k := range 12 {
		text += fmt.Sprintf("def h%d [n] (x : [n]int) : [n]int = if n > 100 then (let y = h%d(x) in h%d(y)) else x\n", k+1, k, k)
	}
	for _, k := range []int{3, 6, 12} {
		p, err := syntax.Parse(diag.NewSource("t.fun", text+fmt.Sprintf("h%d([3])", k)))
		if err != nil {
			t.Fatal(err)
		}
		in := elab.NewSession(nil)
		u, err := in.Program(p)
		if err != nil {
			t.Fatal(err)
		}
		mem, err := introduce.New().TransformProgram(u.Core, in.Supply())
		if err != nil {
			t.Fatal(err)
		}
		ok, isClean := compare(t, mem, engine.Options{}, text)
		if !isClean || ok != (k < 12) {
			t.Errorf("h%d: %v of a program that is clean: %v", k, ok, isClean)
		}
	}
}
