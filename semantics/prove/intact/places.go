package intact

import "funmem/semantics/prove/races"

// places is what a tape tells of where arrays lie, before anything is proved.
type places struct {
	outside int         // so many events at the beginning bind what is from outside
	inPlace []bool      // of a write: it puts there what is there already
	ends    []int       // of a begin of iterations, rounds or a branch, where it ends
	wrote   map[int]int // of a write: where its array was begun to be written, plus 1
	part    map[int]int // of such a begin, plus 1: that of the array of which it is a part
}

// placesOf goes through a tape.
func placesOf(t *races.Tape) *places {
	p := &places{inPlace: make([]bool, len(t.Events)), ends: make([]int, len(t.Events)), wrote: map[int]int{}, part: map[int]int{}}
	for p.outside < len(t.Events) && t.Events[p.outside].Kind == races.Born {
		p.outside++
	}
	bound, spread, body := map[int]int{}, map[int]int{}, map[int]int{}
	open := []int{-1}
	for k, e := range t.Events {
		top := &open[len(open)-1]
		switch e.Kind {
		case races.Iteration, races.Round, races.Then:
			open = append(open, k)
		case races.Else:
			p.ends[*top], *top = k, k
		case races.Leave:
			p.ends[*top] = k
			open = open[:len(open)-1]
		case races.Born, races.Claimed:
			bound[e.ID] = k + 1
		case races.Spread:
			spread[e.ID] = k + 1
			body[k+1] = *top
		case races.Write:
			p.wrote[k] = spread[e.ID]
			from := bound[e.From]
			p.inPlace[k] = from > 0 && t.SamePlace(k, from-1)
			// If the array is written in another body, it may be written although this is not.
			if part := spread[e.From]; p.inPlace[k] && part > 0 && body[part] == *top {
				p.part[part] = spread[e.ID]
			}
		}
	}
	return p
}

// mostParts bounds the arrays that an array is a part of: a fold may copy its accumulator to itself.
const mostParts = 8

// partOf tells whether an array, or one of which it is a part, is as wanted. Both are begins of arrays that are written, k plus 1.
func (p *places) partOf(k int, wanted func(k int) bool) bool {
	for n := 0; k > 0 && n < mostParts; n++ {
		if wanted(k - 1) {
			return true
		}
		k = p.part[k]
	}
	return false
}
