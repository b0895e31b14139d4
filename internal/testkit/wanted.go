package testkit

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Wanted draws a program whose expressions stand where an irregular type is wanted: literals, kernels, maps, branches, updates and the like.
// Its result is text. With shown, the program may be refused, because nothing shows a size `k`.
func Wanted(t *rapid.T, shown bool) (text, result string) {
	g := &wantedGen{t: t}
	dims := rapid.SampledFrom(irregularTypes).Draw(t, "type")
	e, v := g.expr(dims, 3)
	contexts := []string{
		"let one = 1\nlet (x : %s) = %s\nx\n",
		"def f (one : int) : %s = %s\nf(1)\n",
		"def f (x : %s) = x\nlet one = 1\nf(%s)\n",
	}
	if shown && dims == "2?2" {
		contexts = append(contexts, "def f [n][k] (x : [n][?][k]int) = x -- wants %s\nlet one = 1\nf(%s)\n")
	}
	return fmt.Sprintf(rapid.SampledFrom(contexts).Draw(t, "context"), typeOf(dims), e), v.String()
}

// tree is a number, or the rows of an array, as text.
type tree struct {
	number string
	rows   []tree
}

func (v tree) String() string {
	if v.number != "" {
		return v.number
	}
	var list []string
	for _, row := range v.rows {
		list = append(list, row.String())
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// wantedGen writes expressions of irregular types where these are wanted, with their values.
type wantedGen struct {
	t *rapid.T
	n int // of names
}

func (g *wantedGen) int(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.t, "n") }

// irregularTypes are the types of the programs: the sizes, where ? is one that differs from row to row.
var irregularTypes = []string{"2?", "3?", "2??", "22?", "2?2", "1??"}

func typeOf(dims string) string {
	t := ""
	for _, d := range dims {
		t += fmt.Sprintf("[%c]", d)
	}
	return t + "int"
}

// expr is an expression of a type that is wanted, and its value.
func (g *wantedGen) expr(dims string, depth int) (string, tree) {
	if dims == "" && depth > 0 && g.int(0, 9) == 0 {
		return g.compared(depth)
	} else if dims == "" {
		k := fmt.Sprint(g.int(0, 9))
		return k, tree{number: k}
	}
	n := g.int(0, 3)
	if dims[0] != '?' {
		n = int(dims[0] - '0')
	}
	same := func() (string, tree) { // the body of a kernel, whose rows are the same
		row, v := g.expr(dims[1:], depth-1)
		all := tree{}
		for range n {
			all.rows = append(all.rows, v)
		}
		return row, all
	}
	switch k := g.int(0, 10); {
	case depth <= 0 || k < 3 || n == 0:
	case k == 3:
		row, all := same()
		return fmt.Sprintf("(kernel i <= %d do %s)", n, row), all
	case k == 4:
		row, all := same()
		return fmt.Sprintf("(map (\\i -> %s) (iota %d))", row, n), all
	case k == 5:
		x, v := g.expr(dims, depth-1)
		y, w := g.expr(dims, depth-1)
		if g.int(0, 1) == 0 {
			return fmt.Sprintf("(if one then %s else %s)", x, y), v
		}
		return fmt.Sprintf("(if one == 2 then %s else %s)", x, y), w
	case k == 6:
		return g.update(n, dims, depth)
	case k == 7:
		return g.joined(n, dims, depth)
	case k == 8:
		g.n++
		x := fmt.Sprint("x", g.n)
		t := fmt.Sprint(n) + dims[1:]
		e, v := g.expr(t, depth-1)
		return fmt.Sprintf("(let (%s : %s) = %s in %s + %s - %s)", x, typeOf(t), e, x, x, x), v
	}
	var rows []string
	all := tree{}
	for range n {
		row, v := g.expr(dims[1:], depth-1)
		rows, all.rows = append(rows, row), append(all.rows, v)
	}
	return "[" + strings.Join(rows, ", ") + "]", all
}

// compared tells whether an array is another one.
func (g *wantedGen) compared(depth int) (string, tree) {
	g.n++
	x := fmt.Sprint("x", g.n)
	dims := rapid.SampledFrom(irregularTypes).Draw(g.t, "type")
	first, v := g.expr(dims, depth-1)
	second, w := g.expr(dims, depth-1)
	same := "0"
	if v.String() == w.String() {
		same = "1"
	}
	op := rapid.SampledFrom([]string{x + " == " + second, second + " == " + x}).Draw(g.t, "order")
	return fmt.Sprintf("(let (%s : %s) = %s in %s)", x, typeOf(dims), first, op), tree{number: same}
}

// joined is an array of n rows, those of a variable and others. Only the variable has a type.
func (g *wantedGen) joined(n int, dims string, depth int) (string, tree) {
	g.n++
	x := fmt.Sprint("x", g.n)
	k := g.int(0, n)
	t := fmt.Sprint(k) + dims[1:]
	first, v := g.expr(t, depth-1)
	second, w := g.expr(fmt.Sprint(n-k)+dims[1:], depth-1)
	xs, rows := x+" ++ "+second, slices.Concat(v.rows, w.rows)
	if g.int(0, 1) == 0 {
		xs, rows = second+" ++ "+x, slices.Concat(w.rows, v.rows)
	}
	return fmt.Sprintf("(let (%s : %s) = %s in %s)", x, typeOf(t), first, xs), tree{rows: rows}
}

// update is an array of n rows with another row, or with others from one on.
func (g *wantedGen) update(n int, dims string, depth int) (string, tree) {
	g.n++
	x := fmt.Sprint("x", g.n)
	old, all := g.expr(fmt.Sprint(n)+dims[1:], depth-1)
	all.rows = slices.Clone(all.rows)
	i := g.int(1, n)
	at := fmt.Sprint(i)
	var v string
	if g.int(0, 2) > 0 {
		v, all.rows[i-1] = g.expr(dims[1:], depth-1)
	} else {
		count := g.int(1, n-i+1)
		rows, w := g.expr(fmt.Sprint(count)+dims[1:], depth-1)
		at, v = fmt.Sprintf("%d : %d", i, count), rows
		copy(all.rows[i-1:], w.rows)
	}
	return fmt.Sprintf("(let (%s : %s) = %s in %s with [%s] = %s)", x, typeOf(fmt.Sprint(n)+dims[1:]), old, x, at, v), all
}
