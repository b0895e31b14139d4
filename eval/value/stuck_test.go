package value

import (
	"errors"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// stuckCases are programs without a value, with the rule that has no instance.
var stuckCases = []struct{ name, rule, text string }{
	{"index above", "E-INDEX", "let (x : [5]int) = iota 5\nlet (y : int) = x[7]\nin (y)"},
	{"index 0", "E-INDEX", "let (x : [5]int) = iota 5\nlet (i : int) = 0\nlet (y : int) = x[i]\nin (y)"},
	{"index just above", "E-INDEX", "let (x : [5]int) = iota 5\nlet (y : int) = x[6]\nin (y)"},
	{"index inner", "E-INDEX", "let (r : [5]int) = iota 5\nlet (x : [2][5]int) = [r, r]\nlet (y : int) = x[2, 6]\nin (y)"},
	{"index huge", "E-INDEX", "let (x : [5]int) = iota 5\nlet (k : int) = 2 ** 70\nlet (y : int) = x[k]\nin (y)"},
	{"slice first", "E-SLICE", "let (x : [5]int) = iota 5\nlet (y : [2]int) = x[0:2]\nin (y)"},
	{"slice last", "E-SLICE", "let (x : [5]int) = iota 5\nlet (y : [3]int) = x[4:3]\nin (y)"},
	{"slice strided last", "E-SLICE", "let (x : [5]int) = iota 5\nlet (y : [3]int) = x[1:3:3]\nin (y)"},
	{"slice back", "E-SLICE", "let (x : [5]int) = iota 5\nlet (y : [3]int) = x[4:3:-2]\nin (y)"},
	{"slice fixed", "E-SLICE", "let (r : [5]int) = iota 5\nlet (x : [2][5]int) = [r, r]\nlet (y : [5]int) = x[3, 1:5]\nin (y)"},
	{"slice inner", "E-SLICE", "let (r : [5]int) = iota 5\nlet (x : [2][5]int) = [r, r]\nlet (y : [2][2]int) = x[1:2, 5:2]\nin (y)"},
	{"slice negative", "E-SLICE", "let (x : [5]int) = iota 5\nlet (n : int) = 0 - 2\nlet (y : [n]int) = x[1:n]\nin (y)"},
	{"slice stride 0", "E-SLICE", "let (x : [5]int) = iota 5\nlet (y : [2]int) = x[1:2:0]\nin (y)"},
	{"slice empty stride 0", "E-SLICE", "let (x : [5]int) = iota 5\nlet (y : [0]int) = x[1:0:0]\nin (y)"},
	{"slice huge", "E-SLICE", "let (x : [5]int) = iota 5\nlet (n : int) = 2 ** 64\nlet (y : [n]int) = x[1:n]\nin (y)"},
	{"flat first", "E-SLICE", "let (x : [5]int) = iota 5\nlet (k : int) = -1\nlet (y : [2][2]int) = x[1 + {(2 : 1) (2 : -2)}]\nin (y)"},
	{"flat last", "E-SLICE", "let (x : [5]int) = iota 5\nlet (y : [3][2]int) = x[1 + {(3 : 1) (2 : 2)}]\nin (y)"},
	{"flat negative", "E-SLICE", "let (x : [5]int) = iota 5\nlet (n : int) = 0 - 2\nlet (y : [n]int) = x[0 + {(n : 1)}]\nin (y)"},
	{"flat huge", "E-SLICE", "let (x : [5]int) = iota 5\nlet (n : int) = 2 ** 64\nlet (y : [2]int) = x[0 + {(2 : n)}]\nin (y)"},
	{"flat inner", "E-SLICE", "let (r : [5]int) = iota 5\nlet (x : [2][5]int) = [r, r]\nlet (y : [2][2]int) = x[1:2, 4 + {(2 : 1)}]\nin (y)"},
	{"with overlap", "E-WITH", "let (x : [5]int) = iota 5\nlet (r : [2]int) = iota 2\nlet (v : [2][2]int) = [r, r]\nlet (y : [5]int) = x with [0 + {(2 : 1) (2 : 1)}] = v\nin (y)"},
	{"with stride 0", "E-WITH", "let (x : [5]int) = iota 5\nlet (v : [2]int) = iota 2\nlet (y : [5]int) = x with [2 + {(2 : 0)}] = v\nin (y)"},
	{"with flat", "E-WITH", "let (x : [5]int) = iota 5\nlet (v : [2]int) = iota 2\nlet (y : [5]int) = x with [4 + {(2 : 1)}] = v\nin (y)"},
	{"divide", "E-SCALAR", "let (a : int) = 7\nlet (b : int) = 0\nlet (c : int) = 1 + a / b\nin (c)"},
	{"modulo", "E-SCALAR", "let (a : int) = 7\nlet (c : int) = a % (a - 7)\nin (c)"},
	{"quotient", "E-SCALAR", "let (c : int) = 1 // 0\nin (c)"},
	{"remainder", "E-SCALAR", "let (c : int) = 1 %% 0\nin (c)"},
	{"exponent", "E-SCALAR", "let (a : int) = 0 - 1\nlet (c : int) = 2 ** a\nin (c)"},
	{"shift", "E-SCALAR", "let (a : int) = 0 - 1\nlet (c : int) = 2 << a\nin (c)"},
	{"shift far", "E-SCALAR", "let (c : int) = 1 << 10 ** 10\nin (c)"},
	{"digits", "E-SCALAR", "let (c : int) = 10 ** 10 ** 10\nin (c)"},
	{"product", "E-SCALAR", "let (c : int) = 2 ** 1200000\nlet (d : int) = c * c\nin (d)"},
	{"kernel bound", "E-KERNEL", "let (n : int) = 0 - 1\nlet (x : [n]int) = kernel i <= n do in (i)\nin (x)"},
	{"kernel size", "E-KERNEL", "let (n : int) = 3\nlet (x : [4]int) = kernel i <= n do in (i)\nin (x)"},
	{"kernel row", "E-KERNEL", "let (n : int) = 3\nlet (x : [n][3]int) = kernel i <= n do\n  let (r : [i]int) = iota i\n  in (r)\nin (x)"},
	{"iota bound", "E-IOTA", "let (n : int) = 0 - 4\nlet (x : [n]int) = iota n\nin (x)"},
	{"replicate bound", "E-REPLICATE", "let (n : int) = 0 - 4\nlet (x : [n]int) = replicate(n, 1)\nin (x)"},
	{"concat rows", "E-CONCAT", "let (p : [2]int) = iota 2\nlet (a : [1][2]int) = [p]\nlet (q : [3]int) = iota 3\nlet (b : [1][3]int) = [q]\nlet (x : [2][2]int) = concat(a, b)\nin (x)"},
	{"reshape count", "E-RESHAPE", "let (a : [4]int) = iota 4\nlet (n : int) = 3\nlet (x : [n][2]int) = reshape((n, 2), a)\nin (x)"},
	{"reshape negative", "E-RESHAPE", "let (a : [4]int) = iota 4\nlet (n : int) = 0 - 2\nlet (x : [n][n]int) = reshape((n, n), a)\nin (x)"},
	{"scratch bound", "E-SCRATCH", "let (n : int) = 0 - 4\nlet (x : [n]int) = scratch([n]int)\nin (x)"},
	{"scratch index", "E-INDEX", "let (x : [4]int) = scratch([4]int)\nlet (i : int) = 2\nlet (y : [4]int) = x with [i] = 5\nlet (a : int) = y[2]\nlet (b : int) = y[3]\nin (b)"},
	{"scratch f64", "E-INDEX", "let (x : [4]f64) = scratch([4]f64)\nlet (b : f64) = x[1]\nin (b)"},
	{"scratch copied", "E-INDEX", "let (x : [2][3]int) = scratch([2][3]int)\nlet (c : [2][3]int) = copy x\nlet (y : [3][2]int) = transpose c\nlet (z : [6][2]int) = concat(y, y)\nlet (b : int) = z[5, 1]\nin (b)"},
	{"scratch reduce", "E-REDUCE", "let (x : [2]int) = scratch([2]int)\nlet (y : [2]int) = x with [1] = 1\nlet (s : int) = reduce (\\(a : int) (v : int) ->\n  let (b : int) = a + v\n  in (b)) 0 y\nin (s)"},
	{"scratch scan", "E-SCAN", "let (x : [2]int) = scratch([2]int)\nlet (s : [2]int) = scan (\\(a : int) (v : int) -> in (a)) 0 x\nin (s)"},
	{"scratch in kernel", "E-INDEX", "let (n : int) = 3\nlet (x : [n]int) = scratch([n]int)\nlet (r : [2]int) = iota 2\nlet (z : [n]int) = x with [1 : 2] = r\nlet (y : [n]int) = kernel i <= n do\n  let (v : int) = z[i]\n  in (v)\nin (y)"},
	{"literal rows", "E-LITERAL", "let (a : [2]int) = iota 2\nlet (b : [3]int) = iota 3\nlet (x : [2][2]int) = [a, b]\nin (x)"},
	{"check", "E-CHECK", "let (n : int) = 3\nlet (m : int) = 2 + 2\ncheck n = m\nin (n)"},
	{"check constant", "E-CHECK", "let (n : int) = 3\ncheck n = 4\nin (n)"},
	{"call size", "E-CALL", "def f [n] (x : [n]int) (y : [n]int) : int =\n  in (n)\nlet (a : [2]int) = iota 2\nlet (b : [3]int) = iota 3\nlet (c : int) = f(a, b)\nin (c)"},
	{"call unknown", "E-CALL", "let (c : int) = f(1)\nin (c)"},
	{"let shape", "E-LET", "let (n : int) = 3\nlet (x : [2]int) = iota n\nin (x)"},
	{"loop shape", "E-LOOP", "let (x : [2]int) = iota 2\nlet (y : [2]int) = loop (z : [2]int = x) for i <= 3 do\n  let (w : [3]int) = iota 3\n  in (w)\nin (y)"},
	{"loop bound", "E-LOOP", "let (n : int) = 10 ** 20\nlet (y : int) = loop (z : int = 1) for i <= n do in (i)\nin (y)"},
	{"in for", "E-SCALAR", "let (y : int) (w : int) = loop (z : int = 1) (v : int = 0) for i <= 3 do\n  let (u : int) = z / (2 - i)\n  in (u, v)\nin (y)"},
	{"in while", "E-SCALAR", "let (y : int) = loop (z : int = 2) while\n    let (c : int) = 4 / z\n    in (c)\n  do\n  let (u : int) = z - 1\n  in (u)\nin (y)"},
	{"reduce sizes", "E-REDUCE", "let (x : [2]int) = iota 2\nlet (y : [3]int) = iota 3\nlet (s : int) = reduce (\\(a : int) (v : int) (w : int) -> in (a)) 0 x y\nin (s)"},
	{"reduce shape", "E-REDUCE", "let (x : [2]int) = iota 2\nlet (s : [2]int) = reduce (\\(a : [2]int) (v : int) ->\n  let (b : [1]int) = iota 1\n  in (b)) x x\nin (s)"},
	{"scan sizes", "E-SCAN", "let (x : [2]int) = iota 2\nlet (y : [3]int) = iota 3\nlet (s : [2]int) = scan (\\(a : int) (v : int) (w : int) -> in (a)) 0 x y\nin (s)"},
	{"with index", "E-WITH", "let (x : [5]int) = iota 5\nlet (y : [5]int) = x with [6] = 1\nin (y)"},
	{"with slice", "E-WITH", "let (x : [5]int) = iota 5\nlet (r : [2]int) = iota 2\nlet (y : [5]int) = x with [5:2] = r\nin (y)"},
	{"with shape", "E-WITH", "let (x : [5]int) = iota 5\nlet (r : [2]int) = iota 2\nlet (y : [5]int) = x with [1:3] = r\nin (y)"},
	{"in reduce", "E-SCALAR", "let (x : [3]int) = iota 3\nlet (s : int) = reduce (\\(a : int) (v : int) ->\n  let (b : int) = a / (2 - v)\n  in (b)) 0 x\nin (s)"},
	{"in kernel", "E-INDEX", "let (n : int) = 3\nlet (x : [n]int) = iota n\nlet (y : [n][2]int) = kernel i <= n do\n  let (r : [2]int) = kernel j <= 2 do\n    let (k : int) = i + j\n    let (v : int) = x[k]\n    in (v)\n  in (r)\nin (y)"},
	{"in call", "E-SCALAR", "def g (a : int) : int =\n  let (b : int) = 1 / a\n  in (b)\ndef f (a : int) : int =\n  let (b : int) = g(a)\n  in (b)\nlet (x : [2]int) = kernel i <= 2 do\n  let (k : int) = 2 - i\n  let (v : int) = f(k)\n  in (v)\nin (x)"},
}

func TestStuck(t *testing.T) {
	var all strings.Builder
	cov := rule.NewCoverage()
	for _, c := range stuckCases {
		v, err := eval(t, engine.Options{Coverage: cov}, c.text)
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%s: got %s, wanted a diagnostic", c.name, printed(v, err))
			continue
		}
		if d.Kind != diag.Stuck || d.Rule != c.rule || !d.Span.IsValid() {
			t.Errorf("%s: %s, wanted rule %s", c.name, d, c.rule)
		}
		if _, _, known := rule.Lookup(d.Rule); !known {
			t.Errorf("%s: no rule %s", c.name, d.Rule)
		}
		if _, refused := covered(cov, c.rule); !refused {
			t.Errorf("%s: the refusal is not counted", c.name)
		}
		all.WriteString("== " + c.name + "\n" + d.Error())
	}
	testkit.Golden(t, "testdata/stuck.golden", all.String())
}

// TestStuckSchedule: in whatever order the iterations run, the message names one that is
// stuck.
func TestStuckSchedule(t *testing.T) {
	text := "let (x : [2]int) = iota 2\nlet (y : [9]int) = kernel i <= 9 do\n  let (v : int) = x[i]\n  in (v)\nin (y)"
	for schedule, want := range map[string]string{"forward": "index 3 is out of bounds", "reverse": "index 9 is out of bounds", "random:3": "is out of bounds"} {
		s, _ := engine.ParseSchedule(schedule)
		_, err := eval(t, engine.Options{Schedule: s}, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", schedule, err)
		}
	}
}

// TestNowhere: an expression that does not come from the text is shown in a note, at the
// place of its statement.
func TestNowhere(t *testing.T) {
	p := core(t, "let (x : [2]int) = iota 2\nlet (y : int) = x[7]\nin (y)")
	p.Main().Stms[1].(*syntax.Let).Exp.(*syntax.Index).Span = diag.Span{}
	_, err := New(engine.Options{}).Run(t.Context(), p)
	testkit.Golden(t, "testdata/nowhere.golden", err.Error())
}
