package repl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"funmem/eval/value"
	"funmem/repl/edit"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// consoleFor is a console on a new session that prints to a buffer.
func consoleFor() (*Console, *bytes.Buffer) {
	settings := session.Defaults()
	settings.Memory = 1 << 30
	var out bytes.Buffer
	return NewConsole(session.NewSession(settings), &out, &out), &out
}

// FuzzLines feeds any bytes to the REPL, line by line. It may complain, but must not crash, and
// must keep what was defined before.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"1+1\n:heap\n_", "let x = iota 3\n:heap x\n:mem x\n:core\n:check\n:trace x[1]", "def f (n : int) =\nn\nf(2)\n:undo\n:browse",
		":set limit 0\n:set schedule reverse\nkernel i <= 3 do i", "let (m : mem) = alloc 2\nlet (x : [3] @ m -> R(3)) = iota 3\n:check x",
		":\n:?\n:h h\n::\n:type\n:type )\n\x00\xff", ":engine heap\nlet keep = 3\nin (keep)", ":derive heap iota 2\n:derive 1", "let keep = iota 2\n:undo\n:undo", "[1,\n\n)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, ":l") || strings.Contains(text, ":ti") || len(text) > 500 {
			return // reading files and measuring time are not under test
		}
		c, out := consoleFor()
		c.Line("let kept_value = 12345")
		c.Settings.Memory = 64 << 20 // of the whole process, which fuzzes
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		c.base = ctx
		c.Loop(edit.NewPlain(strings.NewReader(text), nil))
		if strings.Contains(out.String(), "bug in funmem") {
			t.Fatalf("%q:\n%s", text, out)
		}
		if strings.Contains(text, "kept_value") || strings.Contains(text, ":u") || strings.Contains(text, ":q") {
			return
		}
		c.draft, c.quit, c.base = draft{}, false, context.Background()
		c.Settings = session.Defaults()
		out.Reset()
		c.Line("kept_value")
		if out.String() != "12345\n" {
			t.Fatalf("after %q the value is %q", text, out)
		}
	})
}

// TestPanic checks that a panic is reported as a bug, and that the session goes on as it was.
func TestPanic(t *testing.T) {
	c, out := consoleFor()
	c.Line("let x = iota 3")
	c.guarded(func(context.Context) error { panic("oh") })
	c.Machine.Accelerate = nil
	if got := out.String(); !strings.Contains(got, "this is a bug in funmem: oh") || !strings.Contains(got, "TestPanic") {
		t.Error(got)
	}
	out.Reset()
	c.Line("x")
	if out.String() != "[1, 2, 3]\n" || c.status != 1 {
		t.Error(out, c.status)
	}
}

// TestTable checks that each command has a name of its own and help, and that the abbreviations
// work.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, cmd := range commands() {
		if seen[cmd.name] || cmd.help == "" || cmd.run == nil {
			t.Error(cmd.name)
		}
		seen[cmd.name] = true
	}
	for short, full := range shorts {
		if cmd, err := findCommand(short); err != nil || cmd.name != full {
			t.Errorf(":%s is %v, %v", short, cmd, err)
		}
	}
	for _, name := range strings.Fields("help type core mem imp engine check trace heap derive time load reload browse set history undo quit") {
		if !seen[name] {
			t.Errorf("there is no :%s", name)
		}
	}
}

// TestComplete completes at the end of a line.
func TestComplete(t *testing.T) {
	c, _ := consoleFor()
	c.Line("let picture = iota 3")
	c.Line("def pixel (n : int) = n")
	c.Line("def relax.step (n : int) = n") // as an import with `as relax` names it
	for _, tc := range []struct{ line, want string }{
		{"rel", "relax.step("},
		{"1 + relax.", "relax.step("},
		{"map relax.s", "relax.step("},
		{":type relax.s", "relax.step("},
		{"[0.5, .5", ""},
		{":he", ":help  :heap "},
		{":q", ":quit"},
		{"pi", "picture pixel("},
		{"picture[1] + pic", "picture"},
		{"trans", "transpose transpose_inner( transposed("},
		{"norm2", "norm2( norm2_squared("},
		{":browse std/sum", "std/sums"},
		{":browse st", "stencil3( stencil5( std std/layout std/linear std/select std/sort std/stencil std/sums"},
		{":help norm_", "norm_max"},
		{"kern", "kernel"},
		{":type pix", "pixel("},
		{":help der", "derive"},
		{":help E-MEM-KE", "E-MEM-KERNEL"},
		{":help e-mem-if", "E-MEM-IF-F E-MEM-IF-T"},
		{":help t-mem-re", "T-MEM-REDUCE T-MEM-RESHAPE T-MEM-RESULT T-MEM-REVERSE"},
		{":help E-IMP-W", "E-IMP-WHILE E-IMP-WRITE"},
		{":help rul", "rules"},
		{":set ", "contract  engine  fusion  limit  lower  memory  precision  schedule  threads  verify "},
		{":set sc", "schedule "},
		{":set schedule r", "random:1 reverse"},
		{":engine ", "cuda heap imp native opencl value"},
		{":load testdata/o", "testdata/one.fun"},
		{":l testd", "testdata/"},
		{":derive he", "heap "},
		{"", ""},
		{"zzz", ""},
	} {
		got, start := c.Complete(tc.line, len(tc.line))
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%q: got %q, wanted %q", tc.line, got, tc.want)
		}
		if start < 0 || start > len(tc.line) {
			t.Errorf("%q: start %d", tc.line, start)
		}
	}
}

