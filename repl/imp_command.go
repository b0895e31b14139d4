package repl

import (
	"context"

	"funmem/repl/session"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

func (c *Console) impCommand(ctx context.Context, arg string) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	mem, def, err := c.formOf(ctx, arg)
	if err != nil {
		return err
	}
	p, _, err := c.ToIMP(ctx, mem, def, false)
	if err == nil {
		c.printf("%s", ast.Print(p))
	}
	return err
}

// formOf returns the FUNMEM form of the last program, of the line that binds a name, or of an
// expression. For a def it returns the program with the def in it, and the def.
func (c *Console) formOf(ctx context.Context, arg string) (*syntax.Program, *syntax.Def, error) {
	if c.Unlinked(arg) != nil {
		mem, err := session.LibraryMem(arg)
		return mem, session.DefOf(mem, arg), err
	}
	n, ok := c.Elab.Lookup(arg)
	if !ok && arg != "" {
		e, err := c.AsideOnHeap(ctx, c.argument(arg))
		if err != nil {
			return nil, nil, err
		}
		return e.Mem, nil, nil
	}
	e, err := c.Last()
	if ok {
		e = c.EntryOf(n)
	}
	switch {
	case !ok && err != nil:
		return nil, nil, err
	case e == nil || e.Input != nil:
		return nil, nil, diag.Usagef("`%s` is an input", arg).Helpf("give an expression that uses it")
	case e.Mem == nil:
		return nil, nil, c.Heap.Missing(e.Unit.Core)
	case ok && n.Def != nil:
		return e.Mem, session.DefOf(e.Mem, arg), nil
	case ok:
		return slice(e.Mem, n.Binding.ID), nil, nil
	}
	return e.Mem, nil, nil
}
