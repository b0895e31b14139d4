package flatten_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// rowGen writes a random function row whose results have sizes that depend on i.
type rowGen struct {
	t     *rapid.T
	ints  []string
	reals []string
	vecs  []string // int arrays of any size
	fvecs []string // f64 arrays
	mats  []string // matrices of ints
	n     int
	wild  bool // some steps may be stuck
}

// randomRow draws a program as parsed wants it.
func randomRow(t *rapid.T) string {
	g := &rowGen{t: t, ints: []string{"i", "m", "k"}, vecs: []string{"x", "z"}, fvecs: []string{"y"}}
	g.wild = g.int(0, 4) == 0
	var b strings.Builder
	if g.int(0, 1) == 0 { // a row of an irregular array
		b.WriteString("  let w = d[o[i] : c[i]]\n")
		g.vecs = append(g.vecs, "w")
	}
	for range g.int(1, 7) {
		b.WriteString("  " + g.stm(2) + "\n")
	}
	var res []string
	for range g.int(1, 3) {
		res = append(res, g.result())
	}
	n := g.int(0, 4)
	m := g.int(0, 4)
	list := func(f func() string) string {
		var xs []string
		for range m {
			xs = append(xs, f())
		}
		return "[" + strings.Join(xs, ", ") + "]"
	}
	x := list(func() string { return fmt.Sprint(g.int(-2, 5)) })
	y := list(func() string { return g.pick("0.5", "1.25", "-0.1", "0.3", "1e10") })
	z := "[" + g.pick("", "4", "2, 0, 1", "1, 2, 3, 4, 5") + "]"
	return fmt.Sprintf("%sdef row [m][l] (i : int) (k : int) (x : [m]int) (y : [m]f64) (z : [l]int) (o : [4]int) (c : [4]int) (d : [6]int) =\n%s  in (%s)\nlet n = %d\nlet k = %d\nlet (x : [%d]int) = %s\nlet (y : [%d]f64) = %s\nlet z = %s\nlet o = [3, 1, 7, 2]\nlet c = [2, 4, 0, 3]\nlet d = [2, 5, 1, -4, 3, 1]\n",
		helpers, b.String(), strings.Join(res, ", "), n, g.int(-1, 3), m, x, m, y, z)
}

const helpers = `def tail [n] (x : [n]int) = x[2 : max(n - 1, 0)]
def grow [n] (x : [n]int) (k : int) = if k > 2 then x else x ++ replicate(abs(k), k)
def swapped [n] (x : [n]int) (a : int) (b : int) : [n]int = let t = x[a] let y = x with [a] = x[b] in y with [b] = t
def evens [n] (x : [n]int) = filter(map (\v -> v % 2 == 0) x, x)
def pairs [n] (x : [n]int) = kernel j <= n do [x[j], j]
`

func (g *rowGen) int(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.t, "n") }

func (g *rowGen) pick(of ...string) string { return of[g.int(0, len(of)-1)] }

func (g *rowGen) name(base string) string {
	g.n++
	return fmt.Sprintf("%s%d", base, g.n)
}

// within runs f in a scope of its own.
func (g *rowGen) within(f func() string) string {
	ints, reals, vecs, fvecs, mats := g.ints, g.reals, g.vecs, g.fvecs, g.mats
	g.ints, g.reals, g.vecs, g.fvecs, g.mats = slices.Clip(ints), slices.Clip(reals), slices.Clip(vecs), slices.Clip(fvecs), slices.Clip(mats)
	text := f()
	g.ints, g.reals, g.vecs, g.fvecs, g.mats = ints, reals, vecs, fvecs, mats
	return text
}

func (g *rowGen) bindInt() string {
	x := g.name("s")
	g.ints = append(g.ints, x)
	return x
}

func (g *rowGen) bindVec() string {
	x := g.name("v")
	g.vecs = append(g.vecs, x)
	return x
}

// some is one of some names, more often a late one.
func (g *rowGen) some(of []string) string { return of[g.int(max(0, len(of)-3-g.int(0, 3)), len(of)-1)] }

// result is a result of row.
func (g *rowGen) result() string {
	switch g.int(0, 9) {
	case 0:
		return g.scalar(1)
	case 1, 2:
		return g.some(g.fvecs)
	case 3, 4:
		if len(g.mats) > 0 {
			return g.some(g.mats)
		}
	case 5:
		return g.vec(1)
	}
	return g.some(g.vecs)
}

