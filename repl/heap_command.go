package repl

import (
	"context"
	"fmt"
	"slices"

	"funmem/eval/machine"
	"funmem/eval/verdict"
	"funmem/heap"
	"funmem/lower/offload"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
)

func (c *Console) heapCommand(ctx context.Context, arg string) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	c.Collect(verdict.Poll(ctx))
	arrays, names := c.Views()
	var only []*heap.Block // nil: all
	if arg != "" {
		n, ok := c.Elab.Lookup(arg)
		if ok && n.Binding != nil {
			only = c.blocksOf(n)
		}
		if only == nil {
			b, found := c.Heap.Check.Heap.Heap.Lookup(arg)
			if !found {
				if ok || machine.IsName(arg) {
					return diag.Usagef("`%s` is not an array or a block on the heap", arg).Helpf("`:heap EXPR` draws the blocks that an expression allocates, as `:heap f(3)`")
				}
				return c.heapOf(ctx, arg)
			}
			only = []*heap.Block{b}
		}
	}
	drawn := 0
	for _, b := range c.Heap.Check.Heap.Heap.Blocks() {
		if only != nil && !slices.Contains(only, b) {
			continue
		}
		if drawn++; drawn > 1 {
			c.printf("")
		}
		board := &view.Board{B: b, Asked: -1, Names: names[b], Width: view.WidthOf(c.out), Pal: c.pal.Title, Dim: c.pal.Dim}
		for _, a := range arrays {
			if a.Val.B == b {
				board.Views = append(board.Views, a)
			}
		}
		board.AskFor(arg)
		if err := ctx.Err(); err != nil {
			return nil
		}
		fmt.Fprint(c.out, board.Draw(ctx))
	}
	if drawn == 0 {
		c.printf("the heap is empty: no name reaches a block")
	}
	c.sayWhere(arg)
	return nil
}

// blocksOf are the blocks in which a global lies.
func (c *Console) blocksOf(n elab.Name) (blocks []*heap.Block) {
	for _, p := range c.Elab.InCore(n) {
		if b := c.Heap.Check.Heap.Env.Of(p.Binding.ID).B; b != nil {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// sayWhere says which values are in the memory of a device: all, or that of a name.
func (c *Console) sayWhere(only string) {
	for _, n := range c.Names() {
		if n.Binding == nil || only != "" && n.Name != only {
			continue
		}
		v := c.Machine.Env.Of(n.Binding.ID)
		switch d, away := offload.Where(v); {
		case d == nil:
		case away:
			c.printf("the value of `%s` is in the memory of %s, and comes here when it is looked at", n.Name, d.Name())
		default:
			c.printf("the value of `%s` is here, and in the memory of %s", n.Name, d.Name())
		}
	}
}
