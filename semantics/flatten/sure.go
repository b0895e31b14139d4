package flatten

import (
	"slices"

	"funmem/semantics/syntax"
)

// An array that has a row for each iteration exists even if there are no iterations, so its sizes must not be negative. A size that is
// known outside may be negative where no iteration makes an array of that size.

// surely marks sizes as not negative: those of arrays from outside, and of the results of the kernel.
func (l *lifter) surely(e *syntax.Kernel, rows []Row) {
	mark := func(t *syntax.Type) {
		for _, x := range free(t.Dims) {
			l.sure[x.ID] = true
		}
	}
	mark(&syntax.Type{Dims: []syntax.Expr{e.Index[0].N}})
	for _, x := range syntax.FreeVars(e.Body) {
		mark(l.typeOf(x))
	}
	for _, z := range rows {
		mark(z.Z.Type)
	}
}

// isSure tells whether an expression that is known outside is surely not negative.
func (l *lifter) isSure(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.IntLit:
		return e.Val.Sign() >= 0
	case *syntax.Var:
		return l.sure[e.ID]
	case *syntax.Unary:
		return e.Op == syntax.Abs
	case *syntax.Binary:
		switch e.Op {
		case syntax.Add, syntax.Mul, syntax.Min:
			return l.isSure(e.X) && l.isSure(e.Y)
		case syntax.Max:
			return l.isSure(e.X) || l.isSure(e.Y)
		case syntax.Div, syntax.Mod:
			return l.isSure(e.X) && l.isSure(e.Y)
		}
		return syntax.Ops[e.Op].Truth
	}
	return false
}

// areSure tells whether sizes that are known outside are not negative.
func (l *lifter) areSure(ds []syntax.Expr) bool {
	return !slices.ContainsFunc(ds, func(d syntax.Expr) bool { return !l.isSure(l.settled(d)) })
}

// outer is a type whose sizes are known outside, as one of an array that may have no rows.
func (l *lifter) outer(t *syntax.Type) *syntax.Type {
	o := &syntax.Type{Elem: t.Elem}
	for _, d := range t.Dims {
		o.Dims = append(o.Dims, l.notNegative(l.settled(d)))
	}
	return o
}

// notNegative is a size that is known outside, or 0 if it is negative.
func (l *lifter) notNegative(d syntax.Expr) syntax.Expr {
	if l.isSure(d) {
		return d
	}
	x, ok := d.(*syntax.Var)
	if !ok {
		return constant(0)
	}
	for b := l.out; b != nil; b = b.up {
		if y := b.sizes[x.ID]; y != nil {
			return y
		}
	}
	y := l.outerInt(x.Name, &syntax.Binary{Span: l.at, Op: syntax.Max, X: x, Y: constant(0)})
	l.sure[y.(*syntax.Var).ID] = true
	if l.out.sizes == nil {
		l.out.sizes = map[int]syntax.Expr{}
	}
	l.out.sizes[x.ID] = y
	return y
}

// fitted is an array of a type as a row of an array outside, where a size that may be negative is another one. An array that exists has
// no such size, so it is whole.
func (r *row) fitted(x syntax.Expr, t *syntax.Type) syntax.Expr {
	if r.l.areSure(t.Dims) {
		return x
	}
	o := r.l.outer(t)
	return r.let("row", o, part(r.at, x, whole(o.Dims)))
}