// size is a small number, not negative.
func (g *rowGen) size() string {
	switch g.int(0, 6) {
	case 0:
		return "length(" + g.some(g.vecs) + ")"
	case 1:
		return fmt.Sprint(g.int(0, 3))
	case 2:
		return "i"
	case 3:
		return "max(i - 2, 0)"
	case 4:
		return "m"
	}
	if g.wild && g.int(0, 2) == 0 {
		return g.pick("("+g.some(g.ints)+" - 1)", "((i - 2) * (i - 2) * 3 - 1)", "(length("+g.some(g.vecs)+") - 1)", "k")
	}
	return "(" + g.some(g.ints) + " % 4)"
}

// scalar is an int.
func (g *rowGen) scalar(depth int) string {
	if depth <= 0 {
		return g.pick(g.some(g.ints), g.some(g.ints), fmt.Sprint(g.int(-2, 4)))
	}
	switch g.int(0, 9) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", g.scalar(depth-1), g.pick("+", "-", "*", "<", "==", ">="), g.scalar(depth-1))
	case 2:
		return fmt.Sprintf("min(%s, %s)", g.scalar(depth-1), g.scalar(depth-1))
	case 3:
		return fmt.Sprintf("(%s %% 5)", g.scalar(depth-1))
	case 4:
		v := g.some(g.vecs)
		return fmt.Sprintf("(if length(%s) > 0 then %s[%s %% length(%s) + 1] else %s)", v, v, g.scalar(0), v, g.scalar(0))
	case 5:
		return fmt.Sprintf("(if %s > %s then %s else %s)", g.scalar(0), g.scalar(0), g.scalar(depth-1), g.scalar(depth-1))
	case 6:
		return fmt.Sprintf("(reduce %s %s)", g.pick("(+) 0", `(\a b -> a * 2 - b) 1`, "max (-9)"), g.some(g.vecs))
	case 7:
		if g.wild {
			return fmt.Sprintf("%s[%s]", g.some(g.vecs), g.scalar(0))
		}
		return "length(" + g.some(g.vecs) + ")"
	case 8:
		return g.within(func() string {
			v := g.bindVec()
			return fmt.Sprintf("(let %s = %s in %s)", v, g.paren(g.outer(depth-1)), g.scalar(depth-1))
		})
	}
	return g.scalar(0)
}

func (g *rowGen) paren(s string) string { return "(" + s + ")" }

// outer is an array, where the variable that is being bound is not in scope.
func (g *rowGen) outer(depth int) string {
	vecs := g.vecs
	g.vecs = slices.Clip(vecs[:len(vecs)-1])
	text := g.vec(depth)
	g.vecs = vecs
	return text
}

// stm is a let.
func (g *rowGen) stm(depth int) string {
	switch g.int(0, 15) {
	case 14:
		return g.matLoop()
	case 15:
		return g.twoLoop()
	case 0:
		e := g.scalar(2)
		return fmt.Sprintf("let %s = %s", g.bindInt(), e)
	case 1:
		e := g.real(depth)
		x := g.name("f")
		g.fvecs = append(g.fvecs, x)
		return fmt.Sprintf("let %s = %s", x, e)
	case 2, 3:
		e := g.mat(depth)
		x := g.name("a")
		g.mats = append(g.mats, x)
		return fmt.Sprintf("let %s = %s", x, e)
	case 4, 5:
		e := g.loop(depth)
		return fmt.Sprintf("let (%s, %s) = %s", g.bindVec(), g.bindInt(), e)
	case 6:
		c, a, b := g.scalar(1), g.within(func() string { return g.pair(depth - 1) }), g.within(func() string { return g.pair(depth - 1) })
		return fmt.Sprintf("let (%s, %s) = if %s then %s else %s", g.bindVec(), g.bindInt(), c, a, b)
	case 7:
		a := g.some(g.vecs)
		h := g.bindInt()
		p := g.bindVec()
		return fmt.Sprintf("let %s = length(%s) / 2 let %s = map (\\p q -> p - 2 * q) (%s[1:%s]) (%s[length(%s) - %s + 1 : %s])", h, a, p, a, h, a, a, h, h)
	}
	e := g.vec(depth)
	return fmt.Sprintf("let %s = %s", g.bindVec(), e)
}

// pair is an array and an int, as a block.
func (g *rowGen) pair(depth int) string {
	var b strings.Builder
	b.WriteString("(let o = 1 ")
	if depth > 0 {
		for range g.int(0, 2) {
			b.WriteString(g.stm(depth-1) + " ")
		}
	}
	fmt.Fprintf(&b, "in (%s, %s))", g.vec(max(depth, 0)), g.scalar(1))
	return b.String()
}

