package validate_test

import (
	"runtime"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/internal/testkit"
)

// seeking are options with the default number of tests, where conditions are sought.
func seeking(seed int64) *validate.Options {
	return &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 500, Seed: seed, Branches: true}
}

// quick is seeking with fewer steps.
func quick() *validate.Options {
	o := seeking(1)
	o.Each = validate.EachSteps / 20
	return o
}

// rare returns a program and a form of it that is wrong where a condition holds. Parameters are n, k, l, and x and y
// anywhere in blocks of their own, or in one block.
func rare(condition, elem string, one bool) (before, after string) {
	before = "def f [n] (k : int) (l : int) (x : [n]" + elem + ") (y : [n]" + elem + ") : [n]" + elem + " = kernel i <= n do x[i] - y[i]"
	blocks, other := "(m : mem) (q : mem)", "q"
	if one {
		blocks, other = "(m : mem)", "m"
	}
	return before, "def f [n] (k : int) (l : int) " + blocks + " (a : int) (s : int) (x : [n]" + elem + " @ m -> a + {(n : s)}) (b : int) (t : int) (y : [n]" + elem + " @ " + other + " -> b + {(n : t)}) : (z_m : mem, [n]" + elem + " @ z_m -> R(n)) =\n" +
		"  let (z_m : mem) = alloc n\n" +
		"  let (z : [n]" + elem + " @ z_m -> R(n)) = kernel i <= n do\n" +
		"    in (if " + condition + " then x[i] else x[i] - y[i])\n" +
		"  in (z_m, z)"
}

// TestSeek: a form that is wrong where several rare conditions meet is refuted.
func TestSeek(t *testing.T) {
	for _, c := range []struct {
		condition string
		elem      string
		one       bool
	}{
		{"k == l * l && l > 20", "int", false},
		{"k * l == 1000 && k > 4 && l > 4", "int", false},
		{"n * 2 == k + 1 && n > 100", "int", false},
		{"k == 3 * l + 7 && l % 10 == 4 && n > 5", "int", false},
		{"k == l * l * l + 100 && l > 50", "int", false},
		{"k > 100 && k < 1000 && k == 37 * l", "int", false},
		{"k - l == 700 && k + l == 1900", "int", false},
		{"x[i] == 12 * y[i] && y[i] > 30", "int", false},
		{"x[i] * y[i] == 4096 && x[i] > y[i] && y[i] > 1", "int", false},
		{"x[i] == 12.5 * y[i] && y[i] > 30.0", "f64", false},
		{"s == 3 && t == 5 && a == 7 && b == 9", "int", false},
		{"s == 1 && t == n && n > 2 && a == b", "int", true},
		{"b == a + n * s && s == t && n == 33", "int", true},
		{"!(k != 123456 || n != 2)", "int", false},
	} {
		for seed := range testkit.Sample(1, 5) {
			before, after := rare(c.condition, c.elem, c.one)
			if r := validatedAs(t, before, after, seeking(int64(seed)+1)); r.Word != validate.Refuted {
				t.Errorf("seed %d: %s: %s\n%s", seed, c.condition, r.Line(), strings.Join(r.NeverText(), "\n"))
			}
		}
	}
}

// TestSeekAlways: a form that is right stays valid when the conditions are sought, and more inputs are compared.
func TestSeekAlways(t *testing.T) {
	before, after := rare("k * l == 1000 && k > 4 && l > 4 && y[i] == 0", "int", false)
	r := validatedAs(t, before, after, seeking(1))
	if r.Word != validate.Valid || r.Tests <= 501 || len(r.Never) > 0 {
		t.Errorf("%s, with never %v", r.Line(), r.NeverText())
	}
	o := seeking(1)
	o.Branches = false
	if r := validatedAs(t, before, after, o); r.Tests != 500 || len(r.Never) > 0 {
		t.Errorf("without: %s, with never %v", r.Line(), r.NeverText())
	}
}

// TestSeekSame: the result does not depend on the number of cores.
func TestSeekSame(t *testing.T) {
	before, after := rare("k == l * l && l > 20 && x[i] > 4", "int", false)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	runtime.GOMAXPROCS(1)
	first := validatedAs(t, before, after, seeking(3))
	runtime.GOMAXPROCS(7)
	again := validatedAs(t, before, after, seeking(3))
	if first.Word != validate.Refuted || first.Line() != again.Line() || first.Subject.Text(first.Failure.Input) != again.Subject.Text(again.Failure.Input) {
		t.Errorf("%s\n%s", first.Line(), again.Line())
	}
}

