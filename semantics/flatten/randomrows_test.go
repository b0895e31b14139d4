package flatten_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"

	"pgregory.net/rapid"
)

// TestRandom compares random rows, lifted and one by one.
func TestRandom(t *testing.T) {
	refused := 0
	var o outcome
	passtest.Check(t, testkit.Sample(400, 10_000), func(rt *rapid.T) {
		text := randomRow(rt)
		p, err := parsed(text)
		if err != nil {
			refused++
			return
		}
		last(text)
		if err := p.lift(); err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		if err := p.compare(&o); err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
	})
	t.Logf("%+v, and %d that are no programs", o, refused)
}

// last is told the program at hand.
var last = func(string) {}

// TestSized does the same with functions of testkit, whose sizes are those of a row.
func TestSized(t *testing.T) {
	var o outcome
	passtest.Check(t, testkit.Sample(400, 10_000), func(rt *rapid.T) {
		text, _, _ := strings.Cut(testkit.Sized(rt), "let n = ")
		text += fmt.Sprintf("def row (i : int) (k : int) = main(iota (i - 1), kernel j <= i - 1 do 7 - 2 * j, k, kernel j <= i - 1, l <= i - 1 do j * l - 4)\nlet n = %d\nlet k = %d\n",
			rapid.IntRange(0, 4).Draw(rt, "n"), rapid.IntRange(-2, 5).Draw(rt, "k"))
		last(text)
		p, err := parsed(text)
		if err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		if err := p.lift(); err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		if err := p.compare(&o); err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
	})
	t.Logf("%+v", o)
}
