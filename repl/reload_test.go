package repl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReloadChanged checks what survives where a file is another one at :reload: a name that it does not define any more,
// and values that were computed with what it defined.
func TestReloadChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.fun")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, out := consoleFor()
	enter := func(line, want string) {
		t.Helper()
		out.Reset()
		if c.Line(line); strings.TrimSpace(out.String()) != want {
			t.Errorf("%s: got %q, wanted %q", line, out, want)
		}
	}
	write("let c = 1\ndef f (n : int) = n + c\n")
	c.Line(":load " + path)
	c.Line("let y = f(1)")
	write("-- in: p=[4, 5]\ndef f (n : int) = n - p[1]\n")
	enter(":reload", "loaded "+path+"\nf : (n : int) -> int\n`y` keeps the value that it has from before")
	enter("c", "1")
	enter("y", "2")
	enter("f(1)", "-3")
	write("def f (n : int) = wrong\n")
	c.Line(":reload")
	enter("f(1)", "-3")
	enter(":undo", "took back `f`")
	enter("f(1)", "2")
	out.Reset()
	if c.Line("p"); !strings.Contains(out.String(), "`p` is not known") {
		t.Errorf("the input of the header is still there: %s", out)
	}
}
