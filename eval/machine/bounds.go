package machine

import (
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Bound returns the number of iterations or elements of e, given by k.
func Bound(rule string, e syntax.Expr, k num.Num) int {
	if k.Sign() < 0 {
		panic(Stuck(rule, e, "%s", diag.Negative("the bound of "+construct(e), k.Brief())))
	}
	i, ok := k.Int64()
	if !ok || i > math.MaxInt {
		panic(Stuck(rule, e, "%s has the bound %s, more than can be counted", construct(e), k.Brief()))
	}
	return int(i)
}

// Cells returns the size of the block that an alloc asks for. what names the size, and block is the name of the
// block.
func Cells(rule string, at Form, what, block string, k num.Num) int {
	if k.Sign() < 0 {
		panic(Stuck(rule, at, "%s", diag.Negative(what, k.Brief())))
	}
	n, ok := k.Int64()
	if !ok || n > MostCells {
		d := Stuck(rule, at, "block `%s` of %s locations takes more memory than any limit allows", block, k.Brief())
		d.Cause = diag.Limit
		panic(d)
	}
	return int(n)
}

// construct names an expression that has a bound, for messages.
func construct(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Kernel:
		return "kernel `" + e.Index[0].X.Written() + "`"
	case *syntax.Loop:
		return "loop `" + LoopName(e) + "`"
	case *syntax.Iota:
		if text := Text(e); iotaWritten.MatchString(text) {
			return "`" + text + "`"
		}
		return "`iota " + Text(e.N) + "`"
	}
	return "`" + Text(e) + "`"
}

// iotaWritten matches an iota of an expression in parentheses.
var iotaWritten = regexp.MustCompile(`^iota \(`)

// Size returns a size of an array. It must not be negative and must fit a machine integer. what names the size.
func Size(rule string, at syntax.Node, k num.Num, what func() string) int {
	if k.Sign() < 0 {
		panic(Stuck(rule, at, "%s", diag.Negative(what(), k.Brief())))
	}
	n, ok := k.Int64()
	if !ok || n > math.MaxInt {
		panic(Stuck(rule, at, "%s is %s, more than can be counted", what(), k.Brief()))
	}
	return int(n)
}

// ConcatShape returns the shape of the concatenation of arrays of the given shapes. It stops as stuck if their
// rows have different shapes, or if there are too many rows to count.
func ConcatShape(rule string, e *syntax.Concat, shapes [][]int) []int {
	shape := slices.Clone(shapes[0])
	for k, s := range shapes[1:] {
		if !slices.Equal(s[1:], shape[1:]) {
			panic(Stuck(rule, e, "operand %d of the concat has rows of shape %s, and operand 1 has rows of shape %s", k+2, ShapeText(s[1:]), ShapeText(shape[1:])))
		}
		if s[0] > math.MaxInt-shape[0] {
			panic(Stuck(rule, e, "the concat has more rows than can be counted"))
		}
		shape[0] += s[0]
	}
	return shape
}

// ReshapeShape returns the shape that a reshape gives an array of shape from. It stops as stuck if a size is
// negative, or if the numbers of elements differ.
func ReshapeShape(rule string, e *syntax.Reshape, from []int, sizes []num.Num) []int {
	shape := make([]int, len(sizes))
	n := num.Of(1)
	for k, size := range sizes {
		shape[k] = Size(rule, e, size, func() string { return "size " + strconv.Itoa(k+1) + " of the reshape, `" + Text(e.Dims[k]) + "`," })
		n, _ = n.Mul(size)
	}
	have := num.Of(1)
	for _, size := range from {
		have, _ = have.Mul(num.Of(int64(size)))
	}
	if !n.Equal(have) {
		panic(Stuck(rule, e, "the reshape has room for %s elements, and `%s` of shape %s has %s", n.Brief(), Text(e.X), ShapeText(from), have.Brief()))
	}
	return shape
}

// Count returns the number of elements of a shape, and whether it fits an int.
func Count(shape []int) (int, bool) {
	if slices.Contains(shape, 0) {
		return 0, true
	}
	n := uint64(1)
	for _, d := range shape {
		hi, lo := bits.Mul64(n, uint64(d))
		if n = lo; hi != 0 || lo > math.MaxInt {
			return math.MaxInt, false
		}
	}
	return int(n), true
}

// ShapeText returns a shape as messages show it: [2][3].
func ShapeText(shape []int) string {
	if len(shape) == 0 {
		return "a number"
	}
	return Sizes(shape)
}

// Sizes returns a shape as types have it: [2][3].
func Sizes(shape []int) string {
	var b strings.Builder
	for _, d := range shape {
		b.WriteString("[" + strconv.Itoa(d) + "]")
	}
	return b.String()
}
