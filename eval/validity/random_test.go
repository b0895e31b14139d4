package validity_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// generator writes random well-typed FUNMEM programs. Most of them go wrong, because arrays
// lie at random places in two shared blocks.
type generator struct {
	t      *rapid.T
	b      strings.Builder
	names  int
	blocks []genBlock
	arrays []genArray
	ints   []string
}

type genBlock struct {
	name string
	size int
}

type genArray struct {
	name  string
	block genBlock
	L     heap.LMAD
}

func (g *generator) int(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(g.t, what) }

func (g *generator) name(base string) string {
	g.names++
	return fmt.Sprint(base, g.names)
}

func (g *generator) linef(indent, format string, args ...any) {
	fmt.Fprintf(&g.b, indent+format+"\n", args...)
}

// layout returns a random LMAD for the shape, in most cases within the block.
func (g *generator) layout(shape []int, size int) heap.LMAD {
	L, _ := heap.RowMajor(shape)
	if g.int(0, 2, "random layout") > 0 {
		for k := range L.Dims {
			L.Dims[k].Stride = g.int(-3, 4, "stride")
		}
	}
	lo, hi, _ := L.Extent()
	L.Offset = -lo
	if room := size - 1 - (hi - lo); room > 0 {
		L.Offset += g.int(0, room, "offset")
	}
	return L
}

func (g *generator) typ(a genArray) string {
	dims := ""
	pairs := make([]string, len(a.L.Dims))
	for k, d := range a.L.Dims {
		dims += fmt.Sprintf("[%d]", d.Size)
		pairs[k] = fmt.Sprintf("(%d : %d)", d.Size, d.Stride)
	}
	return fmt.Sprintf("%sint @ %s -> %d + {%s}", dims, a.block.name, a.L.Offset, strings.Join(pairs, " "))
}

func (g *generator) fresh(shape []int) genArray {
	block := g.blocks[g.int(0, len(g.blocks)-1, "block")]
	return genArray{g.name("x"), block, g.layout(shape, block.size)}
}

func (g *generator) array() genArray { return g.arrays[g.int(0, len(g.arrays)-1, "array")] }

// read writes a read of some array, at an index that may depend on i.
func (g *generator) read(indent, i string) string {
	if len(g.arrays) == 0 {
		return "1"
	}
	a := g.array()
	at := make([]string, len(a.L.Dims))
	for k, d := range a.L.Dims {
		at[k] = fmt.Sprint(g.int(1, d.Size, "index"))
		if i != "" && g.int(0, 2, "by iteration") > 0 {
			at[k] = g.name("k")
			g.linef(indent, "let (%s : int) = min(%s + %d, %d)", at[k], i, g.int(0, 1, "shift"), d.Size)
		}
	}
	v := g.name("a")
	g.linef(indent, "let (%s : int) = %s[%s]", v, a.name, strings.Join(at, ", "))
	return v
}

func (g *generator) shape() []int {
	shape := []int{g.int(1, 4, "size")}
	if g.int(0, 2, "rank 2") == 0 {
		shape = append(shape, g.int(1, 3, "size"))
	}
	return shape
}

func (g *generator) kernel(indent string, shape []int, depth string) genArray {
	z := g.fresh(shape)
	i := g.name("ix")
	g.linef(indent, "let (%s : %s) = kernel %s <= %d do", z.name, g.typ(z), i, shape[0])
	inner := indent + "  "
	outside := len(g.arrays)
	var row string
	if len(shape) == 1 {
		e := i + depth
		for range g.int(0, 2, "reads") {
			e += " + " + g.read(inner, i)
		}
		row = g.name("b")
		g.linef(inner, "let (%s : int) = %s", row, e)
	} else {
		if g.int(0, 1, "own block") == 0 {
			g.blocks = append(g.blocks, genBlock{g.name("rm"), shape[1]})
			g.linef(inner, "let (%s : mem) = alloc %d", g.blocks[len(g.blocks)-1].name, shape[1])
			row = g.kernel(inner, shape[1:], depth+" + 10 * "+i).name
			g.blocks = g.blocks[:len(g.blocks)-1]
		} else {
			row = g.kernel(inner, shape[1:], depth+" + 10 * "+i).name
		}
	}
	g.arrays = g.arrays[:outside]
	g.linef(inner, "in (%s)", row)
	return z
}

