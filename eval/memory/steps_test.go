package memory_test

import (
	"errors"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// TestSteps: a run ends after its steps, always at the same point, and copied elements count as
// steps.
func TestSteps(t *testing.T) {
	loop := core(t, elab.NewSession(nil), "let (x : int) = loop (x : int = 0) for i <= 100 do\n  let (y : int) = x + 1\n  in (y)\nin (x)")
	copies := core(t, elab.NewSession(nil), "let (m : mem) = alloc 200000\nlet (x : [200000] @ m -> R(200000)) = iota 200000\nlet (k : mem) = alloc 200000\nlet (y : [1][200000] @ k -> R(1, 200000)) = [x]\nin (k, y)")
	takes := func(steps int64, p *syntax.Program) bool {
		_, err := memory.New(memory.Options{}).Run(engine.WithSteps(t.Context(), steps), p)
		if err != nil && !errors.Is(err, engine.ErrSteps) {
			t.Fatal(err)
		}
		return err == nil
	}
	least := int64(1)
	for !takes(least, loop) {
		least++
	}
	if least < 100 || least > 1000 || takes(least-1, loop) {
		t.Errorf("100 rounds take %d steps", least)
	}
	if takes(100_000, copies) || !takes(1_000_000, copies) {
		t.Error("200,000 elements that are made and copied do not take 100,000 to 1,000,000 steps")
	}
}
