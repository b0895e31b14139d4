package flatten

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// context is n iterations, each with values of its own for some variables.
type context struct {
	n    syntax.Expr              // an atom outside
	name string                   // what the number of an iteration is called
	up   *context                 // what it is within; nil if it is within none
	from func(r *row) syntax.Expr // finds the iteration of up to which one belongs; nil: it has the same number

	block *block // in which it begins

	bound  syntax.Expr // of the inner kernel or loop whose iterations these are, of all iterations of up; nil for others
	layout *layout     // of these

	facts   *poly.Env // what is known of ints
	waiting []*step   // statements that no kernel has run yet, in order
	checks  []*step   // all checks so far, in order
	todo    []syntax.Stm
	res     []syntax.Expr
	layouts []*layout
}

// context begins a context of n iterations within another one.
func (l *lifter) context(up *context, n syntax.Expr, name string) *context {
	return &context{n: n, name: name, up: up, block: l.out}
}

// step is a statement of the kernel, in its context.
type step struct {
	stm    syntax.Stm
	order  int
	absurd bool // a check that never holds, if those before it do
	costly bool // not to be done again: what it gives is kept for each iteration
}

// step numbers a statement.
func (l *lifter) step(s syntax.Stm) *step {
	l.order++
	return &step{stm: s, order: l.order}
}

// body lifts the statements of a body in a context. res is what is needed of them afterwards.
func (l *lifter) body(c *context, stms []syntax.Stm, res []syntax.Expr) {
	c.todo, c.res = slices.Clone(stms), res
	for len(c.todo) > 0 {
		s := c.todo[0]
		if instead, ok := l.rewritten(c, s); ok {
			c.todo = append(instead, c.todo[1:]...)
			continue
		}
		l.stm(c, s)
		c.todo = c.todo[1:]
	}
}

// known is what is known of ints in the context.
func (c *context) known() *poly.Env {
	if c.facts == nil && c.up != nil {
		c.facts = c.up.known().Clone()
	} else if c.facts == nil {
		c.facts = &poly.Env{}
	}
	return c.facts
}

// stm lifts one statement.
func (l *lifter) stm(c *context, s syntax.Stm) {
	switch s := s.(type) {
	case *syntax.Check:
		if l.implied[s] && c.known().Compare(s.X, s.Y) == poly.Equal {
			return
		}
		check := l.step(s)
		c.waiting = append(c.waiting, check)
		if l.bounds[s] {
			return
		}
		c.checks = append(c.checks, check)
		before := c.known().Absurd()
		c.known().Equate(c.known().Of(s.X), c.known().Of(s.Y))
		check.absurd = c.known().Absurd() && !before
	case *syntax.Let:
		l.define(c, s)
	default:
		l.refuse(s.GetSpan(), "what frees memory can't be done for all rows at once")
	}
}

// define lifts a let.
func (l *lifter) define(c *context, s *syntax.Let) {
	for _, z := range s.Pat {
		l.bind(c, z, nil)
	}
	if z := s.Pat[0]; z.Type.IsInt() && syntax.IsScalar(s.Exp) && !syntax.HasReals(s.Exp) {
		c.known().Define(z.ID, c.known().Of(s.Exp))
	}
	switch {
	case l.hoisted(s), l.unboxed(c, s):
	case isCheap(s.Exp):
		l.repeat(c, s)
	case l.keepable(c, s):
		l.keep(c, s)
	default:
		l.lift(c, s)
	}
}

// repeat lets each kernel that needs a statement do it again. If it may be stuck, it waits to be done at least once.
func (l *lifter) repeat(c *context, s *syntax.Let) *step {
	st := l.step(s)
	for _, z := range s.Pat {
		l.vars[z.ID].place = repeated{st}
	}
	if !total(s.Exp) {
		c.waiting = append(c.waiting, st)
	}
	return st
}

// keep lets the next kernel over the context do a statement, and keep what it gives. Nothing but a scalar operation or a view is total.
func (l *lifter) keep(c *context, s *syntax.Let) { l.repeat(c, s).costly = true }

// keepable tells whether everything that a statement gives, and that is needed later, has sizes that are known outside. Then
// there is no need to lift it.
func (l *lifter) keepable(c *context, s *syntax.Let) bool {
	if !slices.ContainsFunc(s.Pat, l.differs) {
		return true
	}
	after := l.needed(c, c.todo[1:])
	return !slices.ContainsFunc(s.Pat, func(z *syntax.Binding) bool { return after[z.ID] && l.differs(z) })
}

// differs tells whether a binder is an array with a size that differs from iteration to iteration.
func (l *lifter) differs(z *syntax.Binding) bool { return l.lead(z.Type.Dims) > 0 }

// hoisted does a scalar operation outside if its operands are known there and it can't be stuck.
func (l *lifter) hoisted(s *syntax.Let) bool {
	if syntax.FormOf(s.Exp) != syntax.FormScalar || !total(s.Exp) {
		return false
	}
	for _, x := range syntax.FreeVars(s.Exp) {
		if !l.outside(x) {
			return false
		}
	}
	if syntax.IsAtom(s.Exp) {
		l.vars[s.Pat[0].ID].place = alias{s.Exp}
		return true
	}
	delete(l.vars, s.Pat[0].ID)
	by := map[int]syntax.Expr{}
	for _, x := range syntax.FreeVars(s.Exp) {
		by[x.ID] = l.settled(x)
	}
	e := syntax.Subst(s.Exp, by)
	l.sure[s.Pat[0].ID] = l.isSure(e)
	l.emit(&syntax.Let{Span: s.Span, Pat: s.Pat, Exp: e})
	return true
}

// lift lifts a let whose results have sizes of their own in each iteration.
func (l *lifter) lift(c *context, s *syntax.Let) {
	switch e := s.Exp.(type) {
	case *syntax.Kernel:
		l.kernel(c, s, e)
	case *syntax.Scan:
		l.scan(c, s, e)
	case *syntax.If:
		l.branches(c, s, e)
	case *syntax.Loop:
		l.loop(c, s, e)
	case *syntax.Scratch:
		l.unwritten(c, s, e.Dims)
	case *syntax.Literal: // without elements
		l.unwritten(c, s, s.Pat[0].Type.Dims)
	default:
		l.refuse(s.Span, "`%s` can't be done for all rows at once", diag.OneLine(s.Span.Text()))
	}
}
