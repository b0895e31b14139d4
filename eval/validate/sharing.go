package validate

import (
	"errors"
	"math/rand/v2"

	"funmem/eval/engine"
	"funmem/semantics/stop"
)

// sharing tells whether some arrays lie in a way that may give one location to several elements.
func (in *Input) sharing() bool {
	for _, l := range in.Layouts {
		if l.together || l.kind >= layoutKinds {
			return true
		}
	}
	return false
}

// apart makes the arrays lie one after the other, each element in a location of its own.
func (in *Input) apart() {
	for k := range in.Layouts {
		if l := &in.Layouts[k]; l.together || l.kind >= layoutKinds {
			*l = RowMajor
		}
	}
}

// oneBlock tells whether two array parameters of a FUNMEM def lie in one block.
func (s *side) oneBlock() bool {
	seen := map[int]bool{}
	for _, x := range s.arrays {
		if x.Type.Mem != nil {
			if seen[x.Type.Mem.Block.ID] {
				return true
			}
			seen[x.Type.Mem.Block.ID] = true
		}
	}
	return false
}

// align makes elements equal that lie at one location, so that there are such arguments. Where they lie is said by the
// parameters of BEFORE, if it is a def of FUNMEM: then AFTER must take what BEFORE takes. Otherwise it is up to the
// layout. What a star marks lies in locations of its own, since whoever overwrites it counts on that: FUN -> FUNMEM
// copies other arguments. The error is a cannot if the parameters of BEFORE want it otherwise.
func (sub *Subject) align(b *engine.Budget, in *Input) error {
	if sub.Before.program.Mem && sub.Before.def != nil && !sub.alone && (in.sharing() || sub.Before.oneBlock()) {
		not, err := sub.meet(b, &sub.Before, in, true)
		if err != nil {
			return err
		}
		if not && in.sharing() {
			in.apart()
			not, err = sub.meet(b, &sub.Before, in, true)
		}
		if not {
			return &cannot{why: "arrays share locations that must not"}
		}
		if err != nil {
			return err
		}
	}
	if !in.sharing() {
		return nil
	}
	if !sub.After.program.Mem || sub.After.def == nil {
		in.apart()
		return nil
	}
	not, err := sub.meet(b, &sub.After, in, !sub.Before.program.Mem || sub.alone)
	if not {
		in.apart()
	}
	return err
}

// meet tells whether arrays share locations that must not, where the parameters of a side and the layouts put them: an
// array that a star marks, or arrays of both kinds of numbers. If equal is set, the elements at one location become
// equal.
func (sub *Subject) meet(b *engine.Budget, s *side, in *Input, equal bool) (not bool, err error) {
	p, err := s.place(b, in, nil)
	if why := (*cannot)(nil); errors.As(err, &why) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	type element struct{ array, k int }
	at := map[int]map[int]element{} // the first element at each location of each block
	ask := stop.Poll(b.Poll).Seldom()
	defer stop.Caught(&err)
	for _, given := range []bool{true, false} {
		for n, x := range s.arrays {
			if sub.givesArray(n) != given {
				continue
			}
			block := x.Type.Mem.Block.ID
			if at[block] == nil {
				at[block] = map[int]element{}
			}
			k := 0
			p.lmads[x.ID].Each(func(off int) bool {
				ask()
				if e, taken := at[block][off]; !taken {
					at[block][off] = element{n, k}
				} else {
					first := in.Arrays[e.array]
					not = not || x.Unique || s.arrays[e.array].Unique || first.Elem != in.Arrays[n].Elem
					if equal && !given && first.Elem == in.Arrays[n].Elem {
						in.Arrays[n].Elems.Set(k, first.Elems.At(e.k))
					}
				}
				k++
				return true
			})
		}
	}
	return not, nil
}

// share lets some arrays of an input lie together in their block: one before the other in any order, element by element
// in turns, at the same locations in other orders, or at some locations. It lets others have elements at one location,
// if their strides are open.
func (g *inputs) share(r *rand.Rand, in *Input) {
	if !g.sub.After.oneBlock() || r.IntN(togetherEvery) > 0 {
		for k, x := range g.sub.After.arrays {
			if strides, _ := opens(x); strides && !g.sub.describes(k) && in.Arrays[k].Elems.Len() > 1 && r.IntN(stillEvery) == 0 {
				in.Layouts[k] = []Layout{{kind: still}, {kind: windows}, {kind: windows, pitch: 2}}[r.IntN(3)]
			}
		}
		return
	}
	n := len(in.Layouts)
	switch r.IntN(4) {
	case 0: // element by element in turns
		for k, at := range r.Perm(n) {
			in.Layouts[k] = Layout{offset: at, stride: n, together: true}.fitting(in.Arrays[k].Shape)
		}
		return
	case 1: // one after the other, in any order
		at := r.IntN(3)
		for _, k := range r.Perm(n) {
			l := turned(r, len(in.Arrays[k].Shape))
			if r.IntN(2) == 0 {
				l = RowMajor
			}
			l.offset, l.together = at, true
			in.Layouts[k] = l
			at += in.Arrays[k].Elems.Len() + []int{0, 0, 1, 4}[r.IntN(4)]
		}
		return
	case 2: // the same elements in other orders, or some of them
		all := Layout{offset: r.IntN(3), stride: []int{1, 1, 2}[r.IntN(3)], together: true}
		for i, k := range r.Perm(n) {
			l, shape := all, in.Arrays[k].Shape
			if i > 0 && r.IntN(2) == 0 {
				t := turned(r, len(shape))
				l.order, l.back = t.order, t.back
			}
			if size := shape[len(shape)-1]; i > 0 && r.IntN(2) == 0 {
				l.stride *= []int{2, 2, 3, size, size + 1}[r.IntN(5)]
			}
			in.Layouts[k] = l.fitting(shape)
		}
		return
	}
	stride, room := 1+r.IntN(3), 2
	for _, a := range in.Arrays {
		room = max(room, a.Elems.Len())
	}
	for k := range in.Layouts {
		in.Layouts[k] = Layout{offset: r.IntN(room*stride + 1), stride: stride, together: true}.fitting(in.Arrays[k].Shape)
		if r.IntN(2) == 0 {
			in.Layouts[k].offset = r.IntN(2 * stride)
		}
	}
}

// How many inputs in open layouts there are for one with arrays that lie together, and for one with an array whose
// elements share locations.
const (
	togetherEvery = 2
	stillEvery    = 12
)
