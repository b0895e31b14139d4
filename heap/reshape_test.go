package heap

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// reshapeCase is an LMAD and a shape of as many elements.
type reshapeCase struct {
	l     LMAD
	shape []int
}

// genFactors draws sizes whose product is n.
func genFactors(t *rapid.T, n int) []int {
	var sizes []int
	for p := 2; n > 1; {
		switch {
		case n%p != 0:
			p++
		case len(sizes) > 0 && rapid.Bool().Draw(t, "join"):
			sizes[len(sizes)-1] *= p
			n /= p
		default:
			sizes, n = append(sizes, p), n/p
		}
	}
	for range rapid.IntRange(0, 1).Draw(t, "ones") {
		sizes = slices.Insert(sizes, rapid.IntRange(0, len(sizes)).Draw(t, "where"), 1)
	}
	return rapid.Permutation(sizes).Draw(t, "sizes")
}

// genReshape draws groups of dimensions that can be merged, and other sizes
// that they can be split into. Now and then the stride or the groups are
// changed.
func genReshape() *rapid.Generator[reshapeCase] {
	return rapid.Custom(func(t *rapid.T) reshapeCase {
		c := reshapeCase{l: LMAD{Offset: rapid.IntRange(-9, 9).Draw(t, "offset")}}
		total := 1
		for range rapid.IntRange(1, 3).Draw(t, "groups") {
			n := rapid.SampledFrom([]int{0, 1, 2, 3, 4, 6, 6, 12}).Draw(t, "n")
			total *= n
			if n == 0 {
				c.l.Dims, c.shape = append(c.l.Dims, Dim{0, 1}), append(c.shape, 0)
				continue
			}
			dims := genFactors(t, n)
			stride := rapid.IntRange(-3, 7).Draw(t, "stride")
			group := make([]Dim, len(dims))
			for k := len(dims) - 1; k >= 0; k-- {
				group[k] = Dim{dims[k], stride}
				stride *= dims[k]
			}
			c.l.Dims, c.shape = append(c.l.Dims, group...), append(c.shape, genFactors(t, n)...)
		}
		switch {
		case len(c.l.Dims) == 0:
		case rapid.IntRange(0, 3).Draw(t, "spoil") == 0:
			k := rapid.IntRange(0, len(c.l.Dims)-1).Draw(t, "spoilt")
			c.l.Dims[k].Stride += rapid.IntRange(-1, 1).Draw(t, "by")
		case total > 0 && rapid.IntRange(0, 3).Draw(t, "regroup") == 0:
			c.shape = genFactors(t, total)
		}
		return c
	})
}

// offsets are the offsets of the elements in row-major order.
func offsets(l LMAD) (offs []int) {
	for _, y := range indices(l.Shape()) {
		offs = append(offs, int(point(l, y).Int64()))
	}
	return offs
}

// affine is the only LMAD of the shape that could have the elements there. Each
// stride is the distance from the first element to the second.
func affine(offs []int, shape []int) LMAD {
	l := LMAD{Dims: make([]Dim, len(shape))}
	if len(offs) > 0 {
		l.Offset = offs[0]
	}
	inner := 1
	for k := len(shape) - 1; k >= 0; k-- {
		l.Dims[k].Size = shape[k]
		if shape[k] > 1 && len(offs) > 0 {
			l.Dims[k].Stride = offs[inner] - offs[0]
		}
		inner *= shape[k]
	}
	return l
}

// reshapes is LMAD.Reshape or a planted mistake.
type reshapes func(l LMAD, shape []int) (LMAD, bool)

// check compares Reshape with the elements in row-major order: it gives an LMAD
// exactly when there is one.
func (reshape reshapes) check(c reshapeCase) error {
	want := offsets(c.l)
	model := affine(want, c.shape)
	exists := slices.Equal(offsets(model), want)
	r, ok := reshape(c.l, c.shape)
	switch {
	case ok != exists:
		return fmt.Errorf("%s as %v: %t, but an LMAD exists: %t", c.l, c.shape, ok, exists)
	case ok && !slices.Equal(r.Shape(), c.shape):
		return fmt.Errorf("%s as %v has shape %v", c.l, c.shape, r.Shape())
	case ok && !slices.Equal(offsets(r), want):
		return fmt.Errorf("%s as %v is %s, with elements at %v, and not %v", c.l, c.shape, r, offsets(r), want)
	}
	return nil
}

func TestReshape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { holds(t, genReshape(), reshapes(LMAD.Reshape).check) })
}

func TestPlantedReshape(t *testing.T) {
	for name, reshape := range map[string]reshapes{
		"row-major at the offset": func(l LMAD, shape []int) (LMAD, bool) {
			r, ok := RowMajor(shape)
			r.Offset = l.Offset
			return r, ok
		},
		"only row-major": func(l LMAD, shape []int) (LMAD, bool) {
			if m, ok := RowMajor(l.Shape()); !ok || !l.Same(LMAD{l.Offset, m.Dims}) {
				return LMAD{}, false
			}
			return l.Reshape(shape)
		},
		"forgets the offset": func(l LMAD, shape []int) (LMAD, bool) {
			r, ok := l.Reshape(shape)
			r.Offset = 0
			return r, ok
		},
	} {
		t.Run(name, func(t *testing.T) {
			if !caught(genReshape(), reshape.check) {
				t.Error("not caught")
			}
		})
	}
}

// Strides that do not fit a machine integer are refused where they are used.
func TestReshapeFar(t *testing.T) {
	const far = 1 << 62
	line := LMAD{0, []Dim{{4, far}}}
	if r, ok := line.Reshape([]int{2, 2}); ok {
		t.Errorf("%s is %s", line, r)
	}
	if r, ok := line.Reshape([]int{1, 4}); !ok || r.Dims[1] != line.Dims[0] {
		t.Errorf("%s is %s, %t", line, r, ok)
	}
}

// Rows are a slice of the outermost dimension.
func TestRows(t *testing.T) {
	l := LMAD{7, []Dim{{5, 10}, {2, 3}}}
	if r, ok := l.Rows(2, 3); !ok || !r.Same(LMAD{27, []Dim{{3, 10}, {2, 3}}}) {
		t.Error(r, ok)
	}
	if r, ok := l.Rows(5, 0); !ok || !r.Empty() {
		t.Error(r, ok)
	}
}
