package live

import (
	"maps"
	"slices"

	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Counted is Find for reference counts at run time. There a call hands over a reference for each argument, so a parameter
// is live in its function up to its last use, and what the caller still needs has another reference. also has further
// variables, by ID, that a statement uses, or that the results of a body use.
func Counted(p *syntax.Program, also map[syntax.Node][]int, until ...stop.Poll) *Liveness {
	l := start(p, until)
	l.also = also
	free := l.main(p)
	for _, d := range p.Defs() {
		l.body(d.Body, maps.Clone(free[d]))
	}
	return l
}

// Ends returns the variables that a statement uses or binds, and that nothing uses after it.
func (l *Liveness) Ends(s syntax.Stm) (ids []int) {
	at := l.at[s]
	b := l.bodies[at.in]
	ends := func(id int) {
		if !b.live(id, at.k) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for id := range b.uses[at.k] {
		ends(id)
	}
	if let, ok := s.(*syntax.Let); ok {
		for _, x := range let.Pat {
			ends(x.ID)
		}
	}
	return ids
}

// Unused returns those of the parameters of a function or loop that its body does not use.
func (l *Liveness) Unused(b *syntax.Body, params []*syntax.Binding) (ids []int) {
	in := l.bodies[b]
	for _, x := range params {
		if _, used := in.last[x.ID]; !used && !in.after[x.ID] {
			ids = append(ids, x.ID)
		}
	}
	return ids
}

// Spared returns those of the variables in Ends that a body within the statement, or one that it calls, does not need: a
// branch of an if, all rounds of a loop, or a function.
func (l *Liveness) Spared(s syntax.Stm, b *syntax.Body) []int {
	in := l.bodies[b]
	return slices.DeleteFunc(l.Ends(s), func(id int) bool { _, used := in.last[id]; return used || in.after[id] })
}
