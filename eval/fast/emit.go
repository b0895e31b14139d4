package fast

import (
	"math"
	"math/bits"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// emit turns a node into code. Common shapes have their own closures, which saves calling
// the closures of their parts.
func emit(n *node) intFn {
	switch n.kind {
	case isConst:
		k := n.k
		return func() int64 { return k }
	case isReg:
		r := n.r
		return func() int64 { return *r }
	case isUnary:
		if f := emitWrapped(n); f != nil {
			return f
		}
		f, x := unary(n.op), emit(n.x)
		return func() int64 { return f(x()) }
	case isRealUnary, isRealBinary:
		return emitRealOp(n)
	case isIndex:
		return emitIndex(n)
	case isCode:
		return n.fn
	}
	switch n.op {
	case syntax.Add, syntax.Sub:
		if ts := n.terms(1, nil); len(ts) > 2 || neighbours(ts[0].x, ts[1].x) {
			return emitSum(ts)
		}
		return emitAdd(n)
	case syntax.Mul:
		return emitMul(n)
	case syntax.Div, syntax.Mod:
		if n.y.kind == isConst && n.y.k > 0 {
			if p := n.x; p.kind == isBinary && p.op == syntax.Mul {
				return emitMulDiv(n.op, emit(p.x), emit(p.y), n.y.k)
			}
			return emitDivConst(n.op, emit(n.x), n.y.k)
		}
	}
	if compare(n.op) != nil {
		c := emitCond(n)
		return func() int64 { return truth(c()) }
	}
	x, y := emit(n.x), emit(n.y)
	switch n.op {
	case syntax.Min:
		return func() int64 { return min(x(), y()) }
	case syntax.Max:
		return func() int64 { return max(x(), y()) }
	}
	f := binary(n.op)
	return func() int64 { return f(x(), y()) }
}

// emitWrapped returns the wrapped value of a sum or product, computed modulo 2^64, or nil
// for other nodes.
func emitWrapped(n *node) intFn {
	if !n.op.Wraps() || !n.op.Signed() && syntax.Ops[n.op].Bits == 64 || n.x.kind != isBinary {
		return nil
	}
	f := wrap(syntax.Ops[n.op].Bits, n.op.Signed())
	switch n.x.op {
	case syntax.Add:
		x, y := emit(n.x.x), emit(n.x.y)
		return func() int64 { return f(x() + y()) }
	case syntax.Sub:
		x, y := emit(n.x.x), emit(n.x.y)
		return func() int64 { return f(x() - y()) }
	case syntax.Mul:
		x, y := emit(n.x.x), emit(n.x.y)
		return func() int64 { return f(x() * y()) }
	}
	return nil
}

// emitAdd returns x + y or x − y.
func emitAdd(n *node) intFn {
	op, a, b := n.op, n.x, n.y
	if op == syntax.Add && a.simple() && (!b.simple() || a.kind == isConst) {
		a, b = b, a
	}
	if op == syntax.Sub && b.kind == isConst && b.k != math.MinInt64 {
		op, b = syntax.Add, constant(-b.k)
	}
	switch x := emit(a); {
	case op == syntax.Add && b.kind == isConst && a.kind == isReg:
		r, k := a.r, b.k
		return func() int64 { return add(*r, k) }
	case op == syntax.Add && b.kind == isConst:
		k := b.k
		return func() int64 { return add(x(), k) }
	case op == syntax.Add && b.kind == isReg:
		r := b.r
		return func() int64 { return add(x(), *r) }
	case op == syntax.Add:
		y := emit(b)
		return func() int64 { return add(x(), y()) }
	case b.kind == isReg:
		r := b.r
		return func() int64 { return sub(x(), *r) }
	default:
		y := emit(b)
		return func() int64 { return sub(x(), y()) }
	}
}

// emitMul returns x · y.
func emitMul(n *node) intFn {
	a, b := n.x, n.y
	if a.simple() && (!b.simple() || a.kind == isConst) {
		a, b = b, a
	}
	x := emit(a)
	switch {
	case b.kind == isConst && smallFactor(b.k):
		k := b.k
		return func() int64 { return scale(x(), k) }
	case b.kind == isReg && a.kind == isReg:
		p, q := a.r, b.r
		return func() int64 { return mul(*p, *q) }
	case b.kind == isReg:
		r := b.r
		return func() int64 { return mul(x(), *r) }
	}
	y := emit(b)
	return func() int64 { return mul(x(), y()) }
}

// scale returns x · k for a small factor k.
func scale(x, k int64) int64 {
	if int64(int32(x)) == x {
		return x * k
	}
	return mul(x, k)
}

// emitDivConst returns x / k or x % k for k > 0. A dividend from 0 to 2³² − 1 is multiplied
// by ⌈2⁶⁴/k⌉ instead. The high word is the quotient, because the error x·(⌈2⁶⁴/k⌉ −
// 2⁶⁴/k)/2⁶⁴ is less than 2⁻³² and so less than 1/k.
func emitDivConst(op syntax.Op, x intFn, k int64) intFn {
	if k == 1 || k >= 1<<32 {
		f := binary(op)
		return func() int64 { return f(x(), k) }
	}
	m := math.MaxUint64/uint64(k) + 1
	if op == syntax.Mod {
		return func() int64 {
			x := x()
			if uint64(x) < 1<<32 {
				q, _ := bits.Mul64(uint64(x), m)
				return x - int64(q)*k
			}
			return mod(x, k)
		}
	}
	return func() int64 {
		x := x()
		if uint64(x) < 1<<32 {
			q, _ := bits.Mul64(uint64(x), m)
			return int64(q)
		}
		return div(x, k)
	}
}

// emitMulDiv returns x · y / k or x · y % k for k > 0. The product may have more than 64
// bits.
func emitMulDiv(op syntax.Op, x, y intFn, k int64) intFn {
	var p int64
	small := emitDivConst(op, func() int64 { return p }, k)
	return func() int64 {
		x, y := x(), y()
		var ok bool
		if p, ok = num.Mul64(x, y); ok {
			return small()
		}
		if x == math.MinInt64 || y == math.MinInt64 {
			bail()
		}
		hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(y, -y)))
		if hi >= uint64(k) {
			if op != syntax.Mod {
				bail()
			}
			hi %= uint64(k)
		}
		q, r := bits.Div64(hi, lo, uint64(k))
		negative := (x < 0) != (y < 0)
		switch {
		case op == syntax.Mod && negative && r > 0:
			return k - int64(r)
		case op == syntax.Mod:
			return int64(r)
		case q > math.MaxInt64-1:
			bail()
		case negative && r > 0:
			return -int64(q) - 1
		case negative:
			return -int64(q)
		}
		return int64(q)
	}
}

// emitCond returns the condition n ≠ 0.
func emitCond(n *node) func() bool {
	if (n.kind == isRealUnary || n.kind == isRealBinary) && syntax.Ops[n.op].Truth {
		return emitRealCond(n)
	}
	if n.cond != nil {
		return n.cond
	}
	var c func(x, y int64) bool
	if n.kind == isBinary {
		c = compare(n.op)
	}
	if c == nil {
		x := emit(n)
		return func() bool { return x() != 0 }
	}
	x := emit(n.x)
	if n.y.kind == isConst {
		k := n.y.k
		switch n.op {
		case syntax.Eq:
			return func() bool { return x() == k }
		case syntax.Lt:
			return func() bool { return x() < k }
		case syntax.Le:
			return func() bool { return x() <= k }
		case syntax.Gt:
			return func() bool { return x() > k }
		case syntax.Ge:
			return func() bool { return x() >= k }
		}
	}
	y := emit(n.y)
	switch n.op {
	case syntax.Eq:
		return func() bool { return x() == y() }
	case syntax.Lt:
		return func() bool { return x() < y() }
	case syntax.Le:
		return func() bool { return x() <= y() }
	}
	return func() bool { return c(x(), y()) }
}
