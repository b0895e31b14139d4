package fast

import (
	"math"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// realFn computes a double. Slots, arrays and blocks hold its bits.
type realFn func() float64

// realUnary is an operator on an f64.
func realUnary(op syntax.Op, x *node) *node {
	return &node{kind: isRealUnary, op: op, x: x, reads: x.reads}
}

// realBinary is an operator on two f64s.
func realBinary(op syntax.Op, x, y *node) *node {
	return &node{kind: isRealBinary, op: op, x: x, y: y, reads: x.reads || y.reads}
}

// bitsOf returns the bits of a double.
func bitsOf(f float64) int64 { return int64(math.Float64bits(f)) }

// double returns the double with the given bits.
func double(bits int64) float64 { return math.Float64frombits(uint64(bits)) }

// emitRealOp returns the value of an operator on f64s: the bits of a double, or an int.
func emitRealOp(n *node) intFn {
	switch {
	case n.op == syntax.ToInt:
		x := emitReal(n.x)
		return func() int64 { return truncated(x()) }
	case n.op == syntax.ToBits:
		x := emitReal(n.x)
		return func() int64 { k, _ := num.RealOf(x()).Bits().Int64(); return k }
	case syntax.Ops[n.op].Truth:
		c := emitRealCond(n)
		return func() int64 { return truth(c()) }
	}
	f := emitReal(n)
	return func() int64 { return bitsOf(f()) }
}

// truncated returns x without its fraction.
func truncated(x float64) int64 {
	const most = 1 << 62
	if !(math.Abs(x) < most) {
		bail()
	}
	return int64(x)
}

// emitReal returns the double that a node of type f64 computes.
func emitReal(n *node) realFn {
	switch n.kind {
	case isConst:
		k := double(n.k)
		return func() float64 { return k }
	case isReg:
		r := n.r
		return func() float64 { return double(*r) }
	case isRealUnary:
		return emitRealUnary(n)
	case isRealBinary:
		return emitRealBinary(n)
	case isIndex:
		return emitRealIndex(n)
	case isUnary: // f64(x), or frombits(x)
		x := emit(n.x)
		if n.op == syntax.FromBits {
			return func() float64 { return double(x()) }
		}
		return func() float64 { return float64(x()) }
	}
	f := emit(n)
	return func() float64 { return double(f()) }
}

func emitRealUnary(n *node) realFn {
	x := emitReal(n.x)
	switch n.op {
	case syntax.Neg:
		return func() float64 { return -x() }
	case syntax.Abs:
		return func() float64 { return math.Abs(x()) }
	case syntax.Sqrt:
		return func() float64 { return math.Sqrt(x()) }
	case syntax.F32:
		return func() float64 { return float64(float32(x())) }
	case syntax.F16:
		return func() float64 { return num.Doubles.Float(16, num.RealOf(x())).Float64() }
	}
	f := syntax.Ops[n.op].Fn
	if f == 0 {
		panic(unsupported{})
	}
	return func() float64 { return num.Doubles.Apply(f, num.RealOf(x())).Float64() }
}

func emitRealBinary(n *node) realFn {
	x, y := emitReal(n.x), emitReal(n.y)
	switch n.op {
	case syntax.Add:
		return emitRealAdd(n, x, y)
	case syntax.Sub:
		return func() float64 { return x() - y() }
	case syntax.Mul:
		return emitRealMul(n, x, y)
	case syntax.Div:
		return func() float64 { return x() / y() }
	case syntax.Min:
		return func() float64 { return min(x(), y()) }
	case syntax.Max:
		return func() float64 { return max(x(), y()) }
	case syntax.Rem:
		return func() float64 { return math.Mod(x(), y()) }
	case syntax.Pow:
		return func() float64 { return num.Doubles.Pow(num.RealOf(x()), num.RealOf(y())).Float64() }
	case syntax.Atan2:
		return func() float64 { return math.Atan2(x(), y()) }
	}
	panic(unsupported{})
}

// emitRealAdd returns x + y. A variable needs no closure of its own. The conversion makes
// sure that a product is rounded before it is added.
func emitRealAdd(n *node, x, y realFn) realFn {
	switch {
	case n.x.kind == isReg:
		r := n.x.r
		return func() float64 { return double(*r) + y() }
	case n.y.kind == isReg:
		r := n.y.r
		return func() float64 { return x() + double(*r) }
	}
	return func() float64 { return float64(x()) + float64(y()) }
}

// emitRealMul returns x · y.
func emitRealMul(n *node, x, y realFn) realFn {
	switch {
	case n.x.kind == isConst:
		k := double(n.x.k)
		return func() float64 { return k * y() }
	case n.x.kind == isReg:
		r := n.x.r
		return func() float64 { return double(*r) * y() }
	}
	return func() float64 { return x() * y() }
}

// emitRealCond returns a comparison of f64s, or isnan or isinf.
func emitRealCond(n *node) func() bool {
	x := emitReal(n.x)
	switch n.op {
	case syntax.IsNaN:
		return func() bool { return math.IsNaN(x()) }
	case syntax.IsInf:
		return func() bool { return math.IsInf(x(), 0) }
	}
	y := emitReal(n.y)
	switch n.op {
	case syntax.Eq:
		return func() bool { return x() == y() }
	case syntax.Ne:
		return func() bool { return x() != y() }
	case syntax.Lt:
		return func() bool { return x() < y() }
	case syntax.Le:
		return func() bool { return x() <= y() }
	case syntax.Gt:
		return func() bool { return x() > y() }
	case syntax.Ge:
		return func() bool { return x() >= y() }
	}
	panic(unsupported{})
}
