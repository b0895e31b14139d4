package fuse

import (
	"funmem/lower/rewrite"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// cost counts operations as polynomials in the ints that are known outside the counted
// code: scalar operators, reads and writes of elements, and blocks for arrays.
type cost struct {
	env   *poly.Env
	types rewrite.Types
}

// These stand for numbers that are not known before a program runs.
var (
	someSize = poly.Var(&syntax.Var{Name: "size", ID: -1})   // an int that is computed inside
	rounds   = poly.Var(&syntax.Var{Name: "rounds", ID: -2}) // the rounds of a while loop
	aCall    = poly.Var(&syntax.Var{Name: "call", ID: -3})
)

func number(k int) poly.Poly { return poly.Int(num.Of(int64(k))) }

// alloc is the cost of a block for an array.
const alloc = 16

// stms returns the cost of statements; it does not mention the variables that they bind.
func (c *cost) stms(list []syntax.Stm) poly.Poly {
	in := &cost{c.env.Clone(), c.types}
	sum := poly.Poly{}
	bound := map[int]poly.Poly{}
	for _, s := range list {
		sum = sum.Add(in.stm(s))
		define(in.env, s)
		if l, ok := s.(*syntax.Let); ok {
			for _, x := range l.Pat {
				bound[x.ID] = someSize
			}
		}
	}
	return sum.Subst(bound)
}

func (c *cost) stm(s syntax.Stm) poly.Poly {
	l, ok := s.(*syntax.Let)
	if !ok {
		return number(1)
	}
	switch e := l.Exp.(type) {
	case *syntax.Index:
		return number(1)
	case *syntax.Kernel:
		body := c.stms(e.Body.Stms).Add(number(c.numbers(e.Body.Res)))
		return c.repeated(e.Index[0].X, e.Index[0].N, body).Add(number(alloc * len(l.Pat)))
	case *syntax.Loop:
		if e.For != nil {
			return c.repeated(e.For.X, e.For.N, c.stms(e.Body.Stms))
		}
		return rounds.Mul(c.stms(e.While.Stms).Add(c.stms(e.Body.Stms)))
	case *syntax.If:
		return number(1).Add(larger(c.stms(e.Then.Stms), c.stms(e.Else.Stms)))
	case *syntax.Reduce, *syntax.Scan:
		return c.fold(l, syntax.FoldOf(e))
	case *syntax.Iota, *syntax.Replicate:
		return c.count(l.Pat[0].Type.Dims).Add(number(alloc))
	case *syntax.With:
		n := number(2)
		for _, ix := range e.At {
			if ix.Kind == syntax.IxRange {
				n = n.Mul(c.env.Of(ix.Size))
			}
			for _, f := range ix.Dims {
				n = n.Mul(c.env.Of(f.Size))
			}
		}
		return n
	case *syntax.Call:
		return aCall
	}
	if elementwise(l.Exp) {
		return c.count(l.Pat[0].Type.Dims).Mul(number(2)).Add(number(alloc))
	}
	return number(operators(l.Exp))
}

// repeated returns the cost of a body for each value of an index up to its bound.
func (c *cost) repeated(i *syntax.Binding, bound syntax.Expr, body poly.Poly) poly.Poly {
	n := c.env.Of(bound)
	return n.Mul(body.Subst(map[int]poly.Poly{i.ID: n}))
}

// fold returns the cost of a reduce or scan: it reads elements that are numbers, and a scan
// also writes accumulators.
func (c *cost) fold(l *syntax.Let, f *syntax.Fold) poly.Poly {
	_, accs, elems, _ := f.Params()
	body := c.stms(f.Lambda().Body.Stms)
	for _, x := range elems {
		if !x.Type.IsArray() {
			body = body.Add(number(1))
		}
	}
	if f.Name == "scan" {
		for _, x := range accs {
			body = body.Add(c.count(x.Type.Dims))
		}
	}
	t := c.types.Of(f.Xs[0])
	if t == nil {
		return someSize.Mul(body)
	}
	return c.env.Of(t.Dims[0]).Mul(body)
}

// count returns the number of elements of an array of those sizes.
func (c *cost) count(dims []syntax.Expr) poly.Poly {
	n := number(1)
	for _, d := range dims {
		n = n.Mul(c.env.Of(d))
	}
	return n
}

// numbers returns how many of the results of a body are numbers.
func (c *cost) numbers(res []syntax.Expr) int {
	n := 0
	for _, x := range res {
		if !c.types.IsArray(x) {
			n++
		}
	}
	return n
}

// operators returns the cost of a scalar expression. Views cost nothing.
func operators(e syntax.Expr) int {
	n := 0
	if !syntax.IsScalar(e) {
		return 0
	}
	syntax.Walk(e, func(x syntax.Node) bool {
		switch x := x.(type) {
		case *syntax.Unary:
			n += weight(x.Op)
		case *syntax.Binary:
			n += weight(x.Op)
		}
		return true
	})
	return n
}

// weight is the cost of an operator.
func weight(op syntax.Op) int { return max(1, syntax.Ops[op].Cost) }

// larger returns the greater of two costs, or their sum if that is not known.
func larger(p, q poly.Poly) poly.Poly {
	switch {
	case p.Sub(q).NoNegative():
		return p
	case q.Sub(p).NoNegative():
		return q
	}
	return p.Add(q)
}

// more tells whether one cost exceeds another by more than limit for each element of an
// array. It does if a summand of the difference is that large, or grows with something that
// the number of elements does not grow with, and no saving grows with it too.
func more(after, before, elements poly.Poly, limit int64) bool {
	diff := after.Sub(before).Terms()
	for _, t := range diff {
		if t.Coef.Sign() > 0 && !saved(diff, t.Mono) && !within(t, elements, limit) {
			return true
		}
	}
	return false
}

// saved tells whether a difference saves something that grows at least as fast as m.
func saved(diff []poly.Term, m poly.Mono) bool {
	for _, t := range diff {
		if q, ok := t.Mono.Div(m); ok && t.Coef.Sign() < 0 && q.Degree() > 0 {
			return true
		}
	}
	return false
}

// within tells whether a summand is at most limit for each element.
func within(t poly.Term, elements poly.Poly, limit int64) bool {
	for _, n := range elements.Terms() {
		q, ok := n.Mono.Div(t.Mono)
		if !ok {
			continue
		}
		most := num.Of(limit)
		if q.Degree() == 0 {
			if p, err := n.Coef.Abs().Mul(most); err == nil {
				most = p
			}
		}
		if t.Coef.Cmp(most) <= 0 {
			return true
		}
	}
	return false
}

// define adds what a statement says about ints: a definition or an equation.
func define(env *poly.Env, s syntax.Stm) {
	switch s := s.(type) {
	case *syntax.Check:
		env.Equate(env.Of(s.X), env.Of(s.Y))
	case *syntax.Let:
		if syntax.IsScalar(s.Exp) && s.Pat[0].Type.IsInt() {
			env.Define(s.Pat[0].ID, env.Of(s.Exp))
		}
	}
}
