package imp

import (
	"fmt"

	"funmem/semantics/diag"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// Resolve applies the type rules of IMP, which the paper elides. It returns the
// program with each variable resolved to the ID of its declaration and each operator
// to the type of its operands. The error is a diag.List or a diagnostic of kind Type.
// cov counts the rules and may be nil.
func Resolve(p *Program, cov *rule.Coverage) (*Program, error) {
	c := &checker{cov: cov, out: &Program{Span: p.Span, Slots: 1}, types: map[int]*syntax.Type{}}
	top := &scope{names: map[string]*syntax.Binding{}}
	c.prog(top, p)
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	return c.out, nil
}

// checker is one Resolve.
type checker struct {
	cov   *rule.Coverage
	errs  diag.List
	out   *Program
	types map[int]*syntax.Type // Γ, by ID
}

// maxErrors is how many errors are reported at once.
const maxErrors = 20

// scope is the variables that a branch or body declares, within those around it.
type scope struct {
	up    *scope
	names map[string]*syntax.Binding
}

func (s *scope) inner() *scope { return &scope{s, map[string]*syntax.Binding{}} }

func (s *scope) lookup(name string) *syntax.Binding {
	for ; s != nil; s = s.up {
		if x := s.names[name]; x != nil {
			return x
		}
	}
	return nil
}

// near is the name in scope that is most like the given name, or "".
func (s *scope) near(name string) string {
	var all []string
	for ; s != nil; s = s.up {
		for n := range s.names {
			all = append(all, n)
		}
	}
	return diag.Nearest(name, all)
}

// refuse reports a program that a rule refuses.
func (c *checker) refuse(name string, at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(diag.Type, name, at, format, args...)
	if len(c.errs) < maxErrors {
		c.cov.Refuse(name)
		c.errs = append(c.errs, d)
	}
	return d
}

// T-IMP-PROG (ours): the statements are well-typed after the inputs, and the results
// are ints, f64s, and arrays whose block and ints are in scope.
func (c *checker) prog(g *scope, p *Program) {
	for _, x := range p.Inputs {
		c.out.Inputs = append(c.out.Inputs, c.input(g, x))
	}
	c.out.Body = c.seq(g, p.Body)
	for _, r := range p.Return {
		c.out.Return = append(c.out.Return, c.result(g, r))
	}
	c.cov.Apply("T-IMP-PROG")
}

// T-IMP-INPUT (ours): the input is new, and so is the block of an array. Sizes that
// are not in scope are new too, and the input fixes them. The array lies row-major in
// its block.
func (c *checker) input(g *scope, x *syntax.Binding) *syntax.Binding {
	y, t := *x, *x.Type
	y.Type = &t
	if !t.IsArray() {
		c.bind("T-IMP-INPUT", g, &y)
		c.cov.Apply("T-IMP-INPUT")
		return &y
	}
	if t.Mem == nil {
		c.refuse("T-IMP-INPUT", x.Type.Span, "the array `%s` has no block", x.Name).Helpf("write `%s @ %s_mem -> R(…)`", x.Type, x.Name)
		return &y
	}
	c.bind("T-IMP-INPUT", g, &y)
	t.Dims = make([]syntax.Expr, len(x.Type.Dims))
	for k, d := range x.Type.Dims {
		if v, ok := d.(*syntax.Var); ok && g.lookup(v.Name) == nil {
			c.bind("T-IMP-INPUT", g, &syntax.Binding{Span: v.Span, Name: v.Name, Type: &syntax.Type{}})
		}
		t.Dims[k] = c.int("T-IMP-INPUT", g, d, "a size")
	}
	c.bind("T-IMP-INPUT", g, &syntax.Binding{Span: t.Mem.Block.Span, Name: t.Mem.Block.Name, Type: &syntax.Type{Elem: syntax.Mem}})
	t.Mem = c.place(g, x.Type)
	if !rowMajor(&t) {
		c.refuse("T-IMP-INPUT", x.Type.Mem.L.Span, "the input `%s` lies at `%s`, and is given row-major", x.Name, x.Type.Mem.L).Helpf("write `%s`", syntax.Line(syntax.RowMajor(x.Type.Dims)))
	}
	c.cov.Apply("T-IMP-INPUT")
	return &y
}

// rowMajor tells whether the LMAD of an array type is R of its sizes.
func rowMajor(t *syntax.Type) bool {
	if !t.Mem.L.RowMajor || len(t.Mem.L.Dims) != len(t.Dims) {
		return false
	}
	for k, d := range t.Mem.L.Dims {
		if !syntax.Equal(d.Size, t.Dims[k]) {
			return false
		}
	}
	return true
}

// place is the annotation of an array. Its block and ints must be in scope.
func (c *checker) place(g *scope, t *syntax.Type) *syntax.MemAnn {
	l := *t.Mem.L
	l.Offset = c.int("T-IMP-PROG", g, l.Offset, "an offset")
	l.Dims = make([]syntax.LMADDim, len(t.Mem.L.Dims))
	for k, d := range t.Mem.L.Dims {
		l.Dims[k] = syntax.LMADDim{Size: c.int("T-IMP-PROG", g, d.Size, "a size"), Stride: c.int("T-IMP-PROG", g, d.Stride, "a stride")}
	}
	if len(l.Dims) != len(t.Dims) {
		c.refuse("T-IMP-PROG", l.Span, "an array of rank %d lies at an LMAD of rank %d", len(t.Dims), len(l.Dims))
	}
	return &syntax.MemAnn{Span: t.Mem.Span, Block: c.block("T-IMP-PROG", g, t.Mem.Block), L: &l}
}

func (c *checker) result(g *scope, r *Result) *Result {
	out := &Result{Span: r.Span, X: r.X, Type: r.Type}
	switch t := r.Type; {
	case t.Elem == syntax.Mem:
		c.refuse("T-IMP-PROG", t.Span, "a block is no result").Helpf("write how the array lies in it: `x : [n]int @ m -> R(n)`")
	case !t.IsArray():
		e, found := c.se(g, r.X)
		if found != t.Elem && found != wrong {
			c.refuse("T-IMP-PROG", r.X.GetSpan(), "`%s` is %s, and its type says %s", syntax.Line(r.X), typeName(found), typeName(t.Elem))
		}
		out.X = e
	case t.Mem == nil:
		c.refuse("T-IMP-PROG", t.Span, "the array `%s` has no block", syntax.Line(r.X)).Helpf("write where it lies: `%s @ m -> R(…)`", t)
	default:
		if _, name := r.X.(*syntax.Var); !name {
			c.refuse("T-IMP-PROG", r.X.GetSpan(), "an array is called by a name, found `%s`", syntax.Line(r.X))
		}
		n := *t
		n.Dims = make([]syntax.Expr, len(t.Dims))
		for k, d := range t.Dims {
			n.Dims[k] = c.int("T-IMP-PROG", g, d, "a size")
		}
		n.Mem = c.place(g, t)
		out.Type = &n
	}
	return out
}

// bind declares a variable: Γ, x : τ, for an x that is not in Γ.
func (c *checker) bind(name string, g *scope, x *syntax.Binding) {
	if first := g.lookup(x.Name); first != nil {
		c.refuse(name, x.Span, "`%s` is declared already", x.Name).Note(first.Span, "here").Helpf("choose another name")
		return
	}
	x.ID = c.out.Slots
	c.out.Slots++
	g.names[x.Name] = x
	c.types[x.ID] = x.Type
}

// variable is a use of x with its type, or nil if it is not in scope.
func (c *checker) variable(name string, g *scope, x *syntax.Var) (*syntax.Var, *syntax.Type) {
	b := g.lookup(x.Name)
	if b == nil {
		d := c.refuse(name, x.Span, "the variable `%s` is not declared here", x.Name)
		if near := g.near(x.Name); near != "" {
			d.Helpf("did you mean `%s`?", near)
		} else {
			d.Helpf("write `var %s : int` before it is used, or make it an input", x.Name)
		}
		return x, nil
	}
	return &syntax.Var{Span: x.Span, Name: x.Name, ID: b.ID}, b.Type
}

// block is a use of a variable of type mem.
func (c *checker) block(name string, g *scope, x *syntax.Var) *syntax.Var {
	y, t := c.variable(name, g, x)
	if t != nil && t.Elem != syntax.Mem {
		c.refuse(name, x.Span, "`%s` is %s, wanted a block", x.Name, typeName(t.Elem))
	}
	return y
}

// number is a use of a variable of type int or f64.
func (c *checker) number(name string, g *scope, x *syntax.Var) (*syntax.Var, syntax.Elem) {
	y, t := c.variable(name, g, x)
	switch {
	case t == nil:
		return y, wrong
	case !t.IsNumber():
		c.refuse(name, x.Span, "`%s` is %s, wanted an int or f64", x.Name, typeOf(t))
		return y, wrong
	}
	return y, t.Elem
}

// wrong is the type of an expression that was refused: nothing more is reported about
// it.
const wrong syntax.Elem = 255

// int is a scalar expression of type int; what names it in messages.
func (c *checker) int(name string, g *scope, se syntax.Expr, what string) syntax.Expr {
	e, t := c.se(g, se)
	if t != syntax.Int && t != wrong {
		c.refuse(name, se.GetSpan(), "%s is an int, but `%s` is an f64", what, syntax.Line(se))
	}
	return e
}

// T-IMP-SE (ours): a constant or a declared variable is an int or f64, and both
// operands of an operator are ints or f64s, as it requires.
func (c *checker) se(g *scope, e syntax.Expr) (syntax.Expr, syntax.Elem) {
	c.cov.Apply("T-IMP-SE")
	switch e := e.(type) {
	case *syntax.IntLit:
		return e, syntax.Int
	case *syntax.RealLit:
		return e, syntax.F64
	case *syntax.Var:
		return c.number("T-IMP-SE", g, e)
	case *syntax.Unary:
		x, t := c.se(g, e.X)
		if t == wrong {
			return e, wrong
		}
		if !e.Op.Takes(t) {
			c.refuse("T-IMP-SE", e.Span, "the operand of `%s` is %s", e.Op, typeName(t))
			return e, wrong
		}
		return &syntax.Unary{Span: e.Span, Op: e.Op, X: x, Of: t}, e.Op.Gives(t)
	case *syntax.Binary:
		x, t := c.se(g, e.X)
		y, u := c.se(g, e.Y)
		if t == wrong || u == wrong {
			return e, wrong
		}
		if t != u || !e.Op.Takes(t) {
			c.refuse("T-IMP-SE", e.Span, "the operands of `%s` are %s and %s", e.Op, typeName(t), typeName(u))
			return e, wrong
		}
		return &syntax.Binary{Span: e.Span, Op: e.Op, X: x, Y: y, Of: t}, e.Op.Gives(t)
	}
	panic(fmt.Sprintf("imp: %T is not a scalar expression", e))
}

func typeName(t syntax.Elem) string {
	return map[syntax.Elem]string{syntax.Int: "an int", syntax.F64: "an f64", syntax.Mem: "a block"}[t]
}

func typeOf(t *syntax.Type) string {
	if t.IsArray() {
		return "an array"
	}
	return typeName(t.Elem)
}
