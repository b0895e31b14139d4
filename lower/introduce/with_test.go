package introduce_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/fast"
	"funmem/eval/validity"
	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// withs are programs with updates: of fresh arrays and of parts of others, in
// loops, kernels, branches and functions.
var withs = map[string]string{
	"once":       "let x = iota 5\nlet y = x with [2] = 20\ny",
	"used":       "let x = iota 5\nlet y = x with [2] = 20\nx\ny",
	"chain":      "let x = iota 5\nlet y = x with [2] = 20 with [1:2:3] = [7, 8]\ny",
	"rows":       "let a = kernel i <= 2, j <= 3 do i * j\na with [2] = a[1] with [:, 1] = [0, 0] with [1, 3] = a[2, 2]",
	"derived":    "let a = kernel i <= 2, j <= 3 do i * j\nlet b = transpose a with [2, 1] = 9\nlet r = reverse b[:, 1]\nlet s = r with [1] = 0\nb\ns",
	"slice":      "let x = iota 6\nlet y = x[2:3]\nlet z = y with [1] = 7\nz\nx[1:2]",
	"itself":     "let x = iota 4\nlet y = x with [1:3] = x[2:3]\ny",
	"same row":   "let x = kernel i <= 3, j <= 2 do i * j\nlet y = x with [2, :] = x[3, :]\ny",
	"reversed":   "let x = iota 4\nlet y = x with [:] = reverse x\ny",
	"loop":       "let n = 5\nlet z = loop (y = iota n) for i <= n do y with [i] = y[i] * i\nz",
	"loop used":  "let n = 5\nlet x = iota n\nlet z = loop (y = x) for i <= n do y with [i] = y[i] * i\nz\nx",
	"loop two":   "let (a, b) = loop (a = iota 3, b = replicate(3, 7)) for i <= 4 do (b with [1] = i, a)\na\nb",
	"loop old":   "let z = loop (y = iota 4) for i <= 3 do let w = y with [i] = 9 in (let v = w with [4] = y[i] in v)\nz",
	"loop back":  "let z = loop (y = iota 4) for i <= 3 do let w = y with [i] = 9 in y with [i + 1] = w[i]\nz",
	"while":      "let z = loop (y = iota 4) while y[1] < 5 do y with [1] = y[1] + 1\nz",
	"nested":     "let z = loop (y = iota 4) for i <= 3 do loop (w = y) for j <= i do w with [j] = w[j + 1]\nz",
	"outer":      "let x = iota 4\nlet z = loop (y = x) for i <= 3 do y with [i] = x[i + 1]\nz",
	"kernel":     "let x = iota 4\nkernel i <= 3 do x with [i] = 0",
	"fresh row":  "kernel i <= 3 do iota 4 with [i] = 0",
	"if":         "let x = iota 4\nlet c = x[1]\nlet y = if c then x with [2] = 0 else x\ny",
	"if used":    "let x = iota 4\nlet c = x[1]\nlet y = if c then x with [2] = 0 else iota 4\nx\ny",
	"if alias":   "let x = iota 4\nlet y = iota 4\nlet c = x[1]\nlet z = if c then x else y\nlet w = z with [1] = 5\ny\nw",
	"def":        "def f [n] (x : [n]int) (k : int) = x with [1] = k\nlet x = iota 3\nlet y = f(x, 7)\nx\ny",
	"def alias":  "def f [n] (x : [n]int) = reverse x\nlet x = iota 3\nlet y = f(x)\nlet z = y with [1] = 7\nx\nz",
	"def fresh":  "def f (n : int) = iota n with [1] = 5\nf(3)",
	"reduce":     "let x = iota 4\nreduce (\\a k -> a with [k] = a[k] + k) (replicate(4, 0)) x\nscan (\\a k -> a with [1] = k) [0, 0] x",
	"histogram":  "let x = [1, 3, 3, 2, 1]\nlet h = loop (h = replicate(3, 0)) for i <= length(x) do h with [x[i]] = h[x[i]] + 1\nh",
	"reshape":    "let x = iota 6\nlet y = reshape((2, 3), x)\nlet z = y with [1, 2] = 0\nflatten z\nx",
	"global":     "let x = iota 3\ndef f (k : int) = x with [k] = 0\nf(1)\nf(2)\nx",
	"captured":   "let x = iota 3\ndef f (k : int) = reverse x\nlet y = f(1)\nlet z = y with [1] = 8\nz\nx",
	"empty":      "let x = iota 3\nx with [2:0] = []\niota 0 with [:] = []",
	"captured 3": "let x = iota 3\ndef f (k : int) = x[k]\nlet y = x with [1] = 9\nf(1)\ny",
	"captured 2": "let x = iota 3\ndef k (i : int) = reverse x\ndef h (i : int) = k(i) with [1] = 8\nh(1)\nx",

	"star":          "def f [n] (*x : [n]int) (k : int) = x with [1] = k\nlet x = iota 3\nf(x, 7)",
	"star used":     "def f [n] (*x : [n]int) (k : int) = x with [1] = k\nlet x = iota 3\nlet y = f(x, 7)\nx\ny",
	"star read":     "def f [n] (*x : [n]int) (k : int) = let y = x with [1] = k in kernel i <= n do x[i] + y[i]\nf(iota 3, 7)",
	"star alias":    "def f [n] (*x : [n]int) (k : int) = x with [1] = k\nlet x = iota 3\nlet r = reverse x\nlet y = f(r, 7)\nx\ny",
	"star chain":    "def f [n] (*x : [n]int) (k : int) = x with [1] = k\nf(f(f(iota 3, 7), 8), 9)",
	"star calls":    "def g [n] (*x : [n]int) (k : int) = x with [1] = k\ndef f [n] (*x : [n]int) = g(reverse x, 7)\nf(iota 3)",
	"star unmarked": "def g [n] (*x : [n]int) (k : int) = x with [1] = k\ndef f [n] (x : [n]int) = g(reverse x, 7)\nf(iota 3)",
	"star twice":    "def f [n] (*x : [n]int) (y : [n]int) = let z = x with [:] = reverse y in kernel i <= n do z[i] * y[i]\nlet x = iota 3\nf(x, x)",
	"star both":     "def f [n] (*x : [n]int) (*y : [n]int) = (x with [1] = y[2], y with [1] = 5)\nlet x = iota 3\nlet (a, b) = f(x, reverse x)\na\nb",
	"star two":      "def f [n] (*x : [n]int) (y : [n]int) = x with [:] = reverse y\nlet x = iota 3\nlet y = iota 3\nlet z = f(x, y)\ny\nz",
	"star other":    "def f [n] (*x : [n]int) (y : [n]int) = x with [:] = reverse y\nlet a = iota 3\nlet b = f(a, iota 3)\nlet c = f(b, iota 3)\nlet d = iota 3\nf(c, d)\nd",
	"star loop":     "def f [n] (*x : [n]int) (k : int) = x with [k] = 0\nlet n = 3\nloop (x = iota n) for i <= n do f(x, i)",
	"star loop 2":   "def f [n] (*x : [n]int) (k : int) = x with [k] = 0\nlet x = iota 3\nlet y = loop (x = x) for i <= 3 do f(x, i)\nx\ny",
	"star loop in":  "def f [n] (*x : [n]int) = loop (x = x) for i <= n do x with [i] = x[i] + 1\nf(iota 3)",
	"star rows":     "def f [n] (*x : [n]int) (k : int) = x with [1] = k\nlet a = kernel i <= 2, j <= 3 do i * j\nmap (\\r -> f(r, 7)) a\nkernel i <= 2 do f(iota 3, i)",
	"star if":       "def f [n] (*x : [n]int) (k : int) = x with [1] = k\nlet x = iota 3\nlet c = x[1]\nlet y = if c then f(x, 2) else x\ny",
	"star global":   "let x = iota 3\ndef f [n] (*y : [n]int) (k : int) = let z = y with [1] = k in kernel i <= n do z[i] + x[i]\nf(x, 7)",
	"star result":   "def f [n] (*x : [n]int) = (x, reverse x)\nlet (a, b) = f(iota 3)\nlet c = a with [1] = 9\nb\nc",
	"star part":     "def f [n] (*x : [n]int) (k : int) = x with [1] = k\nlet a = kernel i <= 2, j <= 3 do i * j\nf(a[1], 7)\nlet b = kernel i <= 2, j <= 3 do i * j\nf(b[1], 7)\nb[2]",

	"call reads":    "def first [n] (u : [n]int) = u[1]\ndef g [n] (r : [n]int) =\n  let x = replicate(n, 0)\n  let a = first(r)\n  let b = first(x)\n  in x with [1] = a + b\ng(iota 3)",
	"call one":      "def one [n] (u : [n]int) (v : [n]int) (c : int) = if c then u else reverse u\nlet x = iota 3\nlet y = iota 3\nlet z = one(x, y, 1)\nlet w = y with [1] = 7\nz\nw",
	"call either":   "def either [n] (u : [n]int) (v : [n]int) (c : int) = if c then u else v\nlet x = iota 3\nlet y = iota 3\nlet z = either(x, y, 0)\nlet w = y with [1] = 7\nz\nw",
	"call twice":    "def f (n : int) = iota n\nlet x = f(3)\nlet y = f(3)\nlet z = x with [1] = 7\ny\nz",
	"call same":     "def f (n : int) = let x = iota n in (x, reverse x, iota n)\nlet (x, y, z) = f(3)\nlet w = x with [1] = 7\ny\nlet v = z with [1] = 7\nw\nv",
	"call parts":    "def f (n : int) (c : int) = let x = iota n let y = iota n in (x, y, if c then x else y)\nlet (x, y, z) = f(3, 1)\nlet w = x with [1] = 7\ny\nw",
	"call copied":   "def set [n] (*x : [n]int) (k : int) = x with [1] = k\nlet x = iota 3\nlet y = set(x, 7)\nlet z = y with [2] = 8\nx\nz",
	"call before":   "let x = iota 3\nlet y = later(x)\nlet z = y with [1] = 7\nx\nz\ndef later [n] (u : [n]int) = inner(u)\ndef inner [n] (u : [n]int) = reverse u",
	"call through":  "def inner [n] (u : [n]int) (v : [n]int) = (v, iota n)\ndef outer [n] (u : [n]int) (v : [n]int) = let (a, b) = inner(v, u) in (b, a)\nlet x = iota 3\nlet y = iota 3\nlet (p, q) = outer(x, y)\nlet t = y with [1] = 7\nlet r = x with [1] = t[2]\nlet s = p with [1] = 8\nq\nr\ns",
	"call made":     "def set [n] (*x : [n]int) (k : int) = x with [1] = k\nlet x = iota 3\nlet y = set(x, 7)\nlet z = set(y, 8)\nz with [1] = 9",
	"call rounds":   "def f (n : int) = iota n\nlet z = loop (x = f(3)) for i <= 3 do let y = f(3) with [i] = x[1] in y\nz",
	"call rounds 2": "def f [n] (u : [n]int) = (u, iota n)\nlet (z, _) = loop (x = iota 3, y = iota 3) for i <= 3 do let (a, b) = f(x) in (b with [i] = a[i], a)\nz",
	"call captures": "let x = iota 3\ndef f (k : int) = x\ndef g (k : int) = let y = f(k) in y with [1] = k\ng(7)\nx",

	"buffers":        "let x = [3, 1, 2]\nlet t = [2, 3, 1]\nloop (v = x) while v[1] > 1 do\n  loop (w = replicate(3, 0)) for i <= 3 do w with [t[i]] = v[i]\nx",
	"buffers made":   "def f [n] (v : [n]int) = loop (w = replicate(n, 0)) for i <= n do w with [n + 1 - i] = v[i]\nloop (v = iota 3) for i <= 3 do f(v)",
	"buffers both":   "let (a, b) = loop (a = iota 3, b = iota 3) for i <= 3 do let w = iota 3 with [i] = a[i] + b[i] in (w, w)\na\nb",
	"buffers both 2": "let (a, b) = loop (a = iota 3, b = iota 3) for i <= 3 do let w = iota 3 in (w, let v = a with [i] = b[1] in kernel k <= 3 do v[k] + b[k])\na\nb",
	"buffers both 3": "let (a, b) = loop (a = iota 3, b = iota 3) for i <= 3 do let w = iota 3 in let v = a with [i] = 0 in (w, reverse w with [i] = v[1] + b[1] + b[2] + b[3])\na\nb",
	"buffers kept":   "let (a, b) = loop (a = iota 3, b = replicate(3, 7)) for i <= 3 do let w = iota 3 with [i] = a[i] + b[i] in (w, a)\na\nb",
	"buffers old":    "let (a, b) = loop (a = iota 3, b = iota 3) for i <= 4 do let w = a with [1] = 2 * i let s = b[1] in (w, if s < 2 * i then w else iota 3)\na\nb",
	"buffers one":    "let (a, b) = loop (a = iota 3, b = iota 3) for i <= 3 do let v = a with [1] = 9 let s = b[1] + v[2] let w = replicate(3, s) in (w, w)\na\nb",
	"buffers pair":   "let (a, b) = loop (a = iota 3, b = iota 3) for i <= 3 do let s = b[1] let v = a with [1] = s + i let w = replicate(3, v[1] + v[2]) in (w, w)\na\nb",
	"buffers mixed":  "let x = iota 3\nlet (a, b) = loop (a = x, b = iota 3) for i <= 3 do let v = b with [1] = 9 let s = a[1] + v[2] let c = replicate(3, s) in (if s > 3 then x else c, c)\na\nb\nx",
	"buffers first":  "let x = iota 3\nlet (a, b) = loop (a = x, b = x) for i <= 3 do (a with [i] = b[1] + 1, b)\na\nb",
	"buffers none":   "let x = iota 3\nlet z = loop (v = x) for i <= 0 do iota 3\nlet w = z with [1] = 7\nx\nw",
	"buffers last":   "let x = iota 3\nlet z = loop (v = iota 3) for i <= 1 do reverse x\nlet w = z with [1] = 7\nx\nw",
	"buffers dead":   "let (a, b) = loop (a = iota 3, b = iota 3) for i <= 4 do let w = a with [1] = 2 * i in (w, reverse w)\na\nb",
	"buffers deep":   "let z = loop (v = iota 3) for i <= 2 do loop (u = v) for j <= 2 do loop (w = iota 3) for k <= 3 do w with [k] = u[k] + v[k]\nz",
	"buffers after":  "let z = loop (v = iota 3) for i <= 3 do let u = loop (w = iota 3) for k <= 3 do w with [k] = v[k] in u with [1] = v[2]\nlet y = z with [2] = 9\ny",

	"reduce old":    "reduce (\\a k -> let b = a with [1] = k in b with [2] = a[1]) [0, 0] (iota 3)",
	"reduce swap":   "let (a, b) = reduce (\\a b k -> (b with [1] = k, a)) ([0, 0], [5, 6]) (iota 3)\na\nb",
	"reduce same":   "let (a, b) = reduce (\\a b k -> (a with [1] = k, a)) ([0, 0], [5, 6]) (iota 3)\na\nb",
	"reduce turned": "reduce (\\a k -> reverse (a with [1] = k)) [0, 0] (iota 3)",
	"reduce outer":  "let x = iota 3\nlet y = reduce (\\a k -> x with [1] = a[k]) x x\ny\nx",
	"reduce first":  "let x = iota 3\nlet y = reduce (\\a k -> a with [k] = a[k] * k) x x\ny\nx",
	"reduce row":    "let m = [[1, 2], [3, 4]]\nlet y = reduce (\\a r -> r with [1] = a[1]) [0, 0] m\ny\nm",
	"reduce star":   "def set [n] (*x : [n]int) (k : int) = x with [k] = k\nreduce set (replicate(3, 0)) (iota 3)",
	"reduce in":     "kernel i <= 2 do reduce (\\a k -> a with [k] = a[k] + i) (replicate(3, 0)) [1, 3, 1]",
	"scan old":      "scan (\\a k -> let b = a with [1] = k in b with [2] = a[1]) [0, 0] (iota 3)",
}

