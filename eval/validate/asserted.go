package validate

import "funmem/semantics/syntax"

// asserted returns the lets of a program whose values only its checks use. A condition there cannot go the other way: on
// such an input the program is stuck, and the input is none of its arguments. Checks of a dump are not meant, because
// there such an input counts.
func asserted(p *syntax.Program, dump func(n syntax.Node) bool) map[*syntax.Let]bool {
	users := map[int][]*syntax.Let{} // of a variable: the lets that use it; nil stands for other uses
	lets := map[*syntax.Let]bool{}
	var in func(n syntax.Node, by *syntax.Let)
	in = func(n syntax.Node, by *syntax.Let) {
		syntax.Walk(n, func(m syntax.Node) bool {
			switch m := m.(type) {
			case *syntax.Let:
				if m == by {
					return true
				}
				lets[m] = true
				for _, x := range m.Pat {
					if x.Type != nil {
						in(x.Type, nil)
					}
				}
				in(m.Exp, m)
				return false
			case *syntax.Check:
				if !dump(m) {
					return false
				}
			case *syntax.Var:
				users[m.ID] = append(users[m.ID], by)
			}
			return true
		})
	}
	in(p, nil)
	for again := true; again; { // take out lets that are used otherwise
		again = false
		for l := range lets {
			for _, x := range l.Pat {
				for _, by := range users[x.ID] {
					if lets[l] && !lets[by] {
						delete(lets, l)
						again = true
					}
				}
			}
		}
	}
	checked := map[int]bool{} // the others feed a check, or nothing
	syntax.Walk(p, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Check); ok {
			for _, x := range syntax.FreeVars(c) {
				checked[x.ID] = true
			}
		}
		return true
	})
	feeds := map[*syntax.Let]bool{}
	for again := true; again; {
		again = false
		for l := range lets {
			for _, x := range l.Pat {
				if feeds[l] || !checked[x.ID] {
					continue
				}
				feeds[l], again = true, true
				for _, y := range syntax.FreeVars(l.Exp) {
					checked[y.ID] = true
				}
			}
		}
	}
	return feeds
}
