package elab

import (
	"fmt"
	"slices"
	"strconv"

	"funmem/semantics/syntax"
)

// kind is what the elements of values are: ints or f64s. Kinds that have to be one are joined to one representative. Those of
// variables without a type and of int literals are open until then.
type kind struct {
	up    *kind // the representative, or nil
	elem  syntax.Elem
	fixed bool
}

func (k *kind) find() *kind {
	for k.up != nil {
		k = k.up
	}
	return k
}

// The kinds that are known.
var (
	ofInts  = &kind{fixed: true}
	ofReals = &kind{elem: syntax.F64, fixed: true}
)

// kinds infers which int literals of a function are f64s, before it is elaborated: those that meet one, in the instance for f64s
// of a def over num. A literal that has to be an int stays one. What does not fit is left for the rules, which report it.
type kinds struct {
	b     *block
	lits  map[*syntax.IntLit]*kind
	later [][2]*kind // to join when all open kinds have been joined
}

// names are the kinds of the variables of a scope.
type names struct {
	own map[string]*kind
	up  *names
}

func (n *names) lookup(name string) *kind {
	for ; n != nil; n = n.up {
		if k := n.own[name]; k != nil {
			return k
		}
	}
	return nil
}

func (n *names) inner() *names { return &names{map[string]*kind{}, n} }

// bind gives a variable the kind of its type, or else k.
func (c *kinds) bind(n *names, p *syntax.Binding, k *kind) {
	if p.Type != nil && p.Type.Elem != syntax.Mem {
		c.join(known(p.Type.Elem), k)
		k = known(p.Type.Elem)
	}
	n.own[p.Name] = k
}

func known(t syntax.Elem) *kind {
	if t == syntax.F64 {
		return ofReals
	}
	return ofInts
}

// join makes one of two kinds.
func (c *kinds) join(x, y *kind) {
	if x, y = x.find(), y.find(); x == y {
		return
	}
	if x.fixed || y.fixed {
		c.later = append(c.later, [2]*kind{x, y})
		return
	}
	x.up = y
}

// all joins the kinds of values that have to be alike.
func (c *kinds) all(ks []*kind) *kind {
	k := &kind{}
	for _, x := range ks {
		c.join(x, k)
	}
	return k
}

func (c *kinds) each(xs, ys []*kind) {
	for i := range min(len(xs), len(ys)) {
		c.join(xs[i], ys[i])
	}
}

// settle joins the open kinds with those that are known. Ints come first: a literal that is an index somewhere is an int.
func (c *kinds) settle() {
	for _, elem := range []syntax.Elem{syntax.Int, syntax.F64} {
		for _, pair := range c.later {
			x, y := pair[0].find(), pair[1].find()
			if x.fixed {
				x, y = y, x
			}
			if !x.fixed && y.elem == elem {
				x.elem, x.fixed = elem, true
			}
		}
	}
}

// literals is the body of a def in which the int literals that meet f64s are f64s.
func (b *block) literals(d *syntax.Def) *syntax.Body {
	c := &kinds{b: b, lits: map[*syntax.IntLit]*kind{}}
	n := (*names)(nil).inner()
	for _, p := range d.Sizes {
		c.bind(n, p, ofInts)
	}
	for _, p := range d.Params {
		c.bind(n, p, &kind{})
	}
	results := c.body(n, d.Body)
	c.settle() // so that a wrong type of a result is reported there, and not at literals
	for i, k := range results {
		if i < len(d.Ret) {
			c.join(k, known(d.Ret[i].Type.Elem))
		}
	}
	c.settle()
	made := map[*syntax.RealLit]bool{}
	return syntax.MapExpr(d.Body, func(e syntax.Expr) syntax.Expr {
		switch e := e.(type) {
		case *syntax.IntLit:
			if k := c.lits[e]; k != nil && k.find().elem == syntax.F64 {
				r := realOf(e)
				made[r] = true
				return r
			}
		case *syntax.Unary:
			if r, ok := e.X.(*syntax.RealLit); ok && made[r] && e.Op == syntax.Neg {
				return &syntax.RealLit{Span: e.Span, Val: -r.Val, Text: "-" + r.Text}
			}
		}
		return e
	})
}

