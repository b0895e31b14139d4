package native_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/cores"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/native"
	"funmem/lower/native/programs"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// outcome is what a program gives: its values, or the message.
func outcome(ctx context.Context, m *value.Machine, p *syntax.Program) (string, []value.Val) {
	v, err := m.Run(ctx, p)
	if err != nil {
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			return d.Msg, nil
		}
		return err.Error(), nil
	}
	return "", v
}

// core is a program of Fun, elaborated.
func core(t *testing.T, text string) *syntax.Program {
	t.Helper()
	prog, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	unit, err := elab.NewSession(nil).Program(prog)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return unit.Core
}

// both runs a program under the rules and as native code, which must give the same. It returns how many calls and
// expressions ran natively, and how many were declined.
func both(t *testing.T, n *native.Engine, text string) (ran, declined int) {
	t.Helper()
	program := core(t, text)
	opts := engine.Options{Memory: 1 << 30, Threads: 1}
	if n.Always {
		opts.Threads = 3
	}
	m := value.New(opts)
	m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
		v, ok := n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{})
		if ok {
			ran++
		} else {
			declined++
		}
		return v, ok
	}
	want, values := outcome(context.Background(), value.New(opts), program)
	got, natively := outcome(context.Background(), m, program)
	if got != want {
		t.Fatalf("native code ends with %q, and the rules with %q:\n%s", got, want, text)
	}
	for k := range values {
		if !values[k].Equal(natively[k]) {
			t.Fatalf("result %d natively is %v, and by the rules %v:\n%s", k+1, natively[k], values[k], text)
		}
	}
	return ran, declined
}

// TestOutside: the kernel of an expression that reads an array of the session is proved free of races like that of a function.
func TestOutside(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	both(t, n, "let a = kernel i <= 5 do i * i\nlet b = kernel i <= 5, j <= 5 do a[i] + a[j]\nsum(b[2])")
	found := 0
	for _, r := range n.Reports() {
		for _, k := range r.Kernels {
			if found++; !k.Proved {
				t.Errorf("%s: kernel `%s` is not proved", r.Name, k.Name)
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d kernels", found)
	}
}

// TestPrograms compares each program of package programs with the rules.
func TestPrograms(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	several := native.NewEngine(cores.Device(t))
	several.Always, several.General = true, true
	for k, p := range programs.All() {
		if instrumented() && k%testkit.Sample(16, 1) != 0 || k%testkit.Fewest(3, 1, 1) == 2 {
			continue // compiling takes longest
		}
		if !testkit.More() && !testkit.Mistaken() { // each program on one of both
			engine := []*native.Engine{n, several}[k%2]
			if ran, declined := both(t, engine, p.Text); p.Left && declined == 0 || !p.Left && (ran == 0 || declined > 0) {
				t.Errorf("%d ran natively, and %d were declined:\n%s\n%s", ran, declined, p.Text, reasons(engine))
			}
			continue
		}
		program, left := p.Text, p.Left
		ran, declined := both(t, n, program)
		if r, d := both(t, several, program); r != ran || d != declined {
			t.Errorf("on one thread %d ran natively, and %d were declined; on several %d and %d:\n%s", ran, declined, r, d, program)
		}
		if left && declined == 0 || !left && (ran == 0 || declined > 0) {
			t.Errorf("%d ran natively, and %d were declined:\n%s\n%s", ran, declined, program, reasons(n))
		}
	}
}

// reasons are why there is no native code.
func reasons(n *native.Engine) string {
	var all strings.Builder
	for _, r := range n.Reports() {
		fmt.Fprintf(&all, "%s: %v %v\n", r.Name, r.Err, r.Ends)
	}
	return all.String()
}

// TestRandom compares random programs with the rules. Each call and kernel of them is compiled, so there are few.
func TestRandom(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	programs := 2
	if testkit.More() {
		programs = 30
	}
	ran, declined := 0, 0
	for _, of := range map[string]func(*rapid.T) string{"Program": testkit.Program, "Updates": testkit.Updates, "Sized": testkit.Sized, "Sizes": testkit.Sizes, "Huge": testkit.Huge, "Stuck": passtest.Stuck} {
		draw := rapid.Custom(of)
		for seed := range programs {
			text := draw.Example(seed + first(t))
			n.Always, n.General = seed%2 == 1, seed%4 < 2
			r, d := both(t, n, text)
			ran, declined = ran+r, declined+d
		}
	}
	t.Logf("%d ran natively, %d were declined\n%s", ran, declined, reasons(n))
	if ran < 3*declined {
		t.Errorf("%d ran natively, and %d were declined\n%s", ran, declined, reasons(n))
	}
}

// first is the seed of the first program: FUNMEM_SEED, or 1.
func first(t *testing.T) int {
	k, err := strconv.Atoi(cmp.Or(os.Getenv("FUNMEM_SEED"), "1"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestShapes: code is compiled again for other functions, and for variables from outside with other sizes.
func TestShapes(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	s, opts := elab.NewSession(nil), engine.Options{Memory: 1 << 30}
	m := value.New(opts)
	for k, step := range []struct{ text, want string }{
		{"let w = [1, 2, 3]\ndef g (x : int) : int = x + reduce (+) 0 w\ng(10)", "16"},
		{"g(20)", "26"},
		{"let w = [1, 2, 3, 4, 5]\ndef g (x : int) : int = x + reduce (+) 0 w\ndef f (x : int) : int = 2 * g(x)\nf(10)", "50"},
		{"def g (x : int) : int = x\nf(1)", "2"}, // calls of f call the g of now
		{"def f (x : int) : int = 3 * g(x)\nf(1)", "3"},
		{"let big = 2 ** 70\nlet a = kernel i <= 3 do i * big\na[1] - big", "0"},
		{"def h [n] (a : [n]int) : int = let b = scratch([1]int) in reduce (+) 0 (kernel i <= n do a[n + 1 - i] * 2)\nh([1, 2]) * 1000 + h([1, 2, 3])", "6012"},
		{"let a = scratch([4]int)\nlet b = a with [2] = 7\nb[2]", "7"},
	} {
		prog, err := syntax.Parse(diag.NewSource(fmt.Sprint(k), step.text))
		if err != nil {
			t.Fatal(err)
		}
		unit, err := s.Program(prog)
		if err != nil {
			t.Fatal(err)
		}
		next := value.New(opts)
		next.Env, next.Defs = m.Env.Clone(), m.Defs.Clone()
		m = next
		m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
			return n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{})
		}
		v, err := m.Run(context.Background(), unit.Core)
		if err != nil || len(v) != 1 || value.Format(v[0], 0) != step.want {
			t.Errorf("%s\ngives %v, %v, and %s is wanted", step.text, v, err, step.want)
		}
	}
}

// TestStop: native code that runs for ever ends when the caller wants that.
func TestStop(t *testing.T) {
	n := native.NewEngine(cores.Device(t))
	for _, text := range []string{
		"let x = loop (x = 5) while x > 0 do x + 1 - 1\nx",
		"kernel i <= 1000 do loop (s = 0) for k <= 100000000000 do (s + k) % 10",
		"let a = [1]\nreduce (+) 0 (kernel i <= 3000000 do loop (s = a[1]) for k <= 1000000 do (s * k) % 7)",
	} {
		program := core(t, text)
		opts := engine.Options{Memory: 1 << 30, Threads: 2}
		m := value.New(opts)
		declined := false
		m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
			ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
			defer cancel()
			v, ok := n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def}, native.Mode{})
			declined = declined || !ok && ctx.Err() != nil
			return v, ok
		}
		ctx, cancel := context.WithTimeout(context.Background(), 600*time.Millisecond)
		defer cancel()
		if _, err := m.Run(ctx, program); err == nil || !declined {
			t.Errorf("%v, declined %t: %s", err, declined, text)
		}
	}
}

