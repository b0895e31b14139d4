package examples_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"funmem/eval/machine"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
	"funmem/semantics/syntax"
)

// TestProofs counts the kernels of the examples whose iterations are proved independent and whose
// accesses are proved in bounds, and lists the others.
func TestProofs(t *testing.T) {
	var lines []string
	kernels, independent, inBounds, most := 0, 0, 0, 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) != ".fun" {
			return err
		}
		p := load(t, whole(t, path), nil)
		if p.wrong != nil {
			return nil
		}
		for _, body := range bodies(p.mem) {
			syntax.EachKernel(body, func(*syntax.Let) { kernels++ })
		}
		steps := prove.NewBudget(prove.MaxSteps)
		ks := races.KernelsWithin(steps, p.mem, nil, nil)
		if steps.Taken() > most {
			most = steps.Taken()
			t.Logf("%s: %d steps", path, most)
		}
		for _, k := range ks {
			if k.GivenUp != "" {
				t.Errorf("%s `%s`: %s", path, k.Let.Pat[0].Written(), k.GivenUp)
			}
			name := fmt.Sprintf("%s `%s`", k.Let.Exp.GetSpan(), machine.KernelName(k.Let.Pat[0], k.Let.Exp))
			if k.Proved {
				independent++
			} else {
				lines = append(lines, name+": not proved race-free")
			}
			if k.InBounds {
				inBounds++
			} else {
				lines = append(lines, name+": not proved in bounds")
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	lines = append(lines, fmt.Sprintf("%d kernels: %d race-free for all sizes, %d in bounds for all sizes\n", kernels, independent, inBounds))
	testkit.Golden(t, "testdata/proofs.golden", strings.Join(lines, "\n"))
}

var importLine = regexp.MustCompile(`(?m)^import "(.*)"$`)

// whole returns an example followed by the functions that it imports.
func whole(t *testing.T, path string) *diag.Source {
	src := source(t, path)
	for _, m := range importLine.FindAllStringSubmatch(src.Text, -1) {
		src.Text += source(t, filepath.Join(filepath.Dir(path), m[1])).Text
	}
	return diag.NewSource(filepath.ToSlash(path), importLine.ReplaceAllString(src.Text, ""))
}

// bodies returns the bodies of the functions, and that of the program itself.
func bodies(p *syntax.Program) []*syntax.Body {
	out := []*syntax.Body{p.Main()}
	for _, d := range p.Defs() {
		out = append(out, d.Body)
	}
	return out
}
