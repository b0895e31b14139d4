package emr

import (
	"slices"

	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// Asked is a with-loop with the candidates that are left for it after Alg. 2, for a run in which counts of references say
// whether one of them is free. In addition to what the pass takes, parameters of functions and loops are candidates, and what
// calls, ifs and loops give: whether anything else lies in their blocks is known then.
type Asked struct {
	Let    *syntax.Let
	Array  *syntax.Binding
	Block  *syntax.Binding   // that of its own, which it need not have if one of the others is free
	RC     []*syntax.Binding // asked in this order
	ERC    *syntax.Binding   // nil: there is none, or there are RCs
	Spare  *syntax.Binding   // for a with-loop in a loop without other candidates: what a round keeps for the next (Alg. 3), or nil
	Around *syntax.Loop      // that loop
}

// Candidates returns the with-loops of a FUNMEM program. The option candidates is that of the pass.
func Candidates(j *rewrite.Job, p *syntax.Program) (list []Asked) {
	r := newReuse(j, live.Counted(p, nil, j.Until))
	r.asks = true
	r.phases(p)
	around := map[*withLoop]*syntax.Loop{}
	for _, l := range r.rounds {
		r.keep(l)
		for _, w := range l.loops {
			around[w] = l.loop
		}
	}
	for _, w := range r.order {
		a := Asked{Let: w.let, Array: w.x, Block: w.m, Around: around[w]}
		for _, c := range w.left {
			if slices.Contains(w.rc, c) {
				a.RC = append(a.RC, c.x)
			} else {
				a.ERC = c.x
			}
		}
		if w.spare != nil {
			a.Spare = w.spare.x
		}
		list = append(list, a)
	}
	return list
}

// arrays are the binders that may be candidates at run time only. Where they lie in their blocks, and how large these are, is
// known then. But a block from outside the function, loop or kernel has a reference there.
func (r *reuse) arrays(xs []*syntax.Binding) (list []*withLoop) {
	if !r.asks {
		return nil
	}
	for _, x := range xs {
		r.own[x.ID] = true
	}
	for _, x := range xs {
		if x.ID == 0 || !x.Type.IsArray() || x.Type.Mem == nil || !r.own[x.Type.Mem.Block.ID] {
			continue
		}
		freed := false
		for o := range r.live.Of(x.ID) {
			freed = freed || r.live.Freed()[o]
		}
		if !freed {
			list = append(list, &withLoop{x: x})
		}
	}
	return list
}

// params are the candidates that a function or a loop begins with, the last one first.
func (r *reuse) params(xs []*syntax.Binding) []*withLoop {
	list := r.arrays(xs)
	slices.Reverse(list)
	return list
}

// needed tells whether a candidate is used after a statement: under any name, or under its own if the other names are counted
// at run time.
func (r *reuse) needed(c *withLoop, s syntax.Stm) bool {
	if r.asks {
		return r.live.Used(c.x.ID, s) || r.live.Used(c.block(), s)
	}
	return r.live.Live(c.o, s)
}

// block is the variable that names the block of a candidate.
func (w *withLoop) block() int { return w.x.Type.Mem.Block.ID }

// round is a loop, with the arrays of a round and its with-loops.
type round struct {
	loop   *syntax.Loop
	known  *rewrite.Known // at the end of the round
	arrays []*withLoop    // C at the end of the round
	loops  []*withLoop
}

// keep is Alg. 3 at run time: a with-loop without candidates gets one from the round before, FindMatching's: an array of its shape
// that the round does not pass on, and that no other with-loop has taken. In the first round it has a block of its own, which in the
// paper is allocated before the loop (Alg. 4).
func (r *reuse) keep(l *round) {
	if r.onlyRC() {
		return
	}
	taken := map[*withLoop]bool{}
	for _, w := range l.loops {
		for _, c := range w.left {
			taken[c] = true
		}
	}
	for _, w := range l.loops {
		if len(w.left) > 0 {
			continue
		}
		for _, c := range l.arrays {
			if !taken[c] && !l.gives(c) && alike(w, c, l.known) {
				w.spare, taken[c] = c, true
				break
			}
		}
	}
}

// gives tells whether a round passes an array on.
func (l *round) gives(c *withLoop) bool {
	return slices.ContainsFunc(l.loop.Body.Res, func(x syntax.Expr) bool {
		v, ok := x.(*syntax.Var)
		return ok && v.ID == c.x.ID
	})
}
