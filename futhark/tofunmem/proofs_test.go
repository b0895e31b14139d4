package tofunmem

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"
	"time"

	"funmem/futhark"
	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/syntax"
)

// TestProofs has the dumps that are not proved valid for all inputs, with the reasons.
func TestProofs(t *testing.T) {
	var b strings.Builder
	n, proved := map[string]int{}, map[string]int{}
	files, _ := fs.Glob(corpus.FS(), "*_mem")
	for _, file := range files {
		text, err := fs.ReadFile(corpus.FS(), file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := futhark.Parse(diag.NewSource(file, string(text)))
		if err != nil {
			t.Fatal(err)
		}
		unit, err := Translate(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		u, err := elab.NewSession(nil).Program(unit.Program)
		if err != nil {
			t.Fatal(err)
		}
		kind := path.Ext(file)
		n[kind]++
		var list []string
		start := time.Now()
		steps := prove.NewBudget(prove.MaxSteps)
		for _, d := range append([]*syntax.Def{nil}, u.Core.Defs()...) {
			what, done := intact.Program(steps, u.Core, d, nil, nil)
			if !done {
				list = append(list, "the proof is too long")
			}
			for _, o := range what {
				list = append(list, o.Text())
			}
		}
		fmt.Println(file, time.Since(start), steps.Taken())
		if len(list) == 0 {
			proved[kind]++
			continue
		}
		fmt.Fprintf(&b, "%s\n    %s\n", file, strings.Join(list, "\n    "))
	}
	for _, kind := range futhark.Dumps {
		fmt.Fprintf(&b, "%s: proved %d of %d\n", kind, proved[kind], n[kind])
	}
	testkit.Golden(t, "testdata/proofs.golden", b.String())
}
