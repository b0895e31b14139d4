package validate

import (
	"math"

	"funmem/eval/value"
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// folder finds the values of constant expressions. It also follows the variables of a program,
// because each operand has a name in core.
type folder struct {
	known map[int]num.Num     // the value of a variable, by its ID
	is    map[int]syntax.Expr // the non-constant expression that a variable is bound to; nil: it is bound more than once
}

// mostBits is the maximum number of bits of a folded int.
const mostBits = 128

// mostSolved is how many nested operators solve goes through.
const mostSolved = 8

// folder returns a folder that knows the variables of a side.
func (s *side) folder() *folder {
	f := &folder{map[int]num.Num{}, map[int]syntax.Expr{}}
	if s.program.IMP != nil {
		imp.Walk(s.program.IMP.Body, func(s imp.Stm) bool {
			if a, ok := s.(*imp.Assign); ok {
				f.bind(a.X.ID, a.E)
			}
			return true
		})
		return f
	}
	p, _ := s.text()
	syntax.Walk(p, func(n syntax.Node) bool {
		if let, ok := n.(*syntax.Let); ok && len(let.Pat) == 1 {
			f.bind(let.Pat[0].ID, let.Exp)
		}
		return true
	})
	return f
}

// bind notes what a variable is bound to.
func (f *folder) bind(id int, e syntax.Expr) {
	_, folded := f.known[id]
	if _, is := f.is[id]; is || folded {
		delete(f.known, id)
		f.is[id] = nil
	} else if k, ok := f.fold(e); ok {
		f.known[id] = k
	} else {
		f.is[id] = e
	}
}

// fold returns the number that an expression stands for.
func (f *folder) fold(e syntax.Expr) (num.Num, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return e.Val, true
	case *syntax.RealLit:
		return num.OfFloat(e.Val), true
	case *syntax.Var:
		k, ok := f.known[e.ID]
		return k, ok
	case *syntax.Unary:
		if x, ok := f.fold(e.X); ok {
			return applied(e.Op, x)
		}
	case *syntax.Binary:
		x, ok := f.fold(e.X)
		if !ok {
			return num.Num{}, false
		}
		if y, ok := f.fold(e.Y); ok {
			return calculated(e.Op, x, y)
		}
	}
	return num.Num{}, false
}

// doubles is the arithmetic for folding constants.
var doubles = value.NewArith(0)

// applied returns ⊕ x, if it is defined.
func applied(op syntax.Op, x num.Num) (num.Num, bool) {
	if !op.Takes(elemOf(x)) {
		return num.Num{}, false
	}
	k, err := doubles.Unary(op, x)
	return k, err == nil
}

func elemOf(x num.Num) syntax.Elem {
	if x.IsReal() {
		return syntax.F64
	}
	return syntax.Int
}

// calculated returns x ⊕ y, if it is defined and not too long.
func calculated(op syntax.Op, x, y num.Num) (num.Num, bool) {
	if op == syntax.And || op == syntax.Or || x.IsReal() != y.IsReal() || !op.Takes(elemOf(x)) {
		return num.Num{}, false
	}
	if x.IsReal() {
		k, err := doubles.Binary(op, x, y)
		return k, err == nil
	}
	if n, ok := y.Int64(); (op == syntax.Shl || op == syntax.Pow) && (!ok || n > mostBits || op == syntax.Pow && int64(x.Bits())*n > 2*mostBits) {
		return num.Num{}, false
	}
	k, err := doubles.Binary(op, x, y)
	return k, err == nil && k.Bits() <= mostBits
}

// solve returns the number in the non-constant e at which e is k, or close to it: 2000 for k +
// 5000 and 7000.
func (f *folder) solve(e syntax.Expr, k num.Num) (num.Num, bool) {
	for range mostSolved {
		if v, ok := e.(*syntax.Var); ok && f.is[v.ID] != nil {
			e = f.is[v.ID]
		}
		ok := true
		switch is := e.(type) {
		case *syntax.Unary:
			k, ok = undone(is.Op, k)
			e = is.X
		case *syntax.Binary:
			inner, c, right := is.X, num.Num{}, true
			if y, folds := f.fold(is.Y); folds {
				c = y
			} else if x, folds := f.fold(is.X); folds {
				inner, c, right = is.Y, x, false
			} else {
				return k, true
			}
			k, ok = inverse(is.Op, k, c, right)
			e = inner
		default:
			return k, true
		}
		if !ok {
			return num.Num{}, false
		}
	}
	return k, true
}

// undone returns roughly the x for which ⊕ x is k.
func undone(op syntax.Op, k num.Num) (num.Num, bool) {
	switch op {
	case syntax.Neg:
		return applied(syntax.Neg, k)
	case syntax.ToF64:
		return applied(syntax.ToInt, k)
	case syntax.ToInt:
		return applied(syntax.ToF64, k)
	case syntax.Sqrt:
		return calculated(syntax.Mul, k, k)
	case syntax.Exp:
		return applied(syntax.Log, k)
	case syntax.Log:
		return applied(syntax.Exp, k)
	case syntax.Abs, syntax.Floor, syntax.Ceil, syntax.Round, syntax.Trunc, syntax.F16, syntax.F32:
		return k, true
	}
	return k, op.Wraps() || op.Fits()
}

// inverse returns roughly the x for which x ⊕ c is k, or c ⊕ x if c is not on the right.
func inverse(op syntax.Op, k, c num.Num, right bool) (num.Num, bool) {
	switch op {
	case syntax.Add:
		return calculated(syntax.Sub, k, c)
	case syntax.Sub:
		if right {
			return calculated(syntax.Add, k, c)
		}
		return calculated(syntax.Sub, c, k)
	case syntax.Mul:
		return calculated(syntax.Div, k, c)
	case syntax.Div, syntax.Quo:
		if right {
			return calculated(syntax.Mul, k, c)
		}
		return calculated(syntax.Div, c, k)
	case syntax.BitXor:
		return calculated(syntax.BitXor, k, c)
	case syntax.Shl, syntax.Shr:
		if right {
			return calculated(map[syntax.Op]syntax.Op{syntax.Shl: syntax.Shr, syntax.Shr: syntax.Shl}[op], k, c)
		}
	case syntax.Pow:
		if x, ok := k.Int64(); ok && right && x > 0 && c.Sign() > 0 {
			n, _ := c.Int64()
			return num.Of(int64(math.Round(math.Pow(float64(x), 1/float64(n))))), n > 0
		}
	case syntax.Mod, syntax.Rem, syntax.BitAnd, syntax.BitOr, syntax.Min, syntax.Max:
		return k, true
	}
	return num.Num{}, false
}
