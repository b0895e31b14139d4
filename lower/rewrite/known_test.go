package rewrite_test

import (
	"testing"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// TestKnown asks at the alloc of a program whether its size is known to be at least -1, 0
// and 1.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		what, text  string
		neg, no, up bool // at least -1, 0, 1
	}{
		{"nothing", "let m = alloc k", false, false, false},
		{"a size", "let m = alloc n", true, true, false},
		{"one more than a size", "let m = alloc (n + 1)", true, true, true},
		{"one less", "let m = alloc (n - 1)", true, false, false},
		{"a constant", "let m = alloc 3", true, true, true},
		{"a negative constant", "let m = alloc (0 - 1)", true, false, false},
		{"a definition", "let a = n * 2\nlet b = a + 1\nlet m = alloc b", true, true, true},
		{"a product of sizes", "let m = alloc (n * n)", true, true, false},
		{"a check", "check k = 2\nlet m = alloc k", true, true, true},
		{"a maximum", "let m = alloc max(k, 0)", true, true, false},
		{"a branch", "let c = k > 2\nlet r = if c then let m = alloc (k - 2) in (k) else 0", true, true, true},
		{"the other branch", "let c = k > 2\nlet r = if c then 0 else let m = alloc (3 - k) in (k)", true, true, true},
		{"a loop", "let r = loop (s : int = 0) for i <= k do let m = alloc i in (s)", true, true, true},
		{"a loop's bound", "let r = loop (s : int = 0) for i <= k do let m = alloc (k - i) in (s)", true, true, false},
		{"a loop, before it", "let r = loop (s : int = 0) for i <= k do let m = alloc (s) in (s)", false, false, false},
		{"an earlier block", "let o = alloc k\nlet m = alloc k", true, true, false},
	} {
		sized(t, c.what, c.text, func(k *rewrite.Known, _ *syntax.Def, size syntax.Expr) {
			for least, want := range map[int]bool{-1: c.neg, 0: c.no, 1: c.up} {
				if got := k.AtLeast(size, least); got != want {
					t.Errorf("%s: at least %d: %v", c.what, least, got)
				}
			}
		})
	}
}

// ask calls f at the alloc of a variable m.
func ask(known *rewrite.Known, b *syntax.Body, f func(*rewrite.Known, syntax.Expr)) {
	for _, s := range b.Stms {
		if l, ok := s.(*syntax.Let); ok {
			if e, ok := l.Exp.(*syntax.Alloc); ok && l.Pat[0].Name == "m" {
				f(known, e.N)
			}
			for k, in := range rewrite.InnerBodies(l.Exp) {
				ask(known.Within(l.Exp)[k], in, f)
			}
		}
		known.Stm(s)
	}
}
