package toimp_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/internal/testkit"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// places writes a random FUNMEM program. Its arrays share two blocks, overlap themselves
// and each other, and sometimes leave their block. About half of the programs race or get
// stuck.
type places struct {
	*rapid.T
	strings.Builder
	arrays []placed
	count  int
}

// placed is an array with its place.
type placed struct {
	name, block string
	heap.LMAD
}

func (g *places) n(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.T, "n") }

func (g *places) name(base string) string {
	g.count++
	return fmt.Sprint(base, g.count)
}

const cells = 14

// somewhere returns a place for a fresh array.
func (g *places) somewhere(shape ...int) placed {
	L, _ := heap.RowMajor(shape)
	if g.n(0, 2) == 0 {
		for d := range L.Dims {
			L.Dims[d].Stride = g.n(-2, 4)
		}
	}
	lo, hi, _ := L.Extent()
	L.Offset = g.n(0, max(0, cells-1-(hi-lo))) - lo
	if g.n(0, 15) == 0 {
		L.Offset += g.n(-2, 6)
	}
	return placed{g.name("x"), []string{"m", "k"}[g.n(0, 1)], L}
}

func (g *places) let(indent string, x placed, format string, args ...any) {
	dims, pairs := "", ""
	for _, d := range x.Dims {
		dims += fmt.Sprintf("[%d]", d.Size)
		pairs += fmt.Sprintf("(%d : %d)", d.Size, d.Stride)
	}
	fmt.Fprintf(g, "%slet (%s : %s @ %s -> %d + {%s}) = %s\n", indent, x.name, dims, x.block, x.Offset, pairs, fmt.Sprintf(format, args...))
}

// some returns one of the arrays.
func (g *places) some() placed { return g.arrays[g.n(0, len(g.arrays)-1)] }

// read returns a scalar that reads some array at an index that may be out of bounds.
func (g *places) read(indent, i string) string {
	x := g.some()
	at := make([]string, len(x.Dims))
	for d := range at {
		at[d] = fmt.Sprint(g.n(1, x.Dims[d].Size))
		if g.n(0, 2) > 0 {
			at[d] = g.name("a")
			form := "min(%s + %d, %d)"
			if g.n(0, 7) == 0 {
				form = "max(%s + %d, %d) - 1"
			}
			fmt.Fprintf(g, "%slet (%s : int) = "+form+"\n", indent, at[d], i, g.n(0, 1), x.Dims[d].Size)
		}
	}
	e := g.name("e")
	fmt.Fprintf(g, "%slet (%s : int) = %s[%s]\n", indent, e, x.name, strings.Join(at, ", "))
	return e
}

// kernel makes x by a kernel, whose rows may be built in place.
func (g *places) kernel(indent string, x placed) {
	i, outside := g.name("ix"), len(g.arrays)
	g.let(indent, x, "kernel %s <= %d do", i, x.Dims[0].Size)
	in, res := indent+"  ", g.name("r")
	if len(x.Dims) == 1 {
		a, b := g.read(in, i), g.read(in, i)
		fmt.Fprintf(g, "%slet (%s : int) = %s + %s * 3\n", in, res, a, b)
	} else {
		row := g.somewhere(x.Dims[1].Size)
		switch g.n(0, 2) {
		case 0:
			row.block = g.name("b")
			fmt.Fprintf(g, "%slet (%s : mem) = alloc %d\n", in, row.block, cells)
		case 1:
			row.block, row.Dims = x.block, x.Dims[1:]
		}
		g.kernel(in, row)
		res = row.name
	}
	g.arrays = g.arrays[:outside]
	fmt.Fprintf(g, "%sin (%s)\n", in, res)
}

