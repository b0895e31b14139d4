package schedule

import (
	"maps"
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/num"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// mostJoined is how large a kernel may become that is made of two.
const mostJoined = 60

// join makes one kernel of two over the same space that read the same block, so that what both read is loaded once. All
// iterations of both must be proved independent, and neither may write a block that the other reads or writes, unless each
// iteration of both uses one location of it that is its own. What stands between them comes before.
func join(j *job, body []imp.Stm) []imp.Stm {
	n := &joiner{j, blocksOfOneName(j.p.Body)}
	return each(body, n.list)
}

type joiner struct {
	*job
	own map[int]bool // blocks that have no other name
}

// blocksOfOneName are the variables of blocks that only allocs give a value, and whose value no other variable gets.
func blocksOfOneName(body []imp.Stm) map[int]bool {
	set, others := map[int]bool{}, map[int]bool{}
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc:
			set[s.X.ID] = true
		case *imp.Assign:
			others[s.X.ID] = true
			if y, ok := s.E.(*syntax.Var); ok {
				others[y.ID] = true
			}
		}
		return true
	})
	for id := range others {
		delete(set, id)
	}
	return set
}

func (n *joiner) list(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	last := -1 // where in out the kernel before is
	for _, s := range list {
		n.poll.Ask()
		k, ok := s.(*imp.Kernel)
		if !ok {
			out = append(out, s)
			continue
		}
		if last >= 0 {
			before, between := out[last].(*imp.Kernel), out[last+1:]
			if n.joins(before, between, k) {
				out = append(slices.Delete(out, last, last+1), n.joined(before, k))
				last = len(out) - 1
				continue
			}
		}
		last = len(out)
		out = append(out, k)
	}
	return out
}

// joins tells whether two kernels become one.
func (n *joiner) joins(a *imp.Kernel, between []imp.Stm, b *imp.Kernel) bool {
	if !n.free(a) || !n.free(b) || size(a.Body)+size(b.Body) > mostJoined || !n.sameSpace(a, b) {
		return false
	}
	x, y := n.accesses(a), n.accesses(b)
	if x == nil || y == nil || !x.share(y) {
		return false
	}
	for id := range x.meeting(y) {
		if !n.alone(a, b, id) {
			return false
		}
	}
	mentioned, inside := imp.Mentioned([]imp.Stm{a}), declared(a)
	for _, s := range between {
		switch s := s.(type) {
		case *imp.Skip, *imp.Check:
		case *imp.Declare:
			if inside[s.X.Name] { // it would come before another variable of that name
				return false
			}
		case *imp.Alloc, *imp.Assign, *imp.Read:
			if mentioned[imp.Target(s).ID] {
				return false
			}
			if r, ok := s.(*imp.Read); ok && x.written[r.Y.ID] {
				return false
			}
		case *imp.Free:
			if mentioned[s.X.ID] || !n.own[s.X.ID] {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// sameSpace tells whether two kernels have the same number of iterations.
func (n *joiner) sameSpace(a, b *imp.Kernel) bool {
	env := &poly.Env{}
	p, q := env.Of(a.N), env.Of(b.N)
	return p.Sub(q).IsZero() && n.fixed(p)
}

// touched are the blocks from outside that a kernel reads and writes.
type touched struct{ read, written map[int]bool }

// meeting are the blocks that one of two kernels writes and the other one reads or writes.
func (t *touched) meeting(u *touched) map[int]bool {
	met := map[int]bool{}
	for id := range t.written {
		met[id] = met[id] || u.read[id] || u.written[id]
	}
	for id := range u.written {
		met[id] = met[id] || t.read[id] || t.written[id]
	}
	maps.DeleteFunc(met, func(_ int, meets bool) bool { return !meets })
	return met
}

// share tells whether two kernels use the same block, and one of them reads it.
func (t *touched) share(u *touched) bool {
	for id := range t.read {
		if u.read[id] || u.written[id] {
			return true
		}
	}
	for id := range u.read {
		if t.written[id] {
			return true
		}
	}
	return false
}

// alone tells whether each iteration of two kernels uses one location of a block, at the same offset in both, and other
// iterations use other ones.
func (n *joiner) alone(a, b *imp.Kernel, block int) bool {
	env := &poly.Env{}
	var at []poly.Poly
	for _, k := range []*imp.Kernel{a, b} {
		index := map[int]syntax.Expr{k.X.ID: a.X.Use()}
		imp.Walk(k.Body, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Read:
				if s.Y.ID == block {
					at = append(at, env.Of(syntax.Subst(s.At, index)))
				}
			case *imp.Write:
				if s.X.ID == block {
					at = append(at, env.Of(syntax.Subst(s.At, index)))
				}
			}
			return true
		})
	}
	for _, p := range at { // equal ones have no variables from inside, which differ in the two
		if p.Large() || !n.fixed(p) || !p.Sub(at[0]).IsZero() {
			return false
		}
	}
	i := poly.Var(a.X.Use())
	step, ok := at[0].Subst(map[int]poly.Poly{a.X.ID: i.Add(poly.Int(num.Of(1)))}).Sub(at[0]).Const()
	return ok && step.Sign() != 0
}

// accesses are those of a kernel. They are nil if it has sequential loops, assigns to variables from outside, or writes blocks
// that may have several names.
func (n *joiner) accesses(k *imp.Kernel) *touched {
	t, inside := &touched{map[int]bool{}, map[int]bool{}}, map[int]bool{}
	ok := true
	imp.Walk(k.Body, func(s imp.Stm) bool {
		if x := imp.Target(s); x != nil {
			ok = ok && inside[x.ID]
		}
		switch s := s.(type) {
		case *imp.Declare:
			inside[s.X.ID] = true
		case *imp.For, *imp.While, *imp.Free:
			ok = false
		case *imp.Read:
			t.read[s.Y.ID] = true
		case *imp.Write:
			t.written[s.X.ID] = true
			ok = ok && n.own[s.X.ID]
		}
		return ok
	})
	if !ok {
		return nil
	}
	return t
}

// joined is the kernel that runs an iteration of each of two.
func (n *joiner) joined(a, b *imp.Kernel) *imp.Kernel {
	second := n.copied(b.Body, map[int]syntax.Expr{b.X.ID: a.X.Use()})
	n.count(second)
	for id := range blocksOfOneName(second) { // they stand for blocks of b
		n.own[id] = true
	}
	return &imp.Kernel{Span: a.Span, X: a.X, N: a.N, Body: n.list(slices.Concat(a.Body, second)), Apart: true, Near: a.Near || b.Near}
}

// declared are the names of the variables that a kernel declares.
func declared(k *imp.Kernel) map[string]bool {
	set := map[string]bool{}
	imp.Walk([]imp.Stm{k}, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			set[s.X.Name] = true
		case *imp.Kernel:
			set[s.X.Name] = true
		case *imp.For:
			set[s.X.Name] = true
		}
		return true
	})
	return set
}
