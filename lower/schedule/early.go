package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// atOnce is how many rounds of a loop run before it is asked whether the others change anything.
const atOnce = 16

// early leaves loops whose result does not change any more, and decides whether a while goes on: a conjunction or product
// that is 0, and a disjunction that is 1.
func early(j *job, body []imp.Stm) []imp.Stm {
	decides := deciding(body)
	return each(body, func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			if f, ok := s.(*imp.For); ok {
				if x, last := j.absorbed(f); x != nil && decides[x.ID] {
					out = append(out, j.inShares(f, x, last)...)
					continue
				}
			}
			out = append(out, s)
		}
		return out
	})
}

// deciding are the variables that decide whether whiles go on.
func deciding(body []imp.Stm) map[int]bool {
	set, from, all := map[int]bool{}, map[int][]int{}, []int(nil)
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assign:
			for _, y := range syntax.FreeVars(s.E) {
				from[s.X.ID] = append(from[s.X.ID], y.ID)
			}
		case *imp.If:
			for id := range assigned([]imp.Stm{s}) {
				for _, y := range syntax.FreeVars(s.Cond) {
					from[id] = append(from[id], y.ID)
				}
			}
		case *imp.While:
			for _, y := range syntax.FreeVars(s.Cond) {
				all = append(all, y.ID)
			}
		}
		return true
	})
	for len(all) > 0 {
		id := all[len(all)-1]
		all = all[:len(all)-1]
		if !set[id] {
			set[id] = true
			all = append(all, from[id]...)
		}
	}
	return set
}

// absorbed returns the variable that a loop computes, if that is all it does, and the number that it keeps once it has it;
// otherwise nil. No round may be stuck: those that are left out would be. What is read exists, as a check has shown before.
func (j *job) absorbed(f *imp.For) (x *syntax.Var, keeps int) {
	if !syntax.IsAtom(f.N) || !simple(f.Body) || len(f.Body) == 0 {
		return nil, 0
	}
	if k, ok := constantOfExpr(f.N); ok && k <= atOnce {
		return nil, 0
	}
	last, ok := f.Body[len(f.Body)-1].(*imp.Assign)
	if !ok || j.elems[last.X.ID] != syntax.Int || f.X.ID == last.X.ID {
		return nil, 0
	}
	x = last.X
	if v, ok := f.N.(*syntax.Var); ok && v.ID == x.ID {
		return nil, 0
	}
	fine, own := true, map[int]bool{}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			own[s.X.ID] = true
		case *imp.Write, *imp.Check:
			fine = false
		case *imp.Assign:
			fine = fine && syntax.Total(s.E) && (own[s.X.ID] || s == last)
		case *imp.Read:
			fine = fine && syntax.Total(s.At) && own[s.X.ID]
		case *imp.If:
			fine = fine && syntax.Total(s.Cond)
		}
		return fine
	})
	if !fine || own[x.ID] {
		return nil, 0
	}
	y, by := x, imp.Stm(last) // x gets the value that y gets by a statement
	if v, ok := last.E.(*syntax.Var); ok {
		y, by = v, nil
		for _, s := range f.Body {
			if assigned([]imp.Stm{s})[y.ID] {
				by = s // the last one
			}
		}
	}
	switch by := by.(type) {
	case *imp.Assign:
		b, ok := by.E.(*syntax.Binary)
		if ok && b.Of == syntax.Int && (b.Op == syntax.Mul || b.Op == syntax.BitAnd) && (syntax.IsVar(b.X, x.ID) || syntax.IsVar(b.Y, x.ID)) {
			return x, 0
		}
	case *imp.If:
		if !syntax.IsVar(by.Cond, x.ID) {
			return nil, 0
		}
		for keeps, branch := range [][]imp.Stm{by.Else, by.Then} {
			a, ok := branch[len(branch)-1].(*imp.Assign)
			if !ok || a.X.ID != y.ID {
				continue
			}
			if k, ok := constantOfExpr(a.E); ok && k == keeps {
				return x, keeps
			}
		}
	}
	return nil, 0
}

func constantOfExpr(e syntax.Expr) (int, bool) {
	k, ok := e.(*syntax.IntLit)
	if !ok {
		return 0, false
	}
	v, ok := k.Val.Int64()
	return int(v), ok
}

// inShares is a loop in shares, each of which runs unless x has the number that it keeps.
func (j *job) inShares(f *imp.For, x *syntax.Var, keeps int) []imp.Stm {
	shares, share := j.fresh(f.X.Name+"_shares", syntax.Int), j.fresh(f.X.Name+"_share", syntax.Int)
	from, here, round := j.fresh(f.X.Name+"_from", syntax.Int), j.fresh(f.X.Name+"_here", syntax.Int), j.fresh(f.X.Name+"_round", syntax.Int)
	out := j.let(shares, bin(syntax.Quo, bin(syntax.Add, f.N, lit(atOnce-1)), lit(atOnce)), f)
	list := j.let(from, bin(syntax.Mul, lit(atOnce), bin(syntax.Sub, share.Use(), lit(1))), f)
	list = append(list, j.let(here, bin(syntax.Min, lit(atOnce), bin(syntax.Sub, f.N, from.Use())), f)...)
	inner := append(j.let(f.X, bin(syntax.Add, from.Use(), round.Use()), f), f.Body...)
	list = append(list, &imp.For{Span: f.Span, X: round, N: here.Use(), Body: inner})
	return append(out, &imp.For{Span: f.Span, X: share, N: shares.Use(), Body: []imp.Stm{&imp.If{
		Span: f.Span, Cond: bin(syntax.Ne, x, lit(keeps)), Then: list, Else: []imp.Stm{&imp.Skip{Span: f.Span}},
	}}})
}
