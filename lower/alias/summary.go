package alias

import (
	"slices"

	"funmem/semantics/syntax"
)

// Summary says where each result of a function may lie.
type Summary []place

// place is where a result may lie: in the blocks of arguments, in blocks that the function
// made or that were handed over to it (two results with a number in common may share one),
// and in others.
type place struct {
	args   []int
	own    []int
	others []*Origin
}

// summary returns the summary of a function of the program, as far as it is known.
func (a *Aliases) summary(d *syntax.Def) Summary {
	param := map[*Origin]int{}
	for i, x := range d.Params {
		if !x.Unique || a.Written[d.Name] {
			param[a.origins[made{by: x}]] = i
		}
	}
	in := map[*Origin]int{} // the results that may lie there, as a set of bits
	for i, x := range d.Body.Res {
		for o := range a.OfExpr(x) {
			in[o] |= 1 << i
		}
	}
	s := make(Summary, len(d.Body.Res))
	for i, x := range d.Body.Res {
		for o := range a.OfExpr(x) {
			if k, ok := param[o]; ok {
				s[i].args = append(s[i].args, k)
			} else if !o.IsIn(d) {
				s[i].others = append(s[i].others, o)
			} else if !slices.Contains(s[i].own, in[o]) {
				s[i].own = append(s[i].own, in[o])
			}
		}
	}
	return s
}

// OfExpr returns the origins that an operand may show.
func (a *Aliases) OfExpr(x syntax.Expr) map[*Origin]bool {
	if v, ok := x.(*syntax.Var); ok {
		return a.Of(v.ID)
	}
	return nil
}

// Results returns the summaries of the functions of a program, for later programs. To
// those, the variables of this program are Elsewhere.
func (a *Aliases) Results() map[string]Summary {
	all := map[string]Summary{}
	for name, d := range a.defs {
		s := a.summary(d)
		for i := range s {
			if len(s[i].others) > 0 {
				s[i].others = []*Origin{Elsewhere}
			}
		}
		all[name] = s
	}
	return all
}

// call notes what a call returns. If it passes memory to a function that came without
// memory, its arguments do not match the parameters: it may return anything.
func (a *Aliases) call(s *syntax.Let, e *syntax.Call) {
	results, known := a.Earlier[e.Fn]
	if d := a.defs[e.Fn]; d != nil {
		results, known = a.summary(d), true
	}
	if !known || CarriesMemory(s.Pat) != a.Written[e.Fn] {
		for _, p := range s.Pat {
			a.add(p, Elsewhere)
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
