package passtest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/lower/pass"
)

// TestLimited: a run that takes too many steps ends, and the cause is reported. Other runs are left alone.
func TestLimited(t *testing.T) {
	if _, err := Limited(func(context.Context) ([]*pass.Stage, error) { return nil, nil }); err != nil {
		t.Error(err)
	}
	_, err := Limited(func(ctx context.Context) ([]*pass.Stage, error) {
		b := engine.NewBudget(ctx, 0)
		if err := b.Spend(mostPolls); err != nil {
			return nil, err
		}
		return nil, b.Poll()
	})
	if !errors.Is(err, engine.ErrSteps) || !strings.HasPrefix(err.Error(), "stopped: ") {
		t.Error(err)
	}
}
