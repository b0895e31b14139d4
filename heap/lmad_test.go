package heap

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// ops is the operations on LMADs under test: the real ones, or a planted mistake.
type ops struct {
	at        func(l LMAD, y ...int) (int, bool)
	slice     func(l LMAD, ix []Ix) (LMAD, bool)
	index     func(l LMAD, k int) (LMAD, bool)
	transpose func(l LMAD) LMAD
	permute   func(l LMAD, p []int) LMAD
	reverse   func(l LMAD) (LMAD, bool)
	rowMajor  func(shape []int) (LMAD, bool)
	find      func(l LMAD, off int) ([]int, bool)
	extent    func(l LMAD) (lo, hi int, ok bool)
	overlaps  func(l LMAD) (overlaps, known bool)
}

var realOps = ops{LMAD.At, LMAD.Slice, LMAD.Index, LMAD.Transpose, LMAD.Permute, LMAD.Reverse, RowMajor,
	LMAD.Find, LMAD.Extent, LMAD.SelfOverlaps}

// point is L(y) by eq. (1), exactly.
func point(l LMAD, y []int) *big.Int {
	sum := big.NewInt(int64(l.Offset))
	for k, d := range l.Dims {
		p := new(big.Int).Sub(big.NewInt(int64(y[k])), big.NewInt(1))
		sum.Add(sum, p.Mul(p, big.NewInt(int64(d.Stride))))
	}
	return sum
}

// indices is all indices of an array of the shape, in row-major order.
func indices(shape []int) [][]int {
	all := [][]int{{}}
	for _, n := range shape {
		var next [][]int
		for _, y := range all {
			for i := 1; i <= n; i++ {
				next = append(next, append(slices.Clone(y), i))
			}
		}
		all = next
	}
	return all
}

var extremes = []int{math.MinInt, math.MinInt + 1, math.MinInt / 2, math.MaxInt / 3, math.MaxInt - 1, math.MaxInt, 1 << 62, -1 << 62}

// genNumber draws a number of at most m in magnitude, or one near the border of
// 64 bits if far is set.
func genNumber(m int, far bool) *rapid.Generator[int] {
	if far {
		return rapid.OneOf(rapid.IntRange(-m, m), rapid.SampledFrom(extremes), rapid.Int())
	}
	return rapid.IntRange(-m, m)
}

func genLMAD(rank *rapid.Generator[int], far bool) *rapid.Generator[LMAD] {
	return rapid.Custom(func(t *rapid.T) LMAD {
		l := LMAD{Offset: genNumber(30, far).Draw(t, "offset")}
		for range rank.Draw(t, "rank") {
			size := rapid.SampledFrom([]int{0, 1, 2, 2, 3, 3, 4}).Draw(t, "size")
			l.Dims = append(l.Dims, Dim{size, genNumber(rapid.SampledFrom([]int{3, 9}).Draw(t, "most"), far).Draw(t, "stride")})
		}
		return l
	})
}

// lmadCase is one draw for all properties of LMADs.
type lmadCase struct {
	l    LMAD
	y    []int // any index of l
	ix   []Ix  // a slice of l
	k    int   // an index of the outermost dimension
	perm []int
}

func genCase(far bool) *rapid.Generator[lmadCase] {
	return rapid.Custom(func(t *rapid.T) lmadCase {
		c := lmadCase{l: genLMAD(rapid.IntRange(0, 4), far).Draw(t, "l")}
		for _, d := range c.l.Dims {
			c.y = append(c.y, genNumber(5, far).Draw(t, "y"))
			ix := Ix{Fix: rapid.Bool().Draw(t, "fix"), Off: 1}
			if d.Size > 0 {
				ix.Off = rapid.IntRange(1, d.Size).Draw(t, "off")
			}
			if far {
				ix.Off = genNumber(4, far).Draw(t, "far off")
			}
			if !ix.Fix && rapid.IntRange(0, 3).Draw(t, "flat") == 0 {
				ix.Off = rapid.IntRange(-5, 5).Draw(t, "flat off")
				for range rapid.IntRange(1, 2).Draw(t, "pairs") {
					ix.Flat = append(ix.Flat, [2]int{rapid.IntRange(0, 3).Draw(t, "size"), genNumber(3, far).Draw(t, "stride")})
				}
			} else if !ix.Fix {
				ix.Size = rapid.IntRange(0, 4).Draw(t, "size")
				ix.Stride = genNumber(3, far).Draw(t, "stride")
			}
			c.ix = append(c.ix, ix)
		}
		c.k = genNumber(4, far).Draw(t, "k")
		c.perm = rapid.Permutation(indices0(len(c.l.Dims))).Draw(t, "perm")
		return c
	})
}

func indices0(n int) []int {
	p := make([]int, n)
	for k := range p {
		p[k] = k + 1
	}
	return p
}

