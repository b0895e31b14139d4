package repl

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/internal/testkit"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// TestLibraryExamples runs the examples of the library on all engines, under three schedules;
// without -more, under one schedule in each engine.
func TestLibraryExamples(t *testing.T) {
	for k, name := range []string{"value", "heap", "imp"} {
		for n, order := range []string{"forward", "reverse", "random:3"} {
			if n != k && !testkit.More() {
				continue
			}
			o := &cli.Options{Settings: session.Defaults()}
			o.Settings.Engine = name
			var err error
			if o.Settings.Schedule, err = engine.ParseSchedule(order); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			err = Test(context.Background(), cli.Streams{Out: &out, Err: &errs}, o, []string{"std"})
			if err != nil || !strings.Contains(out.String(), "passed, 0 failed") {
				t.Errorf("%s, %s: %v\n%s%s", name, order, err, &out, &errs)
			}
		}
	}
}
