package schedule

import (
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// together is how many iterations of a kernel run a sequential loop in step.
const together = 16

// mostKept is how many numbers each of them may keep meanwhile.
const mostKept = 4

// block runs the iterations of a kernel around a sequential loop in groups: each round of the loop is run by the whole
// group before the next one. Each iteration still computes its sum in the order of the rounds. So no round waits for the
// one before it, and where neighbours read neighbouring locations the group is a vector.
func block(j *job, body []imp.Stm) []imp.Stm {
	return each(body, func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			if k, ok := s.(*imp.Kernel); ok {
				if stms := j.blocked(k); stms != nil {
					out = append(out, stms...)
					continue
				}
			}
			out = append(out, s)
		}
		return out
	})
}

// blocked is a kernel in groups, or nil.
func (j *job) blocked(k *imp.Kernel) []imp.Stm {
	if !syntax.IsAtom(k.N) || j.few[k.X.ID] {
		return nil
	}
	at := slices.IndexFunc(k.Body, func(s imp.Stm) bool { _, ok := s.(*imp.For); return ok })
	if at < 0 {
		return nil
	}
	before, loop, after := k.Body[:at], k.Body[at].(*imp.For), k.Body[at+1:]
	if !simple(before) || !simple(loop.Body) || !simple(after) || !syntax.IsAtom(loop.N) {
		return nil
	}
	own := map[int]*syntax.Binding{} // variables of an iteration
	for _, s := range before {
		if d, ok := s.(*imp.Declare); ok {
			own[d.X.ID] = d.X
		}
	}
	if v, ok := loop.N.(*syntax.Var); ok && (own[v.ID] != nil || v.ID == k.X.ID) {
		return nil
	}
	for id := range assigned(k.Body) {
		if own[id] == nil && !declares(loop.Body, id) && !declares(after, id) {
			return nil // it is from outside
		}
	}
	if !j.neighbours(k.X, loop.Body) {
		return nil
	}
	var kept []*syntax.Binding
	used := map[int]bool{}
	for _, list := range [][]imp.Stm{loop.Body, after} {
		for id := range imp.Mentioned(list) {
			used[id] = true
		}
	}
	for _, s := range before {
		if d, ok := s.(*imp.Declare); ok && used[d.X.ID] {
			kept = append(kept, d.X)
		}
	}
	if len(kept) == 0 || len(kept) > mostKept {
		return nil
	}
	return j.inGroups(k, before, loop, after, kept)
}

func (j *job) inGroups(k *imp.Kernel, before []imp.Stm, loop *imp.For, after []imp.Stm, kept []*syntax.Binding) []imp.Stm {
	groups, group := j.fresh(k.X.Name+"_groups", syntax.Int), j.fresh(k.X.Name+"_group", syntax.Int)
	j.groups[group.ID] = true
	out := j.let(groups, bin(syntax.Quo, k.N, lit(together)), k)

	// the blocks in which a group keeps its numbers
	var body []imp.Stm
	var blocks []*syntax.Binding
	for _, x := range kept {
		b := j.fresh(x.Name+"_mem", syntax.Mem)
		blocks = append(blocks, b)
		body = append(body, &imp.Declare{Span: k.Span, X: b}, &imp.Alloc{Span: k.Span, X: b.Use(), N: lit(together)})
	}
	// part is a kernel over the group. It reads the numbers that are kept, if it is not the first one, and writes them, if
	// it is not the last one.
	part := func(list []imp.Stm, by map[int]syntax.Expr, read, write bool) imp.Stm {
		lane, i := j.fresh(k.X.Name+"_lane", syntax.Int), j.fresh(k.X.Name, syntax.Int)
		place := bin(syntax.Sub, lane.Use(), lit(1))
		stms := j.let(i, bin(syntax.Add, bin(syntax.Mul, lit(together), bin(syntax.Sub, group.Use(), lit(1))), lane.Use()), k)
		all := map[int]syntax.Expr{k.X.ID: i.Use()}
		for id, e := range by {
			all[id] = e
		}
		var inner []imp.Stm
		if read {
			for n, x := range kept {
				inner = append(inner, &imp.Declare{Span: k.Span, X: x}, &imp.Read{Span: k.Span, X: x.Use(), Y: blocks[n].Use(), At: place})
			}
		}
		inner = append(inner, list...)
		if write {
			for n, x := range kept {
				inner = append(inner, &imp.Write{Span: k.Span, X: blocks[n].Use(), At: place, E: x.Use()})
			}
		}
		return &imp.Kernel{Span: k.Span, X: lane, N: lit(together), Body: append(stms, j.copied(inner, all)...)}
	}
	round := j.fresh(loop.X.Name, syntax.Int)
	body = append(body, part(before, nil, false, true))
	body = append(body, &imp.For{Span: loop.Span, X: round, N: loop.N, Body: []imp.Stm{part(loop.Body, map[int]syntax.Expr{loop.X.ID: round.Use()}, true, true)}})
	body = append(body, part(after, nil, true, false))
	for _, b := range blocks {
		body = append(body, &imp.Free{Span: k.Span, X: b.Use()})
	}
	out = append(out, &imp.Kernel{Span: k.Span, X: group, N: groups.Use(), Body: body})

	// those that are left
	rest, left, i := j.fresh(k.X.Name+"_rest", syntax.Int), j.fresh(k.X.Name+"_left", syntax.Int), j.fresh(k.X.Name, syntax.Int)
	out = append(out, j.let(rest, bin(syntax.Sub, k.N, bin(syntax.Mul, lit(together), groups.Use())), k)...)
	stms := j.let(i, bin(syntax.Add, bin(syntax.Mul, lit(together), groups.Use()), left.Use()), k)
	return append(out, &imp.Kernel{Span: k.Span, X: left, N: rest.Use(), Body: append(stms, j.copied(k.Body, map[int]syntax.Expr{k.X.ID: i.Use()})...)})
}

// simple tells whether statements are neither loops nor about blocks as such.
func simple(list []imp.Stm) bool {
	ok := true
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Kernel, *imp.For, *imp.While, *imp.Alloc, *imp.Free:
			ok = false
		case *imp.Declare:
			ok = ok && s.X.Type.Elem != syntax.Mem
		case *imp.Read:
			ok = ok && !s.Undefined
		}
		return ok
	})
	return ok
}

// declares tells whether a variable is declared in statements.
func declares(list []imp.Stm, id int) (found bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.X.ID == id {
			found = true
		}
		return !found
	})
	return found
}

// neighbours tells whether a round of neighbouring iterations reads locations at equal distances, or the same ones.
func (j *job) neighbours(x *syntax.Binding, body []imp.Stm) bool {
	env, some, ok := &poly.Env{}, false, true
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assign:
			j.define(env, s)
		case *imp.Read:
			d := step(x, env.Of(s.At))
			ok = ok && !mentions(d, x.ID)
			some = some || !d.IsZero()
		case *imp.Write, *imp.Check:
			ok = false
		}
		return ok
	})
	return ok && some
}

// define notes what an int that does not change is.
func (j *job) define(env *poly.Env, s *imp.Assign) {
	if j.once[s.X.ID] && j.elems[s.X.ID] == syntax.Int {
		env.Define(s.X.ID, env.Of(s.E))
	}
}

// step is how far p moves from one iteration with the index x to the next.
func step(x *syntax.Binding, p poly.Poly) poly.Poly {
	return p.Subst(map[int]poly.Poly{x.ID: poly.Var(x.Use()).Add(one)}).Sub(p)
}
