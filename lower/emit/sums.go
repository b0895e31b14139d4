package emit

import (
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// sum is a variable that begins with a number before a loop, and to which each round of the loop adds a term, and nothing
// else is done to it. If the term lies between two numbers, so does the sum, for the rounds are limited.
type sum struct {
	x     int
	first int64
	term  syntax.Expr
}

// sums finds the sums of the loops.
func sums(p *imp.Program) map[imp.Stm][]sum {
	count := assignments(p)
	found := map[imp.Stm][]sum{}
	var walk func(list []imp.Stm)
	walk = func(list []imp.Stm) {
		first := map[int]int64{}
		for _, s := range list {
			switch s := s.(type) {
			case *imp.Assign:
				if k, ok := s.E.(*syntax.IntLit); ok && count[s.X.ID] == 2 {
					if v, ok := k.Val.Int64(); ok {
						first[s.X.ID] = v
					}
				}
			case *imp.If:
				walk(s.Then)
				walk(s.Else)
			case *imp.Kernel:
				walk(s.Body)
			case *imp.While:
				walk(s.Body)
			case *imp.For:
				walk(s.Body)
				for x, v := range first {
					if term := added(s.Body, x, count); term != nil {
						found[s] = append(found[s], sum{x, v, term})
					}
				}
			}
		}
	}
	walk(p.Body)
	return found
}

// added is what a round adds to a variable: x = x + term, or y = x + term and later x = y. nil: it does something else.
func added(body []imp.Stm, x int, count map[int]int) syntax.Expr {
	terms := map[int]syntax.Expr{}
	for _, s := range body {
		a, ok := s.(*imp.Assign)
		if !ok {
			continue
		}
		term := plus(a.E, x)
		if a.X.ID == x {
			if y, ok := a.E.(*syntax.Var); ok {
				term = terms[y.ID]
			}
			return term
		}
		if count[a.X.ID] == 1 && term != nil {
			terms[a.X.ID] = term
		}
	}
	return nil
}

// plus is what an expression adds to a variable, or nil.
func plus(e syntax.Expr, x int) syntax.Expr {
	b, ok := e.(*syntax.Binary)
	if !ok || b.Op != syntax.Add || b.Of != syntax.Int {
		return nil
	}
	if v, ok := b.X.(*syntax.Var); ok && v.ID == x {
		return b.Y
	}
	if v, ok := b.Y.(*syntax.Var); ok && v.ID == x {
		return b.X
	}
	return nil
}

// summing notes, while a loop is written, where its sums lie, as far as their terms are known from when the program was
// written before. What it returns is called after the loop.
func (g *gen) summing(loop imp.Stm, x *syntax.Binding) (done func()) {
	var noted []int
	for _, s := range g.sums[loop] {
		if g.known == nil {
			break
		}
		term, ok := g.known.terms[s.x]
		if r, fits := total(s.first, term, g.spans[x.ID].hi); ok && fits {
			g.spans[s.x] = r
			noted = append(noted, s.x)
		}
	}
	return func() {
		for _, s := range g.sums[loop] {
			r, fits := g.spanOf(s.term)
			if !fits {
				r = all
			}
			if t, ok := g.found.terms[s.x]; ok { // the loop is written several times
				r = span{min(r.lo, t.lo), max(r.hi, t.hi)}
			}
			g.found.terms[s.x] = r
		}
		for _, id := range noted {
			delete(g.spans, id)
		}
	}
}

// total is where a sum lies that begins with a number, after at most so many rounds.
func total(first int64, term span, rounds int64) (span, bool) {
	lo, ok1 := num.Mul64(min(term.lo, 0), rounds)
	hi, ok2 := num.Mul64(max(term.hi, 0), rounds)
	lo, ok3 := add64(first, lo)
	hi, ok4 := add64(first, hi)
	return span{lo, hi}, ok1 && ok2 && ok3 && ok4
}
