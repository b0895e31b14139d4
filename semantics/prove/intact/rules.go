package intact

import "funmem/semantics/prove/races"

// used requires that no write since an array was bound meets what is used of it. born is where that was, plus 1; 0: before all that is here.
func (p *proof) used(u, born int) {
	if !p.since(u, born) {
		return
	}
	for _, c := range p.around {
		switch kind := p.tape.Events[c].Kind; {
		case kind == races.Round && c >= born:
			if !p.rounds(u, c) {
				return
			}
		case kind == races.Iteration && !p.others("V-OTHER", u, c):
			return
		}
	}
}

// since is V-USE: no write since an array was bound, of those before in the text, touches what is used of it.
func (p *proof) since(u, born int) bool {
	for _, w := range p.writes {
		if w >= born && !p.hidden(w) && !p.overwritten(w, u) && !p.tape.Apart(w, u, races.Same, 0, 0) {
			p.fail("V-USE", w, u, "")
			return false
		}
	}
	p.shown("V-USE")
	return true
}

// rounds is V-ROUND: if an array was bound before a loop or fold, no write of an earlier round touches what is used of it.
func (p *proof) rounds(u, c int) bool {
	w, ok := p.across(u, c, races.Earlier, func(int) bool { return true })
	if !ok {
		p.fail("V-ROUND", w, u, "")
		return false
	}
	p.shown("V-ROUND")
	return true
}

// others is V-OTHER: no write of another iteration of a kernel touches what is used. Iterations run in any order, so what they bind themselves is looked at as
// well. And it is V-WRITE: or what is written.
func (p *proof) others(rule string, u, c int) bool {
	w, ok := p.across(u, c, races.Other, func(int) bool { return true })
	if !ok {
		p.fail(rule, w, u, "")
		return false
	}
	p.shown(rule)
	return true
}

// alone requires that no other iteration of a kernel around a write writes there.
func (p *proof) alone(u int) {
	for _, c := range p.around {
		if p.tape.Events[c].Kind == races.Iteration && !p.others("V-WRITE", u, c) {
			return
		}
	}
}

// across tells whether the writes of other iterations or rounds leave alone what is used.
func (p *proof) across(u, c int, order races.Order, counts func(w int) bool) (write int, ok bool) {
	for w := c; w < p.ends[c]; w++ {
		e := &p.tape.Events[w]
		if e.Kind == races.Write && counts(w) && (order == races.Other || !p.inPlace[w]) && !p.tape.Apart(w, u, order, c, p.ends[c]) {
			return w, false
		}
	}
	return 0, true
}

// unwritten is V-SCRATCH: where an array is to which nothing was written, no elements of another kind are.
func (p *proof) unwritten(u int) {
	e := &p.tape.Events[u]
	other := func(w int) bool { return p.tape.OtherKind(p.tape.Events[w].ID, e.ID) }
	if p.tape.Outside(u) {
		p.fail("V-SCRATCH", -1, u, "where `"+e.Name+"` lies may be elements of another kind, from outside")
		return
	}
	for w := range u {
		kind := p.tape.Events[w].Kind
		if kind == races.Write && other(w) && !p.hidden(w) && !p.tape.Apart(w, u, races.Same, 0, 0) {
			p.fail("V-SCRATCH", w, u, "")
			return
		}
	}
	for _, c := range p.around {
		order, in := races.Other, p.tape.Events[c].Kind
		if in == races.Round {
			order = races.Earlier
		}
		if in != races.Round && in != races.Iteration {
			continue
		}
		if w, ok := p.across(u, c, order, other); !ok {
			p.fail("V-SCRATCH", w, u, "")
			return
		}
	}
	p.shown("V-SCRATCH")
}

// placed is V-PLACE: a copy of an array to where it lies writes nothing. The array is used whole just before it.
func (p *proof) placed(k int) bool {
	if p.inPlace[k] {
		p.shown("V-PLACE")
	}
	return p.inPlace[k]
}

// hidden is V-BRANCH: a write in the branch that is not taken is none.
func (p *proof) hidden(w int) bool {
	for _, m := range p.masked {
		if m[0] < w && w < m[1] {
			p.shown("V-BRANCH")
			return true
		}
	}
	return false
}

