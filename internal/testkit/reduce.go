package testkit

import (
	"fmt"
	"strings"
)

// mapped returns a map that gives an array of n values of the given sizes.
func (g *gen) mapped(n int, dims []int, depth int) string {
	if len(dims) == 0 && g.int(0, 3, "known function") == 0 {
		if g.has("pick") && !g.real && g.bool("def") {
			return fmt.Sprintf("(map pick%s)", g.arrays(n, []([]int){nil, nil, nil}, depth))
		}
		fn := g.pick("operator", "(+)", "(-)", "(*)", "min", "max")
		return fmt.Sprintf("(map %s%s)", fn, g.arrays(n, []([]int){nil, nil}, depth))
	}
	elems := g.rows()
	xs := g.arrays(n, elems, depth)
	params, mark := g.params(elems)
	body := g.value(dims, depth-1)
	g.vars = g.vars[:mark]
	return fmt.Sprintf(`(map (\%s -> %s)%s)`, strings.Join(params, " "), body, xs)
}

// folded returns a reduce or a scan over n elements whose accumulator has the given sizes.
func (g *gen) folded(name string, n int, dims []int, depth int) string {
	if len(dims) == 0 && g.int(0, 3, "known function") == 0 {
		fn := g.pick("operator", "(+)", "(*)", "max", "min")
		return fmt.Sprintf("(%s %s (%s)%s)", name, fn, g.value(nil, 0), g.arrays(n, []([]int){nil}, depth))
	}
	elems := g.rows()
	xs := g.arrays(n, elems, depth)
	accs := [][]int{dims}
	if g.int(0, 2, "accumulators") == 0 {
		other := dims
		if g.bool("other") {
			other = nil
		}
		accs = append(accs, other)
	}
	var ne []string
	for _, a := range accs {
		ne = append(ne, g.value(a, depth-1))
	}
	params, mark := g.params(append(append([][]int(nil), accs...), elems...))
	var res []string
	for k, a := range accs {
		if len(a) > 0 && g.bool("change") {
			res = append(res, params[k]+" "+g.updates(a, depth))
			continue
		}
		res = append(res, g.value(a, depth-1))
	}
	g.vars = g.vars[:mark]
	fold := fmt.Sprintf(`%s (\%s -> (%s)) (%s)%s`, name, strings.Join(params, " "), strings.Join(res, ", "), strings.Join(ne, ", "), xs)
	if len(accs) == 1 {
		return "(" + fold + ")"
	}
	a, b := g.new("p"), g.new("q")
	return fmt.Sprintf("(let (%s, %s) = %s in %s)", a, b, fold, a)
}

// rows returns the sizes of the elements of one or two arrays.
func (g *gen) rows() [][]int {
	rows := [][]int{nil}
	if g.bool("row") {
		rows[0] = []int{g.dim()}
	}
	if g.int(0, 2, "arrays") == 0 {
		rows = append(rows, nil)
	}
	return rows
}

// arrays are arguments by juxtaposition: n elements each, of the given sizes.
func (g *gen) arrays(n int, elems [][]int, depth int) string {
	text := ""
	for _, e := range elems {
		text += " (" + g.array(append([]int{n}, e...), depth-1) + ")"
	}
	return text
}

// params brings parameters of the given sizes into scope; the variables up to mark
// were there before.
func (g *gen) params(sizes [][]int) (names []string, mark int) {
	mark = len(g.vars)
	for _, dims := range sizes {
		x := g.new("v")
		names = append(names, x)
		g.vars = append(g.vars, g.made(x, dims))
	}
	return names, mark
}
