package flatten

import (
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// lifter lifts one kernel.
type lifter struct {
	*Job
	at      diag.Span            // the kernel
	vars    map[int]*variable    // what the kernel binds
	bound   map[int]*syntax.Type // what the statements outside bind that lifting makes
	out     *block               // where they go
	sure    map[int]bool         // ints outside that are not negative
	order   int                  // how many statements of the kernel were seen
	steps   int                  // statements of functions that it calls
	bounds  map[syntax.Stm]bool  // checks that only find out whether an index is within an array
	implied map[syntax.Stm]bool  // checks that hold, and are only needed where that is not seen
	inside  map[syntax.Stm]bool  // readings whose indices are within the array, whatever they are
	careful bool                 // some arrays of the kernel may have undefined elements
}

// variable is a variable of the kernel. A size in its type may be one too.
type variable struct {
	b     *syntax.Binding
	in    *context
	place place
}

// block is a sequence of statements outside all contexts. Some are bodies of others.
type block struct {
	up    *block
	stms  []syntax.Stm
	sizes map[int]syntax.Expr // sizes, or 0 where they are negative
	done  bool                // nothing in it can be used any more
}

// emit adds a statement outside.
func (l *lifter) emit(s syntax.Stm) {
	l.Until.Ask()
	l.out.stms = append(l.out.stms, s)
	if let, ok := s.(*syntax.Let); ok {
		for _, p := range let.Pat {
			l.bound[p.ID] = p.Type
		}
	}
}

// let emits let (x : t) = e with a name made from base.
func (l *lifter) let(at diag.Span, base string, t *syntax.Type, e syntax.Expr) *syntax.Binding {
	x := l.binding(at, base, t)
	l.emit(&syntax.Let{Span: at, Pat: []*syntax.Binding{x}, Exp: e})
	return x
}

// binding is a binder with a name of its own, made from base.
func (l *lifter) binding(at diag.Span, base string, t *syntax.Type) *syntax.Binding {
	x := l.Supply.Binding(syntax.Base(base), t)
	x.Span = at
	return x
}

// like is a binder that is called as z is, of type t.
func (l *lifter) like(z *syntax.Binding, t *syntax.Type) *syntax.Binding {
	c := l.Supply.Again(z)
	c.Type, c.Unique = t, false
	if t.IsArray() && !syntax.IsName(c.Text) { // messages call z a size
		c.Text = ""
	}
	return c
}

// within collects what f emits as a body.
func (l *lifter) within(at diag.Span, f func() []syntax.Expr) *syntax.Body {
	inner := &block{up: l.out}
	l.out = inner
	res := f()
	l.out, inner.done = inner.up, true
	return &syntax.Body{Span: at, Stms: inner.stms, Res: res}
}

// bind makes a variable of the kernel known.
func (l *lifter) bind(c *context, b *syntax.Binding, p place) *variable {
	v := &variable{b, c, p}
	l.vars[b.ID] = v
	return v
}

// variable is the variable of the kernel that an atom is, if it is one. Other names of a variable count as that variable.
func (l *lifter) variable(e syntax.Expr) *variable {
	x, ok := l.settled(e).(*syntax.Var)
	if !ok {
		return nil
	}
	return l.vars[x.ID]
}

// settled is an atom, or what it is another name of.
func (l *lifter) settled(e syntax.Expr) syntax.Expr {
	for {
		x, ok := e.(*syntax.Var)
		if !ok || l.vars[x.ID] == nil {
			return e
		}
		other, ok := l.vars[x.ID].place.(alias)
		if !ok {
			return e
		}
		e = other.x
	}
}

// outside tells whether an atom has one value for all iterations of all contexts.
func (l *lifter) outside(e syntax.Expr) bool { return l.variable(e) == nil }

// allOutside tells whether none of some atoms depends on an iteration.
func (l *lifter) allOutside(es []syntax.Expr) bool {
	for _, e := range es {
		if !l.outside(e) {
			return false
		}
	}
	return true
}

// lead is how many sizes there are up to the last one that differs from iteration to iteration.
func (l *lifter) lead(dims []syntax.Expr) int {
	n := len(dims)
	for n > 0 && l.outside(dims[n-1]) {
		n--
	}
	return n
}

// typeOf is the type of an atom. An index has none of its own, and is an int.
func (l *lifter) typeOf(e syntax.Expr) *syntax.Type {
	x, ok := e.(*syntax.Var)
	if !ok {
		if _, real := e.(*syntax.RealLit); real {
			return &syntax.Type{Elem: syntax.F64}
		}
		return &syntax.Type{}
	}
	t := l.bound[x.ID]
	if v := l.vars[x.ID]; v != nil {
		t = v.b.Type
	} else if t == nil && l.Type != nil {
		t = l.Type(x.ID)
	}
	if t == nil {
		return &syntax.Type{}
	}
	return t
}

// same tells whether two atoms are the same.
func (l *lifter) same(x, y syntax.Expr) bool {
	x, y = l.settled(x), l.settled(y)
	if v, ok := x.(*syntax.Var); ok {
		return syntax.IsVar(y, v.ID)
	}
	a, ok := x.(*syntax.IntLit)
	b, also := y.(*syntax.IntLit)
	return ok && also && a.Val.Equal(b.Val)
}

// allSame tells whether some atoms are the same as others, one by one.
func (l *lifter) allSame(xs, ys []syntax.Expr) bool {
	if len(xs) != len(ys) {
		return false
	}
	for k := range xs {
		if !l.same(xs[k], ys[k]) {
			return false
		}
	}
	return true
}

func constant(k int64) *syntax.IntLit { return &syntax.IntLit{Val: num.Of(k)} }

// isConstant tells whether an expression is the constant k.
func isConstant(e syntax.Expr, k int64) bool {
	c, ok := e.(*syntax.IntLit)
	return ok && c.Val.Equal(num.Of(k))
}

// operation is x ⊕ y on ints, without what does nothing.
func operation(op syntax.Op, x, y syntax.Expr) syntax.Expr {
	a, isConst := x.(*syntax.IntLit)
	b, also := y.(*syntax.IntLit)
	switch {
	case isConst && also && op == syntax.Sub:
		return &syntax.IntLit{Val: a.Val.Sub(b.Val)}
	case (op == syntax.Add || op == syntax.Sub) && isConstant(y, 0), op == syntax.Mul && isConstant(y, 1):
		return x
	case op == syntax.Add && isConstant(x, 0), op == syntax.Mul && isConstant(x, 1):
		return y
	}
	if in, ok := x.(*syntax.Binary); ok && also && (op == syntax.Add || op == syntax.Sub) {
		k, isConst := in.Y.(*syntax.IntLit)
		switch {
		case isConst && in.Op == op:
			return operation(op, in.X, &syntax.IntLit{Val: k.Val.Add(b.Val)})
		case isConst && (in.Op == syntax.Add || in.Op == syntax.Sub):
			return operation(in.Op, in.X, &syntax.IntLit{Val: k.Val.Sub(b.Val)})
		}
	}
	return &syntax.Binary{Op: op, X: x, Y: y}
}

func plus(x, y syntax.Expr) syntax.Expr  { return operation(syntax.Add, x, y) }
func minus(x, y syntax.Expr) syntax.Expr { return operation(syntax.Sub, x, y) }
func times(x, y syntax.Expr) syntax.Expr { return operation(syntax.Mul, x, y) }

// product is x · … · y, and 1 for none.
func product(xs []syntax.Expr) syntax.Expr {
	var p syntax.Expr = constant(1)
	for _, x := range xs {
		p = times(p, x)
	}
	return p
}

func intType() *syntax.Type { return &syntax.Type{} }

// arrayType is the type of an array of some sizes.
func arrayType(elem syntax.Elem, dims ...syntax.Expr) *syntax.Type {
	return &syntax.Type{Elem: elem, Dims: dims}
}

// over is the type of an array with rows of type t.
func over(n syntax.Expr, t *syntax.Type) *syntax.Type {
	return &syntax.Type{Elem: t.Elem, Dims: append([]syntax.Expr{n}, t.Dims...)}
}

// whole are indices that keep dimensions of the given sizes whole.
func whole(dims []syntax.Expr) (ix []syntax.Ix) {
	for _, d := range dims {
		ix = append(ix, syntax.Ix{Kind: syntax.IxRange, Off: constant(1), Size: d})
	}
	return ix
}

func fixed(e syntax.Expr) syntax.Ix { return syntax.Ix{Kind: syntax.IxFix, Off: e} }

// part is x[at, …]: an element if every index fixes its dimension.
func part(at diag.Span, x syntax.Expr, ix []syntax.Ix) syntax.Expr {
	var es []syntax.Expr
	for _, i := range ix {
		if i.Kind != syntax.IxFix {
			return &syntax.Slice{Span: at, X: x, At: ix}
		}
		es = append(es, i.Off)
	}
	return &syntax.Index{Span: at, X: x, At: es}
}
