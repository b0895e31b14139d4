package repl

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// TestExamplesInComments runs the examples in the programs of examples/ on all engines and under
// three schedules. Those of the figures and of the wrong programs run under the value semantics
// only.
func TestExamplesInComments(t *testing.T) {
	for _, name := range []string{"value", "heap", "imp"} {
		for _, order := range []string{"forward", "reverse", "random:3"} {
			passExamples(t, "../examples/*.fun", name, order)
		}
	}
	passExamples(t, "../examples/figures/*.fun", "value", "forward")
	passExamples(t, "../examples/wrong/*.fun", "value", "forward")
}

// passExamples runs the examples of files. Each file must have some, except those that are only
// validated.
func passExamples(t *testing.T, pattern, name, order string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n-- > ") && strings.Contains(string(text), "-- before: ") {
			continue // a program of functions, for validate
		}
		o := &cli.Options{Settings: session.Defaults()}
		o.Settings.Engine = name
		if o.Settings.Schedule, err = engine.ParseSchedule(order); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		err = Test(context.Background(), cli.Streams{Out: &out, Err: &errs}, o, []string{path})
		if err != nil || !strings.Contains(out.String(), "passed, 0 failed") {
			t.Errorf("%s, %s, %s: %v\n%s%s", path, name, order, err, &out, &errs)
		}
	}
}
