package suite

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"funmem/internal/fakefuthark"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
)

// fake is a compiler that answers with these files.
func fake(t *testing.T, answers map[string]string) *Compiler {
	if runtime.GOOS == "windows" {
		t.Skip("the compiler is a link to the tests")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := filepath.Join(t.TempDir(), "futhark")
	if err := os.Symlink(self, command); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"version": "Futhark 1\n"}
	maps.Copy(all, answers)
	t.Setenv(fakefuthark.Folder, files(t, all))
	return &Compiler{Command: command, Time: time.Hour, Jobs: 2, Say: func(string) {}}
}

// again is the same compiler for another suite.
func again(c *Compiler) *Compiler {
	return &Compiler{Command: c.Command, Time: c.Time, Jobs: c.Jobs, Say: c.Say}
}

// called are the calls since the last look.
func called(t *testing.T) []string {
	file := filepath.Join(os.Getenv(fakefuthark.Folder), "calls")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// allStages are answers for all pipelines of a program.
func allStages(name string) map[string]string {
	return map[string]string{
		name + ".--seq-a": dump, name + ".--seq-a--cse": dump + "-- cse\n", name + ".--seq-a--cse-e-e--lift-allocations": dump + "-- lift\n", name + ".--seq-mem": dump + "-- final\n",
		name + ".--gpu-a": dump, name + ".--gpu-mem": dump,
		name + ".--mc-a": dump, name + ".--mc-a-e--cse-e--double-buffer-mc": dump + "-- buffer\n", name + ".--mc-mem": dump,
	}
}

// program is a program with an input.
const program = "import \"lib\"\n-- ==\n-- input { 1i64 2i64 } output { 3i64 }\n\n"

// TestStages has a compiler make the stages of a program that has none. They are kept for as long as nothing changes on which they
// depend.
func TestStages(t *testing.T) {
	c := fake(t, allStages("sum"))
	dir := files(t, map[string]string{"p/sum.fut": program, "p/lib.fut": "", "p/has.fut": program, "p/has.final.fut_mc_mem": dump})
	folder := func() string {
		c = again(c)
		s := &Settings{Compiler: c}
		cases, err := s.Folder(t.Context(), dir, ".")
		if err != nil {
			t.Fatal(err)
		}
		return listed(cases, s)
	}
	first := folder()
	testkit.Golden(t, "testdata/stages.txt", first+"calls:\n"+strings.Join(called(t), "\n")+"\n")
	write := func(file, text string) {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if second := folder(); second != first {
		t.Errorf("with stages that are kept:\n%s", second)
	}
	if calls := called(t); len(calls) != 1 {
		t.Errorf("%d calls for stages that are kept", len(calls))
	}
	for what, change := range map[string]func(){
		"the program": func() { write("p/sum.fut", program+"-- more\n") },
		"an import":   func() { write("p/lib.fut", "-- more\n") },
		"the version": func() {
			if err := os.WriteFile(filepath.Join(os.Getenv(fakefuthark.Folder), "version"), []byte("Futhark 2\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		},
		"a stage": func() {
			if err := os.Remove(filepath.Join(dir, ".stages/p/sum.final.fut_seq_mem")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		change()
		folder()
		if calls := called(t); len(calls) < 10 {
			t.Errorf("%s changed: %d calls", what, len(calls))
		}
		folder()
		if calls := called(t); len(calls) != 1 {
			t.Errorf("%s changed: %d calls after that", what, len(calls))
		}
	}
}

// TestStagesRun runs what is made of stages that are kept: the files are there.
func TestStagesRun(t *testing.T) {
	c := fake(t, allStages("sum"))
	dir := files(t, map[string]string{"sum.fut": program})
	cases, err := (&Settings{Compiler: c}).Folder(t.Context(), dir, ".")
	if err != nil || len(cases) == 0 {
		t.Fatal(len(cases), err)
	}
	for _, one := range cases {
		for _, file := range one.Files {
			if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
				t.Errorf("%s: %v", one.Name, err)
			}
		}
	}
}

// judgedBy are the verdicts of cases about the compiler.
func judgedBy(t *testing.T, dir string, cases []*Case) (lines []string) {
	r := runner(t, 1)
	r.Dir = dir
	cases = slices.DeleteFunc(slices.Clone(cases), func(c *Case) bool { return c.Compiler == nil })
	for _, one := range cases {
		x := ran(t, r, []*Case{one})[one.Name]
		if x.OK != x.Verdict.Good() || x.OK == (len(x.Findings) > 0) && x.Verdict != Unknown {
			t.Errorf("%+v", x)
		}
		for _, f := range x.Findings {
			if f.File != one.Files[0] {
				t.Errorf("a finding in %s: %+v", f.File, f)
			}
		}
		_, command, _ := strings.Cut(x.Again, " && ")
		lines = append(lines, strings.TrimSuffix(one.Name+": "+string(x.Verdict)+": "+x.Why, ": "), "  "+strings.ReplaceAll(command, one.Compiler.Command, "COMPILER"))
	}
	return lines
}

// TestCompilerFails has calls of the compiler fail: each is a finding with its words, and none of them is kept for the next time.
func TestCompilerFails(t *testing.T) {
	answers := allStages("half")
	delete(answers, "half.--gpu-a")
	c := fake(t, answers)
	dir := files(t, map[string]string{
		"half.fut": program, "wrong.fut": program + "-- fake error: Unknown name `x`.\n", "bug.fut": program + "-- fake bug\n",
		"library.fut": "", "off.fut": "-- ==\n-- tags { disable }\n-- input { 1 } output { 1 }\n",
	})
	for round := range 2 {
		c = again(c)
		s := &Settings{Compiler: c}
		cases, err := s.Folder(t.Context(), dir, ".")
		if err != nil {
			t.Fatal(err)
		}
		lines := judgedBy(t, dir, cases)
		for _, one := range cases {
			if one.Compiler == nil {
				lines = append(lines, one.Name)
			}
		}
		testkit.Golden(t, "testdata/fails.txt", strings.Join(append(lines, s.Left...), "\n")+"\n")
		if calls := called(t); len(calls) < 10 {
			t.Errorf("round %d: %d calls", round, len(calls))
		}
	}
}

// TestCompilerTime checks that a call that takes too long has no answer, and that a suite that is stopped while the compiler runs ends
// without cases.
func TestCompilerTime(t *testing.T) {
	c := fake(t, nil)
	dir := files(t, map[string]string{"slow.fut": program + "-- fake forever\n"})
	c.Time = time.Second
	s := &Settings{Compiler: c}
	a := c.call(t.Context(), dir, "check", "slow.fut")
	if a.died != "it took longer than 1s" || a.Status != -1 {
		t.Errorf("%+v", a)
	}
	c.Time = time.Hour
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	time.AfterFunc(100*time.Millisecond, func() { stop(why) })
	if cases, err := s.Folder(ctx, dir, "."); err != why || cases != nil {
		t.Errorf("%d cases, %v", len(cases), err)
	}
	if _, err := s.Manifest(ctx, diag.NewSource("list", "folder .\n"), dir); err != why {
		t.Error(err)
	}
}

// TestCompilerReports checks that all reports have what the compiler says.
func TestCompilerReports(t *testing.T) {
	c := fake(t, nil)
	dir := files(t, map[string]string{"wrong.fut": program + "-- fake error: Unknown name `x`.\n", "no.fut": "-- ==\n-- error: Unknown\n\n-- fake error: Unknown name `x`.\n"})
	cases, err := (&Settings{Compiler: c}).Folder(t.Context(), dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	r := runner(t, 1)
	r.Dir = dir
	var results []*Result
	for _, one := range ran(t, r, cases) {
		results = append(results, one)
	}
	report := NewReport("here", cases, results, nil, nil, "1")
	for name, to := range map[string]struct {
		write func(io.Writer) error
		has   string
	}{
		"JUnit":  {report.JUnit, `<testsuite name="futhark" tests="2" failures="1" errors="0"`},
		"SARIF":  {report.SARIF, `Unknown name`},
		"HTML":   {report.HTML, `Unknown name`},
		"GitHub": {report.GitHub, `::error file=here/wrong.fut,line=3,col=5,`},
	} {
		var b strings.Builder
		if err := to.write(&b); err != nil || !strings.Contains(b.String(), to.has) {
			t.Errorf("%s: %v: %s", name, err, b.String())
		}
	}
	if text := report.Text(); report.Status() != 1 || !strings.Contains(text, "2 cases: 1 tested, 1 ill-typed; 1 not as wanted") {
		t.Error(text)
	}
}

// TestNoCompiler checks that a compiler that is not there leaves cases of which nothing is known.
func TestNoCompiler(t *testing.T) {
	c := fake(t, nil)
	c.Command = "no-such-futhark"
	dir := files(t, map[string]string{"a.fut": program, "e.fut": "-- ==\n-- error: oh\n", "w.fut": "-- ==\n-- structure { Map 1 }\n-- warning: oh\n", "w.final.fut_seq_mem": dump})
	cases, err := (&Settings{Compiler: c}).Folder(t.Context(), dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(judgedBy(t, dir, cases), "\n")
	want := "unknown: no stages: none lie beside it, and there is no compiler: exec: \"no-such-futhark\": executable file not found in $PATH"
	if !strings.HasPrefix(got, "stages a.fut: "+want) || strings.Count(got, "unknown: ") != 4 || strings.Count(got, "\n") != 7 {
		t.Error(got)
	}
	c = fake(t, map[string]string{"version": ""})
	os.Remove(filepath.Join(os.Getenv(fakefuthark.Folder), "version"))
	if missing := c.ready(t.Context()); missing != "`"+c.Command+" --version` fails: no version" {
		t.Error(missing)
	}
}

// TestClaims asks the compiler what test blocks say of it.
func TestClaims(t *testing.T) {
	c := fake(t, map[string]string{
		"m.-s--metrics": "Map 2\nMap/BinOp 3\n", "m.--gpu-mem--metrics": "Alloc 3\n", "m.--mc--metrics": "no metrics\n", "m.--seq-mem": dump, "m.--seq-a": dump,
	})
	dir := files(t, map[string]string{
		"good.fut":  "-- ==\n-- error: Unknown.*confusing\n\n-- fake error: Unknown name.\n",
		"other.fut": "-- ==\n-- error: Causality\n\n-- fake error: Unknown name.\n",
		"any.fut":   "-- ==\n-- error:\n\n-- fake error: Unknown name.\n",
		"takes.fut": "-- ==\n-- error: Unknown\n",
		"bug.fut":   "-- ==\n-- error: Internal\n\n-- fake bug\n",
		"none.fut":  "-- ==\n-- error: (\n\n-- fake error: oh\n",
		"m.fut": `-- ==
-- structure { Map 2 Map/BinOp 3 Scan 0 }
-- structure gpu-mem { Alloc 2 Free 1 }
-- structure mc { Map 1 }
-- structure wasm { Map 1 }
-- warning: depre.*
-- warning: unused

-- fake warning: deprecated
`, "m.final.fut_seq_mem": dump,
	})
	s := &Settings{Compiler: c}
	cases, err := s.Folder(t.Context(), dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "testdata/claims.txt", strings.Join(append(judgedBy(t, dir, cases), s.Left...), "\n")+"\n")
}