// TestVerify: the first result for each shape is compared with that of the engine below. One that differs is replaced, and
// the code is not used any more.
func TestVerify(t *testing.T) {
	d := cores.Device(t)
	program := core(t, "def f [n] (a : [n]int) : [n]int = map (\\x -> x + 1) a\nlet x = f([1, 2])\nlet y = f([3, 4])\nlet z = f([5])\n(x, y, z)")
	array := func(xs ...int64) value.Val {
		return value.Val{A: &value.Array{Elem: syntax.Int, Shape: []int{len(xs)}, Elems: num.VecOf(xs)}}
	}
	for _, c := range []struct {
		below []value.Val
		every int
		want  string
		wrong string
	}{
		{[]value.Val{array(2, 3), array(6)}, 0, "[2, 3] [4, 5] [6]", ""},
		{[]value.Val{array(2, -3)}, 0, "[2, -3] [0, 0] [0]", "result 1 has element 2 as 3 instead of -3"},
		{[]value.Val{array(2, 3), array(7)}, 0, "[2, 3] [4, 5] [7]", "result 1 has element 1 as 6 instead of 7"},
		{[]value.Val{array(2, 3), array(4, 7), array(6)}, 2, "[2, 3] [4, 7] [0]", "result 1 has element 2 as 5 instead of 7"},
		{[]value.Val{array(2, 3), array(4, 5), array(8)}, 1, "[2, 3] [4, 5] [8]", "result 1 has element 1 as 6 instead of 8"},
	} {
		n := native.NewEngine(d)
		opts := engine.Options{Memory: 1 << 30, Threads: 1}
		m, asked := value.New(opts), 0
		m.Accelerate = func(ctx context.Context, pat []*syntax.Binding, e syntax.Expr, env value.Env, def func(string) *syntax.Def) ([]value.Val, bool) {
			if _, call := e.(*syntax.Call); !call {
				return nil, false
			}
			rules := func(context.Context) ([]value.Val, error) {
				asked++
				if w := c.below[asked-1]; w.A != nil {
					return []value.Val{w}, nil
				}
				return nil, &diag.Diagnostic{Kind: diag.Stuck, Msg: "stuck"}
			}
			args := e.(*syntax.Call).Args
			zeros := array(make([]int64, env.Of(args[len(args)-1].(*syntax.Var).ID).Shape()[0])...)
			below := func() ([]value.Val, bool) { return []value.Val{zeros}, true }
			return n.Accelerate(ctx, opts, &native.Ask{Pat: pat, Exp: e, Env: env, Def: def, Below: below, Rules: rules}, native.Mode{First: true, Every: c.every})
		}
		v, err := m.Run(context.Background(), program)
		if err != nil || asked != len(c.below) && c.wrong == "" || asked > len(c.below) {
			t.Fatal(err, asked)
		}
		if got := value.Format(v[0], 0) + " " + value.Format(v[1], 0) + " " + value.Format(v[2], 0); got != c.want {
			t.Errorf("%s, and %s is wanted; %s", got, c.want, reasons(n))
		}
		wrong := ""
		for _, e := range n.Events() {
			wrong += e.Wrong
		}
		if wrong != c.wrong {
			t.Errorf("what is wrong is %q, and %q is wanted", wrong, c.wrong)
		}
	}
}
