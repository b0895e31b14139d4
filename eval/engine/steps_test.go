package engine

import (
	"context"
	"errors"
	"testing"
)

// TestSteps: a context ends after its steps and stays ended, or ends with the surrounding
// context.
func TestSteps(t *testing.T) {
	s := WithSteps(context.Background(), 3)
	b := NewBudget(s, 0)
	for k := range 3 {
		if err := b.Poll(); err != nil || s.Over() {
			t.Fatal(k, err)
		}
	}
	var stop *Interrupted
	if err := b.Poll(); !errors.As(err, &stop) || !s.Over() || s.Err() != ErrSteps {
		t.Error(err, s.Over())
	}
	ctx, cancel := context.WithCancel(context.Background())
	s = WithSteps(ctx, 100)
	if s.Take(99) != nil || s.Over() {
		t.Error("after 99 steps")
	}
	if cancel(); s.Err() != context.Canceled || s.Over() {
		t.Error("an ended context counts as steps")
	}
}
