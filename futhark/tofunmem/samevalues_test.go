package tofunmem

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove"
	"funmem/semantics/prove/equal"
	"funmem/semantics/syntax"
)

// stageOf takes the name of a dump apart: the program and the stage.
var stageOf = regexp.MustCompile(`^(.*)\.([sg]\d+)?[^.]*\.fut_\w+$`)

// pipelines are the dumps of the corpus, those of one program and one pipeline together, in the order of the stages.
func pipelines(t *testing.T) (of map[string][]string) {
	files, err := fs.Glob(corpus.FS(), "*_mem")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	of = map[string][]string{}
	for _, file := range files {
		m := stageOf.FindStringSubmatch(file)
		key := m[1] + path.Ext(file)
		of[key] = append(of[key], file)
	}
	for _, list := range of {
		slices.SortFunc(list, func(a, b string) int {
			return strings.Compare(strings.Replace(a, ".final.", ".z.", 1), strings.Replace(b, ".final.", ".z.", 1))
		})
	}
	return of
}

// dumped is the elaborated program of a dump. The error is that the types refuse it.
func dumped(file string) (*syntax.Program, *Unit, error) {
	text, err := fs.ReadFile(corpus.FS(), file)
	if err != nil {
		return nil, nil, err
	}
	unit, err := imported(diag.NewSource(file, string(text)))
	if err != nil {
		return nil, nil, err
	}
	u, err := elab.NewSession(nil).Program(unit.Program)
	if err != nil {
		return nil, nil, err
	}
	return u.Core, unit, nil
}

// differs is what is not shown of a step: that both stages have the same values.
func differs(t *testing.T, before, after string) []string {
	was, _, err := dumped(before)
	if err != nil {
		t.Fatal(err)
	}
	is, unit, err := dumped(after)
	if err != nil {
		t.Fatal(err)
	}
	return equal.Functions(prove.NewBudget(prove.MaxSteps), was, is, unit.InBytes)
}

// TestSteps has the steps of the pipelines that are not proved, with the reasons: the later stage has the values of the earlier one, and its memory is valid.
func TestSteps(t *testing.T) {
	of := pipelines(t)
	var b strings.Builder
	n, proved, same := map[string]int{}, map[string]int{}, map[string]int{}
	for _, key := range slices.Sorted(maps.Keys(of)) {
		for k, file := range of[key][1:] {
			list := differs(t, of[key][k], file)
			memory, _, err := open(file)
			if err != nil {
				t.Fatal(err)
			}
			kind := path.Ext(file)
			n[kind]++
			if len(list) == 0 {
				same[kind]++
				if len(memory) == 0 {
					proved[kind]++
				}
			}
			for _, why := range list {
				fmt.Fprintf(&b, "%s → %s\n    %s\n", of[key][k], file, why)
			}
		}
	}
	table := "\n| dumps | steps | the same values proved | valid memory proved too |\n|---|---|---|---|\n"
	for _, kind := range futhark.Dumps {
		if n[kind] > 0 {
			table += fmt.Sprintf("| `%s` | %d | %d | %d |\n", kind, n[kind], same[kind], proved[kind])
		}
		fmt.Fprintf(&b, "%s: %d steps, the same values proved of %d, and valid memory too of %d\n", kind, n[kind], same[kind], proved[kind])
		if 100*proved[kind] < atLeast[kind]*n[kind] {
			t.Errorf("%s: %d of %d steps are proved", kind, proved[kind], n[kind])
		}
	}
	testkit.Section(t, "../../docs/found.md", "dumps' steps: go test ./futhark/tofunmem -run Steps", table+"\n", nil)
	testkit.Golden(t, "testdata/steps.golden", b.String())
}

// TestWrongSteps: no step to a wrong dump is proved.
func TestWrongSteps(t *testing.T) {
	all, err := corpus.Mutants()
	if err != nil {
		t.Fatal(err)
	}
	wrong, values := 0, 0
	for _, m := range all {
		if m.Output != "different" && m.Output != "crash" {
			continue
		}
		memory, _, err := open("mutants/" + m.File)
		if err != nil { // the types refuse it
			continue
		}
		wrong++
		list := differs(t, m.Base, "mutants/"+m.File)
		if len(list) > 0 {
			values++
		}
		if len(memory)+len(list) == 0 {
			t.Errorf("%s is proved, and its output is %s: %s", m.File, m.Output, m.Kind)
		}
	}
	t.Logf("%d wrong dumps; the values of %d of them are not proved to be the same", wrong, values)
	if wrong == 0 || values == 0 {
		t.Error("nothing was looked at")
	}
}
