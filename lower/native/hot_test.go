package native_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/internal/cores"
	"funmem/lower/native"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// hot runs a program again and again until asked tells that native code did what is wanted, or it never will.
func hot(t *testing.T, n *native.Engine, text string, threads int, below func() ([]value.Val, bool), until func(round int) bool) {
	t.Helper()
	program := core(t, text)
	opts := engine.Options{Memory: 1 << 30, Threads: threads}
	want, err := value.New(opts).Run(context.Background(), program)
	if err != nil {
		t.Fatal(err)
	}
	for round := 0; !until(round); round++ {
		m := value.New(opts)
		m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
			if _, call := e.(*syntax.Call); !call {
				return nil, false
			}
			rules := func(ctx context.Context) ([]value.Val, error) {
				return value.Alone(ctx, opts, pat, e, env, def, nil)
			}
			return n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def, Below: below, Rules: rules}, native.Mode{Hot: true, First: true})
		}
		v, err := m.Run(context.Background(), program)
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			if !v[k].Equal(want[k]) {
				t.Fatalf("round %d: result %d is %v instead of %v", round, k+1, v[k], want[k])
			}
		}
	}
}

// TestHot: a function is compiled in the background when it is hot, and its first result is compared on that call.
func TestHot(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	defer n.Close()
	text := "def f [n] (a : [n]int) : [n]int = map (\\x -> x + 1) a\nlet x = f([1, 2])\nx"
	asked := 0
	declines := func() ([]value.Val, bool) { asked++; return nil, false }
	hot(t, n, text, 1, declines, func(round int) bool {
		r := n.Reports()
		if round <= 3 && len(r) > 0 { // the fourth call finds that three were declined
			t.Fatalf("it was compiled after %d rounds", round)
		}
		if w := n.Warm(); round == 3 && (len(w) != 1 || w[0].Name != "f" || w[0].Runs != 3) {
			t.Fatal(w)
		}
		return len(r) == 1 && (r[0].Ends[0] >= 2 || r[0].Err != nil)
	})
	r := n.Reports()[0]
	if r.Err != nil || r.Comparisons != 1 || r.Own == 0 || r.Below == 0 || len(r.Steps) < 5 || asked < 3 {
		t.Errorf("%+v, the engine below was asked %d times", r, asked)
	}
	if len(r.Kernels) != 1 || !r.Kernels[0].Proved {
		t.Error(r.Kernels)
	}
}

// twice is a device that has other code when it is asked to be quick. The better code waits for ran.
type twice struct {
	gpu.Device
	ran chan struct{}
}

func (d twice) Compile(ctx context.Context, source string, may gpu.Freedom) (gpu.Module, error) {
	if !may.Quick {
		<-d.ran
		return d.Device.Compile(ctx, source, may)
	}
	m, err := d.Device.Compile(ctx, source, gpu.Freedom{})
	return &other{m}, err
}

type other struct{ gpu.Module }

// TestQuick: code that is ready sooner runs until the better one is there. The first result of each is compared.
func TestQuick(t *testing.T) {
	d := twice{cores.Device(t), make(chan struct{})}
	n := native.NewEngine(d)
	defer n.Close()
	better := sync.OnceFunc(func() { close(d.ran) })
	defer better()
	text := "def f [n] (a : [n]int) : [n]int = map (\\x -> x + 1) a\nlet x = f([1, 2])\nx"
	hot(t, n, text, 1, nil, func(int) bool {
		r := n.Reports()
		if len(r) == 0 {
			return false
		}
		if r[0].Ends[0] == 2 {
			better()
		}
		return r[0].Comparisons > 1 || r[0].Err != nil
	})
	if r := n.Reports()[0]; r.Err != nil || r.Comparisons != 2 || r.Again == 0 || r.Ends[0] < 3 {
		t.Errorf("%+v", r)
	}
}

// TestGate: a kernel that is not proved to be free of races goes to several threads after a run without a race at the same
// sizes.
func TestGate(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	n.Always = true
	defer n.Close()
	// A diagonal is computed from the two before it, in the array that it is put into: what is apart depends on the sizes.
	text, err := os.ReadFile("../../examples/rodinia/nw.fun")
	if err != nil {
		t.Fatal(err)
	}
	program, _, _ := strings.Cut(string(text), "def score")
	program += "let fits = kernel i <= 9, j <= 9 do (i * 5 + j * j) % 7 - 3\nalign(10, fits)\n"
	shown := false
	hot(t, n, program, 3, nil, func(round int) bool {
		for _, r := range n.Reports() {
			for _, k := range r.Kernels {
				if !k.Proved {
					shown = true
				}
				if len(k.Tested) > 0 {
					return r.Ends[0] >= 3
				}
			}
			if r.Err != nil {
				t.Fatal(r.Err)
			}
		}
		return false
	})
	if !shown {
		t.Error("all kernels are proved")
	}
}

// TestContract: with contraction the code is another one, whose f64s are compared within the bound.
func TestContract(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	program := core(t, "def f (x : f64) (y : f64) (z : f64) : f64 = x * y + z\nf(0.1, 10.0, -1.0)")
	for _, may := range []gpu.Freedom{{}, {Contract: true}, {}} {
		m := value.New(engine.Options{})
		m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
			return n.Accelerate(ctx, engine.Options{Memory: 1 << 20, Threads: 1}, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{May: may})
		}
		got, err := m.Run(context.Background(), program)
		if err != nil {
			t.Fatal(err)
		}
		want := value.Number(num.OfFloat(0))
		if d, ok := native.Apart(got[0], want); !ok || d > native.Bound || !may.Contract && d != 0 {
			t.Errorf("%+v: %s", may, value.Format(got[0], 0))
		}
	}
	near := 0
	for _, r := range n.Reports() {
		if r.Near {
			near++
		}
	}
	if near != 1 || len(n.Reports()) != 2 {
		t.Errorf("%+v", n.Reports())
	}
}

// TestEndless: a compiler that does not end holds up nobody who has a context that ends, and Close ends it.
func TestEndless(t *testing.T) {
	cores.Device(t)
	cc := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\nexec sleep 1000000\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", cc)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	n := native.NewEngine(cores.Device(t))
	program := core(t, "def f (x : int) : int = x + 1\nf(3)")
	for _, mode := range []native.Mode{{}, {Hot: true}} {
		for range 5 { // when it is hot, too
			m := value.New(engine.Options{})
			m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
				soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
				defer cancel()
				return n.Accelerate(soon, engine.Options{Memory: 1 << 20, Threads: 1}, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, mode)
			}
			if v, err := m.Run(context.Background(), program); err != nil || value.Format(v[0], 0) != "4" {
				t.Fatal(v, err)
			}
		}
	}
	if r := n.Reports(); len(r) != 1 || !r[0].Making {
		t.Errorf("%+v", r)
	}
	n.Close()
	if r := n.Reports(); len(r) != 1 || r[0].Err == nil {
		t.Errorf("%+v", r)
	}
}