// statement binds one more array.
func (g *places) statement() {
	x := g.some()
	z := x
	z.name = g.name("x")
	flat := len(x.Dims) == 1
	switch g.n(0, 14) {
	case 0:
		z = g.somewhere(x.Shape()...)
		g.let("", z, "copy %s", x.name)
	case 1:
		z = g.somewhere(append([]int{g.n(1, 2)}, x.Shape()...)...)
		g.let("", z, "replicate(%d, %s)", z.Dims[0].Size, x.name)
	case 2:
		z.LMAD, _ = x.Reverse()
		g.let("", z, "reverse %s", x.name)
	case 3:
		if len(x.Dims) > 1 {
			z.LMAD = x.Transpose()
			g.let("", z, "transpose %s", x.name)
			break
		}
		fallthrough
	case 4:
		n := g.n(1, x.Dims[0].Size)
		at := []heap.Ix{{Off: 1 + x.Dims[0].Size - n, Size: n, Stride: 1}}
		text := fmt.Sprintf("%d:%d", at[0].Off, n)
		for _, d := range x.Dims[1:] {
			at, text = append(at, heap.Ix{Off: 1, Size: d.Size, Stride: 1}), text+fmt.Sprintf(", 1:%d", d.Size)
		}
		z.LMAD, _ = x.Slice(at)
		g.let("", z, "%s[%s]", x.name, text)
	case 5:
		z = g.somewhere(x.Dims[0].Size)
		g.let("", z, "iota %d", x.Dims[0].Size)
	case 6:
		if y := g.some(); flat && len(y.Dims) == 1 {
			z = g.somewhere(x.Dims[0].Size + y.Dims[0].Size)
			g.let("", z, "concat(%s, %s)", x.name, y.name)
			break
		}
		fallthrough
	case 7:
		if y := g.some(); flat && len(y.Dims) == 1 {
			g.let("", z, "%s with [1:%d] = %s", x.name, y.Dims[0].Size, y.name)
			break
		}
		fallthrough
	case 8:
		z = g.somewhere(2)
		a, b := g.read("", "1"), g.read("", "2")
		g.let("", z, "[%s, %s]", a, b)
	case 13:
		if g.n(0, 2) > 0 {
			z = g.somewhere(x.Shape()...)
		}
		g.let("", z, "claim %s", x.name)
	case 11:
		z = g.branches(x)
	case 12:
		if flat {
			z = g.loop(x)
			break
		}
		fallthrough
	case 9:
		if flat {
			z = g.fold(x)
			break
		}
		fallthrough
	case 10:
		z = g.somewhere(g.n(1, 3), g.n(1, 3))
		g.kernel("", z)
	default:
		z = g.somewhere(g.n(1, 4))
		g.kernel("", z)
	}
	g.arrays = append(g.arrays, z)
}

// at returns the type of an array at a place of a block, with another name for the block.
func (x placed) at(block string) string {
	dims, pairs := "", ""
	for _, d := range x.Dims {
		dims += fmt.Sprintf("[%d]", d.Size)
		pairs += fmt.Sprintf("(%d : %d)", d.Size, d.Stride)
	}
	return fmt.Sprintf("%s @ %s -> %d + {%s}", dims, block, x.Offset, pairs)
}

// branches writes an if that gives a copy of x in one block or the other.
func (g *places) branches(x placed) placed {
	u := g.somewhere(x.Shape()...)
	w, z := u, u
	u.name, u.block, w.name, w.block, z.name, z.block = g.name("ux"), "m", g.name("w"), "k", g.name("z"), g.name("q")
	c := g.read("", "1")
	fmt.Fprintf(g, "let (%s : mem) (%s : %s) = if %s\n  then\n", z.block, z.name, z.at(z.block), c)
	g.let("    ", u, "copy %s", x.name)
	fmt.Fprintf(g, "    in (m, %s)\n  else\n", u.name)
	g.let("    ", w, "copy %s", x.name)
	fmt.Fprintf(g, "    in (k, %s)\n", w.name)
	return z
}

