package races_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/lower/introduce"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// growing are programs that grow with a number, and the kernels in them that are proved.
var growing = map[string]func(n int) string{
	"nested kernels": func(n int) string {
		text := "1"
		for k := range n {
			text = fmt.Sprintf("kernel k%d <= 1 do (%s)", k, text)
		}
		return text
	},
	"nested loops": func(n int) string {
		text := "kernel i <= n do a[i] + 1"
		for k := range n {
			text = fmt.Sprintf("loop (a = a) for k%d <= 1 do (%s)", k, text)
		}
		return "def f (n : int) (a : [n]int) : [n]int = " + text
	},
	"calls": func(n int) string {
		text := "def g0 (n : int) (a : [n]int) : [n]int = kernel i <= n do a[i] + 1\n"
		for k := 1; k < n; k++ {
			text += fmt.Sprintf("def g%d (n : int) (a : [n]int) : [n]int = g%d(n, g%d(n, a))\n", k, k-1, k-1)
		}
		return text
	},
	"calls in branches": func(n int) string {
		text := "def h0 [n] (x : [n]int) : [n]int = kernel i <= n do x[i] + 1\n"
		for k := range n {
			text += fmt.Sprintf("def h%d [n] (x : [n]int) : [n]int = if n > 100 then (let y = h%d(x) in h%d(y)) else x\n", k+1, k, k)
		}
		return text + fmt.Sprintf("h%d([3])\n", n)
	},
	"squares": func(n int) string {
		text := "def f (a : int) (b : int) =\n let x0 = a + b in\n"
		for k := range n {
			text += fmt.Sprintf(" let x%d = x%d * x%d + a in\n", k+1, k, k)
		}
		return text + fmt.Sprintf(" kernel i <= x%d do i\n", n)
	},
	"ifs": func(n int) string {
		text := "copy(a)"
		for k := range n {
			text = fmt.Sprintf("if x == %d then (kernel i <= n do a[i] + %d) else (%s)", k, k, text)
		}
		return "def f (n : int) (x : int) (a : [n]int) : [n]int = " + text
	},
	"lets": func(n int) string {
		text := "def f (n : int) (a0 : [n]int) : [n]int =\n"
		for k := range n {
			text += fmt.Sprintf(" let a%d = kernel i <= n do a%d[i] + 1 in\n", k+1, k)
		}
		return text + fmt.Sprintf(" a%d\n", n)
	},
}

// asked is how often the proofs of a program ask whether to go on. They ask at each
// statement and each linear program.
func asked(t *testing.T, p *syntax.Program) (n int) {
	t.Helper()
	races.Kernels(p, nil, nil, func() error {
		n++
		return nil
	})
	return n
}

// TestGrowth: a program twice as large takes at most about ten times the steps, or as many
// as a walk may take at all.
func TestGrowth(t *testing.T) {
	for name, text := range growing {
		small, large := asked(t, program(t, name, text(6))), asked(t, program(t, name, text(12)))
		t.Logf("%s: %d, %d", name, small, large)
		if most := 400_000; large > 12*small && large > most || large == 0 {
			t.Errorf("%s: %d steps, and %d for twice as much", name, small, large)
		}
	}
}

// TestSteps: the steps are bounded for a program of any size. A kernel that is not proved
// for want of steps says so.
func TestSteps(t *testing.T) {
	for name, text := range growing {
		for _, n := range []int{8, 16} {
			p := program(t, name, text(n))
			for _, most := range []int{prove.MaxSteps / 10, 1000, 50} {
				b := prove.NewBudget(most)
				for _, k := range races.KernelsWithin(b, p, nil, nil) {
					if !k.Proved && !strings.Contains(k.GivenUp, " more than ") {
						t.Errorf("%s of %d with %d steps: `%s` is not proved: %q", name, n, most, k.Let.Pat[0].Written(), k.GivenUp)
					}
				}
				if name == "calls" && most == 1000 && slices.ContainsFunc(races.KernelsWithin(prove.NewBudget(most), p, nil, nil), func(k *races.Kernel) bool { return k.InBounds }) {
					t.Errorf("%s of %d: a kernel is in bounds, and not all calls were looked at", name, n)
				}
				t.Logf("%s of %d with %d steps: %d", name, n, most, b.Taken())
				if b.Taken() > most+most/10+20 {
					t.Errorf("%s of %d: %d steps, and there are %d", name, n, b.Taken(), most)
				}
			}
		}
	}
}

// TestDeep: kernels that are nested deeply are proved.
func TestDeep(t *testing.T) {
	for _, k := range races.Kernels(program(t, "deep", growing["nested kernels"](60)), nil, nil) {
		if !k.Proved || !k.InBounds {
			t.Errorf("%s is not proved", k.Let.Pat[0].Written())
		}
	}
}

// TestStopped: proofs stop where they are when they are told to.
func TestStopped(t *testing.T) {
	why := errors.New("enough")
	for name, text := range growing {
		p := program(t, name, text(8))
		for _, at := range []int{1, 2, 10, asked(t, p)} {
			n := 0
			err := func() (err error) {
				defer stop.Caught(&err)
				races.Kernels(p, nil, nil, func() error {
					if n++; n >= at {
						return why
					}
					return nil
				})
				return nil
			}()
			if err != why || n != at {
				t.Errorf("%s: told at %d, ended at %d with %v", name, at, n, err)
			}
		}
	}
}

// program is the FUNMEM form of a text.
func program(t *testing.T, name, text string) *syntax.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		t.Fatal(err)
	}
	in := elab.NewSession(nil)
	u, err := in.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	mem, err := introduce.New().TransformProgram(u.Core, in.Supply())
	if err != nil {
		t.Fatal(err)
	}
	return mem
}
