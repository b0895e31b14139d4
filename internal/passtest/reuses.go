package passtest

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// writer writes a random program over arrays of n ints.
type writer struct {
	*rapid.T
	arrays []string // in scope
	n      int
}

// Reuses is a random program: a function with many arrays of one shape, most of which are soon dead, and calls of it.
func Reuses(t *rapid.T) string {
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
		defer func() { w.arrays = slices.DeleteFunc(slices.Clone(w.arrays), func(x string) bool { return x == "y" }) }()
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
