package paint

import (
	"bytes"
	"os"
	"testing"

	"funmem/semantics/diag"
)

func TestColours(t *testing.T) {
	d := diag.Errorf(diag.Usage, "", diag.Span{}, "found this, wanted that").Helpf("do that")
	if got := diag.Format(d, Colours(false).Diag); got != "usage error: found this, wanted that\n  help: do that\n" {
		t.Errorf("%q", got)
	}
	want := "\x1b[31;1musage error\x1b[0;22m: found this, wanted that\n  \x1b[32mhelp:\x1b[0m do that\n"
	if got := Shown(diag.Format(d, Colours(true).Diag)); got != want {
		t.Errorf("%q", got)
	}
	on, off := Colours(true), Colours(false)
	for i, p := range []struct{ on, off func(string) string }{
		{on.Prompt, off.Prompt}, {on.Title, off.Title}, {on.Name, off.Name}, {on.Type, off.Type},
		{on.Rule, off.Rule}, {on.Good, off.Good}, {on.Bad, off.Bad}, {on.Dim, off.Dim},
	} {
		if got := p.off("100%d"); got != "100%d" {
			t.Errorf("%d: %q", i, got)
		}
		if got := Shown(p.on("100%d")); len(got) < 10 || got[:2] != "\x1b[" {
			t.Errorf("%d: %q", i, got)
		}
	}
}

// TestOff checks that there are no colours on an output that is no terminal, with NO_COLOR, and on
// a terminal without colours.
func TestOff(t *testing.T) {
	if Enabled(&bytes.Buffer{}) || IsTerminal(&bytes.Buffer{}) {
		t.Error("a buffer is no terminal")
	}
	f, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if Enabled(f) || Style(f).Kind("x") != "x" {
		t.Error("a file is no terminal")
	}
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !IsTerminal(tty) {
		t.Skip("no terminal can be made here")
	}
	defer tty.Close()
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	if !Enabled(tty) || Style(tty).Kind("x") == "x" {
		t.Error("a terminal has colours")
	}
	t.Setenv("TERM", "dumb")
	if Enabled(tty) {
		t.Error("TERM is dumb")
	}
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	if Enabled(tty) {
		t.Error("NO_COLOR is set")
	}
}