// vec is an array of ints.
func (g *rowGen) vec(depth int) string {
	v := g.some(g.vecs)
	if depth <= 0 {
		return g.pick(v, v, v, "iota "+g.size())
	}
	switch g.int(0, 24) {
	case 0:
		return "iota " + g.size()
	case 1:
		return fmt.Sprintf("replicate(%s, %s)", g.size(), g.scalar(1))
	case 2:
		return fmt.Sprintf("(%s ++ %s)", g.paren(g.vec(depth-1)), g.some(g.vecs))
	case 3:
		return g.pick("copy ", "reverse ") + v
	case 4:
		return fmt.Sprintf(g.pick("%s[1 : length(%s) / 2]", "%s[1 : (length(%s) + 1) / 2 : 2]", "%[1]s[length(%[2]s) : length(%[2]s) / 2 : -1]"), v, v)
	case 5:
		return fmt.Sprintf("tail(%s)", v)
	case 6:
		return fmt.Sprintf("filter(map (\\e -> e %s %s) %s, %s)", g.pick(">", "!=", "<"), g.scalar(0), v, v)
	case 7:
		return fmt.Sprintf(g.pick("sort(%s)", "evens(%s)", "distinct(%s)", "positions(%s)", "copy (rotate(1, %s))"), v)
	case 8:
		return fmt.Sprintf("grow(%s, %s)", v, g.scalar(1))
	case 9:
		return fmt.Sprintf("(scan %s %s)", g.pick("(+) 0", `(\a b -> a * 2 - b) i`, "max (-9)", "(+) "+g.some(g.ints)), v)
	case 10:
		return fmt.Sprintf("(if %s then %s else %s)", g.scalar(1), g.vec(depth-1), g.vec(depth-1))
	case 11:
		p := g.name("p")
		return fmt.Sprintf("(let (%s, _) = %s in %s)", p, g.within(func() string { return g.loop(depth - 1) }), p)
	case 12:
		return fmt.Sprintf("(if length(%s) > 0 then %s with [%s %% length(%s) + 1] = %s else %s)", v, v, g.scalar(0), v, g.scalar(0), v)
	case 13:
		return fmt.Sprintf("(%s with [1 : length(%s) / 2] = reverse %s[1 : length(%s) / 2])", v, v, v, v)
	case 22:
		return fmt.Sprintf("(%s with [2 - length(%s) %% 2 : length(%s) / 2 : i * 0 + 2] = %s[1 : length(%s) / 2])", v, v, v, v, v)
	case 14:
		return fmt.Sprintf("(%s with [length(%s) : length(%s) / 2 : -2 + 1] = replicate(length(%s) / 2, %s))", v, v, v, v, g.scalar(0))
	case 15:
		return fmt.Sprintf("partition(map (\\e -> e > %s) %s, %s)", g.scalar(0), v, v)
	case 16:
		if len(g.mats) > 0 {
			a := g.some(g.mats)
			return g.pick("flatten "+a, fmt.Sprintf("map (\\r -> reduce (+) 0 r) %s", a), fmt.Sprintf("(if length(%s) > 0 then %s[1] else x)", a, a))
		}
	case 17:
		return fmt.Sprintf("(reduce (\\p q -> map (\\e -> e + q) p) (%s) %s)", v, g.some(g.vecs))
	case 18:
		if g.wild {
			return fmt.Sprintf("swapped(%s, %s, %s)", v, g.scalar(0), g.scalar(0))
		}
		return fmt.Sprintf("(if length(%s) > 1 then swapped(%s, 1, length(%s)) else %s)", v, v, v, v)
	case 19:
		return fmt.Sprintf("(map (\\p q -> p + q) %s (map (\\e -> e * 2) %s))", v, v)
	case 20:
		return fmt.Sprintf("(let w = scratch([%s + 1]int) with [1] = %s in (copy w)[1:1] ++ %s)", g.size(), g.scalar(0), v)
	case 21:
		if g.wild {
			return fmt.Sprintf("(%s with [1 + {(%s : 1)}] = %s)", v, g.size(), g.vec(0))
		}
		return fmt.Sprintf("(%s with [0 + {(length(%s) / 2 : 2)}] = %s[1 : length(%s) / 2])", v, v, v, v)
	}
	return g.within(func() string {
		s := g.size()
		j := g.name("j")
		g.ints = append(g.ints, j)
		return fmt.Sprintf("(kernel %s <= %s do %s)", j, s, g.scalar(depth))
	})
}