// realOf is an int literal as an f64.
func realOf(lit *syntax.IntLit) *syntax.RealLit {
	text := lit.Val.String() + ".0"
	val, _ := strconv.ParseFloat(text, 64) // beyond the largest one it is an infinity, as for a literal that is written so
	return &syntax.RealLit{Span: lit.Span, Val: val, Text: text}
}

func (c *kinds) body(n *names, body *syntax.Body) []*kind {
	n = n.inner()
	for _, s := range body.Stms {
		switch s := s.(type) {
		case *syntax.Let:
			ks := c.of(n, s.Exp)
			for i, p := range s.Pat {
				if i < len(ks) {
					c.bind(n, p, ks[i])
				}
			}
		case *syntax.Check:
			c.join(c.one(n, s.X), c.one(n, s.Y))
		}
	}
	return c.list(n, body.Res)
}

func (c *kinds) list(n *names, es []syntax.Expr) (ks []*kind) {
	for _, e := range es {
		ks = append(ks, c.of(n, e)...)
	}
	return ks
}

// one is the kind of the first value of an expression.
func (c *kinds) one(n *names, e syntax.Expr) *kind {
	if ks := c.of(n, e); len(ks) > 0 {
		return ks[0]
	}
	return &kind{}
}

// ints are operands that are ints.
func (c *kinds) ints(n *names, es ...syntax.Expr) {
	for _, e := range es {
		if e != nil {
			c.join(c.one(n, e), ofInts)
		}
	}
}

// of are the kinds of the values of an expression.
func (c *kinds) of(n *names, e syntax.Expr) []*kind {
	c.b.u.s.Poll.Ask()
	switch e := e.(type) {
	case *syntax.Tuple:
		return c.list(n, e.Elems)
	case *syntax.Block:
		return c.body(n, e.Body)
	case *syntax.If:
		c.ints(n, e.Cond)
		then, els := c.body(n, e.Then), c.body(n, e.Else)
		c.each(then, els)
		return then
	case *syntax.Kernel:
		in := n.inner()
		for _, x := range e.Index {
			c.ints(n, x.N)
			in.own[x.X.Name] = ofInts
		}
		return c.body(in, e.Body)
	case *syntax.Map:
		return c.applied(n, e.Fn, c.list(n, e.Xs))
	case *syntax.Reduce, *syntax.Scan:
		f := syntax.FoldOf(e)
		accs := c.list(n, f.Ne)
		c.each(c.applied(n, f.Fn, slices.Concat(accs, c.list(n, f.Xs))), accs)
		return accs
	case *syntax.Loop:
		return c.loop(n, e)
	case *syntax.Call:
		return c.call(n, e.Fn, c.list(n, e.Args))
	}
	return []*kind{c.leaf(n, e)}
}

func (c *kinds) loop(n *names, e *syntax.Loop) []*kind {
	in := n.inner()
	accs := c.list(n, e.Init)
	for i, p := range e.Params {
		if i < len(accs) {
			c.bind(in, p, accs[i])
		}
	}
	if e.While != nil {
		c.each(c.body(in, e.While), []*kind{ofInts})
	}
	if e.For != nil {
		c.ints(n, e.For.N)
		in = in.inner()
		in.own[e.For.X.Name] = ofInts
	}
	c.each(c.body(in, e.Body), accs)
	return accs
}

// leaf is the kind of an expression with one value.
func (c *kinds) leaf(n *names, e syntax.Expr) *kind {
	switch e := e.(type) {
	case *syntax.IntLit:
		if c.lits[e] == nil {
			c.lits[e] = &kind{}
		}
		return c.lits[e]
	case *syntax.RealLit:
		return ofReals
	case *syntax.Var:
		return c.variable(n, e)
	case *syntax.Unary:
		return c.operator(e.Op, c.one(n, e.X))
	case *syntax.Binary:
		return c.operator(e.Op, c.one(n, e.X), c.one(n, e.Y))
	case *syntax.Literal:
		return c.all(c.list(n, e.Elems))
	case *syntax.Concat:
		return c.all(c.list(n, e.Xs))
	case *syntax.Index:
		c.ints(n, e.At...)
		return c.one(n, e.X)
	case *syntax.Slice:
		c.indices(n, e.At)
		return c.one(n, e.X)
	case *syntax.With:
		c.indices(n, e.At)
		return c.all([]*kind{c.one(n, e.X), c.one(n, e.V)})
	case *syntax.Rotate:
		c.ints(n, e.K)
		return c.one(n, e.X)
	case *syntax.Replicate:
		c.ints(n, e.N)
		return c.one(n, e.X)
	case *syntax.Reshape:
		c.ints(n, e.Dims...)
		return c.one(n, e.X)
	case *syntax.Transpose:
		return c.one(n, e.X)
	case *syntax.Permute:
		return c.one(n, e.X)
	case *syntax.Reverse:
		return c.one(n, e.X)
	case *syntax.Copy:
		return c.one(n, e.X)
	case *syntax.Flatten:
		return c.one(n, e.X)
	case *syntax.Claim:
		return c.one(n, e.X)
	case *syntax.Scratch:
		c.ints(n, e.Dims...)
		return known(e.Elem)
	case *syntax.Iota:
		c.ints(n, e.N)
	case *syntax.Shape:
		c.one(n, e.X)
	case *syntax.Length:
		c.one(n, e.X)
	}
	return ofInts
}

