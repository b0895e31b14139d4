package fast

import "funmem/semantics/syntax"

// lastUse tells whether nothing uses the storage of an array after the current statement.
// All arrays that share it must be bound in this body, or in the body that has this one as
// a branch, and must not occur later. within, if any, is what the statement also evaluates;
// uses there count as later ones.
func (c *compiler) lastUse(x syntax.Expr, within ...syntax.Node) bool {
	v, ok := x.(*syntax.Var)
	if !ok || c.shares == nil {
		return false
	}
	last := c.body
	for y := range c.names.arrs {
		if !c.shares.same(y, v.ID) {
			continue
		}
		switch home := c.home[y]; {
		case home == nil:
			return false
		case !home.around(c.body): // its body is over
		case !c.body.branchOf(home):
			return false
		case home.around(last):
			last = home
		}
	}
	for b := c.body; ; b = b.outer {
		for _, n := range append(b.rest(), within...) {
			if c.mentions(n, v.ID) {
				return false
			}
		}
		if within = nil; b == last {
			return true
		}
	}
}

// around tells whether b is o or lies within it.
func (o *block) around(b *block) bool {
	for ; b != nil; b = b.outer {
		if b == o {
			return true
		}
	}
	return false
}

// branchOf tells whether b is o, or a branch within it.
func (b *block) branchOf(o *block) bool {
	for ; b != o; b = b.outer {
		if !b.branch {
			return false
		}
	}
	return true
}

// rest returns what comes after the current statement.
func (b *block) rest() (nodes []syntax.Node) {
	if b.text == nil {
		return nil
	}
	for _, s := range b.text.Stms[b.at+1:] {
		nodes = append(nodes, s)
	}
	for _, x := range b.text.Res {
		nodes = append(nodes, x)
	}
	return nodes
}

// mentions tells whether n uses an array that is already bound and may share its storage
// with the array of the given ID.
func (c *compiler) mentions(n syntax.Node, id int) (found bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		v, ok := n.(*syntax.Var)
		found = found || ok && c.names.arrs[v.ID] != nil && c.shares.same(v.ID, id)
		return !found
	})
	return found
}

// keptOf tells which arrays that a loop carries belong to its body, so that it may update
// them in place. These are the arrays whose first value is given up. If it is not given up,
// the array is copied before the first round.
func (c *compiler) keptOf(e *syntax.Loop) (mine []int, copied map[int]bool) {
	if c.shares == nil {
		return nil, nil
	}
	copied = map[int]bool{}
	for k, x := range e.Params {
		delete(c.home, x.ID)
		if !c.shares.isUpdated(x.ID) || !c.isArray(e.Init[k]) {
			continue
		}
		within := []syntax.Node{e.Body}
		if e.While != nil {
			within = append(within, e.While)
		}
		for j, y := range e.Init {
			if j != k {
				within = append(within, y)
			}
		}
		copied[x.ID] = !c.lastUse(e.Init[k], within...)
		mine = append(mine, x.ID)
	}
	return mine, copied
}
