package introduce_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validity"
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
	m, err := introduce.New().TransformProgram(p, s.Supply())
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
	if got, want := syntax.Print(withoutFlat(withoutCopies(erase.Clean(m)))), syntax.Print(p); got != want {
		t.Errorf("cleaned:\n%s\nwant\n%s", got, want)
	}
	return m
}

// withoutCopies undoes the copies of a transformed program. The program returns the originals, and takes the originals
// as the next values of accumulators.
func withoutCopies(p *syntax.Program) *syntax.Program {
	syntax.Walk(p, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Lambda); ok {
			for k, x := range l.Body.Res {
				for n := len(l.Body.Stms) - 1; n >= 0; n-- {
					let, ok := l.Body.Stms[n].(*syntax.Let)
					if v, isVar := x.(*syntax.Var); ok && isVar && let.Pat[0].ID == v.ID && strings.HasSuffix(v.Name, "_out") {
						l.Body.Res[k] = let.Exp.(*syntax.Copy).X
						l.Body.Stms = slices.Delete(l.Body.Stms, n, n+1)
					}
				}
			}
		}
		return true
	})
	in := p.Decls[len(p.Decls)-1].(*syntax.In)
	returned := map[int]bool{}
	for _, x := range in.Res {
		if v, ok := x.(*syntax.Var); ok && strings.Contains(v.Name, "_out") {
			returned[v.ID] = true
		}
	}
	of := map[int]syntax.Expr{}
	out := &syntax.Program{}
	for _, d := range p.Decls[:len(p.Decls)-1] {
		if l, ok := d.(*syntax.Let); ok && returned[l.Pat[0].ID] {
			of[l.Pat[0].ID] = l.Exp.(*syntax.Copy).X
			continue
		}
		out.Decls = append(out.Decls, d)
	}
	last := &syntax.In{}
	for _, x := range in.Res {
		if v, ok := x.(*syntax.Var); ok && of[v.ID] != nil {
			x = of[v.ID]
		}
		last.Res = append(last.Res, x)
	}
	out.Decls = append(out.Decls, last)
	return out
}

// zoo is one program for each construct and for combinations of constructs.
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
	"map":             "let x = kernel i <= 3, j <= 2 do i * j\nlet (y, z) = map (\\r -> (reverse r, r[2])) x\nmap (+) (iota 3) (map length x)",
	"reduce":          "let x = kernel i <= 3, j <= 2 do i * j\nlet s = reduce (\\a r -> a + r[1]) 0 x\nreduce (\\a x y -> max(a, x * y)) s (iota 3) (reverse (iota 3))\nreduce (+) 1 (iota 0)",
	"reduce arrays":   "let x = kernel i <= 3, j <= 2 do i * j\nreduce (\\a r -> map (+) (reverse a) r) [1, 2] x\nlet (p, q) = reduce (\\a b r -> (b, map (-) a r)) ([1, 2], [3, 4]) (reverse x)\np\nq\nreduce (\\a k -> transpose a) [[1, 2], [3, 4]] (iota 3)",
	"scan":            "let x = kernel i <= 3, j <= 2 do i * j\nscan (+) 0 (iota 4)\nlet (a, b) = scan (\\a b r -> (map (+) a r, b + 1)) ([0, 0], 0) (transpose (transpose x))\na\nb",
	"reduce in rows":  "let x = kernel i <= 3, j <= 2 do i * j\nmap (\\r -> reduce max 0 r) x\nkernel i <= 2 do reduce (\\a r -> map (*) a r) x[i] x\nmap (\\r -> scan (+) 0 r) x",
	"loop":            "let n = 3\nloop (s = 0, x = iota n) for i <= n do (s + x[i], reverse x)\nloop (k = n) while k > 0 do k - 1",
	"loop fresh":      "let n = 4\nlet x = loop (x = iota n) for i <= n do kernel j <= n do x[j] * i\nx\nloop (x = x) for i <= 0 do copy x",
	"loop swaps":      "let (x, y) = loop (x = iota 3, y = [4, 5, 6]) for i <= 3 do (y, x)\nx\ny",
	"loop grows":      "let x = loop (x = [1]) for i <= 4 do kernel j <= length(x) + 1 do i * j\nx\nloop (y = x) while length(y) > 2 do y[2:length(y) - 1]",
	"loop rows":       "let x = loop (x = [[1, 2]]) for i <= 3 do transpose x\nx\nloop (x = [[1, 2]]) for i <= 3 do [x[1], reverse x[1]]",
	"loop in loop":    "let x = loop (x = iota 2) for i <= 3 do loop (y = x) for j <= i do kernel k <= 2 do x[k] + y[k]\nx",
	"loop in rows":    "kernel i <= 3 do loop (r : [2]int = [i, 1]) for j <= i do reverse r\nkernel i <= 3 do loop (s = 1) for j <= i do s * j",
	"loop in def":     "def f [n] (x : [n]int) (k : int) = loop (y = x) for i <= k do copy y\nlet x = f(iota 3, 2)\nx",
	"check":           "def f [n] (x : [n]int) (y : [n]int) = kernel i <= n do x[i] * y[i]\nlet k = [3]\nlet n = k[1]\nf(iota n, iota 3)",
	"polynomial":      "let n = 3\nlet m = n * n + 1\nlet x = iota m\nx[n * n:1]",
	"unused":          "let n = 3\nlet k = n + 1\nlet x = iota n\nx",
	"same twice":      "let x = iota 3\nx\nx",
	"bits":            "let n = 5\nlet k = n & 3 | 8 ^ 1\n(k << 70) >> 2",
	"concat":          "let n = 3\nlet x = iota n\nlet y = x ++ reverse x ++ [n]\ny\ny[n:3]",
	"concat rows":     "let n = 3\nlet x = kernel i <= n, j <= 2 do i * j\nkernel i <= 2 do concat(x[:, i], [i, i])\nx ++ [[7, 8]]",
	"reshape":         "let n = 3\nlet x = kernel i <= n, j <= 4 do i * j\nreshape((n * 2, 2), x)\nreshape((4, n), transpose x)\nflatten x[:, 1:2]",
	"reshape check":   "let n = [3, 4][1]\nlet x = iota n\nkernel i <= 2 do reshape((3, 1), x)[i, 1]\nreshape((1, n, 1), reverse x)",
	"reshape if":      "let c = 1\nlet x = kernel i <= 2, j <= 3 do i * j\nlet y = if c then x else transpose (reshape((3, 2), x))\nflatten y",
	"flatten def":     "def f [n][m] (x : [n][m]int) = flatten x\nlet x = kernel i <= 2, j <= 3 do i + j\nf(x)\nf(transpose x)",
	"rotate":          "let n = 3\nlet x = kernel i <= n, j <= 2 do i * j\nrotate(1, x)\nrotate(-n, x[:, 1])",
	"equal":           "let n = [3, 4][1]\nlet x = kernel i <= n, j <= 2 do i * j\nlet y = x[1:3, :]\n(x == y, x != y, transpose x == y)",
	"empty":           "let x = iota 0\nlet y = kernel i <= 0, j <= 3 do i\nx\ny",
}

