package fast

import (
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// intFn computes an integer or the bits of a double, and stmFn runs a statement. Both end the run by
// bail if they cannot go on.
type (
	intFn func() int64
	stmFn func()
)

// kind is the form of a node.
type kind uint8

const (
	isConst      kind = iota // k, an int or the bits of a double
	isReg                    // *r
	isUnary                  // op x, of an int
	isBinary                 // x op y, of ints
	isRealUnary              // op x, of an f64
	isRealBinary             // x op y, of f64s
	isIndex                  // v[at…]
	isCode                   // fn
)

// node is a scalar expression with its variables resolved. It puts together what a core program names
// in several lets, so that no slot is written.
type node struct {
	kind  kind
	op    syntax.Op
	reads bool // reads an array: must not move past a write
	k     int64
	r     *int64
	x, y  *node
	v     *view
	at    []*node
	fn    intFn
	cond  func() bool // for code: whether its value is not 0, or nil
}

func constant(k int64) *node { return &node{kind: isConst, k: k} }

func register(r *int64) *node { return &node{kind: isReg, r: r} }

func unaryNode(op syntax.Op, x *node) *node {
	if x.kind == isConst {
		if k, ok := fold(op, x.k, 0); ok {
			return constant(k)
		}
	}
	return &node{kind: isUnary, op: op, x: x, reads: x.reads}
}

func binaryNode(op syntax.Op, x, y *node) *node {
	if x.kind == isConst && y.kind == isConst {
		if k, ok := fold(op, x.k, y.k); ok {
			return constant(k)
		}
	}
	if x.kind == isBinary && y.kind == isConst && (op == syntax.Add || op == syntax.Sub) {
		if r, c, ok := x.affine(); ok && smallFactor(y.k) {
			if op == syntax.Sub {
				y = constant(-y.k)
			}
			x, y, op = register(r), constant(c+y.k), syntax.Add
		}
	}
	return &node{kind: isBinary, op: op, x: x, y: y, reads: x.reads || y.reads}
}

// simple tells whether a node is a constant or a variable.
func (n *node) simple() bool { return n.kind == isConst || n.kind == isReg }

// total tells whether a node costs next to nothing to compute again and always has a value. Such a
// node need not be computed where it is named.
func (n *node) total() bool {
	_, _, ok := n.affine()
	return ok
}

// fold returns the value of an operator on constants, if it has one in 64 bits.
func fold(op syntax.Op, x, y int64) (k int64, ok bool) {
	defer func() {
		if recover() != nil {
			k, ok = 0, false
		}
	}()
	if y == 0 && syntax.Ops[op].Unary {
		return unary(op)(x), true
	}
	return binary(op)(x, y), true
}

var zero int64

// affine returns a node as *r + c, for an index: a constant, a variable, or a variable plus a small
// constant. The sum may wrap without harm: a sum beyond 64 bits wraps to a number that is not an
// index.
func (n *node) affine() (r *int64, c int64, ok bool) {
	const small = 1 << 31
	switch {
	case n.kind == isConst:
		return &zero, n.k, true
	case n.kind == isReg:
		return n.r, 0, true
	case n.kind != isBinary || n.op != syntax.Add && n.op != syntax.Sub:
		return nil, 0, false
	case n.x.kind == isReg && n.y.kind == isConst && -small < n.y.k && n.y.k < small:
		if n.op == syntax.Sub {
			return n.x.r, -n.y.k, true
		}
		return n.x.r, n.y.k, true
	case n.op == syntax.Add && n.y.kind == isReg && n.x.kind == isConst && -small < n.x.k && n.x.k < small:
		return n.y.r, n.x.k, true
	}
	return nil, 0, false
}

// term is coef · x in a sum.
type term struct {
	coef int64
	x    *node
}

// terms takes apart a tree of + and - with constant factors, and appends its terms times sign.
func (n *node) terms(sign int64, to []term) []term {
	if n.kind == isBinary {
		switch {
		case n.op == syntax.Add:
			return n.y.terms(sign, n.x.terms(sign, to))
		case n.op == syntax.Sub:
			return n.y.terms(-sign, n.x.terms(sign, to))
		case n.op == syntax.Mul && n.y.kind == isConst && smallFactor(n.y.k):
			return append(to, term{sign * n.y.k, n.x})
		case n.op == syntax.Mul && n.x.kind == isConst && smallFactor(n.x.k):
			return append(to, term{sign * n.x.k, n.y})
		}
	}
	if n.kind == isUnary && n.op == syntax.Neg {
		return n.x.terms(-sign, to)
	}
	return append(to, term{sign, n})
}

func smallFactor(k int64) bool { return -1<<31 < k && k < 1<<31 }

// mul returns x · y. It ends the run if that overflows.
func mul(x, y int64) int64 {
	p, ok := num.Mul64(x, y)
	if !ok {
		bail()
	}
	return p
}
