package imp

import (
	"fmt"

	"funmem/semantics/syntax"
)

// T-IMP-SEQ (ours): what a statement declares is in scope in the statements after it.
func (c *checker) seq(g *scope, stms []Stm) []Stm {
	var out []Stm
	for _, s := range stms {
		out = append(out, c.stm(g, s))
	}
	c.cov.Apply("T-IMP-SEQ")
	return out
}

// stm picks the rule of a statement.
func (c *checker) stm(g *scope, s Stm) Stm {
	switch s := s.(type) {
	case *Skip:
		return s
	case *Declare:
		return c.declare(g, s)
	case *Assign:
		return c.assign(g, s)
	case *Alloc:
		return c.alloc(g, s)
	case *Read:
		return c.read(g, s)
	case *Write:
		return c.write(g, s)
	case *If:
		return c.cond(g, s)
	case *Kernel:
		return c.kernel(g, s)
	case *For:
		return c.forLoop(g, s)
	case *While:
		return c.while(g, s)
	case *Check:
		return c.check(g, s)
	case *Free:
		return c.free(g, s)
	}
	panic(fmt.Sprintf("imp: types of a %T", s))
}

// T-IMP-DEC (ours): x is new, and its type is int, f64 or mem.
func (c *checker) declare(g *scope, s *Declare) Stm {
	x := *s.X
	if x.Type.IsArray() {
		c.refuse("T-IMP-DEC", x.Type.Span, "a variable is an int, an f64 or a block, found an array").Helpf("declare its block: `var %s : mem`", x.Name)
	}
	c.bind("T-IMP-DEC", g, &x)
	c.cov.Apply("T-IMP-DEC")
	return &Declare{s.Span, &x}
}

// T-IMP-ASSIGN (ours): x and the value assigned to it have one type.
func (c *checker) assign(g *scope, s *Assign) Stm {
	x, t := c.variable("T-IMP-ASSIGN", g, s.X)
	if y, ok := s.E.(*syntax.Var); ok && t != nil && t.Elem == syntax.Mem {
		c.cov.Apply("T-IMP-ASSIGN")
		return &Assign{s.Span, x, c.block("T-IMP-ASSIGN", g, y)}
	}
	e, of := c.se(g, s.E)
	if t != nil && of != wrong && (t.Elem != of || t.IsArray()) {
		c.refuse("T-IMP-ASSIGN", s.Span, "`%s` is %s, and is assigned %s", x.Name, typeOf(t), typeName(of))
	}
	c.cov.Apply("T-IMP-ASSIGN")
	return &Assign{s.Span, x, e}
}

// T-IMP-ALLOC (ours): x is a block and the size an int.
func (c *checker) alloc(g *scope, s *Alloc) Stm {
	x := c.block("T-IMP-ALLOC", g, s.X)
	n := c.int("T-IMP-ALLOC", g, s.N, "the size of a block")
	c.cov.Apply("T-IMP-ALLOC")
	return &Alloc{s.Span, x, n}
}

// T-IMP-FREE (ours): x is a block.
func (c *checker) free(g *scope, s *Free) Stm {
	x := c.block("T-IMP-FREE", g, s.X)
	c.cov.Apply("T-IMP-FREE")
	return &Free{s.Span, x}
}

// T-IMP-READ (ours): x is an int or f64, y a block, and the offset an int.
func (c *checker) read(g *scope, s *Read) Stm {
	x, _ := c.number("T-IMP-READ", g, s.X)
	y := c.block("T-IMP-READ", g, s.Y)
	at := c.int("T-IMP-READ", g, s.At, "an offset")
	c.cov.Apply("T-IMP-READ")
	return &Read{s.Span, x, y, at, s.Undefined}
}

// T-IMP-WRITE (ours): x is a block, the offset an int, and the value a number.
func (c *checker) write(g *scope, s *Write) Stm {
	x := c.block("T-IMP-WRITE", g, s.X)
	at := c.int("T-IMP-WRITE", g, s.At, "an offset")
	e, _ := c.se(g, s.E)
	c.cov.Apply("T-IMP-WRITE")
	return &Write{s.Span, x, at, e}
}

// T-IMP-IF (ours): the condition is an int; what a branch declares is not in scope
// after it.
func (c *checker) cond(g *scope, s *If) Stm {
	e := c.int("T-IMP-IF", g, s.Cond, "a condition")
	then, els := c.seq(g.inner(), s.Then), c.seq(g.inner(), s.Else)
	c.cov.Apply("T-IMP-IF")
	return &If{s.Span, e, then, els}
}

// T-IMP-KERNEL (ours): the bound is an int, the index is new, and what the body
// declares is not in scope after it.
func (c *checker) kernel(g *scope, s *Kernel) Stm {
	x, n, body := c.loop("T-IMP-KERNEL", g, s.X, s.N, s.Body)
	return &Kernel{Span: s.Span, X: x, N: n, Body: body, Apart: s.Apart, Near: s.Near, Group: s.Group}
}

// T-IMP-FOR (ours): as T-IMP-KERNEL.
func (c *checker) forLoop(g *scope, s *For) Stm {
	x, n, body := c.loop("T-IMP-FOR", g, s.X, s.N, s.Body)
	return &For{Span: s.Span, X: x, N: n, Body: body, Fold: s.Fold, Chain: s.Chain}
}

func (c *checker) loop(name string, g *scope, x *syntax.Binding, n syntax.Expr, body []Stm) (*syntax.Binding, syntax.Expr, []Stm) {
	n = c.int(name, g, n, "a bound")
	in, y := g.inner(), *x
	y.Type = &syntax.Type{}
	c.bind(name, in, &y)
	body = c.seq(in, body)
	c.cov.Apply(name)
	return &y, n, body
}

// T-IMP-WHILE (ours): the condition is an int; what the body declares is not in scope
// after it.
func (c *checker) while(g *scope, s *While) Stm {
	e := c.int("T-IMP-WHILE", g, s.Cond, "a condition")
	body := c.seq(g.inner(), s.Body)
	c.cov.Apply("T-IMP-WHILE")
	return &While{s.Span, e, body}
}

// T-IMP-CHECK (ours): the terms are ints; the length of a block is one.
func (c *checker) check(g *scope, s *Check) Stm {
	out := &Check{Span: s.Span, Rels: s.Rels, Why: s.Why, Of: s.Of}
	for _, t := range s.Terms {
		if l, ok := t.(*syntax.Length); ok {
			out.Terms = append(out.Terms, &syntax.Length{Span: l.Span, X: c.block("T-IMP-CHECK", g, l.X.(*syntax.Var))})
			continue
		}
		out.Terms = append(out.Terms, c.int("T-IMP-CHECK", g, t, "what a check compares"))
	}
	c.cov.Apply("T-IMP-CHECK")
	return out
}
