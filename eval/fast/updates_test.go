package fast_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// memDefs are functions that update their argument, with and without a star.
const memDefs = `def set [n] (b : mem) (o : int) (s : int) (*x : [n] @ b -> o + {(n : s)}) (k : int) : (c : mem, [n] @ c -> o + {(n : s)}) =
  let (z : [n] @ b -> o + {(n : s)}) = x with [n] = k
  in (b, z)
def put [n] (b : mem) (o : int) (s : int) (x : [n] @ b -> o + {(n : s)}) (y : [n] @ b -> o + {(n : s)}) (k : int) : (c : mem, [n] @ c -> o + {(n : s)}) =
  let (z : [n] @ b -> o + {(n : s)}) = y with [1] = k
  in (b, z)
`

// typeOf returns the type of an array at its place in a block.
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

// vector returns some array of rank 1.
func (g *memProgram) vector() (placed, bool) {
	if len(g.arrays) == 0 {
		return placed{}, false
	}
	y := g.arrays[g.pick(0, len(g.arrays)-1)]
	return y, len(y.Dims) == 1 && y.Dims[0].Size > 0
}

// loop carries x, perhaps together with its block, and updates it.
func (g *memProgram) loop(x placed) placed {
	z, a, i := x, x, g.name("ix")
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

// fold is a reduce or scan of arrays. The accumulator keeps its place.
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

// call calls a function that updates x, or an array that may lie where x does.
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

// TestUpdatesMem: correct updates are found clean, with the results and bindings of the
// reference.
func TestUpdatesMem(t *testing.T) {
	for name, text := range map[string]string{
		"element": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = x with [2] = 7
in (m, y)`,
		"part": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (y : [2][3] @ m -> R(2, 3)) = reshape((2, 3), x)
let (k : mem) = alloc 2
let (c : [2] @ k -> R(2)) = iota 2
let (z : [2][3] @ m -> R(2, 3)) = y with [1:2, 3] = c
in (m, z)`,
		"onto itself": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (r : [4] @ m -> 2 + {(4 : 1)}) = x[3:4]
let (y : [6] @ m -> R(6)) = x with [3:4] = r
in (m, y)`,
		"there already": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (r : [4] @ m -> 2 + {(4 : 1)}) = kernel i <= 4 do 10 * i
let (y : [6] @ m -> R(6)) = x with [3:4] = r
in (m, y)`,
		"there already, as a row": `
let (m : mem) = alloc 6
let (v : [6] @ m -> R(6)) = iota 6
let (x : [2][3] @ m -> R(2, 3)) = reshape((2, 3), v)
let (r : [2] @ m -> 1 + {(2 : 3)}) = kernel i <= 2 do 10 * i
let (y : [2][3] @ m -> R(2, 3)) = x with [:, 2] = r
in (m, y)`,
		"there already, in each round": `
let (m : mem) = alloc 9
let (x : [9] @ m -> R(9)) = iota 9
let (y : [9] @ m -> R(9)) = loop (a : [9] @ m -> R(9) = x) for i <= 3 do
  let (r : [3] @ m -> 3 * i - 3 + {(3 : 1)}) = kernel j <= 3 do i * j
  let (b : [9] @ m -> R(9)) = a with [3 * i - 2 : 3] = r
  in (b)
in (m, y)`,
		"a number in a part that is overwritten": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (r : [1] @ m -> 1 + {(1 : 1)}) = replicate(1, 9)
let (y : [3] @ m -> R(3)) = x with [2] = 4
in (m, y)`,
		"old elements that are the same": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = x with [2] = 7
let (a : int) = x[1]
in (m, y, a)`,
		"loop": `
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (k : mem) (y : [5] @ k -> R(5)) = loop (c : mem = m) (a : [5] @ c -> R(5) = x) for i <= 5 do
  let (e : int) = a[6 - i]
  let (b : [5] @ c -> R(5)) = a with [i] = e
  in (c, b)
let (z : [5] @ k -> R(5)) = y with [1] = 0
in (k, z)`,
		"in a kernel": `
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (k : mem) = alloc 3
  let (y : [3] @ k -> R(3)) = iota 3
  let (l : mem) (z : [3] @ l -> R(3)) = loop (c : mem = k) (a : [3] @ c -> R(3) = y) for j <= 3 do
    let (b : [3] @ c -> R(3)) = a with [j] = i
    in (c, b)
  in (z)
in (m, x)`,
		"each iteration its own": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = kernel i <= 3 do
  let (e : int) = x[i]
  let (z : [3] @ m -> R(3)) = x with [i] = e
  in (e)
in (m, x, k, y)`,
		"star": memDefs + `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) (y : [3] @ k -> 0 + {(3 : 1)}) = set(m, 0, 1, x, 7)
in (k, y)`,
		"accumulators": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (l : mem) = alloc 9
let (y : [3] @ k -> R(3)) = reduce (\(a : [3] @ k -> R(3)) (e : int) ->
  let (b : [3] @ k -> R(3)) = a with [e] = 9
  in (b)) x x
let (z : [3][3] @ l -> R(3, 3)) = scan (\(a : [3] @ k -> R(3)) (e : int) ->
  let (b : [3] @ k -> R(3)) = a with [e] = 4
  in (b)) x x
in (l, z)`,
	} {
		p, _ := parse(t, text)
		for _, s := range schedules {
			if !both(t, p, options(t, s)) {
				t.Errorf("%s, %s: not clean", name, s)
			}
		}
	}
}

