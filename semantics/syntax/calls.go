package syntax

import "funmem/semantics/stop"

// Calls are the names of the functions that n calls or gives to a map, reduce or scan, each once,
// in the order of the text. If until is given, it may end the work by its panic.
func Calls(n Node, until ...stop.Poll) []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	fn := func(e Expr) {
		if v, ok := e.(*Var); ok && !IsBuiltin(v.Name) {
			add(v.Name)
		}
	}
	WalkUntil(stop.Any(until), n, func(n Node) bool {
		switch n := n.(type) {
		case *Call:
			add(n.Fn)
		case *Map:
			fn(n.Fn)
		case *Reduce:
			fn(n.Fn)
		case *Scan:
			fn(n.Fn)
		}
		return true
	})
	return names
}

// Reached are the functions that n calls, and those that these call, each once. A function that is
// more calls away comes later. by returns the function of a name, or nil for an unknown one, which
// is left out.
func Reached(n Node, by func(name string) *Def, until ...stop.Poll) (defs []*Def) {
	seen := map[string]bool{}
	for todo := []Node{n}; len(todo) > 0; todo = todo[1:] {
		for _, name := range Calls(todo[0], until...) {
			if seen[name] {
				continue
			}
			seen[name] = true
			if d := by(name); d != nil {
				defs, todo = append(defs, d), append(todo, d)
			}
		}
	}
	return defs
}
