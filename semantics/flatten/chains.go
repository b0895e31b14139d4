package flatten

import (
	"slices"

	"funmem/semantics/syntax"
)

// chains tells which variables of the body of a loop are versions of an array that the loop carries, changed in place: an update of
// a version, and what branches and inner loops give that give versions.
type chains struct {
	l        *lifter
	root     map[int]int // a version, and the variable of the loop whose versions it belongs to
	elements bool        // some update changes an element, or a row
	others   bool        // there are other arrays whose sizes differ, apart from views
}

// inPlaceChains are the chains of a loop that can change in place all its arrays whose sizes differ and which live, those that are
// needed after it. ok is false if it can't. If it makes other arrays whose sizes differ, these are better made for all rows at once; but
// that would copy a whole row for each change of an element.
func (l *lifter) inPlaceChains(e *syntax.Loop, live []bool) (a *chains, ok bool) {
	a = &chains{l: l, root: map[int]int{}}
	for _, x := range e.Params {
		if x.Type.IsArray() {
			a.root[x.ID] = x.ID
		}
	}
	for again := true; again; {
		a.elements, a.others = false, false
		a.body(e.Body)
		again = a.dropped(e)
	}
	for k, x := range e.Params {
		if l.differs(x) && a.root[x.ID] == 0 {
			if live[k] {
				return nil, false
			}
			a.others = true
		}
	}
	return a, (a.elements || !a.others) && a.usesLast(e)
}

// of is the variable of the loop that an atom is a version of, or 0.
func (a *chains) of(x syntax.Expr) int {
	if v, ok := a.l.settled(x).(*syntax.Var); ok {
		return a.root[v.ID]
	}
	return 0
}

// body finds the versions in a body.
func (a *chains) body(b *syntax.Body) {
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			a.let(let)
		}
	}
}

func (a *chains) let(s *syntax.Let) {
	switch e := s.Exp.(type) {
	case *syntax.With:
		r := a.of(e.X)
		a.root[s.Pat[0].ID] = r
		a.elements = a.elements || r != 0 && e.At[0].Kind == syntax.IxFix
	case *syntax.If:
		a.body(e.Then)
		a.body(e.Else)
		for k, z := range s.Pat {
			a.root[z.ID] = a.of(e.Then.Res[k])
			if a.of(e.Else.Res[k]) != a.root[z.ID] {
				a.root[z.ID] = 0
			}
		}
	case *syntax.Loop:
		a.loop(s, e)
	}
	a.others = a.others || !isCheap(s.Exp) && slices.ContainsFunc(s.Pat, func(z *syntax.Binding) bool { return a.l.differs(z) && a.root[z.ID] == 0 })
}

// loop finds the versions in an inner loop: what it carries is a version if it is one before the loop and after each round.
func (a *chains) loop(s *syntax.Let, e *syntax.Loop) {
	for k, x := range e.Params {
		a.root[x.ID] = a.of(e.Init[k])
	}
	for again := true; again; {
		a.body(e.Body)
		again = a.dropped(e)
	}
	for k, x := range e.Params {
		a.root[s.Pat[k].ID] = a.root[x.ID]
	}
}

// dropped tells whether some variables of a loop, which were taken for versions, are none: a round gives something else.
func (a *chains) dropped(e *syntax.Loop) (some bool) {
	for k, x := range e.Params {
		if r := a.root[x.ID]; r != 0 && a.of(e.Body.Res[k]) != r {
			a.root[x.ID], some = 0, true
		}
	}
	return some
}

// has tells whether a variable is a version.
func (a *chains) has(z *syntax.Binding) bool { return a != nil && a.root[z.ID] != 0 }

// any tells whether some variables are versions.
func (a *chains) any(pat []*syntax.Binding) bool {
	return slices.ContainsFunc(pat, a.has)
}
