package flatten

import (
	"slices"

	"funmem/semantics/syntax"
)

// Some statements are well-typed only because of a check before them, which equates two sizes. A row that does such a
// statement makes these checks first.

// rest makes the checks on which a statement may rest that has some free variables: those before it whose variables have to
// do with its own, also by their definitions and sizes, or by another check.
func (r *row) rest(xs []*syntax.Var) {
	var checks []*step
	for c := r.c; c != nil; c = c.up {
		for _, s := range c.checks {
			if s.order < r.order && !r.done[s] {
				checks = append(checks, s)
			}
		}
	}
	if len(checks) == 0 {
		return
	}
	related := map[int]bool{}
	r.l.relate(related, xs)
	needed := map[*step]bool{}
	for _, s := range checks {
		if s.absurd {
			for _, s := range checks {
				needed[s] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range checks {
			own := map[int]bool{}
			r.l.relate(own, syntax.FreeVars(s.stm))
			if !needed[s] && meet(own, related) {
				needed[s], changed = true, true
				for id := range own {
					related[id] = true
				}
			}
		}
	}
	slices.SortFunc(checks, func(a, b *step) int { return a.order - b.order })
	for k := range checks {
		if needed[checks[k]] {
			r.run(checks[k])
		}
	}
}

// outsiders is the ID that all ints from outside have in common: their definitions are not known here.
const outsiders = 0

// relate adds variables, those of their definitions, and those of their sizes.
func (l *lifter) relate(set map[int]bool, xs []*syntax.Var) {
	for _, x := range xs {
		if set[x.ID] {
			continue
		}
		set[x.ID] = true
		l.relate(set, free(l.typeOf(x).Dims))
		if v := l.vars[x.ID]; v != nil {
			l.relate(set, v.definition())
		} else if l.typeOf(x).IsInt() {
			set[outsiders] = true
		}
	}
}

// definition are the variables of the scalar operation, or of the other name, that a variable stands for.
func (v *variable) definition() []*syntax.Var {
	switch p := v.place.(type) {
	case alias:
		return syntax.FreeVars(p.x)
	case repeated:
		if let := p.s.stm.(*syntax.Let); syntax.IsScalar(let.Exp) {
			return syntax.FreeVars(let.Exp)
		}
	}
	return nil
}

func meet(a, b map[int]bool) bool {
	for id := range a {
		if b[id] {
			return true
		}
	}
	return false
}
