package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// mostPeeled is how many iterations may run on their own at each border, and mostSplit how large a body may be.
const (
	mostPeeled = 4
	mostSplit  = 400
)

// split runs the first and last iterations of a kernel on their own, if conditions, remainders, min or max tell them
// from the others. What is left in the middle no longer asks.
func split(j *job, body []imp.Stm) []imp.Stm {
	s := &splitter{newFolder(j)}
	return s.stms(body)
}

type splitter struct{ *folder }

func (s *splitter) stms(list []imp.Stm) (out []imp.Stm) {
	for _, m := range list {
		switch m := m.(type) {
		case *imp.Assign:
			s.define(m)
			out = append(out, m)
		case *imp.If:
			out = append(out, &imp.If{Span: m.Span, Cond: m.Cond, Then: s.stms(m.Then), Else: s.stms(m.Else)})
		case *imp.For:
			out = append(out, m.With(m.N, s.stms(m.Body)))
		case *imp.While:
			out = append(out, &imp.While{Span: m.Span, Cond: m.Cond, Body: s.stms(m.Body)})
		case *imp.Kernel:
			out = append(out, s.kernel(m)...)
		default:
			out = append(out, m)
		}
	}
	return out
}

// kernel splits a kernel. The borders keep their body as it is; the kernels in the middle are split too.
func (s *splitter) kernel(k *imp.Kernel) []imp.Stm {
	n, atom := s.env.Of(k.N), syntax.IsAtom(k.N)
	lo, hi := s.borders(k, n)
	inner := &imp.Kernel{Span: k.Span, X: k.X, N: k.N}
	if !atom || lo+hi == 0 || !s.fixed(n) || size(k.Body) > mostSplit || assigned(k.Body)[k.X.ID] {
		inner.Body = s.stms(k.Body)
		return []imp.Stm{inner}
	}
	first, last, rest := s.fresh(k.X.Name+"_first", syntax.Int), s.fresh(k.X.Name+"_last", syntax.Int), s.fresh(k.X.Name+"_rest", syntax.Int)

	// the borders: iterations 1 to first, and then the last ones
	e, i := s.fresh(k.X.Name+"_border", syntax.Int), s.fresh(k.X.Name, syntax.Int)
	s.few[e.ID] = true
	borders := []imp.Stm{&imp.Declare{Span: k.Span, X: i}, &imp.If{
		Span: k.Span, Cond: bin(syntax.Le, e.Use(), first.Use()),
		Then: []imp.Stm{&imp.Assign{Span: k.Span, X: i.Use(), E: e.Use()}},
		Else: []imp.Stm{&imp.Assign{Span: k.Span, X: i.Use(), E: bin(syntax.Add, e.Use(), rest.Use())}},
	}}
	borders = append(borders, s.copied(k.Body, map[int]syntax.Expr{k.X.ID: i.Use()})...)
	count, m := s.fresh(k.X.Name+"_borders", syntax.Int), s.fresh(k.X.Name+"_middle", syntax.Int)
	x, middle, lo, hi := s.middle(k, n, lo, hi)

	var out []imp.Stm
	out = append(out, s.let(first, bin(syntax.Min, lit(lo), k.N), k)...)
	out = append(out, s.let(rest, bin(syntax.Max, bin(syntax.Sub, k.N, lit(lo+hi)), lit(0)), k)...)
	out = append(out, s.let(last, bin(syntax.Sub, bin(syntax.Sub, k.N, first.Use()), rest.Use()), k)...)
	out = append(out, s.let(count, bin(syntax.Add, first.Use(), last.Use()), k)...)
	out = append(out, &imp.Kernel{Span: k.Span, X: e, N: count.Use(), Body: borders})
	middle = append(s.let(x, bin(syntax.Add, m.Use(), lit(lo)), k), middle...)
	return append(out, &imp.Kernel{Span: k.Span, X: m, N: rest.Use(), Body: middle})
}

