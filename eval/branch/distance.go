package branch

import (
	"math"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// distance returns how far a condition is from a way. It is the branch distance of
// search-based testing (Korel 1990; Tracey et al. 1998): for x == y it is |x − y|, for x < y it is x − y + 1. A
// condition a && b where a is false counts as farther than all where a is true.
func (n *Notes) distance(e syntax.Expr, way bool, scalar func(se syntax.Expr) num.Num) float64 {
	switch e := e.(type) {
	case *syntax.Var:
		if n.goes(e, scalar) == way {
			return 0
		}
		if def := n.defs[e.ID]; def != nil && measured(def) {
			return n.distance(def, way, scalar)
		}
	case *syntax.If: // a && b is if a then b else 0, and a || b is if a then 1 else b
		return n.either(e, way, scalar)
	case *syntax.Unary:
		if e.Op == syntax.Not {
			return n.distance(e.X, !way, scalar)
		}
	case *syntax.Binary:
		if isBoth(e) {
			x, y := n.distance(e.X, way, scalar), n.distance(e.Y, way, scalar)
			if way {
				return below(x) + below(y)
			}
			return min(x, y)
		}
		if op, ok := asked(e.Op, way); ok {
			return compared(op, float(scalar(e.X)), float(scalar(e.Y)))
		}
	}
	x := float(scalar(e))
	if way {
		return truth(x != 0, 1)
	}
	return math.Abs(x)
}

// measured tells whether what a variable is bound to says more of its distance than its value does.
func measured(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Unary, *syntax.Binary, *syntax.Var:
		return true
	case *syntax.If:
		return len(e.Then.Res) == 1
	}
	return false
}

// either is distance for an if with one result.
func (n *Notes) either(e *syntax.If, way bool, scalar func(se syntax.Expr) num.Num) float64 {
	res := [2]syntax.Expr{e.Else.Res[0], e.Then.Res[0]}
	now := 0
	if n.goes(e.Cond, scalar) {
		now = 1
	}
	least := math.Inf(1)
	if k, fixed := res[now].(*syntax.IntLit); !fixed {
		least = below(n.distance(res[now], way, scalar))
	} else if k.Val.IsZero() != way {
		least = 0
	}
	if k, fixed := res[1-now].(*syntax.IntLit); !fixed || k.Val.IsZero() != way {
		least = min(least, 1+below(n.distance(e.Cond, now == 0, scalar)))
	}
	return least
}

// goes returns the value of a condition.
func (n *Notes) goes(e syntax.Expr, scalar func(se syntax.Expr) num.Num) bool {
	return !scalar(e).IsZero()
}

// below maps a distance to one below 1, so that the nearer one stays the nearer one. Its logarithm keeps large ones apart.
func below(d float64) float64 {
	if math.IsInf(d, 1) || math.IsNaN(d) {
		return math.Inf(1)
	}
	log := math.Log1p(d)
	return log / (log + 1)
}

// asked returns the comparison that has to hold for a comparison to go a way. ok is false for another operator.
func asked(op syntax.Op, way bool) (holds syntax.Op, ok bool) {
	opposite, ok := map[syntax.Op]syntax.Op{
		syntax.Eq: syntax.Ne, syntax.Ne: syntax.Eq, syntax.Lt: syntax.Ge, syntax.Ge: syntax.Lt, syntax.Gt: syntax.Le, syntax.Le: syntax.Gt,
	}[op]
	if way {
		return op, ok
	}
	return opposite, ok
}

// compared returns how far x and y are from x op y.
func compared(op syntax.Op, x, y float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.Inf(1)
	}
	switch op {
	case syntax.Eq:
		return math.Abs(x - y)
	case syntax.Ne:
		return truth(x != y, 1)
	case syntax.Lt:
		return truth(x < y, x-y+1)
	case syntax.Le:
		return truth(x <= y, x-y)
	case syntax.Gt:
		return truth(x > y, y-x+1)
	}
	return truth(x >= y, y-x)
}

// truth is 0 if a condition holds, or else a distance.
func truth(holds bool, distance float64) float64 {
	if holds {
		return 0
	}
	return distance
}

func float(x num.Num) float64 {
	if x.IsReal() {
		return x.Real().Float64()
	}
	if k, ok := x.Int64(); ok {
		return float64(k)
	}
	return math.Inf(1)
}
