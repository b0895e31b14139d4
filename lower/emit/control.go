package emit

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// control finds the variables that decide what the program does: those that an index, a size, a bound, a condition or a
// check depends on. Their values must be right at once. All others only end up in memory and results, so it is enough
// that an overflow is noticed some time before the end.
func control(p *imp.Program) map[int]bool {
	set, from := map[int]bool{}, map[int][]int{}
	mark := func(e syntax.Node) {
		for _, x := range syntax.FreeVars(e) {
			set[x.ID] = true
		}
	}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assign:
			for _, x := range syntax.FreeVars(s.E) {
				from[s.X.ID] = append(from[s.X.ID], x.ID)
			}
		case *imp.Alloc:
			mark(s.N)
		case *imp.Read:
			mark(s.At)
		case *imp.Write:
			mark(s.At)
		case *imp.If:
			if !onlyAssigns(s) {
				mark(s.Cond)
				break
			}
			imp.Walk([]imp.Stm{s}, func(in imp.Stm) bool {
				if x := imp.Target(in); x != nil {
					for _, y := range syntax.FreeVars(s.Cond) {
						from[x.ID] = append(from[x.ID], y.ID)
					}
				}
				return true
			})
		case *imp.Kernel:
			mark(s.N)
		case *imp.For:
			mark(s.N)
		case *imp.While:
			mark(s.Cond)
		case *imp.Check:
			for _, t := range s.Terms {
				mark(t)
			}
		}
		return true
	})
	for _, r := range p.Return {
		if r.Type.IsArray() {
			mark(r.Type.Mem.L)
		}
	}
	var all []int
	for id := range set {
		all = append(all, id)
	}
	for len(all) > 0 {
		id := all[len(all)-1]
		all = all[:len(all)-1]
		for _, y := range from[id] {
			if !set[y] {
				set[y] = true
				all = append(all, y)
			}
		}
	}
	return set
}

// onlyAssigns tells whether the branches of an if assign to variables, and do nothing else. Then it does no harm to take
// the wrong one.
func onlyAssigns(s *imp.If) bool {
	only := true
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.If, *imp.Assign, *imp.Declare, *imp.Skip:
		default:
			only = false
		}
		return only
	})
	return only
}