// Updates are valid, consistent and race-free in three orders, and the program
// is the same Fun program without the copies.
func TestWith(t *testing.T) {
	for name, text := range withs {
		t.Run(name, func(t *testing.T) {
			m := transform(t, text)
			for _, order := range []string{"forward", "reverse", "random:7"} {
				valid(t, m, order)
			}
		})
	}
}

// Which updates and loops get a copy before them, told by the number of copies.
func TestLastUse(t *testing.T) {
	want := map[string]int{
		"once": 0, "used": 1, "chain": 0, "rows": 1, "derived": 1, "slice": 1, "itself": 1, "reversed": 1, "same row": 0,
		"loop": 0, "loop used": 1, "loop two": 1, "loop old": 1, "loop back": 1, "while": 0, "nested": 0, "outer": 1,
		"kernel": 1, "fresh row": 0, "if": 0, "if used": 1, "if alias": 1, "def": 1, "def alias": 1, "def fresh": 0,
		"reduce": 0, "histogram": 0, "reshape": 1, "global": 1, "captured": 1, "empty": 0, "captured 2": 1, "captured 3": 1,
		"star": 0, "star used": 1, "star read": 1, "star alias": 1, "star chain": 0, "star calls": 0, "star unmarked": 1, "star twice": 1,
		"star both": 1, "star two": 0, "star other": 0, "star loop": 0, "star loop 2": 1, "star loop in": 0, "star rows": 1, "star if": 0,
		"star global": 1, "star result": 1, "star part": 1,
		"call reads": 0, "call one": 0, "call either": 1, "call twice": 0, "call same": 1, "call parts": 0, "call copied": 1, "call before": 1, "call through": 1, "call made": 0,
		"call rounds": 0, "call rounds 2": 0, "call captures": 1,
		"buffers": 0, "buffers made": 0, "buffers both": 0, "buffers both 2": 0, "buffers both 3": 2, "buffers kept": 0, "buffers old": 1, "buffers one": 1, "buffers pair": 0, "buffers mixed": 1, "buffers first": 1, "buffers none": 1, "buffers last": 1, "buffers dead": 0, "buffers deep": 0, "buffers after": 0,
		"reduce old": 1, "reduce swap": 0, "reduce same": 1, "reduce turned": 0, "reduce outer": 1, "reduce first": 0, "reduce row": 1,
		"reduce star": 0, "reduce in": 0, "scan old": 1,
	}
	for name, text := range withs {
		m := transform(t, text)
		n := 0
		syntax.Walk(m, func(x syntax.Node) bool {
			if l, ok := x.(*syntax.Let); ok && (strings.HasSuffix(l.Pat[0].Name, "_with") || strings.HasSuffix(l.Pat[0].Name, "_arg")) {
				n++
			}
			return true
		})
		if n != want[name] {
			t.Errorf("%s: %d copies, want %d\n%s", name, n, want[name], syntax.Print(m))
		}
	}
}

