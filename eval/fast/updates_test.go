package fast_test

import (
	"fmt"
	"strings"
)

// memDefs are functions that update their argument, marked and not.
const memDefs = `def set [n] (b : mem) (o : int) (s : int) (*x : [n] @ b -> o + {(n : s)}) (k : int) : (c : mem, [n] @ c -> o + {(n : s)}) =
  let (z : [n] @ b -> o + {(n : s)}) = x with [n] = k
  in (b, z)
def put [n] (b : mem) (o : int) (s : int) (x : [n] @ b -> o + {(n : s)}) (y : [n] @ b -> o + {(n : s)}) (k : int) : (c : mem, [n] @ c -> o + {(n : s)}) =
  let (z : [n] @ b -> o + {(n : s)}) = y with [1] = k
  in (b, z)
`

// typeOf is the type of an array at its place, in a block.
func (x placed) typeOf(block string) string {
	dims, pairs := "", ""
	for _, d := range x.Dims {
		dims += fmt.Sprintf("[%d]", d.Size)
		pairs += fmt.Sprintf("(%d : %d)", d.Size, d.Stride)
	}
	return fmt.Sprintf("%s @ %s -> %d + {%s}", dims, block, x.Offset, pairs)
}

// with is z = x with …: z lies where x does.
func (g *memProgram) with(in, i string, x placed) placed {
	z := x
	z.name = g.name("w")
	at := make([]string, len(x.Dims))
	for d := range at {
		at[d] = fmt.Sprint(g.pick(1, x.Dims[d].Size))
	}
	if i != "" && g.pick(0, 1) == 0 {
		at[0] = g.name("a")
		fmt.Fprintf(g, "%slet (%s : int) = min(%s, %d)\n", in, at[0], i, x.Dims[0].Size)
	}
	var value string
	if y, ok := g.vector(); ok && len(x.Dims) == 1 && y.Dims[0].Size <= x.Dims[0].Size && g.pick(0, 1) == 0 {
		n := y.Dims[0].Size
		at[0], value = fmt.Sprintf("%d : %d", g.pick(1, x.Dims[0].Size-n+1), n), y.name
	} else {
		value = g.read(in, "1")
	}
	g.let(in, z, fmt.Sprintf("%s with [%s] = %s", x.name, strings.Join(at, ", "), value))
	return z
}

// vector is some array of rank 1.
func (g *memProgram) vector() (placed, bool) {
	if len(g.arrays) == 0 {
		return placed{}, false
	}
	y := g.arrays[g.pick(0, len(g.arrays)-1)]
	return y, len(y.Dims) == 1 && y.Dims[0].Size > 0
}

// loop carries x, in a block that may be carried as well, and updates it.
func (g *memProgram) loop(x placed) placed {
	z, a, i := x, x, g.name("i")
	z.name, a.name = g.name("z"), g.name("c")
	outside := len(g.arrays)
	block := x.block
	if carries := g.pick(0, 1) == 0; carries {
		block, z.block = g.name("b"), g.name("b")
		fmt.Fprintf(g, "let (%s : mem) (%s : %s) = loop (%s : mem = %s) (%s : %s = %s) for %s <= %d do\n",
			z.block, z.name, x.typeOf(z.block), block, x.block, a.name, x.typeOf(block), x.name, i, g.pick(0, 3))
	} else {
		fmt.Fprintf(g, "let (%s : %s) = loop (%s : %s = %s) for %s <= %d do\n", z.name, x.typeOf(block), a.name, x.typeOf(block), x.name, i, g.pick(0, 3))
	}
	a.block = block
	g.arrays = append(g.arrays, a)
	w := a
	for range g.pick(1, 2) {
		if g.pick(0, 3) == 0 {
			k := g.place(g.pick(1, 3))
			g.kernel("  ", k)
			g.arrays = append(g.arrays, k)
		}
		w = g.with("  ", i, w)
		g.arrays = append(g.arrays, w)
	}
	g.arrays = g.arrays[:outside]
	if block == x.block {
		fmt.Fprintf(g, "  in (%s)\n", w.name)
	} else {
		fmt.Fprintf(g, "  in (%s, %s)\n", w.block, w.name)
	}
	return z
}

// fold is a reduce or scan of arrays: the accumulator lies at one place.
func (g *memProgram) fold(x placed) placed {
	y, ok := g.vector()
	if !ok {
		y = g.place(g.pick(1, 3))
		g.let("", y, fmt.Sprintf("iota %d", y.Dims[0].Size))
		g.arrays = append(g.arrays, y)
	}
	a, e := x, g.name("e")
	a.name = g.name("c")
	if g.pick(0, 1) == 0 {
		a = g.place(x.Shape()...)
	}
	z := a
	z.name = g.name("z")
	f := "reduce"
	if len(x.Dims) == 1 && g.pick(0, 1) == 0 {
		f, z = "scan", g.place(y.Dims[0].Size, x.Dims[0].Size)
	}
	outside := len(g.arrays)
	fmt.Fprintf(g, "let (%s : %s) = %s (\\(%s : %s) (%s : int) ->\n", z.name, z.typeOf(z.block), f, a.name, a.typeOf(a.block), e)
	g.arrays = append(g.arrays, a)
	w := a
	if g.pick(0, 1) == 0 && len(x.Dims) == 1 {
		w = g.place(x.Shape()...)
		g.kernel("  ", w)
	} else {
		w = g.with("  ", "", a)
	}
	g.arrays = g.arrays[:outside]
	fmt.Fprintf(g, "  in (%s)) %s %s\n", w.name, x.name, y.name)
	return z
}

// call calls a function that updates x, or what may lie where x does.
func (g *memProgram) call(x placed) placed {
	z := x
	z.name, z.block = g.name("z"), g.name("b")
	y := x.name
	if v, ok := g.vector(); ok && v.block == x.block && v.typeOf("") == x.typeOf("") {
		y = v.name
	}
	args := fmt.Sprintf("%s, %d, %d, %s", x.block, x.Offset, x.Dims[0].Stride, x.name)
	if g.pick(0, 1) == 0 {
		args = fmt.Sprintf("set(%s, %s)", args, g.read("", "1"))
	} else {
		args = fmt.Sprintf("put(%s, %s, %s)", args, y, g.read("", "1"))
	}
	fmt.Fprintf(g, "let (%s : mem) (%s : %s) = %s\n", z.block, z.name, x.typeOf(z.block), args)
	return z
}
