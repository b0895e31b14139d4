package validate_test

import (
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// TestRegular: forms that are wrong on long arrays with regular contents, and on two large sizes at once, are refuted.
func TestRegular(t *testing.T) {
	const fun, mem = "def f [n] (x : [n]int) : int = ", "def f [n] (xm : mem) (o : int) (s : int) (x : [n] @ xm -> o + {(n : s)}) : int =\n  "
	run := func(more string) string {
		return "let (b : int) (d : int) = loop (b : int = 0) (c : int = 0) for i <= n do\n    let (e : int) = x[i]\n    " + more + "\n    let (m : int) = max(b, k)\n    in (m, k)\n  in (b)"
	}
	for name, c := range map[string][2]string{
		"a run of equal numbers, counted in a byte": {
			fun + "let (b, c) = loop (b = 0, c = 0) for i <= n do let k = if x[i] == x[1] then c + 1 else 0 in (max(b, k), k) in b",
			mem + run("let (a : int) = x[1]\n    let (k : int) = if e == a then let (q : int) = u8(c + 1) in (q) else 0"),
		},
		"a falling run, counted in a byte": {
			fun + "let (b, c) = loop (b = 0, c = 0) for i <= n do let k = if x[i] < x[max(1, i - 1)] then c + 1 else 0 in (max(b, k), k) in b",
			mem + run("let (a : int) = x[max(1, i - 1)]\n    let (k : int) = if e < a then let (q : int) = u8(c + 1) in (q) else 0"),
		},
		"a count in an f16": {
			fun + "loop (c = 0) for i <= n do c + (x[i] == x[1])",
			mem + "let (b : f64) = loop (c : f64 = 0.0) for i <= n do\n    let (e : int) = x[i]\n    let (a : int) = x[1]\n    let (d : f64) = f16(c + f64(e == a))\n    in (d)\n  in (int(b))",
		},
		"a linear index in 16 bits": {
			"def f [n][m] (x : [n][m]int) : int = if n * m == 0 then 0 else x[n, m]",
			"def f [n][m] (xm : mem) (o : int) (s : int) (t : int) (x : [n][m] @ xm -> o + {(n : s) (m : t)}) : int =\n" +
				"  let (e : int) = if n * m == 0 then 0 else\n    let (k : int) = u16(n * m - 1)\n    let (i : int) = k / m + 1\n    let (j : int) = k % m + 1\n    let (a : int) = x[i, j]\n    in (a)\n  in (e)",
		},
	} {
		for seed := range testkit.Sample(1, 3) {
			before := c[0]
			if r := validatedAs(t, before, c[1], seeking(int64(seed)+1)); r.Word != validate.Refuted {
				t.Errorf("seed %d: %s: %s\n%s", seed, name, r.Line(), strings.Join(r.NeverText(), "\n"))
			}
		}
	}
}

// TestProducts: a product of comparisons is a condition, which is sought and named.
func TestProducts(t *testing.T) {
	before := "def f (a : int) (b : int) : int = a + b"
	for term, want := range map[string]validate.Word{
		"(a * 3 == b * 2 + 1) * (a > 40)": validate.Refuted,
		"min(a * a == b * b * b, a > 1)":  validate.Refuted,
		"(a * 3 == b * 2 + 1) & (b > 50)": validate.Refuted,
	} {
		if r := validatedAs(t, before, "def f (a : int) (b : int) : int = a + b + "+term, seeking(1)); r.Word != want {
			t.Errorf("%s: %s\n%s", term, r.Line(), strings.Join(r.NeverText(), "\n"))
		}
	}
	r := validatedAs(t, before, "def f (a : int) (b : int) : int = a + b + (a > b) * (a < b)", seeking(1))
	if text := strings.Join(r.NeverText(), "\n"); r.Word != validate.Valid || !strings.Contains(text, "never true on these inputs: `(a > b) * (a < b)`") {
		t.Errorf("%s\n%s", r.Line(), text)
	}
}

// TestBreed: where few inputs are arguments, others are bred from these. What only the checks of BEFORE use is not named.
func TestBreed(t *testing.T) {
	before := "def f (y : int) (m : int) (d : int) : int =\n  check y >= 1900 && y <= 2100 && m >= 1 && m <= 12 && d >= 1 && d <= 28 = 1\n  in y + m + d"
	after := "def f (y : int) (m : int) (d : int) : int = y + m + d"
	r := validatedAs(t, before, after, seeking(1))
	if r.Word != validate.Valid || r.Tests < 200 || len(r.Never) > 0 {
		t.Errorf("%s, on %d inputs\n%s", r.Line(), r.Tests, strings.Join(r.NeverText(), "\n"))
	}
	o := seeking(1)
	o.Branches = false
	if r := validatedAs(t, before, after, o); r.Tests > 100 {
		t.Errorf("without them: on %d inputs", r.Tests)
	}
	both := "def f (a : int) : int =\n  let c = a > 5\n  check c = 1\n  in a + c"
	if r := validatedAs(t, both, "def f (a : int) : int = a + 1", seeking(1)); len(r.Never) != 1 {
		t.Errorf("what the result uses too: %v", r.NeverText())
	}
	const narrow = "def f (a : int) (b : int) : int =\n  check a * b == 1000003 * 7 && a > b && b > 1 = 1\n  in a + b"
	if r := validatedAs(t, narrow, "def f (a : int) (b : int) : int = a + b", seeking(1)); r.Word != validate.Valid || !strings.HasPrefix(r.Text(diag.Plain, nil, nil), "valid: `f`: proved for all arguments; tested on 1 different input; ") || !strings.Contains(r.Text(diag.Plain, nil, nil), "little is shown") {
		t.Errorf("few inputs: %s", r.Text(diag.Plain, nil, nil))
	}
	if r := validatedAs(t, before, after, seeking(1)); strings.Contains(r.Text(diag.Plain, nil, nil), "little is shown") {
		t.Errorf("many inputs: %s", r.Text(diag.Plain, nil, nil))
	}
}
