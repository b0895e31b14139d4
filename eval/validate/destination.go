package validate

import (
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/syntax"
)

// destination is a result of a def that lies where its caller says.
type destination struct {
	k  int             // the number of the result
	at *syntax.Binding // where it goes, under the name of the block
}

// destinations are the results of a def that lie where its caller says.
func (s *side) destinations() (list []destination) {
	if s.def == nil {
		return nil
	}
	for k, z := range s.def.Ret {
		if m := s.def.Destination(k); m != nil {
			x := *m
			x.Type = z.Type
			list = append(list, destination{k, &x})
		}
	}
	return list
}

// shapeOf is the shape of a result, from the results of the value semantics or from the sizes of the arguments.
func (s *side) shapeOf(x destination, p *placement, results []value.Val) (shape []int, ok bool) {
	for n, k := range s.results {
		if k == x.k && n < len(results) && results[n].A != nil {
			return results[n].A.Shape, true
		}
	}
	for _, e := range x.at.Type.Dims {
		for _, v := range syntax.FreeVars(e) {
			if !p.known[v.ID] {
				return nil, false
			}
		}
		k, err := evaluate(e, p.ints)
		n, fits := k.Int64()
		if err != nil || !fits || n < 0 || n > mostSparse {
			return nil, false
		}
		shape = append(shape, int(n))
	}
	return shape, true
}

// destination is how results lie where the def is told to make them: as the first array does whose elements have locations of their own, or
// else in one of the ways there are.
func (in *Input) destination() Layout {
	kind := len(in.Arrays)
	for k, l := range in.Layouts {
		if l.kind < layoutKinds && l.kind != rowMajor {
			l.together = false
			return l
		}
		kind += in.Arrays[k].Elems.Len()
	}
	return Layout{kind: layoutKind(kind % int(layoutKinds))}
}

// taken is the part of a block that belongs to a destination.
func (x destination) taken(l heap.LMAD, n int) []bool {
	taken := make([]bool, n)
	l.Each(func(off int) bool {
		if off >= 0 && off < n {
			taken[off] = true
		}
		return true
	})
	return taken
}