// TestNever: the report names the conditions that went one way, and leaves out what follows from them.
func TestNever(t *testing.T) {
	for _, c := range []struct{ condition, want string }{
		{"k > l && k < l", "never true on these inputs: `k < l`"},
		{"k * k < 0", "never true on these inputs: `k * k < 0`"},
		{"k * k >= 0 && y[i] == 0", "never false on these inputs: `k * k >= 0`"},
		{"k * k < 0 || l * l < 0", "never true on these inputs: `k * k < 0 || l * l < 0`"},
		{"k * k < 0 && (l > 3 && n > 2)", "never true on these inputs: `k * k < 0`"},
		{"(if k * k < 0 then l > 3 else y[i] == 0)", "never true on these inputs: `k * k < 0`"},
		{"y[i] * (k * k < 0) + (y[i] == 0)", "never true on these inputs: `k * k < 0`"},
		{"y[i] == 0", ""},
	} {
		before, after := rare(c.condition, "int", false)
		r := validatedAs(t, before, after, quick())
		if got := strings.Join(r.NeverText(), "\n"); r.Word != validate.Valid && c.want == "" || !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %s\n%s", c.condition, r.Line(), got)
		}
	}
}

// TestNeverSides: conditions of BEFORE count as those of AFTER do, and so do those of functions that are called, and of
// IMP. What nothing comes to was never decided.
func TestNeverSides(t *testing.T) {
	after := "def f (k : int) : int = k + 1"
	for _, c := range []struct{ before, after, want string }{
		{"def f (k : int) : int = if k * k < 0 then 1 else k + 1", after, "never true on these inputs: `k * k < 0` at before:1:28"},
		{"def g (k : int) : int = if k * k < 0 then 1 else k\ndef f (k : int) : int = g(k) + 1", after, "never true on these inputs: `k * k < 0` at before:1:28"},
		{"def f (k : int) : int = if k * k < 0 then if k == 1 then 2 else 3 else k + 1", after, "never true on these inputs: `k * k < 0` at before:1:28"},
		{"def f (k : int) : int = (loop (a = 1) for i <= k * 0 do if a == k then 2 else a) + k", after, "never decided on these inputs: `a == k` at before:1:60"},
	} {
		r := validatedAs(t, c.before, c.after, quick())
		if got := strings.Join(r.NeverText(), "\n"); got != c.want || r.Word != validate.Valid {
			t.Errorf("%s: %s\n%s", c.before, r.Line(), got)
		}
	}
}

// TestSeekCalls: a condition in a function is sought in each call, and the report tells the calls apart.
func TestSeekCalls(t *testing.T) {
	g := "def g (a : int) : int = if a == 422100 then 1 else 0\n"
	before := g + "def f (k : int) : int = g(422100) * 0 + g(0)"
	for after, want := range map[string]validate.Word{
		g + "def f (k : int) : int = let (u : int) = g(422100) in g(k * k * k + 3 * k)":                                                             validate.Refuted,
		g + "def h (a : int) : int = g(a) + 0\ndef f (k : int) : int = let (u : int) = h(422100) in h(k * k * k + 3 * k)":                           validate.Refuted,
		g + "def f (k : int) : int = let (u : int) = g(422100) in if u then let (v : int) = if k > 40 then g(k * k * k + 3 * k) else 0 in v else 7": validate.Refuted,
		g + "def f (k : int) : int = let (u : int) = g(422100) in g(k * k - k * k)":                                                                 validate.Valid,
	} {
		r := validatedAs(t, before, after, quick())
		if r.Word != want {
			t.Errorf("%s: %s\n%s", after, r.Line(), strings.Join(r.NeverText(), "\n"))
		}
		said := "never true on the inputs that were measured, in the call at after:2:54: `a == 422100` at after:1:28"
		if text := strings.Join(r.NeverText(), "\n"); want == validate.Valid && !strings.Contains(text, said) {
			t.Errorf("%s: %s", after, text)
		}
	}
}
