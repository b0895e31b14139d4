package pass_test

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
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

// tally counts the steps of a pass, and of those that are not proved the kinds of reasons.
type tally struct {
	proved, all int
	left        map[string]int
}

// add adds a step, with the first thing that its proof lacks.
func (n *tally) add(open string) {
	if n.all++; open == "" {
		n.proved++
		return
	}
	if n.left == nil {
		n.left = map[string]int{}
	}
	n.left[kindOf(open)]++
}

var ruleAtEnd = regexp.MustCompile(`\[(V-[A-Z]+)\]$`)

// kindOf is what kind of reason it is that a proof lacks something: the rule of validity, or what is open about the values.
func kindOf(open string) string {
	if m := ruleAtEnd.FindStringSubmatch(open); m != nil {
		return m[1]
	}
	for _, k := range [][2]string{
		{validity.TooLong, "too many steps"},
		{" from outside, which a proof knows nothing of", "uses what is outside of it"},
		{" is the same: ", "results not shown to be equal"},
		{"", "something else"},
	} {
		if strings.Contains(open, k[0]) {
			return k[1]
		}
	}
	panic(open)
}

// why are the kinds of reasons with their numbers, the most frequent first.
func (n *tally) why() string {
	var parts []string
	for _, k := range slices.SortedFunc(maps.Keys(n.left), func(a, b string) int { return cmp.Or(n.left[b]-n.left[a], strings.Compare(a, b)) }) {
		parts = append(parts, fmt.Sprintf("%s: %d", k, n.left[k]))
	}
	return strings.Join(parts, "; ")
}

// TestProvedSteps asks for a proof after each step of the pipelines over some of the examples, and runs nothing: that the result of the pass is valid by
// itself, and has the values of the program before. At least four in five steps have to be proved. With -full it takes all examples, and docs/passes.md has the
// table. Without, or with -more a quarter of them, it takes some. The goldens have what is left of these and of all, with the reasons.
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
			of[name].sum(n)
		}
	}
	table := "\n| pass | steps | proved | the others |\n|---|---|---|---|\n"
	for _, name := range slices.Sorted(maps.Keys(of)) {
		n := of[name]
		table += fmt.Sprintf("| `%s` | %d | %d | %s |\n", name, n.all, n.proved, n.why())
		sum.sum(n)
	}
	table += fmt.Sprintf("| together | %d | %d | %s |\n\n", sum.all, sum.proved, sum.why())
	if 5*sum.proved < 4*sum.all || sum.all == 0 {
		t.Errorf("%d of %d steps are proved", sum.proved, sum.all)
	}
	switch {
	case *full:
		testkit.Golden(t, "testdata/unproved-full.golden", left.String())
		testkit.Section(t, "../../docs/passes.md", "proofs: go test ./lower/pass -run ProvedSteps -full", table, nil)
	case testkit.More():
		t.Log(table, left.String())
	default:
		testkit.Golden(t, "testdata/unproved.golden", left.String())
	}
}

// sum adds what another one has counted.
func (n *tally) sum(m *tally) {
	n.all, n.proved = n.all+m.all, n.proved+m.proved
	for k, c := range m.left {
		if n.left == nil {
			n.left = map[string]int{}
		}
		n.left[k] += c
	}
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
			of[name].add(checked.Open)
			if proved := checked.Status == validity.Proved; proved != (checked.Open == "") {
				t.Errorf("%s: %s is %v with %q open", p.Name, s.Name(), checked.Status, checked.Open)
			} else if !proved {
				fmt.Fprintf(left, "%s %s %s: %s\n", p.Name, list, s.Name(), checked.Open)
			}
		}
	}
	return of
}
