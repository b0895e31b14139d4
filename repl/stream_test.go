package repl

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"funmem/eval/data"
	"funmem/eval/engine"
	"funmem/repl/cli"
	"funmem/repl/view"
)

// interrupting is a writer that stops the work when the first piece is written.
type interrupting struct {
	stop  context.CancelFunc
	bytes int
}

func (w *interrupting) Write(text []byte) (int, error) {
	w.stop()
	w.bytes += len(text)
	return len(text), nil
}

// TestStopped checks that Ctrl-C is reported in JSON too.
func TestStopped(t *testing.T) {
	var out, errs strings.Builder
	status := cli.Report(cli.Streams{Out: &out, Err: &errs}, &cli.Options{JSON: true}, &engine.Interrupted{})
	if status != 1 || errs.String() != "stopped\n" || out.String() != `{"error":{"kind":"stopped","message":"evaluation stopped"}}`+"\n" {
		t.Error(status, errs.String(), out.String())
	}
}

// TestInterruptedPrinting checks that Ctrl-C ends the printing of long arrays.
func TestInterruptedPrinting(t *testing.T) {
	c, _ := consoleFor()
	long, rows := valueOf(t, c, "iota 200000"), valueOf(t, c, "kernel i <= 2, j <= 100000 do i * j")
	for name, print := range map[string]func(ctx context.Context, w io.Writer) error{
		"long": func(ctx context.Context, w io.Writer) error { return view.Show(ctx, w, long, 0) },
		"rows": func(ctx context.Context, w io.Writer) error { return view.Show(ctx, w, rows, 0) },
		"json": func(ctx context.Context, w io.Writer) error {
			return view.Stream(ctx, w, func(w *bufio.Writer) error { return data.WriteJSON(w, rows) })
		},
	} {
		ctx, stop := context.WithCancel(t.Context())
		w := &interrupting{stop: stop}
		var stopped *engine.Interrupted
		if err := print(ctx, w); !errors.As(err, &stopped) || w.bytes > 1<<18 {
			t.Errorf("%s: %d bytes after it was stopped, %v", name, w.bytes, err)
		}
	}
}
