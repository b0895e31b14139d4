// Package examples_test runs every program of this folder under the value
// semantics, under the heap semantics and through the checkers, and compares
// what they give with the file NAME.out beside it.
package examples_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// files returns the programs of this folder, except those that want a picture, those that
// TestReferences runs, and the functions that TestTwins validates. A program of `wrong/` that
// announces a verdict is tested in both places.
func files(t *testing.T) []string {
	t.Helper()
	var list []string
	elsewhere := map[string]bool{"blur.fun": true, "edges.fun": true, "vivid.fun": true}
	for _, path := range referenced(t) {
		elsewhere[path] = true
	}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".fun" && !elsewhere[path] && !validated(t, path) {
			list = append(list, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil || len(list) == 0 {
		t.Fatalf("%d programs, %v", len(list), err)
	}
	return list
}

// TestExamples runs each program and compares the output with its golden file.
func TestExamples(t *testing.T) {
	for _, file := range files(t) {
		t.Run(file, func(t *testing.T) {
			src := source(t, file)
			got, found := report(t, load(t, src, nil))
			testkit.Golden(t, strings.TrimSuffix(file, ".fun")+".out", got)
			if want := header(src.Text); want != found {
				t.Errorf("the header says `-- verdict: %s`, and the verdict is: %s", want, found)
			}
		})
	}
}

var headerLine = regexp.MustCompile(`(?m)^-- verdict: (.*)$`)

// header returns the verdict that a program announces; a program without one must be fine.
func header(text string) string {
	if m := headerLine.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return "ok"
}

// report returns all output of running a program, and its verdict in words.
func report(t *testing.T, p program) (text, found string) {
	if p.wrong != nil {
		return p.wrong.Error(), saidOf(p, nil)
	}
	v := p.check(t, engine.Options{}).Prove(prove.NewBudget(prove.MaxSteps), p.mem, nil, nil)
	v.Proof = (&validity.Text{Program: p.mem}).Valid(validity.Usual, nil)
	return "value semantics\n" + runValue(t, p) + "\nheap semantics\n" + runHeap(t, p) +
		"\ncheck\n" + v.Text(diag.Plain), saidOf(p, v)
}

func runValue(t *testing.T, p program) string {
	v, err := p.values(t, engine.Options{})
	if err != nil {
		return err.Error()
	}
	return shown(v, func(i int) bool { return isBlock(p.unit.Results[i].Type) })
}

func isBlock(t *syntax.Type) bool { return t.Elem == syntax.Mem }

// runHeap returns what the results show on the heap.
func runHeap(t *testing.T, p program) string {
	out, err := memory.New(memory.Options{}).Run(t.Context(), p.mem)
	if stuckOnly(t, err) != nil {
		return err.Error()
	}
	vs := make([]value.Val, len(out.Results))
	for i, r := range out.Results {
		if vs[i], err = memory.Show(r); err != nil {
			t.Fatal(err)
		}
	}
	return shown(vs, func(i int) bool { return !out.Results[i].IsNumber() && !out.Results[i].IsArray() })
}

// TestSchedules runs each program under other orders of iterations. A program that is ok has the
// same results, and races are found in any order.
func TestSchedules(t *testing.T) {
	for _, file := range files(t) {
		p := load(t, source(t, file), nil)
		if p.wrong != nil {
			continue
		}
		want, wantErr := p.values(t, engine.Options{})
		first := p.check(t, engine.Options{})
		for _, name := range []string{"reverse", "random:1"} {
			opts := engine.Options{Schedule: schedule(t, name)}
			got, err := p.values(t, opts)
			if (err == nil) != (wantErr == nil) {
				t.Errorf("%s, %s: %v, and forward %v", file, name, err, wantErr)
			}
			for i := range min(len(got), len(want)) {
				if !got[i].Equal(want[i]) {
					t.Errorf("%s, %s: result %d differs in the value semantics", file, name, i+1)
				}
			}
			if v := p.check(t, opts); v.OK != first.OK || v.RaceFree != first.RaceFree && v.Stuck == nil {
				t.Errorf("%s: %s, and under %s %s", file, first.Summary(), name, v.Summary())
			}
		}
	}
}
