package repl

import (
	"fmt"
	"runtime"
	"testing"
)

// BenchmarkDefinitions is a session of 20,000 definitions, one in each line.
func BenchmarkDefinitions(b *testing.B) {
	for b.Loop() {
		c, out := consoleFor()
		for k := range 20_000 {
			c.Line(fmt.Sprintf("def f_%d (x : int) : int = x + %d", k, k))
		}
		if c.status != 0 {
			b.Fatal(out)
		}
	}
}

// TestDefinitions: a line in a session of many definitions takes hardly more memory, and so hardly more time, than in
// one of few: a copy of all names or values would take many times as much.
func TestDefinitions(t *testing.T) {
	for name, line := range map[string]string{"def": "def f_%d (x : int) : int = x + %d", "let": "let x_%d = %d"} {
		c, out := consoleFor()
		made := 0
		taken := func(n int) uint64 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range n {
				c.Line(fmt.Sprintf(line, made, made))
				made++
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		taken(64) // what is made once
		few := taken(256)
		taken(4096)
		many := taken(256)
		if c.status != 0 {
			t.Fatal(out)
		}
		if many > 3*few {
			t.Errorf("256 lines of %s take %d bytes at first and %d bytes later", name, few, many)
		} else {
			t.Logf("%s: %d bytes, then %d", name, few, many)
		}
	}
}
