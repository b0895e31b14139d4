package schedule

import (
	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// mostRounds and mostStms limit what a loop becomes whose rounds then differ, fewRounds and fewStms any other one.
const (
	mostRounds = 32
	mostStms   = 600
	fewRounds  = 4
	fewStms    = 60
)

// unroll writes the rounds of a for loop one after the other if their number is known and small, and if quotients or
// remainders of it then become constants. Loops of very few and short rounds are written out in any case.
func unroll(j *job, body []imp.Stm) []imp.Stm {
	return each(body, func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			f, ok := s.(*imp.For)
			if !ok {
				out = append(out, s)
				continue
			}
			k, ok := f.N.(*syntax.IntLit)
			n, fits := int64(0), false
			if ok {
				n, fits = k.Val.Int64()
			}
			stms := n * int64(size(f.Body))
			if !fits || (n > fewRounds || stms > fewStms) && (n > mostRounds || stms > mostStms || !divides(f.Body, f.X.ID)) {
				out = append(out, s)
				continue
			}
			for i := int64(1); i <= n; i++ {
				out = append(out, j.copied(f.Body, map[int]syntax.Expr{f.X.ID: &syntax.IntLit{Val: num.Of(i)}})...)
			}
		}
		return out
	})
}

// divides tells whether statements divide something that depends on a variable alone.
func divides(list []imp.Stm, id int) (found bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Assign); ok {
			syntax.Walk(a.E, func(n syntax.Node) bool {
				if b, ok := n.(*syntax.Binary); ok && b.Of == syntax.Int && (b.Op == syntax.Div || b.Op == syntax.Mod || b.Op == syntax.Quo || b.Op == syntax.Rem) {
					vars := syntax.FreeVars(b)
					found = found || len(vars) == 1 && vars[0].ID == id
				}
				return !found
			})
		}
		return !found
	})
	return found
}