// TestCompleteFiles completes names with spaces in quotes, and links to folders.
func TestCompleteFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"plain.fun", "plain.txt", "spaced one.fun", "folder/inner.fun", "my folder/inner.fun"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("folder", "link"); err != nil {
		t.Skip(err)
	}
	c, _ := consoleFor()
	for _, tc := range []struct{ line, want string }{
		{":load pl", "plain.fun"},
		{":load sp", `"spaced one.fun"`},
		{`:load "sp`, `"spaced one.fun"`},
		{`:load "spaced o`, `"spaced one.fun"`},
		{`:load "pl`, `"plain.fun"`},
		{":load my", `"my folder/`},
		{`:load plain.fun "my folder/`, `"my folder/inner.fun"`},
		{":load li", "link/"},
		{":load link/", "link/inner.fun"},
		{":load " + dir + "/pl", dir + "/plain.fun"},
		{":load\tpl", "plain.fun"},
	} {
		got, start := c.Complete(tc.line, len(tc.line))
		if strings.Join(got, " ") != tc.want || start < len(":load ") {
			t.Errorf("%q: got %q from %d on, wanted %q", tc.line, got, start, tc.want)
		}
	}
}

// TestShow lays out arrays so that they read back.
func TestShow(t *testing.T) {
	c, _ := consoleFor()
	for _, text := range []string{
		"5", "[]", "iota 30", "iota 99", "kernel i <= 20, j <= 30 do i * j", "kernel i <= 2, j <= 5, k <= 20 do i * j - k * 1000",
		"replicate(2, replicate(0, 1))", "[2 ** 100, 1]",
	} {
		v := valueOf(t, c, text)
		for _, limit := range []int{0, 1 << 20} {
			if back := valueOf(t, c, shown(t, v, limit)); !back.Equal(v) {
				t.Errorf("%s reads back as another value:\n%s", text, shown(t, v, limit))
			}
		}
		for _, line := range strings.Split(shown(t, v, 100), "\n") {
			if n := len([]rune(line)); n > view.ScreenWidth || strings.HasSuffix(line, " ") {
				t.Errorf("%s: a line of %d characters: %q", text, n, line)
			}
		}
	}
}

func shown(t *testing.T, v value.Val, limit int) string {
	t.Helper()
	var b strings.Builder
	if err := view.Show(t.Context(), &b, v, limit); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func valueOf(t *testing.T, c *Console, text string) value.Val {
	t.Helper()
	added, err := c.Add(context.Background(), diag.NewSource("test", text))
	if err != nil || len(added.Values) != 1 {
		t.Fatal(text, err)
	}
	return added.Values[0]
}

// TestBoard checks that no drawing is wider than 100 columns.
func TestBoard(t *testing.T) {
	c, out := consoleFor()
	c.Line("let wide = kernel i <= 3, j <= 50 do i * 10 ** j")
	c.Line("let a_very_long_name_for_an_array = transpose wide")
	c.Line("let cube = kernel i <= 11, j <= 11, k <= 11 do i - j * k")
	for i := range 20 {
		c.Line(fmt.Sprintf("let v%d = cube[%d, :, %d]", i, i%11+1, i%7+1))
	}
	out.Reset()
	c.Line(":heap")
	for _, line := range strings.Split(out.String(), "\n") {
		if n := len([]rune(line)); n > view.ScreenWidth && !strings.HasPrefix(line, "block") && !strings.Contains(line, " at ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	for _, want := range []string{"more cells", "and 9 more arrays", "seen by several arrays"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestRemarks checks that the remarks also cover arrays that are not drawn.
func TestRemarks(t *testing.T) {
	c, out := consoleFor()
	c.Line("let x = iota 20")
	for i := 1; i <= 15; i++ {
		c.Line(fmt.Sprintf("let v%d = x[%d:1]", i, i))
	}
	c.Line("let w = x[15:2]")
	c.Line("let x = 0")
	out.Reset()
	c.Line(":heap")
	for _, want := range []string{"and 4 more arrays", "unused: 16–19 (", "seen by several arrays: 14\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestLoopEnds checks that the end of the input ends the loop, and that an unfinished entry is
// reported.
func TestLoopEnds(t *testing.T) {
	c, out := consoleFor()
	c.Loop(edit.NewPlain(strings.NewReader("1 +\n 2\nlet x =\n"), nil))
	if got := out.String(); !strings.Contains(got, "3\n") && !strings.Contains(got, "syntax error") || c.status != 2 {
		t.Error(got, c.status)
	}
	c.Loop(edit.NewPlain(io.MultiReader(strings.NewReader("2\n"), failing{}), nil))
	if !strings.Contains(out.String(), "it broke") {
		t.Error(out)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, fmt.Errorf("it broke") }
