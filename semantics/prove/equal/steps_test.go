package equal_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/syntax"
)

// open is what is not shown of two programs and of the functions that both have.
func open(before, after *syntax.Program) (list []string) {
	theirs := map[string]*syntax.Def{}
	for _, d := range before.Defs() {
		theirs[d.Name] = d
	}
	pairs := [][2]*syntax.Def{{}}
	for _, d := range after.Defs() {
		if b := theirs[d.Name]; b != nil {
			pairs = append(pairs, [2]*syntax.Def{b, d})
		}
	}
	for _, p := range pairs {
		what, done := equal.Programs(prove.NewBudget(prove.MaxSteps), equal.Side{Program: before, Def: p[0]}, equal.Side{Program: after, Def: p[1]})
		name := ""
		if p[0] != nil {
			name = p[0].Name + ": "
		}
		if !done {
			list = append(list, name+"the proof is too long")
		}
		for _, o := range what {
			list = append(list, name+o.Text())
		}
	}
	return list
}

// TestSteps has the steps of the pipelines over some of the examples that are not proved to keep the values, with the reasons, and how many steps of each pass
// are proved. With -more it takes more, and at least nine in ten of the steps have to be proved.
func TestSteps(t *testing.T) {
	n, proved := map[string]int{}, map[string]int{}
	var lines []string
	for k, p := range passtest.Examples(t) {
		if k%testkit.Sample(24, 8) != 0 {
			continue
		}
		seen := map[[2]string][]string{} // the pipelines begin alike
		for _, list := range []string{"cpu", "gpu"} {
			stages, err := p.Run(list, 0)
			if err != nil {
				t.Fatal(err)
			}
			before := p.Core
			for _, s := range stages[1:] {
				name, pair := s.Step.Pass.Name, [2]string{syntax.Print(before), s.Text}
				what, ok := seen[pair]
				if !ok {
					what = open(before, s.Read.Core)
					seen[pair] = what
				}
				if n[name]++; len(what) == 0 {
					proved[name]++
				} else {
					lines = append(lines, fmt.Sprintf("%s %s %s\n    %s\n", p.Name, list, name, strings.Join(what, "\n    ")))
				}
				before = s.Read.Core
			}
		}
	}
	all, allProved := 0, 0
	var table strings.Builder
	for _, name := range slices.Sorted(maps.Keys(n)) {
		fmt.Fprintf(&table, "%s: %d of %d\n", name, proved[name], n[name])
		all, allProved = all+n[name], allProved+proved[name]
	}
	fmt.Fprintf(&table, "proved: %d of %d steps\n", allProved, all)
	if testkit.More() {
		t.Log(table.String())
		if 10*allProved < 9*all {
			t.Errorf("%d of %d steps are proved", allProved, all)
		}
		return
	}
	testkit.Golden(t, "testdata/steps.golden", strings.Join(lines, "")+"\n"+table.String())
}
