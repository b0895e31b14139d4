package simplify

import (
	"funmem/lower/rewrite"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// forward goes through a program from its beginning with what is known so far. Since
// IDs are unique, one map serves all scopes.
type forward struct {
	*state
	by       map[int]syntax.Expr // what replaces a variable: another one, or a constant
	gamma    rewrite.Types
	env      *poly.Env           // the ints, as the type rules know them
	made     map[int]syntax.Expr // the expressions of arrays
	seen     *table              // the expressions that variables stand for
	truth    map[int]bool        // of the conditions of the branches around
	bound    []int               // bound in the scopes around, in order
	gone     map[int]bool        // bound in a scope that has ended
	uses     map[int]int         // of variables, in the program as it was
	operands map[int]int         // uses outside LMADs
	eaten    map[int]bool        // arrays that Fun changes, which FUNMEM should do in place
	shared   map[int]blockUse    // for FUNMEM: what the program does with blocks, by ID
	writes   []int               // for FUNMEM: the blocks written to so far, anyBlock for a call
	out      []syntax.Stm        // of the current body
}

// forward rebuilds a program.
func (s *state) forward(p *syntax.Program) *syntax.Program {
	f := &forward{
		state: s, by: map[int]syntax.Expr{}, gamma: rewrite.TypesOf(p, s.job.Type), env: &poly.Env{},
		made: map[int]syntax.Expr{}, seen: newTable(), truth: map[int]bool{}, gone: map[int]bool{}, uses: usesIn(p, true), operands: usesIn(p, false),
	}
	if s.mem {
		f.shared = s.blocksIn(p)
	} else {
		f.eaten = s.eatenIn(p)
	}
	out := &syntax.Program{Span: p.Span, Comments: p.Comments}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			out.Decls = append(out.Decls, f.def(d))
		case syntax.Stm:
			s.within(nil)
			f.out = nil
			f.stm(d)
			for _, s := range f.out {
				out.Decls = append(out.Decls, s)
			}
		case *syntax.In:
			out.Decls = append(out.Decls, &syntax.In{Span: d.Span, Res: f.exprs(d.Res)})
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

// usesIn counts the uses of variables, with those in LMADs or without.
func usesIn(p *syntax.Program, lmads bool) map[int]int {
	uses := map[int]int{}
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Var:
			uses[n.ID]++
		case *syntax.LMAD:
			return lmads
		}
		return true
	})
	return uses
}

// def rebuilds the body of a function. Its signature stays, and it uses no more
// variables from outside than it did.
func (f *forward) def(d *syntax.Def) *syntax.Def {
	f.within(d)
	seen := f.seen
	f.seen = newTable()
	out := *d
	f.scoped(func() {
		f.bind(d.Sizes...)
		f.bind(d.Params...)
		out.Body = f.body(d.Body)
	})
	f.seen = seen
	return &out
}

// scoped visits code in a scope of its own.
func (f *forward) scoped(visit func()) {
	env, n, m := f.env, len(f.bound), f.seen.mark()
	f.env = env.Clone()
	visit()
	for _, id := range f.bound[n:] {
		f.gone[id] = true
	}
	f.bound, f.env = f.bound[:n], env
	f.seen.rollback(m)
}

// bind notes binders that stay in the program.
func (f *forward) bind(bs ...*syntax.Binding) {
	f.gamma.Bind(bs...)
	for _, b := range bs {
		f.bound = append(f.bound, b.ID)
	}
}

// body rebuilds a body, in the current scope.
func (f *forward) body(b *syntax.Body) *syntax.Body {
	around := f.out
	f.out = nil
	for _, s := range b.Stms {
		f.stm(s)
	}
	out := &syntax.Body{Span: b.Span, Stms: f.out, Res: f.exprs(b.Res)}
	f.out = around
	return out
}

// stm rebuilds a statement. It may become several statements or none.
func (f *forward) stm(s syntax.Stm) {
	switch s := s.(type) {
	case *syntax.Check:
		f.check(s)
	case *syntax.Let:
		f.let(s)
	}
}

func (f *forward) let(s *syntax.Let) {
	switch e := s.Exp.(type) {
	case *syntax.If:
		f.branches(s, e)
	case *syntax.Loop:
		f.loop(s, e)
	case *syntax.Kernel:
		f.kernel(s, e)
	case *syntax.Reduce, *syntax.Scan:
		f.fold(s, syntax.FoldOf(e))
	default:
		e = f.expr(e)
		if k := f.element(e); k != nil && f.replaceAll(s.Pat, []syntax.Expr{k}) {
			f.count(elements)
			return
		}
		if syntax.IsScalar(e) {
			f.number(s, e)
		} else {
			f.array(s, e)
		}
	}
}

// keep adds a statement to the body.
func (f *forward) keep(s *syntax.Let, e syntax.Expr, pat []*syntax.Binding) {
	l := &syntax.Let{Span: s.Span, Pat: pat, Exp: e, Doc: s.Doc}
	f.bind(pat...)
	f.out = append(f.out, l)
	f.writes = append(f.writes, f.writtenBy(l)...)
}

// check drops an equation that is known to hold.
func (f *forward) check(s *syntax.Check) {
	c := &syntax.Check{Span: s.Span, X: syntax.MapExpr(s.X, f.part), Y: syntax.MapExpr(s.Y, f.part), Why: s.Why}
	x, y := f.env.Of(c.X), f.env.Of(c.Y)
	if poly.Compare(x, y) == poly.Equal {
		f.count(provedChecks)
		return
	}
	f.env.Equate(x, y)
	f.at.refuted = f.at.refuted || f.env.Absurd()
	f.out = append(f.out, c)
}

// kernel rebuilds a kernel.
func (f *forward) kernel(s *syntax.Let, e *syntax.Kernel) {
	out := &syntax.Kernel{Span: e.Span, Index: []syntax.Bound{{X: e.Index[0].X, N: f.expr(e.Index[0].N)}}}
	f.repeated(s, func() {
		f.bind(e.Index[0].X)
		out.Body = f.body(e.Body)
	})
	f.array(s, out)
}

// fold rebuilds a reduce or scan.
func (f *forward) fold(s *syntax.Let, e *syntax.Fold) {
	out := &syntax.Fold{Span: e.Span, Name: e.Name, Ne: f.exprs(e.Ne), Xs: f.exprs(e.Xs)}
	l := e.Lambda()
	f.repeated(s, func() {
		params := f.pattern(l.Params)
		f.bind(params...)
		out.Fn = &syntax.Lambda{Span: l.Span, Params: params, Groups: l.Groups, Body: f.body(l.Body), Mapped: l.Mapped}
	})
	f.array(s, out.Expr())
}

// repeated visits the body of a statement, which may be evaluated several times: its writes
// count as done from the beginning.
func (f *forward) repeated(s *syntax.Let, visit func()) {
	f.writes = append(f.writes, f.writtenIn(s)...)
	f.scoped(visit)
}
