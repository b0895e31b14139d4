package repl

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"funmem/eval/engine"
)

// TestExamplesInComments runs the examples of all programs under both semantics
// and three schedules.
func TestExamplesInComments(t *testing.T) {
	var files []string
	err := filepath.WalkDir("../examples", func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".fun") && filepath.Dir(path) == filepath.Join("..", "examples") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range []string{"value", "heap"} {
		for _, order := range []string{"forward", "reverse", "random:3"} {
			for _, path := range files {
				o := &Options{Settings: Defaults()}
				o.Settings.Engine = name
				if o.Settings.Schedule, err = engine.ParseSchedule(order); err != nil {
					t.Fatal(err)
				}
				var out, errs bytes.Buffer
				err := Test(context.Background(), Streams{Out: &out, Err: &errs}, o, []string{path})
				if err != nil || !strings.Contains(out.String(), "passed, 0 failed") {
					t.Errorf("%s, %s, %s: %v\n%s%s", path, name, order, err, &out, &errs)
				}
			}
		}
	}
}
