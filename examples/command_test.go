package examples_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// ran is what a sub-command wrote, and its exit status.
type ran struct {
	out, err string
	status   int
}

// perform runs the body of a sub-command as the program does, with the default values of its flags.
func perform(body cli.Body, args []string, change func(*cli.Options)) ran {
	var out, err bytes.Buffer
	st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &err}
	o := &cli.Options{Settings: session.Defaults(), Tests: 500, Seed: 1}
	if change != nil {
		change(o)
	}
	status := cli.Report(st, o, verdict.Recovered(func() error { return body(context.Background(), st, o, args) }))
	return ran{out.String(), err.String(), status}
}

// promises checks the exit status of a run, and that its output reports no bug of ours.
func (r ran) promises(t *testing.T, status int, what string) {
	t.Helper()
	if r.status != status || strings.Contains(r.out+r.err, "bug in funmem") {
		t.Errorf("%s: exit status %d, want %d\n%s%s", what, r.status, status, r.out, r.err)
	}
}

// TestWrongCommand runs `funmem validate BEFORE WRONG` for all programs of wrong/, with the page of --html. The exit
// status must be 1, and showing the counterexample must report no bug of ours. The right twins give 0; without -full
// they see fewer inputs.
func TestWrongCommand(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	for _, file := range glob(t, "wrong/*.fun") {
		args := []string{before(t, file), file}
		perform(cli.Validate, args, func(o *cli.Options) { o.HTML = page }).promises(t, 1, "validate "+strings.Join(args, " "))
		if html, err := os.ReadFile(page); err != nil || !bytes.Contains(html, []byte("</html>")) {
			t.Errorf("%s: the page ends before its end: %v", file, err)
		}
		os.Remove(page)
	}
	for _, file := range glob(t, "right/*.fun") {
		args := []string{before(t, file), file}
		perform(cli.Validate, args, func(o *cli.Options) {
			if !*full {
				o.Tests = testkit.Sample(10, 60)
			}
		}).promises(t, 0, "validate "+strings.Join(args, " "))
	}
}

// TestWrongMoments looks at the steps of the counterexamples of wrong/. The steps of a race show both accesses, in the
// iterations that race. Those of a difference show the write that made it, or the place where it is met.
func TestWrongMoments(t *testing.T) {
	for _, file := range glob(t, "wrong/*.fun") {
		r := refuted(compare(t, sideOf(t, before(t, file)), sideOf(t, file), 150))
		traces, err := r.Explain(context.Background(), options(150), nil)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		events, stuck := 0, 0
		var above []string
		for _, s := range traces.After.Steps {
			above = append(above, s.Scope)
			switch {
			case s.Event != nil:
				events++
			case s.Stuck:
				stuck++
			}
		}
		switch r.Failure.Kind {
		case validate.Racy:
			k := slices.IndexFunc(r.Failure.Verdict.Kernels, func(k validity.Kernel) bool { return k.Race != nil })
			race := r.Failure.Verdict.Kernels[k].Race
			for _, e := range []validity.Event{race.First, race.Second} {
				if want := fmt.Sprintf("iteration %d of ", e.Iteration); events != 2 ||
					!slices.ContainsFunc(above, func(s string) bool { return strings.HasPrefix(s, want) }) {
					t.Errorf("%s: %d accesses, and no %sin %q", file, events, want, above)
				}
			}
		case validate.Stuck:
			if stuck != 1 {
				t.Errorf("%s: %d statements are stuck", file, stuck)
			}
		case validate.Invalid, validate.Overwriting:
			if events == 0 {
				t.Errorf("%s: no step shows the difference", file)
			}
		}
	}
}
