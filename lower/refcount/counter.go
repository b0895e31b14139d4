package refcount

import (
	"funmem/eval/memory"
	"funmem/heap"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// counter counts during a run. It is a memory.References.
type counter struct {
	*plan
	Counts
	first  heap.Label             // the blocks up to this one are from outside
	blocks map[*heap.Block]*block // all that have references, or had some a moment ago
	held   map[int]reference      // by variable. There is no recursion, so no variable has two values at one time
	former []former               // what variables showed before they were bound again
	inUse  int                    // locations
	wrong  error                  // the first access to something that is gone
}

// block is a block of the machine that is not gone.
type block struct {
	b     *heap.Block
	size  int
	refs  int
	asked bool   // it was counted: it is allocated, or has taken over another block
	heir  *block // what takes it over while the with-loop reads it; nil: nothing does
}

// reference is what a variable shows.
type reference struct {
	*block
	L heap.LMAD // of an array
}

// former is what a variable showed before.
type former struct {
	id int
	reference
}

func newCounter(p *plan, h *heap.Heap) *counter {
	c := &counter{plan: p, blocks: map[*heap.Block]*block{}, held: map[int]reference{}}
	if all := h.Blocks(); len(all) > 0 {
		c.first = all[len(all)-1].Label
	}
	return c
}

// Alloc makes a block known. That of a with-loop is not asked for yet.
func (c *counter) Alloc(y *syntax.Binding, b *heap.Block) {
	n := &block{b: b, size: b.Len()}
	c.blocks[b] = n
	if c.of[y.ID] == nil || y.ID == 0 {
		c.ask(n)
	}
	if y.ID == 0 {
		c.unused(n)
	}
}

// ask counts an allocation.
func (c *counter) ask(n *block) {
	n.asked = true
	c.Allocs++
	c.Bytes += location * n.size
	c.inUse += n.size
	c.Footprint = max(c.Footprint, location*c.inUse)
}

// Bind is a new reference. What the variable showed before has lost one, once all variables of the pattern are bound.
func (c *counter) Bind(x *syntax.Binding, v memory.Val) {
	if was, ok := c.held[x.ID]; ok {
		c.former = append(c.former, former{x.ID, was})
		delete(c.held, x.ID)
	}
	if n := c.blocks[v.B]; n == nil {
		c.known(v.B)
	} else if x.ID != 0 {
		c.hold(x.ID, reference{n, v.L})
	}
}

// hold is a new reference, of a variable that has none.
func (c *counter) hold(id int, to reference) {
	to.refs++
	c.held[id] = to
}

// release ends the references of variables.
func (c *counter) release(ids ...int) {
	for _, id := range ids {
		if r, ok := c.held[id]; ok {
			delete(c.held, id)
			c.drop(r.block)
		}
	}
}

// settle ends the references of variables that were bound again.
func (c *counter) settle() {
	for _, f := range c.former {
		c.drop(f.block)
	}
	c.former = c.former[:0]
}

// drop takes a reference from a block.
func (c *counter) drop(n *block) {
	n.refs--
	c.unused(n)
}

// unused frees a block if it has no reference.
func (c *counter) unused(n *block) {
	if n.refs > 0 || n.heir != nil {
		return
	}
	delete(c.blocks, n.b)
	if n.asked {
		c.Frees++
		c.inUse -= n.size
	}
}

// Begin is alloc_or_reuse for each with-loop of a statement (§2.3, §4).
func (c *counter) Begin(s syntax.Stm) {
	c.settle()
	c.release(c.idle[s]...)
	for _, w := range c.at[s] {
		if n := c.held[w.Block.ID].block; n != nil && !c.reuse(w, n) {
			c.ask(n)
		}
	}
}

// reuse lets a with-loop have the block of a candidate that is free. An RC is read up to the end of the with-loop, so its elements
// have to lie where those of the new array do.
func (c *counter) reuse(w *withLoop, n *block) bool {
	for _, x := range w.RC {
		if from := c.held[x.ID]; from.free(n, c.own(x)) && from.fills() {
			from.heir = n
			c.takes(n)
			return true
		}
	}
	if w.ERC != nil {
		if from := c.held[w.ERC.ID]; from.free(n, c.own(w.ERC)) {
			c.gone(from.block, n)
			c.takes(n)
			return true
		}
	}
	if from := c.held[w.kept]; from.free(n, 1) {
		c.gone(from.block, n)
		c.takes(n)
		return true
	}
	return false
}

// own is how many references an array and the name of its block are.
func (c *counter) own(x *syntax.Binding) int {
	if m := c.held[x.Type.Mem.Block.ID].block; m != nil && m == c.held[x.ID].block {
		return 2
	}
	return 1
}

// free tells whether another block can take over a block that has a number of references from the candidate itself.
func (b *block) free(to *block, own int) bool {
	return b != nil && b.asked && b.heir == nil && b.size == to.size && b.refs == own
}

// fills tells whether an array fills its block in row-major order.
func (r reference) fills() bool {
	L, ok := heap.RowMajor(r.L.Shape())
	return ok && r.L.Same(L) && r.L.Count() == r.size
}

// takes counts a reuse.
func (c *counter) takes(n *block) {
	n.asked = true
	c.Reuses++
}

// gone ends a block that another one has taken over. Its variables have no further use.
func (c *counter) gone(n, heir *block) {
	n.heir = heir
	delete(c.blocks, n.b)
}

// End ends what has its last use in a statement, and what with-loops have taken over.
func (c *counter) End(s syntax.Stm) {
	c.settle()
	for _, w := range c.at[s] {
		for _, x := range w.RC {
			if n := c.held[x.ID].block; n != nil && n.heir != nil {
				c.gone(n, n.heir)
			}
		}
		c.release(w.kept)
	}
	c.release(c.endsAt(s)...)
}

// Into ends what a body does not need.
func (c *counter) Into(s syntax.Stm, b *syntax.Body) {
	c.settle()
	c.release(c.sparedBy(s, b)...)
}

// Leave ends what a body has bound, its parameters, and what a loop kept for a round that there is not.
func (c *counter) Leave(b *syntax.Body, params ...*syntax.Binding) {
	c.locals(b)
	for _, x := range params {
		c.release(x.ID)
	}
	for _, w := range c.spares[b] {
		c.release(w.kept)
	}
}

// locals ends what the statements of a body have bound.
func (c *counter) locals(b *syntax.Body) {
	c.settle()
	for _, s := range b.Stms {
		if let, ok := s.(*syntax.Let); ok {
			for _, x := range let.Pat {
				c.release(x.ID)
			}
		}
	}
}

// Round keeps blocks for the next round (Alg. 3), and ends what else the round has bound.
func (c *counter) Round(e *syntax.Loop) {
	for _, w := range c.spares[e.Body] {
		c.release(w.kept) // no with-loop of this round has asked for it
		if r := c.shown(w.Spare.ID); r.block != nil {
			c.hold(w.kept, r)
		}
	}
	c.locals(e.Body)
}

// shown is the block that a variable showed in the round that ends.
func (c *counter) shown(id int) reference {
	for _, f := range c.former {
		if f.id == id {
			return f.reference
		}
	}
	return c.held[id]
}

// Touch checks that a location is still there. What an RC of the running with-loop has may be read until that overwrites it.
func (c *counter) Touch(b *heap.Block, off int, write bool) {
	n := c.blocks[b]
	switch {
	case n == nil:
		c.known(b)
	case n.heir != nil && (write || n.heir.b.Written(off)):
		c.bug("location %d of block `%s` is accessed, and block `%s` has taken it over", off, b, n.heir.b)
	case !n.asked:
		c.bug("block `%s` is accessed before its with-loop begins", b)
	}
}

// known checks that a block that is not followed comes from outside.
func (c *counter) known(b *heap.Block) {
	if b.Label > c.first {
		c.bug("block `%s` is used after its last reference has ended", b)
	}
}

// bug notes the first thing that cannot be.
func (c *counter) bug(format string, args ...any) {
	if c.wrong == nil {
		c.wrong = diag.Errorf(diag.Bug, "", diag.Span{}, "reference counts: "+format, args...)
	}
}

// finish ends the references of the program but those of its results. Nothing else may be left.
func (c *counter) finish(results map[*heap.Block]bool) {
	c.settle()
	for _, s := range c.live.Main.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		for _, x := range let.Pat {
			if n := c.held[x.ID].block; n != nil && !results[n.b] {
				c.release(x.ID)
			}
		}
	}
	for b := range c.blocks {
		if !results[b] {
			c.bug("block `%s` has a reference after the program", b)
		}
	}
	for b := range results {
		if c.blocks[b] == nil {
			c.known(b)
		}
	}
}
