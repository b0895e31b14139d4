package repl

import (
	"context"
	"strings"

	"funmem/repl/session"
	"funmem/repl/view"
)

// refcountCommand counts what the blocks of an expression would ask of the heap with reference counts.
func (c *Console) refcountCommand(ctx context.Context, arg string) error {
	modes, err := session.RefModes("all")
	if word, rest, more := strings.Cut(arg, " "); more {
		if one, wrong := session.RefModes(word); wrong == nil {
			modes, arg = one, strings.TrimSpace(rest)
		}
	}
	if err != nil {
		return err
	}
	e, err := c.AsideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	if err := onlyFunctions(e); err != nil {
		return err
	}
	list, err := c.RefCounts(ctx, e.Mem, modes)
	if err != nil {
		return err
	}
	c.printf("%s", strings.TrimSuffix(view.RefCounts(list), "\n"))
	return nil
}
