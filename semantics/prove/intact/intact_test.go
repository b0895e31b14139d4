package intact_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/syntax"
)

// open is what is not shown of a program and of its functions.
func open(p *syntax.Program) (list []string) {
	for _, d := range append([]*syntax.Def{nil}, p.Defs()...) {
		what, done := intact.Program(prove.NewBudget(prove.MaxSteps), p, d, nil, nil)
		if !done {
			list = append(list, "the proof is too long")
		}
		for _, o := range what {
			list = append(list, o.Text())
		}
	}
	return list
}

// TestExamples has the examples that are not proved valid for all inputs, with the reasons.
func TestExamples(t *testing.T) {
	var b strings.Builder
	n, proved := map[bool]int{}, map[bool]int{}
	for _, p := range passtest.Examples(t) {
		right := strings.HasPrefix(p.Name, "right/")
		n[right]++
		list := open(p.Mem(t).Core)
		if len(list) == 0 {
			proved[right]++
			continue
		}
		fmt.Fprintf(&b, "%s\n    %s\n", p.Name, strings.Join(list, "\n    "))
	}
	fmt.Fprintf(&b, "proved: %d of %d examples, and %d of %d of right/\n", proved[false], n[false], proved[true], n[true])
	testkit.Golden(t, "testdata/examples.golden", b.String())
}

// TestWrong: a wrong program that is proved is so only if its run shows nothing else. It is wrong because it is another program than the one before.
func TestWrong(t *testing.T) {
	proved := 0
	for _, p := range passtest.Wrong(t) {
		mem := p.Mem(t).Core
		if len(open(mem)) > 0 {
			continue
		}
		proved++
		if why := passtest.Contradicted(mem); why != "" {
			t.Errorf("%s is proved: %s", p.Name, why)
		}
	}
	if proved == 0 {
		t.Error("nothing is proved")
	}
}

// TestSmall has small programs, each for one rule, with what is not shown of them.
func TestSmall(t *testing.T) {
	var b strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/small.fun") {
		name, _, _ := strings.Cut(strings.TrimLeft(c.Source.Text, "\n"), "\n")
		p := passtest.Parse(t, "small", c.Source.Text).Mem(t).Core
		list := open(p)
		if len(list) == 0 {
			list = []string{"proved"}
			if why := passtest.Contradicted(p); why != "" {
				t.Errorf("%s is proved: %s", name, why)
			}
		}
		fmt.Fprintf(&b, "%s\n    %s\n", name, strings.Join(list, "\n    "))
	}
	testkit.Golden(t, "testdata/small.golden", b.String())
}
