package validate

import (
	"encoding/binary"
	"hash/fnv"
)

// key is the same for inputs that are the same, and whose arrays lie at the same places. What is given is in all of them.
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

// Few tells whether there were fewer inputs than wanted since others would be the same again.
func (r *Result) Few() bool {
	return r.Again > 0 && r.Tests < r.Wanted && !r.Late && !r.Spent && !r.GivenUp
}

// Sole tells whether there is but one input, of no arguments or of none that can be chosen.
func (r *Result) Sole() bool { return r.Subject.closed() }
