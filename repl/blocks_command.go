package repl

import (
	"context"
	"strings"

	"funmem/eval/validity"
	"funmem/heap"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/repl/view"
)

// mostBlocks is how many blocks of an expression are drawn.
const mostBlocks = 16

// heapOf draws the blocks that an expression allocates, as they are when it has been evaluated: those inside calls too, which no
// name reaches any more. What an iteration of a kernel allocates is gone with it (E-MEM-KERNEL).
func (c *Console) heapOf(ctx context.Context, arg string, f printed) error {
	e, err := c.AsideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	before := map[*heap.Block]bool{}
	for _, b := range c.Heap.Check.Heap.Heap.Blocks() {
		before[b] = true
	}
	return c.VerdictOn(ctx, e, 0, nil, func(v *validity.Verdict) error {
		var made []*heap.Block
		for _, b := range c.Heap.Check.Heap.Heap.Blocks() {
			if !before[b] {
				made = append(made, b)
			}
		}
		views := map[*heap.Block][]session.View{}
		if v.Outcome != nil {
			for _, r := range session.ViewsOf(e.Unit, v.Outcome.Results) {
				views[r.Val.B] = append(views[r.Val.B], r)
			}
		}
		var boards []*view.Board
		for _, b := range made[:min(len(made), mostBlocks)] {
			board := c.board(b)
			board.Views = views[b]
			boards = append(boards, board)
		}
		if len(made) == 0 {
			c.printf("`%s` allocates no block", strings.TrimSpace(arg))
		} else if err := c.drawHeap(ctx, f, strings.TrimSpace(arg), boards, len(made)-len(boards)); err != nil {
			return err
		}
		c.fail(cli.PrintError(c.out, c.pal.Diag, v.Diagnostics()))
		return nil
	})
}
