package validate_test

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// doubled returns a program that doubles a matrix, and a form of it that is wrong under a condition.
func doubled(cond string) (before, after string) {
	before = "def f [n] [m] (k : int) (x : [n][m]int) = kernel i <= n, j <= m do x[i, j] * 2"
	after = `def f [n][m] (k : int) (xm : mem) (o : int) (s : int) (t : int) (x : [n][m] @ xm -> o + {(n : s) (m : t)}) : (zm : mem, [n][m] @ zm -> R(n, m)) =
  let (zm : mem) = alloc (n * m)
  let (z : [n][m] @ zm -> R(n, m)) = kernel i <= n do
    let (rm : mem) = alloc m
    let (r : [m] @ rm -> R(m)) = kernel j <= m do
      let (a : int) = x[i, j]
      let (c : int) = ` + cond + `
      in (a * (2 + c))
    in (r)
  in (zm, z)`
	return before, after
}

// TestThresholds: a mistake that shows from a size on, or only at one size, number, element or iteration, is found if
// the number occurs in the program, or if a power of two shows it too.
func TestThresholds(t *testing.T) {
	for _, c := range []struct{ cond, input string }{
		{"n * m >= 256", ""},
		{"n >= 1000", ""},
		{"m >= 1000", ""},
		{"a == 1000", "k = 0, x = [[1000]]"},
		{"a == -1000", "k = 0, x = [[-1000]]"},
		{"a == 1001", "k = 0, x = [[1001]]"},
		{"k == 77", "k = 77, x = [[1]]"},
		{"i == 16", ""},
		{"j == 32", ""},
		{"if n % 16 == 0 then i == 3 else 0", ""},
		{"if n == m then n >= 32 else 0", ""},
		{"if n == m then 0 else n >= 32", ""},
		{"if n >= 16 then m >= 16 else 0", ""},
		{"i * j == 48", ""},
		{"if i == 16 then j == 33 else 0", ""},
		{"i - n == 0 - 33", ""},
		{"k == 100 * 100", "k = 10000, x = [[1]]"},
		{"k == 60 * 60 * 24", "k = 86400, x = [[1]]"},
		{"k == 1 << 12", "k = 4096, x = [[1]]"},
		{"k == 2 ** 12", "k = 4096, x = [[1]]"},
		{"k > 10 ** 6", ""},
		{"k == 1000 + 24", "k = 1024, x = [[1]]"},
		{"k == -(40 + 17)", "k = -57, x = [[1]]"},
		{"k + 5000 == 7000", "k = 2000, x = [[1]]"},
		{"k - 77 == 500", "k = 577, x = [[1]]"},
		{"k == 9223372036854775806", "k = 9223372036854775806, x = [[1]]"},
		{"k == 9223372036854775807", "k = 9223372036854775807, x = [[1]]"},
		{"k == -9223372036854775807", "k = -9223372036854775807, x = [[1]]"},
		{"700 - k * 3 == 100", "k = 200, x = [[1]]"},
		{"k / 40 == 50", "k = 2000, x = [[1]]"},
		{"a == 2 ** 31", "k = 0, x = [[2147483648]]"},
		{"a > 1 << 40", ""},
		{"k == 12345 * 3", "k = 37035, x = [[1]]"},
		{"n == 2 ** 9", ""},
	} {
		t.Run(c.cond, func(t *testing.T) {
			o := *options
			o.Tests = 500
			before, after := doubled(c.cond)
			r := validatedAs(t, before, after, &o)
			if r.Word != validate.Refuted || r.Failure.Kind != validate.Different {
				t.Fatalf("%s\n%s", r.Line(), r.ValuesText())
			}
			if got := r.Subject.Text(r.Failure.Input); c.input != "" && got != c.input {
				t.Errorf("with %s", got)
			}
			if n := r.Failure.Input.Arrays[0].Elems.Len(); n > 2500 {
				t.Errorf("a counterexample of %d elements", n)
			}
		})
	}
}