// Every construct: the FUNMEM program is well-typed, parses again, is valid, consistent and
// race-free in three orders, has no layout to warn of, and gives the Fun program back.
func TestZoo(t *testing.T) {
	for name, text := range zoo {
		t.Run(name, func(t *testing.T) {
			m := transform(t, text)
			for _, order := range []string{"forward", "reverse", "random:7"} {
				valid(t, m, order)
			}
			if t.Failed() {
				t.Log("\n" + syntax.Print(m))
			}
		})
	}
}

func valid(t *testing.T, m *syntax.Program, order string) {
	t.Helper()
	schedule, err := engine.ParseSchedule(order)
	if err != nil {
		t.Fatal(err)
	}
	v, err := validity.Check(context.Background(), m, engine.Options{Schedule: schedule})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range v.Warnings {
		t.Errorf("%s: warning %s: %s", order, w.Kind, w.Message)
	}
	if !v.OK || !v.Consistent {
		t.Errorf("%s: %s", order, v.Text(diag.Plain))
	}
}

// TestTurned: the next value of an accumulator is copied where it may overlap what is still to be read, and only there.
func TestTurned(t *testing.T) {
	for text, copies := range map[string]int{
		"reduce (\\a k -> reverse a) (iota 3) (iota 3)":                                                               1,
		"scan (\\a k -> reverse a) (iota 3) (iota 3)":                                                                 1,
		"reduce (\\a k -> a with [k] = 2) (iota 3) (iota 3)":                                                          0,
		"reduce (\\a k -> let b = a with [k] = 2 in b with [1] = k) (iota 3) (iota 3)":                                0,
		"reduce (\\a k -> if k > 1 then a with [k] = 2 else a) (iota 3) (iota 3)":                                     0,
		"reduce (\\a k -> if k > 1 then reverse a else a) (iota 3) (iota 3)":                                          1,
		"reduce (\\a k -> loop (b = a) for i <= 2 do b with [i] = k) (iota 3) (iota 3)":                               0,
		"reduce (\\a k -> loop (b = a) for i <= 2 do reverse b) (iota 3) (iota 3)":                                    1,
		"reduce (\\a k -> kernel i <= 3 do a[i] + k) (iota 3) (iota 3)":                                               0,
		"reduce (\\a r -> r) [1, 2] [[3, 4], [5, 6]]":                                                                 0,
		"reduce (\\a r -> transpose a) [[1, 2], [3, 4]] (iota 3)":                                                     1,
		"let (p, q) = reduce (\\a b k -> (b, a)) (iota 2, [7, 8]) (iota 3)\n(p, q)":                                   2,
		"let (p, q) = reduce (\\a b k -> (a with [1] = k, b with [2] = k)) (iota 2, [7, 8]) (iota 3)\n(p, q)":         0,
		"let (p, q) = reduce (\\a b k -> let c = a with [1] = k in (c, reverse b)) (iota 2, [7, 8]) (iota 3)\n(p, q)": 1,
	} {
		m := transform(t, text)
		n := 0
		syntax.Walk(m, func(x syntax.Node) bool {
			if l, ok := x.(*syntax.Lambda); ok {
				for _, s := range l.Body.Stms {
					if let, ok := s.(*syntax.Let); ok {
						if _, ok := let.Exp.(*syntax.Copy); ok {
							n++
						}
					}
				}
			}
			return true
		})
		if valid(t, m, "forward"); n != copies {
			t.Errorf("%s: %d copies, want %d\n%s", text, n, copies, syntax.Print(m))
		}
	}
}

