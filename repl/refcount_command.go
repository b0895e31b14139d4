package repl

import (
	"context"
	"strings"

	"funmem/lower/refcount"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// refcountCommand counts what the blocks of an expression would ask of the heap with reference counts.
func (c *Console) refcountCommand(ctx context.Context, arg string) error {
	modes := refcount.Modes
	if word, rest, more := strings.Cut(arg, " "); more {
		if one, wrong := session.RefModes(word); wrong == nil {
			modes, arg = one, strings.TrimSpace(rest)
		}
	}
	e, err := c.AsideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	if onlyFunctions(e) != nil {
		return diag.Usagef("`:refcount` counts what a run asks for, and a function runs when it is called").Helpf("give it a call")
	}
	list, err := c.RefCounts(ctx, e.Mem, modes)
	if err != nil {
		return err
	}
	c.printf("%s", strings.TrimSuffix(view.RefCounts(list), "\n"))
	return nil
}
