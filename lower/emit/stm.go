package emit

import (
	"fmt"
	"strings"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// stms writes statements. top tells whether no loop is around them.
func (g *gen) stms(list []imp.Stm, top bool) {
	defer g.forget(len(g.undo))
	scope := len(g.scope)
	for k := 0; k < len(list); k++ {
		g.poll.Ask()
		s := list[k]
		g.place(&g.out, s)
		if g.group != nil && g.group.chain != nil && s == g.group.chain.first {
			g.look(g.group.chain)
			k += 3*len(g.group.chain.links) - 1
			continue
		}
		if d, ok := s.(*imp.Declare); ok {
			if g.group != nil && g.group.words[d.X.ID] > 0 {
				g.share(d.X)
				continue
			}
			if k+1 < len(list) && g.initial(d, list[k+1]) {
				k++
				continue
			}
			g.variable(d.X)
			continue
		}
		g.stm(s, top)
	}
	g.leaveScope(scope) // not where the program is refused: there the scope may be that of a function in it
}

// variable declares a variable.
func (g *gen) variable(x *syntax.Binding) {
	switch n := g.declare(x); x.Type.Elem {
	case syntax.Mem:
		g.line("%si64 *%s = 0;", g.inOuter(x.ID), n)
		g.line("i64 %s_n = 0;", n)
		g.scope = append(g.scope, variable{x.ID, n})
	case syntax.F64:
		g.line("f64 %s = 0.0;", n)
	default:
		g.line("i64 %s = 0;", n)
	}
}

// initial writes a declaration and the first assignment to it as one. It returns false, and does nothing, if they are
// not.
func (g *gen) initial(d *imp.Declare, s imp.Stm) bool {
	x := imp.Target(s)
	if x == nil || x.ID != d.X.ID {
		return false
	}
	constant := ""
	if g.once[x.ID] {
		constant = "const "
	}
	switch s := s.(type) {
	case *imp.Assign:
		if d.X.Type.Elem == syntax.Mem {
			return false
		}
		e := g.value(s)
		g.fixed[x.ID] = g.once[x.ID]
		if d.X.Type.Elem == syntax.Int && g.once[x.ID] {
			if r, ok := g.spanOf(s.E); ok || g.control[x.ID] && !g.places[x.ID] {
				g.spans[x.ID] = r
			}
		}
		g.line("%s%s %s = %s;", constant, ctype(d.X.Type.Elem), g.declare(d.X), e)
		return true
	case *imp.Read:
		g.readable(s)
		e := g.load(s.Y, s.At, d.X.Type.Elem)
		g.fixed[x.ID] = g.once[x.ID]
		g.line("%s%s %s = %s;", constant, ctype(d.X.Type.Elem), g.declare(d.X), e)
		return true
	}
	return false
}

func ctype(t syntax.Elem) string {
	if t == syntax.F64 {
		return "f64"
	}
	return "i64"
}

// value is what a variable is assigned.
func (g *gen) value(s *imp.Assign) string {
	switch {
	case g.places[s.X.ID]:
		return g.expr(s.E, place)
	case g.control[s.X.ID]:
		return g.expr(s.E, atOnce)
	}
	return g.noticing(s.E, s.X.ID, func() string { return g.expr(s.E, g.later()) })
}

// load is what a location of a block has. A device's compiler may believe that an i64 and an f64 are never at the same
// location.
func (g *gen) load(block *syntax.Var, at syntax.Expr, elem syntax.Elem) string {
	if elem == syntax.F64 && g.dialect.device() {
		return "fm_real(" + g.access(block, at, syntax.Int) + ")"
	}
	return g.access(block, at, elem)
}

// store writes an element to a location of a block.
func (g *gen) store(s *imp.Write, e string) {
	elem := g.elemOf(s.E)
	if elem == syntax.F64 && g.dialect.device() {
		elem, e = syntax.Int, "fm_bits("+e+")"
	}
	g.line("%s = %s;", g.access(s.X, s.At, elem), e)
}

// access is a location of a block.
func (g *gen) access(block *syntax.Var, at syntax.Expr, elem syntax.Elem) string {
	b := g.name(block.ID)
	if g.group != nil && g.group.own[block.ID] {
		return b + "[0]"
	}
	if elem == syntax.F64 {
		return fmt.Sprintf("((f64 *)%s)[%s]", b, g.expr(at, place))
	}
	return fmt.Sprintf("%s[%s]", b, g.expr(at, place))
}

// readable makes sure that a number that decides something is not the result of an overflow.
func (g *gen) readable(s *imp.Read) {
	if s.Undefined {
		g.refuse(s.X, "a copy of elements that may be undefined is not compiled")
	}
	if !g.control[s.X.ID] {
		y := g.classes.find(s.Y.ID)
		g.found.to[y] = append(g.found.to[y], s.X.ID)
	} else if g.mayBeWrong(s.Y) {
		g.settle()
	}
}

func (g *gen) stm(s imp.Stm, top bool) {
	switch s := s.(type) {
	case *imp.Skip:
	case *imp.Assign:
		n := g.name(s.X.ID)
		if g.elems[s.X.ID] == syntax.Mem {
			y := g.name(s.E.(*syntax.Var).ID)
			g.line("%s = %s; %s_n = %s_n;", n, y, n, y)
			return
		}
		g.line("%s = %s;", n, g.value(s))
	case *imp.Alloc:
		if g.group == nil || g.group.words[s.X.ID] == 0 {
			g.alloc(s)
		}
	case *imp.Free:
		if !g.own[s.X.ID] {
			g.freed(s.X)
		}
	case *imp.Read:
		g.readable(s)
		g.line("%s = %s;", g.name(s.X.ID), g.load(s.Y, s.At, g.elems[s.X.ID]))
	case *imp.Write:
		e := g.noticing(s.E, g.classes.find(s.X.ID), func() string { return g.expr(s.E, g.later()) })
		g.store(s, e)
	case *imp.If:
		g.cond(s)
	case *imp.Kernel:
		g.Near = g.Near || s.Near
		switch {
		case g.kernels == 0 && g.free(s) && g.launches(s):
			g.part(s, nil)
			return
		case g.group != nil && !g.group.inside:
			g.phase(s)
			return
		}
		g.loop(s, s.X, s.N, s.Body, top, true, g.free(s))
	case *imp.For:
		if k, c := g.chained(s); k != nil && g.kernels == 0 && g.launches(k) && g.grouped(k) != nil {
			g.part(k, c)
			return
		}
		g.loop(s, s.X, s.N, s.Body, top, false, false)
	case *imp.While:
		g.while(s, top)
	case *imp.Check:
		known := true
		for k, op := range s.Rels {
			known = known && g.holds(op, s.Terms[k], s.Terms[k+1])
		}
		if known {
			return
		}
		var terms []string
		for _, t := range s.Terms {
			terms = append(terms, g.expr(t, atOnce))
		}
		var all []string
		for k, op := range s.Rels {
			all = append(all, terms[k]+" "+infix[op]+" "+terms[k+1])
		}
		g.fail("!("+strings.Join(all, " && ")+")", "fm_check")
		for k, op := range s.Rels {
			g.assume(op, s.Terms[k], s.Terms[k+1], true)
		}
	default:
		panic(fmt.Sprintf("emit: no case for a %T", s))
	}
}

// cond writes an if.
func (g *gen) cond(s *imp.If) {
	c, ops := g.careOf(s), g.ops
	g.line("if (%s) {", g.expr(s.Cond, c))
	if c == late {
		for x := range assigned(s) {
			g.found.goes(s.Cond, x)
			if g.ops > ops {
				g.found.wrong[x] = true
			}
		}
	}
	before, known := g.late, len(g.undo)
	b, ok := s.Cond.(*syntax.Binary)
	if ok = ok && b.Of == syntax.Int && opposite[b.Op] != 0 && c != late; ok {
		g.assume(b.Op, b.X, b.Y, true)
	}
	g.block(s.Then)
	g.forget(known)
	then := g.late
	g.late = before
	g.line("} else {")
	if ok {
		g.assume(b.Op, b.X, b.Y, false)
	}
	g.block(s.Else)
	g.forget(known)
	g.line("}")
	g.late = g.late || then
}

// assigned are the variables that a statement assigns to.
func assigned(s imp.Stm) map[int]bool {
	set := map[int]bool{}
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		if x := imp.Target(s); x != nil {
			set[x.ID] = true
		}
		return true
	})
	return set
}

// careOf is how exact a condition must be.
func (g *gen) careOf(s *imp.If) care {
	for _, x := range syntax.FreeVars(s.Cond) {
		if !g.control[x.ID] {
			return g.later()
		}
	}
	return atOnce
}

// elemOf is the type of an expression.
func (g *gen) elemOf(e syntax.Expr) syntax.Elem {
	switch e := e.(type) {
	case *syntax.RealLit:
		return syntax.F64
	case *syntax.Var:
		return g.elems[e.ID]
	case *syntax.Unary:
		return e.Op.Gives(e.Of)
	case *syntax.Binary:
		return e.Op.Gives(e.Of)
	}
	return syntax.Int
}

func (g *gen) block(list []imp.Stm) {
	g.depth++
	g.stms(list, false)
	g.depth--
}
