package elab_test

import (
	"fmt"
	"runtime"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// TestManyDefinitions: a definition takes hardly more memory, and so hardly more time, in a
// session with many definitions than in one with few. A copy of all names would take hundreds of
// times as much.
func TestManyDefinitions(t *testing.T) {
	s, made := elab.NewSession(nil), 0
	taken := func(n int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			text := fmt.Sprintf("def f_%d (x : int) : int = x + %d\nlet x_%d = %d", made, made, made, made)
			made++
			p, err := syntax.Parse(diag.NewSource("line", text))
			if err == nil {
				_, err = s.Program(p)
			}
			if err != nil {
				t.Fatal(err)
			}
			s = s.Snapshot()
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	few := taken(256)
	taken(4096)
	if many := taken(256); many > 5*few {
		t.Errorf("256 definitions take %d bytes at first and %d bytes later", few, many)
	} else {
		t.Logf("%d bytes, then %d", few, many)
	}
}