// guards are conditions under which a form of one of the defs is wrong. Each has to be found with any seed.
var guards = []struct{ def, cond string }{
	{matrix, "n == 16 && m == 32"},
	{matrix, "n == 16 && m == 33"},
	{matrix, "n > 16 && m > 1000"},
	{matrix, "n > m && n > 40 && m > 20"},
	{matrix, "n == 2 * m && m > 5"},
	{matrix, "m == n + 1 && n > 16"},
	{matrix, "m == n * n && n > 3"},
	{matrix, "n == 3 * m && m >= 7"},
	{matrix, "n + m == 100"},
	{matrix, "n * m == 1024 && n != m && n > 1"},
	{matrix, "k == n * m && n > 10"},
	{row, "k == 16 && b == 32"},
	{row, "k > 1000 && b == 40"},
	{row, "k == 10 ** 9 + 7 && b > 20"},
	{row, "k == b * b && b > 9"},
	{row, "k == b + 100 && b > 500"},
	{row, "k + b == 12345"},
	{row, "x[1] > 1000 && x[n] < -1000"},
	{row, "x[1] == 500 && x[n] == 499"},
	{row, "x[i] == 2 * n && n > 8"},
	{row, "n == 37 && i == 20 && x[i] == 77"},
	{row, "i8(k) != k"},
	{row, "u16(x[i]) != x[i] && x[i] > 0"},
	{row, "nw32(max(min(k, 2 ** 31 - 1), -(2 ** 31))) != k"},
	{row, "i64(x[i]) != x[i]"},
	{row, "int(f64(k)) != k"},
	{reals, "r == 0.1 + 0.2"},
	{reals, "r > 0.1 + 0.2 && r < 0.31"},
	{reals, "r > 10.0 ** 3.0 && r < 10.0 ** 3.0 + 2.0"},
	{reals, "x[1] == 1.5 && x[n] == 2.5"},
	{reals, "r * 4.0 == 3.0"},
	{row, "k == 2 && n == 33"},
	{row, "k == 0 && n == 33"},
	{row, "k == n - 1 && n == 33"},
	{row, "k == -n && n > 2"},
	{row, "-k > n && -k < 3 * n && n > 8"},
	{row, "k < -n && b < -n && n > 8"},
	{row, "k > 100 && b < -100 && n > 20"},
	{row, "k == -b && k > 20"},
	{row, "n > 40 && reduce max x[1] x <= 1 && reduce min x[1] x >= 0"},
	{row, "n > 10 && (loop (s = 0) for j <= n - 1 do s + (x[j] > x[j + 1])) == n - 1"},
	{row, "n > 10 && (loop (s = 0) for j <= n do s + (x[j] != 0)) == 1"},
	{reals, "f32(f32(x[n]) * 4.0) != f32(x[n]) * 4.0"},
	{reals, "f32(f32(x[n]) / 4.0) != f32(x[n]) / 4.0 && x[n] == x[n]"},
	{matrix, "n % 16 == 0 && m == 2 * n && n > 0"},
}

// The defs that guards use: one with a matrix, one with ints, one with f64s.
const (
	matrix = "def f [n] [m] (k : int) (x : [n][m]int) = kernel i <= n, j <= m do x[i, j] * 2"
	row    = "def f [n] (k : int) (b : int) (x : [n]int) = kernel i <= n do x[i] + 1"
	reals  = "def f [n] (r : f64) (x : [n]f64) = kernel i <= n do x[i] + 1.0"
)

// guarded returns a form of one of the defs that is wrong under a condition.
func guarded(def, cond string) string {
	if def == matrix {
		_, after := doubled(cond)
		return after
	}
	elem, params, one := "int", "(k : int) (b : int)", "1"
	if def == reals {
		elem, params, one = "f64", "(r : f64)", "1.0"
	}
	return "def f [n] " + params + " (xm : mem) (x : [n]" + elem + " @ xm -> R(n)) : (zm : mem, [n]" + elem + ` @ zm -> R(n)) =
  let (zm : mem) = alloc n
  let (z : [n]` + elem + ` @ zm -> R(n)) = kernel i <= n do
    let (c : int) = ` + cond + `
    in (x[i] + ` + one + " + " + elem + `(c))
  in (zm, z)`
}

// TestGuards: a mistake under a condition on two sizes, ints or elements, or at the end of a width, is found with any
// seed.
func TestGuards(t *testing.T) {
	for _, c := range guards {
		t.Run(c.cond, func(t *testing.T) {
			for seed := range int64(testkit.Sample(2, 5)) {
				o := *options
				o.Tests, o.Seed = 500, seed
				subjects, err := validate.Subjects(program(t, "before", c.def), program(t, "after", strings.ReplaceAll(guarded(c.def, c.cond), "int(c)", "c")))
				if err != nil {
					t.Fatal(err)
				}
				if n, r := validate.Refutes(subjects[0], &o); r == nil || r.Kind != validate.Different {
					t.Errorf("seed %d: not refuted by %d inputs", seed, n)
				}
			}
		})
	}
}