// real is an array of f64s.
func (g *rowGen) real(depth int) string {
	f := g.some(g.fvecs)
	switch g.int(0, 5) {
	case 0:
		return fmt.Sprintf("map (\\e -> f64(e) / 3.0) (%s)", g.vec(depth-1))
	case 1:
		return fmt.Sprintf("scan (+) 0.0 (%s)", f)
	case 2:
		return fmt.Sprintf("scan (\\a b -> a * 0.7 + b) (f64(i)) (%s)", f)
	case 3:
		return fmt.Sprintf("(%s ++ %s)", f, g.some(g.fvecs))
	case 4:
		return fmt.Sprintf("filter(map (\\e -> e > 0.4) %s, %s)", f, f)
	}
	return fmt.Sprintf("map (\\e -> e * 1.1 + f64(%s)) %s", g.scalar(1), f)
}

// mat is a matrix of ints.
func (g *rowGen) mat(depth int) string {
	v, w := g.some(g.vecs), g.some(g.vecs)
	if len(g.mats) > 0 && g.int(0, 2) == 0 {
		a := g.some(g.mats)
		return fmt.Sprintf(g.pick("transpose %s", "copy %s", "reverse %s", "map (\\r -> reverse r) %s", "(%s with [1 : length(%[1]s) / 2, :] = %[1]s[1 : length(%[1]s) / 2, :])",
			"(%s ++ %[1]s)", "map (\\r -> scan (+) 0 r) %s", "%s[1 : length(%[1]s) / 2, :]", "(scan (\\p q -> p) (map (\\c -> 1) (flatten %s)[1:0]) [1])", "sort_rows(%s)"), a)
	}
	switch g.int(0, 6) {
	case 0:
		return fmt.Sprintf("map (\\e -> map (\\d -> d * e) %s) %s", v, w)
	case 1:
		return fmt.Sprintf("[%s, map (\\e -> e + 1) %s]", v, v)
	case 2:
		return fmt.Sprintf("pairs(%s)", v)
	case 3:
		return fmt.Sprintf("replicate(%s, %s)", g.size(), v)
	case 4:
		return fmt.Sprintf("(scan (\\p q -> map (\\e -> e + q) p) %s %s)", v, w)
	}
	return g.within(func() string {
		a, b := g.size(), g.size()
		j, k := g.name("j"), g.name("j")
		g.ints = append(g.ints, j, k)
		return fmt.Sprintf("(kernel %s <= %s, %s <= %s do %s)", j, a, k, b, g.scalar(depth-1))
	})
}

// loop is a loop that gives an array and an int.
func (g *rowGen) loop(depth int) string {
	v, s := g.vec(max(depth-1, 0)), g.scalar(1)
	return g.within(func() string {
		p := g.bindVec()
		c := g.bindInt()
		switch g.int(0, 6) {
		case 0:
			r := g.bindInt()
			return fmt.Sprintf("loop (%s = %s, %s = %s) for %s <= %s do %s", p, v, c, s, r, g.pick("2", "m", "k", "i", "i - 1"), g.pair(depth-1))
		case 1:
			return fmt.Sprintf("loop (%s = %s, %s = 0) while %s < %s do (%s, %s + 1)", p, v, c, c, g.pick("i", "2", "length("+p+")", "i % 3"), g.short(p), c)
		case 2:
			r := g.bindInt()
			return fmt.Sprintf("(loop (%s = %s) for %s <= length(%s) do %s with [%s] = %s, %s)", p, v, r, "x", p, g.index(p, r), g.scalar(1), s)
		case 3:
			r := g.bindInt()
			return fmt.Sprintf("loop (%s = %s, %s = %s) for %s <= %s do (if length(%s) > %s && %s > 0 then %s with [%s] = %s else %s, %s + %s)",
				p, v, c, s, r, g.pick("i", "m", "k - 1"), p, r, r, p, r, c, p, c, r)
		case 4:
			return fmt.Sprintf("loop (%s = %s, %s = length(%s)) while %s > 1 do (if %s[%s - 1] > %s[%s] then swapped(%s, %s - 1, %s) else %s, %s - 1)",
				p, "copy x", c, "x", c, p, c, p, c, p, c, c, p, c)
		case 5:
			return fmt.Sprintf("loop (%s = %s, %s = 1) while %s < length(%s) do (loop (w = %s) for r <= %s do w with [r] = w[r + 1] - %s, %s + 1)", p, v, c, c, p, p, c, c, c)
		}
		r := g.bindInt()
		return fmt.Sprintf("loop (%s = %s, %s = %s) for %s <= %s do (map (\\e -> e * %s - %s) %s, %s)", p, v, c, s, r, g.size(), c, r, p, g.scalar(1))
	})
}

