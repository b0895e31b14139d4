package poly_test

import (
	"slices"
	"strings"
	"testing"

	_ "funmem/internal/testkit" // rapid's seed
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

var names = []string{"a", "b", "c", "d", "n"}

// expr reads a scalar expression over names; the ID of a name is its place.
func expr(t *testing.T, text string) syntax.Expr {
	t.Helper()
	e, err := syntax.ParseExpr(diag.NewSource("test", text))
	if err != nil {
		t.Fatal(err)
	}
	return syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
		if v, ok := e.(*syntax.Var); ok {
			return &syntax.Var{Name: v.Name, ID: slices.Index(names, v.Name) + 1}
		}
		return e
	})
}

// eval is conventional evaluation, and whether it is defined.
func eval(e syntax.Expr, at map[int]int64) (num.Num, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return e.Val, true
	case *syntax.Var:
		return num.Of(at[e.ID]), true
	case *syntax.Unary:
		x, ok := eval(e.X, at)
		switch e.Op {
		case syntax.Neg:
			return x.Neg(), ok
		case syntax.Abs:
			return x.Abs(), ok
		}
		return truth(x.IsZero()), ok
	case *syntax.Binary:
		x, ok1 := eval(e.X, at)
		y, ok2 := eval(e.Y, at)
		if !ok1 || !ok2 {
			return x, false
		}
		return binary(e.Op, x, y)
	}
	panic("not scalar")
}

func truth(b bool) num.Num {
	if b {
		return num.Of(1)
	}
	return num.Of(0)
}

func binary(op syntax.Op, x, y num.Num) (r num.Num, ok bool) {
	var err error
	switch op {
	case syntax.Add:
		r = x.Add(y)
	case syntax.Sub:
		r = x.Sub(y)
	case syntax.Mul:
		r, err = x.Mul(y)
	case syntax.Div:
		r, err = x.Div(y)
	case syntax.Mod:
		r, err = x.Mod(y)
	case syntax.Quo:
		r, err = x.Quo(y)
	case syntax.Rem:
		r, err = x.Rem(y)
	case syntax.Pow:
		if x.Bits() > 200 || y.Bits() > 6 {
			return r, false
		}
		r, err = x.Pow(y)
	case syntax.BitAnd:
		r = x.And(y)
	case syntax.BitOr:
		r = x.Or(y)
	case syntax.BitXor:
		r = x.Xor(y)
	case syntax.Shl:
		if y.Bits() > 6 {
			return r, false
		}
		r, err = x.Shl(y)
	case syntax.Shr:
		r, err = x.Shr(y)
	case syntax.Min:
		r = x.Min(y)
	case syntax.Max:
		r = x.Max(y)
	case syntax.Eq:
		r = truth(x.Equal(y))
	case syntax.Ne:
		r = truth(!x.Equal(y))
	case syntax.Lt:
		r = truth(x.Cmp(y) < 0)
	case syntax.Le:
		r = truth(x.Cmp(y) <= 0)
	case syntax.Gt:
		r = truth(x.Cmp(y) > 0)
	case syntax.Ge:
		r = truth(x.Cmp(y) >= 0)
	}
	return r, err == nil
}

var binaryOps = []syntax.Op{
	syntax.Add, syntax.Add, syntax.Sub, syntax.Sub, syntax.Mul, syntax.Mul, syntax.Mul, syntax.Div, syntax.Mod, syntax.Quo, syntax.Rem,
	syntax.Pow, syntax.Min, syntax.Max, syntax.Eq, syntax.Ne, syntax.Lt, syntax.Le, syntax.Gt, syntax.Ge,
	syntax.BitAnd, syntax.BitOr, syntax.BitXor, syntax.Shl, syntax.Shr,
}

// genExpr draws a scalar expression over the first vars names.
func genExpr(vars, depth int) *rapid.Generator[syntax.Expr] {
	return rapid.Custom(func(t *rapid.T) syntax.Expr {
		switch k := rapid.IntRange(0, 9).Draw(t, "kind"); {
		case depth == 0 && k < 6 || k < 2:
			id := rapid.IntRange(1, vars).Draw(t, "var")
			return &syntax.Var{Name: names[id-1], ID: id}
		case depth == 0 || k == 2:
			return &syntax.IntLit{Val: num.Of(int64(rapid.IntRange(-3, 4).Draw(t, "k")))}
		case k == 3:
			return &syntax.Unary{Op: rapid.SampledFrom([]syntax.Op{syntax.Neg, syntax.Abs, syntax.Not}).Draw(t, "op"), X: genExpr(vars, depth-1).Draw(t, "x")}
		}
		return &syntax.Binary{Op: rapid.SampledFrom(binaryOps).Draw(t, "op"), X: genExpr(vars, depth-1).Draw(t, "x"), Y: genExpr(vars, depth-1).Draw(t, "y")}
	})
}

