package offload

import (
	"funmem/lower/emit"
	"funmem/semantics/imp"
)

// use is how often a thread reads and writes words of a block, or many if it does so in a loop.
type use struct{ reads, writes int64 }

const many = 1 << 40

// usesOf are the uses of blocks in a kernel. What it has in common with the kernels around it in a nest counts once for a
// thread, too.
func usesOf(g *emit.Grid) map[int]*use {
	all := map[int]*use{}
	of := func(id int) *use {
		if all[id] == nil {
			all[id] = &use{}
		}
		return all[id]
	}
	nest := map[imp.Stm]bool{}
	for _, k := range g.Nest {
		nest[k] = true
	}
	var walk func(list []imp.Stm, each int64)
	walk = func(list []imp.Stm, each int64) {
		imp.Walk(list, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Read:
				of(s.Y.ID).reads += each
			case *imp.Write:
				of(s.X.ID).writes += each
			case *imp.For:
				walk(s.Body, many)
				return false
			case *imp.While:
				walk(s.Body, many)
				return false
			case *imp.Kernel:
				if !nest[s] {
					walk(s.Body, many)
					return false
				}
			}
			return true
		})
	}
	walk([]imp.Stm{g.Of}, 1)
	return all
}

// words is about how many words of a block threads read and write in memory: each that it has once, at most, since the device
// keeps those that are used again.
func (u *use) words(block, threads int64) float64 {
	if u == nil {
		return 0
	}
	return min(float64(block), float64(u.reads)*float64(threads)) + min(float64(block), float64(u.writes)*float64(threads))
}
