package emit

import (
	"math"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// mostJoined is how often what is known of all variables is made larger by what they are assigned, before what still
// grows may be any int.
const mostJoined = 6

// ranging finds where the ints lie that variables hold, whatever the inputs are: in the union of what they are assigned, and
// for what is read, of what is written to the block. It holds for numbers that are wrong because an overflow has not been
// noticed yet too, since what may leave 64 bits may be any int. So a division that relies on it does not trap.
//
// No element of a block is read that was not written, so that what lay there before does not matter.
func ranging(p *imp.Program, g *gen) map[int]span {
	r := &ranges{gen: &gen{spans: map[int]span{}, elems: map[int]syntax.Elem{}}, once: g.once, classes: g.classes, blocks: map[int]span{}, sums: map[*imp.Assign]sum{}}
	for _, x := range p.Inputs {
		r.elems[x.ID], r.spans[x.ID] = x.Type.Elem, all
		for _, v := range syntax.FreeVars(x.Type) {
			r.spans[v.ID] = span{0, MaxSize}
		}
		switch {
		case x.Type.IsArray():
			r.blocks[r.classes.find(x.Type.Mem.Block.ID)] = all
		case x.Type.Elem == syntax.Mem:
			r.blocks[r.classes.find(x.ID)] = all
		}
	}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			r.elems[s.X.ID] = s.X.Type.Elem
		case *imp.Write:
			if r.elemOf(s.E) == syntax.F64 {
				r.blocks[r.classes.find(s.X.ID)] = all
			}
		case *imp.Kernel:
			r.elems[s.X.ID] = syntax.Int
		case *imp.For:
			r.elems[s.X.ID] = syntax.Int
		}
		return true
	})
	r.accumulators(p.Body, assignments(p))
	for r.changed = true; r.changed; r.rounds++ {
		r.changed = false
		imp.Walk(p.Body, func(s imp.Stm) bool { r.stm(s); return true })
		if !r.changed {
			r.others(p.Body)
		}
	}
	return r.spans
}

// others lets variables and classes be any int that still have no value.
func (r *ranges) others(body []imp.Stm) {
	for id, elem := range r.elems {
		if _, known := r.spans[id]; !known && elem == syntax.Int {
			r.join(r.spans, id, all)
		}
	}
	imp.Walk(body, func(s imp.Stm) bool {
		if s, ok := s.(*imp.Read); ok {
			id := r.classes.find(s.Y.ID)
			if _, known := r.blocks[id]; !known {
				r.join(r.blocks, id, all)
			}
		}
		return true
	})
}

// ranges is what is known of variables (spans) and of the numbers in classes of blocks. What is not in it has no value yet.
type ranges struct {
	*gen
	once    map[int]bool
	classes *classes
	blocks  map[int]span
	sums    map[*imp.Assign]sum
	rounds  int
	changed bool
}

// sum is a variable that a loop adds to, once in each round.
type sum struct {
	begin *imp.Assign // right before the loop, or earlier in the same statements
	loop  *imp.For
	add   *syntax.Binary
	e     syntax.Expr // what is added, or taken away
}

// of is where an expression lies. known is false if a variable in it has no value yet.
func (r *ranges) of(e syntax.Expr) (s span, known bool) {
	for _, x := range syntax.FreeVars(e) {
		elem, declared := r.elems[x.ID]
		if _, ok := r.spans[x.ID]; !ok && declared && elem == syntax.Int {
			return s, false
		}
	}
	s, fits := r.spanOf(e)
	if !fits {
		return all, true
	}
	return s, true
}

// join makes what is known of a variable or a class larger.
func (r *ranges) join(set map[int]span, id int, s span) {
	old, known := set[id]
	if known {
		s = span{min(old.lo, s.lo), max(old.hi, s.hi)}
	}
	if known && s == old {
		return
	}
	if known && r.rounds >= mostJoined {
		s = all
	}
	set[id], r.changed = s, true
}

