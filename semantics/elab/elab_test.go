package elab_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/semtest"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

// elaborate parses and elaborates a text in a new session.
func elaborate(t *testing.T, name, text string) *elab.Unit {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		t.Fatal(err)
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return u
}

// TestCore compares the core of each program of testdata with its golden, and
// checks that core elaborates to itself.
func TestCore(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.fun")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, program := range strings.Split(string(text), "---\n") {
			u := elaborate(t, file, program)
			core := syntax.Print(u.Core)
			again := elaborate(t, file+" (core)", core)
			if !syntax.Equal(again.Core, u.Core) {
				t.Errorf("%s: core is not its own core:\n%s\nbecomes\n%s", file, core, syntax.Print(again.Core))
			}
			out.WriteString(program + "=>\n" + core + "\n---\n")
		}
		golden := strings.TrimSuffix(file, ".fun") + ".core"
		if *update {
			os.WriteFile(golden, []byte(out.String()), 0o644)
		}
		want, _ := os.ReadFile(golden)
		if string(want) != out.String() {
			t.Errorf("%s: the core is not the golden one; it is\n%s", file, out.String())
		}
	}
}

// TestRandom elaborates random well-typed programs; their core must be its own
// core.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := semtest.Program(rt)
		p, err := syntax.Parse(diag.NewSource("random", text))
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		core := syntax.Print(u.Core)
		q, err := syntax.Parse(diag.NewSource("core", core))
		if err != nil {
			rt.Fatalf("%s\n=>\n%s\n%v", text, core, err)
		}
		again, err := elab.NewSession(nil).Program(q)
		if err != nil {
			rt.Fatalf("%s\n=>\n%s\n%v", text, core, err)
		}
		if !syntax.Equal(again.Core, u.Core) {
			rt.Fatalf("%s\n=>\n%s\nbecomes\n%s", text, core, syntax.Print(again.Core))
		}
	})
}

// TestErrors compares the messages of wrong programs with those expected.
func TestErrors(t *testing.T) {
	for _, c := range semtest.Chunks(t, "testdata/errors/names.fun") {
		p, err := syntax.Parse(c.Source)
		if err == nil {
			_, err = elab.NewSession(nil).Program(p)
		}
		c.Match(t, err)
	}
}
