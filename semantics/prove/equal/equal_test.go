package equal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
)

// TestPairs has small pairs of programs, each for one rule, with what is not shown of them.
func TestPairs(t *testing.T) {
	var b strings.Builder
	for _, c := range slices.Concat(testkit.Chunks(t, "testdata/pairs.fun"), testkit.Chunks(t, "testdata/apart.fun")) {
		name, _, _ := strings.Cut(strings.TrimLeft(c.Source.Text, "\n"), "\n")
		before, after, ok := strings.Cut(c.Source.Text, "-- after:\n")
		if !ok {
			t.Fatalf("%s: no program after", name)
		}
		list := open(passtest.Parse(t, "before", before).Core, passtest.Parse(t, "after", after).Core)
		if len(list) == 0 {
			list = []string{"proved"}
		}
		fmt.Fprintf(&b, "%s\n    %s\n", name, strings.Join(list, "\n    "))
	}
	testkit.Golden(t, "testdata/pairs.golden", b.String())
}

// TestWrong: a wrong form of a program of examples/wrong is not proved to be one.
func TestWrong(t *testing.T) {
	list, tried := passtest.Wrong(t), 0
	for k := 1; k < len(list); k++ {
		b, a := list[k-1], list[k]
		if !strings.HasSuffix(b.Name, " before") || !strings.HasSuffix(a.Name, " after") {
			continue
		}
		tried++
		if differs := contradicted(b.Core, a.Core); differs != "" && len(open(b.Core, a.Core)) == 0 {
			t.Errorf("%s is proved: %s", a.Name, differs)
		}
	}
	if tried == 0 {
		t.Error("there is none")
	}
}
