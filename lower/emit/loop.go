package emit

import (
	"fmt"
	"math"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// pollEvery is how many iterations of a loop without others run between two looks at what the caller wants.
const pollEvery = 4096

// unknown is how many iterations a loop may have of which nothing is known.
const unknown = math.MaxInt64

// atMost is how many iterations a loop with a bound n has at most, as far as that is known wherever the loop stands.
func (g *gen) atMost(n syntax.Expr) int64 {
	switch n := n.(type) {
	case *syntax.IntLit:
		if v, ok := n.Val.Int64(); ok {
			return v
		}
	case *syntax.Var:
		if r, ok := g.ranges[n.ID]; ok {
			return r.hi
		}
	}
	return unknown
}

// steps is how many iterations of loops statements run at most, and one.
func (g *gen) steps(body []imp.Stm) int64 {
	total := int64(1)
	add := func(n int64, in []imp.Stm) bool {
		each := g.steps(in)
		if n > 0 && each > pollEvery/n {
			total = unknown
		} else if total < unknown {
			total = min(total+max(n, 0)*each, unknown)
		}
		return false
	}
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Kernel:
			return add(g.atMost(s.N), s.Body)
		case *imp.For:
			return add(g.atMost(s.N), s.Body)
		case *imp.While:
			return add(unknown, s.Body)
		}
		return true
	})
	return total
}

// loop writes a kernel or a for loop. The assignments of an iteration of a kernel to variables from outside are its own.
// free tells whether its iterations are proved independent.
func (g *gen) loop(s imp.Stm, x *syntax.Binding, n syntax.Expr, body []imp.Stm, top, parallel, free bool) {
	bound := g.temp()
	g.line("const i64 %s = %s;", bound, g.expr(n, atOnce))
	defer g.forget(len(g.undo))
	g.bounded(x, n, bound, parallel)
	first, last := "0", bound
	if k, ok := s.(*imp.Kernel); ok && g.flat[k] != nil {
		first, last = g.roundsOf(g.flat[k])
		last = fmt.Sprintf("fm_min(%s, %s)", last, bound)
	}
	g.rounds(s, x, first, last, body, g.atMost(n), parallel, free)
	if top {
		g.settle()
	}
}

// bounded makes sure that a loop with x from 1 to n has not too many iterations, and notes where x lies in them. bound is n
// in C; if it must not be negative, the run ends where it is.
func (g *gen) bounded(x *syntax.Binding, n syntax.Expr, bound string, size bool) {
	r, _ := g.spanOf(n)
	if size && r.lo < 0 {
		g.fail(bound+" < 0", "fm_size")
	}
	if r.hi > MaxRounds {
		g.fail(fmt.Sprintf("%s > INT64_C(%d)", bound, int64(MaxRounds)), "fm_size")
	}
	g.narrow(n, 1, MaxRounds)
	g.spans[x.ID], g.fixed[x.ID] = span{1, max(1, min(r.hi, MaxRounds))}, true
}

// rounds writes a loop with x from first + 1 to last, of at most most iterations.
func (g *gen) rounds(s imp.Stm, x *syntax.Binding, first, last string, body []imp.Stm, most int64, parallel, free bool) {
	leave := g.enter(s, body)
	defer leave()
	index := g.temp()
	each := g.steps(body)
	polls, strips := each > pollEvery, each <= pollEvery && most > pollEvery/each && !g.dialect.device()
	if strips {
		strip, length := g.temp(), pollEvery/each
		g.line("for (i64 %s = %s; %s < %s; %s += %d) {", strip, first, strip, last, strip, length)
		g.depth++
		g.line("const i64 %s_end = fm_min(%s, %s + %d);", strip, last, strip, length)
		g.stopped()
		first, last = strip, strip+"_end"
	}
	exits := g.exits
	vectors := each == 1 && (free || g.apart(body)) && !allocates(body) // iterations share what they allocate
	g.leaves = g.leaves || !vectors && g.known != nil && g.known.again
	if vectors {
		g.out.WriteString(g.dialect.vectors)
	}
	g.line("for (i64 %s = %s; %s < %s; %s++) {", index, first, index, last, index)
	g.depth++
	g.loops++
	if parallel {
		g.kernels++
		defer func() { g.kernels-- }()
	}
	if polls {
		g.stopped()
	}
	g.line("const i64 %s = %s + 1;", g.declare(x), index)
	g.house(s)
	uses, scope := g.uses(), len(g.scope)
	restore := func() {}
	if parallel {
		restore = g.private(body)
	}
	if k, ok := s.(*imp.Kernel); ok && g.flat[k] != nil {
		g.within(g.flat[k], index)
	}
	g.stms(body, false)
	restore()
	g.leaveScope(scope)
	g.sweep(uses)
	if g.exits > exits {
		g.found.exits[s] = true
	}
	g.loops--
	g.depth--
	g.line("}")
	if strips {
		g.depth--
		g.line("}")
	}
}

// stopped returns to the caller if it wants that.
func (g *gen) stopped() {
	if !g.dialect.device() {
		g.fail("*fm_env->stop", "fm_stopped")
	}
}

// private gives an iteration variables of its own for those from outside that it assigns to. It returns what makes the
// names mean the old ones again.
func (g *gen) private(body []imp.Stm) (restore func()) {
	old := map[int]string{}
	declared := map[int]bool{}
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			declared[d.X.ID] = true
		}
		x := imp.Target(s)
		if x == nil || declared[x.ID] || old[x.ID] != "" {
			return true
		}
		outer := g.names[x.ID]
		old[x.ID] = outer
		elem := g.elems[x.ID]
		own := g.declare(&syntax.Binding{Name: x.Name, ID: x.ID, Type: &syntax.Type{Elem: elem}})
		if elem == syntax.Mem {
			g.line("%si64 *%s = %s;", g.inOuter(x.ID), own, outer)
			g.line("i64 %s_n = %s_n;", own, outer)
			g.scope = append(g.scope, variable{x.ID, own})
		} else {
			g.line("%s %s = %s;", ctype(elem), own, outer)
		}
		return true
	})
	return func() {
		for id, name := range old {
			g.names[id] = name
		}
	}
}

// while writes a while loop.
func (g *gen) while(s *imp.While, top bool) {
	leave := g.enter(s, s.Body)
	g.line("for (;;) {")
	g.depth++
	g.stopped()
	g.line("if (!(%s)) break;", g.expr(s.Cond, atOnce))
	g.loops++
	g.found.exits[s] = true
	g.house(s)
	uses := g.uses()
	g.stms(s.Body, false)
	g.sweep(uses)
	g.loops--
	g.depth--
	g.line("}")
	leave()
	if top {
		g.settle()
	}
}
