package syntax_test

import (
	"strings"
	"testing"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// TestTakePlaces: a program that was printed and read again gets all places of the original,
// and parts that come from another text keep theirs.
func TestTakePlaces(t *testing.T) {
	const text = "def f [n] (x : [n]int) : int =\n  let y = x[1] in\n  y + 1\n\n\nlet (m : mem) = alloc 3\nlet (a : [3]int @ m -> R(3)) = kernel i <= 3 do i * 2\nin (m, a)"
	first, err := syntax.Parse(diag.NewSource("first", text))
	if err != nil {
		t.Fatal(err)
	}
	again, err := syntax.Parse(diag.NewSource("again", syntax.Print(first)))
	if err != nil {
		t.Fatal(err)
	}
	kept := again.Decls[1].GetSpan()
	kept.Src = diag.NewSource("other", kept.Src.Text)
	again.Decls[1].(*syntax.Let).Span = kept
	syntax.TakePlaces(again, first)
	n := 0
	syntax.Walk(again, func(x syntax.Node) bool {
		if at := x.GetSpan(); at == kept {
			n++
		} else if !strings.HasPrefix(at.String(), "first:") && at.IsValid() {
			t.Errorf("%T is at %s", x, at)
		}
		return true
	})
	if n != 1 {
		t.Errorf("%d places are of another text", n)
	}
	if got, want := again.Defs()[0].NameAt.String(), first.Defs()[0].NameAt.String(); got != want {
		t.Errorf("the name is at %s, wanted %s", got, want)
	}
}
