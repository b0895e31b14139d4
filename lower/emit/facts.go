package emit

import (
	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// facts are what is found out about a program while it is written, for when it is written again: where an overflow that is
// only noticed later can happen, and where the wrong numbers may go until then. nil: nothing is known, all may be.
type facts struct {
	doubts bool             // there are products that may be computed again
	again  bool             // more was known when these facts were found
	exits  map[imp.Stm]bool // loops that test in each iteration whether the run ends
	makes  map[imp.Stm]bool // loops in which such an overflow may happen
	wrong  map[int]bool     // variables, and classes of blocks, that may hold wrong numbers
	to     map[int][]int    // where the number of a variable, or those of a class of blocks, go
}

func newFacts() *facts {
	return &facts{exits: map[imp.Stm]bool{}, makes: map[imp.Stm]bool{}, wrong: map[int]bool{}, to: map[int][]int{}}
}

// goes notes that numbers of an expression go to a variable or a class.
func (f *facts) goes(e syntax.Expr, id int) {
	for _, x := range syntax.FreeVars(e) {
		f.to[x.ID] = append(f.to[x.ID], id)
	}
}

// spread makes wrong all that gets numbers from what is.
func (f *facts) spread() {
	var all []int
	for id := range f.wrong {
		all = append(all, id)
	}
	for len(all) > 0 {
		id := all[len(all)-1]
		all = all[:len(all)-1]
		for _, y := range f.to[id] {
			if !f.wrong[y] {
				f.wrong[y] = true
				all = append(all, y)
			}
		}
	}
}

// mayMake tells whether an overflow that is only noticed later can happen in a loop.
func (g *gen) mayMake(loop imp.Stm) bool { return g.known == nil || g.known.makes[loop] }

// mayBeWrong tells whether a block may hold numbers that are wrong until an overflow is noticed.
func (g *gen) mayBeWrong(block *syntax.Var) bool {
	return g.known == nil || g.known.wrong[g.classes.find(block.ID)]
}

// enter is called before a loop is written, and what it returns after it. Before the loop the run ends if an overflow was
// noticed and the loop relies on numbers in memory. In it, what comes later in an iteration may have run already.
func (g *gen) enter(loop imp.Stm, body []imp.Stm) (leave func()) {
	makes := g.mayMake(loop)
	if g.late && !makes && g.relies(body) {
		g.settle()
	}
	before, ops, leaves := g.late || makes, g.ops, g.leaves
	g.late, g.leaves = before, g.known != nil && g.known.again && g.known.exits[loop]
	return func() {
		g.late, g.leaves = g.late || before, leaves
		if g.ops > ops {
			g.found.makes[loop] = true
		}
	}
}

// relies tells whether statements read numbers that decide something and may be wrong.
func (g *gen) relies(body []imp.Stm) (found bool) {
	imp.Walk(body, func(s imp.Stm) bool {
		if r, ok := s.(*imp.Read); ok && g.control[r.X.ID] && g.mayBeWrong(r.Y) {
			found = true
		}
		return !found
	})
	return found
}

// noticing returns what write returns, an expression as C whose overflows are noticed later. Its number goes to a variable
// or a class of blocks.
func (g *gen) noticing(e syntax.Expr, to int, write func() string) string {
	ops := g.ops
	text := write()
	if g.ops > ops {
		g.found.wrong[to] = true
	}
	g.found.goes(e, to)
	return text
}

// later is how exact numbers must be that decide nothing. In a loop of which the compiler makes no vectors, a test at once
// costs least: if it tests anyway whether the run ends, or if its iterations may depend on each other.
func (g *gen) later() care {
	if g.leaves {
		return atOnce
	}
	return late
}
