package repl

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/repl/cli"
	"funmem/repl/session"
)

// stopper is an output that stops the running work when a given text is written to it.
type stopper struct {
	strings.Builder
	at   string
	stop func()
}

func (s *stopper) Write(text []byte) (int, error) {
	n, err := s.Builder.Write(text)
	if strings.Contains(s.String(), s.at) {
		s.stop()
	}
	return n, err
}

// TestPassesTell checks that what a pass did is reported before the later passes are done.
func TestPassesTell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "squares.fun")
	if err := os.WriteFile(path, []byte("map (\\a -> a * a) (iota 9)"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, check := range []bool{false, true} {
		ctx, stop := context.WithCancel(context.Background())
		errs := &stopper{at: "\nintroduce: ", stop: stop}
		o := &cli.Options{Settings: session.Defaults(), Passes: "introduce,simplify,hoist", Check: check}
		err := cli.Lower(ctx, cli.Streams{Out: &strings.Builder{}, Err: errs}, o, []string{path})
		if stopped := (*engine.Interrupted)(nil); !errors.As(err, &stopped) {
			t.Errorf("check %v: %v", check, err)
		}
		if got := errs.String(); !strings.HasPrefix(got, "source\nintroduce: ") || strings.Contains(got, "hoist") {
			t.Errorf("check %v: it said\n%s", check, got)
		}
	}
}