// agree compares r with an array whose element z is exactly at offset of(z). If
// the operation is not ok, there must be a number that does not fit.
func agree(o ops, name string, r LMAD, ok bool, shape []int, of func(z []int) *big.Int) error {
	all := indices(shape)
	if !ok {
		if len(all) == 0 {
			return fmt.Errorf("%s of an empty array is refused", name)
		}
		for _, z := range all {
			if !of(z).IsInt64() {
				return nil
			}
		}
		for k := range shape {
			if z := slices.Repeat([]int{1}, len(shape)); shape[k] > 1 {
				first := of(z)
				z[k] = 2
				if !new(big.Int).Sub(of(z), first).IsInt64() {
					return nil
				}
			}
		}
		return fmt.Errorf("%s is refused, and everything fits", name)
	}
	if !slices.Equal(r.Shape(), shape) {
		return fmt.Errorf("%s has shape %v, want %v", name, r.Shape(), shape)
	}
	if r.Count() != len(all) || r.Empty() != (len(all) == 0) {
		return fmt.Errorf("%s has %d elements, want %d", name, r.Count(), len(all))
	}
	for _, z := range all {
		want := of(z)
		got, fits := o.at(r, z...)
		if fits != want.IsInt64() || fits && int64(got) != want.Int64() {
			return fmt.Errorf("%s = %s is at %d, %t for index %v, want %s", name, r, got, fits, z, want)
		}
	}
	return nil
}

// check compares every operation with the definition of the array it makes.
func (o ops) check(c lmadCase) error {
	l, shape := c.l, c.l.Shape()
	if got, ok := o.at(l, c.y...); ok != point(l, c.y).IsInt64() || ok && int64(got) != point(l, c.y).Int64() {
		return fmt.Errorf("%s at %v is %d, %t, want %s", l, c.y, got, ok, point(l, c.y))
	}

	var kept []int
	for _, ix := range c.ix {
		for _, f := range ix.Flat {
			kept = append(kept, f[0])
		}
		if !ix.Fix && ix.Flat == nil {
			kept = append(kept, ix.Size)
		}
	}
	r, ok := o.slice(l, c.ix)
	if err := agree(o, fmt.Sprintf("slice %v of %s", c.ix, l), r, ok, kept, func(z []int) *big.Int {
		sum := big.NewInt(int64(l.Offset))
		for k, ix := range c.ix {
			at := big.NewInt(int64(ix.Off)) // the position in dimension k
			for _, f := range ix.Flat {
				step := big.NewInt(int64(z[0] - 1))
				at.Add(at, step.Mul(step, big.NewInt(int64(f[1]))))
				z = z[1:]
			}
			if ix.Flat != nil {
				at.Add(at, big.NewInt(1))
			} else if !ix.Fix {
				step := big.NewInt(int64(z[0] - 1))
				at.Add(at, step.Mul(step, big.NewInt(int64(ix.Stride))))
				z = z[1:]
			}
			at.Sub(at, big.NewInt(1))
			sum.Add(sum, at.Mul(at, big.NewInt(int64(l.Dims[k].Stride))))
		}
		return sum
	}); err != nil {
		return err
	}

	r, ok = o.rowMajor(shape)
	rank := 0
	all := indices(shape)
	if err := agree(o, fmt.Sprintf("row-major %v", shape), r, ok, shape, func([]int) *big.Int {
		rank++
		return big.NewInt(int64(rank - 1))
	}); err != nil && len(all) > 0 {
		return err
	}

	r = o.permute(l, c.perm)
	var permuted []int
	for _, p := range c.perm {
		permuted = append(permuted, shape[p-1])
	}
	if err := agree(o, fmt.Sprintf("permute %v of %s", c.perm, l), r, true, permuted, func(z []int) *big.Int {
		y := make([]int, len(z))
		for k, p := range c.perm {
			y[p-1] = z[k]
		}
		return point(l, y)
	}); err != nil {
		return err
	}
	return o.checkOuter(c)
}

// checkOuter is check for the operations that need an outermost dimension.
func (o ops) checkOuter(c lmadCase) error {
	l, shape := c.l, c.l.Shape()
	if len(shape) > 0 {
		r, ok := o.index(l, c.k)
		if err := agree(o, fmt.Sprintf("row %d of %s", c.k, l), r, ok, shape[1:], func(z []int) *big.Int {
			return point(l, append([]int{c.k}, z...))
		}); err != nil {
			return err
		}
		r, ok = o.reverse(l)
		if err := agree(o, fmt.Sprintf("reverse of %s", l), r, ok, shape, func(z []int) *big.Int {
			return point(l, append([]int{shape[0] + 1 - z[0]}, z[1:]...))
		}); err != nil {
			return err
		}
	}
	if len(shape) > 1 {
		r := o.transpose(l)
		swapped := append([]int{shape[1], shape[0]}, shape[2:]...)
		if err := agree(o, fmt.Sprintf("transpose of %s", l), r, true, swapped, func(z []int) *big.Int {
			return point(l, append([]int{z[1], z[0]}, z[2:]...))
		}); err != nil {
			return err
		}
	}
	return nil
}

