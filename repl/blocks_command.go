package repl

import (
	"context"
	"fmt"
	"strings"

	"funmem/eval/validity"
	"funmem/heap"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// mostBlocks is how many blocks of an expression are drawn.
const mostBlocks = 16

// heapOf draws the blocks that an expression allocates, as they are when it has been evaluated: those inside calls too, which no
// name reaches any more. What an iteration of a kernel allocates is gone with it (E-MEM-KERNEL).
func (c *Console) heapOf(ctx context.Context, arg string) error {
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
		for k, b := range made[:min(len(made), mostBlocks)] {
			if k > 0 {
				c.printf("")
			}
			board := &view.Board{B: b, Asked: -1, Views: views[b], Width: view.WidthOf(c.out), Pal: c.pal.Title, Dim: c.pal.Dim}
			fmt.Fprint(c.out, board.Draw(ctx))
		}
		if more := len(made) - mostBlocks; more > 0 {
			c.printf("and %s", diag.Count(more, "more block"))
		}
		if len(made) == 0 {
			c.printf("`%s` allocates no block", strings.TrimSpace(arg))
		}
		c.fail(cli.PrintError(c.out, c.pal.Diag, v.Diagnostics()))
		return nil
	})
}
