package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestTerminated sends the workers of a suite what a scheduler or a terminal sends to all processes of a task: they go on with
// their cases. If one ended before the suite does, the suite could write that its case died, and --resume would keep that.
func TestTerminated(t *testing.T) {
	binary, dir, out := ownBinary(t), t.TempDir(), filepath.Join(t.TempDir(), "out")
	for name, n := range map[string]int{"a": 1, "b": 100_000_000} {
		text := fmt.Sprintf("def f (n : int) : int = loop (a = 0) for i <= n do a + i * a\nf(%d)\n", n)
		if err := os.WriteFile(filepath.Join(dir, name+".fun"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(binary, "suite", dir, "--out", out, "--threads", "1", "--time", "1h")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for text := []byte(nil); bytes.Count(text, []byte("\n")) < 2; text, _ = os.ReadFile(out) {
		time.Sleep(time.Millisecond)
	}
	sent := 0
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", cmd.Process.Pid))
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		for _, word := range strings.Fields(string(text)) {
			if worker, err := strconv.Atoi(word); err == nil {
				for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
					syscall.Kill(worker, s)
					sent++
				}
			}
		}
	}
	if err := cmd.Wait(); err != nil || !strings.HasSuffix(said.String(), "2 cases: 2 proved\n") {
		t.Errorf("%v\n%s", err, said.String())
	}
	if sent == 0 {
		t.Error("there was no worker to send a signal to")
	}
}
