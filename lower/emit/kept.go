package emit

import (
	"fmt"
	"strings"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// A loop may carry blocks: a round allocates one, and the next round reads it. Nothing frees such a block, since the place where
// it is not needed any more depends on the run. So the text keeps a list of those that a function of C has allocated. At the end
// of each round it gives back those that no variable means which the loop does not declare: a block that no variable means
// cannot be reached.

// kept is the list of the blocks of a class, in a function of C.
type kept struct {
	name  string
	most  int // blocks
	class int
	uses  int // how many allocations have been written that put a block there
}

// variable is a variable that means blocks, by what C calls it.
type variable struct {
	id   int
	name string
}

// carried are the allocations in loops that neither have a home nor are freed by the statements after them, and their classes.
func (c *classes) carried(p *imp.Program, homes map[*imp.Alloc]*home) (allocs map[*imp.Alloc]bool, of map[int]bool) {
	freed := map[*imp.Alloc]bool{}
	var look func(list []imp.Stm)
	look = func(list []imp.Stm) {
		last := map[int]*imp.Alloc{}
		for _, s := range list {
			switch s := s.(type) {
			case *imp.Alloc:
				last[s.X.ID] = s
			case *imp.Free:
				if a := last[s.X.ID]; a != nil {
					freed[a] = true
				}
			case *imp.If:
				look(s.Then)
				look(s.Else)
			case *imp.Kernel:
				look(s.Body)
			case *imp.For:
				look(s.Body)
			case *imp.While:
				look(s.Body)
			}
		}
	}
	look(p.Body)
	allocs, of = map[*imp.Alloc]bool{}, map[int]bool{}
	for _, a := range c.allocs {
		if a.loop != nil && homes[a.stm] == nil && !freed[a.stm] {
			allocs[a.stm] = true
			of[c.find(a.stm.X.ID)] = true
		}
	}
	return allocs, of
}

// returned are the classes of blocks that the caller may get.
func (c *classes) returned(p *imp.Program) map[int]bool {
	set := map[int]bool{}
	for _, r := range p.Return {
		if r.Type.IsArray() {
			set[c.find(r.Type.Mem.Block.ID)] = true
		}
	}
	return set
}

// kept is the list of a class in the function that is written, or nil if no block of it is carried.
func (g *gen) kept(class int) *kept {
	if !g.carries[class] || g.dialect.device() {
		return nil
	}
	for _, k := range g.lists {
		if k.class == class {
			return k
		}
	}
	k := &kept{name: g.temp(), class: class}
	for id := range g.classes.declared {
		if g.classes.find(id) == class {
			k.most += 2 // one may have a copy of its own in a kernel
		}
	}
	for a := range g.carried {
		if g.classes.find(a.X.ID) == class {
			k.most++
		}
	}
	g.lists = append(g.lists, k)
	return k
}

// take and give are the functions that allocate and free a block of a class.
func (g *gen) take(class int) string {
	if g.returned[class] {
		return "alloc"
	}
	return "push"
}

func (g *gen) give(class int) string {
	if g.returned[class] {
		return "release"
	}
	return "pop"
}

// keep writes that a block that was allocated is carried.
func (g *gen) keep(s *imp.Alloc) {
	if k := g.kept(g.classes.find(s.X.ID)); k != nil && g.carried[s] {
		k.uses++
		n := g.name(s.X.ID)
		g.line("fm_keep(%s, &%s_n, %d, %s, %s_n);", k.name, k.name, k.most, n, n)
	}
}

// freed writes that a block is freed.
func (g *gen) freed(x *syntax.Var) {
	n, class := g.name(x.ID), g.classes.find(x.ID)
	if k := g.kept(class); k != nil {
		g.line("fm_forget(%s, &%s_n, %s);", k.name, k.name, n)
	}
	g.line("fm_env->%s(fm_env, %s, %s_n); %s = 0; %s_n = 0;", g.give(class), n, n, n, n)
}

// leaveScope ends the scope of variables but for the first ones.
func (g *gen) leaveScope(first int) { g.scope = g.scope[:first] }

// uses are how many allocations have been written so far, by list.
func (g *gen) uses() (list []int) {
	for _, k := range g.lists {
		list = append(list, k.uses)
	}
	return list
}

// sweep ends a round of a loop: what it has allocated is given back, but for blocks that variables outside of it mean. before is
// what uses gave before the round was written.
func (g *gen) sweep(before []int) {
	for at, k := range g.lists {
		if at < len(before) && before[at] == k.uses || k.uses == 0 {
			continue
		}
		var means []string
		for _, v := range g.scope {
			if g.classes.find(v.id) == k.class {
				means = append(means, v.name)
			}
		}
		list := "0"
		if len(means) > 0 {
			list = fmt.Sprintf("(i64 *const []){%s}", strings.Join(means, ", "))
		}
		g.line("fm_sweep(fm_env, fm_env->%s, %s, &%s_n, %s, %d);", g.give(k.class), k.name, k.name, list, len(means))
	}
}