func genPoint(t *rapid.T) map[int]int64 {
	at := map[int]int64{}
	for id := range names {
		at[id+1] = int64(rapid.IntRange(-4, 5).Draw(t, names[id]))
	}
	return at
}

// A normal form has the value of the expression wherever that is defined.
func TestNormalFormHasTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := genExpr(4, 4).Draw(t, "e")
		p := new(poly.Env).Of(e)
		for range 4 {
			at := genPoint(t)
			want, ok := eval(e, at)
			if !ok {
				continue
			}
			if got, ok := eval(p.Expr(), at); !ok || !got.Equal(want) {
				t.Fatalf("%s at %v is %v, but its normal form %s is %v", syntax.Print(e), at, want, p, got)
			}
		}
	})
}

// Equal and different are never wrong.
func TestCompareIsRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		env := new(poly.Env)
		x := genExpr(3, 3).Draw(t, "x")
		y := genExpr(3, 3).Draw(t, "y")
		v := poly.Compare(env.Of(x), env.Of(y))
		for range 4 {
			at := genPoint(t)
			a, ok1 := eval(x, at)
			b, ok2 := eval(y, at)
			if ok1 && ok2 && (v == poly.Equal && !a.Equal(b) || v == poly.Different && a.Equal(b)) {
				t.Fatalf("%s and %s are said to be %v, but at %v they are %v and %v", syntax.Print(x), syntax.Print(y), v, at, a, b)
			}
		}
	})
}

// The expression of a normal form has that normal form.
func TestExprIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		env := new(poly.Env)
		p := env.Of(genExpr(4, 4).Draw(t, "e"))
		if q := env.Of(p.Expr()); q.String() != p.String() || poly.Compare(p, q) != poly.Equal {
			t.Fatalf("%s reads back as %s", p, q)
		}
	})
}

// What an Env knows is true: normal forms under definitions and equations have the
// right value at every point that satisfies these.
func TestEnvIsRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := genPoint(t)
		env := new(poly.Env)
		def := genExpr(3, 2).Draw(t, "def")
		if k, ok := eval(def, at); ok {
			if n, small := k.Int64(); small {
				at[5] = n
				env.Define(5, env.Of(def))
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "equations") {
			x, y := genExpr(5, 2).Draw(t, "x"), genExpr(5, 2).Draw(t, "y")
			a, ok1 := eval(x, at)
			b, ok2 := eval(y, at)
			if !ok1 || !ok2 {
				continue
			}
			if rapid.Bool().Draw(t, "clone") {
				c := env.Clone()
				c.Equate(c.Of(x), c.Of(&syntax.Binary{Op: syntax.Add, X: x, Y: &syntax.IntLit{Val: num.Of(1)}}))
				env = env.Clone()
			}
			// x = y + (x - y at the point) holds at the point
			y = &syntax.Binary{Op: syntax.Add, X: y, Y: &syntax.IntLit{Val: a.Sub(b)}}
			env.Equate(env.Of(x), env.Of(y))
			if v := poly.Compare(env.Of(x), env.Of(y)); v == poly.Different {
				t.Fatalf("after check %s = %s the two are different", syntax.Print(x), syntax.Print(y))
			}
		}
		e := genExpr(5, 3).Draw(t, "e")
		want, ok := eval(e, at)
		if !ok {
			return
		}
		p := env.Of(e)
		if got, ok := eval(p.Expr(), at); ok && !got.Equal(want) {
			t.Fatalf("%s at %v is %v, but its normal form %s is %v", syntax.Print(e), at, want, p, got)
		}
	})
}

