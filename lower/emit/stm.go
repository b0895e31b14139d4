package emit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// stms writes statements. top tells whether no loop is around them.
func (g *gen) stms(list []imp.Stm, top bool) {
	for k := 0; k < len(list); k++ {
		g.poll.Ask()
		s := list[k]
		g.place(s)
		if d, ok := s.(*imp.Declare); ok {
			if k+1 < len(list) && g.initial(d, list[k+1]) {
				k++
				continue
			}
			g.variable(d.X)
			continue
		}
		g.stm(s, top)
	}
}

// place says which line of the source what follows is from.
func (g *gen) place(s imp.Stm) {
	at := s.GetSpan()
	if !at.IsValid() {
		return
	}
	line, _ := at.Position()
	if text := fmt.Sprintf("#line %d %s", line, strconv.Quote(at.Src.Name)); text != g.at && !strings.Contains(text, `\`) {
		g.at = text
		g.out.WriteString(text + "\n")
	}
}

// variable declares a variable.
func (g *gen) variable(x *syntax.Binding) {
	switch n := g.declare(x); x.Type.Elem {
	case syntax.Mem:
		g.line("i64 *%s = 0, %s_n = 0;", n, n)
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
		if d.X.Type.Elem == syntax.Int && g.once[x.ID] {
			if r, ok := g.spanOf(s.E); ok || g.control[x.ID] {
				g.spans[x.ID] = r
			}
		}
		g.line("%s%s %s = %s;", constant, ctype(d.X.Type.Elem), g.declare(d.X), e)
		return true
	case *imp.Alloc:
		k, ok := g.onStack(s)
		if !ok {
			return false
		}
		n := g.declare(d.X)
		g.line("i64 %s_here[%d] __attribute__((aligned(64)));", n, max(k, 1))
		g.line("i64 *%s = %s_here, %s_n = %d;", n, n, n, k)
		g.here[d.X.ID] = true
		return true
	case *imp.Read:
		g.readable(s)
		e := g.access(s.Y, s.At, d.X.Type.Elem)
		g.line("%s%s %s = %s;", constant, ctype(d.X.Type.Elem), g.declare(d.X), e)
		return true
	}
	return false
}

// A block of few words that no other variable means lives in the variables of its loop, as long as all of these are small.
const (
	mostHere    = 1 << 9
	mostHereAll = 1 << 12
)

// onStack returns how many words such a block has. ok is false if it is none.
func (g *gen) onStack(s *imp.Alloc) (words int64, ok bool) {
	k, isLit := s.N.(*syntax.IntLit)
	if !isLit || g.loops == 0 || g.escapes[s.X.ID] {
		return 0, false
	}
	words, ok = k.Val.Int64()
	if !ok || words < 0 || words > mostHere || g.hereAll+words > mostHereAll {
		return 0, false
	}
	g.hereAll += words
	return words, true
}

// escaping are the blocks that other variables may mean too.
func escaping(p *imp.Program) map[int]bool {
	set := map[int]bool{}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Assign); ok {
			if y, ok := a.E.(*syntax.Var); ok {
				set[a.X.ID], set[y.ID] = true, true
			}
		}
		return true
	})
	for _, r := range p.Return {
		if r.Type.IsArray() {
			set[r.Type.Mem.Block.ID] = true
		}
	}
	return set
}

func ctype(t syntax.Elem) string {
	if t == syntax.F64 {
		return "f64"
	}
	return "i64"
}

// value is what a variable is assigned.
func (g *gen) value(s *imp.Assign) string {
	if g.control[s.X.ID] {
		return g.expr(s.E, atOnce)
	}
	return g.expr(s.E, late)
}

// access is a location of a block.
func (g *gen) access(block *syntax.Var, at syntax.Expr, elem syntax.Elem) string {
	b := g.name(block.ID)
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
	if g.control[s.X.ID] && (g.late || g.loops > 0) { // what comes later in a loop may have run already
		g.late = true
		g.settle()
		g.late = g.loops > 0
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
		n, size := g.name(s.X.ID), g.expr(s.N, atOnce)
		g.line("%s_n = %s;", n, size)
		g.line("if (%s_n < 0 || %s_n > INT64_C(%d)) FM_FAIL(fm_size);", n, n, int64(MaxSize))
		g.line("if (!(%s = fm_env->alloc(fm_env, %s_n))) FM_FAIL(fm_memory);", n, n)
	case *imp.Free:
		n := g.name(s.X.ID)
		if g.here[s.X.ID] {
			return
		}
		g.line("fm_env->release(fm_env, %s, %s_n); %s = 0; %s_n = 0;", n, n, n, n)
	case *imp.Read:
		g.readable(s)
		g.line("%s = %s;", g.name(s.X.ID), g.access(s.Y, s.At, g.elems[s.X.ID]))
	case *imp.Write:
		e := g.expr(s.E, late)
		g.line("%s = %s;", g.access(s.X, s.At, g.elemOf(s.E)), e)
	case *imp.If:
		g.line("if (%s) {", g.expr(s.Cond, g.careOf(s)))
		g.block(s.Then)
		g.line("} else {")
		g.block(s.Else)
		g.line("}")
	case *imp.Kernel:
		if g.kernels == 0 && g.free(s) {
			g.part(s)
			return
		}
		g.loop(s.X, s.N, s.Body, top, true, g.free(s))
	case *imp.For:
		g.loop(s.X, s.N, s.Body, top, false, false)
	case *imp.While:
		g.while(s, top)
	case *imp.Check:
		var terms []string
		for _, t := range s.Terms {
			terms = append(terms, g.expr(t, atOnce))
		}
		var all []string
		for k, op := range s.Rels {
			all = append(all, terms[k]+" "+infix[op]+" "+terms[k+1])
		}
		g.line("if (!(%s)) FM_FAIL(fm_check);", strings.Join(all, " && "))
	default:
		panic(fmt.Sprintf("emit: no case for a %T", s))
	}
}

// careOf is how exact a condition must be.
func (g *gen) careOf(s *imp.If) care {
	for _, x := range syntax.FreeVars(s.Cond) {
		if !g.control[x.ID] {
			return late
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

// pollEvery is how many iterations of a loop without others run between two looks at what the caller wants.
const pollEvery = 4096

// loop writes a kernel or a for loop. The assignments of an iteration of a kernel to variables from outside are its own.
// free tells whether its iterations are proved independent.
func (g *gen) loop(x *syntax.Binding, n syntax.Expr, body []imp.Stm, top, parallel, free bool) {
	bound := g.temp()
	r, _ := g.spanOf(n)
	g.line("const i64 %s = %s;", bound, g.expr(n, atOnce))
	if parallel && r.lo < 0 {
		g.line("if (%s < 0) FM_FAIL(fm_size);", bound)
	}
	short := false
	if k, ok := n.(*syntax.IntLit); ok {
		short = k.Val.Cmp(num.Of(pollEvery)) <= 0
	}
	g.spans[x.ID] = span{1, max(1, r.hi)}
	g.rounds(x, "0", bound, body, short, parallel, free)
	if top {
		g.settle()
	}
}

// rounds writes a loop with x from first + 1 to last.
func (g *gen) rounds(x *syntax.Binding, first, last string, body []imp.Stm, short, parallel, free bool) {
	k := g.temp()
	inner := false
	imp.Walk(body, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Kernel, *imp.For, *imp.While:
			inner = true
		}
		return !inner
	})
	strips := !inner && !short
	if strips {
		strip := g.temp()
		g.line("for (i64 %s = %s; %s < %s; %s += %d) {", strip, first, strip, last, strip, pollEvery)
		g.depth++
		g.line("const i64 %s_end = fm_min(%s, %s + %d);", strip, last, strip, pollEvery)
		g.stopped()
		first, last = strip, strip+"_end"
	}
	if free && !inner {
		g.out.WriteString("#pragma GCC ivdep\n")
	}
	g.line("for (i64 %s = %s; %s < %s; %s++) {", k, first, k, last, k)
	g.depth++
	g.loops++
	if parallel {
		g.kernels++
		defer func() { g.kernels-- }()
	}
	if inner {
		g.stopped()
	}
	g.line("const i64 %s = %s + 1;", g.declare(x), k)
	restore := func() {}
	if parallel {
		restore = g.private(body)
	}
	g.stms(body, false)
	restore()
	g.loops--
	g.depth--
	g.line("}")
	if strips {
		g.depth--
		g.line("}")
	}
}

// part writes a kernel as a function of its own, for some of its iterations, and the call that runs all of them.
func (g *gen) part(s *imp.Kernel) {
	n := g.temp()
	g.line("const i64 %s = %s;", n, g.expr(s.N, atOnce))
	g.line("if (%s < 0) FM_FAIL(fm_size);", n)
	if g.late = g.late || g.loops > 0; g.late { // what it reads must be right
		g.settle()
		g.late = g.loops > 0
	}
	r, _ := g.spanOf(s.N)
	g.nparts++
	name := fmt.Sprintf("fm_part%d", g.nparts)
	var ids []int
	for id := range imp.Mentioned(s.Body) {
		if g.names[id] != "" && id != s.X.ID {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var fields, takes, gives []string
	for _, id := range ids {
		x := g.names[id]
		switch g.elems[id] {
		case syntax.Mem:
			fields = append(fields, "i64 *"+x+"; i64 "+x+"_n;")
			takes = append(takes, fmt.Sprintf("i64 *%s = fm_given->%s, %s_n = fm_given->%s_n;", x, x, x, x))
			gives = append(gives, x, x+"_n")
		default:
			t := ctype(g.elems[id])
			fields = append(fields, t+" "+x+";")
			takes = append(takes, fmt.Sprintf("%s %s = fm_given->%s;", t, x, x))
			gives = append(gives, x)
		}
	}
	late, at, depth, loops := g.late, g.at, g.depth, g.loops
	g.late, g.depth, g.loops = false, 0, 0
	body := g.text(func() {
		g.line("i64 fm_status = fm_done;")
		g.line("u64 fm_bad = 0, fm_unsure = 0;")
		for _, t := range takes {
			g.line("%s", t)
		}
		g.spans[s.X.ID] = span{1, max(1, r.hi)}
		g.rounds(s.X, "fm_from", "fm_to", s.Body, false, true, true)
		g.settle()
		g.out.WriteString("fm_end:\n")
		g.line("(void)fm_bad; (void)fm_unsure;")
		g.line("return fm_status;")
	})
	g.late, g.depth, g.at, g.loops = late, depth, at, loops
	fmt.Fprintf(&g.parts, "struct %s { %s i64 fm_none; };\n", name, strings.Join(fields, " "))
	fmt.Fprintf(&g.parts, "FM_INLINE i64 %s_of(env *fm_env, struct %s *fm_given, i64 fm_from, i64 fm_to, const int fm_exact) {\n%s}\n", name, name, body)
	fmt.Fprintf(&g.parts, "static i64 %s(env *e, void *given, i64 from, i64 to) { return %s_of(e, given, from, to, 0); }\n", name, name)
	fmt.Fprintf(&g.parts, "static i64 %s_exact(env *e, void *given, i64 from, i64 to) { return %s_of(e, given, from, to, 1); }\n\n", name, name)
	g.line("{")
	g.line("  struct %s fm_given = { %s };", name, strings.Join(append(gives, "0"), ", "))
	g.line("  const i64 fm_why = fm_env->parallel(fm_env, fm_exact ? %s_exact : %s, &fm_given, %s);", name, name, n)
	g.line("  if (fm_why) FM_FAIL(fm_why);")
	g.line("}")
	if g.at != "" { // the lines of the function come between
		g.out.WriteString(g.at + "\n")
	}
}

// stopped returns to the caller if it wants that.
func (g *gen) stopped() { g.line("if (*fm_env->stop) FM_FAIL(fm_stopped);") }

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
			g.line("i64 *%s = %s, %s_n = %s_n;", own, outer, own, outer)
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
	g.line("for (;;) {")
	g.depth++
	g.stopped()
	g.line("if (!(%s)) break;", g.expr(s.Cond, atOnce))
	g.loops++
	g.stms(s.Body, false)
	g.loops--
	g.depth--
	g.line("}")
	if top {
		g.settle()
	}
}
