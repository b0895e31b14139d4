package fast_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// threads is how many threads the tests of value mode use.
var threads = 1

// same runs a program with and without the accelerator and compares results or messages. It
// returns how many kernels were accelerated and how many were not.
func same(t testing.TB, p *syntax.Program, ids map[string]int, inputs ...input) (yes, no int) {
	t.Helper()
	want, wantErr := evaluator(ids, inputs...).Run(context.Background(), p)
	m := evaluator(ids, inputs...)
	acc := &counted{Kernels: fast.NewKernels(engine.Options{Threads: threads})}
	m.Accelerate = acc.Accelerate
	got, gotErr := m.Run(context.Background(), p)
	if (wantErr == nil) != (gotErr == nil) || wantErr != nil && wantErr.Error() != gotErr.Error() {
		t.Fatalf("got error %v, want %v", gotErr, wantErr)
	}
	for k := range want {
		if !want[k].Equal(got[k]) {
			t.Fatalf("result %d is %s, want %s", k, value.Format(got[k], 0), value.Format(want[k], 0))
		}
	}
	return acc.yes, acc.no
}

// inputs are the matrix a, 5 by 7, and the vector v, of 9 elements.
func inputs() []input {
	return []input{
		{"a", array(func(k int) int64 { return int64(k*k%23) - 7 }, 5, 7)},
		{"v", array(func(k int) int64 { return int64(k*5%9) - 3 }, 9)},
		{"c", array(func(k int) int64 { return int64(k) - 30 }, 3, 4, 5)},
		{"e", array(nil, 0, 4)},
		{"d", array(func(k int) int64 { return int64(k) }, 1, 2, 1, 2, 3)},
	}
}

