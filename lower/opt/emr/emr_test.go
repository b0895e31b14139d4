package emr_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
)

// cases are programs for each condition of emr, and for each thing that holds it back.
func cases(t *testing.T) []*passtest.Program { return passtest.Chunks(t, "testdata/emr.fun") }

// TestCases shows what emr makes of each case, and what it says about it.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, p := range cases(t) {
		p = p.Mem(t)
		b.WriteString(p.Name + "\n")
		s := p.Last(t, "emr", 0)
		b.WriteString(passtest.Changes(p, s) + s.Report + "\n")
	}
	testkit.Golden(t, "testdata/emr.golden", b.String())
}

// TestValid: the cases stay valid and race-free, also with arrays that are built in place before.
func TestValid(t *testing.T) {
	for _, p := range cases(t) {
		for _, list := range []string{"emr,free", "simplify,hoist,shortcircuit,emr"} {
			p.Mem(t).Last(t, list, 6)
		}
	}
}

// TestListing1: the candidates of the paper's first example, as its §4.1 has them.
func TestListing1(t *testing.T) {
	s := cases(t)[0].Mem(t).Last(t, "emr", 0)
	text := passtest.Explain(s)
	for _, want := range []string{
		"`c`: RC={`b`}, ERC={}, filtered {}", "`d`: RC={}, ERC={`c`, `b`}, filtered {`c`}", "`e`: RC={}, ERC={`d`, `c`, `b`}, filtered {`d`}",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	testkit.Section(t, page, "go test ./lower/opt/emr -run Listing1", "\n```text\n"+strings.TrimRight(text, "\n")+"\n```\n", nil)
}

// whole is the paper's first example with its loop. What is used of c and d stands for its calls of print.
const whole = `def stencil (e : [5]int) (n : int) : [5]int =
  loop (e = e) for k <= n do kernel iv <= 5 do e[(iv - 2) % 5 + 1] + e[iv % 5 + 1]
def fun (k : int) : (int, int, [5]int) =
  let a = kernel iv <= 5 do iv * k
  let b = kernel iv <= 5 do iv * 2
  let c = kernel iv <= 5 do a[iv] + b[iv]
  let s = c[1]
  let d = kernel iv <= 5 do a[(iv - 2) % 5 + 1]
  let u = d[1]
  let e = kernel iv <= 5 do a[iv % 5 + 1]
  let f = stencil(e, 10)
  in (s, u, f)
`

// TestLoopOfListing1: the with-loop of stencil, which has no candidate in its round, gets one from the round before, as in §4.1.3: a
// fresh parameter, for which the next round gets the block of e. In the function stencil itself e is an argument, whose block
// the loop may not write to, so that two fresh ones take turns.
func TestLoopOfListing1(t *testing.T) {
	s := passtest.Parse(t, "Listing 1", whole).Last(t, "inline,introduce,emr", 6)
	_, loops, _ := strings.Cut(s.Report, "  loop `")
	if strings.Count(loops, "loop `")+1 != 2 || strings.Count(loops, "ERC={`") != 2 || strings.Count(loops, "(first") != 3 {
		t.Error(s.Report)
	}
	testkit.Section(t, page, "go test ./lower/opt/emr -run LoopOfListing1", "\n```text\n  loop `"+loops+"```\n", nil)
}
