package elab

import (
	"regexp"
	"slices"
	"strings"

	"funmem/semantics/check"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// loop is a loop that is being elaborated. Its body is elaborated again when a
// size of what it carries turns out to change from round to round.
type loop struct {
	e      *syntax.Loop
	rule   string
	bound  syntax.Expr    // for a for loop
	types  []*syntax.Type // that mention nothing that the loop carries
	first  []value
	change [][]bool // by carried value and dimension: the size is another one in each round

	// The present attempt.
	in     *block            // what the loop carries is in scope
	sizes  []*syntax.Binding // for the dimensions that change
	params []*syntax.Binding // for what the program says it carries
	index  *syntax.Binding   // for a for loop
	while  *syntax.Body      // for a while loop
	body   *block
	next   []value // the results of the body
}

// loopRule is the rule for loops in the language of the program.
func (b *block) loopRule() string {
	if b.u.out.Mem {
		return "T-MEM-LOOP"
	}
	return "T-LOOP"
}

// loop elaborates a loop. A dimension of a carried value that no type fixes has one
// size in all rounds if the rules can tell so. Otherwise its size is carried before
// the array (as Fig. 2 returns it).
func (b *block) loop(e *syntax.Loop, labels []label) []value {
	l := b.newLoop(e)
	for _, v := range l.first {
		if v.t.IsArray() && b.u.out.Mem {
			b.wantsPattern(l.rule, e.Span, "loop")
		}
	}
	for l.attempt(b); l.changes(b); l.attempt(b) {
	}
	return l.finish(b, labels)
}

// newLoop elaborates the parts that are evaluated once, before the loop.
func (b *block) newLoop(e *syntax.Loop) *loop {
	l := &loop{e: e, rule: b.loopRule(), types: make([]*syntax.Type, len(e.Params))}
	names := e.Params
	if e.For != nil {
		names = append(names[:len(names):len(names)], e.For.X)
	}
	b.u.distinct(l.rule, names)
	for i, x := range e.Params {
		if x.Type != nil && x.Type.IsArray() && !l.mentions(x.Type) {
			l.types[i] = b.typ(x.Type, b.nameSize)
		}
		first := l.firstLabel(i)
		v := b.value(e.Init[i], first)
		if t := l.types[i]; t != nil {
			v = b.irregular(v, t, made(x.Name+"_first"))
		}
		v.e = b.at(b.atom(v, made(x.Name+"_first")), e.Init[i].GetSpan())
		l.first = append(l.first, v)
		l.change = append(l.change, make([]bool, v.t.Rank()))
	}
	if e.For != nil {
		l.bound = b.intAtom(e.For.N, l.rule, "the bound of a loop")
	}
	return l
}

// mentions tells whether a type mentions what the loop carries.
func (l *loop) mentions(t *syntax.Type) bool {
	return slices.ContainsFunc(syntax.FreeVars(t), func(v *syntax.Var) bool {
		return slices.ContainsFunc(l.e.Params, func(p *syntax.Binding) bool { return p.Name == v.Name })
	})
}

// firstLabel is the label of the i-th first value. It wants rows as in the type of
// the carried value, if their sizes are known before the loop.
func (l *loop) firstLabel(i int) label {
	first := made(l.e.Params[i].Name + "_first")
	if t := l.types[i]; t != nil && (t.Rank() > 1 || t.Elem != syntax.Int) {
		first.want = t.Empty()
	}
	return first
}

// attempt elaborates the condition and the body, given what is known to change.
func (l *loop) attempt(b *block) {
	b.u.s.Poll.Ask()
	l.in, l.sizes, l.params = b.child(), nil, make([]*syntax.Binding, len(l.first))
	l.carry(b, false)
	l.carry(b, true)
	func() {
		defer l.startsAsInt()
		l.rounds(b)
	}()
	if len(l.next) != len(l.params) {
		fail(b.u.errorf(l.rule, l.e.Body.Results(), "the loop carries %s, but its body has %d", diag.Count(len(l.params), "value"), len(l.next)))
	}
	for i, v := range l.next {
		l.next[i] = l.body.irregularIn(v, l.params[i].Type)
	}
	for i, v := range l.next {
		if x := l.params[i]; v.t.Elem != x.Type.Elem || v.t.Rank() != x.Type.Rank() {
			d := b.u.errorf(l.rule, l.gives(i), "the loop carries `%s` of type %s, but its body gives it type %s", x.Written(), b.gamma.Show(x.Type.Bare()), b.gamma.Show(v.t.Bare())).
				Note(x.Span, "`%s` is carried here", x.Written())
			fail(l.body.reals(l.none(d, l.body, i, v.t), value{l.e.Init[i], x.Type}, v))
		}
	}
}

// startsAsInt adds to the error about an int in the body, where an f64 is wanted, that the loop starts with an int literal.
func (l *loop) startsAsInt() {
	err := recover()
	if f, ok := err.(failure); ok && f.d != nil && f.d.Rule == "T-OP" && strings.HasPrefix(f.d.Help, "write `f64(") {
		at, _, _ := strings.Cut(f.d.Help, ";")
		for i, p := range l.e.Params {
			lit, ok := l.e.Init[i].(*syntax.IntLit)
			if ok && p.Type == nil && regexp.MustCompile(`\b`+regexp.QuoteMeta(p.Name)+`\b`).MatchString(at) {
				f.d.Help = ""
				f.d.Helpf("`%s` starts as an int; write `%s = %s.0`", p.Name, p.Name, syntax.Line(lit))
				break
			}
		}
	}
	if err != nil {
		panic(err)
	}
}

// gives is the place where the body gives the i-th value.
func (l *loop) gives(i int) diag.Span {
	if res := l.e.Body.Res; len(res) == len(l.next) {
		return res[i].GetSpan()
	}
	return l.e.Body.Results()
}

// none adds help to an error about the i-th first value: how to write [] where type
// t is wanted. t is a type of block b.
func (l *loop) none(d *diag.Diagnostic, b *block, i int, t *syntax.Type) *diag.Diagnostic {
	if !isEmpty(l.e.Init[i]) || !t.IsArray() {
		return d
	}
	return d.Helpf("the first value says what it has no elements of: `%s = %s`", l.e.Params[i].Name, b.gamma.Empty(t))
}

// rounds elaborates the parts that are evaluated in each round.
func (l *loop) rounds(b *block) {
	var over []index
	if l.e.For == nil {
		l.while = l.condition()
	} else {
		x := l.e.For.X
		l.index = b.bind(indexAs(x), &syntax.Type{}, x.Span)
		over = append(over, index{x.Name, l.index})
	}
	l.in.within(func() { l.body, l.next = l.in.inner(l.e.Body, l.nextLabels(), over...) })
}

// carry binds what the loop carries: its ints and blocks, or its arrays.
func (l *loop) carry(b *block, arrays bool) {
	for i, x := range l.e.Params {
		t := l.first[i].t
		if x.Type != nil {
			t = x.Type
		}
		if t.IsArray() != arrays {
			continue
		}
		switch {
		case !arrays:
			t = &syntax.Type{Span: t.Span, Elem: t.Elem}
		case l.types[i] != nil:
			t = l.types[i]
		case x.Type != nil:
			t = l.in.typ(t, b.carriedSize)
		default:
			t = l.sized(b, i)
		}
		l.params[i] = l.in.carried(x, t)
	}
}

// carried binds what a loop carries.
func (b *block) carried(x *syntax.Binding, t *syntax.Type) *syntax.Binding {
	p := b.bind(writtenAs(x), t, x.Span)
	b.gamma.Bind(p)
	if x.Name != "_" {
		b.scope.set(x.Name, p.Use())
	}
	return p
}

// carriedSize names a size before the loop, if it is not an atom. The size is in
// the type of a carried value.
func (b *block) carriedSize(at diag.Span, se syntax.Expr) syntax.Expr {
	for _, v := range syntax.FreeVars(se) {
		if b.gamma.Lookup(v.ID) == nil {
			fail(b.u.errorf(b.loopRule(), at, "a size that depends on `%s` is computed where the loop carries `%s`", v.Name, v.Name).
				Helpf("carry the size itself"))
		}
	}
	return b.nameSize(at, se)
}

// sized is the type of the i-th carried value, taken from the first one, with a
// binder for each size that changes.
func (l *loop) sized(b *block, i int) *syntax.Type {
	x, t := l.e.Params[i], l.first[i].t
	out := &syntax.Type{Span: x.Span, Elem: t.Elem}
	for k, size := range t.Dims {
		if l.change[i][k] {
			p := b.u.bindSize(writtenAs(x), x.Span, "`"+x.Name+"`")
			p.Text = check.SizeWords + x.Name
			l.in.gamma.Bind(p)
			l.sizes = append(l.sizes, p)
			size = p.Use()
		}
		out.Dims = append(out.Dims, size)
	}
	return out
}

// condition elaborates the condition of a while loop.
func (l *loop) condition() *syntax.Body {
	var in *block
	var vs []value
	l.in.within(func() { in, vs = l.in.inner(l.e.While, nil) })
	if len(vs) != 1 || !vs[0].t.IsInt() {
		d := l.in.u.errorf(l.rule, l.e.While.Span, "the condition of a loop is one int, but this has %s", diag.Count(len(vs), "value"))
		if len(vs) == 1 {
			d.Msg = "the condition of a loop is an int, but this is of type " + in.gamma.Show(vs[0].t.Bare())
		}
		fail(d)
	}
	return in.finish(l.e.While.Span, vs)
}

// nextLabels are the labels for what the body gives.
func (l *loop) nextLabels() []label {
	labels := make([]label, len(l.params))
	for i, x := range l.e.Params {
		labels[i] = made(x.Name + "_next")
		if t := l.params[i].Type; t.Mem == nil && (t.Rank() > 1 || t.IsArray() && t.Elem != syntax.Int) {
			labels[i].want = t.Empty()
		}
	}
	return labels
}

// changes finds the sizes without a type that the body changes, as far as the rules
// can tell. It tells whether it found any new ones.
func (l *loop) changes(b *block) bool {
	found := false
	for i, x := range l.e.Params {
		if x.Type != nil {
			continue
		}
		if t := l.next[i].t; t.IsIrregular() && !covers(l.first[i].t, t) {
			l.first[i], found = b.irregular(l.first[i], t, made(x.Name+"_first")), true
			for k, size := range l.first[i].t.Dims {
				l.change[i][k] = l.change[i][k] && !isIrregularSize(size)
			}
			continue
		}
		for k, size := range l.next[i].t.Dims {
			if !l.change[i][k] && !l.body.gamma.Same(size, l.params[i].Type.Dims[k]) {
				l.change[i][k], found = true, true
			}
		}
	}
	return found
}

// changing calls f for each dimension whose size is carried, in order.
func (l *loop) changing(f func(i, k int)) {
	for i := range l.change {
		for k, c := range l.change[i] {
			if c {
				f(i, k)
			}
		}
	}
}

// core is the loop in core, without its first values.
func (l *loop) core(sizes ...syntax.Expr) *syntax.Loop {
	core := &syntax.Loop{Span: l.e.Span, Params: append(l.sizes, l.params...), While: l.while, RoundsOf: l.e.RoundsOf}
	if l.e.For != nil {
		l.index.Type = nil
		core.For = &syntax.Bound{X: l.index, N: l.bound}
	}
	core.Body = l.body.finish(l.e.Body.Span, l.next, sizes...)
	return core
}

// finish emits the loop; its values are those that the program names.
func (l *loop) finish(b *block, labels []label) []value {
	l.fixed(b)
	var init, sizes []syntax.Expr
	var pat, seen []*syntax.Binding
	l.changing(func(i, k int) {
		init = append(init, l.first[i].t.Dims[k])
		sizes = append(sizes, l.next[i].t.Dims[k])
		pat = append(pat, b.u.bindSize(l.label(labels, i), l.e.Span, excerpt(l.e, l.label(labels, i))))
	})
	for i, v := range l.first {
		init = append(init, v.e)
		p := b.bind(l.label(labels, i), nil, l.e.Span)
		pat, seen = append(pat, p), append(seen, p)
	}
	core := l.core(sizes...)
	core.Init = init
	s := map[int]syntax.Expr{}
	for i, x := range core.Params {
		if !x.Type.IsArray() {
			s[x.ID] = pat[i].Use()
		}
	}
	for i, x := range core.Params {
		pat[i].Type = syntax.Subst(x.Type, s)
	}
	b.emit(l.e.Span, pat, core)
	return uses(seen)
}

// label is the label of the i-th value of the loop.
func (l *loop) label(labels []label, i int) label {
	if i < len(labels) && (labels[i].written || labels[i].name != "t") {
		return labels[i]
	}
	return made(l.e.Params[i].Name)
}

// fixed compares the first values and those of the body with the types that the
// program gives. Where sizes can't be compared it inserts a check.
func (l *loop) fixed(b *block) {
	first, next := map[int]syntax.Expr{}, map[int]syntax.Expr{}
	for i, x := range l.params {
		if !x.Type.IsArray() {
			first[x.ID], next[x.ID] = l.first[i].e, l.next[i].e
		}
	}
	for i, x := range l.e.Params {
		if x.Type == nil {
			continue
		}
		p, v := l.params[i], l.first[i]
		if v.t.Elem != p.Type.Elem || v.t.Rank() != p.Type.Rank() {
			d := b.u.errorf(l.rule, x.Type.Span, "`%s` is declared as %s, but its first value is of type %s", x.Name, b.gamma.Show(p.Type.Bare()), b.gamma.Show(v.t.Bare()))
			fail(b.gamma.Converts(l.none(d, b, i, p.Type), v.e, v.t, p.Type))
		}
		same(b, l.rule, l.e.Init[i].GetSpan(), v, p, first)
		l.body.within(func() { same(l.body, l.rule, l.e.Body.Results(), l.next[i], p, next) })
	}
}

// same is the premise that v has the sizes of a carried value, under S.
func same(b *block, rule string, at diag.Span, v value, p *syntax.Binding, s map[int]syntax.Expr) {
	for k, size := range v.t.Dims {
		fail(b.gamma.SameSize(rule, at, size, syntax.Subst(p.Type.Dims[k], s), check.SizeOf(k, "`"+p.Written()+"`", p.Type.Rank())))
	}
}

// coreLoop elaborates a loop with a written pattern of n binders.
func (b *block) coreLoop(e *syntax.Loop, n int) syntax.Expr {
	l := b.newLoop(e)
	if len(e.Params) != n {
		fail(b.u.errorf(l.rule, e.Span, "the loop carries %s, but the pattern binds %d", diag.Count(len(e.Params), "value"), n))
	}
	l.attempt(b)
	core := l.core()
	for _, v := range l.first {
		core.Init = append(core.Init, v.e)
	}
	return core
}
