package suite

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"funmem/internal/fakefuthark"
)

// TestMain is a worker if a Runner of these tests starts it. Its command lines name what becomes of them. As futhark it plays
// that compiler.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "futhark" {
		fakefuthark.Main()
	}
	if os.Getenv("SUITE_CHILD") == "" {
		os.Exit(m.Run())
	}
	var count atomic.Int64
	err := Serve(context.Background(), os.Stdin, os.Stdout, 1<<30, func(_ context.Context, j Job, out, errs io.Writer) (int, bool) {
		args := j.Args
		n := count.Add(1)
		if args[0] == "validate" {
			status, text := stageAnswer(args[1], args[2])
			fmt.Fprint(out, text)
			fmt.Fprint(errs, "said")
			return status, false
		}
		switch args[1] {
		case "crash":
			go panic("oh no")
			select {}
		case "stack":
			debug.SetMaxStack(64 << 20)
			var f func(n int) int
			f = func(n int) int { return f(n+1) + f(n+2) }
			f(0)
		case "memory":
			var all [][]byte
			for {
				all = append(all, make([]byte, 256<<20)) // which is not touched: the bound is on the address space
			}
		case "edit":
			os.WriteFile("edited", []byte(fmt.Sprint(n)), 0o666)
			fmt.Fprint(out, `{"ok":true,"validStatus":"proved"}`)
		case "exit":
			os.Exit(7)
		case "forever":
			select {}
		case "long":
			for range 70 {
				out.Write(make([]byte, 1<<20))
			}
		case "last":
			fmt.Fprintf(out, `{"ok":true,"validStatus":"tested","number":%d}`, n)
			return 0, true
		case "cat":
			fmt.Fprintf(out, `{"results":[{"type":"int","value":%s}]}`, j.Stdin)
		case "echo":
			fmt.Fprint(out, j.Stdin)
		case "silent":
			if slices.Contains(args, "--json") {
				fmt.Fprint(out, `{"results":[]}`)
			}
		case "stuck":
			fmt.Fprint(out, `{"error":{"kind":"stuck","message":"oh"}}`)
			return 1, false
		case "wrong":
			fmt.Fprint(out, `{"ok":false,"validStatus":"refuted","messages":[{"kind":"invalid","rule":"E-X","message":"two values","at":"a.fun:3:4"}]}`)
			return 1, false
		default:
			fmt.Fprint(out, `{"ok":true,"validStatus":"proved"}`)
		}
		return 0, false
	})
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// stageAnswer is the answer about two stages, which their names tell.
func stageAnswer(before, after string) (status int, object string) {
	ill := `"kind":"type","message":"no type","at":"%s:1:2"`
	switch {
	case strings.HasPrefix(before, "broken"):
		return 2, fmt.Sprintf(`{"error":{`+ill+`}}`, before)
	case strings.HasPrefix(after, "ill"):
		return 1, fmt.Sprintf(`{"verdict":"ill-typed","validStatus":"refuted","typeErrors":[{`+ill+`}]}`, after)
	case strings.HasPrefix(after, "bad"):
		return 1, fmt.Sprintf(`{"validStatus":"refuted","subjects":[{"messages":[{"kind":"invalid","message":"two values","at":"%s:3:4"}]}]}`, after)
	case strings.HasPrefix(after, "unknown"):
		return 3, `{"verdict":"unknown"}`
	}
	return 0, `{"ok":true,"validStatus":"tested"}`
}

// runner starts the test binary as a worker.
func runner(t *testing.T, jobs int) *Runner {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &Runner{Command: []string{self}, Env: []string{"SUITE_CHILD=1"}, Dir: t.TempDir(), Jobs: jobs, Time: time.Hour}
}

