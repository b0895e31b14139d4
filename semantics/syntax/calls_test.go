package syntax

import (
	"slices"
	"strings"
	"testing"
)

// TestCalls has the ways to call a function, and functions that call others. It compares what a
// node calls, and what it reaches by that.
func TestCalls(t *testing.T) {
	p := mustParse(t, "calls", `def a (x : int) = b(c(x))
def b (x : int) = d(x)
def c (x : int) = d(x)
def d (x : int) = x
def e (x : int) = unknown(a(x))
def around (x : int) = around(x)
def in_bodies (n : int) = kernel i <= n do if b(i) then loop (s = c(i)) for j <= d(i) do s + a(j) else 0
def lambdas (xs : [n]int) = reduce (\x y -> x + b(y)) 0 (map c xs)
def names (xs : [n]int) = scan d 0 (map b xs) + reduce c 0 xs
def operators (xs : [n]int) = scan (+) 0 (map abs xs)`)
	defs := map[string]*Def{}
	for _, d := range p.Defs() {
		defs[d.Name] = d
	}
	for _, c := range [][3]string{
		{"a", "b c", "b c d"},
		{"b", "d", "d"},
		{"d", "", ""},
		{"e", "unknown a", "a b c d"},
		{"around", "around", "around"},
		{"in_bodies", "b c d a", "b c d a"},
		{"lambdas", "b c", "b c d"},
		{"names", "d b c", "d b c"},
		{"operators", "", ""},
	} {
		if got := strings.Join(Calls(defs[c[0]]), " "); got != c[1] {
			t.Errorf("%s calls %q, not %q", c[0], got, c[1])
		}
		var got []string
		for _, d := range Reached(defs[c[0]], func(name string) *Def { return defs[name] }) {
			got = append(got, d.Name)
		}
		if !slices.Equal(got, strings.Fields(c[2])) {
			t.Errorf("%s reaches %v, not %q", c[0], got, c[2])
		}
	}
}
