package smt_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/prove/smt"
	"funmem/semantics/syntax"
)

// TestScripts has the scripts of small programs.
func TestScripts(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/scripts.fun") {
		core := passtest.Parse(t, "scripts.fun", c.Source.Text).Mem(t).Core
		asked := smt.NewProver(nil)
		steps := prove.NewBudget(prove.MaxSteps)
		steps.Second = asked.Second
		d := core.Defs()[0]
		intact.Program(steps, core, d, nil, nil)
		asked.Files(d.Name, func(name, text string) {
			if !smt.Names.MatchString(name) {
				t.Errorf("%s is not the name of a script", name)
			}
			fmt.Fprintf(&b, "== %s\n%s", name, text)
		})
	}
	testkit.Golden(t, "testdata/scripts.golden", b.String())
}

// TestOperators has the scripts of operators, one each.
func TestOperators(t *testing.T) {
	var b strings.Builder
	for _, text := range []string{"x + 2 * y - 3 == 0", "x / 4 == y", "x / -3 == y", "x / 0 == y", "x / y == 2", "x // 4 == y", "x // y == 2", "x % 4 == y", "x %% y == 1", "min(x, y) < x + 2", "max(x, y) == 3", "abs(x) == y",
		"x << 3 == y", "x >> 2 == y", "x >> y == 1", "x ** 2 == y", "2 ** x == y", "i8(x) == y", "u16(x) == y", "!x == 0", "(x < y) == x", "(x == 2 * y) == 1", "(x != y) == 0", "(x >= y * y) == y", "x & 3 == y", "(x ^ 1) == (x ^ 1) + y"} {
		e, err := syntax.ParseExpr(diag.NewSource("t", text))
		if err != nil {
			t.Fatal(err)
		}
		y := &prove.Symbols{}
		y.New("x")
		y.New("y")
		c := syntax.MapExpr(e, func(e syntax.Expr) syntax.Expr {
			if x, ok := e.(*syntax.Var); ok {
				return &syntax.Var{Name: x.Name, ID: map[string]int{"x": 1, "y": 2}[x.Name]}
			}
			return e
		}).(*syntax.Binary)
		var none poly.Env
		fmt.Fprintf(&b, "== %s\n%s", text, smt.Write(asked(y, prove.Comparison(c.Op, none.Of(c.X), none.Of(c.Y), true)[0])).Body)
	}
	testkit.Golden(t, "testdata/operators.golden", b.String())
}
