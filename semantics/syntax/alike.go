package syntax

import (
	"reflect"
	"slices"
)

// Alike tells whether two programs of core are the same up to the names of what they bind, and of the functions that the pairs name. Stars do not
// count, which are about memory. What they use from outside has to have the same name in both.
func Alike(a, b *Program, functions map[string]string) bool {
	if len(a.Decls) != len(b.Decls) {
		return false
	}
	c := newAlike(functions)
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

func newAlike(functions map[string]string) *alike {
	return &alike{functions: functions, to: map[int]int{}, from: map[int]int{}, bound: map[int]bool{}, names: map[int][2]string{}}
}

// LaidAlike tells whether the parameters of two functions that are alike without memory are arguments of the same meaning. An int that only says how an array
// lies has the value that fits the array, so either there is none, or all arrays lie alike.
func LaidAlike(a, b *Def) bool {
	if !a.laysOut() && !b.laysOut() {
		return true
	}
	c := newAlike(nil)
	xs, ys := a.laid(), b.laid()
	same := len(xs) == len(ys)
	for k := 0; same && k < len(xs); k++ {
		same = c.pair(xs[k].ID, ys[k].ID) && (xs[k].Type.Mem == nil) == (ys[k].Type.Mem == nil)
	}
	for k := 0; same && k < len(xs); k++ {
		same = xs[k].Type.Mem == nil || c.equal(reflect.ValueOf(xs[k].Type.Mem.L), reflect.ValueOf(ys[k].Type.Mem.L))
	}
	return same
}

// laid are the parameters that are not blocks, and the results whose places the caller says.
func (d *Def) laid() (list []*Binding) {
	for _, x := range d.Params {
		if x.Type.Elem != Mem {
			list = append(list, x)
		}
	}
	for k, z := range d.Ret {
		if d.Destination(k) != nil {
			list = append(list, z)
		}
	}
	return list
}

// laysOut tells whether a parameter is an int that says how an array lies, and is no size.
func (d *Def) laysOut() bool {
	places, sizes := map[int]bool{}, map[int]bool{}
	for _, x := range d.laid() {
		if x.Type.Mem != nil {
			for _, v := range FreeVars(x.Type.Mem.L) {
				places[v.ID] = true
			}
		}
		for _, n := range x.Type.Dims {
			for _, v := range FreeVars(n) {
				sizes[v.ID] = true
			}
		}
	}
	return slices.ContainsFunc(d.Params, func(x *Binding) bool { return places[x.ID] && !sizes[x.ID] })
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
