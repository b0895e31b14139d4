package fast

import (
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Undefined elements are num.Hole in code of either mode, without a note of which are:
// where a number is read that is a hole the run ends, also in the rare case that it was
// computed. Copies take holes along, and results have none.

// defined is an index that ends the run where it reads a hole.
func defined(n *node, hole int64) *node {
	f := emitIndex(n)
	return &node{kind: isCode, reads: true, fn: func() int64 {
		x := f()
		if x == hole {
			bail()
		}
		return x
	}}
}

// hasScratch tells whether an expression, or a function that it may call, makes arrays
// that nobody has written.
func hasScratch(e syntax.Expr, defs map[string]*syntax.Def) (found bool) {
	in := func(n syntax.Node) bool {
		_, is := n.(*syntax.Scratch)
		found = found || is
		return !found
	}
	syntax.Walk(e, in)
	for _, d := range defs {
		syntax.Walk(d.Body, in)
	}
	return found
}

// hole fills the storage of a scratch array.
func (v *view) hole(u *unit, hole int64) {
	for part := v.data; len(part) > 0; {
		n := min(len(part), pollEvery)
		u.tick(n)
		for k := range part[:n] {
			part[k] = hole
		}
		part = part[n:]
	}
}

// full ends the run when a result has a hole.
func full(u *unit, data []int64, real bool) {
	u.tick(len(data))
	if slices.Contains(data, num.Hole(real)) {
		bail()
	}
}

// scratch is E-MEM-SCRATCH, but that holes are written. What lay there is lost: the
// arrays that show it are not whole any more, and a number that is read is a hole.
func (f *freshArray) scratch(hole int64) func() {
	return func() {
		v, b := f.v, f.v.blk
		if v.count() == 0 {
			return
		}
		if lo, hi := v.extent(); lo < 0 || hi >= len(b.cells) {
			bail()
		}
		v.each(func(o int) bool {
			f.u.tick(1)
			b.cells[o] = hole
			b.changed(o)
			return true
		})
	}
}
