package testkit

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// parts writes a program that puts parts of arrays of n ints together.
type parts struct {
	*rapid.T
	strings.Builder
	n, names int
	arrays   []string // with n elements
	ints     []string // in scope
}

// Parts draws a surface program of straight lines and loops that makes arrays of n ints
// from parts of others. The arrays are read and written in between.
func Parts(t *rapid.T) string {
	w := &parts{T: t, n: rapid.IntRange(1, 7).Draw(t, "n")}
	fmt.Fprintf(w, "let n = %d\n", w.n)
	w.arrays = append(w.arrays, w.let("", fmt.Sprintf("kernel i <= n do i * %d", w.k(1, 9))))
	w.arrays = append(w.arrays, w.let("", "iota n"))
	for range w.k(2, 6) {
		w.step("")
	}
	fmt.Fprintf(w, "(%s, %s, [%s])\n", w.array(), w.arrays[len(w.arrays)-1], strings.Join(append(w.ints, "0"), ", "))
	return w.String()
}

func (w *parts) k(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(w.T, "k") }

func (w *parts) array() string { return w.arrays[w.k(max(0, len(w.arrays)-3), len(w.arrays)-1)] }

func (w *parts) let(indent, e string) string {
	w.names++
	name := fmt.Sprint("v", w.names)
	fmt.Fprintf(w, "%slet %s = %s\n", indent, name, e)
	return name
}

// element returns an element of an array in a kernel of m iterations over i, or the i-th.
func (w *parts) element(m int) string {
	x := w.array()
	switch w.k(0, 4) {
	case 0:
		return fmt.Sprintf("%s[%d]", x, w.k(1, w.n))
	case 1:
		return fmt.Sprintf("%s[%d - i]", x, w.k(m+1, w.n+1))
	case 2:
		return fmt.Sprintf("%s[i + %d]", x, w.k(0, w.n-m))
	case 3:
		return fmt.Sprintf("%s[min(i + 1, n)]", x)
	}
	return x + "[i]"
}

// made returns an array of m elements.
func (w *parts) made(m int) string {
	switch w.k(0, 6) {
	case 0:
		return fmt.Sprintf("iota %d", m)
	case 1:
		o := w.k(1, w.n-m+1)
		return fmt.Sprintf("copy %s[%d:%d]", w.array(), o, m)
	case 2:
		return fmt.Sprintf("reverse (map (\\x -> x + %d) %s[%d:%d])", w.k(0, 3), w.array(), w.k(1, w.n-m+1), m)
	case 3:
		return fmt.Sprintf("if %s > %d then kernel i <= %d do %s else kernel i <= %d do %s - 1", w.number(), w.k(0, 9), m, w.element(m), m, w.element(m))
	case 4:
		if m > 1 {
			l := w.k(1, m-1)
			return fmt.Sprintf("(kernel i <= %d do %s) ++ (kernel i <= %d do %s)", l, w.element(l), m-l, w.element(m-l))
		}
	}
	return fmt.Sprintf("kernel i <= %d do %s + %s", m, w.element(m), w.element(m))
}

func (w *parts) number() string {
	if len(w.ints) > 0 && w.k(0, 1) == 0 {
		return w.ints[w.k(0, len(w.ints)-1)]
	}
	return fmt.Sprintf("%s[%d]", w.array(), w.k(1, w.n))
}

// part is a part of an array of n elements, and how many it has.
func (w *parts) part() (ix string, m int) {
	m = w.k(1, w.n)
	if s := w.k(1, 3); s*(m-1) < w.n {
		return fmt.Sprintf("%d:%d:%d", w.k(1, w.n-s*(m-1)), m, s), m
	}
	return fmt.Sprintf("%d:%d", w.k(1, w.n-m+1), m), m
}

// step writes one or several statements.
func (w *parts) step(indent string) {
	switch w.k(0, 8) {
	case 0:
		w.arrays = append(w.arrays, w.let(indent, w.made(w.n)))
	case 1:
		if indent == "" {
			w.ints = append(w.ints, w.let(indent, w.number()+" + 0"))
		}
	case 2:
		w.arrays = append(w.arrays, w.let(indent, fmt.Sprintf("reduce (\\a x -> kernel i <= n do a[i] + x * %s) %s (iota %d)", w.element(w.n), w.array(), w.k(0, 3))))
	case 3:
		rounds := w.k(1, 3)
		rows := w.let(indent, fmt.Sprintf("scan (\\a x -> kernel i <= n do a[%s] + x) %s (iota %d)", []string{"i", "n + 1 - i"}[w.k(0, 1)], w.array(), rounds))
		w.arrays = append(w.arrays, w.let(indent, fmt.Sprintf("%s[%d]", rows, w.k(1, rounds))))
	case 7:
		rows := w.let(indent, fmt.Sprintf("kernel r <= %d do %s", w.k(1, 3), w.made(w.n)))
		w.arrays = append(w.arrays, w.let(indent, rows+"[1]"))
	case 4:
		if indent == "" {
			w.loop()
			return
		}
		fallthrough
	default:
		w.update(indent)
	}
}

// update puts an array into another one. Something may be read before or after it.
func (w *parts) update(indent string) {
	ix, m := w.part()
	x := w.array()
	v := w.let(indent, w.made(m))
	if w.k(0, 3) == 0 && indent == "" {
		w.ints = append(w.ints, w.let(indent, w.number()+" + 0"))
	}
	y := w.let(indent, fmt.Sprintf("%s with [%s] = %s", x, ix, v))
	if w.k(0, 4) == 0 {
		y = w.let(indent, fmt.Sprintf("%s with [%d] = %s", y, w.k(1, w.n), w.number()))
	}
	if w.k(0, 3) == 0 && indent == "" {
		w.ints = append(w.ints, w.let(indent, fmt.Sprintf("%s[%d] + 0", v, w.k(1, m))))
	}
	w.arrays = append(w.arrays, y)
}

// loop carries one array.
func (w *parts) loop() {
	before, ints := w.arrays, w.ints
	w.names++
	x := fmt.Sprint("v", w.names)
	init := w.array()
	w.names++
	name := fmt.Sprint("v", w.names)
	fmt.Fprintf(w, "let %s = loop (%s = %s) for r <= %d do\n", name, x, init, w.k(0, 3))
	w.arrays = []string{w.array(), x}
	for range w.k(0, 2) {
		w.step("  ")
	}
	last := w.let("  ", w.made(w.n))
	if w.k(0, 1) == 0 {
		last = w.arrays[len(w.arrays)-1]
	}
	fmt.Fprintf(w, "  in %s\n", last)
	w.arrays, w.ints = append(before, name), ints
}
