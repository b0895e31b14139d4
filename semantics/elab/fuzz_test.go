package elab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// FuzzProgram elaborates any text: it is refused with an error, or its core is
// well-typed (Program checks that) and its own core.
func FuzzProgram(f *testing.F) {
	for _, pattern := range []string{"testdata/*.fun", "../check/testdata/*.fun", "../../examples/*.fun", "../../examples/*/*.fun"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, program := range strings.Split(string(text), "---\n") {
				f.Add(program)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := syntax.Parse(diag.NewSource("fuzz", text))
		if err != nil {
			return
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a text")
			}
			return
		}
		core := syntax.Print(u.Core)
		q, err := syntax.Parse(diag.NewSource("core", core))
		if err != nil {
			t.Fatalf("%s\n=>\n%s\n%v", text, core, err)
		}
		again, err := elab.NewSession(nil).Program(q)
		if err != nil {
			t.Fatalf("%s\n=>\n%s\n%v", text, core, err)
		}
		if !syntax.Equal(again.Core, u.Core) {
			t.Fatalf("%s\n=>\n%s\nbecomes\n%s", text, core, syntax.Print(again.Core))
		}
	})
}
