package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"funmem/futhark/corpus"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/suite"
)

// ownBinary returns this test binary under the name funmem, so that it is funmem.
func ownBinary(t testing.TB) string {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "funmem")
	if runtime.GOOS == "windows" {
		t.Skip("a process is killed by a signal here")
	}
	if os.Link(self, file) != nil {
		text, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(file, text, 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// verdicts are the lines of a file of results without what differs from run to run. No case may be there twice.
func verdicts(t *testing.T, file string) map[string]string {
	t.Helper()
	r, err := suite.ReadResults(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")) - 1; n != len(r.Lines) {
		t.Errorf("%d lines are about %d cases", n, len(r.Lines))
	}
	all := map[string]string{}
	for _, one := range r.Lines {
		own := *one
		own.Seconds = 0
		line, err := json.Marshal(own)
		if err != nil {
			t.Fatal(err)
		}
		all[one.Case] = string(line)
	}
	return all
}

// TestKilled kills a suite twenty times, after a random number of results, and goes on with it each time: the results are those
// of a suite that nobody disturbs, nothing that was finished is run again, and nothing is lost.
func TestKilled(t *testing.T) {
	const kills = 20
	binary, dir := ownBinary(t), t.TempDir()
	for k := range 5 * kills {
		text := fmt.Sprintf("def f (x : int) = x + %d\nf(%d) / %d\n", k, k, k%7)
		if err := os.WriteFile(fmt.Sprintf("%s/p%02d.fun", dir, k), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := func(out string) *exec.Cmd {
		return exec.Command(binary, "suite", dir, "--out", out, "--resume", "--threads", "2")
	}
	whole, part := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "part")
	command(whole).Run() // with status 1: some of the programs are wrong
	want := verdicts(t, whole)
	if len(want) != 5*kills {
		t.Fatalf("%d results", len(want))
	}
	draw := rand.New(rand.NewPCG(1, 2))
	killed, before := 0, map[string]string{}
	for killed < kills {
		cmd := command(part)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for aim := len(before) + draw.IntN(4); ; {
			text, _ := os.ReadFile(part)
			if bytes.Count(text, []byte("\n"))-1 >= aim {
				break
			}
			time.Sleep(time.Millisecond)
			select {
			case err := <-ended:
				t.Fatalf("it ended after %d kills: %v", killed, err)
			default:
			}
		}
		time.Sleep(time.Duration(draw.IntN(3000)) * time.Microsecond)
		cmd.Process.Kill()
		<-ended
		killed++
		text, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		if k := bytes.LastIndexByte(text, '\n'); k >= 0 && k+1 < len(text) {
			t.Logf("kill %d cut a line off", killed)
		}
		if bytes.Count(text, []byte("\n")) == 0 {
			continue
		}
		now := verdicts(t, part)
		for name, line := range before {
			if now[name] != line {
				t.Fatalf("after kill %d the result of %s is %s, and was %s", killed, name, now[name], line)
			}
		}
		before = now
	}
	if len(before) == 0 || len(before) == len(want) {
		t.Fatalf("%d of %d cases were done after %d kills: the test tells nothing", len(before), len(want), kills)
	}
	command(part).Run()
	if got := verdicts(t, part); !maps.Equal(got, want) {
		t.Errorf("%d results, and they differ from the %d of a suite that was not killed", len(got), len(want))
	}
}

// TestInterrupted sends Ctrl-C to a suite: it says what is finished, keeps it, and goes on with the rest.
func TestInterrupted(t *testing.T) {
	binary, dir, out := ownBinary(t), t.TempDir(), filepath.Join(t.TempDir(), "out")
	for k := range 60 {
		if err := os.WriteFile(fmt.Sprintf("%s/p%02d.fun", dir, k), fmt.Appendf(nil, "def f (x : int) = x + %d\n", k), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(binary, "suite", dir, "--out", out, "--threads", "1")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for text := []byte(nil); bytes.Count(text, []byte("\n")) < 3; text, _ = os.ReadFile(out) {
		time.Sleep(time.Millisecond)
	}
	cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, said.String())
	}
	done := verdicts(t, out)
	if want := fmt.Sprintf("60 cases: %d proved, %d not run\nstopped\n", len(done), 60-len(done)); said.String() != want {
		t.Errorf("%s, wanted %s", said.String(), want)
	}
	text, err := exec.Command(binary, "suite", dir, "--out", out, "--resume").CombinedOutput()
	if want := fmt.Sprintf("%d of 60 cases done before\n60 cases: 60 proved\n", len(done)); err != nil || string(text) != want {
		t.Errorf("%v\n%s, wanted %s", err, text, want)
	}
	verdicts(t, out)
}

// BenchmarkSuite measures all dumps, steps and recorded inputs of the corpus, without its mutants.
func BenchmarkSuite(b *testing.B) {
	binary, dir := ownBinary(b), corpus.Unpack(b)
	if err := os.RemoveAll(filepath.Join(dir, "mutants")); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		cmd := exec.Command(binary, "suite", dir)
		text, _ := cmd.Output() // with status 1 or 3, if not all is as wanted
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		b.Log(lines[len(lines)-1])
		b.ReportMetric(float64(cmd.ProcessState.UserTime().Seconds()), "cpu-s") // of the suite and its workers
	}
}

// TestSameVerdicts compares each verdict of a suite with that of the single command: the exit status, and the words of its
// object. It takes some dumps, examples and mutants, or many with -more.
func TestSameVerdicts(t *testing.T) {
	binary, dir, from := ownBinary(t), t.TempDir(), corpus.Unpack(t)
	programs := []string{"swap_two", "branch_layout", "while_halve", "two_entries"}[:testkit.Sample(1, 4)]
	for _, pattern := range []string{"PROGRAM.s0[0-2]*.fut_seq_mem", "PROGRAM.final.fut_seq_mem", "PROGRAM.fut", "PROGRAM.inputs.json", "mutants/branch_layout.MUT0[1-2].fut_seq_mem"} {
		for _, p := range programs {
			files, _ := filepath.Glob(filepath.Join(from, strings.ReplaceAll(pattern, "PROGRAM", p)))
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	said, _ := exec.Command(binary, "suite", dir, "--out", out, "--tests", "20").CombinedOutput()
	r, err := suite.ReadResults(out)
	if err != nil {
		t.Fatal(err, string(said))
	}
	t.Chdir(dir)
	count := map[suite.Verdict]int{}
	for k, one := range r.Lines {
		if one.Args[0] == "run" && k%10 != 0 { // what a run gives is compared with values, and that is all
			continue
		}
		count[one.Verdict]++
		var b bytes.Buffer
		input := ""
		for form, text := range map[string]func(string) string{"%s": strings.Clone, "%b": strings.NewReplacer(`\n`, "\n").Replace} {
			if _, quoted, ok := strings.Cut(one.Again, "printf "+form+" "); ok {
				input, _, _ = strings.Cut(quoted, " | funmem")
				input = text(strings.Trim(input, "'"))
			}
		}
		st, o := cli.Streams{In: strings.NewReader(input), Out: &b, Err: &b}, options()
		status := cli.Report(st, o, perform(st, o, append(slices.Clone(one.Args), "--json")))
		var object struct {
			ValidStatus suite.Verdict
			TypeErrors  []any
			Error       struct{ Kind string }
		}
		if err := json.NewDecoder(&b).Decode(&object); err != nil {
			t.Fatal(one.Case, err)
		}
		want := object.ValidStatus
		switch {
		case len(object.TypeErrors) > 0 || object.Error.Kind == "type" || object.Error.Kind == "syntax":
			want = suite.IllTyped
		case one.Args[0] == "run" && status == 0:
			want = suite.Tested
		case status == 3 || object.Error.Kind == "usage":
			want = suite.Unknown
		case status == 1:
			want = suite.Refuted
		}
		if one.Verdict != want || one.Status != status {
			t.Errorf("%s: %s with status %d, and the command gives %s with status %d", one.Case, one.Verdict, one.Status, want, status)
		}
	}
	if count[suite.Tested]+count[suite.Proved] < 5 || count[suite.Refuted] == 0 {
		t.Errorf("verdicts: %v", count)
	}
	t.Log(count)
}
