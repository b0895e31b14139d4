package introduce_test

import (
	"testing"

	"funmem/lower/introduce"
	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"
)

// core elaborates a program.
func core(t *testing.T, text string) (*syntax.Program, *elab.Session) {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("test.fun", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return u.Core, s
}

// transform introduces memory, and checks that the result is well-typed, parses
// again, is Fun when erased, and gives the original back when cleaned.
func transform(t *testing.T, text string) *syntax.Program {
	t.Helper()
	p, s := core(t, text)
	m, err := introduce.TransformProgram(p, s.Supply())
	if err != nil {
		t.Fatal(err)
	}
	if err := check.New(true, nil).Program(m); err != nil {
		t.Errorf("the FUNMEM program is not well-typed: %v\n%s", err, syntax.Print(m))
	}
	if err := check.New(false, nil).Program(erase.Program(m)); err != nil {
		t.Errorf("the erased program is not well-typed: %v\n%s", err, syntax.Print(erase.Program(m)))
	}
	again, err := syntax.Parse(diag.NewSource("printed.fun", syntax.Print(m)))
	if err != nil {
		t.Fatalf("%v\n%s", err, syntax.Print(m))
	}
	if syntax.Print(again) != syntax.Print(m) {
		t.Errorf("parsing what is printed gives another program:\n%s\nand\n%s", syntax.Print(m), syntax.Print(again))
	}
	if got, want := syntax.Print(withoutCopies(erase.Clean(m))), syntax.Print(p); got != want {
		t.Errorf("cleaned:\n%s\nwant\n%s", got, want)
	}
	return m
}

// withoutCopies returns what a transformed program copies to its results.
func withoutCopies(p *syntax.Program) *syntax.Program {
	of := map[int]syntax.Expr{}
	in := p.Decls[len(p.Decls)-1].(*syntax.In)
	out := &syntax.In{}
	decls := p.Decls[:len(p.Decls)-1]
	for len(decls) > 0 && len(of) < len(in.Res) {
		l, ok := decls[len(decls)-1].(*syntax.Let)
		if !ok {
			break
		}
		c, ok := l.Exp.(*syntax.Copy)
		if !ok {
			break
		}
		of[l.Pat[0].ID] = c.X
		decls = decls[:len(decls)-1]
	}
	for _, x := range in.Res {
		if v, ok := x.(*syntax.Var); ok && of[v.ID] != nil {
			x = of[v.ID]
		}
		out.Res = append(out.Res, x)
	}
	return &syntax.Program{Decls: append(append([]syntax.Decl(nil), decls...), out)}
}

// zoo is one program per construct and meeting of constructs.
var zoo = map[string]string{
	"scalar":          "let n = 3\nlet m = n * 2 + 1\nm",
	"index":           "let x = iota 5\nlet y = x[3]\ny",
	"slice":           "let x = iota 10\nlet y = x[3:4]\ny",
	"stride":          "let n = 10\nlet x = iota n\nlet y = x[n:4:-2]\ny[2:2]",
	"fix":             "let x = kernel i <= 4, j <= 5, k <= 6 do i * 100 + j * 10 + k\nlet y = x[2, :, 3]\nlet z = x[:, 3:2:2, 1]\ny\nz",
	"row":             "let x = kernel i <= 4, j <= 5 do i + j\nx[2]",
	"transpose":       "let n = 3\nlet m = 4\nlet x = kernel i <= n, j <= m do i * j\nlet y = transpose x\nlet z = transpose y\nz\ny",
	"permute":         "let x = kernel i <= 2, j <= 3, k <= 4 do i + j * k\nlet y = permute((3, 1, 2), x)\ny[:, 1:2, 2]",
	"reverse":         "let n = 7\nlet x = reverse (iota n)\nreverse x\nx[2:3]",
	"copy":            "let x = iota 4\nlet y = copy x[2:2]\ny",
	"replicate":       "let n = 2\nlet x = replicate(n, 7)\nlet y = replicate(3, x)\ny",
	"literal":         "let a = 2\nlet x = [[1, a], [a * 2, 4]]\nx",
	"kernel":          "let n = 3\nlet x = kernel i <= n do let r = iota n in r[i]\nx",
	"two results":     "let n = 4\nlet (x, y) = kernel i <= n do (i, iota n)\nx\ny",
	"rows":            "let n = 4\nlet x = kernel i <= n do reverse (iota n)\nx",
	"if int":          "let c = 1\nlet x = if c then 2 else 3\nx",
	"if layouts":      "let c = 1\nlet n = 4\nlet x = kernel i <= n, j <= n do i - j\nlet y = if c then transpose x else x\ny[1, 2]\ny",
	"if slices":       "let n = 10\nlet c = n > 3\nlet x = iota n\nlet y = if c then x[1:3] else x[2:4:2]\ny",
	"if nested":       "let c = 1\nlet n = 3\nlet x = iota n\nlet y = if c then (if c - 1 then reverse x else x) else x\ny\nreverse y",
	"if in kernel":    "let n = 3\nlet x = kernel i <= n do (if i < 2 then iota n else replicate(n, i))\nx",
	"if two":          "let c = 0\nlet (a, k, b) = if c then (iota 2, 1, iota 3) else (iota 2, 2, iota 3)\na[k]\nb",
	"def":             "def f [n] (x : [n]int) (k : int) = kernel i <= n do x[i] + k\nlet x = iota 3\nf(x, 2)\nf(reverse x, 3)",
	"def derived":     "def f [n][m] (x : [n][m]int) = transpose x\nlet x = kernel i <= 2, j <= 3 do i + j\nlet y = f(f(x))\ny\nf(x[:, 1:2])",
	"def scalar":      "def s [n] (x : [n]int) = x[1] + x[n]\ns(iota 4)\ns((iota 9)[2:3:3])",
	"def existential": "def f (n : int) = if n > 2 then iota n else iota 1\nlet x = f(5)\nx\nf(1)",
	"def calls def":   "def g [n] (x : [n]int) = reverse x\ndef f [n] (x : [n]int) = g(g(x)[1:2])\nf(iota 4)",
	"def two":         "def f [n] (x : [n]int) (y : [n]int) = (y, x[1], x)\nlet (a, k, b) = f(iota 3, [4, 5, 6])\na\nb\nk",
	"check":           "def f [n] (x : [n]int) (y : [n]int) = kernel i <= n do x[i] * y[i]\nlet k = [3]\nlet n = k[1]\nf(iota n, iota 3)",
	"polynomial":      "let n = 3\nlet m = n * n + 1\nlet x = iota m\nx[n * n:1]",
	"unused":          "let n = 3\nlet k = n + 1\nlet x = iota n\nx",
	"same twice":      "let x = iota 3\nx\nx",
	"empty":           "let x = iota 0\nlet y = kernel i <= 0, j <= 3 do i\nx\ny",
}

func TestZoo(t *testing.T) {
	for name, text := range zoo {
		t.Run(name, func(t *testing.T) {
			m := transform(t, text)
			if t.Failed() {
				t.Log("\n" + syntax.Print(m))
			}
		})
	}
}
