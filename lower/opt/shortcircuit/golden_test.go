package shortcircuit_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
)

// chunks returns the programs of a data file, each with its first line, a comment.
func chunks(t testing.TB, file string) []*passtest.Program {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []*passtest.Program
	for _, chunk := range strings.Split(string(text), "---\n") {
		name, _, _ := strings.Cut(strings.TrimPrefix(chunk, "-- "), "\n")
		list = append(list, passtest.Parse(t, name, chunk))
	}
	return list
}

// report returns what the last pass did to a program: its notes, and how much memory the
// program took before and afterwards.
func report(t testing.TB, stages []*pass.Stage) string {
	t.Helper()
	before, after := stages[len(stages)-2], stages[len(stages)-1]
	text := passtest.Explain(after)
	for _, s := range []*pass.Stage{before, after} {
		u := passtest.Measure(t, s.Program)
		text += fmt.Sprintf("%s; run: %d allocs, %d copied\n", s.Metrics, u.Allocs, u.Copied)
	}
	return text
}

// TestGolden has small programs for each way to copy an array. For each condition it has
// some where it holds and some where it does not.
func TestGolden(t *testing.T) {
	for _, name := range files {
		var b strings.Builder
		for _, p := range chunks(t, "testdata/"+name+".fun") {
			stages, err := run(p, "shortcircuit", 20)
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			twice(t, p, stages[len(stages)-1])
			fmt.Fprintf(&b, "-- %s\n%s\n", p.Name, report(t, stages))
		}
		testkit.Golden(t, "testdata/"+name+".golden", b.String())
	}
}

// files are the data files.
var files = []string{"kinds", "conditions", "targets"}

// TestChecked runs the small programs with all checks, and compares nothing else.
func TestChecked(t *testing.T) {
	for _, name := range files {
		for _, p := range chunks(t, "testdata/"+name+".fun") {
			if _, err := run(p, "shortcircuit", 20); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
}

// TestThereAlready: a round may give an array from outside that already lies in the place.
func TestThereAlready(t *testing.T) {
	const text = `let x = kernel i <= 1 do i
let (v3, v5) = loop (v4 = x, v6 = x) for r <= 1 do
  let v7 = copy x
  let v8 = loop (v9 = x) for s <= 1 do v6
  let v11 = loop (v12 = v4) for s <= 0 do v7
  in (v6, v8)
v5
`
	if _, err := run(passtest.Parse(t, "there already", text), "simplify,hoist,shortcircuit", 1); err != nil {
		t.Error(err)
	}
}
