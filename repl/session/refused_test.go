package session

import (
	"context"
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/verdict"
	"funmem/semantics/diag"
)

// TestRefused checks that work which the user ended is not reported as a bug of ours, and that a
// type error is.
func TestRefused(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ended := verdict.Poll(ctx)()
	if err := refused(ended); err != ended || !errors.As(err, new(*engine.Interrupted)) {
		t.Error(err)
	}
	if l := diag.Of(refused(errors.New("it is of no type"))); l[0].Kind != diag.Bug {
		t.Error(l)
	}
}
