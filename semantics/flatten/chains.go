package flatten

import (
	"slices"

	"funmem/semantics/syntax"
)

// chains tells which variables of the body of a loop are versions of an array that the loop carries, changed in place: an update of
// a version, and what branches and inner loops give that give versions.
type chains struct {
	l    *lifter
	root map[int]int // the variable of the loop of which it is a version
}

// inPlaceChains are the chains of a loop that can change all its arrays whose sizes differ in place. ok is false if it can't: it makes
// other arrays whose sizes differ, which are better made for all rows at once.
func (l *lifter) inPlaceChains(e *syntax.Loop) (*chains, bool) {
	a := &chains{l, map[int]int{}}
	for _, x := range e.Params {
		if x.Type.IsArray() {
			a.root[x.ID] = x.ID
		}
	}
	if !a.body(e.Body) {
		return nil, false
	}
	for k, x := range e.Params {
		if l.differs(x) && a.of(e.Body.Res[k]) != x.ID {
			return nil, false
		}
	}
	return a, a.usesLast(e)
}

// of is the variable of the loop of which an atom is a version, or 0.
func (a *chains) of(x syntax.Expr) int {
	if v, ok := a.l.settled(x).(*syntax.Var); ok {
		return a.root[v.ID]
	}
	return 0
}

// body finds the versions in a body. It is false if there is another array with a size that differs, apart from views.
func (a *chains) body(b *syntax.Body) bool {
	for _, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		if ok && !a.let(let) {
			return false
		}
	}
	return true
}

func (a *chains) let(s *syntax.Let) bool {
	switch e := s.Exp.(type) {
	case *syntax.With:
		a.root[s.Pat[0].ID] = a.of(e.X)
	case *syntax.If:
		if !a.body(e.Then) || !a.body(e.Else) {
			return false
		}
		for k, z := range s.Pat {
			if r := a.of(e.Then.Res[k]); r == a.of(e.Else.Res[k]) {
				a.root[z.ID] = r
			}
		}
	case *syntax.Loop:
		if !a.loop(s, e) {
			return false
		}
	}
	for _, z := range s.Pat {
		if a.l.differs(z) && a.root[z.ID] == 0 && !isCheap(s.Exp) {
			return false
		}
	}
	return true
}

// loop finds the versions in an inner loop: what it carries is a version if it is one before the loop and after each round.
func (a *chains) loop(s *syntax.Let, e *syntax.Loop) bool {
	for k, x := range e.Params {
		a.root[x.ID] = a.of(e.Init[k])
	}
	for {
		if !a.body(e.Body) {
			return false
		}
		again := false
		for k, x := range e.Params {
			if r := a.root[x.ID]; r != 0 && a.of(e.Body.Res[k]) != r {
				a.root[x.ID], again = 0, true
			}
		}
		if !again {
			break
		}
	}
	for k, x := range e.Params {
		a.root[s.Pat[k].ID] = a.root[x.ID]
	}
	return true
}

// has tells whether a variable is a version.
func (a *chains) has(z *syntax.Binding) bool { return a != nil && a.root[z.ID] != 0 }

// any tells whether some variables are versions.
func (a *chains) any(pat []*syntax.Binding) bool {
	return slices.ContainsFunc(pat, a.has)
}
