package emr_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"

	"pgregory.net/rapid"
)

// TestRandom: random programs stay valid and race-free.
func TestRandom(t *testing.T) {
	passtest.Check(t, 10, func(rt *rapid.T) {
		p := passtest.Random(rt)
		if _, err := p.Mem(t).Run(rapid.SampledFrom([]string{"emr", "simplify,hoist,shortcircuit,emr"}).Draw(rt, "list"), 3); err != nil {
			rt.Fatalf("%v", err)
		}
	})
}

// TestRandomReuse: so do random programs with many arrays of one shape, most of which are soon dead.
func TestRandomReuse(t *testing.T) {
	done := map[string]int{}
	passtest.Check(t, 40, func(rt *rapid.T) {
		text := reuses(rt)
		list := rapid.SampledFrom([]string{"emr", "emr,free", "simplify,hoist,shortcircuit,emr,merge", "emr,doublebuffer,merge"}).Draw(rt, "list")
		stages, err := passtest.Parse(t, "reuses", text).Mem(t).Run(list, 1)
		if err != nil {
			rt.Fatalf("%s\n%s\n%v", list, text, err)
		}
		for _, s := range stages {
			for _, n := range s.Notes {
				if n.Done && s.Name() == "emr" {
					_, how, _ := strings.Cut(n.Text, "filtered ")
					done[fmt.Sprint(len(how) > 2 && how[:2] == "{}", strings.Contains(n.Text, "turns"))]++
				}
			}
		}
	})
	t.Log(done)
	if len(done) < 2 {
		t.Error("RCs, or ERCs, were not chosen")
	}
}

// writer writes a random program over arrays of n ints.
type writer struct {
	*rapid.T
	arrays []string // in scope
	n      int
}

// reuses is a function with arrays of one shape, and a call of it.
func reuses(t *rapid.T) string {
	w := &writer{T: t, arrays: []string{"x"}}
	var b strings.Builder
	b.WriteString("def f [n] (x : [n]int) (k : int) : ([n]int, int) =\n")
	w.statements(&b, "  ", w.k(2, 6), 2)
	fmt.Fprintf(&b, "  in (%s, %s[1])\n(f([3, 1, 2], 2), f([5], 0), f([2, 7, 1, 8], 3))\n", w.array(), w.array())
	return b.String()
}

func (w *writer) k(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(w.T, "k") }

// array is an array in scope, mostly a recent one.
func (w *writer) array() string { return w.arrays[w.k(max(0, len(w.arrays)-3), len(w.arrays)-1)] }

func (w *writer) statements(b *strings.Builder, indent string, n, depth int) {
	for range n {
		text := w.made(indent, depth)
		w.n++
		name := fmt.Sprint("v", w.n)
		fmt.Fprintf(b, "%slet %s = %s\n", indent, name, text)
		w.arrays = append(w.arrays, name)
	}
}

// body is statements with an array as their result.
func (w *writer) body(indent string, depth int) string {
	outer := w.arrays
	var b strings.Builder
	b.WriteString("\n")
	w.statements(&b, indent, w.k(1, 3), depth)
	fmt.Fprintf(&b, "%sin %s", indent, w.array())
	w.arrays = outer
	return b.String()
}

// made is an expression that makes an array.
func (w *writer) made(indent string, depth int) string {
	kind := w.k(0, 9)
	switch {
	case kind == 0 && depth > 0:
		return fmt.Sprintf("if %s[1] %% 2 == %d then%s else %s", w.array(), w.k(0, 1), w.body(indent+"    ", depth-1), w.array())
	case kind == 1 && depth > 0:
		x := w.array()
		w.arrays = append(w.arrays, "y")
		defer func() { w.arrays = without(w.arrays, "y") }()
		return fmt.Sprintf("loop (y = %s) for i <= k do%s", x, w.body(indent+"    ", depth-1))
	case kind == 2:
		return "reverse " + w.array()
	case kind == 3:
		return "copy " + w.array()
	case kind == 4:
		return fmt.Sprintf("replicate(n, %s[1])", w.array())
	case kind == 5:
		return fmt.Sprintf("kernel i <= n do %s[n - i + 1] + %s[i]", w.array(), w.array())
	case kind == 6:
		return fmt.Sprintf("kernel i <= n do let r = map (\\a -> a + %s[i]) %s in r[1] + %s[i]", w.array(), w.array(), w.array())
	}
	return fmt.Sprintf("kernel i <= n do (%s[i] * %d + %s[i]) %% 97", w.array(), w.k(1, 3), w.array())
}

func without(list []string, name string) (rest []string) {
	for _, x := range list {
		if x != name {
			rest = append(rest, x)
		}
	}
	return rest
}
