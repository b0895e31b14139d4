package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain is sbatch or squeue if these tests start it under that name. The folder FAKE_SLURM says what happens: sbatch makes the
// files of the tasks, except those that a file lose-N names for its Nth call.
func TestMain(m *testing.M) {
	dir := os.Getenv("FAKE_SLURM")
	switch filepath.Base(os.Args[0]) {
	case "sbatch":
		os.Exit(sbatch(dir))
	case "squeue":
		text, err := os.ReadFile(filepath.Join(dir, "queue"))
		os.Remove(filepath.Join(dir, "queue")) // at the next look they have ended
		fmt.Print(string(text))
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		if deafFor := filepath.Join(dir, "deaf"); err == nil && os.Remove(deafFor) == nil {
			fmt.Fprintln(os.Stderr, "slurm_load_jobs error: Unable to contact slurm controller")
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func sbatch(dir string) int {
	calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
	text := string(calls) + strings.Join(os.Args[1:], " ") + "\n"
	if os.WriteFile(filepath.Join(dir, "calls"), []byte(text), 0o666) != nil {
		return 1
	}
	n := strings.Count(text, "\n")
	lose, _ := os.ReadFile(fmt.Sprintf("%s/lose-%d", dir, n))
	if string(lose) == "refuse" {
		fmt.Fprintln(os.Stderr, "sbatch: error: invalid partition")
		return 1
	}
	array, _, _ := strings.Cut(strings.TrimPrefix(os.Args[2], "--array="), " ")
	var queue string
	for _, part := range strings.Split(array, ",") {
		var from, to int
		if k, _ := fmt.Sscanf(part, "%d-%d", &from, &to); k < 2 {
			to = from
		}
		for task := from; task <= to; task++ {
			queue += fmt.Sprintf("%d %d R\n99 %d R\n", 40+n, task, task)
			if !slices.Contains(strings.Fields(string(lose)), fmt.Sprint(task)) {
				os.WriteFile(fmt.Sprintf("%s/task-%d", dir, task), nil, 0o666)
			}
		}
	}
	os.WriteFile(filepath.Join(dir, "queue"), []byte(queue), 0o666)
	fmt.Printf("%d;cluster\n", 40+n)
	return 0
}

// fake puts sbatch and squeue, which are these tests, on the path, and returns their folder.
func fake(t *testing.T, has ...string) string {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range has {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	t.Setenv("PATH", dir)
	t.Setenv("FAKE_SLURM", dir)
	return dir
}

func array(dir string, tasks int) (*Array, *[]string) {
	var said []string
	return &Array{
		Script: "script.sh", Tasks: tasks, Options: []string{"--partition=p"}, Poll: time.Millisecond,
		Done: func(task int) bool { _, err := os.Stat(fmt.Sprintf("%s/task-%d", dir, task)); return err == nil },
		Say:  func(text string) { said = append(said, text) },
	}, &said
}

// TestLostTasks: what was lost is submitted again, alone, and what is done is not.
func TestLostTasks(t *testing.T) {
	dir := fake(t, "sbatch", "squeue")
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("task-2", "")
	put("lose-1", "4 5 6 9")
	put("lose-2", "5")
	put("deaf", "")
	a, said := array(dir, 9)
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
	want := "--parsable --array=1,3-9 --partition=p script.sh\n--parsable --array=4-6,9 --partition=p script.sh\n--parsable --array=5 --partition=p script.sh\n"
	if string(calls) != want {
		t.Errorf("%s, wanted %s", calls, want)
	}
	for _, text := range []string{"job 41: tasks 1,3-9", "lost: tasks 4-6,9", "job 42: 3 of 4 tasks done", "lost: tasks 5", "job 43: 1 of 1 tasks done"} {
		if !slices.Contains(*said, text) {
			t.Errorf("%q does not say %s", *said, text)
		}
	}
	if err := a.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if again, _ := os.ReadFile(filepath.Join(dir, "calls")); string(again) != want {
		t.Errorf("what is done is submitted: %s", again)
	}
}

// TestGivesUp: a task that never leaves a file is an error, and so is what sbatch refuses, or a command that is not there.
func TestGivesUp(t *testing.T) {
	dir := fake(t, "sbatch", "squeue")
	for n := range 9 {
		os.WriteFile(fmt.Sprintf("%s/lose-%d", dir, n+1), []byte("2"), 0o666)
	}
	a, _ := array(dir, 3)
	var lost *Lost
	if err := a.Run(t.Context()); !errors.As(err, &lost) || err.Error() != "tasks 2 left no results, and were submitted 4 times" {
		t.Error(err)
	}
	os.WriteFile(dir+"/lose-5", []byte("refuse"), 0o666)
	if err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "sbatch: error: invalid partition") {
		t.Error(err)
	}
	dir = fake(t, "sbatch")
	os.WriteFile(dir+"/lose-1", []byte("1"), 0o666)
	a, _ = array(dir, 3)
	if err := a.Run(t.Context()); !errors.Is(err, exec.ErrNotFound) {
		t.Error("without squeue:", err)
	}
	dir = fake(t)
	a, _ = array(dir, 3)
	if err := a.Run(t.Context()); !errors.Is(err, exec.ErrNotFound) {
		t.Error("without sbatch:", err)
	}
}

// TestStopped: the end of the context ends the wait.
func TestStopped(t *testing.T) {
	dir := fake(t, "sbatch", "squeue")
	os.WriteFile(dir+"/lose-1", []byte("1"), 0o666)
	ctx, stop := context.WithCancel(t.Context())
	a, _ := array(dir, 1)
	a.Poll = time.Hour
	a.Say = func(text string) {
		if strings.HasSuffix(text, "tasks done") {
			stop()
		}
	}
	if err := a.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