func TestString(t *testing.T) {
	env := new(poly.Env)
	for text, want := range map[string]string{
		"1 * a":                       "a",
		"a * b * 1 + 0":               "a * b",
		"b * a":                       "a * b",
		"1 + a":                       "a + 1",
		"1 - a":                       "1 - a",
		"-a":                          "-a",
		"-(a * a)":                    "-a * a",
		"0 - 2 * a - 3":               "-2 * a - 3",
		"b - a":                       "b - a",
		"(a + 1) * (a - 1)":           "a * a - 1",
		"(a + b) ** 2":                "a * a + 2 * a * b + b * b",
		"a / 1 + a % 1":               "a",
		"7 / 2 + -7 / 2":              "-1",
		"-7 // 2 + -7 %% 2":           "-4",
		"7 / 0":                       "7 / 0",
		"a / b + a / b":               "2 * (a / b)",
		"min(b + 0, a)":               "min(a, b)",
		"min(a, a + 1)":               "a",
		"max(a, a + 1)":               "a + 1",
		"a < a + 1":                   "1",
		"abs(-3) + !0":                "4",
		"2 ** 10":                     "1024",
		"2 ** -1":                     "2 ** -1",
		"a - a":                       "0",
		"(2 * a) ** b":                "(2 * a) ** b",
		"1000000000000 ** 3":          "1000000000000000000000000000000000000",
		"a * 9223372036854775807 * 2": "18446744073709551614 * a",
		"(a > 0) * b - b":             "b * (a > 0) - b",
		"(a > 0) * (b - 1)":           "(a > 0) * (b - 1)",
		"-(a > 0) * (b + 1) + c":      "c - (a > 0) * (b + 1)",
		"-(a > 0) * (b + 1)":          "-(a > 0) * (b + 1)",
		"-(a > 0) * (b + 1) * a":      "-a * (a > 0) * (b + 1)",
		"(b < 3) * (a > 0) * (3 * b - a) * c + 2":       "c * (b < 3) * (a > 0) * (3 * b - a) + 2",
		"a * max(b, 3) - max(b, 3) + b":                 "max(b, 3) * (a - 1) + b",
		"a * b * (a > 0) - 2 * a * (a > 0) + (a > 0)":   "(a > 0) * (a * b - 2 * a + 1)",
		"(a > 0) * max(b, 3) - (a > 0) + 2 * max(b, 3)": "(a > 0) * (max(b, 3) - 1) + 2 * max(b, 3)",
	} {
		if got := env.Of(expr(t, text)).String(); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestGuards: what a polynomial is where the comparisons hold that are in all its
// terms.
func TestGuards(t *testing.T) {
	env := new(poly.Env)
	for text, want := range map[string]string{
		"0": "0", "a": "a", "a > b": "1 | a > b",
		"(a > 0) * (b - 1)":             "b - 1 | a > 0",
		"(a > 0) * (b - 1) * (b < a)":   "b - 1 | b < a | a > 0",
		"(a > 0) * (a > 0) * b":         "b | a > 0",
		"(a > 0) * b - b":               "b * (a > 0) - b",
		"max(a, b) * 2":                 "2 * max(a, b)",
		"(a > 0) * (b > 0) + 2*(a > 0)": "(b > 0) + 2 | a > 0",
	} {
		guards, rest := env.Of(expr(t, text)).Guards()
		got := rest.String()
		for _, g := range guards {
			got += " | " + syntax.Print(g)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestVars(t *testing.T) {
	p := new(poly.Env).Of(expr(t, "d * a + min(c, 3) - d * a + n"))
	if got := p.Vars(); !slices.Equal(got, []int{3, 5}) {
		t.Errorf("got %v", got)
	}
}

// facts are definitions x := se and equations l = r, in order.
func facts(t *testing.T, env *poly.Env, fs ...string) {
	t.Helper()
	for _, f := range fs {
		if x, se, ok := strings.Cut(f, ":="); ok {
			env.Define(expr(t, x).(*syntax.Var).ID, env.Of(expr(t, se)))
			continue
		}
		l, r, _ := strings.Cut(f, "=")
		env.Equate(env.Of(expr(t, l)), env.Of(expr(t, r)))
	}
}

func TestEnv(t *testing.T) {
	for _, c := range []struct {
		facts, x, y string
		want        poly.Verdict
	}{
		{"", "a", "b", poly.Unknown},
		{"", "a + 1", "a", poly.Different},
		{"c := a * b", "c + a", "a * (b + 1)", poly.Equal},
		{"c := a * b; d := c + 1", "d - 1", "b * a", poly.Equal},
		{"a = b", "a * c", "b * c", poly.Equal},
		{"a = b; b = c", "a", "c", poly.Equal},
		{"a = b; c = d; b = c", "a + 1", "d", poly.Different},
		{"b = a + 1", "max(a, b)", "b", poly.Equal},
		{"2 * a = 2 * b", "a", "b", poly.Equal},
		{"2 * a = 3 * b", "4 * a + 1", "6 * b + 1", poly.Equal},
		{"2 * a = 3 * b", "a", "b", poly.Unknown},
		{"a * b = c * d", "n * a * b", "d * n * c", poly.Equal},
		{"a * b = c * d; a = c", "c * b", "c * d", poly.Equal},
		{"a * a = 4", "a ** 4", "16", poly.Equal},
		{"a / b = c", "a / b + 1", "c + 1", poly.Equal},
		{"a = b; d := a / n", "d", "b / n", poly.Equal},
		{"1 = 2", "a", "b", poly.Unknown},
		{"d := a + b; d = 7", "a + b", "7", poly.Equal},
		{"d := a + b; d = 7", "a", "7 - b", poly.Equal},
	} {
		env := new(poly.Env)
		if c.facts != "" {
			facts(t, env, strings.Split(c.facts, ";")...)
		}
		if got := poly.Compare(env.Of(expr(t, c.x)), env.Of(expr(t, c.y))); got != c.want {
			t.Errorf("under %q: %s and %s: got %v, want %v", c.facts, c.x, c.y, got, c.want)
		}
	}
}

// An equation replaces the variable that was bound last.
func TestOrientation(t *testing.T) {
	env := new(poly.Env)
	facts(t, env, "a = d")
	if got := env.Of(expr(t, "d")).String(); got != "a" {
		t.Errorf("got %s", got)
	}
	env = new(poly.Env)
	facts(t, env, "n = n * b - c") // n is not alone, so c goes
	if got := env.Of(expr(t, "n + c")).String(); got != "b * n" {
		t.Errorf("got %s", got)
	}
}

func TestCloneIsIndependent(t *testing.T) {
	env := new(poly.Env)
	facts(t, env, "b := a")
	left, right := env.Clone(), env.Clone()
	facts(t, left, "c = a")
	facts(t, right, "a * n = d * d")
	facts(t, env, "d := a + 5")
	for _, c := range []struct {
		env  *poly.Env
		x, y string
		want poly.Verdict
	}{
		{left, "c", "b", poly.Equal}, {right, "c", "b", poly.Unknown}, {env, "c", "b", poly.Unknown},
		{right, "a * n", "d * d", poly.Equal}, {left, "a * n", "d * d", poly.Unknown},
		{env, "d", "a + 5", poly.Equal}, {left, "d", "a + 5", poly.Unknown},
	} {
		if got := poly.Compare(c.env.Of(expr(t, c.x)), c.env.Of(expr(t, c.y))); got != c.want {
			t.Errorf("%s and %s: got %v, want %v", c.x, c.y, got, c.want)
		}
	}
	for range 100 {
		env = env.Clone()
		facts(t, env, "n := a + b")
	}
	if got := env.Of(expr(t, "d - n")).String(); got != "5 - a" {
		t.Errorf("after many clones: %s", got)
	}
}

// Normal forms stay small whatever is asked.
func TestNoBlowUp(t *testing.T) {
	env := new(poly.Env)
	sum := expr(t, "a + b + c + d + n + 1")
	e := sum
	for range 200 {
		e = &syntax.Binary{Op: syntax.Mul, X: e, Y: sum}
	}
	if v := poly.Compare(env.Of(e), env.Of(e)); v != poly.Equal {
		t.Errorf("a large product is not equal to itself: %v", v)
	}
	last := syntax.Expr(&syntax.Var{Name: "a", ID: 1})
	for id := 10; id < 200; id++ { // x := x' * x' and x := max(x', x' * n), over and over
		x := &syntax.Var{Name: "x", ID: id}
		def := syntax.Expr(&syntax.Binary{Op: syntax.Mul, X: last, Y: last})
		if id%2 == 0 {
			def = &syntax.Binary{Op: syntax.Max, X: def, Y: &syntax.Binary{Op: syntax.Mul, X: last, Y: &syntax.Var{Name: "n", ID: 5}}}
		}
		env.Define(id, env.Of(def))
		last = x
	}
	if len(env.Of(last).String()) > 1<<20 {
		t.Error("a chain of definitions grew too large")
	}
}

func BenchmarkOf(b *testing.B) {
	env := new(poly.Env)
	a, n := &syntax.Var{Name: "a", ID: 1}, &syntax.Var{Name: "n", ID: 2}
	env.Define(2, env.Of(&syntax.Binary{Op: syntax.Mul, X: a, Y: a}))
	for b.Loop() {
		poly.Compare(env.Of(n), env.Of(a))
	}
}
