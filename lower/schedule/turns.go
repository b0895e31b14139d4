package schedule

import (
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// mostTurns is how many iterations become one, and mostTurned how large that may be.
const (
	mostTurns  = 4
	mostTurned = 160
)

// turns makes one iteration of several if a condition asks for the remainder of their index by a small number, as where
// even and odd elements are computed in different ways. Each of them has its answer then, and no branch is left.
func turns(j *job, body []imp.Stm) []imp.Stm {
	return each(body, func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			if k, ok := s.(*imp.Kernel); ok {
				if n := j.turn(k); n > 1 && n*size(k.Body) <= mostTurned {
					out = append(out, j.inTurns(k, n)...)
					continue
				}
			}
			out = append(out, s)
		}
		return out
	})
}

// turn is after how many iterations of a kernel the conditions in it begin anew, or 1. An iteration has its own of the
// variables that it assigns to, so none may be from outside: the next iteration would see what this one left.
func (j *job) turn(k *imp.Kernel) int {
	if !syntax.IsAtom(k.N) || !simple(k.Body) {
		return 1
	}
	for id := range assigned(k.Body) {
		if !declares(k.Body, id) {
			return 1
		}
	}
	asked, values := map[int]bool{}, []*imp.Assign(nil) // what conditions depend on
	ask := func(e syntax.Expr) {
		for _, x := range syntax.FreeVars(e) {
			asked[x.ID] = true
		}
	}
	env, n := &poly.Env{}, 1
	i := env.Of(k.X.Use())
	see := func(e syntax.Expr) {
		syntax.Walk(e, func(m syntax.Node) bool {
			b, ok := m.(*syntax.Binary)
			if !ok || b.Of != syntax.Int || b.Op != syntax.Mod {
				return true
			}
			by, ok := constantOf(env.Of(b.Y))
			if !ok || by < 2 || by > mostTurns || n > 1 && by != n {
				return true
			}
			p := env.Of(b.X)
			if _, ok := residue(p.Subst(map[int]poly.Poly{k.X.ID: poly.Int(num.Of(int64(by))).Mul(i)}), by); ok && mentions(p, k.X.ID) {
				n = by
			}
			return true
		})
	}
	var conds []syntax.Expr
	imp.Walk(k.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assign:
			values = append(values, s)
			if j.once[s.X.ID] && j.elems[s.X.ID] == syntax.Int && syntax.Total(s.E) {
				env.Define(s.X.ID, env.Of(s.E))
			}
		case *imp.If:
			ask(s.Cond)
			conds = append(conds, s.Cond)
		}
		return true
	})
	for _, a := range slices.Backward(values) {
		if asked[a.X.ID] {
			ask(a.E)
			see(a.E)
		}
	}
	for _, c := range conds {
		see(c)
	}
	return n
}

// residue is the remainder of p by n, if it is the same whatever the variables of p are.
func residue(p poly.Poly, n int) (r int, ok bool) {
	by, rest := num.Of(int64(n)), num.Of(0)
	for _, t := range p.Terms() {
		if t.Mono.Degree() == 0 {
			rest = t.Coef
			continue
		}
		if m, err := t.Coef.Mod(by); err != nil || !m.IsZero() {
			return 0, false
		}
	}
	m, err := rest.Mod(by)
	v, fits := m.Int64()
	return int(v), err == nil && fits
}

// inTurns is a kernel of which n iterations are one, and those that are left.
func (j *job) inTurns(k *imp.Kernel, n int) []imp.Stm {
	count, turn := j.fresh(k.X.Name+"_turns", syntax.Int), j.fresh(k.X.Name+"_turn", syntax.Int)
	out := j.let(count, bin(syntax.Quo, k.N, lit(n)), k)
	var body []imp.Stm
	for m := range n {
		i := j.fresh(k.X.Name, syntax.Int)
		body = append(body, j.let(i, bin(syntax.Sub, bin(syntax.Mul, lit(n), turn.Use()), lit(n-1-m)), k)...)
		body = append(body, j.copied(k.Body, map[int]syntax.Expr{k.X.ID: i.Use()})...)
	}
	j.count(body)
	body = newFolder(j).body(turn, count.Use(), body)
	out = append(out, &imp.Kernel{Span: k.Span, X: turn, N: count.Use(), Body: body, Apart: k.Apart, Near: k.Near})

	rest, left, i := j.fresh(k.X.Name+"_rest", syntax.Int), j.fresh(k.X.Name+"_left", syntax.Int), j.fresh(k.X.Name, syntax.Int)
	out = append(out, j.let(rest, bin(syntax.Sub, k.N, bin(syntax.Mul, lit(n), count.Use())), k)...)
	last := j.let(i, bin(syntax.Add, bin(syntax.Mul, lit(n), count.Use()), left.Use()), k)
	last = append(last, j.copied(k.Body, map[int]syntax.Expr{k.X.ID: i.Use()})...)
	return append(out, &imp.Kernel{Span: k.Span, X: left, N: rest.Use(), Body: last, Apart: k.Apart, Near: k.Near})
}
