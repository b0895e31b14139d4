package elab

import (
	"fmt"
	"slices"
	"unicode"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/lmad"
	"funmem/semantics/syntax"
)

// fold elaborates reduce and scan. The accumulators have the types of the neutral
// elements. A scan gives an array of accumulators.
func (b *block) fold(f *syntax.Fold, labels []label) []value {
	core, accs, n := b.coreOf(f, labels)
	var pat []*syntax.Binding
	for i, acc := range accs {
		t := &syntax.Type{Span: f.Span, Elem: acc.Elem, Dims: slices.Clone(acc.Dims)}
		if f.Name == "scan" {
			t.Dims = append([]syntax.Expr{n}, acc.Dims...)
		}
		if b.u.out.Mem && t.IsArray() {
			b.wantsPattern(f.Rule("T-MEM-"), f.Span, f.Name)
		}
		pat = append(pat, b.bind(labelAt(labels, i), t, f.Span))
	}
	b.emit(f.Span, pat, core.Expr())
	return uses(pat)
}

// coreFold is a fold with a written pattern of n binders.
func (b *block) coreFold(f *syntax.Fold, n int) syntax.Expr {
	core, accs, _ := b.coreOf(f, nil)
	if len(accs) != n {
		fail(b.u.errorf(f.Rule("T-"), f.Span, "`%s` gives %s, one for each neutral element, but the pattern binds %d", f.Name, diag.Count(len(accs), "value"), n))
	}
	return core.Expr()
}

// coreOf elaborates the parts of a fold. It also returns the types of the
// accumulators and the outer size of the arrays.
func (b *block) coreOf(f *syntax.Fold, labels []label) (core *syntax.Fold, accs []*syntax.Type, n syntax.Expr) {
	ne := b.neutral(f)
	a := b.arrays(f.Name, f.Rule("T-"), f.Span, ne, f.Xs)
	fn := b.function(a, f.Fn)
	if k := slices.IndexFunc(a.elems, func(x value) bool { return x.t.IsIrregular() }); k >= 0 {
		b.foldsNumbers(a, f.Fn, fn, k)
		defer b.withRows(a, fn, k)
		b.over(foldOperands(ne, a), func(in *block) { core, accs, n = in.coreOf(byNumber(f, fn, a), labels) })
		return core, accs, n
	}
	in := b.child()
	l := &syntax.Lambda{Span: fn.Span, Mapped: fn.Mapped}
	in.within(func() {
		accs = in.bindParams(a, fn, l, b)
		l.Body = in.folded(a, fn, suffixed(labels, "_acc"), accs)
	})
	core = &syntax.Fold{Span: f.Span, Name: f.Name, Fn: l}
	for _, v := range ne {
		core.Ne = append(core.Ne, v.e)
	}
	for _, x := range a.elems {
		core.Xs = append(core.Xs, x.e)
	}
	return core, accs, a.size()
}

// neutral elaborates the neutral elements to atoms.
func (b *block) neutral(f *syntax.Fold) (ne []value) {
	for _, x := range f.Ne {
		for _, v := range b.values(x, nil) {
			v.e = b.at(b.atom(v, made("ne")), x.GetSpan())
			if v.t.Elem == syntax.Mem {
				fail(b.u.errorf(f.Rule("T-"), x.GetSpan(), "a neutral element is an int or an array, but `%s` is a block", syntax.Line(x)))
			}
			ne = append(ne, v)
		}
	}
	return ne
}

// bindParams binds the parameters of the function of a fold: the number of the
// round, if it is wanted, the accumulators with the types of the neutral
// elements, and elements of the arrays. Written types must agree with these, and
// their sizes are sizes of the block outside. It returns the types of the
// accumulators.
func (b *block) bindParams(a *application, fn *function, l *syntax.Lambda, outside *block) (accs []*syntax.Type) {
	params := fn.Params
	var k *syntax.Binding
	if len(params) > len(a.ne)+len(a.elems) {
		k = b.param(params[0], &syntax.Type{Span: params[0].Span})
		params = params[1:]
	} else if b.u.out.Mem && slices.ContainsFunc(a.elems, func(x value) bool { return x.t.Rank() > 1 }) {
		b.rowsNeedRound(a, params)
		k = b.bind(made("k"), &syntax.Type{}, a.at)
		k.Text = "the round"
		b.gamma.Bind(k)
	}
	if k != nil {
		l.Params = append(l.Params, k)
	}
	var types []*syntax.Type // before any name is bound, since the types do not see the names
	for i, p := range params {
		types = append(types, b.paramType(a, p, i, k, outside))
	}
	for i, p := range params {
		q := b.param(p, types[i])
		l.Params = append(l.Params, q)
		if i < len(a.ne) {
			accs = append(accs, types[i])
		}
	}
	return accs
}

