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

// MaxRounds is how many iterations of a loop compiled code runs.
const MaxRounds = 1 << 48

// narrow notes that a variable which does not change lies between lo and hi too, until the end of the statements around.
func (g *gen) narrow(e syntax.Expr, lo, hi int64) {
	x, ok := e.(*syntax.Var)
	if !ok || !g.fixed[x.ID] {
		return
	}
	old, known := g.spans[x.ID]
	if !known {
		old, _ = g.spanOf(x)
	}
	now := span{max(old.lo, lo), min(old.hi, hi)}
	if now == old || now.lo > now.hi {
		return
	}
	g.spans[x.ID] = now
	g.undo = append(g.undo, func() {
		if known {
			g.spans[x.ID] = old
			return
		}
		delete(g.spans, x.ID)
	})
}

// forget takes back what was noted since there were n notes.
func (g *gen) forget(n int) {
	for len(g.undo) > n {
		g.undo[len(g.undo)-1]()
		g.undo = g.undo[:len(g.undo)-1]
	}
}

// opposite is the comparison that holds where another one does not.
var opposite = map[syntax.Op]syntax.Op{
	syntax.Lt: syntax.Ge, syntax.Ge: syntax.Lt, syntax.Le: syntax.Gt, syntax.Gt: syntax.Le, syntax.Eq: syntax.Ne, syntax.Ne: syntax.Eq,
}

// assume notes what a comparison of ints says, or its opposite.
func (g *gen) assume(op syntax.Op, x, y syntax.Expr, holds bool) {
	if !holds {
		op = opposite[op]
	}
	if op == syntax.Gt || op == syntax.Ge {
		x, y = y, x
	}
	a, ok1 := g.spanOf(x)
	b, ok2 := g.spanOf(y)
	if !ok1 || !ok2 {
		return
	}
	switch op {
	case syntax.Lt, syntax.Gt:
		if b.hi > math.MinInt64 && a.lo < math.MaxInt64 {
			g.narrow(x, math.MinInt64, b.hi-1)
			g.narrow(y, a.lo+1, math.MaxInt64)
		}
	case syntax.Le, syntax.Ge:
		g.narrow(x, math.MinInt64, b.hi)
		g.narrow(y, a.lo, math.MaxInt64)
	case syntax.Eq:
		g.narrow(x, b.lo, b.hi)
		g.narrow(y, a.lo, a.hi)
	}
}

// holds tells whether a comparison of ints is known to hold.
func (g *gen) holds(op syntax.Op, x, y syntax.Expr) bool {
	a, ok1 := g.spanOf(x)
	b, ok2 := g.spanOf(y)
	switch op {
	case syntax.Le:
		return ok1 && ok2 && a.hi <= b.lo
	case syntax.Lt:
		return ok1 && ok2 && a.hi < b.lo
	}
	return false
}

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
		if s, ok := g.ranges[e.ID]; ok {
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
	case syntax.Mod, syntax.Rem:
		if p, ok := e.X.(*syntax.Binary); ok && e.Op == syntax.Mod && p.Op == syntax.Mul && y.lo > 0 { // the product need not fit
			_, f1 := g.spanOf(p.X)
			_, f2 := g.spanOf(p.Y)
			return span{0, y.hi - 1}, f1 && f2 && ok2
		}
		switch {
		case y.lo > 0 && x.lo >= 0:
			return span{0, min(x.hi, y.hi-1)}, fits
		case y.lo > 0 && e.Op == syntax.Mod:
			return span{0, y.hi - 1}, fits
		case y.lo > 0:
			return span{max(x.lo, 1-y.hi), max(0, min(x.hi, y.hi-1))}, fits
		}
	case syntax.Div, syntax.Quo:
		if y.lo > 0 {
			round := func(x, y int64) (int64, bool) {
				if e.Op == syntax.Div && x < 0 && x%y != 0 {
					return x/y - 1, true
				}
				return x / y, true
			}
			return of(round)
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
