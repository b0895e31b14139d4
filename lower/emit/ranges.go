package emit

import (
	"math"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// span is the ints from lo to hi, both within 64 bits.
type span struct{ lo, hi int64 }

// all are the ints of 64 bits, of which nothing is known.
var all = span{math.MinInt64, math.MaxInt64}

// MaxSize is the largest size of an array that compiled code takes.
const MaxSize = 1 << 40

// spanOf returns where the value of an int expression lies. fits tells whether neither it nor a part of it leaves 64
// bits, whatever its variables are.
func (g *gen) spanOf(e syntax.Expr) (s span, fits bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		k, ok := e.Val.Int64()
		return span{k, k}, ok
	case *syntax.Var:
		if s, ok := g.spans[e.ID]; ok {
			return s, true
		}
		return all, true
	case *syntax.Length:
		return span{0, MaxSize}, true
	case *syntax.Unary:
		return g.spanOfUnary(e)
	case *syntax.Binary:
		return g.spanOfBinary(e)
	}
	return all, false
}

func (g *gen) spanOfUnary(e *syntax.Unary) (span, bool) {
	if e.Of == syntax.F64 {
		if syntax.Ops[e.Op].Truth {
			return span{0, 1}, true
		}
		return all, e.Op == syntax.ToBits
	}
	x, fits := g.spanOf(e.X)
	switch e.Op {
	case syntax.Not:
		return span{0, 1}, fits
	case syntax.Neg, syntax.Abs:
		if x.lo == math.MinInt64 {
			return all, false
		}
		if e.Op == syntax.Neg {
			return span{-x.hi, -x.lo}, fits
		}
		if x.lo >= 0 {
			return x, fits
		}
		return span{0, max(-x.lo, x.hi)}, fits
	case syntax.I8, syntax.I16, syntax.I32, syntax.I64:
		half := int64(1) << (syntax.Ops[e.Op].Bits - 1)
		return span{-half, half - 1}, fits
	case syntax.U8, syntax.U16, syntax.U32:
		return span{0, 1<<syntax.Ops[e.Op].Bits - 1}, fits
	}
	return all, false
}

func (g *gen) spanOfBinary(e *syntax.Binary) (span, bool) {
	if syntax.Ops[e.Op].Truth {
		if e.Of == syntax.F64 {
			return span{0, 1}, true
		}
		_, ok1 := g.spanOf(e.X)
		_, ok2 := g.spanOf(e.Y)
		return span{0, 1}, ok1 && ok2
	}
	x, ok1 := g.spanOf(e.X)
	y, ok2 := g.spanOf(e.Y)
	fits := ok1 && ok2
	var corners [4]int64
	of := func(f func(x, y int64) (int64, bool)) (span, bool) {
		for k, c := range [4][2]int64{{x.lo, y.lo}, {x.lo, y.hi}, {x.hi, y.lo}, {x.hi, y.hi}} {
			v, ok := f(c[0], c[1])
			if !ok {
				return all, false
			}
			corners[k] = v
		}
		return span{min(corners[0], corners[1], corners[2], corners[3]), max(corners[0], corners[1], corners[2], corners[3])}, fits
	}
	switch e.Op {
	case syntax.Add:
		return of(add64)
	case syntax.Sub:
		return of(func(x, y int64) (int64, bool) {
			if y == math.MinInt64 {
				return 0, false
			}
			return add64(x, -y)
		})
	case syntax.Mul:
		return of(num.Mul64)
	case syntax.Min:
		return span{min(x.lo, y.lo), min(x.hi, y.hi)}, fits
	case syntax.Max:
		return span{max(x.lo, y.lo), max(x.hi, y.hi)}, fits
	case syntax.Mod:
		if p, ok := e.X.(*syntax.Binary); ok && p.Op == syntax.Mul && y.lo > 0 { // the product need not fit
			_, f1 := g.spanOf(p.X)
			_, f2 := g.spanOf(p.Y)
			return span{0, y.hi - 1}, f1 && f2 && ok2
		}
		if y.lo > 0 {
			return span{0, y.hi - 1}, fits
		}
	case syntax.Div, syntax.Quo:
		if y.lo > 0 {
			return span{min(x.lo, 0), max(x.hi, 0)}, fits
		}
	case syntax.BitAnd:
		switch {
		case x.lo >= 0 && y.lo >= 0:
			return span{0, min(x.hi, y.hi)}, fits
		case x.lo >= 0:
			return span{0, x.hi}, fits
		case y.lo >= 0:
			return span{0, y.hi}, fits
		}
		return all, fits
	case syntax.BitOr, syntax.BitXor:
		return all, fits
	}
	return all, false
}

// add64 is x + y, and whether it fits 64 bits.
func add64(x, y int64) (int64, bool) {
	s := x + y
	return s, (x^s)&(y^s) >= 0
}
