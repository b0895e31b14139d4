package elab_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

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
		if *testkit.Update {
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
		text := testkit.Program(rt)
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
	for _, file := range []string{"names", "irregular"} {
		for _, c := range testkit.Chunks(t, "testdata/errors/"+file+".fun") {
			p, err := syntax.Parse(c.Source)
			if err == nil {
				_, err = elab.NewSession(nil).Program(p)
			}
			c.Match(t, err)
		}
	}
}

// TestIsMem checks which lines are FUNMEM after some FUNMEM lines.
func TestIsMem(t *testing.T) {
	s := elab.NewSession(nil)
	add := func(text string) error {
		p, err := syntax.Parse(diag.NewSource("line", text))
		if err == nil {
			_, err = s.Program(p)
		}
		return err
	}
	for _, text := range []string{
		"let (m : mem) = alloc 4",
		"def g (n : int) : (ym : mem, [n] @ ym -> R(n)) =\n  let (ym : mem) = alloc n\n  let (y : [n] @ ym -> R(n)) = iota n\n  in (ym, y)",
		"def h (m : int) : int = m",
	} {
		if err := add(text); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]bool{
		"m":                              true,
		"in (m)":                         true,
		"kernel i <= 3 do m":             true,
		"kernel m <= 3 do m":             false,
		"def f (m : int) = iota m":       false,
		"let m = 3 in m + 1":             false,
		"let m = m in 1":                 true,
		"let (m : mem) = alloc 3":        true,
		"g(2)":                           true,
		"def g (n : int) : int = n g(2)": false,
		"h(2)":                           false,
		"iota 3":                         false,
	} {
		p, err := syntax.Parse(diag.NewSource("line", strings.ReplaceAll(text, " g(2)", "\ng(2)")))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.IsMem(p); got != want {
			t.Errorf("IsMem(%s) = %v", text, got)
		}
	}
	for _, text := range []string{"kernel m <= 3 do m", "def f (m : int) = iota m"} {
		if err := add(text); err != nil {
			t.Error(err)
		}
	}
}

// TestNotOnTheHeap checks that a FUNMEM line refuses an array of a Fun line that was not
// adopted.
func TestNotOnTheHeap(t *testing.T) {
	s := elab.NewSession(nil)
	var err error
	for _, text := range []string{"let x = iota 3", "let (m : mem) = alloc x[1]"} {
		p, parsing := syntax.Parse(diag.NewSource("line", text))
		if parsing != nil {
			t.Fatal(parsing)
		}
		_, err = s.Program(p)
	}
	if err == nil || !strings.Contains(err.Error(), "`x` has no value on the heap [T-VAR]") {
		t.Error(err)
	}
}

// TestNames checks that binders keep the names of the programmer, and that generated names
// do not take them.
func TestNames(t *testing.T) {
	u := elaborate(t, "names", "let x = [iota 2, iota 2]\nlet t = x[1]\nlet d = kernel i <= 2 do let t = t[i] in t\nlet x = d")
	written := map[string]string{}
	for _, n := range u.Names {
		written[n.Name] = n.Binding.Name + " " + n.Binding.Written()
	}
	for name, want := range map[string]string{"t": "t t", "d": "d d", "x": "d d"} {
		if written[name] != want {
			t.Errorf("%s is bound as %s, wanted %s", name, written[name], want)
		}
	}
	core := syntax.Print(u.Core)
	if !strings.Contains(core, "let (t_1 : [2]int) = iota 2") || strings.Contains(core, "let (t : [2]int) = iota 2") {
		t.Errorf("a generated name hides one of the program:\n%s", core)
	}
	shadowed := elaborate(t, "names", "let x = 1\nlet x = x + 1").Names
	if b := shadowed[1].Binding; b.Name != "x_1" || b.Written() != "x" {
		t.Errorf("the second x is %s, written %s", b.Name, b.Written())
	}
}

// TestPoll: elaboration ends when it is told to, and leaves the session as it was.
func TestPoll(t *testing.T) {
	s := elab.NewSession(nil)
	p, err := syntax.Parse(diag.NewSource("t.fun", "let x = iota (1 + 2)\nlet y = if 1 then iota 3 else iota 4"))
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	for left := range 4 {
		s.Poll = func() error {
			if left--; left < 0 {
				return stop
			}
			return nil
		}
		if _, err := s.Program(p); err != stop {
			t.Errorf("%v", err)
		}
		if _, ok := s.Lookup("x"); ok {
			t.Error("x is declared")
		}
	}
}

// TestPlaces: a size that nobody wrote has a place, for errors when it is computed.
func TestPlaces(t *testing.T) {
	for _, text := range []string{
		"let k = [0][1]\nkernel i <= 2 do replicate(3 / k, i)",
		"let k = [0][1]\nmap (\\x -> iota (x - x + k * k)) (iota 3)",
		"let k = [0][1]\nif k then iota (1 / k) else iota (1 / k)",
		"let k = [0][1]\nloop (x = iota (1 / k)) for i <= 3 do iota (1 / k)",
	} {
		u := elaborate(t, "places", text)
		syntax.Walk(u.Core, func(n syntax.Node) bool {
			if b, ok := n.(*syntax.Binary); ok && !b.Span.IsValid() {
				t.Errorf("`%s` has no place\n%s", syntax.Line(b), text)
			}
			return true
		})
	}
}