// loop carries x through rounds that each make it anew, in a block that they allocate or
// in one that is there.
func (g *places) loop(x placed) placed {
	z, y, w := x, x, x
	z.name, z.block, y.name, y.block, w.name = g.name("z"), g.name("q"), g.name("y"), g.name("q"), g.name("w")
	fmt.Fprintf(g, "let (%s : mem) (%s : %s) = loop (%s : mem = %s) (%s : %s = %s) for i <= %d do\n",
		z.block, z.name, z.at(z.block), y.block, x.block, y.name, y.at(y.block), x.name, g.n(0, 3))
	switch g.n(0, 2) {
	case 0:
		w.block = g.name("b")
		fmt.Fprintf(g, "  let (%s : mem) = alloc %d\n", w.block, g.n(cells-9, cells))
	case 1:
		w.block = []string{"m", "k"}[g.n(0, 1)]
	case 2:
		w.block = y.block
	}
	at := "j"
	if g.n(0, 1) == 0 {
		at = fmt.Sprintf("%d - j", x.Dims[0].Size+1)
	}
	g.let("  ", w, "kernel j <= %d do", x.Dims[0].Size)
	fmt.Fprintf(g, "    let (h : int) = %s\n    let (t : int) = %s[h]\n    let (u : int) = t * 3 + i\n    in (u)\n  in (%s, %s)\n", at, y.name, w.block, w.name)
	return z
}

// fold writes a reduce whose accumulator lies where its result does, in rows that are built
// somewhere.
func (g *places) fold(x placed) placed {
	z := g.somewhere(x.Dims[0].Size)
	acc, row := z, g.somewhere(x.Dims[0].Size)
	acc.name, row.name = g.name("a"), g.name("r")
	pairs := fmt.Sprintf("(%d : %d)", acc.Dims[0].Size, acc.Dims[0].Stride)
	g.let("", z, "reduce (\\(%s : [%d] @ %s -> %d + {%s}) (e : int) ->", acc.name, acc.Dims[0].Size, acc.block, acc.Offset, pairs)
	g.let("  ", row, "kernel j <= %d do", x.Dims[0].Size)
	fmt.Fprintf(g, "    let (t : int) = %s[j]\n    let (u : int) = t * 2 + e\n    in (u)\n  in (%s)) %s %s\n", acc.name, row.name, x.name, x.name)
	return z
}

// TestWrongPrograms compares the heap semantics and IMP on programs that go wrong: both get
// stuck or give the same, and both race or neither does.
func TestWrongPrograms(t *testing.T) {
	stuck, racy, fine := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := &places{T: rt}
		fmt.Fprintf(g, "let (m : mem) = alloc %d\nlet (k : mem) = alloc %d\n", cells, cells)
		first := g.somewhere(g.n(1, 4))
		g.let("", first, "iota %d", first.Dims[0].Size)
		g.arrays = append(g.arrays, first)
		for range g.n(1, 6) {
			g.statement()
		}
		last := g.some()
		text := g.String()
		text += fmt.Sprintf("in (%s, %s)\n", last.block, last.name)
		switch compareWrong(rt, text) {
		case "stuck":
			stuck++
		case "racy":
			racy++
		default:
			fine++
		}
	})
	if stuck == 0 || racy == 0 || fine == 0 {
		t.Errorf("%d programs are stuck, %d race, %d are fine", stuck, racy, fine)
	}
}

