package elab

import (
	"slices"
	"strings"

	"funmem/semantics/check"
	"funmem/semantics/syntax"
)

// loopForm is what stands for recursion.
const loopForm = "loop (x = 1) for i <= n do x * i"

// circles refuses functions of a program that call themselves through functions
// of earlier programs. before is the Γ of those. An earlier function calls
// whatever has the name now, so one function of the circle has a name that was
// already known.
func (u *unit) circles(before, gamma *check.Context) {
	own := u.out.Core.Defs()
	for _, d := range own {
		if before.Def(d.Name) == nil {
			continue
		}
		path := circle(gamma, d)
		if path == nil {
			continue
		}
		var names []string
		for _, f := range path {
			names = append(names, f.Name)
		}
		e := u.errorf("T-DEF", d.NameAt, "the function `%s` calls itself: %s", d.Name, strings.Join(append(names, d.Name), " -> ")).
			Helpf("functions are not recursive; a loop repeats: `%s`", loopForm)
		for _, f := range path {
			if !slices.Contains(own, f) {
				e.Note(f.NameAt, "`%s` is defined here", f.Name)
			}
		}
		u.errs = append(u.errs, e)
		return
	}
}

// circle is a shortest path of calls from a function back to itself, without its
// end, or nil.
func circle(gamma *check.Context, d *syntax.Def) []*syntax.Def {
	from := map[*syntax.Def]*syntax.Def{}
	for next := []*syntax.Def{d}; len(next) > 0; next = next[1:] {
		for _, f := range callees(gamma, next[0]) {
			if f == d {
				return trail(from, d, next[0])
			}
			if from[f] == nil {
				from[f] = next[0]
				next = append(next, f)
			}
		}
	}
	return nil
}

// trail is the path to a function that a search took.
func trail(from map[*syntax.Def]*syntax.Def, start, end *syntax.Def) []*syntax.Def {
	path := []*syntax.Def{end}
	for f := end; f != start; f = from[f] {
		path = append(path, from[f])
	}
	slices.Reverse(path)
	return path
}

// callees are the functions that a function calls, in the order of their calls.
func callees(gamma *check.Context, d *syntax.Def) []*syntax.Def {
	var list []*syntax.Def
	for _, name := range syntax.Calls(d) {
		if f := gamma.Def(name); f != nil {
			list = append(list, f)
		}
	}
	return list
}
