package rewrite_test

import (
	"strings"
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

// TestWithout: statements are left out wherever they are, and the program that they are left out of stays as it is.
func TestWithout(t *testing.T) {
	p := passtest.Parse(t, "without", `let a = [1, 2]
let b = kernel i <= 2 do
  let c = a[i]
  let d = loop (x = i) for k <= 2 do
    let e = x + c
    let f = e * k
    in f
  in d + i
let g = 3
let h = b[g - 1]`)
	before := syntax.Print(p.Core)
	gone := map[int]string{}
	syntax.Walk(p.Core, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Let); ok && strings.Contains("adfg", l.Pat[0].Name) {
			gone[l.Pat[0].ID] = ""
		}
		return true
	})
	bound := ""
	syntax.Walk(rewrite.Bodies(p.Core, rewrite.Without(gone)), func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Let); ok && strings.Contains("abcdefgh", l.Pat[0].Name) {
			bound += l.Pat[0].Name
		}
		return true
	})
	if bound != "bch" {
		t.Errorf("%s are left", bound)
	}
	if after := syntax.Print(p.Core); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
}
