package grade

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"funmem/internal/testkit"
)

// misbehave is what a process that grades does in tests, if the environment asks for it: what no submission should be
// able to make it do.
func misbehave(only []int) {
	what := os.Getenv("GRADE_MISBEHAVE")
	at, what, found := strings.Cut(what, " ")
	if !found || at != "all" && (len(only) == 1 && fmt.Sprint(only[0]) != at) {
		return
	}
	switch what {
	case "sleep":
		time.Sleep(15 * time.Second) // with the mistake that nothing ends it, it goes on
	case "exit":
		os.Exit(7)
	case "stack":
		fmt.Println(deeper(1))
	case "memory":
		var all [][]byte
		for {
			all = append(all, make([]byte, 64<<20))
		}
	case "open":
		if _, err := os.Open("/etc/hosts"); err == nil {
			fmt.Fprintln(os.Stderr, "a file was opened")
			os.Exit(0)
		}
		if err := exec.Command("/bin/true").Run(); err == nil {
			os.Exit(0)
		}
		os.Exit(7)
	case "talk":
		for range 2 {
			fmt.Print(strings.Repeat("x", 1<<20))
		}
	}
}

func deeper(n int) int {
	if n < 0 {
		return 0
	}
	return deeper(n+1) + n
}

// TestProcesses: whatever ends a process, there is a report that says so, and other exercises are graded.
func TestProcesses(t *testing.T) {
	all, srcs := week3(t)
	text, err := os.ReadFile("testdata/attacks/all-right.fun")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, says string
		points     string
		time       time.Duration
	}{
		{"none", "", "17", 0},
		{"1 exit", "its process ended: exit status 7", "14", 0},
		{"all exit", "its process ended: exit status 7", "0", 0},
		{"1 stack", "its process ran out of stack", "14", 0},
		{"1 memory", "its process ran out of memory", "14", 0},
		{"all open", "its process ended: exit status 7", "0", 0},
		{"all talk", "its process gave no report", "0", 0},
		{"all sleep", "it took longer than 1s", "0", time.Second},
	} {
		t.Run(c.what, func(t *testing.T) {
			if strings.HasSuffix(c.what, "memory") && runtime.GOOS != "linux" {
				t.Skip("only Linux limits the address space of a process")
			}
			t.Parallel()
			r := runner(t)
			r.Env = append(r.Env, "GRADE_MISBEHAVE="+c.what)
			if c.time > 0 {
				r.Time = c.time
			}
			report := r.one(t.Context(), all, srcs, &Submission{Name: "s.fun", Files: []File{{"s.fun", text}}}, Options{})
			if report.Points.String() != c.points || !strings.Contains(report.Text(), c.says) || report.Undecided != (c.says != "") {
				t.Errorf("want %s points, and %q:\n%s", c.points, c.says, report.Text())
			}
		})
	}
}

// TestStopped: a context ends the processes.
func TestStopped(t *testing.T) {
	all, srcs := week3(t)
	ctx, stop := context.WithCancel(t.Context())
	r := runner(t)
	r.Env = append(r.Env, "GRADE_MISBEHAVE=all sleep")
	err := r.Grade(ctx, all, srcs, 1000, func(int) *Submission {
		stop()
		return &Submission{Name: "s.fun", Files: []File{{"s.fun", nil}}}
	}, Options{}, func(*Report) error { return nil })
	if err == nil {
		t.Error("it was not stopped")
	}
}

// TestMany: a folder of many submissions is read one by one, and reported in order.
func TestMany(t *testing.T) {
	all, srcs := tasks(t, "# T\n## exercise f\n### reference\ndef f (x : int) : int = x\n### test: 1 point\n> f(1)\n1\n")
	n, reads := testkit.Sample(60, 2000), 0
	dir := t.TempDir()
	for k := range n {
		if err := os.WriteFile(fmt.Sprintf("%s/s%05d.fun", dir, k), fmt.Appendf(nil, "def f (x : int) : int = x + %d", k%2), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	err = runner(t).Grade(t.Context(), all, srcs, len(folder.Names), folder.Read, Options{}, func(r *Report) error {
		if want := fmt.Sprintf("s%05d.fun", reads); r.Name != want || r.Full() != (reads%2 == 0) {
			t.Errorf("report %d is on %s: %s", reads, r.Name, r.Points)
		}
		reads++
		return nil
	})
	if err != nil || reads != n {
		t.Errorf("%d reports of %d: %v", reads, n, err)
	}
}