// TestConstructs: every construct inside a kernel is accelerated and gives the result of
// the reference.
func TestConstructs(t *testing.T) {
	for _, text := range []string{
		"kernel i <= 9 do i",
		"kernel i <= 0 do i",
		"kernel i <= 9 do 7",
		"kernel i <= 9 do v[i]",
		"kernel i <= 8 do v[i + 1] - v[i]",
		"kernel i <= 9 do v[10 - i]",
		"kernel i <= 9 do v[v[i] + 4]",
		"kernel i <= 4 do v[2 * i] + v[2 * i + 1] * 3",
		"kernel i <= 5, j <= 7 do a[i, j]",
		"kernel i <= 7, j <= 5 do a[j, i] * 2 + 1",
		"kernel i <= 3, j <= 5 do a[i, j] + 2 * a[i + 1, j] - 3 * a[i + 2, j + 2] - a[i, j + 1]",
		"kernel i <= 3, j <= 5 do (a[i, j] + a[i + 1, j + 1] + a[i + 2, j + 2] + v[i] + i + 12) % 5",
		"kernel i <= 3, j <= 4, k <= 5 do c[i, j, k] - c[1, j, k] + c[i, 1, k] + c[1, 1, 1]",
		"kernel i <= 3, j <= 4, k <= 3 do c[i, j, k] + c[i, j, k + 1] + c[i, j, k + 2]",
		"kernel i <= 9 do v[i] / 3 + v[i] % 3 * 10",
		"kernel i <= 9 do v[i] // 3 + v[i] %% 3 * 10",
		"kernel i <= 9 do (v[i] - 1) / (0 - 2) + (v[i] - 1) % (0 - 2)",
		"kernel i <= 9 do i / (i + 1) + i % (i + 2) + i // (3 - 2 * i) + i %% (3 - 2 * i)",
		"kernel i <= 9 do (i * 1000000007 - 5) / 7 + (i * 1000000007) % 7 + i % 1 + i / 1 + i / 8589934592 + (0 - i) / 9 + (0 - i) % 9",
		"kernel i <= 9 do i * 1220703125 * 70368744177663 / 70368744177664 + (5 - i) * 4611686018427387905 % 9007199254740993",
		"kernel i <= 9 do (i - 5) * 4611686018427387904 / 1000000007 + (i - 5) * 4611686018427387904 % 1000000007 + (i - 5) * 4611686018427387904 % 2 ** 46",
		"kernel i <= 9 do v[i] * 9223372036854775807 / 9 + -v[i] * 9223372036854775807 % 9 + 9223372036854775807 * 9223372036854775807 % 13",
		"kernel i <= 9 do i ** 3 + 2 ** i + (0 - 1) ** i + 0 ** i + 1 ** 999999999",
		"kernel i <= 9 do min(v[i], 2) + max(v[i], 0 - 1) + abs(v[i]) + -v[i] + !v[i]",
		"kernel i <= 9 do (v[i] == 2) + 2 * (v[i] != 2) + 4 * (v[i] < 2) + 8 * (v[i] <= 2) + 16 * (v[i] > 2) + 32 * (v[i] >= 2)",
		"kernel i <= 9 do (v[i] == i) + 2 * (v[i] != i) + 4 * (v[i] < i) + 8 * (v[i] <= i) + 16 * (v[i] > i) + 32 * (v[i] >= i)",
		"kernel i <= 9 do if v[i] then i else 0 - i",
		"kernel i <= 9 do if v[i] > 2 then v[v[i]] else if i < 3 then let t = v[i] in t * t else 5",
		"kernel i <= 9 do if v[i] > 2 && v[v[i]] > 0 || i == 1 then 1 else 0",
		"kernel i <= 4 do if i % 2 then v[1:4] else reverse v[3:4]",
		"kernel i <= 5 do a[i, :]",
		"kernel i <= 7 do a[:, i]",
		"kernel i <= 3 do a[i:3:1, 7:3:-2]",
		"kernel i <= 3 do transpose c[i]",
		"kernel i <= 3 do permute((2, 1), c[i])",
		"kernel i <= 3 do reverse c[i]",
		"kernel i <= 3 do (permute((3, 1, 2), c))[i, i]",
		"kernel i <= 3 do let t = transpose c[:, i, :] in t[i:2, 2]",
		"kernel i <= 3 do v[100:0]",
		"kernel i <= 3 do v[i:0:5]",
		"kernel i <= 3 do v[i:1:99]",
		"kernel i <= 3 do e",
		"kernel i <= 3 do reverse e",
		"kernel i <= 4 do iota 6",
		"kernel i <= 4 do copy (reverse v)",
		"kernel i <= 4 do replicate(3, i)",
		"kernel i <= 4 do replicate(2, v[i:2])",
		"kernel i <= 4 do replicate(0, i)",
		"kernel i <= 4 do [i, v[i], 3]",
		"kernel i <= 4 do [v[i:2], v[1:2]]",
		"kernel i <= 4 do let w = iota i in w[i] + length(w)",
		"kernel i <= 4 do let w = kernel j <= i do j * j in let u = kernel j <= i do w[i + 1 - j] in u[1]",
		"kernel i <= 4 do kernel j <= 3 do kernel k <= 2 do i * 100 + j * 10 + k",
		"kernel i <= 4 do let (w, u) = kernel j <= 3 do (i + j, v[i:2]) in transpose u",
		"let (x, y) = kernel i <= 4 do (v[i], v[i:3])\nx\ny",
		"let (x, y) = kernel i <= 4 do let r = iota 3 in (r, r)\nx\ny",
		"let k = 4\nlet m = k + 1\nkernel i <= k do kernel j <= m do k * i + m * j",
		"def f (x : int) : int = x * x + 1\nkernel i <= 4 do f(i) + f(i + 1)",
		"def g [n] (x : [n]int) : int = x[n] + n\nkernel i <= 5 do g(a[i, :]) + g(v)",
		"def g [n] (x : [n]int) : [n]int = kernel i <= n do x[n + 1 - i]\nkernel i <= 5 do g(g(a[i, :]))",
		"def h [n] (x : [n]int) = x[2 : n - 1]\nkernel i <= 5 do h(a[i, :])",
		"def p (x : int) : (int, int) = (x + 1, x * 2)\nkernel i <= 5 do let (y, z) = p(i) in y * z",
		"def q (k : int) = iota k\nkernel i <= 5 do let w = q(i) in w[1] + length(w)",
		"if v[1] < 0 then kernel i <= 3 do i else kernel i <= 3 do 0 - i",
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		if yes, no := same(t, p, ids, in...); yes == 0 || no > 0 {
			t.Errorf("%d kernels accelerated, %d not:\n%s", yes, no, text)
		}
	}
}

