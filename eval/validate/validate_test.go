package validate_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// program elaborates a text.
func program(t testing.TB, name, text string) *validate.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		t.Fatal(err)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	return &validate.Program{Unit: u, Name: name, Supply: s.Supply()}
}

var options = &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 200, Seed: 1, Each: 300_000}

// validated returns the result for the last subject of two programs.
func validated(t *testing.T, before, after string) *validate.Result {
	t.Helper()
	return validatedAs(t, before, after, options)
}

func validatedAs(t *testing.T, before, after string, options *validate.Options) *validate.Result {
	t.Helper()
	subjects, err := validate.Subjects(program(t, "before", before), program(t, "after", after))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(subjects); n > 1 && subjects[n-1].Statements() { // tests are about the subjects before it
		subjects = subjects[:n-1]
	}
	r, err := validate.Validate(context.Background(), subjects[len(subjects)-1], options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const inc = "def f [n] (*x : [n]int) (k : int) = map (\\a -> a + k) x"

// form returns a FUNMEM form of inc with another body, which ends with z in zm.
func form(body string) string {
	return "def f [n] (xm : mem) (o : int) (s : int) (*x : [n] @ xm -> o + {(n : s)}) (k : int) : (zm : mem, zo : int, zs : int, [n] @ zm -> zo + {(n : zs)}) =\n  " + body
}

var verdicts = []struct {
	name, before, after string
	word                validate.Word
	kind                validate.Kind
	input               string // of the counterexample
}{
	{"fresh", inc, form("let (zm : mem) = alloc n let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i] + k in (zm, 0, 1, z)"), validate.Valid, 0, ""},
	{"in place", inc, form("let (z : [n] @ xm -> o + {(n : s)}) = kernel i <= n do x[i] + k in (xm, o, s, z)"), validate.Valid, 0, ""},
	{"in place at the wrong offset", inc, form("let (z : [n] @ xm -> 0 + {(n : s)}) = kernel i <= n do x[i] + k in (xm, 0, s, z)"), validate.Refuted, validate.Overwriting, "k = 0, x = [0] (at offset 1)"},
	{"too small", inc, form("let (zm : mem) = alloc (n - 1) let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i] + k in (zm, 0, 1, z)"), validate.Refuted, validate.Stuck, "k = 0, x = []"},
	{"another value", inc, form("let (zm : mem) = alloc n let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i] - k in (zm, 0, 1, z)"), validate.Refuted, validate.Different, "k = 1, x = [0]"},
	{"stride 0", inc, form("let (zm : mem) = alloc n let (z : [n] @ zm -> 0 + {(n : 0)}) = kernel i <= n do x[i] + k in (zm, 0, 0, z)"), validate.Refuted, validate.Racy, "k = 0, x = [0, 0]"},
	{"a block used again", inc, form(`let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = kernel i <= n do x[i]
  let (b : [n] @ am -> R(n)) = kernel i <= n do k
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do a[i] + b[i]
  in (zm, 0, 1, z)`), validate.Refuted, validate.Invalid, "k = 1, x = [0]"},
	{"an argument overwritten", "def f [n] (x : [n]int) = map (\\a -> a + 1) x",
		"def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) = let (z : [n] @ xm -> R(n)) = kernel i <= n do x[i] + 1 in (xm, z)",
		validate.Refuted, validate.Overwriting, "x = [0]"},
	{"a real", "def f (k : int) (x : f64) = if k > 0 then x / 0.0 else 1.5",
		"def f (k : int) (x : f64) : f64 = let (m : mem) = alloc 1 in if k > 0 then x / 0.0 else 2.5", validate.Refuted, validate.Different, "k = 0, x = 0.0"},
	{"no number", "def f (k : int) (x : f64) = if k > 0 then x / 0.0 else 1.5",
		"def f (k : int) (x : f64) : f64 = let (m : mem) = alloc 1 in if k > 0 then 0.0 else 1.5", validate.Refuted, validate.Different, "k = 1, x = 0.0"},
	{"odd reals", "def f (x : [3]f64) = kernel i <= 3 do x[i] - x[i]",
		"def f (xm : mem) (x : [3]f64 @ xm -> R(3)) : (zm : mem, [3]f64 @ zm -> R(3)) = let (zm : mem) = alloc 3 let (z : [3]f64 @ zm -> R(3)) = kernel i <= 3 do 0.0 in (zm, z)", validate.Refuted, validate.Different, "x = [0.0, 0.0, inf]"},
	{"beside a star", "def f [n] (*x : [n]int) = kernel i <= n do i",
		"def f [n] (o : int) (xm : mem) (*x : [n] @ xm -> o + {(n : 1)}) : (zm : mem, [n] @ zm -> R(n)) = let (z : [n] @ xm -> R(n)) = kernel i <= n do i let (w : [n] @ xm -> o + {(n : 1)}) = kernel i <= n do i let (am : mem) = alloc n let (a : [n] @ am -> R(n)) = kernel i <= n do i in (am, a)", validate.Refuted, validate.Overwriting, "x = [0] (at offset 1)"},
	{"a star too many", "def f [n] (x : [n]int) = kernel i <= n do i",
		"def f [n] (xm : mem) (*x : [n] @ xm -> R(n)) : (zm : mem, [n] @ zm -> R(n)) = let (z : [n] @ xm -> R(n)) = kernel i <= n do i in (xm, z)", validate.Refuted, validate.Overwriting, "x = [0]"},
	{"a global overwritten", "let g = [1, 2]\ndef f (k : int) = let h = g with [1] = k in h[1] + h[2]",
		"let (gm : mem) = alloc 2\nlet (g : [2] @ gm -> R(2)) = [1, 2]\ndef f (k : int) : int = let (h : [2] @ gm -> R(2)) = g with [1] = k in h[1] + h[2]", validate.Refuted, validate.Invalid, "k = 0"},
	{"beside a global", "let g = [1, 2]\ndef f (k : int) = k\nf(1)\ng[1]",
		"let (gm : mem) = alloc 3\nlet (g : [2] @ gm -> R(2)) = [1, 2]\ndef f (k : int) : int = let (h : [1] @ gm -> 2 + {(1 : 1)}) = [k] in h[1]\nlet (r : int) = f(1)\nlet (t : int) = g[1]\nin (r, t)", validate.Valid, 0, ""},
	{"the block of a global", "let g = [1, 2]\ndef f (k : int) = k",
		"let (gm : mem) = alloc 3\nlet (g : [2] @ gm -> R(2)) = [1, 2]\ndef f (k : int) : int = let (h : [1] @ gm -> 1 + {(1 : 1)}) = [k] in h[1]\nlet (r : int) = f(1)\nlet (t : int) = g[1]\nin (r, t)", validate.Refuted, validate.Invalid, "k = 0"},
	{"the block of a dead global", "let g = [1, 2]\nlet s = g[1]\ndef f (k : int) = k\nf(1)\ns",
		"let (gm : mem) = alloc 3\nlet (g : [2] @ gm -> R(2)) = [1, 2]\nlet (s : int) = g[1]\ndef f (k : int) : int = let (h : [1] @ gm -> 1 + {(1 : 1)}) = [k] in h[1]\nlet (r : int) = f(1)\nin (r, s)", validate.Valid, 0, ""},
	{"outside its arguments", "def f [n] (x : [n]int) = check n = 7 in x[1]",
		"def f [n] (xm : mem) (x : [n] @ xm -> R(n)) : int = check n = 7 in x[1]", validate.Valid, 0, ""},
	{"stuck on all", "def f (x : int) : int = x / (x - x)", "def f (x : int) : int = let (m : mem) = alloc 1 in x / (x - x)", validate.StuckBefore, 0, ""},
	{"endless", "def f (x : int) : int = loop (y = x) while 1 do y", "def f (x : int) : int = let (m : mem) = alloc 1 in loop (y = x) while 1 do y", validate.Unknown, 0, ""},
	{"results", "let x = iota 3\nx[2]", "let (m : mem) = alloc 3 let (x : [3] @ m -> R(3)) = iota 3 in (x[2])", validate.Valid, 0, ""},
}

func TestVerdicts(t *testing.T) {
	for _, c := range verdicts {
		t.Run(c.name, func(t *testing.T) {
			r := validated(t, c.before, c.after)
			if r.Word != c.word {
				t.Fatalf("%s", r.Line())
			}
			if r.Failure == nil {
				return
			}
			if got := r.Subject.Text(r.Failure.Input); r.Failure.Kind != c.kind || got != c.input {
				t.Errorf("%s\nwith %s", r.Line(), got)
			}
		})
	}
}

// TestSave: a saved counterexample goes wrong in the same way when it is checked by itself.
func TestSave(t *testing.T) {
	for _, c := range verdicts {
		if c.word != validate.Refuted {
			continue
		}
		r := validated(t, c.before, c.after)
		text, err := r.Save()
		if err != nil {
			t.Fatal(err)
		}
		v, err := validity.Check(context.Background(), program(t, "saved", text).Core, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stuck := c.kind == validate.Stuck || c.kind == validate.Different // at a check against the result of BEFORE
		if v.OK || (c.kind == validate.Racy) == v.RaceFree || stuck != (v.Stuck != nil) {
			t.Errorf("%s: %s\n%s", c.name, v.Summary(), text)
		}
	}
}

// TestSubjects: programs that do not belong together are refused.
func TestSubjects(t *testing.T) {
	mem := func(params, ret string) string {
		return "def f " + params + " : " + ret + " = let (zm : mem) = alloc 1 in 0"
	}
	for _, c := range []struct{ before, after, want string }{
		{"def f (x : int) = x", "def g (x : int) : int = let (m : mem) = alloc 1 in x", "have no def of one name, and no results"},
		{"def f (x : int) = (x, x)", mem("(x : int)", "int"), "before has 2 results, and after has 1 result"},
		{"def f (x : int) = x", mem("(x : int) (y : int)", "int"), "`y` of after has no counterpart in before"},
		{"def f (x : int) (y : int) = x", mem("(x : int)", "int"), "parameter `y : int` has no counterpart in after"},
		{"def f (x : f64) = int(x)", mem("(x : int)", "int"), "parameter `x : f64` has no counterpart in after"},
		{"def f [n] (x : [n]int) = n", mem("(n : int)", "int"), "before has 1 array parameter, and after has 0 array parameters"},
		{"def f [n] (x : [n][3]int) = n", mem("[n] (m : mem) (x : [n][4] @ m -> R(n, 4))", "int"), "size 2 of parameter `x` is 3 in before, and that of `x` is 4 in after"},
		{"def f [n] (x : [n]f64) = n", mem("[n] (m : mem) (x : [n] @ m -> R(n))", "int"), "parameter `x` is of type [n]f64 in before, and `x` of type [n]int in after"},
		{"1", "let (m : mem) = alloc 1 in (1, 2)", "before has 1 result, and after has 2 results"},
		{"1.5", "let (m : mem) = alloc 1 in (1)", "result 1 is of type f64 in before, and of type int in after"},
		{"[1, 2]", "let (m : mem) = alloc 3 let (x : [3] @ m -> R(3)) = iota 3 in (m, x)", "result 1 is of type [2]int in before, and of type [3]int in after"},
	} {
		_, err := validate.Subjects(program(t, "before", c.before), program(t, "after", c.after))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%s\n%v", c.before, c.after, err)
		}
	}
}

// TestEndless: if AFTER does not end, the limit is named.
func TestEndless(t *testing.T) {
	subjects, err := validate.Subjects(program(t, "before", inc), program(t, "after", form("let (e : int) = loop (y : int = k) while 1 do in (y) let (zm : mem) = alloc n let (z : [n] @ zm -> R(n)) = kernel i <= n do x[i] + e in (zm, 0, 1, z)")))
	if err != nil {
		t.Fatal(err)
	}
	r, err := validate.Validate(context.Background(), subjects[0], &validate.Options{Tests: 5, Seed: 1, Each: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Line(), "unknown: `f`: AFTER runs into a limit on input 1: one takes more than 200000 steps"; got != want {
		t.Errorf("%s, wanted %s", got, want)
	}
}

// TestText: the report of a counterexample names what matters.
func TestText(t *testing.T) {
	r := validated(t, inc, verdicts[6].after)
	traces, err := r.Explain(context.Background(), options, nil)
	if err != nil {
		t.Fatal(err)
	}
	traces.Hide(r)
	text := r.Text(diag.Plain, traces, r.Irrelevant(context.Background(), options))
	for _, want := range []string{
		"invalid: `f`: the heap of AFTER shows other values than BEFORE\n",
		"  k = 1\n  x = [0]\n",
		"  BEFORE  [1]\n  AFTER   [2]\n",
		"`a[1]` is 0 in the value semantics, and the heap has 1",
		"last written by result copy of kernel `b` in iteration 1",
		"a = [0], and am shows [1]",
		"  am: ⟨1⟩\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing like %q in\n%s", want, text)
		}
	}
}

// TestSeeds: the same seed gives the same counterexample, on any number of cores.
func TestSeeds(t *testing.T) {
	after := form("let (zm : mem) = alloc n let (z : [n] @ zm -> R(n)) = kernel i <= n do if n == 5 && i == 4 then 0 else x[i] + k in (zm, 0, 1, z)")
	var texts []string
	for range 4 {
		r := validated(t, inc, after)
		if r.Failure == nil {
			t.Fatal(r.Line())
		}
		texts = append(texts, r.Subject.Text(r.Failure.Input))
	}
	for _, text := range texts {
		if text != texts[0] {
			t.Errorf("%s and %s", text, texts[0])
		}
	}
}
