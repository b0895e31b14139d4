package syntax

import "reflect"

// Alike tells whether two programs of core are the same up to the names of what they bind, and of the functions that the pairs name. Stars do not
// count, which are about memory. What they use from outside has to have the same name in both.
func Alike(a, b *Program, functions map[string]string) bool {
	if len(a.Decls) != len(b.Decls) {
		return false
	}
	c := &alike{functions: functions, to: map[int]int{}, from: map[int]int{}, bound: map[int]bool{}, names: map[int][2]string{}}
	for k, d := range a.Decls {
		if !c.equal(reflect.ValueOf(d), reflect.ValueOf(b.Decls[k])) {
			return false
		}
	}
	for id, n := range c.names {
		if !c.bound[id] && n[0] != n[1] {
			return false
		}
	}
	return true
}

// alike compares two programs whose binders are all different, as in core.
type alike struct {
	functions map[string]string // of the first one, in the second one
	to, from  map[int]int       // the variables of the first one, and of the second one
	bound     map[int]bool
	names     map[int][2]string
}

// pair tells whether two variables may be the same one.
func (c *alike) pair(x, y int) bool {
	j, seen := c.to[x]
	k, other := c.from[y]
	if c.to[x], c.from[y] = y, x; !seen && !other {
		return true
	}
	return seen && other && j == y && k == x
}

// node compares two nodes with names. known is false for others, whose parts are to be compared.
func (c *alike) node(x, y any) (same, known bool) {
	switch a := x.(type) {
	case *Var:
		b, ok := y.(*Var)
		if !ok || a == nil || b == nil {
			return ok && a == b, true
		}
		c.names[a.ID] = [2]string{a.Name, b.Name}
		return c.pair(a.ID, b.ID), true
	case *Binding:
		b, ok := y.(*Binding)
		if !ok || a == nil || b == nil {
			return ok && a == b, true
		}
		c.bound[a.ID] = true
		return c.pair(a.ID, b.ID) && c.equal(reflect.ValueOf(a.Type), reflect.ValueOf(b.Type)), true
	case *Def:
		b, ok := y.(*Def)
		return ok && c.name(a.Name, b.Name) && c.all(a.Sizes, b.Sizes) && c.all(a.Params, b.Params) && c.all(a.Ret, b.Ret) && c.equal(reflect.ValueOf(a.Body), reflect.ValueOf(b.Body)), true
	case *Call:
		b, ok := y.(*Call)
		return ok && c.name(a.Fn, b.Fn) && c.equal(reflect.ValueOf(a.Args), reflect.ValueOf(b.Args)), true
	}
	return false, false
}

func (c *alike) all(a, b []*Binding) bool { return c.equal(reflect.ValueOf(a), reflect.ValueOf(b)) }

// name tells whether two functions are meant to be the same.
func (c *alike) name(a, b string) bool {
	if to, ok := c.functions[a]; ok {
		return to == b
	}
	return a == b
}

func (c *alike) equal(a, b reflect.Value) bool { return equal(a, b, c.node) }