// TestBailsOut: what the accelerator cannot do is left to the reference, with its result or
// message.
func TestBailsOut(t *testing.T) {
	huge := value.NewArray(syntax.Int, []int{3})
	wide, _ := num.Of(2).Pow(num.Of(100))
	huge.Elems.Set(1, wide)
	in := append(inputs(), input{"big", value.Val{A: huge}}, input{"w", value.Number(wide)},
		input{"top", value.Number(num.Of(1<<63 - 1))}, input{"low", value.Number(num.Of(-1 << 63))})
	for name, text := range map[string]string{
		"add":              "kernel i <= 3 do top + i",
		"add to constant":  "kernel i <= 3 do let t = top in (t * i) + 1",
		"sum":              "kernel i <= 3 do top + i + v[i] + 3",
		"sum of three":     "kernel i <= 3 do v[i] + top + i",
		"sum that fits":    "kernel i <= 3 do top + i + 3 - i - 3",
		"wide quotient":    "kernel i <= 3 do top * (top - i) / 5",
		"sub":              "kernel i <= 3 do low - i",
		"sub of constant":  "kernel i <= 3 do low - 1",
		"mul":              "kernel i <= 3 do top * (i + 1)",
		"mul by constant":  "kernel i <= 3 do top * 2",
		"weighted":         "kernel i <= 2 do let x = [top, top, top] in 2 * x[i] - x[i + 1]",
		"stencil":          "kernel i <= 2 do let x = [top, top, top] in x[i] + x[i + 1]",
		"neg":              "kernel i <= 3 do -(low + i - i)",
		"abs":              "kernel i <= 3 do abs(low)",
		"quotient":         "kernel i <= 3 do low // (i - 2)",
		"quotient down":    "kernel i <= 3 do low / (1 - 2 * (i > 0))",
		"power":            "kernel i <= 3 do 10 ** (i * 9)",
		"literal":          "kernel i <= 3 do 99999999999999999999 + i",
		"free int":         "kernel i <= 3 do w + i",
		"free array":       "kernel i <= 3 do big[i] + i",
		"index near 2^63":  "kernel i <= 3 do v[top + 1]",
		"index below":      "kernel i <= 3 do v[low - 1]",
		"division by 0":    "kernel i <= 3 do i / (i - 2)",
		"remainder by 0":   "kernel i <= 3 do i % (i - 2)",
		"quotient by 0":    "kernel i <= 3 do i // (i - 2)",
		"rem by 0":         "kernel i <= 3 do i %% (i - 2)",
		"by constant 0":    "kernel i <= 3 do i / 0",
		"negative power":   "kernel i <= 3 do 2 ** (1 - i)",
		"unused failure":   "kernel i <= 3 do let t = 1 / (i - 1) in i",
		"unused replicate": "kernel i <= 3 do let t = 1 / (i - 1) in let r = replicate(0, t) in i",
		"unused index":     "kernel i <= 3 do let t = v[i + 7] in i",
		"unused branch":    "kernel i <= 3 do if 1 / (i - 1) then i else i",
		"index above":      "kernel i <= 3 do v[i + 7]",
		"index 0":          "kernel i <= 3 do v[i - 1]",
		"index in second":  "kernel i <= 3 do a[i, i + 5]",
		"third":            "kernel i <= 3 do c[i, i, i + 3]",
		"computed index":   "kernel i <= 3 do v[i * i * i]",
		"stencil above":    "kernel i <= 9 do v[i] + v[i + 1]",
		"stencil below":    "kernel i <= 5, j <= 7 do a[i, j] + a[i, j - 1] + a[i - 1, j]",
		"slice above":      "kernel i <= 3 do v[i:8]",
		"slice below":      "kernel i <= 3 do v[i - 1:2]",
		"slice fixed":      "kernel i <= 3 do a[i + 3, 1:2]",
		"slice negative":   "kernel i <= 3 do let r = v[1:1 - i] in length(r)",
		"stride 0":         "kernel i <= 3 do v[1:2:i - 1]",
		"slice end":        "kernel i <= 3 do v[1:4:i]",
		"slice wraps":      "kernel i <= 3 do v[1:5:4611686018427387904]",
		"bound":            "kernel i <= 3 do let x = kernel j <= i - 2 do j in length(x)",
		"iota":             "kernel i <= 3 do let x = iota (i - 2) in length(x)",
		"replicate":        "kernel i <= 3 do let x = replicate(i - 2, i) in length(x)",
		"check":            "def f [n] (x : [n]int) (y : [n]int) = x[1] + y[1]\nkernel i <= 3 do f(iota i, iota 2)",
		"literal rows":     "kernel i <= 3 do let x = [iota i, iota 2] in x[1, 1]",
		"too wide":         "kernel i <= 4 do v[i] ** 99999",
	} {
		p, ids := parse(t, text, in...)
		if _, no := same(t, p, ids, in...); no == 0 {
			t.Errorf("%s: nothing was left to the reference:\n%s", name, text)
		}
	}
}

