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
