package fuse_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/semantics/diag"

	"pgregory.net/rapid"
)

// TestExact: with exact=yes, a program is stuck after the pass if and only if it was stuck before, and has the same
// values otherwise.
func TestExact(t *testing.T) {
	stuck, fused := 0, 0
	passtest.Check(t, 400, func(rt *rapid.T) {
		text := passtest.Stuck(rt)
		p := passtest.Parse(t, "stuck", text)
		s := p.Last(t, "fuse:exact=yes", 0)
		run := func(k int) ([]value.Val, error) {
			q := p.Core
			if k == 1 {
				q = s.Program
			}
			v, err := value.New(engine.Options{}).Run(context.Background(), q)
			var d *diag.Diagnostic
			if err != nil && !errors.As(err, &d) {
				rt.Fatal(err)
			}
			return v, err
		}
		before, wrong := run(0)
		after, err := run(1)
		if (wrong == nil) != (err == nil) || err == nil && !reflect.DeepEqual(before, after) {
			rt.Fatalf("%s\nbefore: %v, %v\nafter: %v, %v\n%s", text, before, wrong, after, err, s.Text)
		}
		if wrong != nil {
			stuck++
		}
		if len(s.Notes) > 0 && s.Notes[0].Done {
			fused++
		}
	})
	t.Logf("%d stuck, something removed in %d", stuck, fused)
	if stuck < 20 || fused < 20 {
		t.Errorf("of 400 programs %d are stuck, and in %d something was removed", stuck, fused)
	}
}
