package memory_test

import (
	"context"
	"strings"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/internal/testkit"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

// run evaluates FUNMEM text with all checks on.
func run(t *testing.T, text string) *memory.Outcome {
	t.Helper()
	m := memory.New(memory.Options{Validate: true})
	out, err := m.Run(context.Background(), core(t, elab.NewSession(nil), text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestWarnings has one program per warning, and a similar one without that warning.
func TestWarnings(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no warning: read back through another array", `
let (m : mem) = alloc 3
let (y : [3]int @ m -> R(3)) = [7, 8, 9]
let (v : [3]int @ m -> 2 + {(3 : -1)}) = reverse y
let (zm : mem) = alloc 3
let (z : [3]int @ zm -> R(3)) = copy v
in (zm, z)
`, ""},
		{"no warning: copied onto itself", `
let (m : mem) = alloc 4
let (x : [2][2]int @ m -> R(2, 2)) = kernel i <= 2 do
  let (r : [2]int @ m -> 2 * i - 2 + {(2 : 1)}) = iota 2
  in (r)
in (m, x)
`, ""},
		{"overlap within a row", `
let (rm : mem) = alloc 2
let (r : [2]int @ rm -> R(2)) = iota 2
let (m : mem) = alloc 3
let (x : [3][2]int @ m -> 0 + {(3 : 1) (2 : 0)}) = replicate(3, r)
in (m, x)
`, "overlap: replicate into `x`: elements of `x` share locations of block `m`, and the last one in row-major order stays (3 times here)"},
		{"layout, column-major", `
let (m : mem) = alloc 4
let (x : [2][2]int @ m -> R(2, 2)) = kernel i <= 2 do
  let (rm : mem) = alloc 2
  let (r : [2]int @ rm -> R(2)) = iota 2
  in (r)
let (t : [2][2]int @ m -> 0 + {(2 : 1) (2 : 2)}) = transpose x
in (m, t)
`, "layout: result `t` lies in block `m` at 0 + {(2 : 1) (2 : 2)}, not in row-major order from offset 0"},
		{"layout, block too large", `
let (m : mem) = alloc 4
let (x : [3]int @ m -> R(3)) = iota 3
in (m, x)
`, "layout: result `x` has 3 elements, and its block `m` has 4 locations"},
		{"layout, offset", `
let (m : mem) = alloc 4
let (x : [3]int @ m -> 1 + {(3 : 1)}) = iota 3
in (m, x)
`, "layout: result `x` lies in block `m` at 1 + {(3 : 1)}, not in row-major order from offset 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, w := range run(t, c.text).Warnings {
				got = append(got, w.Kind+": "+w.Text())
			}
			all := strings.Join(got, "\n")
			if c.want == "" && all != "" || !strings.Contains(all, c.want) {
				t.Errorf("warnings %q, want %q", all, c.want)
			}
		})
	}
}

// TestUnwritten reads an element that nothing wrote. No typed program can name such an
// element, so a block is left out of a program's input.
func TestUnwritten(t *testing.T) {
	s := elab.NewSession(nil)
	p := core(t, s, `
let (m : mem) = alloc 4
let (c : int) = 0
let (x : [4]int @ m -> R(4)) = iota 4
let (ym : mem) = alloc 2
let (y : [2]int @ ym -> R(2)) = kernel i <= 2 do
  let (a : int) = x[i]
  let (b : int) = x[4]
  in (a + b)
in (ym, y)
`)
	// Without its statement, x is an array over an unwritten block.
	m := memory.New(memory.Options{})
	all := p.Decls
	var x = all[2]
	p.Decls = append(append(p.Decls[:0:0], all[:2]...), x)
	if _, err := m.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	for id := range m.Env.IDs() {
		if v := m.Env.Place(id); v.IsArray() {
			b, err := m.Heap.Alloc("fresh", diag.Span{}, 4)
			if err != nil {
				t.Fatal(err)
			}
			v.B = b
		}
	}
	p.Decls = all[3:]
	out, err := m.Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range out.Warnings {
		got = append(got, w.Text())
	}
	want := []string{
		"`x[i]` reads `x[1]`: nothing wrote offset 0 of block `fresh`, which alloc filled with 0 (2 times here)",
		"`x[4]`: nothing wrote offset 3 of block `fresh`, which alloc filled with 0 (2 times here)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("warnings\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// nestedRace races only between outer iterations: all rows lie in one place, and the inner
// kernels of different outer iterations write there.
const nestedRace = `
let (m : mem) = alloc 6
let (t : mem) = alloc 3
let (x : [2][3]int @ m -> R(2, 3)) = kernel i <= 2 do
  let (r : [3]int @ t -> R(3)) = kernel j <= 3 do in (i * 10 + j)
  in (r)
in (m, x)
`

// innerRace races only within the second instance of the inner kernel.
const innerRace = `
let (m : mem) = alloc 6
let (x : [2][3]int @ m -> R(2, 3)) = kernel i <= 2 do
  let (rm : mem) = alloc 3
  let (s : int) = 2 - i
  let (r : [3]int @ rm -> 0 + {(3 : s)}) = kernel j <= 3 do in (i * 10 + j)
  in (r)
in (m, x)
`

// TestNestedRaces: a race belongs to the kernel whose iterations race.
func TestNestedRaces(t *testing.T) {
	for _, c := range []struct{ name, text, racy, free string }{
		{"outer", nestedRace, "x", "r"},
		{"inner", innerRace, "r", "x"},
	} {
		for _, k := range run(t, c.text).Kernels {
			if k.Kernel.Binds == c.racy && k.RaceFree() || k.Kernel.Binds == c.free && !k.RaceFree() {
				t.Errorf("%s: kernel `%s` race-free: %v", c.name, k.Kernel.Binds, k.RaceFree())
			}
		}
	}
}

// TestDerivation compares derivations with the golden file, and their rules with those that
// applied.
func TestDerivation(t *testing.T) {
	var b strings.Builder
	for _, c := range programs {
		switch c.name {
		case "kernel of rows", "derived arrays", "if of Fig. 7", "function with blocks", "in place", "concat", "reshape":
		default:
			continue
		}
		rec := derive.NewRecorder()
		m := memory.New(memory.Options{Options: engine.Options{}, Derive: rec})
		if _, err := m.Run(context.Background(), core(t, elab.NewSession(nil), c.text)); err != nil {
			t.Fatal(err)
		}
		trees := rec.Trees()
		if len(trees) != 1 || trees[0].Rule != "E-MEM-PROG" {
			t.Fatalf("%s: %d trees", c.name, len(trees))
		}
		b.WriteString(c.name + "\n" + derive.Format(trees[0], derive.Style{}) + "---\n")
	}
	testkit.Golden(t, "testdata/derive.golden", b.String())
}
