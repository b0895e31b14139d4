package regularity_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/value"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// surface makes random functions of Fun that give an array: the rows of a kernel over i.
type surface struct {
	t       *rapid.T
	ints    []string
	arrays  []string
	helpers int
	n       int
}

func (g *surface) int(lo, hi int, label string) int { return rapid.IntRange(lo, hi).Draw(g.t, label) }

func (g *surface) pick(label string, of ...string) string {
	return rapid.SampledFrom(of).Draw(g.t, label)
}

func (g *surface) new(base string) string {
	g.n++
	return fmt.Sprintf("%s_%d", base, g.n)
}

// with makes an expression in which names are in scope.
func (g *surface) with(ints, arrays []string, f func() string) string {
	is, as := len(g.ints), len(g.arrays)
	g.ints, g.arrays = append(g.ints, ints...), append(g.arrays, arrays...)
	defer func() { g.ints, g.arrays = g.ints[:is], g.arrays[:as] }()
	return f()
}

// number is an int.
func (g *surface) number(depth int) string {
	leaf := g.pick("leaf", append([]string{fmt.Sprint(g.int(0, 4, "k"))}, g.ints...)...)
	if depth <= 0 {
		return leaf
	}
	sub := func() string { return g.number(depth - 1) }
	switch g.int(0, 11, "number") {
	case 0:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("op", "+", "-", "*"), sub())
	case 1:
		return fmt.Sprintf("%s(%s, %s)", g.pick("fn", "min", "max"), sub(), sub())
	case 2, 3:
		return fmt.Sprintf("length(%s)", g.array(depth-1))
	case 4:
		return fmt.Sprintf("at(%s, %s)", g.array(depth-1), sub())
	case 5:
		return fmt.Sprintf("(if %s > %s then %s else %s)", sub(), sub(), sub(), sub())
	case 6:
		return fmt.Sprintf("sum(%s)", g.array(depth-1))
	case 7:
		i, s := g.new("r"), g.new("s")
		first := sub()
		body := g.with([]string{i, s}, nil, sub)
		return fmt.Sprintf("(loop (%s = %s) for %s <= %s do %s)", s, first, i, g.pos(0), body)
	case 8:
		return fmt.Sprintf("int(f64(%s) * 1.5)", sub())
	case 9:
		return fmt.Sprintf("(%s %% 3)", sub())
	}
	return leaf
}

// pos is an int that is a size.
func (g *surface) pos(depth int) string { return fmt.Sprintf("(abs(%s) %% 5)", g.number(depth)) }

// array is an array of ints.
func (g *surface) array(depth int) string {
	leaf := g.pick("array", g.arrays...)
	if depth <= 0 {
		return leaf
	}
	sub := func() string { return g.array(depth - 1) }
	switch g.int(0, 15, "array") {
	case 0:
		return fmt.Sprintf("iota %s", g.pos(depth-1))
	case 1:
		return fmt.Sprintf("replicate(%s, %s)", g.pos(depth-1), g.number(depth-1))
	case 2:
		return fmt.Sprintf("positive(%s)", sub())
	case 3:
		return fmt.Sprintf("(%s ++ %s)", sub(), sub())
	case 4:
		y := g.new("y")
		return fmt.Sprintf("(let %s = %s in %s[1 : min(length(%s), %s)])", y, sub(), y, y, g.pos(depth-1))
	case 5:
		e := g.new("e")
		return fmt.Sprintf("map (\\%s -> %s) %s", e, g.with([]string{e}, nil, func() string { return g.number(depth - 1) }), paren(sub()))
	case 6:
		j := g.new("j")
		return fmt.Sprintf("(kernel %s <= %s do %s)", j, g.pos(depth-1), g.with([]string{j}, nil, func() string { return g.number(depth - 1) }))
	case 7, 8:
		return fmt.Sprintf("(if %s > %s then %s else %s)", g.number(depth-1), g.number(depth-1), sub(), sub())
	case 9, 10:
		return g.loop(depth)
	case 11:
		return fmt.Sprintf("scan (+) 0 %s", paren(sub()))
	case 12:
		if g.helpers > 0 {
			return fmt.Sprintf("help_%d(%s, %s)", g.int(1, g.helpers, "helper"), g.number(depth-1), sub())
		}
	case 13:
		y := g.new("y")
		first := sub()
		return fmt.Sprintf("(let %s = %s in %s)", y, first, g.with(nil, []string{y}, sub))
	case 14:
		return fmt.Sprintf("reverse %s", paren(sub()))
	}
	return leaf
}

func paren(e string) string { return "(" + e + ")" }

// loop is a loop over two arrays and an int.
func (g *surface) loop(depth int) string {
	y, z, c := g.new("y"), g.new("z"), g.new("c")
	sub := func() string { return g.array(depth - 1) }
	heads := fmt.Sprintf("(%s = %s, %s = %s, %s = 0)", y, sub(), z, sub(), c)
	short := func(e string) string {
		w := g.new("w")
		return fmt.Sprintf("(let %s = %s in %s[1 : min(length(%s), 9)])", w, e, w, w)
	}
	in := func(f func() string) string { return g.with([]string{c}, []string{y, z}, f) }
	next := fmt.Sprintf("(%s, %s, %s + 1)", short(in(sub)), g.pick("second", y, z, short(in(sub))), c)
	rounds := fmt.Sprintf("while %s < %s && %s", c, g.pos(0), in(func() string { return g.number(1) }))
	if g.int(0, 1, "for") == 0 {
		rounds = fmt.Sprintf("for %s <= %s", g.new("r"), g.pos(1))
	}
	a, b := g.new("a"), g.new("b")
	return fmt.Sprintf("(let (%s, %s, _) = loop %s %s do %s in %s)", a, b, heads, rounds, next, g.pick("which", a, b))
}

