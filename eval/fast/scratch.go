package fast

import (
	"context"
	"slices"

	"funmem/semantics/num"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// An undefined element is num.Hole in the code of both modes; no list of such elements is kept.
// The run ends if it reads a hole as a number, even in the rare case that the hole was computed.
// Copies keep holes, and results have none. In heap mode a scratch array writes no holes, because
// what lies there may still be read under another name: see void.

// defined is an index that ends the run if it reads a hole.
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

// scratches returns what has finds, or the error of a context that was done first.
func scratches(ctx context.Context, has func(until stop.Poll) bool) (found bool, err error) {
	defer stop.Caught(&err)
	return has(func() error { return ctx.Err() }), nil
}

// hasScratch tells whether an expression, or a function that it may call, makes arrays that nobody
// has written. until may end the search.
func hasScratch(e syntax.Expr, def func(string) *syntax.Def, until stop.Poll) (found bool) {
	seen, ask := map[string]bool{}, until.Seldom()
	var in func(n syntax.Node) bool
	in = func(n syntax.Node) bool {
		ask()
		switch n := n.(type) {
		case *syntax.Scratch:
			found = true
		case *syntax.Call:
			if d := def(n.Fn); d != nil && !seen[n.Fn] {
				seen[n.Fn] = true
				syntax.Walk(d.Body, in)
			}
		}
		return !found
	}
	syntax.Walk(e, in)
	return found
}

// hole fills the storage of a scratch array with holes.
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

// full ends the run if a result has a hole.
func full(u *unit, data []int64, real bool) {
	u.tick(len(data))
	if slices.Contains(data, num.Hole(real)) {
		bail()
	}
}

// void says which elements are undefined in an array in heap mode that came from a scratch array
// by updates: those in locations that were not written after the time at. If at is 0, all are
// defined. The updates make sure that nothing else writes there.
type void struct {
	at    int64
	hole  int64 // what undefined elements become in a copy
	looks int   // reads of elements since all were last checked
}

// scratch is E-MEM-SCRATCH: it writes nothing.
func (f *freshArray) scratch(hole int64) func() {
	return func() {
		h := f.u.heap
		f.born = void{at: h.now, hole: hole}
		h.now++
	}
}

// setVoid says which elements of a newly bound array may be undefined.
func (v *view) setVoid(x void) {
	if v.void = x; x.at > 0 {
		v.ver = 0
	}
}

// filled tells whether all elements of v have been written since they were undefined.
func (v *view) filled() bool {
	return v.each(func(o int) bool {
		v.blk.h.u.tick(1)
		return v.blk.wrote[o] > v.void.at
	})
}

// seen counts a read of an element. Once in a while it checks whether all elements are defined by
// now.
func (v *view) seen(o int) {
	if v.blk.wrote[o] <= v.void.at {
		bail()
	}
	if v.void.looks++; v.void.looks > v.count() {
		v.void.looks = 0
		if v.filled() {
			v.void.at = 0
		}
	}
}

// touch notes that the elements of part, which an update wrote, are defined.
func (x *void) touch(part *view) {
	if x.at == 0 {
		return
	}
	b := part.blk
	define := func(o int) bool {
		if b.wrote[o] <= x.at {
			b.changed(o)
		}
		return true
	}
	if part.q == 0 {
		define(part.base)
		return
	}
	b.h.u.tick(part.count())
	part.each(define)
}

// solid is wholeNow for an array that is copied; its undefined elements become holes.
func (v *view) solid() {
	v.wholeNow()
	if v.void.at == 0 {
		return
	}
	if !v.filled() {
		b := v.blk
		b.begin()
		v.each(func(o int) bool {
			if b.wrote[o] <= v.void.at {
				b.cells[o] = v.void.hole
				b.changed(o)
			}
			return true
		})
		b.end()
		v.born()
	}
	v.void.at = 0
}
