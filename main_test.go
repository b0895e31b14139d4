package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this program as funmem.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"funmem": main}) }

// TestScripts runs the command lines in testdata/script. UPDATE_SCRIPTS=1
// rewrites the outputs that they compare with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			dir, err := os.Getwd()
			env.Setenv("EXAMPLES", dir+"/examples")
			env.Setenv("FUNMEM_HISTORY", "")
			return err
		},
	})
}

// exits runs a command that must end with a status: exits 2 funmem run.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	status := 0
	err = ts.Exec(args[1], args[2:]...)
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		status = ended.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if (status == want) == neg {
		ts.Fatalf("exit status %d", status)
	}
}

// TestStart measures from the start of the process to the answer of 1+1 and the
// end: under 30 ms.
func TestStart(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, dir+"/funmem"); err != nil {
		t.Skip(err)
	}
	best := time.Hour
	for range 20 {
		cmd := exec.Command(dir+"/funmem", "-c", "1+1")
		var out bytes.Buffer
		cmd.Stdout = &out
		start := time.Now()
		if err := cmd.Run(); err != nil || out.String() != "2\n" {
			t.Fatalf("%v: %q", err, out.String())
		}
		best = min(best, time.Since(start))
	}
	t.Logf("from start to end: %s", best)
	if best > 30*time.Millisecond {
		t.Errorf("funmem -c 1+1 takes %s, wanted at most 30 ms", best)
	}
}
