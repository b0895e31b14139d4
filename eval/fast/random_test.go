package fast_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// memProgram writes a random FUNMEM program. All arrays share two blocks, so about half of
// the programs go wrong somewhere.
type memProgram struct {
	*rapid.T
	strings.Builder
	arrays []placed
	n      int

	scratch bool // some arrays are scratch arrays
	claims  bool // some are claimed to lie somewhere
}

// placed is an array with its place.
type placed struct {
	name, block string
	heap.LMAD
}

func (g *memProgram) pick(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.T, "n") }

func (g *memProgram) name(base string) string {
	g.n++
	return fmt.Sprint(base, g.n)
}

// place returns a place somewhere in block m or k, of 14 locations each.
func (g *memProgram) place(shape ...int) placed {
	L, _ := heap.RowMajor(shape)
	if g.pick(0, 2) == 0 {
		for d := range L.Dims {
			L.Dims[d].Stride = g.pick(-2, 4)
		}
	}
	lo, hi, _ := L.Extent()
	L.Offset -= lo
	L.Offset += g.pick(0, max(0, 13-(hi-lo)))
	return placed{g.name("x"), []string{"m", "k"}[g.pick(0, 1)], L}
}

func (g *memProgram) let(indent string, x placed, exp string) {
	dims, pairs := "", ""
	for _, d := range x.Dims {
		dims += fmt.Sprintf("[%d]", d.Size)
		pairs += fmt.Sprintf("(%d : %d)", d.Size, d.Stride)
	}
	fmt.Fprintf(g, "%slet (%s : %s @ %s -> %d + {%s}) = %s\n", indent, x.name, dims, x.block, x.Offset, pairs, exp)
}

// read returns a scalar that reads some array at an index near i.
func (g *memProgram) read(indent, i string) string {
	if len(g.arrays) == 0 {
		return i
	}
	x := g.arrays[g.pick(0, len(g.arrays)-1)]
	at := make([]string, len(x.Dims))
	for d := range at {
		at[d] = fmt.Sprint(g.pick(1, x.Dims[d].Size))
		if g.pick(0, 2) > 0 {
			at[d] = g.name("a")
			fmt.Fprintf(g, "%slet (%s : int) = min(%s + %d, %d)\n", indent, at[d], i, g.pick(0, 1), x.Dims[d].Size)
		}
	}
	e := g.name("e")
	fmt.Fprintf(g, "%slet (%s : int) = %s[%s]\n", indent, e, x.name, strings.Join(at, ", "))
	return e
}

// kernel writes a kernel that makes x.
func (g *memProgram) kernel(indent string, x placed) {
	i, outside := g.name("ix"), len(g.arrays)
	g.let(indent, x, fmt.Sprintf("kernel %s <= %d do", i, x.Dims[0].Size))
	in := indent + "  "
	res := ""
	switch {
	case len(x.Dims) == 1:
		res = g.name("r")
		a := g.read(in, i)
		if outside > 0 && g.pick(0, 7) == 0 {
			g.arrays = append(g.arrays, g.with(in, i, g.arrays[g.pick(0, outside-1)]))
		}
		b := g.read(in, i)
		if g.pick(0, 3) == 0 {
			fmt.Fprintf(g, "%slet (%s : int) = if %s then let (%s : int) = %s + 1 in (%[4]s) else in (%s)\n", in, res, a, g.name("t"), b, i)
		} else {
			fmt.Fprintf(g, "%slet (%s : int) = %s + %s * 3\n", in, res, a, b)
		}
	default:
		row := g.place(x.Dims[1].Size)
		switch g.pick(0, 2) {
		case 0:
			row.block = g.name("b")
			fmt.Fprintf(g, "%slet (%s : mem) = alloc 14\n", in, row.block)
		case 1: // perhaps in its place
			row.block, row.Dims = x.block, x.Dims[1:]
		}
		if g.scratch && g.pick(0, 1) == 0 {
			g.letScratch(in, row)
			res = row.name
			if g.pick(0, 1) == 0 {
				res = g.with(in, i, row).name
			}
			break
		}
		g.kernel(in, row)
		res = row.name
	}
	g.arrays = g.arrays[:outside]
	fmt.Fprintf(g, "%sin (%s)\n", in, res)
}

