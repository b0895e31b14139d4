package native_test

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu/host"
	"funmem/internal/cores"
	"funmem/internal/testkit"
	"funmem/lower/native"
	"funmem/semantics/syntax"
)

// plenty is what programs may take under the rules.
var plenty = engine.Options{Memory: 1 << 30, Threads: 1}

// natively runs a program, and fails if a call or expression of it does not run as native code. It returns
// its results. opts are for native code alone.
func natively(t *testing.T, n *native.Engine, p *syntax.Program, opts engine.Options) []value.Val {
	t.Helper()
	m := value.New(plenty)
	m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
		v, ok := n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{})
		if !ok {
			t.Fatalf("it does not run natively:\n%s", reasons(n))
		}
		return v, ok
	}
	v, err := m.Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// resident is how many bytes of memory the process has, but for what Go keeps for nothing. 0: the system does not say.
func resident() (bytes int64) {
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	var size, pages int64
	if err != nil {
		return 0
	}
	fmt.Sscan(string(text), &size, &pages)
	return pages * int64(os.Getpagesize())
}

// storage are programs with a def f, whose blocks are allocated and end in different ways. Each calls it for so many rounds.
var storage = []struct {
	what, text string
	most       int64 // words that a stack may need
}{
	{"temporary arrays", `def f (n : int) (k : int) : int =
  let x = kernel i <= n do (i * k) % 10
  let y = scan (+) 0 x
  let z = scan (+) 0 (y[n : n : -1])
  let u = kernel i <= n do z[y[i] % n + 1] + x[i]
  in sum(scan (+) 0 u) % 100`, 2000},
	{"a loop that carries a longer array in each round", `def f (n : int) (k : int) : int =
  let x = loop (x = iota n) for j <= 3 do map (\a -> (a + k) % 17) (x ++ x)
  in sum(x) % 100`, 4000},
	{"a while loop with arrays that grow", `def f (n : int) (k : int) : int =
  let x = loop (x = [k % 3 + 1]) while sum(x) < n do map (\a -> a + 1) (x ++ x)
  in sum(x) % 100`, 2000},
	{"two loops, one in the other", `def f (n : int) (k : int) : int =
  let x = loop (x = iota 3) for j <= 3 do
    let y = loop (y = x) while sum(y) < n * j do map (\a -> a + k % 2 + 1) (y ++ x)
    in y ++ [k]
  in sum(x) % 100`, 20000},
	{"branches", `def f (n : int) (k : int) : int =
  let x = scan (+) 0 (iota n)
  let y = if k % 2 == 0 then scan (+) 0 x else scan (max) 0 (x ++ x)
  in sum(scan (+) 0 y) % 100`, 6000},
	{"blocks in kernels", `def f (n : int) (k : int) : int =
  let x = kernel i <= 5 do
    let y = loop (y = iota i) for j <= 3 do scan (+) k (y ++ [j]) in sum(y)
  in sum(x) % 1000 + n`, 4000},
}

// inLoop is a program that calls f for so many rounds in one call of native code.
func inLoop(f string, rounds int) string {
	return fmt.Sprintf("%s\ndef main (rounds : int) : int = loop (s = 0) for k <= rounds do (s + f(100, k + s)) %% 1000003\nmain(%d)", f, rounds)
}

// TestStorage: what is called 10⁶ times in a loop, or 10⁵, takes constant memory: that of a few rounds.
func TestStorage(t *testing.T) {
	d := cores.Device(t)
	if instrumented() {
		t.Skip("instruments take memory")
	}
	for k, c := range storage {
		rounds := 1_000_000
		if k > 0 {
			rounds = testkit.Sample(100_000, rounds)
		}
		n := native.NewEngine(d)
		few := core(t, inLoop(c.text, 300))
		want := outcomeOf(t, few)
		if got := value.Format(natively(t, n, few, plenty)[0], 0); got != want {
			t.Errorf("%s: %s natively, and %s by the rules", c.what, got, want)
		}
		host.Stored()
		before, size := host.Stored(), resident()
		natively(t, n, core(t, inLoop(c.text, rounds)), plenty)
		after := host.Stored()
		if after.Taken != before.Taken {
			t.Errorf("%s: %d rounds take memory %d times", c.what, rounds, after.Taken-before.Taken)
		}
		if after.Most > c.most {
			t.Errorf("%s: a stack needs %d words", c.what, after.Most)
		}
		if grown := resident() - size; grown > 8<<20 {
			t.Errorf("%s: the process has grown by %d bytes", c.what, grown)
		}
	}
}

// outcomeOf is the first result by the rules.
func outcomeOf(t *testing.T, p *syntax.Program) string {
	t.Helper()
	why, v := outcome(context.Background(), value.New(plenty), p)
	if why != "" {
		t.Fatal(why)
	}
	return value.Format(v[0], 0)
}

// TestStorageOfCalls: 10⁴ calls of native code take memory for the first one alone.
func TestStorageOfCalls(t *testing.T) {
	d := cores.Device(t)
	if instrumented() {
		t.Skip("instruments take memory")
	}
	n := native.NewEngine(d)
	program := core(t, storage[0].text+"\nf(5000, 7)")
	natively(t, n, program, plenty)
	before, size := host.Stored(), resident()
	for range 10_000 {
		natively(t, n, program, plenty)
	}
	after := host.Stored()
	if after.Taken != before.Taken {
		t.Errorf("10⁴ calls take memory %d times", after.Taken-before.Taken)
	}
	if after.Most < 2*5000 || after.Most > 6*5000 {
		t.Errorf("a stack needs %d words", after.Most)
	}
	if grown := resident() - size; grown > 8<<20 {
		t.Errorf("the process has grown by %d bytes", grown)
	}
}

// TestStorageOfResults: a loop that carries what its caller gets takes constant memory too, so that there is enough.
func TestStorageOfResults(t *testing.T) {
	d := cores.Device(t)
	if instrumented() {
		t.Skip("instruments take memory")
	}
	opts := engine.Options{Memory: 1 << 24, Threads: 1} // 2²¹ words
	for _, n := range []int{100, 5000} {
		program := core(t, fmt.Sprintf(`def f (n : int) =
  loop (x = iota n) while x[1] < 1000 do
    let y = if x[1] %% 3 == 0 then x[1:n] else x ++ [0, 1]
    in map (\a -> a + 1) y
f(%d)`, n))
		want := outcomeOf(t, program)
		if got := value.Format(natively(t, native.NewEngine(d), program, opts)[0], 0); got != want {
			t.Errorf("%s natively, and %s by the rules", got, want)
		}
	}
}
