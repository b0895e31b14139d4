package emit

import (
	"fmt"
	"slices"
	"strings"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// part writes a kernel as a function of its own, for some of its iterations, and the call that runs all of them.
func (g *gen) part(s *imp.Kernel, chain *chain) {
	n := g.temp()
	g.line("const i64 %s = %s;", n, g.expr(s.N, atOnce))
	defer g.forget(len(g.undo))
	group := g.grouped(s)
	if group != nil {
		group.chain = chain
	}
	total, widths := n, []string(nil)
	if group == nil {
		total, widths = g.flatten(s, n)
	}
	g.bounded(s.X, s.N, n, true)
	g.settle() // what it reads must be right
	g.nparts++
	name := fmt.Sprintf("fm_part%d", g.nparts)
	ids := g.outside(s)
	if g.dialect.device() {
		g.place(&g.parts, s)
		g.grid(s, name, ids, widths, group)
		return
	}
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
	for _, w := range widths {
		fields = append(fields, "i64 "+w+";")
		takes = append(takes, fmt.Sprintf("const i64 %s = fm_given->%s;", w, w))
		gives = append(gives, w)
	}
	body := g.body(func() {
		for _, t := range takes {
			g.line("%s", t)
		}
		g.iterations(s)
	})
	g.flat = nil
	g.place(&g.parts, s)
	fmt.Fprintf(&g.parts, "struct %s { %s i64 fm_none; };\n", name, strings.Join(fields, " "))
	fmt.Fprintf(&g.parts, "FM_INLINE i64 %s_of(env *fm_env, struct %s *fm_given, i64 fm_from, i64 fm_to) {\n%s}\n", name, name, body)
	fmt.Fprintf(&g.parts, "FM_HOT static i64 %s(env *e, void *given, i64 from, i64 to) { return %s_of(e, given, from, to); }\n\n", name, name)
	given := fmt.Sprintf("struct %s fm_given = { %s };", name, strings.Join(append(gives, "0"), ", "))
	g.line("{")
	g.line("  i64 fm_why;")
	if g.loops > 0 && g.steps(s.Body) == 1 { // it is so short that threads cost more than they save: a part of the loop around
		g.line("  if (%s < fm_env->few) {", n)
		g.line("    %s", given)
		g.line("    fm_why = %s_of(fm_env, &fm_given, 0, %s);", name, n)
		g.line("  } else {")
	} else {
		g.line("  {")
	}
	g.line("    %s", given)
	g.line("    fm_why = fm_env->parallel(fm_env, %s, &fm_given, %s);", name, total)
	g.line("  }")
	g.line("  if (fm_why) FM_FAIL(fm_why);")
	g.line("}")
}

// outside are the variables from outside that a kernel mentions, in the order of their IDs.
func (g *gen) outside(s *imp.Kernel) (ids []int) {
	for id := range imp.Mentioned(s.Body) {
		if g.names[id] != "" && id != s.X.ID {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// body is the body of a function of its own that gives a status, with what f writes.
func (g *gen) body(f func()) string {
	depth, loops := g.depth, g.loops
	g.depth, g.loops = 0, 0
	defer func() { g.depth, g.loops = depth, loops }()
	return g.text(func() { g.function(f) })
}

// iterations writes those iterations of a kernel that such a function runs.
func (g *gen) iterations(s *imp.Kernel) {
	first, last := g.roundsOf(g.flat[s])
	g.rounds(s, s.X, first, last, s.Body, g.atMost(s.N), true, true)
	g.settle()
}

// flat is a kernel of a rectangular nest that threads share as if it were one kernel, whose iterations are those of the
// innermost. The C that runs some of them runs iterations from/width to to/width, rounded up, of this one.
type flat struct {
	from, to string
	width    string // how many iterations of the nest an iteration of this kernel is, or ""
	inner    *imp.Kernel
}

// flatten notes the kernels of the nest that begins with one of n iterations. It returns how many iterations the nest has,
// and the names of the widths. A row of no iterations counts as one: what it does besides must still be done.
func (g *gen) flatten(s *imp.Kernel, n string) (total string, widths []string) {
	nest := []*imp.Kernel{s}
	for k := g.row(s, s); k != nil; k = g.row(s, k) {
		nest = append(nest, k)
	}
	g.flat, g.nest = map[*imp.Kernel]*flat{s: {from: "fm_from", to: "fm_to"}}, nest
	if len(nest) == 1 {
		return n, nil
	}
	width, inner := "", (*imp.Kernel)(nil)
	times := func(count string) string {
		if width == "" {
			return count
		}
		g.fail(fmt.Sprintf("%s > INT64_C(%d) / %s", count, int64(MaxRounds), width), "fm_size")
		product := g.temp()
		g.line("const i64 %s = %s * %s;", product, count, width)
		return product
	}
	for _, k := range slices.Backward(nest) {
		g.flat[k] = &flat{width: width, inner: inner}
		if k == s {
			break
		}
		count := g.temp()
		g.line("const i64 %s = fm_max(%s, 1);", count, g.expr(k.N, atOnce))
		width, inner = times(count), k
		widths = append(widths, width)
	}
	g.flat[s].from, g.flat[s].to = "fm_from", "fm_to"
	return times(n), widths
}

// leastRow is how many iterations a kernel in a nest has at least: the C compiler does more with few if it sees how many.
const leastRow = 64

// row is the kernel in a kernel of a nest that begins with outer, if that is all it does but for lets before it, and if the
// number of its iterations is always the same. Its iterations must be independent too, and the lets must not read what the
// nest writes: threads that have parts of one row each compute them.
func (g *gen) row(outer, k *imp.Kernel) *imp.Kernel {
	writes := map[int]bool{}
	imp.Walk(outer.Body, func(s imp.Stm) bool {
		if w, ok := s.(*imp.Write); ok {
			writes[g.classes.find(w.X.ID)] = true
		}
		return true
	})
	for _, s := range k.Body[:len(k.Body)-1] {
		switch s := s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Check, *imp.Skip:
		case *imp.Read:
			if writes[g.classes.find(s.Y.ID)] {
				return nil
			}
		default:
			return nil
		}
	}
	inner, ok := k.Body[len(k.Body)-1].(*imp.Kernel)
	if !ok || !syntax.IsAtom(inner.N) || !g.free(inner) || !g.dialect.device() && g.atMost(inner.N) < leastRow {
		return nil
	}
	for _, x := range syntax.FreeVars(inner.N) {
		if g.names[x.ID] == "" || x.ID == outer.X.ID || assigned(outer)[x.ID] {
			return nil
		}
	}
	return inner
}

// roundsOf are the iterations that run of a kernel of a nest, in C: after first to last. A thread of a device runs one, and its
// compiler must see that.
func (g *gen) roundsOf(f *flat) (first, last string) {
	if f.width == "" {
		return f.from, f.to
	}
	last = fmt.Sprintf("(%s + %s - 1) / %s", f.to, f.width, f.width)
	if !g.dialect.device() {
		return f.from + " / " + f.width, last
	}
	first = g.temp()
	g.line("const i64 %s = FM_OVER(%s, %s);", first, f.from, f.width)
	return first, fmt.Sprintf("FM_LAST(%s, %s)", first, last)
}

// within writes which iterations of the kernel in it an iteration of a kernel of a nest runs. k is its number, from 0.
func (g *gen) within(f *flat, k string) {
	if f.inner == nil {
		return
	}
	in := g.flat[f.inner]
	in.from, in.to = g.temp(), g.temp()
	first := fmt.Sprintf("%s - %s * %s", f.from, k, f.width)
	last := fmt.Sprintf("fm_min(%s - %s * %s, %s)", f.to, k, f.width, f.width)
	if g.dialect.device() {
		g.line("const i64 %s = FM_FIRST(%s);", in.from, first)
		last = fmt.Sprintf("FM_LAST(%s, %s)", in.from, last)
	} else {
		g.line("const i64 %s = fm_max(%s, 0);", in.from, first)
	}
	g.line("const i64 %s = %s;", in.to, last)
}
