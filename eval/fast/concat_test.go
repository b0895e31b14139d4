package fast_test

import (
	"fmt"
	"testing"

	"funmem/heap"
)

// concat binds the concatenation of x and an array with the same rows, either somewhere or
// so that x already lies in its place.
func (g *memProgram) concat(x placed) placed {
	y := x
	for range 3 {
		if w := g.arrays[g.pick(0, len(g.arrays)-1)]; len(w.Dims) == len(x.Dims) && (len(x.Dims) == 1 || w.Dims[1].Size == x.Dims[1].Size) {
			y = w
		}
	}
	shape := x.Shape()
	shape[0] += y.Dims[0].Size
	z := g.place(shape...)
	if g.pick(0, 1) == 0 {
		z.block, z.LMAD = x.block, heap.LMAD{Offset: x.Offset, Dims: append([]heap.Dim{{Size: shape[0], Stride: x.Dims[0].Stride}}, x.Dims[1:]...)}
	}
	g.let("", z, fmt.Sprintf("concat(%s, %s)", x.name, y.name))
	return z
}

// reshape binds x with other sizes if the result is a derived array. Otherwise it returns
// x.
func (g *memProgram) reshape(x placed) placed {
	n := x.Count()
	shape := []int{n}
	if k := g.pick(2, 3); len(x.Dims) == 1 && n%k == 0 && n > k {
		shape = []int{k, n / k}
	}
	L, ok := x.Reshape(shape)
	if !ok || len(shape) == len(x.Dims) {
		return x
	}
	z := placed{g.name("x"), x.block, L}
	sizes := fmt.Sprint(shape[0])
	if len(shape) > 1 {
		sizes = fmt.Sprintf("(%d, %d)", shape[0], shape[1])
	}
	g.let("", z, fmt.Sprintf("reshape(%s, %s)", sizes, x.name))
	return z
}

// TestConcat: the constructs are accelerated in kernels, with the same result as by the
// rules.
func TestConcat(t *testing.T) {
	for _, text := range []string{
		"kernel i <= 4 do (v ++ [i, i] ++ reverse v)[i + 8]",
		"kernel i <= 4 do concat(a[:, i], v[1:2], e[:, 1])",
		"kernel i <= 2 do concat(e, a[:, i:4], e)",
		"kernel i <= 4 do reshape((5, 12), c)[i]",
		"kernel i <= 4 do reshape((7, 5), transpose a)[:, i]",
		"kernel i <= 4 do let w = flatten (transpose c) in w[:, i]",
		"kernel i <= 4 do length(reshape((i, 0, 2), e))",
		"kernel i <= 4 do rotate(i - 2, a)[1]",
		"kernel i <= 4 do (v[i] & 6) | (i ^ 3) << 2 >> v[2]",
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		if yes, no := same(t, p, ids, in...); yes == 0 || no > 0 {
			t.Errorf("%d kernels accelerated, %d not:\n%s", yes, no, text)
		}
	}
	for _, text := range []string{
		"kernel i <= 4 do length(reshape((2, i * i), v))",
		"kernel i <= 4 do 1 << (i - 2)",
		"kernel i <= 4 do i << 62",
		"kernel i <= 70 do 2 >> (60 - i)",
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		if yes, _ := same(t, p, ids, in...); yes > 0 {
			t.Errorf("accelerated:\n%s", text)
		}
	}
}

// TestConcatMem: the same on the heap.
func TestConcatMem(t *testing.T) {
	for name, text := range map[string]string{
		"concat": `
let (m : mem) = alloc 6
let (x : [2][3] @ m -> R(2, 3)) = kernel i <= 2 do
  let (a : mem) = alloc 1
  let (p : [1] @ a -> R(1)) = [i]
  let (b : mem) = alloc 2
  let (q : [2] @ b -> 1 + {(2 : -1)}) = iota 2
  let (c : mem) = alloc 5
  let (r : [3] @ c -> 4 + {(3 : -2)}) = concat(p, q)
  in (r)
in (m, x)`,
		"in its place": `
let (m : mem) = alloc 8
let (x : [3] @ m -> R(3)) = iota 3
let (a : mem) = alloc 5
let (y : [5] @ a -> R(5)) = iota 5
let (z : [8] @ m -> R(8)) = concat(x, y)
let (w : [4][2] @ m -> R(4, 2)) = reshape((4, 2), z)
let (v : int) = w[4, 1]
in (v)`,
		"within one block": `
let (m : mem) = alloc 9
let (x : [2][2] @ m -> 5 + {(2 : 2) (2 : 1)}) = kernel i <= 2 do
  let (b : mem) = alloc 2
  let (r : [2] @ b -> R(2)) = iota 2
  in (r)
let (z : [4][2] @ m -> 1 + {(4 : 2) (2 : 1)}) = concat(x, x)
in (1)`,
		"merged": `
let (m : mem) = alloc 12
let (x : [12] @ m -> R(12)) = iota 12
let (y : [3][4] @ m -> R(3, 4)) = reshape((3, 4), x)
let (k : mem) = alloc 12
let (z : [3][2][2] @ k -> R(3, 2, 2)) = kernel i <= 3 do
  let (r : [4] @ m -> i * 4 - 4 + {(4 : 1)}) = y[i, 1:4]
  let (s : [2][2] @ m -> i * 4 - 4 + {(2 : 2) (2 : 1)}) = reshape((2, 2), r)
  in (s)
let (w : [6][2] @ k -> R(6, 2)) = reshape((6, 2), z)
in (k, w)`,
	} {
		p, _ := parse(t, text)
		for _, s := range schedules {
			if !both(t, p, options(t, s)) {
				t.Errorf("%s, %s: not clean", name, s)
			}
		}
	}
}
