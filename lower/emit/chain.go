package emit

import (
	"fmt"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// chain is a loop whose rounds groups of threads run at the same time, although each depends on those before: by variables
// that a round changes once. It has, in one place,
//
//	before <- x; … x <- x ⊕ y; …
//
// A group tells its y as soon as it has it, and then looks back at those before it: it takes the y of each, up to one that has
// told what x is after its round. So each element is read and written once (a scan in a single pass, with look-back). A group
// takes its number when it begins, so that those before it have begun. That a group which has begun goes on, whatever the
// others do, is more than OpenCL promises.
type chain struct {
	*imp.For
	links []link
	first imp.Stm // of those statements
}

// link is a variable of a chain, x.
type link struct {
	before *syntax.Binding
	x      *syntax.Var
	e      *syntax.Binary // x ⊕ y
}

// window is how many groups before it a group looks at together.
const window = 32

// chained is a loop that is a chain, as a kernel of groups, or nil.
func (g *gen) chained(f *imp.For) (*imp.Kernel, *chain) {
	if f.Chain == 0 || !g.dialect.forward {
		return nil, nil
	}
	inside := map[int]bool{}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			inside[d.X.ID] = true
		}
		return true
	})
	c, from := &chain{For: f}, -1
	for k, s := range f.Body {
		if a, ok := s.(*imp.Assign); ok && !inside[a.X.ID] {
			if from < 0 {
				from = k
			}
			e, ok := a.E.(*syntax.Binary)
			if !ok || k != from+len(c.links) || !syntax.IsVar(e.X, a.X.ID) {
				return nil, nil
			}
			c.links = append(c.links, link{x: a.X, e: e})
		}
	}
	n := len(c.links)
	if from < 2*n || n == 0 {
		return nil, nil
	}
	c.first = f.Body[from-2*n]
	for k := range c.links {
		l := &c.links[k]
		d, ok := f.Body[from-2*n+2*k].(*imp.Declare)
		a, is := f.Body[from-2*n+2*k+1].(*imp.Assign)
		if !ok || !is || a.X.ID != d.X.ID || !syntax.IsVar(a.E, l.x.ID) || mentions(f.Body, l.x.ID) != 3 {
			return nil, nil
		}
		l.before = d.X
	}
	return &imp.Kernel{Span: f.Span, X: f.X, N: f.N, Body: f.Body, Apart: true, Group: f.Chain}, c
}

// mentions is how often statements read a variable, or assign to it.
func mentions(list []imp.Stm, id int) (n int) {
	imp.Walk(list, func(s imp.Stm) bool {
		if x := imp.Target(s); x != nil && x.ID == id {
			n++
		}
		for _, e := range imp.Exprs(s) {
			syntax.Walk(e, func(x syntax.Node) bool {
				if v, ok := x.(*syntax.Var); ok && v.ID == id {
					n++
				}
				return true
			})
		}
		return true
	})
	return n
}

// words is how many words of the device each round of a chain has: whether it has told something, then each y, then each x.
func (c *chain) words() int { return 1 + 2*len(c.links) }

// look writes what stands in the place of the statements of a chain.
func (g *gen) look(c *chain) {
	n, w := len(c.links), c.words()
	bits := func(e string, elem syntax.Elem) string {
		if elem == syntax.F64 {
			return "fm_bits(" + e + ")"
		}
		return e
	}
	elemOf := func(l link) syntax.Elem { return g.elems[l.x.ID] }
	g.settle() // no other group is told a number that may be wrong
	g.line("i64 *fm_own = fm_state + 1 + %d * fm_at;", w)
	g.line("if (fm_thread == 0) {")
	for k, l := range c.links {
		g.line("  fm_own[%d] = %s;", 1+k, bits(g.expr(l.e.Y, atOnce), elemOf(l)))
	}
	g.line("  fm_tell(fm_own, 1);")
	g.line("}")
	var so, one []*syntax.Binding // what the groups looked at make of x, and what one told
	for _, l := range c.links {
		x, y := g.fresh(l.before.Name, elemOf(l)), g.fresh(l.before.Name, elemOf(l))
		so, one = append(so, x), append(one, y)
		g.line("%s %s = 0;", ctype(elemOf(l)), g.names[x.ID])
	}
	g.line("int32_t fm_found = 0, fm_some = 0;")
	g.line("for (i64 fm_back = fm_at - 1; !fm_found; fm_back -= %d) {", window)
	g.depth++
	g.line("if (fm_thread < %d) {", window)
	g.line("  i64 *fm_its = fm_state + 1 + %d * (fm_back - fm_thread);", w)
	g.line("  const int32_t fm_told = fm_back < fm_thread ? 2 : fm_hear(fm_its);")
	g.line("  fm_seen[fm_thread] = fm_told;")
	for k, l := range c.links {
		g.line("  fm_seen[%d + fm_thread] = fm_back < fm_thread ? %s : ((volatile i64 *)fm_its)[fm_told == 2 ? %d : %d];", window*(1+k), bits(g.names[l.x.ID], elemOf(l)), 1+n+k, 1+k)
	}
	g.line("}")
	g.line("%s;", g.dialect.meet)
	g.line("for (i64 fm_k = 0; fm_k < %d && !fm_found; fm_k++) {", window)
	g.depth++
	g.line("if (fm_seen[fm_k] == 3) { fm_found = 3; break; }")
	for k, l := range c.links {
		word := fmt.Sprintf("fm_seen[%d + fm_k]", window*(1+k))
		if elemOf(l) == syntax.F64 {
			word = "fm_real(" + word + ")"
		}
		g.line("const %s %s = %s;", ctype(elemOf(l)), g.names[one[k].ID], word)
		sum := &syntax.Binary{Op: l.e.Op, X: one[k].Use(), Y: so[k].Use(), Of: l.e.Of}
		g.line("%s = fm_some ? %s : %s;", g.names[so[k].ID], g.expr(sum, late), g.names[one[k].ID])
	}
	g.line("fm_some = 1;")
	g.line("fm_found = fm_seen[fm_k] == 2 ? 2 : 0;")
	g.depth--
	g.line("}")
	g.line("%s;", g.dialect.meet)
	g.depth--
	g.line("}")
	g.fail("fm_found == 3", "fm_overflow")
	g.late = true
	var all []string
	for k, l := range c.links {
		g.line("const %s %s = %s;", ctype(elemOf(l)), g.declare(l.before), g.names[so[k].ID])
		all = append(all, bits(g.expr(&syntax.Binary{Op: l.e.Op, X: l.before.Use(), Y: l.e.Y, Of: l.e.Of}, late), elemOf(l)))
	}
	for k, e := range all {
		g.line("const i64 fm_all%d = %s;", k, e)
	}
	g.settle()
	g.line("if (fm_thread == 0) {")
	for k := range c.links {
		g.line("  fm_own[%d] = fm_all%d;", 1+n+k, k)
	}
	g.line("  fm_tell(fm_own, 2);")
	g.line("}")
}

// fresh is a variable of the text alone.
func (g *gen) fresh(name string, elem syntax.Elem) *syntax.Binding {
	g.texts--
	x := &syntax.Binding{Name: name, ID: g.texts, Type: &syntax.Type{Elem: elem}}
	g.declare(x)
	return x
}
