package intact

import (
	"fmt"

	"funmem/semantics/prove"
	"funmem/semantics/prove/races"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Open is what was not shown: that a write leaves alone what is used later, or something else that has to hold.
type Open struct {
	Write *races.Event // nil: there is none
	Use   *races.Event
	Why   string
}

// Text says what was not shown, with the places.
func (o Open) Text() string {
	if o.Write == nil {
		return o.Why + ", at " + o.Use.At.String()
	}
	if o.Use.Kind == races.Lent {
		return fmt.Sprintf("the write of `%s` at %s, to %s, may meet `%s` at %s, which the caller of the function at %s may use again: no star marks it", o.Write.Name, o.Write.At, o.Write.Place(), o.Use.Name, o.Use.Place(), o.Use.At)
	}
	return fmt.Sprintf("the write of `%s` at %s, to %s, may meet `%s` at %s, used at %s", o.Write.Name, o.Write.At, o.Write.Place(), o.Use.Name, o.Use.Place(), o.Use.At)
}

// Program tells what is not shown of the statements of a program, or of a function of it: that it is valid for all inputs and arguments. done is false
// if the proof becomes too long. The arguments of a function are assumed to lie in their blocks and to hold their values, and the block of a
// starred one to be no other argument's. defs and types tell of what the program uses from outside; both may be nil.
func Program(steps *prove.Budget, p *syntax.Program, d *syntax.Def, defs func(name string) *syntax.Def, types func(id int) *syntax.Type, until ...stop.Poll) (open []Open, done bool) {
	own := map[int]bool{}
	if d != nil {
		for _, x := range d.Params {
			if x.Unique && x.Type.IsArray() {
				own[x.Type.Mem.Block.ID] = true
			}
		}
	}
	tape := races.Record(steps, p, d, func(x *syntax.Binding) bool { return own[x.ID] }, defs, types, until...)
	if tape == nil {
		return nil, false
	}
	return Prove(tape, mostOpen), true
}

// mostOpen is how many open obligations are looked for.
const mostOpen = 5

// Prove goes through a tape and tells what is not shown. If that is nothing, each use of an array finds in its cells what its binding put there, for all
// inputs. most is how many open obligations are looked for; 0: all.
func Prove(t *races.Tape, most int) []Open {
	p := &proof{places: placesOf(t), tape: t, spread: map[int]int{}, born: map[int]int{}, astray: map[int]Open{}, most: most}
	for k := range t.Events {
		if most > 0 && len(p.open) >= most {
			break
		}
		p.event(k)
	}
	return p.open
}

// proof is a walk over a tape.
type proof struct {
	*places
	tape   *races.Tape
	spread map[int]int  // where each array was begun to be written last
	born   map[int]int  // where each array was bound last, plus 1
	astray map[int]Open // arrays of which it is not shown that they lie where they are said to lie: nothing may use them
	around []int        // the begins of what is around
	masked [][2]int     // the branches that are not taken if this one is
	writes []int        // so far
	most   int
	open   []Open
}

func (p *proof) fail(w, u int, why string) {
	o := Open{Use: &p.tape.Events[u], Why: why}
	if w >= 0 {
		o.Write = &p.tape.Events[w]
	}
	p.open = append(p.open, o)
}

func (p *proof) event(k int) {
	e := &p.tape.Events[k]
	switch e.Kind {
	case races.Born:
		p.born[e.ID] = k + 1
	case races.Claimed:
		from := p.born[e.From]
		if o, ok := p.astray[e.From]; ok {
			p.astray[e.ID] = o
		}
		if from == 0 || !p.tape.SamePlace(k, from-1) {
			p.astray[e.ID] = Open{Use: e, Why: "it is not shown that `" + e.Name + "` lies where it is claimed to lie"}
		}
		p.used(k, from)
		p.born[e.ID] = k + 1
	case races.Whole, races.Rest, races.Element:
		if o, ok := p.astray[e.ID]; ok {
			p.open = append(p.open, o)
			delete(p.astray, e.ID) // it is told once
		}
		p.used(k, p.born[e.ID])
	case races.Lent:
		p.used(k, 0)
	case races.Write:
		if !p.inPlace[k] {
			p.writes = append(p.writes, k)
			p.alone(k)
		}
	case races.Kept:
		p.kept(k)
	case races.Spread:
		p.spread[e.ID] = k + 1
		if !p.tape.Distinct(k) {
			p.fail(-1, k, "it is not shown that the elements of `"+e.Name+"` have locations of their own")
		}
	case races.Moved:
		if !p.tape.Moves(k) {
			p.fail(-1, k, "it is not shown that the copy `"+e.Name+"` reads each element before it overwrites it")
		}
	case races.Obliged:
		if e.Loose {
			delete(p.astray, e.ID) // it is bound again
		}
		switch {
		case p.tape.Holds(k) || p.given(e.ID):
		case e.Loose:
			p.astray[e.ID] = Open{Use: e, Why: e.Name}
		default:
			p.fail(-1, k, e.Name)
		}
	case races.Iteration, races.Round, races.Then:
		p.around = append(p.around, k)
	case races.Else:
		p.masked = append(p.masked, [2]int{p.around[len(p.around)-1], k})
		p.around[len(p.around)-1] = k
	case races.Leave:
		top := p.around[len(p.around)-1]
		p.around = p.around[:len(p.around)-1]
		if p.tape.Events[top].Kind == races.Else {
			p.masked = p.masked[:len(p.masked)-1]
		}
	}
}

// used requires that no write since an array was bound meets what is used of it. born is where that was, plus 1; 0: before all that is here.
func (p *proof) used(u, born int) {
	for _, w := range p.writes {
		if w >= born && !p.hidden(w) && !p.overwritten(w, u) && !p.tape.Apart(w, u, races.Same, 0, 0) {
			p.fail(w, u, "")
			return
		}
	}
	for _, c := range p.around {
		order := races.Other // iterations run in any order, so what they bind themselves is looked at as well
		switch kind := p.tape.Events[c].Kind; {
		case kind == races.Round && c >= born:
			order = races.Earlier
		case kind != races.Iteration:
			continue
		}
		if w, ok := p.across(u, c, order, func(int) bool { return true }); !ok {
			p.fail(w, u, "")
			return
		}
	}
}

// overwritten tells whether an update overwrites next what a write has written: the array that was written, or one of which it is a part, lies there.
func (p *proof) overwritten(w, u int) bool {
	return p.tape.Events[u].Kind == races.Rest && p.partOf(p.wrote[w], func(k int) bool { return p.tape.Covers(u, k) })
}

// alone requires that no other iteration of a kernel around a write writes there.
func (p *proof) alone(u int) {
	for _, c := range p.around {
		if p.tape.Events[c].Kind == races.Iteration {
			if w, ok := p.across(u, c, races.Other, func(int) bool { return true }); !ok {
				p.fail(w, u, "")
				return
			}
		}
	}
}

// across tells whether the writes of other iterations or rounds leave alone what is used.
func (p *proof) across(u, c int, order races.Order, counts func(w int) bool) (write int, ok bool) {
	for w := c; w < p.ends[c]; w++ {
		e := &p.tape.Events[w]
		if e.Kind == races.Write && counts(w) && !p.inPlace[w] && !p.tape.Apart(w, u, order, c, p.ends[c]) {
			return w, false
		}
	}
	return 0, true
}

// given tells whether an array is written where an array from outside lies, which lies in its block, or in a part of that.
func (p *proof) given(id int) bool {
	return p.partOf(p.spread[id], func(k int) bool {
		for j := range p.outside {
			if p.tape.SameLocations(j, k) {
				return true
			}
		}
		return false
	})
}

// kept requires that a row of a result, which was written just now, is not written again: not by what is left of its iteration, and by no other iteration
// or later round.
func (p *proof) kept(k int) {
	e := &p.tape.Events[k]
	c := p.around[len(p.around)-1]
	for w := k; w < p.ends[c]; w++ {
		if x := &p.tape.Events[w]; x.Kind == races.Write && !p.inPlace[w] && !p.tape.Apart(w, k, races.Same, 0, 0) {
			p.fail(w, k, "")
			return
		}
	}
	order := races.Later
	if p.tape.Events[c].Kind == races.Iteration {
		order = races.Other
	}
	if w, ok := p.across(k, c, order, func(w int) bool { return p.tape.Events[w].ID != e.ID }); !ok {
		p.fail(w, k, "")
	}
}

// hidden tells whether a write is in a branch that is not taken.
func (p *proof) hidden(w int) bool {
	for _, m := range p.masked {
		if m[0] < w && w < m[1] {
			return true
		}
	}
	return false
}
