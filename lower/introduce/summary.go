package introduce

import (
	"slices"

	"funmem/semantics/syntax"
)

// summary says of each result of a function where it may lie.
type summary []place

// place is where a result may lie: in the blocks of arguments, in blocks that the
// function made, or that were made over to it (two results that have a number in
// common may share one), and in others.
type place struct {
	args   []int
	own    []int
	others []*origin
}

// summary is that of a function of the program, as far as it is known.
func (a *aliases) summary(d *syntax.Def) summary {
	param := map[*origin]int{}
	for i, x := range d.Params {
		if !x.Unique || a.written[d.Name] {
			param[a.origins[made{by: x}]] = i
		}
	}
	in := map[*origin]int{} // the results that may lie there, as a set of bits
	for i, x := range d.Body.Res {
		for o := range a.ofExpr(x) {
			in[o] |= 1 << i
		}
	}
	s := make(summary, len(d.Body.Res))
	for i, x := range d.Body.Res {
		for o := range a.ofExpr(x) {
			if k, ok := param[o]; ok {
				s[i].args = append(s[i].args, k)
			} else if !o.isIn(d) {
				s[i].others = append(s[i].others, o)
			} else if !slices.Contains(s[i].own, in[o]) {
				s[i].own = append(s[i].own, in[o])
			}
		}
	}
	return s
}

// ofExpr are the origins that an operand may show.
func (a *aliases) ofExpr(x syntax.Expr) map[*origin]bool {
	if v, ok := x.(*syntax.Var); ok {
		return a.of(v.ID)
	}
	return nil
}

// kept are the summaries of the functions of a program, for later ones: to those
// its own variables are elsewhere.
func (a *aliases) kept() map[string]summary {
	all := map[string]summary{}
	for name, d := range a.defs {
		s := a.summary(d)
		for i := range s {
			if len(s[i].others) > 0 {
				s[i].others = []*origin{elsewhere}
			}
		}
		all[name] = s
	}
	return all
}

// call says what a call returns. One that passes memory to a function which did not
// carry any when it came has other parameters than that: it may return anything.
func (a *aliases) call(s *syntax.Let, e *syntax.Call) {
	results, known := a.earlier[e.Fn]
	if d := a.defs[e.Fn]; d != nil {
		results, known = a.summary(d), true
	}
	if !known || isWritten(s.Pat) != a.written[e.Fn] {
		for _, p := range s.Pat {
			a.add(p, elsewhere)
			for _, x := range e.Args {
				a.same(p, x)
			}
		}
		return
	}
	for i, p := range s.Pat {
		for _, k := range results[i].args {
			a.same(p, e.Args[k])
		}
		for _, k := range results[i].own {
			a.add(p, a.origin(made{by: s, number: k}))
		}
		for _, o := range results[i].others {
			a.add(p, o)
		}
	}
}