// middle is what iterations lo + 1 to n - hi of a kernel do, with an index of their own. Where it shows that more of them are
// like the first or last ones, as a neighbour of a neighbour does, these are left out too.
func (s *splitter) middle(k *imp.Kernel, n poly.Poly, lo, hi int) (x *syntax.Binding, body []imp.Stm, first, last int) {
	for {
		x = s.fresh(k.X.Name, syntax.Int)
		in := &folder{job: s.job, env: s.env.Clone(), facts: s.facts, known: map[int]syntax.Expr{}}
		at := in.env.Of(x.Use())
		in.facts.NonNeg(at.Sub(s.env.Of(lit(lo + 1))))
		in.facts.NonNeg(n.Sub(s.env.Of(lit(hi))).Sub(at))
		body = s.copied(k.Body, map[int]syntax.Expr{k.X.ID: x.Use()})
		s.count(body)
		body = in.stms(body)
		s.count(body)
		inner := &splitter{&folder{job: s.job, env: in.env.Clone(), facts: in.facts, known: map[int]syntax.Expr{}}}
		lo2, hi2 := inner.borders(&imp.Kernel{X: x, N: k.N, Body: body}, n)
		if lo2 <= lo && hi2 <= hi {
			return x, inner.stms(body), lo, hi
		}
		lo, hi = max(lo, lo2), max(hi, hi2)
	}
}

// borders returns how many iterations at each end conditions of the body tell from the others. What is computed around
// inner kernels, such as the index of a neighbour, is computed once for all of their iterations, so it tells nothing.
func (s *splitter) borders(k *imp.Kernel, n poly.Poly) (lo, hi int) {
	in := s.inner()
	i := in.env.Of(k.X.Use())
	peel := func(first, last poly.Poly) { // iterations up to first, and from last on
		if v, ok := constantOf(first); ok && 1 <= v && v <= mostPeeled {
			lo = max(lo, v)
		}
		if v, ok := constantOf(n.Sub(last).Add(one)); ok && 1 <= v && v <= mostPeeled {
			hi = max(hi, v)
		}
	}
	// at is where d = ±i + rest changes from d < 0 to d >= 0
	at := func(d poly.Poly) {
		for _, sign := range []poly.Poly{i, i.Neg()} {
			rest := d.Sub(sign)
			if mentions(rest, k.X.ID) {
				continue
			}
			edge := rest // d = rest - i >= 0 up to i = rest
			if sign.Sub(i).IsZero() {
				edge = rest.Neg().Sub(one) // d = rest + i < 0 up to i = -rest - 1
			}
			peel(edge, edge.Add(one))
		}
	}
	around := hasKernel(k.Body)
	visit := func(e syntax.Expr) {
		syntax.Walk(e, func(m syntax.Node) bool {
			b, ok := m.(*syntax.Binary)
			if !ok || b.Of != syntax.Int {
				return true
			}
			if around && !syntax.Ops[b.Op].Truth {
				return false
			}
			x, y := in.env.Of(b.X), in.env.Of(b.Y)
			switch d := y.Sub(x); b.Op {
			case syntax.Lt, syntax.Ge:
				at(d.Sub(one))
			case syntax.Le, syntax.Gt, syntax.Min, syntax.Max:
				at(d)
			case syntax.Eq, syntax.Ne:
				at(d)
				at(d.Sub(one))
			case syntax.Mod, syntax.Rem:
				if _, ok := y.Const(); !ok { // by a constant it stays what it is
					at(x)
					at(y.Sub(x).Sub(one))
				}
			}
			return true
		})
	}
	imp.Walk(k.Body, func(m imp.Stm) bool {
		switch m := m.(type) {
		case *imp.Assign:
			visit(m.E)
			in.define(m)
		case *imp.Read:
			visit(m.At)
		case *imp.Write:
			visit(m.At)
		case *imp.If:
			visit(m.Cond)
		case *imp.Check:
			for k, op := range m.Rels {
				if _, l := m.Terms[k].(*syntax.Length); l {
					continue
				}
				if _, l := m.Terms[k+1].(*syntax.Length); l {
					continue
				}
				visit(&syntax.Binary{Op: op, X: m.Terms[k], Y: m.Terms[k+1], Of: syntax.Int})
			}
		}
		return true
	})
	return lo, hi
}

// hasKernel tells whether there are kernels in statements.
func hasKernel(list []imp.Stm) (found bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		_, ok := s.(*imp.Kernel)
		found = found || ok
		return !found
	})
	return found
}

func constantOf(p poly.Poly) (int, bool) {
	k, ok := p.Const()
	if !ok {
		return 0, false
	}
	v, ok := k.Int64()
	return int(v), ok && v == int64(int(v))
}

// mentions tells whether a variable occurs in p.
func mentions(p poly.Poly, id int) (found bool) {
	p.EachVar(func(x int) { found = found || x == id })
	return found
}
