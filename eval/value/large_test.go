package value

import (
	"context"
	"testing"

	"funmem/eval/engine"
)

// TestLargeSteps: a calculation with numbers of many words takes steps in proportion to its time, measured in
// products of two words: those of a product, of a quotient, and of the last square of a power.
func TestLargeSteps(t *testing.T) {
	const n = 20_000 // words of the operands, roughly
	for _, c := range []struct {
		text        string
		least, most int64
	}{
		{"2 ** 1280000 + 1", n / 64, 1 << 17},
		{"2 ** 1280000", n * n >> 14, n * n >> 12},
		{"(2 ** 640000) * (2 ** 640001)", n * n / 4 >> 13, n * n >> 11},
		{"(2 ** 1280000) // (2 ** 640001)", n * n / 4 >> 10, n * n >> 9},
		{"(2 ** 1280000) % (2 ** 640001)", n * n / 4 >> 10, n * n >> 9},
	} {
		steps := engine.WithSteps(context.Background(), 1<<40)
		r := &resolver{t: t, scope: map[string]int{}}
		if _, err := New(engine.Options{}).Run(steps, r.program("let (a : int) = "+c.text+"\nin (a)")); err != nil {
			t.Fatal(err)
		}
		if got := steps.Taken(); got < c.least || got > c.most {
			t.Errorf("%s takes %d steps, which are not %d to %d", c.text, got, c.least, c.most)
		}
	}
}