func (r *ranges) stm(s imp.Stm) {
	loop := func(x *syntax.Binding, n syntax.Expr) {
		if k, known := r.of(n); known {
			r.join(r.spans, x.ID, span{1, max(1, min(k.hi, MaxRounds))})
		}
	}
	switch s := s.(type) {
	case *imp.Assign:
		if r.elems[s.X.ID] != syntax.Int {
			return
		}
		e, known := r.of(s.E)
		if a, ok := r.sums[s]; ok {
			e, known = r.total(a)
		}
		if known {
			r.join(r.spans, s.X.ID, e)
		}
	case *imp.Read:
		if k, known := r.blocks[r.classes.find(s.Y.ID)]; known && r.elems[s.X.ID] == syntax.Int {
			r.join(r.spans, s.X.ID, k)
		}
	case *imp.Write:
		if k, known := r.of(s.E); known {
			r.join(r.blocks, r.classes.find(s.X.ID), k)
		}
	case *imp.Kernel:
		loop(s.X, s.N)
	case *imp.For:
		loop(s.X, s.N)
	}
}

// total is where a sum lies after any number of rounds of its loop.
func (r *ranges) total(a sum) (span, bool) {
	begin, ok1 := r.of(a.begin.E)
	n, ok2 := r.of(a.loop.N)
	e, ok3 := r.of(a.e)
	if !ok1 || !ok2 || !ok3 {
		return all, false
	}
	if a.add.Op == syntax.Sub {
		if e.lo == math.MinInt64 {
			return all, true
		}
		e = span{-e.hi, -e.lo}
	}
	n.hi = max(0, min(n.hi, MaxRounds))
	t := &gen{spans: map[int]span{0: begin, 1: {0, n.hi}, 2: e}}
	v := func(id int) syntax.Expr { return &syntax.Var{ID: id} }
	after := &syntax.Binary{Op: syntax.Add, Of: syntax.Int, X: v(0), Y: &syntax.Binary{Op: syntax.Mul, Of: syntax.Int, X: v(1), Y: v(2)}}
	if s, fits := t.spanOf(after); fits {
		return s, true
	}
	return all, true
}

// accumulators finds the sums of for loops: variables that begin in the same statements, and are assigned to otherwise only
// in the loop, in each round once.
func (r *ranges) accumulators(list []imp.Stm, count map[int]int) {
	begin := map[int]*imp.Assign{}
	for k, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if k+1 < len(list) {
				if a, ok := list[k+1].(*imp.Assign); ok && a.X.ID == s.X.ID {
					begin[s.X.ID] = a
				}
			}
		case *imp.If:
			r.accumulators(s.Then, count)
			r.accumulators(s.Else, count)
		case *imp.Kernel:
			r.accumulators(s.Body, count)
		case *imp.While:
			r.accumulators(s.Body, count)
		case *imp.For:
			r.accumulators(s.Body, count)
			values := map[int]syntax.Expr{}
			for _, t := range s.Body {
				a, ok := t.(*imp.Assign)
				if !ok {
					continue
				}
				if r.once[a.X.ID] {
					values[a.X.ID] = a.E
				}
				if begin[a.X.ID] == nil || count[a.X.ID] != 2 || r.elems[a.X.ID] != syntax.Int {
					continue
				}
				e := a.E
				if y, ok := e.(*syntax.Var); ok && values[y.ID] != nil {
					e = values[y.ID]
				}
				if b, ok := e.(*syntax.Binary); ok && b.Of == syntax.Int && (b.Op == syntax.Add || b.Op == syntax.Sub) {
					switch x, y := syntax.IsVar(b.X, a.X.ID), syntax.IsVar(b.Y, a.X.ID); {
					case x:
						r.sums[a] = sum{begin[a.X.ID], s, b, b.Y}
					case y && b.Op == syntax.Add:
						r.sums[a] = sum{begin[a.X.ID], s, b, b.X}
					}
				}
			}
		}
	}
}
