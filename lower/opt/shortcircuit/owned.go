package shortcircuit

import (
	"slices"

	"funmem/lower/alias"
	"funmem/semantics/syntax"
)

// owned tells whether a parameter that is a block differs from all other blocks: a star
// marks the arrays in it, so no caller uses it for something else. Calls in the program are
// checked for that.
func (c *circuit) owned(x *syntax.Binding) bool { return c.def() != nil && c.ownedBy(c.def(), x) }

func (c *circuit) ownedBy(d *syntax.Def, x *syntax.Binding) bool {
	if !starred(d, x.ID) {
		return false
	}
	k := slices.Index(d.Params, x)
	good := true
	syntax.Walk(c.know().program, func(n syntax.Node) bool {
		if e, ok := n.(*syntax.Call); ok && e.Fn == d.Name {
			good = good && c.givenUp(d, k, e)
		}
		return good
	})
	return good
}

// function is a function of the program as it is now, or of an earlier line, or nil.
func (c *circuit) function(name string) *syntax.Def {
	for _, d := range c.defs {
		if d.Name == name {
			return d
		}
	}
	if c.job.Def == nil {
		return nil
	}
	return c.job.Def(name)
}

// starred tells whether a star marks a block, or arrays lie in it and a star marks all of them.
func starred(d *syntax.Def, block int) bool {
	found := false
	for _, x := range d.Params {
		if x.ID == block {
			found = found || x.Unique
		}
		if x.Type.Mem != nil && x.Type.Mem.Block.ID == block {
			if !x.Unique {
				return false
			}
			found = true
		}
	}
	return found
}

// givenUp tells whether a call gives up the block that it passes as argument k. No other
// argument, and nothing that the function uses from outside, may show a part of it, and the
// caller must own it.
func (c *circuit) givenUp(d *syntax.Def, k int, e *syntax.Call) bool {
	al := c.aliasesOf()
	m, ok := e.Args[k].(*syntax.Var)
	if !ok || al.Of(m.ID)[alias.Elsewhere] {
		return false
	}
	for i, x := range e.Args {
		v, ok := x.(*syntax.Var)
		if p := d.Params[i]; ok && i != k && (p.Type.Mem == nil || p.Type.Mem.Block.ID != d.Params[k].ID) && al.Meet(v.ID, m.ID) {
			return false
		}
	}
	for id := range alias.Captures(d, alias.DefsOf(c.know().program)) {
		if al.Meet(id, m.ID) {
			return false
		}
	}
	for _, f := range c.defs {
		for _, x := range f.Params {
			if x.Type.Elem == syntax.Mem && f.Name != d.Name && al.Meet(x.ID, m.ID) && !c.ownedBy(f, x) {
				return false
			}
		}
	}
	return true
}