// statement binds one more array.
func (g *memProgram) statement() {
	var x placed
	if len(g.arrays) > 0 {
		x = g.arrays[g.pick(0, len(g.arrays)-1)]
	}
	z := x
	z.name = g.name("x")
	if g.scratch && g.pick(0, 2) == 0 {
		z = g.place(g.pick(1, 4))
		g.letScratch("", z)
		g.arrays = append(g.arrays, z)
		return
	}
	if g.claims && len(g.arrays) > 0 && g.pick(0, 2) == 0 {
		if g.pick(0, 3) == 0 {
			z = g.place(x.Shape()...)
		}
		g.let("", z, "claim "+x.name)
		g.arrays = append(g.arrays, z)
		return
	}
	switch what := g.pick(0, 16); {
	case what == 0 && len(x.Dims) == 1:
		z = g.place(x.Shape()...)
		g.let("", z, "copy "+x.name)
	case what == 1 && len(x.Dims) == 1:
		z = g.place(append([]int{g.pick(1, 2)}, x.Shape()...)...)
		g.let("", z, fmt.Sprintf("replicate(%d, %s)", z.Dims[0].Size, x.name))
	case what == 2 && len(x.Dims) > 0:
		z.LMAD, _ = x.Reverse()
		g.let("", z, "reverse "+x.name)
	case what == 3 && len(x.Dims) == 2:
		z.LMAD = x.Transpose()
		g.let("", z, "transpose "+x.name)
	case what == 4 && len(x.Dims) == 2:
		k := g.pick(1, x.Dims[0].Size)
		z.LMAD, _ = x.Slice([]heap.Ix{{Fix: true, Off: k}, {Off: 1, Size: x.Dims[1].Size, Stride: 1}})
		g.let("", z, fmt.Sprintf("%s[%d, 1:%d]", x.name, k, x.Dims[1].Size))
	case what == 8 && len(x.Dims) > 0 && x.Dims[0].Size > 0:
		z = g.flat(x)
	case what == 9 && len(x.Dims) > 0 && x.Count() <= 5:
		z = g.concat(x)
	case what == 10 && len(x.Dims) > 0:
		z = g.reshape(x)
	case what == 11 && len(x.Dims) > 0, what == 12 && len(x.Dims) == 1:
		z = g.with("", "", x)
	case what == 13 && len(x.Dims) > 0:
		z = g.loop(x)
	case what == 14 && len(x.Dims) > 0:
		z = g.fold(x)
	case what == 15 && len(x.Dims) == 1:
		z = g.call(x)
	case what == 5:
		z = g.place(g.pick(1, 4))
		g.let("", z, fmt.Sprintf("iota %d", z.Dims[0].Size))
	case what == 6:
		z = g.place(2)
		g.let("", z, fmt.Sprintf("[%s, %s]", g.read("", "1"), g.read("", "2")))
	case what == 7:
		z = g.place(g.pick(1, 3), g.pick(1, 3))
		g.kernel("", z)
	default:
		z = g.place(g.pick(1, 4))
		g.kernel("", z)
	}
	g.arrays = append(g.arrays, z)
}

// letScratch binds x to an array that nobody has written.
func (g *memProgram) letScratch(indent string, x placed) {
	dims := ""
	for _, d := range x.Dims {
		dims += fmt.Sprintf("[%d]", d.Size)
	}
	g.let(indent, x, "scratch("+dims+"int)")
}

// flat makes a flat slice of the first dimension of x and keeps the others whole.
func (g *memProgram) flat(x placed) placed {
	n := x.Dims[0].Size
	o := g.pick(0, n-1)
	first := heap.Ix{Off: o}
	text := fmt.Sprintf("%d + {", o)
	lo, hi := o, n-1-o
	for range g.pick(1, 2) {
		d, s := g.pick(1, 3), g.pick(-2, 2)
		if reach := (d - 1) * s; reach > hi || -reach > lo {
			d, s = 1, 1
		} else {
			hi -= max(0, reach)
			lo += min(0, reach)
		}
		first.Flat = append(first.Flat, [2]int{d, s})
		text += fmt.Sprintf("(%d : %d)", d, s)
	}
	ix := []heap.Ix{first}
	text += "}"
	for _, d := range x.Dims[1:] {
		ix = append(ix, heap.Ix{Off: 1, Size: d.Size, Stride: 1})
		text += fmt.Sprintf(", 1:%d", d.Size)
	}
	z := x
	z.name = g.name("x")
	z.LMAD, _ = x.Slice(ix)
	g.let("", z, x.name+"["+text+"]")
	return z
}

// TestRandomMem: Check never calls an unclean program clean, and hardly ever declines a
// clean one.
func TestRandomMem(t *testing.T) {
	clean, unclean, declined := randomMem(t, memProgram{})
	if declined*20 > clean {
		t.Errorf("%d clean programs, %d clean but declined, %d not clean", clean, declined, unclean)
	}
}

// TestRandomScratch: the same for arrays with undefined elements. Check may decline more of
// these.
func TestRandomScratch(t *testing.T) { randomMem(t, memProgram{scratch: true}) }

// TestRandomClaims: the same for arrays that are claimed to lie elsewhere than they do.
// Check declines these even if nothing reads them.
func TestRandomClaims(t *testing.T) { randomMem(t, memProgram{claims: true}) }

// randomMem runs random programs. It counts those that are called clean, those that are not
// clean, and those that are clean but were declined.
func randomMem(t *testing.T, kind memProgram) (clean, unclean, declined int) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &memProgram{T: rt, scratch: kind.scratch, claims: kind.claims}
		g.WriteString(memDefs)
		g.WriteString("let (m : mem) = alloc 14\nlet (k : mem) = alloc 14\n")
		for range g.pick(1, 6) {
			g.statement()
		}
		x := g.arrays[g.pick(0, len(g.arrays)-1)]
		L, _ := heap.RowMajor(x.Shape())
		fmt.Fprintf(g, "let (f : mem) = alloc %d\n", x.Count())
		g.let("", placed{"y", "f", L}, "copy "+x.name)
		g.WriteString("in (f, y)\n")
		p, err := syntax.Parse(diag.NewSource("t.fun", g.String()))
		if err != nil {
			rt.Fatalf("%v\n%s", err, g)
		}
		u, err := elab.NewSession(nil).Program(p)
		if err != nil {
			rt.Fatalf("%v\n%s", err, g)
		}
		for _, s := range schedules {
			ok, want := compare(rt, u.Core, options(t, s), g.String())
			switch {
			case ok:
				clean++
			case want:
				declined++
			default:
				unclean++
			}
		}
	})
	t.Logf("%d clean programs, %d clean but declined, %d not clean", clean, declined, unclean)
	if clean == 0 || unclean == 0 {
		t.Errorf("%d clean programs, %d clean but declined, %d not clean", clean, declined, unclean)
	}
	return clean, unclean, declined
}
