package syntax

import (
	"fmt"
	"slices"
)

// Mapper rebuilds trees from the leaves up. A nil function changes nothing.
type Mapper struct {
	// Expr gets each expression with its parts already rebuilt. It also gets the
	// function of a Map, Reduce or Scan, and the block of a memory annotation or of a
	// Free, for which it must return a Var.
	Expr func(Expr) Expr
	// Binding gets each binder with its type already rebuilt: of patterns,
	// kernels, loops, lambdas, and the sizes, parameters and results of functions.
	Binding func(*Binding) *Binding
	// Let gets each let with its parts already rebuilt.
	Let func(*Let) *Let
	// Elem gets the element type of each type, and of a Scratch.
	Elem func(Elem) Elem
	// Drop tells which statements to leave out.
	Drop func(Stm) bool
}

// MapExpr rebuilds n, which may be of any kind, from the leaves up. It calls f at
// every expression, including those in bodies and types.
func MapExpr[N Node](n N, f func(Expr) Expr) N { return Rebuild(n, Mapper{Expr: f}) }

// Rebuild applies a mapper to any kind of node.
func Rebuild[N Node](n N, m Mapper) N { return m.node(n).(N) }

// Subst replaces the variables of the given IDs in n, which may be of any kind. Since
// IDs are unique there is no capture. The block of a memory annotation or of a Free is
// replaced only by a variable.
func Subst[N Node](n N, by map[int]Expr) N {
	if len(by) == 0 {
		return n
	}
	return MapExpr(n, func(e Expr) Expr {
		if x, ok := e.(*Var); ok && x.ID != 0 {
			if r, ok := by[x.ID]; ok {
				return r
			}
		}
		return e
	})
}

// Rename puts the given names on the binders and variables with those IDs, for people
// to read. It does not make sure that the names differ.
func Rename[N Node](n N, names map[int]string) N {
	return Rebuild(n, Mapper{
		Expr: func(e Expr) Expr {
			if x, ok := e.(*Var); ok && names[x.ID] != "" {
				return &Var{Span: x.Span, Name: names[x.ID], ID: x.ID}
			}
			return e
		},
		Binding: func(b *Binding) *Binding {
			if names[b.ID] == "" {
				return b
			}
			c := *b
			c.Name = names[b.ID]
			return &c
		},
	})
}

// node rebuilds any node but an LMADDim or Ix, which are parts of one.
func (m Mapper) node(n Node) Node {
	switch n := n.(type) {
	case *Let, *Check, *Free, *Def, *Import, *Show, *In:
		return m.decl(n.(Decl))
	case *Body:
		return m.body(n)
	case *Binding:
		return m.binding(n)
	case *Type:
		return m.typ(n)
	case *LMAD:
		return m.lmad(n)
	case *Program:
		c := *n
		c.Decls = mapped(kept(n.Decls, m.Drop), m.decl)
		return &c
	case Expr:
		return m.expr(n)
	}
	panic(fmt.Sprintf("syntax: map over a %T", n))
}

// mapped is xs with f applied to each; nil stays nil.
func mapped[T any](xs []T, f func(T) T) []T {
	if xs == nil {
		return nil
	}
	ys := make([]T, len(xs))
	for i, x := range xs {
		ys[i] = f(x)
	}
	return ys
}

// kept are the declarations without the statements that are dropped.
func kept[D Decl](ds []D, drop func(Stm) bool) []D {
	if drop == nil {
		return ds
	}
	return slices.DeleteFunc(slices.Clone(ds), func(d D) bool {
		s, ok := Decl(d).(Stm)
		return ok && drop(s)
	})
}

func (m Mapper) expr(e Expr) Expr {
	if e == nil {
		return nil
	}
	e = m.parts(e)
	if m.Expr != nil {
		e = m.Expr(e)
	}
	return e
}

func (m Mapper) exprs(es []Expr) []Expr { return mapped(es, m.expr) }

