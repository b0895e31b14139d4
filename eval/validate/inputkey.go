package validate

import (
	"encoding/binary"
	"hash/fnv"
)

// key returns the same number for inputs that are the same and whose arrays lie at the same places. Given arguments are
// the same in all inputs, so they do not count.
func (g *inputs) key(in *Input) uint64 {
	h := fnv.New64a()
	word := func(k int64) { h.Write(binary.LittleEndian.AppendUint64(nil, uint64(k))) }
	for _, n := range in.Sizes {
		word(int64(n))
	}
	for _, x := range in.Numbers {
		h.Write([]byte(x.String() + " "))
	}
	var lies *placement
	if g.layout {
		lies = g.sub.lies(g.budget, in)
	}
	for k, a := range in.Arrays {
		if lies == nil {
			h.Write([]byte(in.Layouts[k].String()))
		} else {
			h.Write([]byte(lies.lmads[g.sub.After.arrays[k].ID].String()))
			word(int64(in.Layouts[k].spare()))
		}
		for i := 0; i < a.Elems.Len() && !g.sub.givesArray(k); i++ {
			if w, ok := a.Elems.At(i).Word(); ok {
				word(w)
			} else {
				h.Write([]byte(a.Elems.At(i).String() + " "))
			}
		}
	}
	return h.Sum64()
}

// Few tells whether there were fewer inputs than wanted because more would only repeat others.
func (r *Result) Few() bool {
	return r.Again > 0 && r.Tests < r.Wanted && !r.Late && !r.Spent && !r.GivenUp
}

// Sole tells whether there is only one input: there are no arguments, or none that can be chosen.
func (r *Result) Sole() bool { return r.Subject.closed() }