func (c *kinds) variable(n *names, e *syntax.Var) *kind {
	if k := n.lookup(e.Name); k != nil {
		return k
	}
	x, ok := c.b.scope.lookup(e.Name)
	if !ok {
		return &kind{}
	}
	switch x := x.(type) {
	case *syntax.RealLit:
		return ofReals
	case *syntax.Var:
		if p := c.b.gamma.Lookup(x.ID); p != nil {
			return known(p.Type.Elem)
		}
	}
	return ofInts
}

// operator is the kind of the result of an operator.
func (c *kinds) operator(op syntax.Op, xs ...*kind) *kind {
	if op == syntax.ToF64 || op == syntax.ToInt {
		return known(op.Gives(syntax.F64)) // of any operand
	}
	k := c.all(xs)
	if !op.Takes(syntax.F64) {
		c.join(k, ofInts)
	} else if !op.Takes(syntax.Int) {
		c.join(k, ofReals)
	}
	if op.Gives(syntax.F64) == syntax.Int {
		return ofInts
	}
	return k
}

func (c *kinds) indices(n *names, at []syntax.Ix) {
	for _, ix := range at {
		for _, e := range []syntax.Expr{ix.Off, ix.Size, ix.Stride} {
			c.ints(n, e)
		}
	}
}

// applied are the kinds of the results of a function of a map, reduce or scan.
func (c *kinds) applied(n *names, fn syntax.Expr, xs []*kind) []*kind {
	switch fn := fn.(type) {
	case *syntax.Lambda:
		in := n.inner()
		if len(fn.Params) == len(xs)+1 { // the number of the round comes first
			xs = append([]*kind{ofInts}, xs...)
		}
		for i, p := range fn.Params {
			if i < len(xs) {
				c.bind(in, p, xs[i])
			}
		}
		return c.body(in, fn.Body)
	case *syntax.OpFn:
		return []*kind{c.operator(fn.Op, xs...)}
	case *syntax.Var:
		in, args := n.inner(), make([]syntax.Expr, len(xs))
		for i, k := range xs {
			x := &syntax.Var{Name: fmt.Sprint("argument ", i)} // no name that a program has
			in.own[x.Name], args[i] = k, x
		}
		if e, _ := syntax.Applied(fn.Name, fn.Span, args); e != nil {
			return c.of(in, e)
		}
		return c.call(n, fn.Name, xs)
	}
	return nil
}

// call are the kinds of the results of a function. The parameters and results that are f64s in one instance of a def over num and
// ints in the other one are alike.
func (c *kinds) call(n *names, name string, args []*kind) (ks []*kind) {
	d := c.b.callee(&syntax.Call{Fn: name})
	other, num := d, &kind{}
	if reals := c.b.u.reals(d); reals != "" {
		other = c.b.callee(&syntax.Call{Fn: reals})
	}
	of := func(x, y *syntax.Type) *kind {
		if x.Elem != y.Elem {
			return num
		}
		return known(x.Elem)
	}
	for i, k := range args {
		if i < len(d.Params) && i < len(other.Params) {
			c.join(k, of(d.Params[i].Type, other.Params[i].Type))
		}
	}
	for i, r := range d.Ret {
		if !d.IsSize(r) && i < len(other.Ret) {
			ks = append(ks, of(r.Type, other.Ret[i].Type))
		}
	}
	return ks
}
