package machine

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Ix is an index of a slice with its values filled in: only Off if it fixes the dimension,
// or else Size elements from Off on, Stride apart. Off is 1-based.
type Ix struct {
	Fix               bool
	Off, Size, Stride int
	Flat              [][2]int // (size : stride) pairs from Off on, which is then 0-based
}

// IxVal is E(ix): an index of a slice with its values filled in, before its bounds are
// checked.
type IxVal struct {
	Fix               bool
	Off, Size, Stride num.Num
	Flat              [][2]num.Num // (size : stride) pairs; nil: not flat
}

// CheckIndex returns the indices of e as machine integers if all are within the bounds of
// shape. Otherwise it stops as stuck at the given rule.
func CheckIndex(rule string, e *syntax.Index, shape []int, k []num.Num) []int {
	in := make([]int, len(k))
	for j, k := range k {
		in[j] = checkFix(rule, e, e.X, shape, j, k)
	}
	return in
}

// CheckSlice returns the indices of e as machine integers if the slice is within the bounds
// of shape: a fixed dimension at its index, a range at its first and its last element. A
// range of size 0 is in bounds wherever it starts. Otherwise it stops as stuck at the given
// rule. It also stops if a size is negative or a stride is 0.
func CheckSlice(rule string, e *syntax.Slice, shape []int, ix []IxVal) []Ix {
	in := make([]Ix, len(ix))
	for j, x := range ix {
		if x.Fix {
			in[j] = Ix{Fix: true, Off: checkFix(rule, e, e.X, shape, j, x.Off)}
			continue
		}
		if x.Flat != nil {
			in[j] = checkFlat(rule, e, shape, j, x)
			continue
		}
		in[j] = checkRange(rule, e, shape, j, x)
	}
	return in
}

// checkFlat checks the smallest and the largest element of o + {(n : s) …}, counted from 0.
// A flat slice without elements is in bounds anywhere.
func checkFlat(rule string, e *syntax.Slice, shape []int, j int, x IxVal) Ix {
	out := Ix{Flat: make([][2]int, len(x.Flat))}
	var pairs []string
	lo, hi, wide, empty := x.Off, x.Off, false, false
	for _, f := range x.Flat {
		pairs = append(pairs, "("+f[0].Brief()+" : "+f[1].Brief()+")")
		reach, err := f[0].Sub(num.Of(1)).Mul(f[1])
		wide = wide || err != nil
		if reach.Sign() < 0 {
			lo = lo.Add(reach)
		} else {
			hi = hi.Add(reach)
		}
		empty = empty || f[0].IsZero()
	}
	text := x.Off.Brief() + " + {" + strings.Join(pairs, " ") + "}"
	for k, f := range x.Flat {
		if f[0].Sign() < 0 {
			panic(negativeSlice(rule, e, text, f[0], j))
		}
		n, ok := f[0].Int64()
		if !ok && empty {
			panic(Stuck(rule, e, "slice %s has the size %s, more than can be counted", text, f[0].Brief()))
		}
		out.Flat[k][0] = int(n)
	}
	if empty {
		return out
	}
	_, ok := within(lo.Add(num.Of(1)), shape[j])
	if !ok || wide {
		panic(Stuck(rule, e, "slice %s starts out of bounds at offset %s: %s", text, lo.Brief(), dimension(e.X, shape, j)))
	}
	if _, ok := within(hi.Add(num.Of(1)), shape[j]); !ok {
		panic(Stuck(rule, e, "slice %s ends out of bounds at offset %s: %s", text, hi.Brief(), dimension(e.X, shape, j)))
	}
	off, _ := x.Off.Int64()
	out.Off = int(off)
	for k, f := range x.Flat {
		if out.Flat[k][1] = 1; out.Flat[k][0] > 1 {
			s, _ := f[1].Int64()
			out.Flat[k][1] = int(s)
		}
	}
	return out
}

func checkFix(rule string, at syntax.Expr, x syntax.Expr, shape []int, j int, k num.Num) int {
	if i, ok := within(k, shape[j]); ok {
		return i
	}
	d := Stuck(rule, at, "index %s is out of bounds: %s", k.Brief(), dimension(x, shape, j))
	if k.Sign() <= 0 && shape[j] > 0 {
		d.Helpf("indices run from 1 to %d; there are no negative ones that count from the end", shape[j])
	}
	panic(d)
}

