package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"funmem/eval/verdict"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// TestStarved checks that in every sub-command the verdict is unknown when work ends for lack of memory, unless the
// program was already found to be wrong.
func TestStarved(t *testing.T) {
	hungry := func(before func(context.Context)) cli.Body {
		return func(ctx context.Context, st cli.Streams, o *cli.Options, args []string) error {
			before(ctx)
			var held [][]byte
			for ctx.Err() == nil {
				held = append(held, make([]byte, 1<<20))
			}
			return verdict.Poll(ctx)()
		}
	}
	for _, c := range []struct {
		name    string
		before  func(context.Context)
		status  int
		verdict string
		says    string
	}{
		{"nothing was found", func(context.Context) {}, 3, "unknown", "unknown: ended for want of memory: this needs "},
		{"it was refuted", verdict.Refute, 1, "invalid", "invalid: the program is wrong; what was left to say of it was ended for want of memory: this needs "},
	} {
		o := &cli.Options{Settings: session.Defaults(), JSON: true}
		o.Memory = 64 << 20
		var out, errs bytes.Buffer
		st := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		err := cli.Perform(t.Context(), hungry(c.before), st, o, nil)
		if status := cli.Report(st, o, err); status != c.status {
			t.Errorf("%s: exit status %d", c.name, status)
		}
		if !strings.HasPrefix(errs.String(), c.says) {
			t.Errorf("%s: %s", c.name, errs.String())
		}
		var all map[string]any
		if err := json.Unmarshal(out.Bytes(), &all); err != nil {
			t.Fatal(err)
		}
		if all["verdict"] != c.verdict {
			t.Errorf("%s: %s", c.name, out.String())
		}
		ok, said := all["ok"]
		if _, valid := all["valid"]; valid || said != (c.status == 1) || said && ok != false {
			t.Errorf("%s: %s", c.name, out.String())
		}
	}
	// a run that the user stops has no verdict
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if status := cli.PrintError(io.Discard, diag.Plain, verdict.Poll(ctx)()); status != 1 {
		t.Errorf("stopped: exit status %d", status)
	}
}
