package fuse

import (
	"slices"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// spoken returns costs for a message, and what the message has to add: an explanation of
// names for numbers not known before the program runs. The costs use the names in the text
// if these tell the ints apart. whiles are the while loops whose rounds the costs count.
func (f *fuser) spoken(whiles []string, costs ...poly.Poly) (said []poly.Poly, where string) {
	has := map[int]bool{}
	for _, p := range costs {
		for _, id := range p.Vars() {
			has[id] = true
		}
	}
	by, taken := map[int]poly.Poly{}, map[string]bool{}
	for _, p := range []poly.Poly{someSize, rounds, aCall} {
		taken[p.String()] = has[p.Vars()[0]]
	}
	for id := range has {
		name := f.names[id]
		if name == "" {
			continue
		}
		if taken[name] {
			by = nil
			break
		}
		taken[name] = true
		by[id] = poly.Var(&syntax.Var{Name: name, ID: id})
	}
	for _, p := range costs {
		said = append(said, p.Subst(by))
	}
	return said, unknowns(has, whiles)
}

// unknowns explains the names in costs for numbers that are not known before the program
// runs.
func unknowns(has map[int]bool, whiles []string) string {
	text := ""
	if has[rounds.Vars()[0]] {
		loops := "a while loop"
		if len(whiles) > 0 {
			slices.Sort(whiles)
			whiles = slices.Compact(whiles)
			loops = "the while " + map[bool]string{true: "loop", false: "loops"}[len(whiles) == 1] + " `" + strings.Join(whiles, "`, `") + "`"
		}
		text += "; `" + rounds.String() + "` are those of " + loops
	}
	if has[someSize.Vars()[0]] {
		text += "; `" + someSize.String() + "` is an int that is found on the way"
	}
	if has[aCall.Vars()[0]] {
		text += "; `" + aCall.String() + "` is what a call costs"
	}
	return text
}

// whiles returns the names of the while loops in a statement.
func whiles(l *syntax.Let) (names []string) {
	syntax.Walk(l, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Let); ok {
			if e, ok := l.Exp.(*syntax.Loop); ok && e.For == nil {
				names = append(names, named(l).Written())
			}
		}
		return true
	})
	return names
}

// operations returns a cost for messages.
func operations(p poly.Poly) string {
	if n, ok := p.Const(); ok {
		if k, ok := n.Int64(); ok {
			return diag.Count(int(k), "operation")
		}
	}
	return p.String() + " operations"
}
