package merge_test

import (
	"flag"
	"strings"
	"testing"

	"funmem/lower/passtest"
	"funmem/semantics/semtest"

	"pgregory.net/rapid"
)

var (
	tests = flag.Int("tests", 2, "inputs for each function of an example")
	all   = flag.Bool("all", false, "validate the slow examples as well")
)

// cases are programs for each condition of merge, and for what holds it back.
func cases(t *testing.T) []*passtest.Program {
	var list []*passtest.Program
	for _, c := range semtest.Chunks(t, "testdata/merge.fun") {
		text := strings.TrimSpace(c.Source.Text)
		title, _, _ := strings.Cut(text, "\n")
		list = append(list, passtest.Parse(t, title, text).Mem(t))
	}
	return list
}

// lists are the options of merge.
var lists = []string{"merge", "merge:sizes=equal", "merge:kinds=any"}

// TestCases shows what merge makes of each case, and says of it; with other options
// where that is something else.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, p := range cases(t) {
		b.WriteString(p.Name + "\n")
		first := ""
		for _, list := range lists {
			s := p.Last(t, list, 0)
			if s.Text == first {
				continue
			}
			if first == "" {
				first = s.Text
			} else {
				b.WriteString("=> " + list + "\n")
			}
			b.WriteString(passtest.Explain(s) + "\n" + s.Text + "\n\n")
		}
	}
	semtest.Golden(t, "testdata/merge.golden", b.String())
}

// TestValid: the cases stay valid and race-free, also when the blocks are freed then.
func TestValid(t *testing.T) {
	for _, p := range cases(t) {
		for _, list := range []string{"merge,free", "merge:kinds=any"} {
			p.Last(t, list, 6)
		}
	}
}

// TestExamples: so do all examples.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		n := *tests
		if p.Slow() && !*all {
			n = 0
		}
		p.Mem(t).Last(t, "merge,free", n)
	}
}

// TestRandom: so do random programs.
func TestRandom(t *testing.T) {
	passtest.Check(t, 20, func(rt *rapid.T) {
		p := passtest.Random(rt)
		if _, err := p.Run("merge:kinds="+rapid.SampledFrom([]string{"same", "any"}).Draw(rt, "kinds")+",free", 2); err != nil {
			rt.Fatalf("%v", err)
		}
	})
}