// ran runs cases and returns their results by name. No case may have two.
func ran(t *testing.T, r *Runner, cases []*Case) map[string]*Result {
	got := map[string]*Result{}
	if err := r.Run(t.Context(), cases, func(one *Result) error {
		if got[one.Case] != nil {
			t.Errorf("%s has two results", one.Case)
		}
		got[one.Case] = one
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestBlowUp checks that a case that ends its process is unknown, and says how, and that all others have their verdicts.
func TestBlowUp(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		var cases []*Case
		for k, what := range []string{"fine", "crash", "wrong", "exit", "fine", "stack", "fine", "memory", "last", "long", "fine", "last", "wrong"} {
			cases = append(cases, &Case{Name: fmt.Sprint(k, " ", what), Args: []string{"check", what}})
		}
		got := ran(t, runner(t, jobs), cases)
		if len(got) != len(cases) {
			t.Errorf("%d of %d cases have results", len(got), len(cases))
		}
		for _, one := range got {
			_, what, _ := strings.Cut(one.Case, " ")
			want := map[string]string{
				"fine": "proved", "last": "tested", "wrong": "refuted a.fun:3:4: two values [E-X]",
				"crash": "unknown its process ended: exit status 2: panic: oh no", "exit": "unknown its process ended: exit status 7",
				"stack": "unknown its process ran out of stack", "memory": "unknown its process ran out of memory", "long": "unknown it printed more than 67108864 bytes",
			}[what]
			found := strings.TrimSpace(string(one.Verdict) + " " + one.Why)
			if what == "stack" && found == "unknown its process ran out of memory" { // whichever bound is reached first
				continue
			}
			if found != want || one.OK != (what == "fine" || what == "last") {
				t.Errorf("%d at a time, %s: %s, ok: %t; wanted %s", jobs, one.Case, found, one.OK, want)
			}
			if one.Again != "cd "+childLine(one)+" && funmem check "+what {
				t.Errorf("%s: again: %s", one.Case, one.Again)
			}
		}
	}
}

// childLine is the folder that the command to repeat a case begins with.
func childLine(one *Result) string {
	dir, _, _ := strings.Cut(strings.TrimPrefix(one.Again, "cd "), " && ")
	return dir
}

// TestTime checks that a case that takes too long is unknown, and the one after it is not.
func TestTime(t *testing.T) {
	r := runner(t, 1)
	r.Time = 2 * time.Second
	got := ran(t, r, []*Case{{Name: "a", Args: []string{"check", "forever"}}, {Name: "b", Args: []string{"check", "fine"}}})
	if a := got["a"]; a.Verdict != Unknown || a.Why != "it took longer than 2s" || a.OK || a.Status != -1 {
		t.Errorf("%+v", a)
	}
	if b := got["b"]; b.Verdict == Unknown && b.Why != "it took longer than 2s" { // a busy machine
		t.Errorf("%+v", b)
	}
}

// TestStop checks that a suite that is stopped has results of what was finished, and of nothing else.
func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	cases := []*Case{{Name: "a", Args: []string{"check", "fine"}}, {Name: "b", Args: []string{"check", "forever"}}, {Name: "c", Args: []string{"check", "fine"}}}
	var names []string
	err := runner(t, 1).Run(ctx, cases, func(one *Result) error {
		names = append(names, one.Case)
		time.AfterFunc(50*time.Millisecond, stop)
		return nil
	})
	if err == nil || !slices.Equal(names, []string{"a"}) {
		t.Errorf("%v, %v", names, err)
	}
}

// TestChanged: a file that changes after the beginning leaves the case unknown, and --resume runs it again. A verdict would be
// about a text that is not the one of the header, by which merge knows the suite.
func TestChanged(t *testing.T) {
	r := runner(t, 1)
	if err := os.WriteFile(filepath.Join(r.Dir, "edited"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	cases := []*Case{
		{Name: "a", Args: []string{"check", "edit"}, Files: []string{"edited"}}, {Name: "b", Args: []string{"check", "fine"}, Files: []string{"edited"}},
		{Name: "c", Args: []string{"check", "fine"}},
	}
	h := NewHeader(r.Dir, r.Version, cases, Shard{}, nil)
	got := ran(t, r, cases)
	for _, name := range []string{"a", "b"} {
		if one := got[name]; one.Verdict != Unknown || one.OK || one.Why != "a file of it has changed since the suite began" {
			t.Errorf("%+v", one)
		}
	}
	if one := got["c"]; one.Verdict != Proved || !one.OK {
		t.Errorf("%+v", one)
	}
	path := filepath.Join(t.TempDir(), "out")
	f, err := Create(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if err := f.Add(got[c.Name]); err != nil {
			t.Fatal(err)
		}
	}
	f.Close()
	h = NewHeader(r.Dir, r.Version, cases, Shard{}, nil)
	f, left, err := Resume(path, h, r.Dir, cases)
	if err != nil || len(left) != 2 {
		t.Fatalf("%d cases run again, wanted 2: %v", len(left), err)
	}
	f.Close()
}

// TestStart checks that a worker that cannot be started makes its cases unknown.
func TestStart(t *testing.T) {
	r := runner(t, 1)
	r.Command = []string{"/nosuch/program"}
	got := ran(t, r, []*Case{{Name: "a", Args: []string{"check", "fine"}}})
	if a := got["a"]; a.Verdict != Unknown || !strings.HasPrefix(a.Why, "its process could not be started: ") {
		t.Errorf("%+v", a)
	}
}

// TestValues compares what a run gives with what is expected of it.
func TestValues(t *testing.T) {
	for _, c := range []struct{ text, wants, want string }{
		{"[1,2]", "[1i32, 2i32]", "tested"},
		{"[1,2]", "[1i32, 3i32]", "refuted result 1[2] is 2, wanted 3"},
		{"[1,2]", "[1i32]", "refuted result 1, its length, is 2, wanted 1"},
		{"[1]", "[1i32, 2i32]", "refuted result 1, its length, is 1, wanted 2"},
		{"[[1],[2]]", "[[1i32], [4i32]]", "refuted result 1[2][1] is 2, wanted 4"},
		{"7", "7 8", "refuted it has 1 result, wanted 2"},
		{"7", "[7]", "refuted result 1 is 7, wanted [7]"},
		{"1000", "1001", "refuted result 1 is 1000, wanted 1001"},
		{"1", "true", "tested"},
		{"7", "7 (", "unknown the expected values cannot be read: "},
	} {
		one := &Case{Name: c.text, Args: []string{"run", "cat"}, Stdin: c.text, Want: Want{Values: &Values{Text: c.wants, Near: true}}, Files: []string{"cat"}}
		r := ran(t, runner(t, 1), []*Case{one})[c.text]
		why := r.Why
		if r.Verdict == Refuted {
			why = strings.TrimPrefix(why, "cat: ")
		}
		got := strings.TrimSpace(string(r.Verdict) + " " + why)
		if got != c.want && !(strings.HasSuffix(c.want, ": ") && strings.HasPrefix(got, c.want)) {
			t.Errorf("%s against %s: %s, wanted %s", c.text, c.wants, got, c.want)
		}
		if r.OK != (r.Verdict == Tested) {
			t.Errorf("%s against %s: ok: %t", c.text, c.wants, r.OK)
		}
	}
}