// One copy before a loop is better than one in each round.
func TestCopyBeforeLoop(t *testing.T) {
	for _, name := range []string{"loop used", "outer", "nested", "star loop 2", "buffers first"} {
		syntax.Walk(transform(t, withs[name]), func(n syntax.Node) bool {
			if e, ok := n.(*syntax.Loop); ok && strings.Contains(syntax.Line(e), "copy ") {
				t.Errorf("%s: a copy in each round of\n%s", name, syntax.Line(e))
			}
			return true
		})
	}
}

// Each copy is needed: without its copies a program is invalid. Where a function changes a
// parameter without a star, the message says so.
func TestWithoutCopies(t *testing.T) {
	for name, overwrites := range map[string]bool{
		"used": false, "loop used": false, "captured 3": false,
		"call either": false, "call same": false, "call before": false, "call through": false, "call captures": false,
		"buffers old": false, "buffers one": false, "buffers mixed": false, "buffers first": false, "buffers none": false, "buffers last": false, "reduce old": false, "reduce same": false, "reduce outer": false, "reduce row": false, "scan old": false,
		"def": true, "star used": false, "star alias": false, "star unmarked": true, "star twice": true, "star loop 2": false,
	} {
		m := withoutFlat(transform(t, withs[name]))
		v, err := validity.Check(context.Background(), m, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if v.Valid || v.Overwrite != nil != overwrites {
			t.Errorf("%s: an argument is overwritten: %v, want %v\n%s%s", name, v.Overwrite != nil, overwrites, v.Text(diag.Plain), syntax.Print(m))
		}
		if _, ok := fast.Check(context.Background(), m, nil, engine.Options{}); ok {
			t.Errorf("%s: the fast engine calls it clean", name)
		}
	}
}

// What a line names is used by later lines; what it does not name is not.
func TestLastUseLines(t *testing.T) {
	s, st := elab.NewSession(nil), introduce.New()
	for _, c := range []struct {
		text string
		copy bool
	}{
		{"let x = iota 3", false},
		{"let y = x with [1] = 7", true},
		{"let z = iota 3 with [1] = 7 with [2] = 8", false},
		{"let a = iota 3\nlet b = a with [1] = 7", true},
		{"let c = loop (c = iota 3) for i <= 3 do c with [i] = 0", false},
		{"let d = loop (c = c) for i <= 3 do c with [i] = 0", true},
		{"def f [n] (*x : [n]int) (k : int) = x with [1] = k", false},
		{"let e = f(iota 3, 7)", false},
		{"let g = f(e, 8)", true},
		{"let h = loop (h = iota 3) for i <= 3 do f(h, i)", false},
		{"def f [n] (x : [n]int) (k : int) = x[1] + k", false},
		{"let k = f(e, 8)", false},
		{"def m (k : int) = iota k", false},
		{"let u = m(3) with [1] = 7", false},
		{"let p = iota 3\ndef h (k : int) = reverse p", false},
		{"let q = h(1) with [1] = 7", true},
		{"def i [n] (x : [n]int) = m(n) with [1] = 7", false},
		{"let v = i(p) with [1] = 7", false},
		{"def j [n] (x : [n]int) = reverse x", false},
		{"let w = j(p) with [1] = 7", true},
	} {
		u, err := s.Program(parsed(t, c.text))
		if err != nil {
			t.Fatal(err)
		}
		m, err := st.Program(u.Core, s.Supply())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Adopt(m); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(syntax.Print(m), "_with") || strings.Contains(syntax.Print(m), "_arg"); got != c.copy {
			t.Errorf("%s: copied: %v\n%s", c.text, got, syntax.Print(m))
		}
	}
}

func parsed(t *testing.T, text string) *syntax.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("test.fun", text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