// compareWrong runs a program on the heap and as IMP, and says what happens.
func compareWrong(t fails, text string) (what string) {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource("t.fun", text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	u, err := elab.NewSession(nil).Program(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	q, _, err := toimp.Program(u.Core, toimp.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	what = "fine"
	for _, name := range []string{"forward", "reverse", "random:5"} {
		if what == "racy" && name == "random:5" {
			continue // kernels nest differently there, so the orders differ
		}
		order, _ := engine.ParseSchedule(name)
		want, wantErr := memory.New(memory.Options{Options: engine.Options{Schedule: order}}).Run(context.Background(), u.Core)
		got, err := imp.Run(context.Background(), q, nil, engine.Options{Schedule: order})
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%s: the heap %v\nIMP: %v\n%s\n%s", name, wantErr, err, text, ast.Print(q))
		}
		if err != nil {
			if rule := diag.Of(err)[0].Rule; rule != "E-IMP-CHECK" && !syntax.HasClaim(u.Core) {
				t.Fatalf("%s: no check comes before %v\n%s\n%s", name, err, text, ast.Print(q))
			}
			return "stuck"
		}
		races := false
		for _, k := range want.Kernels {
			races = races || !k.RaceFree()
		}
		if races {
			what = "racy"
		}
		if found := hasRace(got); found != races {
			t.Fatalf("%s: the heap races %v, and IMP: %v\n%s\n%s", name, races, got.Warnings, text, ast.Print(q))
		}
		shown, err := memory.Show(want.Results[1])
		if err != nil {
			t.Fatalf("%v", err)
		}
		if !shown.Equal(got.Results[0]) {
			t.Fatalf("%s: the heap has %s, and IMP %s\n%s\n%s", name, value.Format(shown, 0), value.Format(got.Results[0], 0), text, ast.Print(q))
		}
	}
	return what
}

func hasRace(out *imp.Outcome) bool {
	for _, w := range out.Warnings {
		if w.Kind == diag.Race {
			return true
		}
	}
	return false
}

// TestPartsOfPlaces: a part of an LMAD without a value gets stuck where the array is bound, in IMP too, although
// nothing is read or written there.
func TestPartsOfPlaces(t *testing.T) {
	for _, exp := range []string{"iota 0", "scratch([0]int)", "kernel i <= 0 do i", "claim y"} {
		for _, c := range []struct {
			place string
			k     int
			stuck bool
		}{
			{"0 + {(0 : 1 / k)}", 0, true}, {"0 + {(0 : 1 / k)}", 2, false},
			{"2 ** k + {(0 : 1)}", -1, true}, {"2 ** k + {(0 : 1)}", 1, false},
			{"nw8(1000 - k) + {(0 : 1)}", 0, true}, {"nw8(1000 - k) + {(0 : 1)}", 900, false},
		} {
			f, err := loweredOr(fmt.Sprintf(`let (m : mem) = alloc 4
let (y : [0] @ m -> R(0)) = iota 0
def f (k : int) (m : mem) (y : [0] @ m -> R(0)) : int =
  let (x : [0] @ m -> %s) = %s
  in 7
let (r : int) = f(%d, m, y)
in (r)`, c.place, exp, c.k))
			if err != nil {
				t.Fatal(err)
			}
			_, heap := onHeap(t, f.mem, engine.Options{})
			_, asIMP := run(f.imp, "forward")
			if (heap != nil) != c.stuck || (asIMP != nil) != c.stuck {
				t.Errorf("%s at %s with k = %d: the heap %v, IMP %v", exp, c.place, c.k, heap, asIMP)
			}
		}
	}
}

// TestChangedPrograms changes a digit of a random program, so that it may get stuck. Then
// its IMP form gets stuck too, at a place in the text. Otherwise both give the same.
func TestChangedPrograms(t *testing.T) {
	stuck, fine := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		text := []byte(testkit.Program(rt))
		var digits []int
		for k, c := range text {
			if '0' <= c && c <= '9' {
				digits = append(digits, k)
			}
		}
		for range rapid.IntRange(1, 3).Draw(rt, "changes") {
			text[rapid.SampledFrom(digits).Draw(rt, "digit")] = byte(rapid.IntRange('0', '5').Draw(rt, "to"))
		}
		f, err := loweredOr(string(text))
		if err != nil {
			return // the types refuse it
		}
		want, wantErr := value.New(engine.Options{}).Run(context.Background(), f.fun)
		out, err := run(f.imp, "forward")
		switch {
		case wantErr != nil && strings.Contains(wantErr.Error(), "is undefined: nothing has written it"):
			return // IMP does not know undefined elements
		case (err == nil) != (wantErr == nil):
			rt.Fatalf("the value semantics: %v\nIMP: %v\n%s\n%s", wantErr, err, text, ast.Print(f.imp))
		case err != nil:
			stuck++
			if d := diag.Of(err)[0]; d.Kind != diag.Stuck || !d.Span.IsValid() {
				rt.Fatalf("%v\n%s", err, text)
			}
			return
		}
		fine++
		for k, v := range out.Results {
			if !want[k].Shows(v) {
				rt.Fatalf("result %d is %s, want %s\n%s\n%s", k+1, value.Format(v, 0), value.Format(want[k], 0), text, ast.Print(f.imp))
			}
		}
	})
	if stuck == 0 && fine > 300 || fine == 0 { // about one in twenty is stuck
		t.Errorf("%d programs are stuck, %d are fine", stuck, fine)
	}
}
