package repl

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkDefinitions times a session of 20,000 definitions, one in each line.
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

// TestDefinitions checks that a line in a session of many definitions takes hardly more memory, and so hardly more
// time, than in a session of few. A copy of all names or values would take many times as much.
func TestDefinitions(t *testing.T) {
	for name, line := range map[string]string{
		"def": "def f_%d (x : int) : int = x + %d", "let": "let x_%d = %d", "redefined": "let x = %d + %d",
		"heap def": "def f_%d (x : int) : int = x + %d", "heap let": "let x_%d = %d", "heap array": "let x_%d = map (\\x -> x + %d) [1, 2]", "large array": "let x_%d = iota(4100 + %d)",
	} {
		c, out := consoleFor()
		many := 1500
		switch {
		case strings.HasPrefix(name, "heap"):
			c.Line(":set engine heap")
		case name == "large array":
			many = 1024
		}
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
		taken(64) // what is only made once
		few := taken(256)
		taken(many)
		later := taken(256)
		if c.status != 0 {
			t.Fatal(out)
		}
		if later > 3*few {
			t.Errorf("256 lines of %s take %d bytes at first and %d bytes later", name, few, later)
		} else {
			t.Logf("%s: %d bytes, then %d", name, few, later)
		}
	}
}
