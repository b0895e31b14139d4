package rewrite

import (
	"fmt"

	"funmem/semantics/syntax"
)

// NothingLeft is the error that a pass finds something to do in a program, which it should
// not in what it gave: what is the matter with the first thing that it finds.
func NothingLeft(run func(*Job, *syntax.Program) (*syntax.Program, error), p *syntax.Program, what string) error {
	j := &Job{Supply: supplyFor(p)}
	if _, err := run(j, p); err != nil {
		return err
	}
	for _, n := range j.Notes {
		if n.Done {
			return fmt.Errorf("`%s` %s: %s", n.Name, what, n.Text)
		}
	}
	return nil
}

// supplyFor hands out IDs that nothing in a program has.
func supplyFor(p *syntax.Program) *syntax.Supply {
	s := &syntax.Supply{}
	syntax.Walk(p, func(n syntax.Node) bool {
		id := 0
		switch n := n.(type) {
		case *syntax.Binding:
			id = n.ID
		case *syntax.Var:
			id = n.ID
		}
		for s.Last() < id {
			s.ID()
		}
		return true
	})
	return s
}
