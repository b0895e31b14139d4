package simplify

import (
	"fmt"

	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Ensures returns an error if a program has something that the pass removes: a variable
// that is another one, a block in which nothing lies, a result that both branches of an if
// agree on, or that a loop never changes. A program with a check that never holds may have
// these.
func Ensures(p *syntax.Program) error {
	if syntax.HasClaim(p) {
		return nil
	}
	wrong := leftOver(p)
	if wrong != nil && neverHolds(p) {
		return nil
	}
	return wrong
}

// neverHolds tells whether some check of a program is known never to hold.
func neverHolds(p *syntax.Program) bool {
	supply := &syntax.Supply{}
	syntax.Walk(p, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binding); ok {
			for supply.Last() < b.ID {
				supply.ID()
			}
		}
		return true
	})
	s := newState(&rewrite.Job{Supply: supply}, p)
	s.rounds(p)
	for _, t := range s.tallies {
		if t.refuted {
			return true
		}
	}
	return false
}

func leftOver(p *syntax.Program) error {
	pinned, uses := pinnedIn(p), usesIn(p, true)
	var wrong error
	syntax.Walk(p, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Let)
		if ok && wrong == nil && !pinned[s.Pat[0].ID] {
			wrong = redundant(s, uses)
		}
		return wrong == nil
	})
	return wrong
}

// redundant returns an error if a statement has something that the pass removes.
func redundant(s *syntax.Let, uses map[int]int) error {
	x := s.Pat[0].Written()
	switch e := s.Exp.(type) {
	case *syntax.Var:
		return fmt.Errorf("`%s` is `%s`", x, e.Name)
	case *syntax.Alloc:
		if uses[s.Pat[0].ID] == 0 {
			return fmt.Errorf("nothing lies in block `%s`", x)
		}
	case *syntax.If:
		for k, x := range s.Pat {
			if len(s.Pat) > 1 && sameAtom(e.Then.Res[k], e.Else.Res[k]) {
				return fmt.Errorf("both branches give `%s` for `%s`", syntax.Line(e.Then.Res[k]), x.Written())
			}
		}
	case *syntax.Loop:
		for k, x := range e.Params {
			if len(e.Params) > 1 && (sameAtom(e.Body.Res[k], x.Use()) || sameAtom(e.Body.Res[k], e.Init[k])) {
				return fmt.Errorf("each round gives `%s` for `%s`", syntax.Line(e.Init[k]), x.Written())
			}
		}
	}
	return nil
}

// sameAtom tells whether two atoms are the same variable or constant.
func sameAtom(a, b syntax.Expr) bool {
	x, y := asVar(a), asVar(b)
	if x != nil && y != nil {
		return x.ID == y.ID
	}
	return x == nil && y == nil && syntax.Equal(a, b)
}
