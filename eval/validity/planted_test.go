package validity_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/num"
)

// TestPlanted gives an array the layout that a wrong rule of the heap semantics would give
// it, and expects the next use to notice: lockstep does not trust the LMADs that it checks.
func TestPlanted(t *testing.T) {
	const declarations = `
let (m : mem) = alloc 24
let (x : [3][4]int @ m -> R(3, 4)) = kernel i <= 3 do
  let (rm : mem) = alloc 4
  let (r : [4]int @ rm -> R(4)) = kernel j <= 4 do in (i * 10 + j)
  in (r)
let (t : [4][3]int @ m -> 0 + {(4 : 1) (3 : 4)}) = transpose x
let (v : [3][4]int @ m -> 8 + {(3 : -4) (4 : 1)}) = reverse x
let (s : [2][2]int @ m -> 5 + {(2 : 4) (2 : 1)}) = x[2 : 2, 2 : 2]
let (c : [3]int @ m -> 2 + {(3 : 4)}) = x[1 : 3, 3]
`
	uses := map[string]string{
		"x": "let (zm : mem) = alloc 12\nlet (z : [3][4]int @ zm -> R(3, 4)) = copy x\nin (zm, z)",
		"t": "let (zm : mem) = alloc 12\nlet (z : [4][3]int @ zm -> R(4, 3)) = copy t\nin (zm, z)",
		"v": "let (zm : mem) = alloc 12\nlet (z : [3][4]int @ zm -> R(3, 4)) = copy v\nin (zm, z)",
		"s": "let (zm : mem) = alloc 4\nlet (z : [2][2]int @ zm -> R(2, 2)) = copy s\nin (zm, z)",
		"c": "let (a : int) = c[2]\nin (a)",
	}
	dims := func(d ...heap.Dim) []heap.Dim { return d }
	for _, c := range []struct {
		name, array string
		plant       func(v *memory.Val)
	}{
		{"no mistake", "x", func(*memory.Val) {}},
		{"no mistake in a derived array", "s", func(*memory.Val) {}},
		{"slice_f forgets the − 1 of an offset", "s", func(v *memory.Val) { v.L.Offset++ }},
		{"slice_f forgets the offset of L", "s", func(v *memory.Val) { v.L.Offset = 0 }},
		{"slice_f keeps the stride of a fixed dimension", "c", func(v *memory.Val) { v.L.Dims = dims(heap.Dim{Size: 3, Stride: 1}) }},
		{"a fixed dimension counts from 0", "c", func(v *memory.Val) { v.L.Offset++ }},
		{"transpose swaps sizes and not strides", "t", func(v *memory.Val) {
			v.L.Dims = dims(heap.Dim{Size: 4, Stride: 4}, heap.Dim{Size: 3, Stride: 1})
			v.L.Offset = 0
		}},
		{"reverse forgets to start at the last row", "v", func(v *memory.Val) { v.L.Dims = dims(heap.Dim{Size: 3, Stride: 4}, heap.Dim{Size: 4, Stride: 1}) }},
		{"reverse starts beyond the last row", "v", func(v *memory.Val) { v.L.Offset = 12 }},
		{"index_f uses k for k − 1", "x", func(v *memory.Val) { v.L.Offset += 4 }},
		{"memcopy drops a write", "x", func(v *memory.Val) { v.B.Cells().Set(5, num.Num{}) }},
		{"memcopy drops the last row", "x", func(v *memory.Val) {
			for off := 8; off < 12; off++ {
				v.B.Cells().Set(off, num.Num{})
			}
		}},
		{"memcopy swaps two elements", "x", func(v *memory.Val) {
			a, b := v.B.Cell(0), v.B.Cell(1)
			v.B.Cells().Set(0, b)
			v.B.Cells().Set(1, a)
		}},
		{"memcopy narrows a great integer", "x", func(v *memory.Val) { v.B.Cells().Set(0, num.Of(11&7)) }},
	} {
		e, s := elab.NewSession(nil), validity.NewSession(engine.Options{})
		if _, err := s.Check(context.Background(), core(t, e, declarations)); err != nil {
			t.Fatal(err)
		}
		g, _ := e.Lookup(c.array)
		c.plant(s.Heap.Env.Place(g.Binding.ID))
		v, err := s.Check(context.Background(), core(t, e, uses[c.array]))
		if err != nil {
			t.Fatal(err)
		}
		if clean := c.name[:2] == "no"; v.OK != clean || !clean && v.Stuck == nil && v.Divergence == nil {
			t.Errorf("%s: ok is %v\n%s", c.name, v.OK, v.Text(diag.Plain))
		}
	}
}
