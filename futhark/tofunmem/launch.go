package tofunmem

import (
	"slices"

	"funmem/futhark"
	"funmem/semantics/lmad"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// launched checks that there are as many threads, or groups of threads, as the space of an operation has points, unless
// the level lets one thread take several points. With fewer threads, Futhark's code would not write the other points
// (ImpGen/GPU/SegMap.hs and Group.hs of 0.25.8). The threads of a segmap are launched for it. Any operation of the
// threads of a group has the threads of that group; each of them runs through the dimensions that `full` names. An
// operation that combines values in a launch of its own gives each thread as many elements as needed.
func (f *function) launched(e *futhark.SegOp) {
	level, ns := e.Level, f.extents(e)
	text := func(s string) syntax.AssertionPart { return syntax.AssertionPart{Text: s} }
	switch {
	case level.Virtualise:
	case level.InGroup():
		var shared []syntax.Expr
		for k, n := range ns {
			if !slices.Contains(level.FullDims, k) {
				shared = append(shared, n)
			}
		}
		if f.group != nil {
			f.enough(level, f.group, shared, []syntax.AssertionPart{text("the group has fewer threads than its space has points: "), {X: f.group}},
				"without `virtualise` each point needs a thread: let the group be as large (`groupsize`)")
		}
	case e.Kind != "segmap" || level.Groups == nil || level.Group == nil:
	case level.OfGroup():
		groups := f.atom(level.Groups)
		f.enough(level, groups, ns, []syntax.AssertionPart{text("the launch has fewer groups than its space has points: "), {X: groups}},
			"without `virtualise` each point needs a group: let `groups` be as many")
	case !f.coveredBy(level, ns):
		groups, size := f.atom(level.Groups), f.atom(level.Group)
		threads := f.let("threads", &syntax.Type{}, lmad.Simplify(bin(syntax.Mul, groups, size)))
		f.enough(level, threads, ns, []syntax.AssertionPart{text("the launch has fewer threads than its space has points: "), {X: groups}, text(" × "), {X: size}, text(" = "), {X: threads}},
			"without `virtualise` each point needs a thread: let `groups` be the points divided by `groupsize`, rounded up")
	}
}

// coveredBy tells whether the dump shows that there are as many groups of threads as a space needs: its points divided
// by the size of a group, rounded up.
func (f *function) coveredBy(l futhark.Level, ns []syntax.Expr) bool {
	if l.Groups.Var == nil {
		return false
	}
	e, ok := f.defs[l.Groups.Var.Tag].(*futhark.Op)
	if !ok || e.Name != "sdiv_up64" && e.Name != "sdiv_up_safe64" {
		return false
	}
	size := f.atom(l.Group)
	k, known := f.env.Of(size).Const()
	return known && k.Sign() > 0 && f.alike(f.atom(e.Args[1]), size) && f.alike(f.atom(e.Args[0]), lmad.Count(ns))
}

// alike tells whether two numbers are known to be the same.
func (f *function) alike(x, y syntax.Expr) bool {
	return poly.Compare(f.env.Of(x), f.env.Of(y)) == poly.Equal
}

// enough adds a check, at a level, that have reaches the number of points of a space; has says what there is. It is not
// an assertion of the program.
func (f *function) enough(l futhark.Level, have syntax.Expr, ns []syntax.Expr, has []syntax.AssertionPart, help string) {
	need := lmad.Count(ns)
	if f.alike(have, need) {
		return
	}
	points := f.let("points", &syntax.Type{}, need)
	says := &syntax.Assertion{Help: help, Parts: append(has, syntax.AssertionPart{Text: ", and the space has size "}, syntax.AssertionPart{X: points})}
	f.stms = append(f.stms, &syntax.Check{Span: l.Span, X: f.let("enough", &syntax.Type{}, bin(syntax.Le, points, have)), Y: one(), Why: inNames(says.Parts), Says: says})
}