func checkRange(rule string, e *syntax.Slice, shape []int, j int, x IxVal) Ix {
	text := x.Off.Brief() + ":" + x.Size.Brief()
	if !x.Stride.Equal(num.Of(1)) {
		text += ":" + x.Stride.Brief()
	}
	switch {
	case x.Size.Sign() < 0:
		panic(negativeSlice(rule, e, text, x.Size, j))
	case x.Stride.IsZero():
		panic(Stuck(rule, e, "slice %s has stride 0 in dimension %d of `%s`", text, j+1, Text(e.X)))
	case x.Size.IsZero():
		return Ix{Off: 1, Size: 0, Stride: 1}
	}
	first, ok := within(x.Off, shape[j])
	if !ok {
		d := Stuck(rule, e, "slice %s starts out of bounds at index %s: %s", text, x.Off.Brief(), dimension(e.X, shape, j))
		if _, ok := within(x.Size, shape[j]); ok && x.Off.IsZero() && x.Stride.Equal(num.Of(1)) {
			d.Helpf("a slice is offset : size; the first %s are `1:%s`", x.Size.Brief(), x.Size.Brief())
		} else if x.Off.IsZero() && shape[j] > 0 {
			d.Helpf("%s", longest(1, shape[j], x.Stride))
		}
		panic(d)
	}
	reach, err := x.Size.Sub(num.Of(1)).Mul(x.Stride)
	if err != nil {
		panic(Stuck(rule, e, "slice %s ends out of bounds: %s", text, dimension(e.X, shape, j)))
	}
	if _, ok := within(x.Off.Add(reach), shape[j]); !ok {
		d := Stuck(rule, e, "slice %s ends out of bounds at index %s: %s", text, x.Off.Add(reach).Brief(), dimension(e.X, shape, j))
		if _, ok := within(x.Size, shape[j]); ok && x.Stride.Equal(num.Of(1)) && x.Size.Cmp(x.Off) > 0 { // such as 2:5 for 2, 3, 4, 5
			d.Helpf("a slice is offset : size; the elements from %s to %s are `%s:%s`", x.Off.Brief(), x.Size.Brief(), x.Off.Brief(), x.Size.Sub(x.Off).Add(num.Of(1)).Brief())
		} else {
			d.Helpf("%s", longest(first, shape[j], x.Stride))
		}
		panic(d)
	}
	size, _ := x.Size.Int64()
	if size == 1 {
		return Ix{Off: first, Size: 1, Stride: 1}
	}
	stride, _ := x.Stride.Int64()
	return Ix{Off: first, Size: int(size), Stride: int(stride)}
}

// longest says how to write the longest slice of n elements that starts at an index, by steps of that stride.
func longest(first, n int, stride num.Num) string {
	room, count := n-first, 1
	if stride.Sign() < 0 {
		room = first - 1
	}
	if step, ok := stride.Abs().Int64(); ok {
		count += room / int(step)
	}
	if stride.Equal(num.Of(1)) {
		return fmt.Sprintf("a slice is offset : size; from %d on there are %d: `%d:%d`", first, count, first, count)
	}
	return fmt.Sprintf("a slice is offset : size : stride; from %d on there are %d: `%d:%d:%s`", first, count, first, count, stride.Brief())
}

// negativeSlice returns the diagnostic that the size of a slice is negative in dimension j.
func negativeSlice(rule string, e *syntax.Slice, text string, size num.Num, j int) *diag.Diagnostic {
	what := fmt.Sprintf("the size of slice %s in dimension %d of `%s`", text, j+1, Text(e.X))
	return Stuck(rule, e, "%s", diag.Negative(what, size.Brief()))
}

// within returns k as a machine integer, and whether 1 ≤ k ≤ m.
func within(k num.Num, m int) (int, bool) {
	i, ok := k.Int64()
	return int(i), ok && 1 <= i && i <= int64(m)
}

// dimension returns "dimension 1 of `x` has size 5".
func dimension(x syntax.Expr, shape []int, j int) string {
	return fmt.Sprintf("dimension %d of `%s` has size %d", j+1, Text(x), shape[j])
}

// Sliced returns the shape of a slice.
func Sliced(ix []Ix) []int {
	var shape []int
	for _, x := range ix {
		for _, d := range x.Flat {
			shape = append(shape, d[0])
		}
		if !x.Fix && x.Flat == nil {
			shape = append(shape, x.Size)
		}
	}
	return shape
}

// CheckWith returns the indices of e as machine integers if the part that they select from
// an array of the given shape is in bounds and has the shape of its replacement. Otherwise
// it stops as stuck at the given rule.
func CheckWith(rule string, e *syntax.With, shape, v []int, ix []IxVal) []Ix {
	in := CheckSlice(rule, e.Part(), shape, ix)
	part := Sliced(in)
	if !slices.Equal(part, v) {
		panic(Stuck(rule, e, "the part that is changed has shape %s, and `%s` has shape %s", ShapeText(part), Text(e.V), ShapeText(v)))
	}
	if n, _ := Count(part); n > 0 {
		for k, x := range in {
			if i, twice := x.twice(); twice {
				panic(Stuck(rule, e, "index %d of dimension %d of `%s` would be changed twice: rows of the slice overlap", i, k+1, Text(e.X)))
			}
		}
	}
	return in
}

// twice returns an index that a flat slice contains twice, if there is one.
func (x Ix) twice() (i int, found bool) {
	if x.apart() {
		return 0, false
	}
	seen := map[int]bool{}
	EachFlat(x.Flat, x.Off+1, func(j int) {
		if seen[j] && !found {
			i, found = j, true
		}
		seen[j] = true
	})
	return i, found
}

// apart tells whether each stride is larger than all that the smaller ones reach, so that
// no index occurs twice.
func (x Ix) apart() bool {
	dims := slices.DeleteFunc(slices.Clone(x.Flat), func(d [2]int) bool { return d[0] == 1 })
	slices.SortFunc(dims, func(d, e [2]int) int { return max(d[1], -d[1]) - max(e[1], -e[1]) })
	reach := 0
	for _, d := range dims {
		s := max(d[1], -d[1])
		if s <= reach {
			return false
		}
		reach += (d[0] - 1) * s
	}
	return true
}

// EachFlat visits the indices o + Σ (yᵢ − 1)·sᵢ for each y in row-major order.
func EachFlat(dims [][2]int, o int, visit func(i int)) {
	if len(dims) == 0 {
		visit(o)
		return
	}
	for y := range dims[0][0] {
		EachFlat(dims[1:], o+y*dims[0][1], visit)
	}
}
