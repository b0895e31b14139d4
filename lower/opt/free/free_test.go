package free_test

import (
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"

	"pgregory.net/rapid"
)

// cases are programs for each condition of free, and for each thing that holds it back.
func cases(t *testing.T) []*passtest.Program {
	return passtest.Chunks(t, "testdata/free.fun")
}

// TestCases shows what free makes of each case, and what it says about it.
func TestCases(t *testing.T) {
	var b strings.Builder
	for _, p := range cases(t) {
		b.WriteString(p.Name + "\n" + passtest.Changes(p, p.Last(t, "free", 0)) + "\n")
	}
	testkit.Golden(t, "testdata/free.golden", b.String())
}

// TestValid: the cases stay valid and race-free, and do not get stuck.
func TestValid(t *testing.T) {
	for _, p := range cases(t) {
		p.Last(t, "free", 10)
	}
}

// TestExamples: so do all examples. Package merge validates them after merge and free;
// -tests=N validates them here.
func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		s := p.Mem(t).Last(t, "free", *passtest.Tests)
		if !p.Slow() {
			passtest.Measure(t, s.Program)
		}
	}
}

// TestRandom: so do random programs. Running the pass twice frees nothing twice.
func TestRandom(t *testing.T) {
	passtest.Check(t, 20, func(rt *rapid.T) {
		p := passtest.Random(rt)
		stages, err := p.Run("free", 2)
		if err != nil {
			rt.Fatalf("%v", err)
		}
		once := stages[len(stages)-1]
		again, err := (&passtest.Program{Name: "once", Form: once.Form, Core: once.Program, Supply: p.Supply}).Run("free", 0)
		if err != nil || again[1].Text != once.Text {
			rt.Fatalf("%v\n%s\nbecomes\n%s", err, once.Text, again[len(again)-1].Text)
		}
	})
}

// TestTooEarly: a program that frees a block itself before its last use is wrong; that is not a mistake of the pass,
// which leaves it as it is.
func TestTooEarly(t *testing.T) {
	for text, frees := range map[string]int{
		"let (m : mem) = alloc 4\nfree m\nlet (x : [4] @ m -> R(4)) = iota 4\nlet (s : int) = x[1]\nin (s)":         1,
		"let (m : mem) = alloc 4\nlet (x : [4] @ m -> R(4)) = iota 4\nfree m\nlet (s : int) = x[1]\nfree m\nin (s)": 2,
	} {
		p := passtest.Parse(t, "early", text)
		if s := p.Last(t, "free", 0); strings.Count(s.Text, "free") != frees || !strings.Contains(passtest.Explain(s), "the program frees it already") {
			t.Errorf("%s\n%s", passtest.Explain(s), s.Text)
		}
	}
}

// TestPeak: memory that is freed is not needed at the same time.
func TestPeak(t *testing.T) {
	p := passtest.Parse(t, "peak", "let a = iota 100\nlet b = map (\\x -> x + 1) a\nlet c = map (\\x -> x + 1) b\nlet d = map (\\x -> x + 1) c\nsum(d)").Mem(t)
	before, after := passtest.Measure(t, p.Core), passtest.Measure(t, p.Last(t, "free", 0).Program)
	if before.Peak != 400 || after.Peak != 200 || after.Allocs != before.Allocs || after.Copied != before.Copied {
		t.Errorf("%+v becomes %+v", before, after)
	}
}
