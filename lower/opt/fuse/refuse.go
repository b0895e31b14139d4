package fuse

import (
	"slices"
	"strings"

	"funmem/lower/rewrite"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// overwritten returns a refusal if something that the elements read is updated before the
// last of them would be read.
func (f *fuser) overwritten(l *syntax.Let, u *usage, rest []syntax.Stm) *rewrite.Refusal {
	last := 0
	for _, s := range u.sites {
		last = max(last, s.last)
	}
	v, at := f.updated(l, rest[:last+1])
	if v == nil {
		return nil
	}
	return rewrite.Refuse(u.first(l), "stays: `%s`, which it is made of, is updated before it is read, and would be copied", f.names[v.ID]).Because(at, "it is updated here")
}

// updated returns an array that a statement reads and others update, and where, or nil.
func (f *fuser) updated(l *syntax.Let, by []syntax.Stm) (found *syntax.Var, where diag.Span) {
	reads := map[int]bool{}
	for _, v := range syntax.FreeVars(l.Exp) {
		if f.types.IsArray(v) {
			reads[f.whole(v.ID)] = true
		}
	}
	change := func(x syntax.Expr, at diag.Span) {
		if v, ok := x.(*syntax.Var); ok && found == nil && reads[f.whole(v.ID)] {
			found, where = v, at
		}
	}
	for _, s := range by {
		syntax.Walk(s, func(n syntax.Node) bool {
			let, ok := n.(*syntax.Let)
			if !ok {
				return true
			}
			switch e := let.Exp.(type) {
			case *syntax.With:
				change(e.X, let.Span)
			case *syntax.Call:
				f.changedBy(e, func(x syntax.Expr) { change(x, let.Span) })
			}
			return true
		})
	}
	return found, where
}

// changedBy visits the arguments that a function may overwrite.
func (f *fuser) changedBy(e *syntax.Call, visit func(x syntax.Expr)) {
	d := f.function(e.Fn)
	if d == nil {
		return
	}
	for k, x := range d.Params {
		if x.Unique {
			visit(e.Args[k])
		}
	}
}

// function returns a function of the program or of an earlier line, or nil.
func (f *fuser) function(name string) *syntax.Def {
	if d := f.defs[name]; d != nil || f.job.Def == nil {
		return d
	}
	return f.job.Def(name)
}

// cheap is how many operations may replace reading an element, however often it is read.
var cheap = num.Of(2)

// slow returns a refusal if a loop would compute in order the elements that a kernel
// computes at the same time, or compute them again in each round. Within a kernel only the
// number of operations counts.
func (f *fuser) slow(l *syntax.Let, u *usage, element poly.Poly, at place) *rewrite.Refusal {
	if at.inKernel {
		return nil
	}
	n, isConst := element.Const()
	said, where := f.spoken(whiles(l), element)
	x := u.first(l)
	for _, s := range u.sites {
		switch {
		case s.sum && f.sums:
		case s.loop != "" && !(isConst && n.Cmp(num.Of(f.limit)) <= 0):
			return rewrite.Refuse(x, "stays: `%s` would compute its elements one after the other, and an element costs %s%s", s.loop, operations(said[0]), where).
				Because(s.at, "it is read here")
		case s.again != "" && !(isConst && n.Cmp(cheap) <= 0):
			return rewrite.Refuse(x, "stays: `%s` would compute the same elements again in each round, and an element costs %s%s", s.again, operations(said[0]), where).
				Because(s.at, "it is read here")
		}
	}
	return nil
}

// costly returns a refusal if the program would get more operations.
func (f *fuser) costly(l *syntax.Let, u *usage, element, elements poly.Poly) *rewrite.Refusal {
	times := poly.Poly{}
	loops := whiles(l)
	for _, s := range u.sites {
		times = times.Add(s.iterate)
		loops = append(loops, s.whiles...)
	}
	said, where := f.spoken(loops, element, elements, times)
	n := rewrite.Refuse(u.first(l), "stays: it is read at %s, and an element costs %s: it has %s elements, which would be computed %s times, beyond the limit of %d more operations for each%s",
		diag.Count(len(u.sites), "place"), operations(said[0]), said[1], said[2], f.limit, where)
	for _, s := range u.sites {
		n.Because(s.at, "it is read here")
	}
	return n
}

// consumers returns the statements that read an array, for messages.
func consumers(sites []site) string {
	var names []string
	for _, s := range sites {
		if name := "`" + s.by + "`"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
