package refcount

import (
	"funmem/lower/live"
	"funmem/lower/opt/emr"
	"funmem/lower/rewrite"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// plan is what is known of a program before it runs.
type plan struct {
	live   *live.Liveness
	of     map[int]*withLoop            // by the ID of the block of its own
	at     map[syntax.Stm][]*withLoop   // by statement
	spares map[*syntax.Body][]*withLoop // those that a loop with this body keeps something for
	ends   map[syntax.Stm][]int         // live.Ends, as far as it was asked
	spared map[entry][]int              // live.Spared, as far as it was asked
	idle   map[syntax.Stm][]int         // parameters that a body with this first statement does not use, such as the names of blocks
}

// entry is a body that a statement goes on with.
type entry struct {
	s syntax.Stm
	b *syntax.Body
}

// withLoop is a with-loop with what it may ask for.
type withLoop struct {
	emr.Asked
	kept int // stands for the variable that Alg. 3 adds to the loop; no variable has that ID
}

// planOf makes the plan for a mode.
func planOf(p *syntax.Program, mode Mode, typeOf func(id int) *syntax.Type, until stop.Poll) *plan {
	c := &plan{
		of: map[int]*withLoop{}, at: map[syntax.Stm][]*withLoop{}, spares: map[*syntax.Body][]*withLoop{},
		ends: map[syntax.Stm][]int{}, spared: map[entry][]int{}, idle: map[syntax.Stm][]int{},
	}
	candidates := "all"
	if mode == RC {
		candidates = "rc"
	}
	also := map[syntax.Node][]int{}
	for k, a := range emr.Candidates(&rewrite.Job{Type: typeOf, Options: map[string]string{"candidates": candidates}, Until: until}, p) {
		if mode == Off {
			a.RC, a.ERC, a.Spare = nil, nil, nil
		}
		w := &withLoop{a, -1 - k}
		c.of[a.Block.ID], c.at[a.Let] = w, append(c.at[a.Let], w)
		if a.ERC != nil {
			also[a.Let] = append(also[a.Let], a.ERC.ID)
		}
		if a.Spare != nil {
			b := a.Around.Body
			also[b] = append(also[b], a.Spare.ID)
			c.spares[b] = append(c.spares[b], w)
		}
	}
	c.live = live.Counted(p, also, until)
	begins := func(b *syntax.Body, params []*syntax.Binding) {
		if len(b.Stms) > 0 {
			c.idle[b.Stms[0]] = c.live.Unused(b, params)
		}
	}
	for _, d := range p.Defs() {
		begins(d.Body, d.Params)
	}
	syntax.WalkUntil(until, p, func(n syntax.Node) bool {
		if loop, ok := n.(*syntax.Loop); ok {
			begins(loop.Body, loop.Params)
		}
		return true
	})
	return c
}

// endsAt are the variables without a use after a statement.
func (c *plan) endsAt(s syntax.Stm) []int {
	ids, known := c.ends[s]
	if !known {
		ids = c.live.Ends(s)
		c.ends[s] = ids
	}
	return ids
}

// sparedBy are the variables that end at a statement, and that a body in it does not use.
func (c *plan) sparedBy(s syntax.Stm, b *syntax.Body) []int {
	ids, known := c.spared[entry{s, b}]
	if !known {
		ids = c.live.Spared(s, b)
		c.spared[entry{s, b}] = ids
	}
	return ids
}