// parts is a copy of e with its parts rebuilt.
func (m Mapper) parts(e Expr) Expr {
	switch e := e.(type) {
	case *IntLit, *RealLit, *Irregular, *Var, *OpFn:
		return e
	case *Unary:
		return &Unary{e.Span, e.Op, m.expr(e.X), e.Of}
	case *Binary:
		return &Binary{e.Span, e.Op, m.expr(e.X), m.expr(e.Y), e.Of}
	case *Index:
		return &Index{e.Span, m.expr(e.X), m.exprs(e.At)}
	case *Slice:
		return &Slice{e.Span, m.expr(e.X), mapped(e.At, m.ix)}
	case *Transpose:
		return &Transpose{e.Span, m.expr(e.X)}
	case *Permute:
		return &Permute{e.Span, e.Perm, m.expr(e.X)}
	case *Reverse:
		return &Reverse{e.Span, m.expr(e.X)}
	case *Iota:
		return &Iota{e.Span, m.expr(e.N)}
	case *Copy:
		return &Copy{e.Span, m.expr(e.X), e.Keeps}
	case *Replicate:
		return &Replicate{e.Span, m.expr(e.N), m.expr(e.X)}
	case *Claim:
		return &Claim{e.Span, m.expr(e.X)}
	case *Scratch:
		return &Scratch{e.Span, m.elem(e.Elem), m.exprs(e.Dims), e.Keeps}
	case *Literal:
		return &Literal{e.Span, m.exprs(e.Elems)}
	case *Concat:
		return &Concat{e.Span, m.exprs(e.Xs), e.Infix}
	case *Reshape:
		return &Reshape{e.Span, m.exprs(e.Dims), m.expr(e.X)}
	case *Flatten:
		return &Flatten{e.Span, m.expr(e.X)}
	case *Rotate:
		return &Rotate{e.Span, m.expr(e.K), m.expr(e.X)}
	case *Loop:
		return m.loop(e)
	case *Lambda:
		return &Lambda{e.Span, mapped(e.Params, m.binding), e.Groups, m.body(e.Body), e.Mapped}
	case *Map:
		return &Map{e.Span, m.expr(e.Fn), m.exprs(e.Xs)}
	case *Reduce:
		return &Reduce{e.Span, m.expr(e.Fn), m.exprs(e.Ne), m.exprs(e.Xs)}
	case *Scan:
		return &Scan{e.Span, m.expr(e.Fn), m.exprs(e.Ne), m.exprs(e.Xs)}
	case *With:
		return &With{e.Span, m.expr(e.X), mapped(e.At, m.ix), m.expr(e.V)}
	case *Alloc:
		return &Alloc{e.Span, m.expr(e.N)}
	case *If:
		return &If{e.Span, m.expr(e.Cond), m.body(e.Then), m.body(e.Else)}
	case *Kernel:
		return &Kernel{e.Span, mapped(e.Index, m.bound), m.body(e.Body)}
	case *Call:
		return &Call{e.Span, e.Fn, e.FnAt, m.exprs(e.Args)}
	case *Block:
		return &Block{e.Span, m.body(e.Body)}
	case *Tuple:
		return &Tuple{e.Span, m.exprs(e.Elems)}
	case *Shape:
		return &Shape{e.Span, m.expr(e.X)}
	case *Length:
		return &Length{e.Span, m.expr(e.X)}
	}
	panic(fmt.Sprintf("syntax: map over a %T", e))
}

func (m Mapper) ix(ix Ix) Ix {
	return Ix{ix.Span, ix.Kind, m.expr(ix.Off), m.expr(ix.Size), m.expr(ix.Stride), mapped(ix.Dims, m.dim)}
}

func (m Mapper) dim(d LMADDim) LMADDim { return LMADDim{m.expr(d.Size), m.expr(d.Stride)} }

func (m Mapper) bound(b Bound) Bound { return Bound{m.binding(b.X), m.expr(b.N)} }

func (m Mapper) loop(e *Loop) *Loop {
	c := &Loop{Span: e.Span, Params: mapped(e.Params, m.binding), Init: m.exprs(e.Init), RoundsOf: e.RoundsOf}
	if e.For != nil {
		b := m.bound(*e.For)
		c.For = &b
	} else {
		c.While = m.body(e.While)
	}
	c.Body = m.body(e.Body)
	return c
}

func (m Mapper) body(b *Body) *Body {
	return &Body{b.Span, mapped(kept(b.Stms, m.Drop), func(s Stm) Stm { return m.decl(s).(Stm) }), m.exprs(b.Res)}
}

func (m Mapper) decl(d Decl) Decl {
	switch d := d.(type) {
	case *Let:
		l := &Let{d.Span, mapped(d.Pat, m.binding), m.expr(d.Exp), d.Doc}
		if m.Let != nil {
			return m.Let(l)
		}
		return l
	case *Check:
		return &Check{d.Span, m.expr(d.X), m.expr(d.Y), d.Why, d.Says.Map(m.expr)}
	case *Free:
		return &Free{d.Span, m.block(d.Block)}
	case *Def:
		c := *d
		c.Sizes, c.Params, c.Ret = mapped(d.Sizes, m.binding), mapped(d.Params, m.binding), mapped(d.Ret, m.binding)
		c.Body = m.body(d.Body)
		return &c
	case *Import:
		return d
	case *Show:
		return &Show{d.Span, m.expr(d.X)}
	case *In:
		return &In{d.Span, m.exprs(d.Res)}
	}
	panic(fmt.Sprintf("syntax: map over a %T", d))
}

func (m Mapper) binding(b *Binding) *Binding {
	c := *b
	c.Type = m.typ(b.Type)
	if m.Binding != nil {
		return m.Binding(&c)
	}
	return &c
}

func (m Mapper) typ(t *Type) *Type {
	if t == nil {
		return nil
	}
	c := *t
	c.Elem, c.Dims = m.elem(t.Elem), m.exprs(t.Dims)
	if t.Mem != nil {
		c.Mem = &MemAnn{t.Mem.Span, m.block(t.Mem.Block), m.lmad(t.Mem.L)}
	}
	return &c
}

func (m Mapper) elem(t Elem) Elem {
	if m.Elem == nil {
		return t
	}
	return m.Elem(t)
}

// block stays what it is if it would no longer be a variable.
func (m Mapper) block(x *Var) *Var {
	if b, ok := m.expr(x).(*Var); ok {
		return b
	}
	return x
}

// lmad keeps a row-major LMAD one: its strides follow from the new sizes.
func (m Mapper) lmad(l *LMAD) *LMAD {
	if l.RowMajor {
		sizes := make([]Expr, len(l.Dims))
		for i, d := range l.Dims {
			sizes[i] = m.expr(d.Size)
		}
		c := RowMajor(sizes)
		c.Span = l.Span
		return c
	}
	return &LMAD{l.Span, m.expr(l.Offset), mapped(l.Dims, m.dim), false}
}