// TestAlike: a mistake that shows if two arrays or rows are equal, nearly equal, or differ by a constant everywhere is
// found with any seed, even if it shows only from some size on.
func TestAlike(t *testing.T) {
	arrays := func(cond string) (before, after string) {
		return "def f [n] (u : [n]int) (w : [n]int) (z : [n]int) : int = reduce (+) 0 u", `def f [n] (um : mem) (u : [n]int @ um -> R(n)) (wm : mem) (w : [n]int @ wm -> R(n)) (zm : mem) (z : [n]int @ zm -> R(n)) : int =
  let (d : int) (p : int) (c : int) (b : int) (e : int) (q : int) = loop (d : int = 0) (p : int = 0) (c : int = 0) (b : int = 0) (e : int = 0) (q : int = 0) for i <= n do
    let (v : int) = u[i] != w[i]
    in (d + v, p + v * i, c + (w[i] == u[i] + 700), b + (w[i] == u[n + 1 - i]), e + (u[i] != z[i]), q + (u[i] != w[i]) * (e == 0))
  let (s : int) = reduce (+) 0 u
  in (s + (` + cond + "))"
	}
	rows := func(cond string) (before, after string) {
		return "def f [n] [m] (x : [n][m]f64) : int = n", `def f [n][m] (xm : mem) (x : [n][m]f64 @ xm -> R(n, m)) : int =
  let (d : int) = if n > 1 then loop (d : int = 0) for j <= m do in (d + (x[1, j] != x[2, j])) else -1
  in (n + (` + cond + "))"
	}
	for _, c := range []struct {
		of   func(cond string) (before, after string)
		cond string
	}{
		{arrays, "n > 5 && d == 0"},
		{arrays, "n > 20 && d == 0"},
		{arrays, "n > 5 && d == 1 && p == n"},
		{arrays, "n > 5 && d == 1 && p == 1"},
		{arrays, "n > 5 && d == 1 && p > 1 && p < n"},
		{arrays, "n > 5 && c == n"},
		{arrays, "n > 5 && b == n && d > 0"},
		{arrays, "n > 5 && d == 0 && e == 0"},
		{arrays, "n > 5 && e == 1"},
		{rows, "n > 3 && m > 3 && d == 0"},
		{rows, "n > 3 && m > 3 && d == 1"},
	} {
		t.Run(c.cond, func(t *testing.T) {
			for seed := range int64(5) {
				o := *options
				o.Tests, o.Seed = 500, seed
				before, after := c.of(c.cond)
				subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", after))
				if err != nil {
					t.Fatal(err)
				}
				if n, r := validate.Refutes(subjects[0], &o); r == nil || r.Kind != validate.Different {
					t.Errorf("seed %d: not refuted by %d inputs", seed, n)
				}
			}
		})
	}
}

// TestMagnitudes: a mistake that shows only with large numbers is found even if no constant of the programs is as
// large. A shift counts as a power of two.
func TestMagnitudes(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"def f (k : int) : int = loop (c = 0) for i <= 62 do if k / 2 ** i > 0 then c + 1 else c", "def f (k : int) : int = loop (c : int = 0) for i <= 20 do let (b : int) = if k / 2 ** i > 0 then c + 1 else c in (b)"},
		{"def f (k : int) : int = max(k, 0) / 3", "def f (k : int) : int = let (m : mem) = alloc 1 in (max(k, 0) * 43691) >> 17"},
		{"def f [n] (x : [n]int) : int = reduce (+) 0 x", "def f [n] (xm : mem) (x : [n]int @ xm -> R(n)) : int = let (c : int) = if n / 128 > 128 then 1 else 0 let (s : int) = reduce (+) 0 x in s + c"},
	} {
		for seed := range int64(testkit.Sample(2, 5)) {
			o := *options
			o.Tests, o.Seed = 500, seed
			subjects, err := validate.Subjects(program(t, "before", c.before), program(t, "after", c.after))
			if err != nil {
				t.Fatal(err)
			}
			if n, r := validate.Refutes(subjects[0], &o); r == nil || r.Kind != validate.Different && r.Kind != validate.Unequal {
				t.Errorf("%s, seed %d: not refuted by %d inputs", c.after, seed, n)
			}
		}
	}
}

// TestEachSize: a def of one size runs on each size up to 64.
func TestEachSize(t *testing.T) {
	for _, text := range []string{"def f [n] (x : [n]int) = reduce (+) 0 x", "def f [n] (k : int) (x : [n][n]f64) = if n > 40 then x[1, k] else 1.5"} {
		seen := map[int]bool{}
		o := *options
		o.Tests = 500
		p := program(t, "f", text)
		subjects, err := validate.Subjects(p, p)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range validate.Inputs(subjects[0], &o) {
			seen[in.Sizes[0]] = true
		}
		for n := 0; n <= 64; n++ {
			if !seen[n] {
				t.Errorf("%s: size %d is not tried", text, n)
			}
		}
	}
}

