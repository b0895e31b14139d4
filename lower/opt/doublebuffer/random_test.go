package doublebuffer_test

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
		if _, err := run(after(t, passtest.Random(rt), "introduce,"+before), 3); err != nil {
			rt.Fatalf("%v", err)
		}
	})
}

// TestRandomLoops: random loops that carry some arrays, with loops and branches in them,
// stay valid and race-free.
func TestRandomLoops(t *testing.T) {
	done := 0
	passtest.Check(t, 30, func(rt *rapid.T) {
		text := loops(rt)
		list := rapid.SampledFrom([]string{"introduce", "introduce," + before}).Draw(rt, "before")
		s, err := run(after(t, passtest.Parse(t, "loops", text), list), 1)
		if err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
		for _, n := range s.Notes {
			if n.Done {
				done++
			}
		}
	})
	t.Logf("%d blocks left loops", done)
	if done == 0 {
		t.Error("no block left a loop")
	}
}

// TestRandomLists: they also do so after each pass of the pipelines. That gives
// doublebuffer other programs, such as loops that start with one block twice.
func TestRandomLists(t *testing.T) {
	lists := []string{"introduce," + before + ",shortcircuit,doublebuffer", "introduce,shortcircuit,doublebuffer", "cpu", "gpu"}
	passtest.Check(t, 10, func(rt *rapid.T) {
		text := loops(rt)
		if _, err := passtest.Parse(t, "loops", text).Run(rapid.SampledFrom(lists).Draw(rt, "list"), 1); err != nil {
			rt.Fatalf("%s\n%v", text, err)
		}
	})
}

// writer writes a random program of Fun with loops over arrays of n ints.
type writer struct {
	*rapid.T
	names  int
	arrays []string // in scope
}

// loops returns a program with loops in a function or outside.
func loops(t *rapid.T) string {
	w := &writer{T: t, arrays: []string{"x", "o"}}
	var b strings.Builder
	fmt.Fprintf(&b, "let x = kernel i <= %d do i * %d\nlet o = reverse (copy x)\n", w.k(1, 4), w.k(1, 9))
	w.statement(&b, "", 0)
	w.loop(&b, "", 1)
	w.statement(&b, "", 2)
	fmt.Fprintf(&b, "(%s, %s)\n", w.array(), w.arrays[len(w.arrays)-1])
	return b.String()
}

func (w *writer) k(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(w.T, "k") }

// array returns an array in scope, mostly a recent one.
func (w *writer) array() string { return w.arrays[w.k(max(0, len(w.arrays)-4), len(w.arrays)-1)] }

func (w *writer) name() string {
	w.names++
	return fmt.Sprint("v", w.names)
}

// statement makes one or several arrays.
func (w *writer) statement(b *strings.Builder, indent string, depth int) {
	if depth > 0 && w.k(0, 2) == 0 {
		w.loop(b, indent, depth-1)
		return
	}
	text := w.made(indent, depth)
	name := w.name()
	fmt.Fprintf(b, "%slet %s = %s\n", indent, name, text)
	w.arrays = append(w.arrays, name)
}

// made returns an expression that makes an array.
func (w *writer) made(indent string, depth int) string {
	switch w.k(0, 6) {
	case 0:
		return fmt.Sprintf("map (\\a -> (a + %s[1]) %% 97) %s", w.array(), w.array())
	case 1:
		return "reverse " + w.array()
	case 2:
		return "copy " + w.array()
	case 3:
		return fmt.Sprintf("if %s[1] %% 2 == %d then %s else %s", w.array(), w.k(0, 1), w.branch(indent, depth), w.branch(indent, depth))
	case 4:
		return fmt.Sprintf("%s with [1] = %d", w.array(), w.k(0, 9))
	}
	return fmt.Sprintf("map (\\a b -> (a * %d + b) %% 97) %s %s", w.k(1, 3), w.array(), w.array())
}

// branch returns an existing array or one made in the branch.
func (w *writer) branch(indent string, depth int) string {
	if w.k(0, 2) == 0 {
		return w.array()
	}
	arrays := w.arrays
	defer func() { w.arrays = arrays }()
	var b strings.Builder
	w.statement(&b, indent+"  ", depth)
	return "(\n" + b.String() + indent + "  in " + w.array() + ")"
}

// loop carries some arrays.
func (w *writer) loop(b *strings.Builder, indent string, depth int) {
	n := w.k(1, 3)
	var names, inits, params, res []string
	for range n {
		names, params, inits = append(names, w.name()), append(params, w.name()), append(inits, w.array())
	}
	var carried []string
	for k := range n {
		carried = append(carried, params[k]+" = "+inits[k])
	}
	rounds := fmt.Sprint(w.k(0, 4))
	if w.k(0, 1) == 0 {
		rounds = fmt.Sprintf("%s[1] %% 4", w.array())
	}
	fmt.Fprintf(b, "%slet %s = loop (%s) for r%d <= %s do\n", indent, tuple(names), strings.Join(carried, ", "), w.names, rounds)
	outside := w.arrays
	w.arrays = append(append([]string{}, w.arrays...), params...)
	for range w.k(1, 4) {
		w.statement(b, indent+"  ", depth)
	}
	for range n {
		res = append(res, w.array())
	}
	fmt.Fprintf(b, "%s  in %s\n", indent, tuple(res))
	w.arrays = append(outside, names...)
}

func tuple(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "(" + strings.Join(names, ", ") + ")"
}
