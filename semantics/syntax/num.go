package syntax

import (
	"slices"

	"funmem/semantics/stop"
)

// RealSuffix ends the name of the instance for f64s of a def over num.
const RealSuffix = "_f64"

// OverNum tells whether a def works for ints and for f64s: it has a parameter of type num, or an array of these.
func (d *Def) OverNum() bool {
	return d.InstanceOf == "" && slices.ContainsFunc(d.Params, func(p *Binding) bool { return p.Type != nil && p.Type.Elem == Num })
}

// Instances are a def over num for ints, under its own name, and for f64s, under that name with RealSuffix.
func (d *Def) Instances() (ints, reals *Def) {
	return d.instance(d.Name, Int), d.instance(d.Name+RealSuffix, F64)
}

func (d *Def) instance(name string, num Elem) *Def {
	c := Rebuild(d, Mapper{Elem: func(t Elem) Elem {
		if t == Num {
			return num
		}
		return t
	}})
	c.Name, c.InstanceOf, c.Num = name, d.Name, num
	return c
}

// Written is the name of the def in the program: of an instance, that of the def over num.
func (d *Def) Written() string {
	if d.InstanceOf != "" {
		return d.InstanceOf
	}
	return d.Name
}

// Nums are the places in a declaration where num stands for nothing: outside a def over num.
func Nums(d Decl, until ...stop.Poll) (found []Node) {
	if def, ok := d.(*Def); ok && def.OverNum() {
		return nil
	}
	WalkUntil(stop.Any(until), d, func(n Node) bool {
		switch n := n.(type) {
		case *Type:
			if n.Elem == Num {
				found = append(found, n)
			}
		case *Scratch:
			if n.Elem == Num {
				found = append(found, n)
			}
		}
		return true
	})
	return found
}

// Forms are a function of core, and its instance for f64s if it is the one for ints of a def over num.
func (d *Def) Forms() []*Def {
	if d.Reals != nil {
		return []*Def{d, d.Reals}
	}
	return []*Def{d}
}
