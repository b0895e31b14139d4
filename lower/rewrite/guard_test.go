package rewrite_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// sized calls f at the alloc of m in the body of a function of an array of n ints.
func sized(t *testing.T, what, text string, f func(known *rewrite.Known, d *syntax.Def, size syntax.Expr)) {
	t.Helper()
	text = "def f [n] (x_mem : mem) (x : [n]int @ x_mem -> R(n)) (k : int) : int =\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n  in (k)"
	p := passtest.Parse(t, what, text)
	d := p.Core.Defs()[0]
	known := rewrite.KnownBefore(&rewrite.Job{Supply: p.Supply}, p.Core)
	known.Bind(d.Params...)
	asked := false
	ask(known, d.Body, func(k *rewrite.Known, size syntax.Expr) {
		asked = true
		f(k, d, size)
	})
	if !asked {
		t.Errorf("%s: no alloc", what)
	}
}

// TestGuarded asks for the size of a block before the branches of its first variable, an
// int.
func TestGuarded(t *testing.T) {
	for _, c := range []struct{ what, text, then, els string }{
		{"a comparison", "let c = k > 2\nlet m = alloc n", "n * c", "n * (c == 0)"},
		{"a number", "let c = k * 2\nlet m = alloc n", "n * (c != 0)", "n * (c == 0)"},
		{"a size that may be negative", "let c = n > 2\nlet m = alloc k", "c * max(k, 0)", "(c == 0) * max(k, 0)"},
		{"a size with a guard that may be negative", "let c = k > 2\nlet m = alloc ((n - 3) * (k > 1))", "c * (k > 1) * max(n - 3, 0)", "(c == 0) * (k > 1) * max(n - 3, 0)"},
		{"a size with a guard without which it may be negative", "let c = n > 2\nlet m = alloc ((k + 1) * (k > 1))", "c * (k > 1) * (k + 1)", "(c == 0) * (k > 1) * (k + 1)"},
		{"a size that may be negative in one branch", "let c = k >= 2\nlet m = alloc (k - 1)", "k * c - c", "(c == 0) * max(k - 1, 0)"},
	} {
		sized(t, c.what, c.text, func(k *rewrite.Known, d *syntax.Def, size syntax.Expr) {
			cond := d.Body.Stms[0].(*syntax.Let).Pat[0].Use()
			for holds, want := range map[bool]string{true: c.then, false: c.els} {
				if got := syntax.Line(k.Guarded(size, []rewrite.Guard{{Cond: cond, Holds: holds}})); got != want {
					t.Errorf("%s, %v: %s, want %s", c.what, holds, got, want)
				}
			}
		})
	}
}

// inKernel returns a kernel of n iterations that allocate m.
func inKernel(n, alloc string) string {
	return fmt.Sprintf("let o = alloc %s\nlet (r : [%[1]s]int @ o -> R(%[1]s)) = kernel i <= %[1]s do\n    let m = %s\n    in (k)", n, alloc)
}

// TestAffordable asks which blocks may be allocated where they may not be needed.
func TestAffordable(t *testing.T) {
	for text, want := range map[string]bool{
		"let m = alloc 65536":        true,
		"let m = alloc 65537":        false,
		"let m = alloc k":            false,
		"let m = alloc n":            true,
		"let m = alloc (n + 65536)":  true,
		"let m = alloc (2 * n)":      false,
		inKernel("n", "alloc 16"):    true,
		inKernel("n", "alloc 17"):    false,
		inKernel("4", "alloc 16384"): true,
		inKernel("4", "alloc 16385"): false,
		inKernel("n", "alloc n"):     false,
		inKernel("k", "alloc n"):     false,
		"let q = alloc (n * k)\nlet (y : [n][k]int @ q -> R(n, k)) = kernel i <= n do\n    let p = alloc k\n    let (z : [k]int @ p -> R(k)) = iota k\n    in (z)\n" + inKernel("n", "alloc k"):                     true,
		"let q = alloc 8\nlet (y : [4][2]int @ q -> R(4, 2)) = kernel i <= 4 do\n    let p = alloc 2\n    let (z : [2]int @ p -> R(2)) = kernel j <= 2 do\n        let m = alloc 16384\n        in (j)\n    in (z)": false,
		"let o = alloc (n * n)\nlet (y : [n][n]int @ o -> R(n, n)) = kernel i <= n do x\nlet m = alloc (n * n - 3)":                                                                                                 true,
		"let r = loop (s : int = 0) for i <= k do\n    let o = alloc (2 * n)\n    let (y : [2 * n]int @ o -> R(2 * n)) = iota (2 * n)\n    in (s)\nlet m = alloc (2 * n)":                                           false,
	} {
		sized(t, text, text, func(k *rewrite.Known, _ *syntax.Def, size syntax.Expr) {
			if got := k.Affordable(size); got != want {
				t.Errorf("%s: %v", text, got)
			}
		})
	}
}
