package fast

import (
	"funmem/eval/vector"
	"funmem/semantics/syntax"
)

// turned has, for a comparison, the one of the operands in the other order.
var turned = map[syntax.Op]syntax.Op{
	syntax.Eq: syntax.Eq, syntax.Ne: syntax.Ne, syntax.Lt: syntax.Gt, syntax.Le: syntax.Ge, syntax.Gt: syntax.Lt, syntax.Ge: syntax.Le,
}

// compareCode returns a comparison of numbers of which x is a register, and y a register or the same number for all.
func compareCode[T vector.Number](s *strip, op syntax.Op, x, y wide, show func([]int64) []T, value func(int64) T) func(d *reg) stmFn {
	if y.n != nil {
		var vec func(d []int64, x []T, k T)
		switch op {
		case syntax.Eq:
			vec = vector.EqualTo[T]
		case syntax.Ne:
			vec = vector.UnequalTo[T]
		case syntax.Lt:
			vec = vector.LessThan[T]
		case syntax.Le:
			vec = vector.AtMost[T]
		case syntax.Gt:
			vec = vector.MoreThan[T]
		case syntax.Ge:
			vec = vector.AtLeast[T]
		default:
			return nil
		}
		f, x := emit(y.n), x.r
		return func(d *reg) stmFn {
			return func() {
				x, k := show(x.w), value(f())
				vec(s.set(d), x, k)
			}
		}
	}
	a, b := x.r, y.r
	var vec func(d []int64, x, y []T)
	switch op {
	case syntax.Eq:
		vec = vector.Equal[T]
	case syntax.Ne:
		vec = vector.Unequal[T]
	case syntax.Lt:
		vec = vector.Less[T]
	case syntax.Le:
		vec = vector.LessEqual[T]
	case syntax.Gt:
		vec, a, b = vector.Less[T], b, a
	case syntax.Ge:
		vec, a, b = vector.LessEqual[T], b, a
	default:
		return nil
	}
	return func(d *reg) stmFn {
		return func() {
			x, y := show(a.w), show(b.w)
			vec(s.set(d), x, y)
		}
	}
}