// TestUpdatesNotClean: a program that the rules refuse because of an update is not called
// clean.
func TestUpdatesNotClean(t *testing.T) {
	for name, text := range map[string]string{
		"old element": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = x with [2] = 7
let (a : int) = x[2]
in (m, y, a)`,
		"over what it reads": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (r : [4] @ m -> 0 + {(4 : 1)}) = x[1:4]
let (y : [6] @ m -> R(6)) = x with [3:4] = r
in (m, y)`,
		"there already, and more": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (r : [4] @ m -> 2 + {(4 : 1)}) = kernel i <= 4 do 10 * i
let (y : [6] @ m -> R(6)) = x with [3:3] = r[1:3]
in (m, y)`,
		"there already, beside the part": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (r : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do 10 * i
let (k : mem) = alloc 2
let (s : [2] @ k -> R(2)) = iota 2
let (y : [6] @ m -> R(6)) = x with [4:2] = s
in (m, y)`,
		"there already, and something else is put there": `
let (m : mem) = alloc 6
let (x : [6] @ m -> R(6)) = iota 6
let (r : [2] @ m -> 1 + {(2 : 1)}) = kernel i <= 2 do 10 * i
let (s : [2] @ m -> 2 + {(2 : 1)}) = kernel i <= 2 do 20 * i
let (y : [6] @ m -> R(6)) = x with [2:2] = r
in (m, y)`,
		"derived before": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (r : [3] @ m -> 2 + {(3 : -1)}) = reverse x
let (y : [3] @ m -> R(3)) = x with [1] = 7
let (a : int) = r[3]
in (m, y, a)`,
		"old array again": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (y : [3] @ m -> R(3)) = x with [1] = 7
let (z : [3] @ m -> R(3)) = x with [2] = 8
in (m, z)`,
		"first value after the loop": `
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (y : [5] @ m -> R(5)) = loop (a : [5] @ m -> R(5) = x) for i <= 5 do
  let (b : [5] @ m -> R(5)) = a with [i] = 0
  in (b)
let (e : int) = x[3]
in (m, y, e)`,
		"first value in the loop": `
let (m : mem) = alloc 5
let (x : [5] @ m -> R(5)) = iota 5
let (k : mem) (y : [5] @ k -> R(5)) = loop (c : mem = m) (a : [5] @ c -> R(5) = x) for i <= 5 do
  let (e : int) = x[6 - i]
  let (b : [5] @ c -> R(5)) = a with [i] = e
  in (c, b)
in (k, y)`,
		"write/write race": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = kernel i <= 3 do
  let (z : [3] @ m -> R(3)) = x with [1] = 1
  in (i)
in (k, y)`,
		"read/write race": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 2
let (y : [2] @ k -> R(2)) = kernel i <= 2 do
  let (e : int) = x[2]
  let (z : [3] @ m -> R(3)) = x with [i] = i
  in (e)
in (k, y)`,
		"race through a loop": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 2
let (y : [2] @ k -> R(2)) = kernel i <= 2 do
  let (e : int) = x[2]
  let (l : mem) (z : [3] @ l -> R(3)) = loop (c : mem = m) (a : [3] @ c -> R(3) = x) for j <= 1 do
    let (b : [3] @ c -> R(3)) = a with [i] = i
    in (c, b)
  in (e)
in (k, y)`,
		"race in the second round": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 2
let (y : [2] @ k -> R(2)) = kernel i <= 2 do
  let (e : int) = x[2]
  let (o : mem) = alloc 3
  let (v : [3] @ o -> R(3)) = iota 3
  let (l : mem) (z : [3] @ l -> R(3)) = loop (c : mem = o) (a : [3] @ c -> R(3) = v) for j <= 2 do
    let (b : [3] @ c -> R(3)) = a with [i] = i
    in (m, x)
  in (e)
in (k, y)`,
		"race after a loop": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 2
let (y : [2] @ k -> R(2)) = kernel i <= 2 do
  let (e : int) = x[2]
  let (o : mem) = alloc 3
  let (v : [3] @ o -> R(3)) = iota 3
  let (l : mem) (z : [3] @ l -> R(3)) = loop (c : mem = o) (a : [3] @ c -> R(3) = v) for j <= 1 do in (m, x)
  let (w : [3] @ l -> R(3)) = z with [i] = i
  in (e)
in (k, y)`,
		"race of copied rows": `
let (m : mem) = alloc 6
let (x : [2][3] @ m -> 0 + {(2 : 2) (3 : 1)}) = kernel i <= 2 do
  let (o : mem) = alloc 3
  let (v : [3] @ o -> R(3)) = replicate(3, 1)
  in (v)
in (m, x)`,
		"no star": memDefs + `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) (y : [3] @ k -> 0 + {(3 : 1)}) = put(m, 0, 1, x, x, 7)
in (k, y)`,
		"star, and used": memDefs + `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) (y : [3] @ k -> 0 + {(3 : 1)}) = set(m, 0, 1, x, 7)
