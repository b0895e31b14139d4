package races

import (
	"slices"

	"funmem/semantics/poly"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// val is what a variable stands for: an int, a block, an array in blocks, or an f64.
// Nothing is known about an f64.
type val struct {
	n      poly.Poly
	yes    prove.System // what holds when the int is not 0
	no     prove.System // and when it is
	blocks blocks
	l      prove.LMAD
	room   []*bound // what must hold for an array to lie in its block; none: it does
}

// blocks is the set of blocks that a variable may stand for, ascending: 0 is any block
// from outside, others are numbered as the walk meets their allocs. A loop has one
// for all that earlier rounds allocated.
type blocks []int

// outside is any block that was there before the walk began.
var outside = blocks{0}

func (b blocks) union(c blocks) blocks {
	u := slices.Concat(b, c)
	slices.Sort(u)
	return slices.Compact(u)
}

// meets tells whether a block is in both sets.
func (b blocks) meets(c blocks) bool {
	return slices.ContainsFunc(b, func(id int) bool { return slices.Contains(c, id) })
}

// allocated tells whether it is a single block that is not from outside.
func (b blocks) allocated() bool { return len(b) == 1 && b[0] > 0 }

// before are the blocks numbered before the given one. others stands for all later
// ones, if there are any.
func (b blocks) before(first, others int) blocks {
	var kept blocks
	for _, id := range b {
		if id >= first {
			id = others
		}
		kept = kept.union(blocks{id})
	}
	return kept
}

// known is the int p.
func known(p poly.Poly) val {
	v := val{n: p}
	op, args, ok := p.Operator()
	if !ok || !syntax.Ops[op].Truth {
		return v
	}
	var y poly.Poly
	if len(args) == 2 {
		y = args[1]
	}
	v.yes.Either(prove.Comparison(op, args[0], y, true)...)
	v.no.Either(prove.Comparison(op, args[0], y, false)...)
	return v
}
