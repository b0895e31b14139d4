package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// funmem builds the program, with cgo if that is there.
func funmem(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "funmem")
	if out, err := exec.Command("go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// TestWrongCode: where a compiler is wrong, the value is that of the engine below, and the program that is written shows what
// was wrong, with the command in its first lines.
func TestWrongCode(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	testkit.Needs(t, "REQUIRE_CC", err)
	dir, binary := t.TempDir(), funmem(t)
	wrong := filepath.Join(dir, "wrongcc")
	script := "#!/bin/sh\nfor a in \"$@\"; do case $a in *.c) sed -i 's/, 7,/, 8,/' $a;; esac; done\nexec " + gcc + " \"$@\"\n"
	program := "def f [n] (a : [n]f64) (x : int) : ([n]f64, int) = (map (\\y -> y * 0.5) a, x * x + 7)\nlet (b, y) = f([nan, -0.0, 1e300], 3)\ny\n"
	if os.WriteFile(wrong, []byte(script), 0o700) != nil || os.WriteFile(filepath.Join(dir, "p.fun"), []byte(program), 0o600) != nil {
		t.Fatal("cannot write")
	}
	run := func(folder string, args ...string) (string, error) {
		cmd := exec.Command(binary, args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "CC="+wrong, "XDG_CACHE_HOME="+dir)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	const bug = "this is a bug in funmem: the native code of `f` gave another value than the engine below: result 2 is 17 instead of 16"
	out, err := run(dir, "run", "p.fun", "--engine", "native", "--verify", "1")
	if err == nil || !strings.Contains(out, bug) || !strings.HasSuffix(out, "16\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	path := regexp.MustCompile(`\S+program\.fun`).FindString(out)
	text, err := os.ReadFile(path)
	command := regexp.MustCompile(`funmem (run .*)`).FindStringSubmatch(string(text))
	if err != nil || command == nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if out, err = run(filepath.Dir(path), strings.Fields(command[1])...); err == nil || !strings.Contains(out, bug) {
		t.Errorf("%v\n%s\n%s", err, out, text)
	}
	if out, err = run(dir, "run", "p.fun", "--engine", "native"); err != nil || out != "17\n" {
		t.Errorf("the compiler is not wrong: %v\n%s", err, out)
	}
}