// matLoop binds a matrix that a loop changes in place.
func (g *rowGen) matLoop() string {
	a := "(" + g.mat(1) + ")"
	p, r, out := g.name("p"), g.name("r"), g.name("a")
	at := func(dim int) string {
		size := fmt.Sprintf("shape(%s)[%d]", p, dim)
		return g.pick("min("+r+", "+size+")", "1", size, r+" % "+size+" + 1")
	}
	e := g.within(func() string {
		g.ints = append(g.ints, r)
		return g.pick(
			fmt.Sprintf("%s with [%s, %s] = %s", p, at(1), at(2), g.scalar(1)),
			fmt.Sprintf("%s with [%s, :] = map (\\e -> e + %s) %s[%s, :]", p, at(1), r, p, at(1)),
			fmt.Sprintf("%s with [:, %s] = copy %s[:, %s]", p, at(2), p, at(2)),
			fmt.Sprintf("%s with [1 : shape(%s)[1] / 2, :] = reverse %s[1 : shape(%s)[1] / 2, :]", p, p, p, p),
			fmt.Sprintf("%s with [shape(%s)[1] : shape(%s)[1] / 2 : -1, 1 : shape(%s)[2] / 2 : 2] = %s[1 : shape(%s)[1] / 2, 1 : shape(%s)[2] / 2]", p, p, p, p, p, p, p),
			fmt.Sprintf("%s with [%s, 0 + {(shape(%s)[2] / 2 : 2)}] = copy %s[%s, 1 : shape(%s)[2] / 2]", p, at(1), p, p, at(1), p),
			fmt.Sprintf("(if %s > 2 then %s else %s with [%s, %s] = %s)", r, p, p, at(1), at(2), r))
	})
	g.mats = append(g.mats, out)
	return fmt.Sprintf("let %s = loop (%s = %s) for %s <= (if shape(%s)[1] * shape(%s)[2] > 0 then %s else 0) do %s", out, p, a, r, a, a, g.pick("2", "i", "m", "k"), e)
}

// twoLoop binds two arrays that a loop changes in place, of which one may have the same size for all rows.
func (g *rowGen) twoLoop() string {
	v, w := g.vec(1), g.pick("x", "x", "z", g.some(g.vecs))
	p, q, r := g.name("p"), g.name("q"), g.name("r")
	a := g.pick(fmt.Sprintf("%s with [1 : min(length(%s), 1)] = replicate(min(length(%s), 1), %s)", p, p, p, r),
		fmt.Sprintf("(if length(%s) >= %s && %s > 0 then %s with [%s] = %s[%s] + 1 else %s)", p, r, r, p, r, p, r, p),
		fmt.Sprintf("%s with [1 : length(%s) / 2] = reverse %s[1 : length(%s) / 2]", p, p, p, p))
	b := g.pick(fmt.Sprintf("(if length(%s) >= %s && %s > 0 then %s with [%s] = %s[%s] + 1 else %s)", q, r, r, q, r, q, r, q), "reverse "+q, q, "copy "+q)
	more, with, next := "", "", ""
	if g.int(0, 2) == 0 {
		s := g.name("s")
		more, with, next = ", "+s, fmt.Sprintf(", %s = 3", s), fmt.Sprintf(", %s + length(%s)", s, p)
		g.ints = append(g.ints, s)
	}
	g.vecs = append(g.vecs, p, q)
	return fmt.Sprintf("let (%s, %s%s) = loop (%s = %s, %s = %s%s) for %s <= %s do (%s, %s%s)", p, q, more, p, v, q, w, with, r, g.pick("i", "m", "2", "k"), a, b, next)
}

// short is an array that is not longer than p by more than one.
func (g *rowGen) short(p string) string {
	return fmt.Sprintf(g.pick("%s", "map (\\e -> e + 1) %s", "tail(%s)", "%s[1 : length(%[1]s) / 2]", "(%s ++ [1])[2 : length(%[1]s)]", "evens(%s)", "scan (+) 0 %s"), p)
}

// index is an index of p, or one that is not.
func (g *rowGen) index(p, r string) string {
	if g.wild {
		return r
	}
	return fmt.Sprintf("min(%s, length(%s))", r, p)
}
