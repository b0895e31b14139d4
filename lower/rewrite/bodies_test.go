package rewrite_test

import (
	"testing"

	"funmem/internal/passtest"
	"funmem/lower/pass"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// TestBodiesChangesNothing: a program with unchanged bodies is the same, also if a function
// uses a variable bound between functions.
func TestBodiesChangesNothing(t *testing.T) {
	const text = `let a = [1, 2]
def f (k : int) : int = k + a[1]
let b = kernel i <= 2 do if a[i] > 1 then f(i) else reduce (+) 0 (map (\x -> x + i) a)
def g (k : int) : int = f(b[k])
let c = loop (x = b) for i <= 2 do x with [i] = g(i)
c`
	p := passtest.Parse(t, "bodies", text)
	n := 0
	q := rewrite.Bodies(p.Core, func(b *syntax.Body) *syntax.Body {
		n++
		return b
	})
	if got, want := syntax.Print(q), syntax.Print(p.Core); got != want {
		t.Errorf("it is printed as\n%s\nnot\n%s", got, want)
	}
	if n < 8 {
		t.Errorf("%d bodies", n)
	}
	if _, err := pass.Elaborate("printed", syntax.Print(q)); err != nil {
		t.Error(err)
	}
}
