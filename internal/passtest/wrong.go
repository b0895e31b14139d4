package passtest

import (
	"context"
	"path/filepath"
	"regexp"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

var beforeLine = regexp.MustCompile(`(?m)^-- before: (.*)$`)

// Wrong are the programs of examples/wrong and examples/errata that are well-typed and take no inputs. One that is a form of another program,
// and has defs alone, is there twice: both programs with a call of the def that shows the difference.
func Wrong(t testing.TB) (list []*Program) {
	t.Helper()
	root := filepath.Join(testkit.Root(t), "examples")
	for _, dir := range []string{"wrong", "errata"} {
		paths, err := filepath.Glob(filepath.Join(root, dir, "*.fun"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			name, text := dir+"/"+filepath.Base(path), whole(t, path)
			p, err := parse(name, text)
			switch m := beforeLine.FindStringSubmatch(text); {
			case err != nil:
			case len(p.Core.Defs()) < len(p.Core.Decls) && len(syntax.FreeVars(p.Core)) == 0:
				list = append(list, p)
			case m != nil:
				before, after := differing(t, name, whole(t, filepath.Join(filepath.Dir(path), m[1])), text)
				list = append(list, Parse(t, name+" before", before), Parse(t, name+" after", after))
			}
		}
	}
	return list
}

// differing is a program and a wrong form of it, with calls that show that.
func differing(t testing.TB, name string, texts ...string) (before, after string) {
	t.Helper()
	var sides []*validate.Program
	for _, text := range texts {
		p, err := syntax.Parse(diag.NewSource(name, text))
		if err != nil {
			t.Fatal(err)
		}
		s := elab.NewSession(nil)
		u, err := s.Program(p)
		if err != nil {
			t.Fatal(err)
		}
		sides = append(sides, &validate.Program{Unit: u, Name: name, Supply: s.Supply()})
	}
	subjects, err := validate.Subjects(sides[0], sides[1])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, s := range subjects {
		r, err := validate.Validate(context.Background(), s, &validate.Options{Options: engine.Options{Memory: 1 << 31}, Tests: 150, Seed: 1, Each: 1 << 40})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r.Word == validate.Refuted {
			if before, after, err = r.Closed(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return before, after
		}
	}
	t.Fatalf("%s is not found to be wrong", name)
	return "", ""
}
