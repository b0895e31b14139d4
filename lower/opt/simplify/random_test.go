package simplify_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// TestRandomPrograms simplifies random programs of Fun, before and after they get
// memory, and compares each stage with the one before it.
func TestRandomPrograms(t *testing.T) {
	passtest.Check(t, 100, func(rt *rapid.T) {
		p := passtest.Random(rt)
		list := rapid.SampledFrom([]string{"simplify", "introduce,simplify", "simplify,introduce,simplify"}).Draw(rt, "passes")
		if _, err := p.Run(list, 3); err != nil {
			text := ""
			if f, ok := err.(*pass.Failed); ok {
				text = f.Before.Text + "\n=>\n" + f.After.Text
			}
			rt.Fatalf("%v\n%s", err, text)
		}
	})
}

// TestExact: with exact=yes, a program is stuck after the pass if and only if it was stuck before, and has the same values
// otherwise. So it is with the fusion before it, and with memory.
func TestExact(t *testing.T) {
	stuck := 0
	passtest.Check(t, 300, func(rt *rapid.T) {
		text := passtest.Stuck(rt)
		p := passtest.Parse(t, "stuck", text)
		list := rapid.SampledFrom([]string{"simplify:exact=yes", "fuse:exact=yes,simplify:exact=yes"}).Draw(rt, "passes")
		s := p.Last(t, list, 0)
		run := func(q *syntax.Program) ([]value.Val, error) {
			v, err := value.New(engine.Options{}).Run(context.Background(), q)
			var d *diag.Diagnostic
			if err != nil && !errors.As(err, &d) {
				rt.Fatal(err)
			}
			return v, err
		}
		before, wrong := run(p.Core)
		after, err := run(s.Program)
		if (wrong == nil) != (err == nil) || err == nil && !reflect.DeepEqual(before, after) {
			rt.Fatalf("%s\nbefore: %v, %v\nafter: %v, %v\n%s", text, before, wrong, after, err, s.Text)
		}
		if wrong != nil {
			stuck++
		}
	})
	if stuck < 15 {
		t.Errorf("%d programs are stuck", stuck)
	}
}
