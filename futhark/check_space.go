package futhark

import (
	"slices"

	"funmem/semantics/diag"
)

// spaces are the names of memory spaces. Blocks of the host, and of a program without a device, are in none of these.
// The memory of a group is called local up to 0.25.10, and shared after that.
var spaces = []string{"device", "local", "shared"}

// ofGroup tells whether a space is memory that a group has while it runs.
func ofGroup(s *Space) bool { return s != nil && (s.Name == "local" || s.Name == "shared") }

// space checks the space where a block is allocated; nil is the default. An unknown name is reported once.
func (c *checker) space(s *Space) {
	if s == nil {
		return
	}
	c.prims(s.Shape, "i64", "how many registers there are")
	if s.Name == "" || slices.Contains(spaces, s.Name) || c.spaces[s.Name] {
		return
	}
	c.spaces[s.Name] = true
	d := c.wrong(s.Span, "found the memory space `%s`, wanted `device`, `local` or `shared`, or registers such as `@[4i64]i64`", s.Name)
	if near := diag.Nearest(s.Name, spaces); near != "" {
		d.Helpf("did you mean `%s`?", near)
	} else {
		d.Helpf("leave `@%s` out for memory of the host", s.Name)
	}
}

// lives checks the block of an array. In host code it cannot be in the memory of a group, which exists only while the
// group runs. Allocating a block there outside parallel operations is not an error by itself: Futhark's code generator
// makes no block.
func (c *checker) lives(t *Type, among []*Type) {
	if c.kernel > 0 {
		return
	}
	m, space := t.Mem, t.Mem.Space
	switch {
	case m.Block != nil:
		space = c.bound(m.Block).Type.Space
	case space == nil:
		space = among[m.Ext].Space
	}
	if !ofGroup(space) {
		return
	}
	d := c.wrong(m.Span, "found an array in memory of a group, `@%s`, outside of groups, wanted one in `@device`", space.Name)
	if m.Block != nil {
		c.from(d, m.Block)
	}
	d.Helpf("a group has that memory while it runs: the body of a `segmap` or its like may use it")
}
