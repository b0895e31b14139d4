package prove

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// evaluator computes polynomials for many values of the variables 1, …, vars. The
// slots of operators come after the variables.
type evaluator struct {
	vars  int
	slots []slot

	sizes, strides []int64 // scratch
}

type slot struct {
	op   syntax.Op
	args []compiled
}

// compiled is a polynomial as a sum of products of variables and slots.
type compiled []product

type product struct {
	coef int64
	ids  []int
}

// The bounds on values: products of small values fit 64 bits.
const (
	maxDegree = 10
	maxCoef   = 1 << 20
)

// compile is not ok for a polynomial that cannot be evaluated.
func (e *evaluator) compile(p poly.Poly) (c compiled, ok bool) {
	ok = true
	flat := p.Abstract(func(op syntax.Op, args []poly.Poly) poly.Poly {
		s := slot{op: op}
		for _, a := range args {
			k, fits := e.compile(a)
			s.args, ok = append(s.args, k), ok && fits
		}
		ok = ok && op != syntax.NumOps
		e.slots = append(e.slots, s)
		return poly.Var(&syntax.Var{ID: e.vars + len(e.slots)})
	})
	for _, t := range flat.Terms() {
		k, fits := t.Coef.Int64()
		if !fits || k > maxCoef || k < -maxCoef || t.Mono.Degree() > maxDegree {
			return nil, false
		}
		x := product{coef: k}
		for _, id := range t.Mono.Vars() {
			for m, more := t.Mono, true; more; {
				if m, more = m.Div(poly.MonoOf(id)); more {
					x.ids = append(x.ids, id)
				}
			}
		}
		c = append(c, x)
	}
	return c, ok
}

// last is the greatest variable in c.
func (e *evaluator) last(c compiled) int {
	last := 0
	for _, x := range c {
		for _, id := range x.ids {
			if id <= e.vars {
				last = max(last, id)
				continue
			}
			for _, a := range e.slots[id-e.vars-1].args {
				last = max(last, e.last(a))
			}
		}
	}
	return last
}

// at is c for the given values, where v[id] is the value of a variable. It is not ok
// if an operator has no value.
func (e *evaluator) at(c compiled, v []int64) (sum int64, ok bool) {
	for _, x := range c {
		y := x.coef
		for _, id := range x.ids {
			if id <= e.vars {
				y *= v[id]
				continue
			}
			k, ok := e.slot(e.slots[id-e.vars-1], v)
			if !ok {
				return 0, false
			}
			y *= k
		}
		sum += y
	}
	return sum, true
}

// slot is op(args…), computed by the normal form of the constants.
func (e *evaluator) slot(s slot, v []int64) (int64, bool) {
	args := make([]syntax.Expr, len(s.args))
	for k, a := range s.args {
		x, ok := e.at(a, v)
		if !ok {
			return 0, false
		}
		args[k] = &syntax.IntLit{Val: num.Of(x)}
	}
	var se syntax.Expr = &syntax.Unary{Op: s.op, X: args[0]}
	if len(args) == 2 {
		se = &syntax.Binary{Op: s.op, X: args[0], Y: args[1]}
	}
	var none poly.Env
	k, isConst := none.Of(se).Const()
	x, fits := k.Int64()
	return x, isConst && fits && x <= maxCoef && x >= -maxCoef
}

// stages are the conditions, by the variable from which on they can be checked.
type stages [][]condition

// condition is c = 0 or, unless zero, c >= 0; or that all conditions of one of some lists hold.
type condition struct {
	c      compiled
	zero   bool
	either [][]condition
}

// stage sorts the facts of a system.
func (e *evaluator) stage(s System) (stages, bool) {
	out := make(stages, e.vars+1)
	cs, ok := e.conditions(s)
	for _, c := range cs {
		at := e.lastIn(c)
		out[at] = append(out[at], c)
	}
	return out, ok
}

// conditions are the facts of a system. It is not ok if one cannot be evaluated.
func (e *evaluator) conditions(s System) (cs []condition, ok bool) {
	for k, p := range slices.Concat(s.zeros, s.nonNegs) {
		c, ok := e.compile(p)
		if !ok {
			return nil, false
		}
		cs = append(cs, condition{c: c, zero: k < len(s.zeros)})
	}
	for _, alternatives := range s.cases {
		var either [][]condition
		for _, a := range alternatives {
			of, ok := e.conditions(a)
			if !ok {
				return nil, false
			}
			either = append(either, of)
		}
		cs = append(cs, condition{either: either})
	}
	return cs, true
}

// lastIn is the greatest variable in a condition.
func (e *evaluator) lastIn(c condition) int {
	last := e.last(c.c)
	for _, cs := range c.either {
		for _, d := range cs {
			last = max(last, e.lastIn(d))
		}
	}
	return last
}

// hold tells whether the conditions of one stage hold.
func (e *evaluator) hold(cs []condition, v []int64) bool {
	for _, c := range cs {
		if c.either != nil {
			if !slices.ContainsFunc(c.either, func(of []condition) bool { return e.hold(of, v) }) {
				return false
			}
		} else if x, ok := e.at(c.c, v); !ok || x < 0 || c.zero && x != 0 {
			return false
		}
	}
	return true
}

// each visits the values within the ranges for which all facts hold. When a visit
// returns false it stops and returns false.
func (e *evaluator) each(facts stages, of func(id int) (lo, hi int64), visit func(v []int64) bool) bool {
	v := make([]int64, e.vars+1)
	var walk func(id int) bool
	walk = func(id int) bool {
		if !e.hold(facts[id], v) {
			return true
		}
		if id == e.vars {
			return visit(v)
		}
		lo, hi := of(id + 1)
		for x := lo; x <= hi; x++ {
			v[id+1] = x
			if !walk(id + 1) {
				return false
			}
		}
		return true
	}
	return walk(0)
}
