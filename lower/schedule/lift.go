package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// lift computes remainders, quotients, min, max and comparisons of ints before a loop if they do not depend on its iterations,
// with the ints that they need. The places of neighbours in an outer dimension are such, so that no iterations of that
// dimension have to be split off for them.
func lift(j *job, body []imp.Stm) []imp.Stm {
	return beforeLoops(body, func(_ imp.Stm, x *syntax.Binding, _ syntax.Expr, body []imp.Stm) (before, rest []imp.Stm) {
		return j.lifted(x, body)
	})
}

// beforeLoops rewrites kernels and for loops from the inside out: divide divides the body of one into what comes before it and
// the rest.
func beforeLoops(body []imp.Stm, divide func(s imp.Stm, x *syntax.Binding, n syntax.Expr, body []imp.Stm) (before, rest []imp.Stm)) []imp.Stm {
	return each(body, func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			switch s := s.(type) {
			case *imp.Kernel:
				before, rest := divide(s, s.X, s.N, s.Body)
				out = append(append(out, before...), s.With(s.N, or(rest, s)))
			case *imp.For:
				before, rest := divide(s, s.X, s.N, s.Body)
				out = append(append(out, before...), s.With(s.N, or(rest, s)))
			default:
				out = append(out, s)
			}
		}
		return out
	})
}

// lifted divides the body of a loop into what is computed before it, and the rest.
func (j *job) lifted(x *syntax.Binding, body []imp.Stm) (before, rest []imp.Stm) {
	inside := assigned(body)
	inside[x.ID] = true
	values := map[int]syntax.Expr{} // ints that do not depend on the iteration
	for _, s := range body {
		a, ok := s.(*imp.Assign)
		if !ok || !j.once[a.X.ID] || j.elems[a.X.ID] != syntax.Int || !syntax.Total(a.E) {
			continue
		}
		depends := false
		for _, v := range syntax.FreeVars(a.E) {
			depends = depends || j.changes[v.ID] || inside[v.ID] && values[v.ID] == nil
		}
		if !depends {
			values[a.X.ID] = a.E
		}
	}
	goes := map[int]bool{}
	var add func(id int)
	add = func(id int) {
		if e := values[id]; e != nil && !goes[id] {
			goes[id] = true
			for _, v := range syntax.FreeVars(e) {
				add(v.ID)
			}
		}
	}
	for id, e := range values {
		if asks(e) {
			add(id)
		}
	}
	for _, s := range body {
		id := -1
		switch s := s.(type) {
		case *imp.Declare:
			id = s.X.ID
		case *imp.Assign:
			id = s.X.ID
		}
		if id >= 0 && goes[id] {
			before = append(before, s)
		} else {
			rest = append(rest, s)
		}
	}
	return before, rest
}

// asks tells whether an expression has an operator that may single out iterations.
func asks(e syntax.Expr) (found bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binary); ok && b.Of == syntax.Int {
			switch b.Op {
			case syntax.Mod, syntax.Rem, syntax.Div, syntax.Quo, syntax.Min, syntax.Max:
				found = true
			default:
				found = found || syntax.Ops[b.Op].Truth
			}
		}
		return !found
	})
	return found
}
