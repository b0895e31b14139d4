package value

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/internal/testkit"
	"funmem/semantics/derive"
)

// derivation records a run.
func derivation(t *testing.T, opts engine.Options, text string) *derive.Tree {
	t.Helper()
	m := New(opts)
	m.Record = derive.NewRecorder()
	if _, err := m.Run(context.Background(), core(t, text)); err != nil {
		t.Fatal(err)
	}
	trees := m.Record.Trees()
	if len(trees) != 1 {
		t.Fatalf("%d trees", len(trees))
	}
	return trees[0]
}

func TestDerivations(t *testing.T) {
	cases := []struct{ name, text string }{
		{"small", "let (n : int) = 2\nlet (x : [n]int) = iota n\nin (x)"},
		{"if", "let (c : int) = 0\nlet (a : int) = if c then in (1) else let (b : int) = c + 2 in (b)\nin (a)"},
		{"index", "let (x : [3]int) = [4, 5, 6]\nlet (y : int) = x[2]\nlet (z : [2]int) = x[3:2:-2]\nlet (r : [2][3]int) = [x, x]\nlet (s : [3][2]int) = transpose r\nin (y, z, s)"},
		{"kernel", "let (n : int) = 100\nlet (x : [n]int) = kernel i <= n do\n  let (k : int) = i * i\n  in (k)\nin (x)"},
		{"for", "let (n : int) = 100\nlet (x : int) = loop (y : int = 1) for i <= n do\n  let (k : int) = i + y\n  in (k)\nin (x)"},
		{"while", "let (x : int) = loop (y : int = 1) while\n    let (c : int) = y < 100\n    in (c)\n  do\n  let (k : int) = y * 2\n  in (k)\nin (x)"},
		{"short while", "let (x : int) = loop (y : int = 1) while in (y) do in (0)\nin (x)"},
		{"reduce", "let (x : [3]int) = iota 3\nlet (s : int) = reduce (\\(a : int) (v : int) ->\n  let (b : int) = a + v\n  in (b)) 0 x\nin (s)"},
		{"nested", "let (x : [6][6]int) = kernel i <= 6 do\n  let (r : [6]int) = kernel j <= 6 do\n    let (k : int) = i * j\n    in (k)\n  in (r)\nin ()"},
		{"call", "def f [n] (x : [n]int) : int =\n  let (a : int) = x[n]\n  check a = n\n  in (a)\nlet (x : [4]int) = iota 4\nlet (y : int) = f(x)\nin (y)"},
	}
	var all strings.Builder
	for _, c := range cases {
		tree := derivation(t, engine.Options{}, c.text)
		all.WriteString("== " + c.name + "\n" + derive.Format(tree, derive.Style{}))
	}
	testkit.Golden(t, "testdata/derive.golden", all.String())
}

// TestDerivationSchedule: the derivation does not depend on the order of the run.
func TestDerivationSchedule(t *testing.T) {
	text := "let (x : [9]int) = kernel i <= 9 do\n  let (r : [3]int) = kernel j <= 3 do\n    let (k : int) = i * j\n    in (k)\n  let (v : int) = r[2]\n  in (v)\nin (x)"
	want := derive.Format(derivation(t, engine.Options{}, text), derive.Style{})
	for _, schedule := range []string{"reverse", "random:5"} {
		s, err := engine.ParseSchedule(schedule)
		if err != nil {
			t.Fatal(err)
		}
		if got := derive.Format(derivation(t, engine.Options{Schedule: s}, text), derive.Style{}); got != want {
			t.Errorf("%s:\n%s", schedule, got)
		}
	}
}

// TestDerivationBound: iterations that are left out take no memory.
func TestDerivationBound(t *testing.T) {
	tree := derivation(t, engine.Options{}, "let (n : int) = 100000\nlet (x : [n]int) = kernel i <= n do\n  let (k : int) = i * i\n  in (k)\nin (x)")
	if tree.Size() > 40 {
		t.Errorf("the tree has %d nodes", tree.Size())
	}
}
