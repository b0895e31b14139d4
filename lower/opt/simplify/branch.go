package simplify

import (
	"slices"
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// branches rebuilds an if. If its condition is known, the taken branch replaces it. Results
// that both branches agree on are removed (§3.5): their values are bound before the if.
func (f *forward) branches(s *syntax.Let, e *syntax.If) {
	c := f.expr(e.Cond)
	if t, known := f.holds(c); known && f.replaceable(s.Pat) {
		f.taken(s, e, t)
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

// taken replaces an if by the branch that it takes, and notes what its results are.
func (f *forward) taken(s *syntax.Let, e *syntax.If, t bool) {
	b := map[bool]*syntax.Body{true: e.Then, false: e.Else}[t]
	f.inline(s.Pat, b)
	var is []string
	for k, x := range s.Pat {
		is = append(is, "`"+x.Written()+"` is `"+syntax.Line(f.expr(b.Res[k]))+"`")
	}
	f.did(rewrite.Subject(s.Pat), "the condition of its `if` is always %s: %s", map[bool]string{true: "true", false: "false"}[t], strings.Join(is, ", "))
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

// inline replaces a statement by a body.
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

// branch rebuilds a branch, where the condition is known.
func (f *forward) branch(c syntax.Expr, t bool, b *syntax.Body) rebuilt {
	if x := asVar(c); x != nil {
		f.truth[x.ID] = t
		defer delete(f.truth, x.ID)
	}
	return f.inScope(b)
}

// inScope rebuilds a body in a scope of its own.
func (f *forward) inScope(b *syntax.Body) (out rebuilt) {
	f.scoped(func() { out = rebuilt{f.body(b), f.env} })
	return out
}

// only returns the body with some of its results.
func (b rebuilt) only(stay []int) *syntax.Body {
	return &syntax.Body{Span: b.Span, Stms: b.Stms, Res: choose(b.Res, stay)}
}

// choose returns the members of a list with the given numbers.
func choose[T any](list []T, which []int) []T {
	out := make([]T, len(which))
	for i, k := range which {
		out[i] = list[k]
	}
	return out
}

// agreed returns, for each result of an if, what it is in both branches, or nil. What both
// know is bound before the if.
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

// alike replaces results that equal an earlier result in each branch by that one, and
// returns the remaining results that stay.
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

// differ says why the results that say where another result lies stay.
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
