package validate

import (
	"slices"

	"funmem/semantics/syntax"
)

// blockClasses says which blocks of the inputs and statements of a FUNMEM program may be the same. A loop, a branch or a call may
// return a block that it was given, or one that a function it calls knows.
type blockClasses struct {
	defs map[string]*syntax.Def
	of   map[int]int // for each block that a statement or an input binds: another block of its class, or itself
	seen map[string][]int
	by   map[syntax.Node][]int // what mentioned says of each declaration
}

// blockClasses returns the classes for the statements of a program. A program without memory has none.
func (p *Program) blockClasses() *blockClasses {
	b := &blockClasses{defs: map[string]*syntax.Def{}, of: map[int]int{}, seen: map[string][]int{}, by: map[syntax.Node][]int{}}
	if !p.Mem {
		return b
	}
	for _, x := range p.Outside {
		if x.Type.Elem == syntax.Mem {
			b.of[x.ID] = x.ID
		}
	}
	for _, d := range p.Core.Decls {
		switch d := d.(type) {
		case *syntax.Def:
			b.defs[d.Name] = d
		case *syntax.Let:
			for _, x := range d.Pat {
				if x.Type.Elem == syntax.Mem {
					b.of[x.ID] = x.ID
				}
			}
		}
	}
	for _, d := range p.Core.Decls {
		b.by[d] = b.mentioned(d)
	}
	for _, d := range p.Core.Decls {
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		if _, fresh := let.Exp.(*syntax.Alloc); fresh {
			continue
		}
		for _, x := range let.Pat {
			if x.Type.Elem == syntax.Mem {
				for _, id := range b.by[let] {
					b.of[b.class(id)] = b.class(x.ID)
				}
			}
		}
	}
	return b
}

// class returns the block that stands for all blocks that may be the same as id.
func (b *blockClasses) class(id int) int {
	for next, ok := b.of[id]; ok && next != id; next = b.of[id] {
		id = next
	}
	return id
}

// mentioned returns the blocks named by a statement or by a function that it calls.
func (b *blockClasses) mentioned(n syntax.Node) (ids []int) {
	for _, v := range syntax.FreeVars(n) {
		if _, is := b.of[v.ID]; is {
			ids = append(ids, v.ID)
		}
	}
	for _, f := range syntax.Calls(n) {
		list, known := b.seen[f]
		if !known && b.defs[f] != nil {
			b.seen[f] = nil // no recursion
			list = b.mentioned(b.defs[f])
			b.seen[f] = list
		}
		ids = append(ids, list...)
	}
	return ids
}

// among returns the classes of the given blocks.
func (b *blockClasses) among(ids map[int]bool) map[int]bool {
	list := map[int]bool{}
	for id := range b.of {
		if ids[id] {
			list[b.class(id)] = true
		}
	}
	return list
}

// touches tells whether a statement, or a function that it calls, names a block of these classes.
func (b *blockClasses) touches(d syntax.Decl, classes map[int]bool) bool {
	return len(classes) > 0 && slices.ContainsFunc(b.by[d], func(id int) bool { return classes[b.class(id)] })
}