// text is the program: functions, and calls of row for several i, and then of what is put before the kernel.
func (g *surface) text(calls int) string {
	var b strings.Builder
	b.WriteString("def at [n] (a : [n]int) (j : int) : int = if n == 0 then 0 else a[j % n + 1]\n")
	b.WriteString("def positive [n] (a : [n]int) = filter(map (\\e -> e > 0) a, a)\n")
	for h := range g.int(0, 2, "helpers") {
		g.ints, g.arrays = []string{"p"}, []string{"q"}
		fmt.Fprintf(&b, "def help_%d [n] (p : int) (q : [n]int) = %s\n", h+1, g.array(2))
		g.helpers = h + 1
	}
	g.ints, g.arrays = []string{"i", "k", "m"}, []string{"x"}
	fmt.Fprintf(&b, "def row [m] (i : int) (k : int) (x : [m]int) = %s\n", g.array(4))
	b.WriteString("def before [m] (k : int) (x : [m]int) : int = 0\n")
	for range 2 {
		k, x := g.int(0, 5, "k"), rapid.SliceOfN(rapid.IntRange(-3, 6), 1, 5).Draw(g.t, "x")
		list := strings.Join(strings.Fields(fmt.Sprint(x)), ", ")
		for i := range calls {
			fmt.Fprintf(&b, "length(row(%d, %d, %s))\n", i+1, k, list)
		}
		fmt.Fprintf(&b, "before(%d, %s)\n", k, list)
	}
	return b.String()
}

// TestRows: if the size of row(i, k, x) is found to be independent of i, it is the same for several i, and what the analysis takes out of row to stand before the kernel
// gives it. The programs are run by the value semantics.
func TestRows(t *testing.T) {
	count := map[string]int{}
	passtest.Check(t, testkit.Sample(400, 10_000), func(t *rapid.T) { rowsOf(t, (&surface{t: t}).text(3), 3, count) })
	t.Log(count)
	if count["independent"] == 0 || count["dependent"] == 0 || count["with statements"] == 0 {
		t.Errorf("the programs are too simple: %v", count)
	}
	if count["not computed"] > max(3, count["independent"]/100) {
		t.Errorf("too many independent sizes cannot be computed: %v", count)
	}
}

func rowsOf(t rapid.TB, text string, calls int, count map[string]int) {
	src, err := syntax.Parse(diag.NewSource("rows", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(src)
	if err != nil {
		if strings.Contains(err.Error(), "sizes differ") || strings.Contains(err.Error(), "size") {
			count["ill-typed"]++
			return
		}
		t.Fatalf("%v\n%s", err, text)
	}
	before := split(t, u.Core, s.Supply(), count)
	vs, err := value.New(engine.Options{Memory: 1 << 28}).Run(context.Background(), u.Core)
	if err != nil {
		count["stuck"]++
		return
	}
	if !before {
		return
	}
	for k := 0; k < len(vs); k += calls + 1 {
		for _, v := range vs[k : k+calls+1] {
			if value.Format(v, 0) != value.Format(vs[k], 0) {
				t.Fatalf("the sizes are %s, and before the kernel it is %s\n%s\n%s", sizes(vs[k:k+calls]), value.Format(vs[k+calls], 0), text, syntax.Print(u.Core.Defs()[len(u.Core.Defs())-1]))
			}
		}
	}
	count["compared"]++
}

func sizes(vs []value.Val) string {
	var list []string
	for _, v := range vs {
		list = append(list, value.Format(v, 0))
	}
	return strings.Join(list, ", ")
}

// split asks for the size of the result of row, and makes the answer the body of before. It tells whether the size is independent.
func split(t rapid.TB, p *syntax.Program, supply *syntax.Supply, count map[string]int) bool {
	by := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		by[d.Name] = d
	}
	row, to := by["row"], by["before"]
	o := outside(p)
	last := len(row.Ret) - 1
	size := row.Ret[last].Type.Dims[0]
	if v, ok := size.(*syntax.Var); ok && last > 0 && v.ID == row.Ret[0].ID {
		size = row.Body.Res[0]
	}
	rows := o.Rows(row.Params[0], row.Body.Stms)
	stms, sizes, ok := rows.Before(supply, size)
	switch claims := rows.Claims(size); {
	case ok && !claims:
		t.Fatalf("the size is computed, and not found to be independent\n%s", syntax.Print(p))
	case !ok && claims: // two of its checks rest on a value of the row
		count["not computed"]++
		return false
	case !ok:
		count["dependent"]++
		return false
	}
	count["independent"]++
	if len(stms) > 0 {
		count["with statements"]++
	}
	if len(stms) > 3 {
		count["with more"]++
	}
	by2 := map[int]syntax.Expr{row.Sizes[0].ID: to.Sizes[0].Use(), row.Params[1].ID: to.Params[0].Use(), row.Params[2].ID: to.Params[1].Use()}
	to.Body = syntax.Subst(&syntax.Body{Span: to.Body.Span, Stms: stms, Res: sizes}, by2)
	for _, v := range syntax.FreeVars(to) {
		t.Fatalf("%s is free in\n%s", v.Name, syntax.Print(to))
	}
	return true
}