let (e : int) = x[3]
in (k, y, e)`,
		"undefined, after many reads": `
let (m : mem) = alloc 3
let (z : [3] @ m -> R(3)) = iota 3
let (s : [3] @ m -> R(3)) = scratch([3]int)
let (x : [3] @ m -> R(3)) = s with [1] = 7
let (e : int) = loop (e = 0) for i <= 9 do e + x[1]
let (d : int) = x[2]
in (e, d)`,
		"rows of a scan": `
let (m : mem) = alloc 3
let (x : [3] @ m -> R(3)) = iota 3
let (k : mem) = alloc 3
let (y : [3] @ k -> R(3)) = scan (\(a : int) (e : int) ->
  let (w : [1] @ k -> R(1)) = [a + e]
  in (a + e)) 0 x
in (k, y)`,
		"rows of a scan of arrays": `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (k : mem) = alloc 4
let (l : mem) = alloc 2
let (y : [2][2] @ k -> R(2, 2)) = scan (\(a : [2] @ l -> R(2)) (e : int) ->
  let (w : [1] @ k -> R(1)) = [40 + e]
  in (a)) x x
in (k, y)`,
		"rows on the accumulator": `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (k : mem) = alloc 4
let (y : [2][2] @ k -> R(2, 2)) = scan (\(a : [2] @ k -> R(2)) (e : int) ->
  let (o : mem) = alloc 2
  let (b : [2] @ o -> R(2)) = replicate(2, e)
  in (b)) x x
