package emr_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// multigrid is the only benchmark that allocates in each round after emr.
const multigrid = "Multigrid"

// after is a call with so many rounds after emr and the passes before it, and the number of blocks that it takes.
func after(t *testing.T, l passtest.Loop, rounds int) (*syntax.Program, int) {
	p := l.Of(t, rounds).Last(t, before+",emr", 0).Program
	return p, passtest.Measure(t, p).Allocs
}

// TestBenchmarks: the benchmarks of Table 1 that have rounds take the same number of blocks for any number of them, but for one.
func TestBenchmarks(t *testing.T) {
	b := &strings.Builder{}
	b.WriteString("| benchmark | 10 rounds | 20 rounds |\n|---|---|---|\n")
	for _, c := range passtest.Table1 {
		if c.Sized {
			continue
		}
		_, few := after(t, c.Loop, 10)
		_, many := after(t, c.Loop, 20)
		if few != many && c.Name != multigrid {
			t.Errorf("%s: %d blocks become %d", c.Name, few, many)
		}
		fmt.Fprintf(b, "| %s | %d | %d |\n", c.Name, few, many)
	}
	testkit.Section(t, page, "go test ./lower/opt/emr -run Benchmarks", b.String(), nil)
}

// TestMultigrid: what Multigrid takes in each round, and for what. On its way down and on its way up there is a round for each
// grid but the smallest one.
func TestMultigrid(t *testing.T) {
	var p *syntax.Program
	for k, n := range []int{4, 8} {
		l := passtest.Loop{File: "nas/mg.fun", Call: fmt.Sprintf("residual(%d, %%d)", n)}
		_, few := after(t, l, 2)
		q, many := after(t, l, 3)
		if p = q; many-few != 1+3*(k+1) {
			t.Errorf("%d³: %d blocks more for each round", n, many-few)
		}
	}
	b := &strings.Builder{}
	b.WriteString("| block | size | in the loop |\n|---|---|---|\n")
	var walk func(list []syntax.Stm, loops []string)
	walk = func(list []syntax.Stm, loops []string) {
		for _, s := range list {
			let, ok := s.(*syntax.Let)
			if !ok {
				continue
			}
			switch e := let.Exp.(type) {
			case *syntax.Alloc:
				if len(loops) > 0 {
					fmt.Fprintf(b, "| `%s` | `%s` | `%s` |\n", let.Pat[0].Written(), syntax.Print(e.N), strings.Join(loops, "`, in it `"))
				}
			case *syntax.Loop:
				walk(e.Body.Stms, append(loops[:len(loops):len(loops)], rewrite.Called(let.Pat)))
			}
		}
	}
	walk(p.Main().Stms, nil)
	testkit.Section(t, page, "go test ./lower/opt/emr -run Multigrid", b.String(), nil)
}
