package pass

import (
	"context"
	"errors"
	"strings"
	"testing"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// TestEnsures: a pass that does nothing, or not all of it, breaks what the pass of that
// name promises.
func TestEnsures(t *testing.T) {
	same := func(_ *rewrite.Job, p *syntax.Program) (*syntax.Program, error) { return p, nil }
	const block = "let (m : mem) = alloc 4\nlet (a : [4] @ m -> R(4)) = iota 4\n"
	for _, c := range []struct {
		list, text, want string
		run              func(*rewrite.Job, *syntax.Program) (*syntax.Program, error)
	}{
		{"inline", "def g (k : int) : int = k + 1\ndef f (k : int) : int = g(k * 2)\nf(3)", "`f` is called still, and there would be 2 statements around its body", same},
		{"inline:limit=50", "def g (k : int) : int = k + 1\ndef f (k : int) : int = g(k) * g(k)", "`g` is called still, and there would be 3 statements around its body", same},
		{"specialise", "let n = 3\nlet m = n * 2\ndef f (k : int) : int = k + m", "`n` is used still, and is a constant", same},
		{"specialise", "let n = 3\nlet m = n * 2\ndef f (k : int) : int = k + m", "`m` is used still, and is a constant", func(_ *rewrite.Job, p *syntax.Program) (*syntax.Program, error) {
			n := p.Main().Stms[0].(*syntax.Let)
			return syntax.Subst(p, map[int]syntax.Expr{n.Pat[0].ID: n.Exp}), nil
		}},
		{"fuse", "def f [n] (x : [n]int) : int = let y = map (\\a -> a + 1) x in reduce (\\a b -> a + b) 0 y", "`y` is left, and can be taken away", same},
		{"fuse:limit=64", "def f [n] (x : [n]int) : [n]int = let y = kernel i <= n do x[i] * x[i] * x[i] in kernel i <= n do y[i] + y[n + 1 - i] * y[1]", "`y` is left, and can be taken away", same},
		{"introduce", "def f [n] (x : [n]int) : [n]int = copy x", "array `x` has no block", same},
		{"hoist", "let (k : int) = 2\n" + block + "in (m, a)", "`m` can be allocated earlier, before 1 statement", same},
		{"lower-alloc", "let (o : mem) = alloc 4\n" + block + "let (b : [4] @ o -> R(4)) = copy a\nin (o, b)", "`o` is not used by the statement after it, and is later on", same},
		{"merge", block + "let (k : int) = a[1]\nlet (o : mem) = alloc 4\nlet (b : [4] @ o -> R(4)) = replicate(4, k)\nin (o, b)", "`m` and `o` can share a block", same},
		{"free", block + "let (k : int) = a[1]\nin (k)", "`m` is not freed", same},
		{"expand", "let (o : mem) = alloc 4\nlet (b : [4] @ o -> R(4)) = kernel i <= 4 do\n  " + strings.ReplaceAll(block, "\n", "\n  ") + "let (k : int) = a[i]\n  in (k)\nin (o, b)", "`m` is allocated in a kernel, and need not be", same},
		{"simplify", "def f (k : int) : int = let a = k + 1 in let b = a in b * a", "`b` is `a`", same},
	} {
		before, err := Elaborate(c.list, c.text)
		if err != nil {
			t.Fatal(err)
		}
		form := Fun
		if strings.Contains(c.text, ": mem") {
			form = FunMem
		}
		steps, err := Steps(c.list, form)
		if err != nil {
			t.Fatal(err)
		}
		m := &Manager{Supply: before.Supply, Elaborate: Elaborate}
		if _, err := m.Run(context.Background(), before.Core, form, steps); err != nil {
			t.Errorf("%s: %v", c.list, err)
		}
		s := *steps[len(steps)-1]
		planted := *s.Pass
		planted.Run, s.Pass = c.run, &planted
		if s.Pass.Name == "introduce" {
			m.Elaborate = nil // it is not FUNMEM
		}
		var failed *Failed
		if _, err := m.Run(context.Background(), before.Core, form, []*Step{&s}); !errors.As(err, &failed) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, wanted %s", c.list, err, c.want)
		}
	}
}