// TestGrows: sizes grow if there is no number in the program.
func TestGrows(t *testing.T) {
	before, after := doubled("min(n - n / (n - n + 1), 0)")
	r := validatedAs(t, before, after, options)
	if r.Word != validate.Valid || r.Tried.Shapes[0][0] < 1000 || r.Tried.Shapes[1][1] < 1000 || r.Tried.Shapes[2][0] < 100 || r.Tried.Shapes[2][1] < 100 {
		t.Fatalf("%s", r.Line())
	}
	of := r.Largest()
	if !strings.Contains(r.Line(), fmt.Sprintf("on 200 inputs; largest: n = %d, m = %d; n = %d, m = %d; n = %d, m = %d", of[0][0], of[0][1], of[1][0], of[1][1], of[2][0], of[2][1])) || !strings.HasPrefix(r.ValuesText(), "ints -") {
		t.Errorf("%s\n%s", r.Line(), r.ValuesText())
	}
}

// TestTried: the report says which neighbours of constants were tried.
func TestTried(t *testing.T) {
	before := "def f [n] (k : int) (x : [n]f64) = if k > 40 then 1.5 else 2.5"
	after := "def f [n] (k : int) (xm : mem) (x : [n]f64 @ xm -> R(n)) : f64 = let (c : int) = k > 40 in if c then 1.5 else 2.5"
	r := validatedAs(t, before, after, options)
	if text := r.AmongSizes(); !strings.Contains(text, "39 to 41") {
		t.Errorf("sizes: %s", text)
	}
	if text := r.ValuesText(); r.Word != validate.Valid || !strings.Contains(text, "39 to 41, ") || !strings.Contains(text, "; f64s -") || !strings.HasSuffix(text, " and -inf, inf, nan") {
		t.Errorf("%s\n%s", r.Line(), text)
	}
}

// TestSameInputs: the same seed gives the same inputs on any number of cores.
func TestSameInputs(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	before, after := doubled("0")
	var all []*validate.Result
	for _, cores := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(cores)
		all = append(all, validatedAs(t, before, after, options))
	}
	for _, r := range all[1:] {
		if r.Line() != all[0].Line() || !reflect.DeepEqual(r.Tried, all[0].Tried) || !reflect.DeepEqual(r.Kernels, all[0].Kernels) {
			t.Errorf("%s, %+v\n%s, %+v", all[0].Line(), all[0].Tried, r.Line(), r.Tried)
		}
	}
}

// TestLong: a larger input that takes too many steps is left out and counted.
func TestLong(t *testing.T) {
	before := "def f [n] (x : [n]int) = loop (s = 0) for i <= n * n * n * n do s + i"
	after := "def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int = loop (s : int = 0) for i <= n * n * n * n do let (t : int) = s + i in (t)"
	r := validatedAs(t, before, after, options)
	if r.Word != validate.Valid || r.Long == 0 || r.Tried.Shapes[0][0] >= 1000 || !strings.Contains(r.Line(), "more take too many steps or too much memory") {
		t.Errorf("%s", r.Line())
	}
}

// TestLargerAfter: a mistake in the memory of AFTER that shows from a size on is found by the rules, although the fast
// engine comes first: an overwritten argument, a location beside it, a race, and a block that is too small.
func TestLargerAfter(t *testing.T) {
	before := "def f [n] (x : [n]int) = kernel i <= n do x[i]"
	head := "def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) =\n  let (c : int) = n > 300\n"
	for _, c := range []struct {
		name, body string
		kind       validate.Kind
	}{
		{"an argument", `let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i]
  let (y : [c] @ xm -> R(c)) = kernel i <= c do 7
  in (zm, z)`, validate.Overwriting},
		{"a race", `let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i]
  let (m : mem) = alloc 1
  let (q : int) = n * c
  let (y : [q] @ m -> 0 + {(q : 0)}) = kernel i <= q do 1
  in (zm, z)`, validate.Racy},
		{"too small", `let (zm : mem) = alloc (n - c)
  let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i]
  in (zm, z)`, validate.Stuck},
	} {
		t.Run(c.name, func(t *testing.T) {
			subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", head+"  "+c.body))
			if err != nil {
				t.Fatal(err)
			}
			r, err := validate.Validate(context.Background(), subjects[0], options)
			if err != nil {
				t.Fatal(err)
			}
			if r.Word != validate.Refuted || r.Failure.Kind != c.kind || r.Failure.Input.Sizes[0] != 301 {
				t.Errorf("%s", r.Text(diag.Plain, nil, nil))
			}
		})
	}
}

