package syntax

import "funmem/semantics/stop"

// PrintNoted is Print with comments. comment returns the comment of a statement, a declaration or a def, or "" for
// none. It stands after it or, if there are others inside it, above it.
func PrintNoted(prog *Program, comment func(Decl) string) string {
	ns := &notes{anew: true, above: map[any][]note{}, trailing: map[any]string{}, gap: map[any]bool{}}
	for k, d := range prog.Decls {
		_, isDef := d.(*Def)
		if k > 0 {
			_, wasDef := prog.Decls[k-1].(*Def)
			ns.gap[d] = isDef || wasDef
		}
	}
	Walk(prog, func(n Node) bool {
		d, ok := n.(Decl)
		if !ok {
			return true
		}
		c := comment(d)
		switch {
		case c == "":
		case hasBodies(d):
			ns.above[d] = []note{{c, ns.gap[d]}}
			ns.gap[d] = false
		default:
			ns.trailing[d] = c
		}
		return true
	})
	out := &printer{notes: ns, ask: stop.Poll(nil).Seldom()}
	return render(out.program(prog), lineWidth, out.ask)
}

// hasBodies tells whether statements stand in a declaration.
func hasBodies(d Decl) bool {
	found := false
	Walk(d, func(n Node) bool {
		_, ok := n.(*Body)
		found = found || ok
		return !found
	})
	return found
}

// asWritten tells whether literals, types and line breaks stay as they are in the source.
func (p *printer) asWritten() bool { return p.notes != nil && !p.notes.anew }
