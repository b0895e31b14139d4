package emit

import (
	"fmt"
	"slices"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// A block of few words that lives no longer than an iteration of the loop around it, or than the run if there is no loop, is an
// array of C, as long as all of these are small. The C compiler then knows that no other block overlaps it, and that nothing reads
// it later, so that its elements may be no more than variables.
const (
	mostHere    = 1 << 9
	mostHereAll = 1 << 12
)

// home is where the block of an allocation lives that no iteration but its own sees, or nothing but the run. So the next iteration
// may use the same words again.
type home struct {
	words int64  // of an array of C; -1: memory that is taken once, and again only if more is needed
	name  string // of what holds it
}

// homes finds the allocations in loops whose blocks no variable means any more when the iteration ends, and with top those outside
// of loops whose blocks are not results, if they can be arrays of C. all are their homes, and of are those that are arrays of C, by
// the loop, which is nil outside of all. own are the variables that mean no other blocks, and c are the classes of all.
func homes(p *imp.Program, top bool) (all map[*imp.Alloc]*home, of map[imp.Stm][]*imp.Alloc, own map[int]bool, c *classes) {
	c = &classes{parent: map[int]int{}, declared: map[int][]imp.Stm{}}
	c.walk(p.Body, nil)
	outside := map[int]bool{}
	for _, x := range p.Inputs {
		switch {
		case x.Type.IsArray():
			outside[c.find(x.Type.Mem.Block.ID)] = true
		case x.Type.Elem == syntax.Mem:
			outside[c.find(x.ID)] = true
		}
	}
	for _, r := range p.Return {
		if r.Type.IsArray() {
			outside[c.find(r.Type.Mem.Block.ID)] = true
		}
	}
	loop := map[int]imp.Stm{} // the innermost loop around all allocations of a class
	seen := map[int]bool{}
	for _, a := range c.allocs {
		id := c.find(a.stm.X.ID)
		if _, few := fewWords(a.stm); a.loop == nil && !(top && few) || seen[id] && loop[id] != a.loop {
			outside[id] = true
		}
		loop[id], seen[id] = a.loop, true
	}
	for id, around := range c.declared {
		if class := c.find(id); !seen[class] || loop[class] != nil && !slices.Contains(around, loop[class]) {
			outside[class] = true
		}
	}
	all, of, own = map[*imp.Alloc]*home{}, map[imp.Stm][]*imp.Alloc{}, map[int]bool{}
	total := map[imp.Stm]int64{} // by the groups of threads that share them; nil: for all others
	for _, a := range c.allocs {
		if _, here := c.declared[a.stm.X.ID]; outside[c.find(a.stm.X.ID)] || !here {
			continue
		}
		h := &home{words: -1}
		if n, few := fewWords(a.stm); few && total[a.group]+n <= mostHereAll {
			total[a.group] += n
			h.words = n
			of[a.loop] = append(of[a.loop], a.stm)
		}
		all[a.stm] = h
	}
	for id := range c.declared {
		own[id] = !outside[c.find(id)]
	}
	return all, of, own, c
}

// fewWords is how many words an allocation has, if that is known and they may be an array of C.
func fewWords(a *imp.Alloc) (n int64, few bool) {
	k, ok := a.N.(*syntax.IntLit)
	if !ok {
		return 0, false
	}
	n, ok = k.Val.Int64()
	return n, ok && n >= 0 && n <= mostHere
}

// classes are the blocks of a program: two variables are in one class if they may mean the same block.
type classes struct {
	parent   map[int]int
	declared map[int][]imp.Stm // the loops around the declaration of a variable
	allocs   []allocation
}

type allocation struct {
	stm  *imp.Alloc
	loop imp.Stm // the innermost one around it, or nil
	// group is the kernel, if the innermost loop around it is one that groups of threads run.
	group imp.Stm
}

func (c *classes) find(id int) int {
	p, ok := c.parent[id]
	if !ok || p == id {
		return id
	}
	p = c.find(p)
	c.parent[id] = p
	return p
}

func (c *classes) walk(list []imp.Stm, around []imp.Stm) {
	inside := func(s imp.Stm, body []imp.Stm) { c.walk(body, append(around[:len(around):len(around)], s)) }
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if s.X.Type.Elem == syntax.Mem {
				c.declared[s.X.ID] = around
			}
		case *imp.Assign:
			if y, ok := s.E.(*syntax.Var); ok {
				c.parent[c.find(s.X.ID)] = c.find(y.ID)
			}
		case *imp.Alloc:
			a := allocation{stm: s}
			if len(around) > 0 {
				a.loop = around[len(around)-1]
				if ofGroup(a.loop) {
					a.group = a.loop
				}
			}
			c.allocs = append(c.allocs, a)
		case *imp.If:
			c.walk(s.Then, around)
			c.walk(s.Else, around)
		case *imp.Kernel:
			inside(s, s.Body)
		case *imp.For:
			inside(s, s.Body)
		case *imp.While:
			inside(s, s.Body)
		}
	}
}

// ofGroup tells whether groups of threads run a loop.
func ofGroup(s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.Kernel:
		return s.Group > 0
	case *imp.For:
		return s.Chain > 0
	}
	return false
}

// allocates tells whether statements allocate blocks.
func allocates(list []imp.Stm) (found bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		_, ok := s.(*imp.Alloc)
		found = found || ok
		return !found
	})
	return found
}

// apart tells whether a loop writes no block that it reads, and each block by one statement. Then the order of its
// iterations does not matter for what it reads, and what is written twice keeps the last number.
func (g *gen) apart(body []imp.Stm) bool {
	read, written := map[int]bool{}, map[int]bool{}
	ok := true
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Read:
			read[g.classes.find(s.Y.ID)] = true
		case *imp.Write:
			id := g.classes.find(s.X.ID)
			ok = ok && !written[id]
			written[id] = true
		}
		return ok
	})
	for id := range written {
		ok = ok && !read[id]
	}
	return ok
}

// house declares the arrays of an iteration of a loop, or those outside of all loops.
func (g *gen) house(loop imp.Stm) {
	for _, a := range g.arrays[loop] {
		h := g.homes[a]
		h.name = g.temp()
		g.line("i64 %s[%d] __attribute__((aligned(64)));", h.name, max(h.words, 1))
	}
}

// alloc writes an allocation.
func (g *gen) alloc(s *imp.Alloc) {
	n, h := g.name(s.X.ID), g.homes[s]
	if h != nil && h.words >= 0 {
		g.line("%s = %s; %s_n = %d;", n, h.name, n, h.words)
		return
	}
	g.line("%s_n = %s;", n, g.expr(s.N, atOnce))
	g.fail(fmt.Sprintf("%s_n < 0 || %s_n > INT64_C(%d)", n, n, int64(MaxSize)), "fm_size")
	g.narrow(s.N, 0, MaxSize)
	take := fmt.Sprintf("fm_env->%s(fm_env, %s_n)", g.take(g.classes.find(s.X.ID)), n)
	if h != nil {
		slot := g.temp()
		g.slots = append(g.slots, slot)
		take = fmt.Sprintf("fm_again(fm_env, &%s, &%s_n, %s_n)", slot, slot, n)
	}
	g.fail(fmt.Sprintf("!(%s = %s)", n, take), "fm_memory")
	g.keep(s)
}