// overwritten is V-REST: a write does not matter to an update that overwrites next what it has written. The array that was written, or one of which it is a
// part, lies there.
func (p *proof) overwritten(w, u int) bool {
	if p.tape.Events[u].Kind != races.Rest || !p.partOf(p.wrote[w], func(k int) bool { return p.tape.Covers(u, k) }) {
		return false
	}
	p.shown("V-REST")
	return true
}

// lent is V-LENT: a call of a function does not write where an array from outside lies, or an argument that no star marks.
func (p *proof) lent(k int) {
	for _, w := range p.writes {
		if w >= p.tape.Events[k].From && !p.hidden(w) && !p.tape.Apart(w, k, races.Same, 0, 0) {
			p.fail("V-LENT", w, k, "")
			return
		}
	}
	p.shown("V-LENT")
}

// kept is V-KEPT: a row of a result, which was written just now, is not written again: not by what is left of its iteration or round, and by no other iteration
// or later round.
func (p *proof) kept(k int) {
	e := &p.tape.Events[k]
	c := p.around[len(p.around)-1]
	for w := k; w < p.ends[c]; w++ {
		if x := &p.tape.Events[w]; x.Kind == races.Write && !p.inPlace[w] && !p.tape.Apart(w, k, races.Same, 0, 0) {
			p.fail("V-KEPT", w, k, "")
			return
		}
	}
	order := races.Later
	if p.tape.Events[c].Kind == races.Iteration {
		order = races.Other
	}
	if w, ok := p.across(k, c, order, func(w int) bool { return p.tape.Events[w].ID != e.ID }); !ok {
		p.fail("V-KEPT", w, k, "")
		return
	}
	p.shown("V-KEPT")
}

// distinct is V-SPREAD: the elements of what is written have locations of their own.
func (p *proof) distinct(k int) {
	e := &p.tape.Events[k]
	p.spread[e.ID] = k + 1
	p.require("V-SPREAD", p.tape.Distinct(k), k, "it is not shown that the elements of `"+e.Name+"` have locations of their own")
}

// moved is V-COPY: a copy reads each element before it overwrites it.
func (p *proof) moved(k int) {
	p.require("V-COPY", p.tape.Moves(k), k, "it is not shown that the copy `"+p.tape.Events[k].Name+"` reads each element before it overwrites it")
}

// obliged requires what the event says. It is V-VALUE: what only memory evaluates has a value. It is V-BLOCK: an array lies in its block. It is V-ALLOC: the size of a block is not negative. It is V-FREE: a block
// is there.
func (p *proof) obliged(k int) {
	e := &p.tape.Events[k]
	if e.Loose {
		delete(p.astray, e.ID) // it is bound again
	}
	switch {
	case p.tape.Holds(k):
		p.shown(e.Rule)
	case p.given(e.ID):
	case e.Loose:
		p.lost(e.ID, Open{Rule: e.Rule, Use: e, Why: e.Name})
	default:
		p.fail(e.Rule, -1, k, e.Name)
	}
}

// given is V-GIVEN: an array is written where an array from outside lies, which lies in its block, or in a part of that.
func (p *proof) given(id int) bool {
	is := p.partOf(p.spread[id], func(k int) bool {
		for j := range p.outside {
			if p.tape.SameLocations(j, k) {
				return true
			}
		}
		return false
	})
	if is {
		p.shown("V-GIVEN")
	}
	return is
}

// claimed is V-CLAIM: an array lies where it is claimed to lie.
func (p *proof) claimed(k int) {
	e := &p.tape.Events[k]
	from := p.born[e.From]
	o, lost := p.astray[e.From]
	switch is := from > 0 && p.tape.Lies(k, from-1); {
	case is && lost:
		p.lost(e.ID, o)
	case is:
		p.shown("V-CLAIM")
		delete(p.astray, e.ID) // the other array lies in its block
	default:
		p.lost(e.ID, Open{Rule: "V-CLAIM", Use: e, Why: "it is not shown that `" + e.Name + "` lies where it is claimed to lie"})
	}
	p.used(k, from)
	p.born[e.ID] = k + 1
}

// lost is V-LOOSE: an array to which nothing was written may lie anywhere, as long as nothing uses it.
func (p *proof) lost(id int, o Open) {
	p.astray[id] = o
	p.shown("V-LOOSE")
}

// told tells of a use of such an array, once.
func (p *proof) told(id int) {
	if o, ok := p.astray[id]; ok {
		p.cov.Refuse(o.Rule)
		p.open = append(p.open, o)
		delete(p.astray, id)
	}
}