// TestRank: an array of more dimensions than a view can have is left to the reference.
func TestRank(t *testing.T) {
	in := input{"x", array(func(k int) int64 { return int64(k) }, 1, 2, 1, 2, 1, 2, 3)}
	p, ids := parse(t, "kernel i <= 2 do x[1, i, 1, i, 1, i, i]", in)
	if _, no := same(t, p, ids, in); no == 0 {
		t.Error("it was accelerated")
	}
}

// TestAgain: compiled code is right in another environment and after a failure, and is not
// used for another function of the same name.
func TestAgain(t *testing.T) {
	in := input{"x", array(func(k int) int64 { return int64(k) }, 3, 3)}
	p, ids := parse(t, "def f (a : int) : int = a + 1\nlet y = kernel i <= 3 do kernel j <= 3 do f(x[i, j])\ny[2]", in)
	acc := &counted{Kernels: fast.NewKernels(engine.Options{Threads: threads})}
	m := evaluator(ids, in)
	m.Accelerate = acc.Accelerate
	wide := value.NewArray(syntax.Int, []int{3, 3})
	w, _ := num.Of(3).Pow(num.Of(50))
	wide.Elems.Set(4, w)
	for k, x := range []value.Val{in.v, {A: wide}, array(func(k int) int64 { return int64(-k) }, 3, 3)} {
		ref := evaluator(ids, input{"x", x})
		want, err := ref.Run(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		m.Env.Bind(ids["x"], x)
		got, err := m.Run(context.Background(), p)
		if err != nil || !got[0].Equal(want[0]) {
			t.Fatalf("run %d: got %v, %v, want %v", k, got, err, want)
		}
	}
	if acc.yes != 10 || acc.no != 5 { // the inner kernels are asked for after the outer one, as are calls in them
		t.Errorf("%d accelerated, %d not", acc.yes, acc.no)
	}
	f := p.Defs()[0]
	g := *f
	g.Body = &syntax.Body{Res: []syntax.Expr{&syntax.IntLit{Val: num.Of(42)}}}
	p.Decls[0] = &g
	got, err := m.Run(context.Background(), p)
	if err != nil || value.Format(got[0], 0) != "[42, 42, 42]" {
		t.Errorf("after redefinition: %v, %v", got, err)
	}
}

// TestRandomFun: random programs have the same values with the accelerator.
func TestRandomFun(t *testing.T) {
	yes, no := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := testkit.Program(t)
		p, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatal(err)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			t.Fatal(err)
		}
		want, err := value.New(engine.Options{}).Run(context.Background(), u.Core)
		if err != nil {
			t.Fatal(err)
		}
		m := value.New(engine.Options{})
		acc := &counted{Kernels: fast.NewKernels(engine.Options{Threads: threads})}
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
		yes, no = yes+acc.yes, no+acc.no
	})
	if yes < 5*no {
		t.Errorf("%d kernels accelerated, %d not: more than those with large integers", yes, no)
	}
}
