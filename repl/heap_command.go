package repl

import (
	"cmp"
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
	f, arg, err := printedOf("heap", []string{"svg"}, arg)
	if err != nil {
		return err
	}
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
				return c.heapOf(ctx, arg, f)
			}
			only = []*heap.Block{b}
		}
	}
	var boards []*view.Board
	for _, b := range c.Heap.Check.Heap.Heap.Blocks() {
		if only != nil && !slices.Contains(only, b) {
			continue
		}
		board := c.board(b)
		board.Names = names[b]
		for _, a := range arrays {
			if a.Val.B == b {
				board.Views = append(board.Views, a)
			}
		}
		board.AskFor(arg)
		boards = append(boards, board)
	}
	if len(boards) == 0 {
		c.printf("the heap is empty: no name reaches a block")
	} else if err := c.drawHeap(ctx, f, cmp.Or(arg, "the heap"), boards, 0); err != nil {
		return err
	}
	if f.as == "" {
		c.sayWhere(arg)
	}
	return nil
}

// board is the drawing of a block, without what sees it.
func (c *Console) board(b *heap.Block) *view.Board {
	return &view.Board{B: b, Asked: -1, Width: view.WidthOf(c.out), Pal: c.pal.Title, Dim: c.pal.Dim}
}

// drawHeap draws blocks in letters, or as a picture.
func (c *Console) drawHeap(ctx context.Context, f printed, what string, boards []*view.Board, more int) error {
	if f.as == "svg" {
		return c.deliver(f, view.HeapPicture(ctx, "The blocks of "+diag.OneLine(what), boards, more).String())
	}
	for k, board := range boards {
		if ctx.Err() != nil {
			return nil
		}
		if k > 0 {
			c.printf("")
		}
		fmt.Fprint(c.out, board.Draw(ctx))
	}
	if more > 0 {
		c.printf("and %s", diag.Count(more, "more block"))
	}
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