// holds checks the property on several draws, so that a run sees enough of them.
func holds[T any](t *rapid.T, gen *rapid.Generator[T], property func(T) error) {
	for range 20 {
		if err := property(gen.Draw(t, "case")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOperations compares the operations with a model, point by point.
func TestOperations(t *testing.T) {
	for _, far := range []bool{false, true} {
		t.Run(fmt.Sprintf("far=%t", far), rapid.MakeCheck(func(t *rapid.T) {
			holds(t, genCase(far), realOps.check)
		}))
	}
}

// TestAtBorder: y − 1 does not fit for the smallest y.
func TestAtBorder(t *testing.T) {
	for _, c := range []struct {
		l    LMAD
		y    int
		want int
		ok   bool
	}{
		{LMAD{0, []Dim{{1, 1}}}, math.MinInt, 0, false},
		{LMAD{1, []Dim{{1, 1}}}, math.MinInt, math.MinInt, true},
		{LMAD{7, []Dim{{1, 0}}}, math.MinInt, 7, true},
		{LMAD{-2, []Dim{{1, -1}}}, math.MinInt, math.MaxInt, true},
		{LMAD{math.MinInt, []Dim{{3, math.MaxInt}}}, 3, math.MaxInt - 1, true},
	} {
		if got, ok := c.l.At(c.y); ok != c.ok || ok && got != c.want {
			t.Errorf("%s at %d is %d, %t; want %d, %t", c.l, c.y, got, ok, c.want, c.ok)
		}
	}
}

func TestRowMajorWide(t *testing.T) {
	for _, c := range []struct {
		shape []int
		ok    bool
		want  string
	}{
		{nil, true, "0 + {}"},
		{[]int{2, 3, 4}, true, "0 + {(2 : 12) (3 : 4) (4 : 1)}"},
		{[]int{2, 0, 3}, true, "0 + {(2 : 0) (0 : 3) (3 : 1)}"},
		{[]int{math.MaxInt, 1}, true, fmt.Sprintf("0 + {(%d : 1) (1 : 1)}", math.MaxInt)},
		{[]int{2, 1 << 40, 1 << 40}, false, ""},
		{[]int{1, 1 << 40, 1 << 40}, true, "0 + {(1 : 0) (1099511627776 : 1099511627776) (1099511627776 : 1)}"},
		{[]int{0, 1 << 40, 1 << 40}, true, "0 + {(0 : 0) (1099511627776 : 1099511627776) (1099511627776 : 1)}"},
	} {
		l, ok := RowMajor(c.shape)
		if ok != c.ok || ok && l.String() != c.want {
			t.Errorf("RowMajor(%v) = %s, %t; want %s, %t", c.shape, l, ok, c.want, c.ok)
		}
		if ok && !l.IsRowMajor() {
			t.Errorf("%s is not row-major", l)
		}
	}
	huge := LMAD{Dims: []Dim{{1 << 40, 0}, {1 << 40, 0}}}
	if huge.Count() != math.MaxInt {
		t.Error("a count beyond 64 bits is", huge.Count())
	}
}

// TestSame compares Same, IsRowMajor and Contains with the points.
func TestSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := genLMAD(rapid.IntRange(0, 3), false).Draw(t, "l")
		m := l
		switch rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			m = genLMAD(rapid.Just(l.Rank()), false).Draw(t, "m")
		case 1:
			m.Dims = slices.Clone(l.Dims)
			for k := range m.Dims {
				m.Dims[k].Stride += rapid.IntRange(-1, 1).Draw(t, "change")
			}
		}
		same := slices.Equal(l.Shape(), m.Shape())
		flat := true
		for n, y := range indices(l.Shape()) {
			same = same && point(l, y).Cmp(point(m, y)) == 0
			flat = flat && point(l, y).Cmp(big.NewInt(int64(n))) == 0
			if !l.Contains(y) {
				t.Fatalf("%v is in dom(%s)", y, l)
			}
		}
		if l.Same(m) != same {
			t.Fatalf("Same(%s, %s) = %t", l, m, !same)
		}
		if l.IsRowMajor() != flat {
			t.Fatalf("%s.IsRowMajor() = %t", l, !flat)
		}
	})
	l := LMAD{Dims: []Dim{{2, 1}}}
	for _, y := range [][]int{nil, {0}, {3}, {1, 1}} {
		if l.Contains(y) {
			t.Errorf("%v is not in dom(%s)", y, l)
		}
	}
}
