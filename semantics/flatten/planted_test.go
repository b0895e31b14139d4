package flatten_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the comparisons find mistakes, without the text of what is lifted.
func TestPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"offsets count from 0", "layout.go", "plus(minus(end, size), constant(1))", "minus(end, size)"},
		{"rows without elements are not counted", "layout.go", `r.int("count", plus(r.element("count", before, o), constant(1)))`, `r.let("count", intType(), plus(constant(0), constant(1)))`},
		{"positions count from 0", "layout.go", "plus(minus(q, r.offset(y.c, y.offsets.x)), constant(1))", "minus(q, r.offset(y.c, y.offsets.x))"},
		{"what is kept is done again for each element", "layout.go", "return s.costly })", "return s.costly && s.order < 0 })"},
		{"negative sizes add up with others", "kernels.go", "if l.isSize(c, n) {", "if l.isSize(c, n) || c != nil {"},
		{"a sum with a size is one", "kernels.go", "l.isSize(c, sum.X) && l.isSize(c, sum.Y)", "(l.isSize(c, sum.X) || l.isSize(c, sum.Y))"},
		{"arrays of branches are there for all", "kernels.go", "!other && x.in.around(c) &&", "!other && (x.in.around(c) || c.around(x.in)) &&"},
		{"results of functions are there before them", "kernels.go", "x.place != nil && !other &&", "x.place != nil && (!other || other) &&"},
		{"rows have any size where there are none", "kernels.go", "for _, d := range z.Type.Dims[1:] {\n			l.bounded(c, s, d)\n		}", "for _, d := range z.Type.Dims[1:1] {\n			l.bounded(c, s, d)\n		}"},
		{"arrays that are made anew change in place", "chains.go", "		again = a.dropped(e)\n	}\n	for k, x := range e.Params {\n		if l.differs(x)", "		again = a.dropped(e) && a.root == nil\n	}\n	for k, x := range e.Params {\n		if l.differs(x)"},
		{"what a copy is of lies in order", "value.go", "(!dense || p.layout != nil &&", "(!dense || p.layout == nil ||"},
		{"indices are not checked", "direct.go", "if x := r.l.variable(i.Off); !r.l.inside[s] && (x == nil", "if x := r.l.variable(i.Off); k < 0 && (x == nil"},
		{"any inner index is within any array", "direct.go", "return ok && l.same(x.in.bound, size)", "return ok || l.same(x.in.bound, size)"},
		{"all rows lie in order", "direct.go", "	if p.layout == nil {\n		return false\n	}\n", ""},
		{"slices begin where their arrays do", "direct.go", "base: o.base(r), lead: 1}", "base: constant(1), lead: 1}"},
		{"checks are not needed", "equations.go", "if !needed[s] && meet(own, related) {", "if !needed[s] && meet(own, related) && s.order < 0 {"},
		{"scans go on into the next row", "scan.go", "X: r.get(j.Use()), Y: constant(1)}", "X: r.get(j.Use()), Y: constant(0)}"},
		{"one neutral element for all accumulators", "scan.go", "Res: neutral[k : k+1]}", "Res: neutral[k*0 : k*0+1]}"},
		{"the data of branches is one", "branches.go", "			shift = first.Type.Dims[0]\n", ""},
		{"the other part keeps its order", "branches.go", "minus(plus(count, i.Use()), p)", "minus(plus(count, i.Use()), constant(1))"},
		{"branches take all of an array", "branches.go", "if s := b.vs[k].segs; s.layout == nil {", "if s := b.vs[k].segs; s.layout == nil && len(b.ws) < 0 {"},
		{"rounds that nobody does", "loops.go", "n = l.outerInt(\"rounds\", times(n, &syntax.Binary{Span: e.Span, Op: syntax.Gt, X: c.n, Y: constant(0)}))", "_ = n"},
		{"results of loops begin at the first", "lockstep.go", "v = r.int(\"offset\", plus(v, outs[k].used.Use()))", "_ = outs"},
		{"results overwrite one element", "lockstep.go", `from := l.outerInt("from", plus(o.used.Use(), constant(1)))`, `from := l.outerInt("from", times(constant(1), o.used.Use()))`},
		{"all go on", "lockstep.go", "rows := l.flush(p.yes, computed(\"rows\", func(r *row) syntax.Expr { return r.iteration(k.c) }))[0]", "rows := l.flush(p.yes, computed(\"rows\", func(r *row) syntax.Expr { return r.iteration(k.in) }))[0]"},
		{"rounds are negative", "inplace.go", "	if l.isSize(c, e.For.N) {\n", "	if l.isSize(c, e.For.N) || len(e.Params) > 0 {\n"},
		{"parts reach outside", "versions.go", "			r.define(p.(*syntax.Let))\n", ""},
		{"parts of matrices have no strides", "versions.go", "r.int(\"stride\", times(stride, step))", "r.int(\"stride\", stride)"},
		{"earlier versions are used later", "chains.go", "(a.elements || !a.others) && a.usesLast(e)", "(a.elements || !a.others)"},
		{"slices of slices begin at 2", "views.go", "at = plus(at, minus(r.get(i.Off), constant(1)))", "at = plus(at, r.get(i.Off))"},
		{"all arrays are of one row", "views.go", "plus(times(minus(r.iteration(v.in), constant(1)), size), constant(1))", "plus(times(minus(constant(1), constant(1)), size), constant(1))"},
		{"sizes are negative where no row has them", "sure.go", "	if l.isSure(d) {\n		return d\n	}\n", "	if l.isSure(d) || l.at.IsValid() || true {\n		return d\n	}\n"},
		{"the first argument for all", "calls.go", "by[x.ID] = e.Args[k]", "by[x.ID] = e.Args[min(k, 0)]"},
		{"parts of updates have no end", "with.go", "hit = times(hit, inside(p, i.Size))", "hit = times(hit, inside(p, js[k]))"},
		{"operands begin at the first", "filled.go", `j := add(l, rest, s.Span, "j", intType(), minus(at[0], size))`, `j := add(l, rest, s.Span, "j", intType(), minus(at[0], minus(size, size)))`},
		{"rows of rows begin at the first", "finish.go", "	if next.common {\n", "	if next.common || y.layout != nil {\n"},
		{"undefined elements are read", "job.go", "l.careful = l.isCareful(e.Body)", "l.careful = l.isCareful(e.Body) && len(rows) < 0"},
		{"what goes on for ever comes first", "flush.go", "		l.settleAll(c.up)\n		l.settle(c)\n", "		l.settleAll(c.up)\n"},
		{"slices outside are not found", "context.go", "	if !total(s.Exp) {\n", "	if !total(s.Exp) && c.n == nil {\n"},
		{"rows of the matrix begin one too late", "matrix.go", "plus(times(minus(i, constant(1)), longest[k]), constant(1))", "plus(times(i, longest[k]), constant(1))"},
		{"the matrix is as wide as the first row", "matrix.go", "Op: syntax.Max, X: most.Use()", "Op: syntax.Min, X: most.Use()"},
		{"the sizes of another array", "matrix.go", "parts = append(parts, []*syntax.Binding{sizes[k], offsets, data})", "parts = append(parts, []*syntax.Binding{sizes[0], offsets, data})"},
		{"the matrix may be as large as it wants", "matrix.go", "Op: syntax.Le, X: cells, Y: limit", "Op: syntax.Ge, X: plus(cells, limit), Y: constant(0)"},
		{"rows are never made in a matrix", "matrix.go", "Op: syntax.Le, X: cells, Y: limit", "Op: syntax.Lt, X: cells, Y: minus(limit, limit)"},
	}, "-vet=off", "-run", "Rows|Random|Nested|Work|Matrix", "-rapid.checks=200", ".")
}