// TestFix: fixed sizes are the same in all inputs, and an unknown name is not reported as a size.
func TestFix(t *testing.T) {
	before, after := doubled("m == 40")
	subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", after))
	if err != nil {
		t.Fatal(err)
	}
	known, err := subjects[0].Fix(map[string]int{"n": 3, "m": 39, "q": 1})
	if err != nil || !reflect.DeepEqual(known, []string{"n", "m"}) {
		t.Fatal(known, err)
	}
	r, err := validate.Validate(context.Background(), subjects[0], options)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Line(); got != "valid: `f`, on 200 inputs with `n`, `m` as given, n = 3, m = 39" {
		t.Error(got)
	}
}

// TestDifferent: no input counts twice, and the report says so if there are fewer inputs than wanted.
func TestDifferent(t *testing.T) {
	for _, c := range []struct{ before, after, fixed, want string }{
		{"def f [n] (x : [n]int) = n", "def f [n] (m : mem) (x : [n] @ m -> R(n)) : (int) = in (n)", "n", "valid: `f`: proved for all arguments; tested on the only input there is with `n` as given, n = 0"},
		{"def f (k : int) = 3", "def f (k : int) : int = in (3)", "", "valid: `f`: proved for all arguments; tested on 200 inputs"},
		{"def f = 3", "def f : int = in (3)", "", "valid: `f`: proved for all arguments; tested on the only input there is"},
		{"1 + 2", "in (3)", "", "valid: the results: proved; tested on the only input there is"},
	} {
		subjects, err := validate.Subjects(program(t, "before", c.before), program(t, "after", c.after))
		if err != nil {
			t.Fatal(err)
		}
		if c.fixed != "" {
			if _, err := subjects[0].Fix(map[string]int{c.fixed: 0}); err != nil {
				t.Fatal(err)
			}
		}
		r, err := validate.Validate(context.Background(), subjects[0], options)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Line(); got != c.want {
			t.Errorf("%s, wanted %s", got, c.want)
		}
	}
}

// TestNoInputTwice: both sides run on a different input each time, on any number of cores.
func TestNoInputTwice(t *testing.T) {
	for _, c := range []struct {
		text, fixed string
		want        int
	}{
		{"def f (k : int) : int = in (k)", "", 200},
		{"def f [n] (m : mem) (x : [n] @ m -> R(n)) : int = in (n)", "", 200},
		{"def f [n] (m : mem) (x : [n] @ m -> R(n)) (k : int) : int = in (k)", "n", 200},
		{"def f [n] (m : mem) (o : int) (s : int) (x : [n] @ m -> o + {(n : s)}) : int = in (n)", "n", 4}, // plainly, back to front, in every second location, and within a larger block
	} {
		p := program(t, "p", c.text)
		for _, cores := range []int{1, 4} {
			old := runtime.GOMAXPROCS(cores)
			subjects, err := validate.Subjects(p, p)
			if err != nil {
				t.Fatal(err)
			}
			if c.fixed != "" {
				subjects[0].Fix(map[string]int{c.fixed: 0})
			}
			r, err := validate.Validate(context.Background(), subjects[0], options)
			runtime.GOMAXPROCS(old)
			if err != nil {
				t.Fatal(err)
			}
			if r.Tests != c.want || c.want < 200 && !strings.Contains(r.Line(), fmt.Sprintf("on %d different inputs", c.want)) {
				t.Errorf("%s on %d cores: %d tests, %d again, wanted %d: %s", c.text, cores, r.Tests, r.Again, c.want, r.Line())
			}
		}
	}
}

// TestEndlessLarger: an AFTER that does not end on one of the larger inputs, which BEFORE takes in few steps, is not valid.
func TestEndlessLarger(t *testing.T) {
	o := *options
	o.Tests, o.Each = 500, 1000
	r := validatedAs(t, "def f (k : int) : int = k * 3", "def f (k : int) : int = let (m : mem) = alloc 1 in if k == 77 then loop (z = 1) while z do 1 else k * 3", &o)
	if r.Word != validate.Unknown || !strings.Contains(r.Line(), "AFTER runs into a limit") {
		t.Errorf("%s", r.Line())
	}
}
