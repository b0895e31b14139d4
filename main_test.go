package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"funmem/gpu/cuda"
	"funmem/gpu/opencl"
	"funmem/internal/fakecuda"
	"funmem/internal/fakefuthark"
	"funmem/repl"
	"funmem/repl/cli"
	"funmem/repl/session"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this program as funmem, and what plays the compiler of Futhark as futhark.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"funmem": main, "futhark": fakefuthark.Main})
}

// TestScripts runs the command lines in testdata/script. UPDATE_SCRIPTS=1
// rewrites the outputs that they compare with.
func TestScripts(t *testing.T) {
	fake, none := fakecuda.Build(t.TempDir())
	if os.Getenv("REQUIRE_CC") != "" && none != nil {
		t.Fatal(none)
	}
	testscript.Run(t, testscript.Params{
		Condition: func(name string) (bool, error) {
			switch name {
			case "fakecuda":
				return none == nil, nil
			case "cuda":
				return cuda.Loads, nil
			case "opencl":
				d, err := opencl.Open()
				if err == nil {
					d.Close()
				}
				return err == nil, nil
			}
			return false, fmt.Errorf("there is no condition %s", name)
		},
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "bytes": writeBytes},
		Setup: func(env *testscript.Env) error {
			dir, err := os.Getwd()
			env.Setenv("EXAMPLES", dir+"/examples")
			env.Setenv("FUNMEM_HISTORY", "")
			env.Setenv("FUNMEM_TUTOR", "")
			env.Setenv("FAKE_SHIM", fake["FAKE_SHIM"])
			env.Setenv("FAKE_CUDA", fake[cuda.DriverVariable])
			return err
		},
	})
}

// exits runs a command that must end with the given status, as in `exits 2 funmem run`.
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

// writeBytes writes a file that is not text: bytes FILE 'ab\x00', with the escapes of Go. With a *,
// the text before it is the header of a .npy file, padded to 118 bytes, and the text after it is
// the data.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	text := args[1]
	if head, data, ok := strings.Cut(text, "*"); ok {
		text = `\x93NUMPY\x01\x00v\x00` + head + strings.Repeat(" ", 117-len(head)) + `\n` + data
	}
	raw, err := strconv.Unquote(`"` + text + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(raw), 0o666))
}

// TestHelp compares docs/commands.md with the help of the sub-commands and of the REPL.
func TestHelp(t *testing.T) {
	const page = "docs/commands.md"
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- begin help: UPDATE_HELP=1 go test . writes this -->\n", "<!-- end help -->"
	head, rest, _ := strings.Cut(string(raw), begin)
	_, tail, found := strings.Cut(rest, end)
	if !found {
		t.Fatalf("%s has no part for the help", page)
	}
	var b strings.Builder
	for _, c := range commands {
		b.WriteString("```text\n")
		usage(&b, c)
		b.WriteString("```\n\n")
	}
	b.WriteString("The commands of the REPL:\n\n```text\n")
	o := &cli.Options{Settings: session.Defaults(), Lines: []string{":help"}}
	if err := repl.Interactive(t.Context(), cli.Streams{Out: &b, Err: &b}, o, nil); err != nil {
		t.Fatal(err, b.String())
	}
	b.WriteString("```\n\n")
	want := head + begin + b.String() + end + tail
	switch {
	case want == string(raw):
	case os.Getenv("UPDATE_HELP") == "":
		t.Errorf("%s is stale: UPDATE_HELP=1 go test . writes it anew", page)
	default:
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTour runs the commands of the tour that are followed by their output.
func TestTour(t *testing.T) {
	raw, err := os.ReadFile("docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, m := range regexp.MustCompile(`(?m)^    \$ funmem (.*)\n((?:    [^$\n].*\n)+)`).FindAllStringSubmatch(string(raw), -1) {
		var b bytes.Buffer
		o := &cli.Options{Settings: session.Defaults(), Tests: 500, Seed: 1}
		_ = perform(cli.Streams{In: strings.NewReader(""), Out: &b, Err: &b}, o, strings.Fields(m[1]))
		if got := regexp.MustCompile(`(?m)^`).ReplaceAllString(strings.TrimSuffix(b.String(), "\n"), "    ") + "\n"; got != m[2] {
			t.Errorf("funmem %s gives\n%s", m[1], got)
		}
		ran++
	}
	if ran == 0 {
		t.Error("no command with its output")
	}
}

// BenchmarkStart measures the time from the start of the process to its end after it answered 1+1.
// It gives the shortest of all runs, next to that of a process that only prints its version.
func BenchmarkStart(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	if err := os.Symlink(self, dir+"/funmem"); err != nil {
		b.Skip(err)
	}
	process := func(args ...string) time.Duration {
		cmd := exec.Command(dir+"/funmem", args...)
		cmd.Stdin = strings.NewReader("1+1\n")
		var out bytes.Buffer
		cmd.Stdout = &out
		start := time.Now()
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		if len(args) == 0 && out.String() != "2\n" {
			b.Fatalf("%q", out.String())
		}
		return time.Since(start)
	}
	repl, version := time.Hour, time.Hour
	for b.Loop() {
		repl, version = min(repl, process()), min(version, process("version"))
	}
	b.ReportMetric(float64(repl.Microseconds())/1000, "repl-ms")
	b.ReportMetric(float64(repl)/float64(version), "repl/version")
}
