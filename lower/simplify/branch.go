package simplify

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// branches rebuilds an if. One whose condition is known is the branch that it takes.
// Results that both branches agree on go (§3.5): what stands in their place is bound
// before the if.
func (f *forward) branches(s *syntax.Let, e *syntax.If) {
	c := f.expr(e.Cond)
	if t, known := f.holds(c); known && f.replaceable(s.Pat) {
		f.count(knownConditions)
		f.inline(s.Pat, map[bool]*syntax.Body{true: e.Then, false: e.Else}[t])
		return
	}
	then, els := f.branch(c, true, e.Then), f.branch(c, false, e.Else)
	same := f.agreed(s.Pat, then, els)
	pat, stay := f.settle(s.Pat, same, "both branches of the `if` give `%s`")
	pat, stay = f.alike(pat, stay, then, els)
	f.differ(pat, func(i int) string {
		return "its branches give `" + syntax.Line(then.Res[stay[i]]) + "` and `" + syntax.Line(els.Res[stay[i]]) + "`"
	})
	out := &syntax.If{Span: e.Span, Cond: c, Then: then.only(stay), Else: els.only(stay)}
	f.array(&syntax.Let{Span: s.Span, Pat: pat, Exp: out, Doc: s.Doc}, out)
}

// holds tells whether a condition is known, and whether it is true.
func (f *forward) holds(c syntax.Expr) (t, known bool) {
	switch c := c.(type) {
	case *syntax.IntLit:
		return !c.Val.IsZero(), true
	case *syntax.Var:
		t, known = f.truth[c.ID]
	}
	return t, known
}

// inline puts a body in the place of a statement.
func (f *forward) inline(pat []*syntax.Binding, b *syntax.Body) {
	for _, s := range b.Stms {
		f.stm(s)
	}
	f.replaceAll(pat, f.exprs(b.Res))
}

// rebuilt is a body that has been rebuilt, with what is known at its end.
type rebuilt struct {
	*syntax.Body
	env *poly.Env
}

// branch rebuilds a branch, in which the condition is known.
func (f *forward) branch(c syntax.Expr, t bool, b *syntax.Body) rebuilt {
	if x := asVar(c); x != nil {
		f.truth[x.ID] = t
		defer delete(f.truth, x.ID)
	}
	return f.inScope(b)
}

// inScope rebuilds a body in a scope of its own, in which the binders are.
func (f *forward) inScope(b *syntax.Body, bs ...*syntax.Binding) (out rebuilt) {
	f.scoped(func() {
		f.bind(bs...)
		out = rebuilt{f.body(b), f.env}
	})
	return out
}

// only is the body with some of its results.
func (b rebuilt) only(stay []int) *syntax.Body {
	return &syntax.Body{Span: b.Span, Stms: b.Stms, Res: choose(b.Res, stay)}
}

// choose are the members of a list with the given numbers.
func choose[T any](list []T, which []int) []T {
	out := make([]T, len(which))
	for i, k := range which {
		out[i] = list[k]
	}
	return out
}

// agreed is for each result of an if what it is in both branches, or nil. What both know
// is bound before the if.
func (f *forward) agreed(pat []*syntax.Binding, then, els rebuilt) []syntax.Expr {
	same := make([]syntax.Expr, len(pat))
	for k, x := range pat {
		if v := valueOf(x, then.Res[k], then.env); v.equal(valueOf(x, els.Res[k], els.env)) {
			same[k] = v.expr()
		}
	}
	f.settled(pat, same)
	return same
}

// settled keeps the results that nothing may stand for: those that are to stay, arrays
// and blocks that a signature mentions, and arrays whose types mention a result that
// stays.
func (f *forward) settled(pat []*syntax.Binding, same []syntax.Expr) {
	stays := map[int]bool{}
	for k, x := range pat {
		if f.frozen[x.ID] || f.pinned[x.ID] && !x.Type.IsNumber() {
			same[k] = nil
		}
		stays[x.ID] = same[k] == nil
	}
	for k, x := range pat {
		for _, v := range syntax.FreeVars(x.Type) {
			if stays[v.ID] {
				same[k] = nil
			}
		}
	}
}