// rowsNeedRound is the premise of T-MEM-REDUCE and T-MEM-SCAN that the type of an
// element mentions the round if the element is an array.
func (b *block) rowsNeedRound(a *application, params []*syntax.Binding) {
	for _, p := range params[len(a.ne):] {
		if p.Type != nil && p.Type.Mem != nil {
			fail(b.u.errorf("T-MEM-"+a.rule[len("T-"):], p.Span, "the element `%s` is an array, and lies elsewhere in each round", p.Name).
				Helpf("let the function take the number of the round first, `\\(k : int) …`, for the LMAD of `%s` to mention, or leave the types off", p.Name))
		}
	}
}

// paramType is the type of parameter i of the function of a fold, not counting
// the round.
func (b *block) paramType(a *application, p *syntax.Binding, i int, k *syntax.Binding, outside *block) *syntax.Type {
	var t *syntax.Type
	ne, what := len(a.ne), "the neutral element"
	if i < ne {
		t = a.ne[i].t.Bare()
	} else {
		x := a.elems[i-ne]
		what = "an element of `" + syntax.Line(a.xs[i-ne]) + "`"
		t = &syntax.Type{Span: x.t.Span, Elem: x.t.Elem, Dims: x.t.Dims[1:]}
		if x.t.Mem != nil && t.IsArray() {
			t.Mem = &syntax.MemAnn{Block: x.t.Mem.Block, L: lmad.Index(x.t.Mem.L, k.Use())}
		}
	}
	t.Span = p.Span
	if p.Type == nil {
		if b.u.out.Mem && i < ne && t.IsArray() {
			fail(b.u.errorf("T-MEM-"+a.rule[len("T-"):], p.Span, "the accumulator `%s` is an array, and nothing says where it lies", p.Name).
				Helpf("write its type: `\\(%s : %s @ m -> L) …`", p.Name, b.gamma.Show(t)))
		}
		return t
	}
	want := b.typ(p.Type, outside.nameSize)
	if want.Elem != t.Elem || want.Rank() != t.Rank() {
		fail(b.u.errorf(a.rule, p.Type.Span, "`%s` is declared as %s, but %s is of type %s", p.Name, b.gamma.Show(want.Bare()), what, b.gamma.Show(t.Bare())))
	}
	outside.within(func() {
		for k := range want.Dims {
			fail(outside.gamma.SameSize(a.rule, p.Type.Span, t.Dims[k], want.Dims[k], check.SizeOf(k, "`"+p.Name+"`", t.Rank())))
		}
	})
	return want
}

// folded is the body of the function of a fold. Its values have the types of the
// accumulators.
func (b *block) folded(a *application, fn *function, labels []label, accs []*syntax.Type) *syntax.Body {
	vs := b.result(a, fn, labels)
	at := fn.Body.Results()
	if len(vs) != len(accs) {
		fail(fn.show(b.u.errorf(a.rule, at, "this function gives %s, and %s has %s", diag.Count(len(vs), "value"), a.name, diag.Count(len(accs), "neutral element"))))
	}
	for i, v := range vs {
		if v.t.Elem != accs[i].Elem || v.t.Rank() != accs[i].Rank() {
			d := b.u.errorf(a.rule, at, "the function of a %s gives %s, but its neutral element is of type %s", a.name, b.gamma.Show(v.t.Bare()), b.gamma.Show(accs[i].Bare()))
			b.foldsRows(d, a, fn)
			fail(fn.show(b.reals(d, value{a.ne[i].e, accs[i]}, v)))
		}
		for k := range v.t.Dims {
			if d := b.gamma.SameSize(a.rule, at, v.t.Dims[k], accs[i].Dims[k], check.SizeOf(k, fmt.Sprintf("the accumulator of this %s", a.name), len(accs[i].Dims))); d != nil {
				fail(fn.show(d).Helpf("an accumulator has one size in all rounds"))
			}
		}
	}
	return b.finish(fn.Body.Span, vs)
}

// foldsRows adds to the error about a fold of rows with a number how to fold each row, and all elements.
func (b *block) foldsRows(d *diag.Diagnostic, a *application, fn *function) {
	if len(a.ne) != 1 || len(a.xs) != 1 || !a.ne[0].t.IsNumber() || a.elems[0].t.Rank() != 2 {
		return
	}
	f, ne, rows := fn.Span.Text(), argument(a.ne[0].e), argument(a.xs[0])
	if f != "" && !unicode.IsLetter(rune(f[0])) && f[0] != '(' {
		f = "(" + f + ")"
	}
	d.Helpf("the elements of `%s` are its rows: `map (\\row -> %s %s %s row) %s` folds each of them, and `%s %s %s (flatten %s)` all their elements",
		syntax.Line(a.xs[0]), a.name, f, ne, rows, a.name, f, ne, rows)
}
