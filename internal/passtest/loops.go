package passtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// Loop is a loop of an example, in a call that sets the number of rounds.
type Loop struct{ File, Call string }

// Loops are loops of the examples that carry arrays.
var Loops = []Loop{
	{"sac/stencil.fun", "stencil([1, 2, 3, 4, 5], %d)"},
	{"rodinia/hotspot.fun", "hotspot(%d, temp, power)"},
	{"sac/relax.fun", "relax(%d, start(8))"},
	{"sac/relax.fun", "relaxAPL(%d, start(8))"},
	{"sac/relax.fun", "relaxed(10.0 / f64(%d), start(8))"},
	{"rodinia/pathfinder.fun", "pathfinder(grid(%d + 1, 12))"},
}

// Grows tells whether the input of the call grows with the number of rounds.
func (l Loop) Grows() bool { return strings.Contains(l.Call, "grid") }

// Of is the example with that number of rounds, and with the call in place of what it prints.
func (l Loop) Of(t testing.TB, rounds int) *Program {
	t.Helper()
	path := filepath.Join(testkit.Root(t), "examples", l.File)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	imported := ""
	for _, m := range importLine.FindAllStringSubmatch(string(text), -1) {
		imported += whole(t, filepath.Join(filepath.Dir(path), m[1]))
	}
	lines := strings.Split(imported+strings.TrimSpace(importLine.ReplaceAllString(string(text), "")), "\n")
	for len(lines) > 0 && !strings.HasPrefix(lines[len(lines)-1], "let ") && !strings.HasPrefix(lines[len(lines)-1], " ") && !strings.HasPrefix(lines[len(lines)-1], "def ") {
		lines = lines[:len(lines)-1]
	}
	return Parse(t, l.File, strings.Join(lines, "\n")+"\n"+fmt.Sprintf(l.Call, rounds)+"\n")
}
