package dps_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// writer writes a random program whose functions call each other, in kernels, folds, loops and branches as well. Vectors have n elements,
// matrices three rows.
type writer struct {
	*rapid.T
	b        strings.Builder
	vectors  []string
	defs     []function
	n, depth int
	integer  string // an int in scope
}

// function is one of the program, by what it gives.
type function struct{ name, gives string }

// calls is such a program.
func calls(t *rapid.T) string {
	w := &writer{T: t}
	for k := range w.int(2, 4) {
		w.def(fmt.Sprint("f", k+1))
	}
	w.vectors, w.integer, w.depth = []string{"a", "b"}, "2", 2
	w.line("let a = iota 3")
	w.line("let b = scan (+) 0 a")
	for range w.int(1, 3) {
		w.statement("")
	}
	w.line("(%s, %s)", w.vector(), w.vector())
	return w.b.String()
}

func (w *writer) int(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(w.T, "k") }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *writer) new() string { w.n++; return fmt.Sprint("v", w.n) }

// vector is a vector in scope, mostly a recent one.
func (w *writer) vector() string {
	return w.vectors[w.int(max(0, len(w.vectors)-3), len(w.vectors)-1)]
}

func (w *writer) def(name string) {
	w.vectors, w.integer, w.depth = []string{"x", "y"}, "k", 2
	gives := rapid.SampledFrom([]string{"vector", "vector", "pair", "matrix"}).Draw(w.T, "gives")
	of := map[string]string{"vector": "[n]int", "pair": "([n]int, [n]int)", "matrix": "[3][n]int"}[gives]
	w.line("def %s [n] (x : [n]int) (y : [n]int) (k : int) : %s =", name, of)
	for range w.int(1, 4) {
		w.statement("  ")
	}
	switch gives {
	case "vector":
		w.line("  in %s", w.vector())
	case "pair":
		w.line("  in (%s, %s)", w.vector(), w.vector())
	case "matrix":
		w.line("  in kernel i <= 3 do (%s)", w.under("i", func() string { return w.made() }))
	}
	w.defs = append(w.defs, function{name, gives})
}

// under writes something where there is another int.
func (w *writer) under(integer string, f func() string) string {
	outer := w.integer
	w.integer = integer
	defer func() { w.integer = outer }()
	w.depth--
	defer func() { w.depth++ }()
	return f()
}

// call is a call of a function that gives the wanted thing; none may be there.
func (w *writer) call(gives string) (text string, ok bool) {
	var fit []string
	for _, d := range w.defs {
		if d.gives == gives {
			fit = append(fit, d.name)
		}
	}
	if fit == nil {
		return "", false
	}
	return fmt.Sprintf("%s(%s, %s, %s)", rapid.SampledFrom(fit).Draw(w.T, "def"), w.vector(), w.vector(), w.integer), true
}

// statement binds one or two vectors.
func (w *writer) statement(indent string) {
	v := w.new()
	switch w.int(0, 6) {
	case 0:
		if text, ok := w.call("pair"); ok {
			u := w.new()
			w.line("%slet (%s, %s) = %s", indent, v, u, text)
			w.vectors = append(w.vectors, v, u)
			return
		}
	case 1:
		if text, ok := w.call("matrix"); ok {
			m := w.new()
			w.line("%slet %s = %s", indent, m, text)
			w.line("%slet %s = %s[%d]", indent, v, m, w.int(1, 3))
			w.vectors = append(w.vectors, v)
			return
		}
	case 2:
		u, outer := w.new(), slices.Clone(w.vectors)
		x, y := w.vector(), w.vector()
		w.vectors = append(w.vectors, "p", "q")
		body := w.under("r", func() string { return w.round() })
		w.vectors = outer
		w.line("%slet (%s, %s) = loop (p = %s, q = %s) for r <= %d do %s", indent, v, u, x, y, w.int(1, 3), body)
		w.vectors = append(w.vectors, v, u)
		return
	}
	w.line("%slet %s = %s", indent, v, w.made())
	w.vectors = append(w.vectors, v)
}

// round is what a round gives for two states.
func (w *writer) round() string {
	switch w.int(0, 4) {
	case 0:
		return "(q, p)"
	case 1:
		return fmt.Sprintf("(let t = %s in (t, t))", w.made())
	case 2:
		return fmt.Sprintf("(%s, p)", w.made())
	case 3:
		if text, ok := w.call("pair"); ok {
			return text
		}
	}
	return fmt.Sprintf("(%s, %s)", w.made(), w.made())
}

// made is an expression that gives a vector.
func (w *writer) made() string {
	kind := w.int(0, 12)
	text, ok := w.call("vector")
	switch {
	case kind < 4 && ok:
		return text
	case w.depth <= 0 || kind < 7:
		x := w.vector()
		return fmt.Sprintf(rapid.SampledFrom([]string{"reverse %[1]s", "map (\\e -> e + %[2]s) %[1]s", "scan (+) %[2]s %[1]s", "map (+) %[1]s %[3]s", "%[1]s with [1] = %[2]s", "copy %[1]s", "%[1]s"}).Draw(w.T, "form"),
			x, w.integer, w.vector())
	case kind < 9:
		return fmt.Sprintf("(if %s[1] %% 2 == %d then %s else %s)", w.vector(), w.int(0, 1), w.under(w.integer, w.made), w.under(w.integer, w.made))
	case kind < 11:
		y := w.new()
		x, outer := w.vector(), slices.Clone(w.vectors)
		w.vectors = append(w.vectors, y)
		body := w.under(fmt.Sprint("i", y), w.made)
		w.vectors = outer
		return fmt.Sprintf("(loop (%[1]s = %[2]s) for i%[1]s <= %[3]d do %[4]s)", y, x, w.int(1, 3), body)
	}
	row := w.under("j", w.made)
	if w.int(0, 1) == 0 {
		return fmt.Sprintf("(let m = kernel j <= 3 do %s in m[%d])", row, w.int(1, 3))
	}
	outer := slices.Clone(w.vectors)
	w.vectors = append(w.vectors, "g", "h")
	both := w.under(w.integer, w.made)
	w.vectors = outer
	return fmt.Sprintf("(let m = kernel j <= 3 do %s in reduce (\\g h -> map (+) (%s) (map (+) g h)) %s m)", row, both, w.vector())
}