// find returns the let of that name, in the program or in a body of it.
func find(t *testing.T, p *syntax.Program, name string) *syntax.Let {
	t.Helper()
	var found *syntax.Let
	syntax.Walk(p, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Let); ok {
			for _, b := range l.Pat {
				if b.Name == name {
					found = l
				}
			}
		}
		return true
	})
	if found == nil {
		t.Fatalf("nothing binds %s in\n%s", name, syntax.Print(p))
	}
	return found
}

// Fig. 2 becomes Fig. 7: blocks, followed by what Support returns besides the block and the
// sizes that Fig. 2 already returns.
func TestFig7(t *testing.T) {
	m := transform(t, `
let (x_size : int) = 3
let (y_size : int) = 5
let (z_cond : int) = 1
let (z_size : int) (z_arr : [z_size]) = if z_cond
  then let (x : [x_size]) = iota x_size
       in (x_size, x)
  else let (y : [y_size]) = iota y_size
       in (y_size, y)
in (z_size, z_arr)
`)
	want := `let (z_size : int)
    (z_arr_mem : mem)
    (z_arr_off : int)
    (z_arr_s1 : int)
    (z_arr : [z_size]int @ z_arr_mem -> z_arr_off + {(z_size : z_arr_s1)}) =
  if z_cond
  then let (x_mem : mem) = alloc x_size
       let (x : [x_size]int @ x_mem -> R(x_size)) = iota x_size
       let (x_off : int) = 0
       in (x_size, x_mem, x_off, 1, x)
  else let (y_mem : mem) = alloc y_size
       let (y : [y_size]int @ y_mem -> R(y_size)) = iota y_size
       let (y_off : int) = 0
       in (y_size, y_mem, y_off, 1, y)`
	if got := strings.TrimSpace(syntax.Print(find(t, m, "z_arr"))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	in := m.Decls[len(m.Decls)-1]
	if got := strings.TrimSpace(syntax.Print(in)); got != "in (z_size, z_arr_out_mem, z_arr_out)" {
		t.Errorf("the program returns %s", got)
	}
}

// Each case of TransformStm gives the block and LMAD that it should.
func TestAnnotations(t *testing.T) {
	const matrix = "let n = 3\nlet m = 4\nlet x = kernel i <= n, j <= m do i * j\n"
	for _, c := range []struct{ text, name, want string }{
		{matrix + "x", "x", "[n][m]int @ x_mem -> R(n, m)"},
		{matrix + "let y = transpose x\ny", "y", "[m][n]int @ x_mem -> 0 + {(m : 1) (n : m)}"},
		{matrix + "let y = permute((2, 1), transpose x)\ny", "y", "[n][m]int @ x_mem -> R(n, m)"},
		{matrix + "let y = reverse x\ny", "y", "[n][m]int @ x_mem -> n * m - m + {(n : -m) (m : 1)}"},
		{matrix + "let y = x[2, :]\ny", "y", "[m]int @ x_mem -> m + {(m : 1)}"},
		{matrix + "let y = x[:, m]\ny", "y", "[n]int @ x_mem -> m - 1 + {(n : m)}"},
		{matrix + "let y = x[2:2, 4:2:-2]\ny", "y", "[2][2]int @ x_mem -> m + 3 + {(2 : m) (2 : -2)}"},
		{matrix + "let y = copy (transpose x)\ny", "y", "[m][n]int @ y_mem -> R(m, n)"},
		{matrix + "let y = replicate(2, x)\ny", "y", "[2][n][m]int @ y_mem -> R(2, n, m)"},
	} {
		m := transform(t, c.text)
		for _, b := range find(t, m, c.name).Pat {
			if b.Name == c.name && syntax.Print(b.Type) != c.want {
				t.Errorf("%s: got %s, want %s", c.text, syntax.Print(b.Type), c.want)
			}
		}
	}
}

// Lines of a session: a later line sees the memory of earlier ones, results
// stay where they are, and a line that carries memory is taken as written.
func TestSession(t *testing.T) {
	s, st := elab.NewSession(nil), introduce.New()
	for _, c := range []struct{ text, want string }{
		{"let n = 3", "let (n : int) = 3"},
		{"let x = kernel i <= n, j <= 2 do i + j", ""},
		{"x", "in (x_mem, x)"},
		{"let y = transpose x", "let (y : [2][n]int @ x_mem -> 0 + {(2 : 1) (n : 2)}) = transpose x"},
		{"y", "in (x_mem, y)"},
		{"def f [n] (x : [n]int) = reverse x", ""},
		{"let r = f(y[1, :])", ""},
		{"n + 1", ""},
		{"let (m : mem) = alloc 6\nlet (z : [n] @ m -> 1 + {(n : 2)}) = iota n\nin (m, z)",
			"let (m : mem) = alloc 6\nlet (z : [n]int @ m -> 1 + {(n : 2)}) = iota n\nin (m, z)"},
		{"let w = z[2:2]", "let (w : [2]int @ m -> 3 + {(2 : 2)}) = z[2:2]"},
		{"def g (k : int) (am : mem) (a : [k] @ am -> R(k)) : int = a[1]", ""},
		{"let (c : mem) = alloc n\nlet (q : [n] @ c -> R(n)) = iota n\nlet (k : int) = g(n, c, q)", ""},
	} {
		p, err := syntax.Parse(diag.NewSource("test", c.text))
		if err != nil {
			t.Fatal(err)
		}
		u, err := s.Program(p)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		m, err := st.Program(u.Core, s.Supply())
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if err := s.Adopt(m); err != nil {
			t.Fatalf("%s: %v\n%s", c.text, err, syntax.Print(m))
		}
		if got := strings.TrimSpace(syntax.Print(m)); c.want != "" && !strings.HasSuffix(strings.TrimSuffix(got, "\nin ()"), c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	again := st.Clone()
	again.Bind(&syntax.Binding{Name: "k", ID: 1 << 20, Type: &syntax.Type{}})
	k := &syntax.Program{Decls: []syntax.Decl{&syntax.In{Res: []syntax.Expr{&syntax.Var{Name: "k", ID: 1 << 20}}}}}
	if _, err := again.Program(k, s.Supply()); err != nil {
		t.Error(err)
	}
	if _, err := st.Program(k, s.Supply()); err == nil {
		t.Error("a clone is not independent")
	}
}

// A FUNMEM program as a whole comes out as it went in.
func TestWritten(t *testing.T) {
	text := `let (n : int) = 3
let (m : mem) = alloc n
let (x : [n]int @ m -> R(n)) = kernel i <= n do
  let (t : int) = i * i
  in (t)
let (y : [n]int @ m -> n - 1 + {(n : -1)}) = reverse x
in (m, y)
`
	p, s := core(t, text)
	m, err := introduce.New().TransformProgram(p, s.Supply())
	if err != nil {
		t.Fatal(err)
	}
	if got := syntax.Print(m); strings.TrimSpace(got) != strings.TrimSpace(text) {
		t.Errorf("got\n%s", got)
	}
}

// What is not core is refused with an error, never a panic.
func TestNotCore(t *testing.T) {
	x := &syntax.Var{Name: "x", ID: 1}
	for _, d := range []syntax.Decl{
		&syntax.Show{X: x},
		&syntax.In{Res: []syntax.Expr{x}},
		&syntax.Let{Pat: []*syntax.Binding{{Name: "y", ID: 2, Type: &syntax.Type{Dims: []syntax.Expr{x}}}}, Exp: &syntax.Reverse{X: x}},
		&syntax.Let{Pat: []*syntax.Binding{{Name: "y", ID: 2, Type: &syntax.Type{}}}, Exp: &syntax.Length{X: x}},
	} {
		if _, err := introduce.New().TransformProgram(&syntax.Program{Decls: []syntax.Decl{d}}, &syntax.Supply{}); err == nil {
			t.Errorf("%s is accepted", syntax.Print(d))
		}
	}
}