func (g *generator) stm() {
	if len(g.arrays) == 0 {
		g.arrays = append(g.arrays, g.kernel("", g.shape(), ""))
		return
	}
	x := g.array()
	shape := x.L.Shape()
	z := genArray{name: g.name("x"), block: x.block}
	var e string
	switch g.int(0, 11, "statement") {
	case 10, 11:
		e = "claim " + x.name
		switch z.L = x.L; g.int(0, 3, "claim") {
		case 0:
			z = g.fresh(shape)
		case 1:
			z.L.Offset += g.int(-2, 2, "shift")
		case 2:
			z.block = g.blocks[g.int(0, len(g.blocks)-1, "block")]
		}
	case 0:
		z = g.fresh(shape)
		e = "copy " + x.name
	case 1:
		n := g.int(1, 3, "count")
		if len(shape) > 1 {
			return
		}
		z = g.fresh(append([]int{n}, shape...))
		e = fmt.Sprintf("replicate(%d, %s)", n, x.name)
	case 2:
		n := g.int(1, 4, "size")
		z = g.fresh([]int{n})
		e = fmt.Sprintf("iota %d", n)
	case 3:
		z.L, _ = x.L.Reverse()
		e = "reverse " + x.name
	case 4:
		if len(shape) != 2 {
			return
		}
		z.L = x.L.Transpose()
		e = "transpose " + x.name
	case 5:
		ix := make([]heap.Ix, len(shape))
		text := make([]string, len(shape))
		for k, d := range shape {
			if k > 0 && g.int(0, 1, "fix") == 0 {
				ix[k] = heap.Ix{Fix: true, Off: g.int(1, d, "offset")}
				text[k] = fmt.Sprint(ix[k].Off)
				continue
			}
			n := g.int(1, d, "size")
			ix[k] = heap.Ix{Off: g.int(1, d-n+1, "offset"), Size: n, Stride: 1}
			text[k] = fmt.Sprintf("%d : %d", ix[k].Off, n)
		}
		z.L, _ = x.L.Slice(ix)
		e = x.name + "[" + strings.Join(text, ", ") + "]"
	case 6:
		g.ints = append(g.ints, g.read("", ""))
		return
	default:
		g.arrays = append(g.arrays, g.kernel("", g.shape(), ""))
		return
	}
	g.linef("", "let (%s : %s) = %s", z.name, g.typ(z), e)
	g.arrays = append(g.arrays, z)
}

func genProgram(t *rapid.T) string {
	g := &generator{t: t, blocks: []genBlock{{"m", 12}, {"k", 16}}}
	g.linef("", "let (m : mem) = alloc 12")
	g.linef("", "let (k : mem) = alloc 16")
	for range g.int(1, 6, "statements") {
		g.stm()
	}
	if len(g.arrays) == 0 {
		g.arrays = append(g.arrays, g.kernel("", g.shape(), ""))
	}
	x := g.array()
	g.linef("", "in (%s)", strings.Join(append(g.ints, x.block.name, x.name), ", "))
	return g.b.String()
}

// TestRandom checks the meaning of verdicts. A valid program gives the same results under
// the heap semantics alone as under the value semantics alone. For a race-free program, the
// recorded sets satisfy eq. (4) pair by pair, and it gives the same results under each
// schedule.
func TestRandom(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := genProgram(t)
		src, err := syntax.Parse(diag.NewSource("t.fun", text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		u, err := elab.NewSession(nil).Program(src)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want, valueErr := value.New(engine.Options{}).Run(context.Background(), erase.Program(u.Core))
		forward := ""
		for _, name := range []string{"forward", "reverse", "random:5"} {
			sch, _ := engine.ParseSchedule(name)
			v, err := validity.Check(context.Background(), u.Core, engine.Options{Schedule: sch})
			if err != nil {
				t.Fatal(err)
			}
			alone := memory.New(memory.Options{Options: engine.Options{Schedule: sch}, Trace: 1 << 20})
			out, err := alone.Run(context.Background(), u.Core)
			var stuck *diag.Diagnostic
			if errors.As(err, &stuck) != (v.Stuck != nil) {
				t.Fatalf("%s: stuck with and without lockstep: %v, %v\n%s", name, err, v.Stuck, text)
			}
			same, results := stuck == nil && valueErr == nil, ""
			for k, r := range out.Results {
				got, err := memory.Show(r)
				if err != nil {
					t.Fatal(err)
				}
				if r.IsArray() || r.IsNumber() {
					same = same && got.Equal(want[k])
					results += value.Format(got, 0) + " "
				}
			}
			if v.Valid != same {
				t.Fatalf("%s: valid is %v, and the results are the same: %v\n%s\n%s", name, v.Valid, same, v.Text(diag.Plain), text)
			}
			if v.Consistent && !v.Valid && v.Stuck == nil {
				t.Fatalf("%s: consistent and not valid\n%s", name, text)
			}
			if naive := racefree(out.Recording.Top); stuck == nil && v.RaceFree != naive {
				t.Fatalf("%s: race-free is %v, and by the sets %v\n%s\n%s", name, v.RaceFree, naive, v.Text(diag.Plain), text)
			}
			if name == "forward" {
				forward = results
			} else if v.RaceFree && stuck == nil && results != forward {
				t.Fatalf("race-free, and %s gives %s and forward %s\n%s", name, results, forward, text)
			}
			count[fmt.Sprintf("valid %v, consistent %v, race-free %v, stuck %v", v.Valid, v.Consistent, v.RaceFree, stuck != nil)]++
		}
	})
	for verdict, n := range count {
		t.Logf("%5d %s", n, verdict)
	}
}

// racefree is eq. (4) as written, for all instances in an iteration.
func racefree(it *heap.IterTrace) bool {
	for _, in := range it.Inner {
		var reads, writes []map[heap.Loc]bool
		for _, j := range in.Iterations {
			if !racefree(j) {
				return false
			}
			r, w := j.Sets()
			reads, writes = append(reads, set(r)), append(writes, set(w))
		}
		for i := range writes {
			for j := range writes {
				if i == j {
					continue
				}
				for loc := range writes[i] {
					if reads[j][loc] || writes[j][loc] {
						return false
					}
				}
			}
		}
	}
	return true
}

func set(locs []heap.Loc) map[heap.Loc]bool {
	s := map[heap.Loc]bool{}
	for _, l := range locs {
		s[l] = true
	}
	return s
}
