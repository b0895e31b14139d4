package pass_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// fewSteps: one in so many examples is taken without -more.
const fewSteps = 12

// tally counts the steps of a pass.
type tally struct{ proved, all int }

// TestProvedSteps asks for a proof after each step of the pipelines over some of the examples, and runs nothing: that the result of the pass is valid by
// itself, and has the values of the program before. At least four in five steps have to be proved. docs/passes.md has the table, and the golden what is left,
// with the reasons. With -more it takes a quarter of the examples, with -full all, and logs both.
func TestProvedSteps(t *testing.T) {
	list := passtest.Examples(t)
	counts, lines := make([]map[string]*tally, len(list)), make([]strings.Builder, len(list))
	t.Run("all", func(t *testing.T) {
		for k, p := range list {
			if *full || k%testkit.Sample(fewSteps, 4) == 0 {
				t.Run(p.Name, func(t *testing.T) {
					t.Parallel()
					counts[k] = stepsProved(t, p, &lines[k])
				})
			}
		}
	})
	of, sum := map[string]*tally{}, &tally{}
	var left strings.Builder
	for k, one := range counts {
		left.WriteString(lines[k].String())
		for name, n := range one {
			if of[name] == nil {
				of[name] = &tally{}
			}
			of[name].all, of[name].proved = of[name].all+n.all, of[name].proved+n.proved
		}
	}
	table := "\n| pass | steps | proved |\n|---|---|---|\n"
	for _, name := range slices.Sorted(maps.Keys(of)) {
		n := of[name]
		table += fmt.Sprintf("| `%s` | %d | %d |\n", name, n.all, n.proved)
		sum.all, sum.proved = sum.all+n.all, sum.proved+n.proved
	}
	table += fmt.Sprintf("| together | %d | %d |\n\n", sum.all, sum.proved)
	t.Log(table)
	if 5*sum.proved < 4*sum.all || sum.all == 0 {
		t.Errorf("%d of %d steps are proved", sum.proved, sum.all)
	}
	if *full || testkit.More() {
		t.Log(left.String())
		return
	}
	testkit.Golden(t, "testdata/unproved.golden", left.String())
	testkit.Section(t, "../../docs/passes.md", "proofs: go test ./lower/pass -run ProvedSteps", table, nil)
}

// stepsProved asks for the proofs of the steps of one program.
func stepsProved(t *testing.T, p *passtest.Program, left *strings.Builder) (of map[string]*tally) {
	of = map[string]*tally{}
	seen := map[[2]string]bool{} // the pipelines begin alike
	v := &pass.Validator{Elaborate: pass.Elaborate}
	for _, list := range []string{"cpu", "gpu"} {
		stages, err := p.Run(list, 0)
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range stages[1:] {
			pair := [2]string{stages[k].Text, s.Text}
			if seen[pair] {
				continue
			}
			seen[pair] = true
			checked, err := v.Prove(t.Context(), stages[k], s)
			if err != nil {
				t.Errorf("%s: %s: %v", p.Name, s.Name(), err)
			}
			if checked == nil { // there is nothing to compare
				continue
			}
			name := s.Step.Pass.Name
			if of[name] == nil {
				of[name] = &tally{}
			}
			of[name].all++
			if checked.Status == validity.Proved {
				of[name].proved++
			} else {
				fmt.Fprintf(left, "%s %s %s: %s\n", p.Name, list, s.Name(), checked.Open)
			}
		}
	}
	return of
}