// settle puts the expressions that are not nil in the place of results, and gives the
// results that stay, and their numbers. One has to; where nothing uses any, the sweep
// knows whether the statement does anything else, and all stay.
func (f *forward) settle(pat []*syntax.Binding, same []syntax.Expr, format string) (left []*syntax.Binding, stay []int) {
	for k, x := range same {
		if x == nil {
			left, stay = append(left, pat[k]), append(stay, k)
		}
	}
	switch {
	case len(stay) > 0:
	case f.unused(pat):
		clear(same)
		return pat, numbers(len(pat))
	default:
		k := firstNumber(pat)
		x := *pat[k]
		x.ID, x.Name = f.job.Supply.ID(), f.job.Supply.Name(x.Name)
		left, stay = append(left, &x), append(stay, k)
	}
	for k, e := range same {
		if e != nil {
			f.did(pat[k], format, syntax.Line(e))
			f.instead(pat[k], e)
		}
	}
	return left, stay
}

// instead puts an expression in the place of a binder.
func (f *forward) instead(x *syntax.Binding, e syntax.Expr) {
	f.learn(x)
	if isSmall(e) && f.replace(x, e) {
		return
	}
	f.keep(&syntax.Let{Span: x.Span}, e, []*syntax.Binding{x})
	f.define(x, e)
}

// alike puts earlier results in the place of those that are the same in each branch,
// and gives the others of those that stay.
func (f *forward) alike(pat []*syntax.Binding, stay []int, then, els rebuilt) ([]*syntax.Binding, []int) {
	var first []int
	for i, k := range stay {
		j := slices.IndexFunc(first, func(j int) bool {
			x, y := pat[i], pat[j]
			return isSupport(x) && x.Type.Elem == y.Type.Elem && isSupport(y) && f.replaceable(pat[i:i+1]) &&
				valueOf(x, then.Res[k], then.env).equal(valueOf(y, then.Res[stay[j]], then.env)) &&
				valueOf(x, els.Res[k], els.env).equal(valueOf(y, els.Res[stay[j]], els.env))
		})
		if j < 0 {
			first = append(first, i)
			continue
		}
		f.did(pat[i], "each branch of the `if` gives what it gives for `%s`", pat[first[j]].Written())
		f.learn(pat[i])
		f.by[pat[i].ID] = pat[first[j]].Use()
	}
	return choose(pat, first), choose(stay, first)
}

// isSupport tells whether a binder can say where or how large an array is.
func isSupport(x *syntax.Binding) bool { return x.Type.IsInt() || x.Type.Elem == syntax.Mem }

// differ says why the results stay that say where another one lies.
func (f *forward) differ(pat []*syntax.Binding, why func(i int) string) {
	support := map[int]bool{}
	for _, x := range pat {
		if x.Type.Mem != nil {
			for _, v := range syntax.FreeVars(x.Type) {
				support[v.ID] = true
			}
		}
	}
	for i, x := range pat {
		if support[x.ID] {
			f.refuse(x, "stays a result: %s", why(i))
		}
	}
}

func (f *forward) unused(pat []*syntax.Binding) bool {
	for _, x := range pat {
		if f.uses[x.ID] > 0 {
			return false
		}
	}
	return true
}

// firstNumber is the first binder of a number, or 0.
func firstNumber(pat []*syntax.Binding) int {
	for k, x := range pat {
		if x.Type.IsNumber() {
			return k
		}
	}
	return 0
}

func numbers(n int) []int {
	ks := make([]int, n)
	for k := range ks {
		ks[k] = k
	}
	return ks
}

// value is an atom that a body gives. An int is known by its normal form.
type value struct {
	x     syntax.Expr
	n     poly.Poly
	isInt bool
}

// valueOf is an atom that has the type of a binder.
func valueOf(x *syntax.Binding, e syntax.Expr, env *poly.Env) value {
	if x.Type.IsInt() {
		return value{e, env.Of(e), true}
	}
	return value{x: e}
}

// expr is the value as an expression.
func (v value) expr() syntax.Expr {
	if v.isInt {
		return v.n.Expr()
	}
	return v.x
}

// equal tells whether two values are known to be the same.
func (v value) equal(w value) bool {
	if v.isInt {
		return w.isInt && poly.Compare(v.n, w.n) == poly.Equal
	}
	x, y := asVar(v.x), asVar(w.x)
	if x != nil && y != nil {
		return x.ID == y.ID
	}
	return x == nil && y == nil && syntax.Equal(v.x, w.x)
}