in (k, y)`,
		"accumulators at one place": `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (o : mem) = alloc 2
let (v : [2] @ o -> R(2)) = replicate(2, 7)
let (k : mem) = alloc 2
let (y : [2] @ k -> R(2)) (z : [2] @ k -> R(2)) = reduce (\((a : [2] @ k -> R(2)), (b : [2] @ k -> R(2))) (e : int) -> (x, v)) (x, v) x
in (k, y, k, z)`,
		"overlapping accumulator": `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (k : mem) = alloc 1
let (y : [2] @ k -> 0 + {(2 : 0)}) = reduce (\(a : [2] @ k -> 0 + {(2 : 0)}) (e : int) -> x) x x
in (1)`,
	} {
		p, _ := parse(t, text)
		for _, s := range schedules {
			if ok, clean := compare(t, p, options(t, s), name); ok || clean {
				t.Errorf("%s, %s: called clean: %v, is clean: %v", name, s, ok, clean)
			}
		}
	}
	// Both accumulators are copied at once, so the program is clean. One copy after the other
	// would give another result.
	p, _ := parse(t, `
let (m : mem) = alloc 2
let (x : [2] @ m -> R(2)) = iota 2
let (o : mem) = alloc 2
let (v : [2] @ o -> R(2)) = replicate(2, 7)
let (k : mem) = alloc 2
let (l : mem) = alloc 2
let (y : [2] @ k -> R(2)) (z : [2] @ l -> R(2)) = reduce (\((a : [2] @ k -> R(2)), (b : [2] @ l -> R(2))) (e : int) -> (b, a)) (x, v) x
in (k, y, l, z)`)
	if both(t, p, options(t, "forward")) {
		t.Error("accumulators that change places are compiled")
	}
}

// TestSurePlanted: if a change is not noted, the tests notice that an array is wrongly believed
// unchanged.
func TestSurePlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"changes of one location", "changes.go", "b.wrote[o], b.last = now, now", "b.wrote[o] = now"},
		{"changes by a copy", "memcopy.go", "\tif any {\n\t\tb.changedRun(o, t, n)", "\tif any && n < 0 {\n\t\tb.changedRun(o, t, n)"},
		{"what a change goes on with", "changes.go", "b.log[k-1].at == now", "now > 0"},
		{"where a change goes on", "changes.go", "case o == c.lo+c.n*c.step:", "case o >= c.lo:"},
		{"what a new log lacks", "changes.go", "b.log, b.since = b.log[:0], c.at", "b.log = b.log[:0]"},
		{"the time of a change", "changes.go", "b.log, at+1,", "b.log, at+2,"},
		{"where the log ends", "changes.go", "if at < b.since {", "if at < 0 {"},
		{"arrays with places in common", "changes.go", "if !apart || !known {", "if !known && !apart || !known {"},
		{"where an element lies", "changes.go", "if k >= d.n {", "if k > d.n+1 {"},
		{"between elements", "changes.go", "return o == 0\n", "return o >= 0 && len(r.d) == 0\n"},
		{"elements that are no part", "changes.go", "all.has(o) && !but.has(o)", "all.has(o) && (but.lo > 0 || part == nil)"},
		{"the last of the changes", "changes.go", "for j := range c.n {", "for j := range c.n - 1 {"},
		{"slices of an array that changed", "view.go", "v.ver, v.birth, v.sure, v.lost, v.void = x.ver, x.birth, x.sure, false, x.void", "v.ver, v.birth, v.lost, v.void = x.ver, x.birth, false, x.void"},
		{"the log of the block before", "memblock.go", "\tb.forget()\n", ""},
	}, "-run", "NotClean|Random|Free|WrongExamples|Changes|Region", "-rapid.checks=400", "-rapid.seed=1")
}
