package repl

import (
	"context"

	"funmem/semantics/syntax"
)

// proveCommand tells whether a function, or an expression, is proved valid for all inputs, and what is not shown of it.
func (c *Console) proveCommand(ctx context.Context, arg string) error {
	subject, o, err := proofOf("prove", arg)
	if err != nil {
		return err
	}
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	mem, def, err := c.formOf(ctx, subject)
	if err != nil {
		return err
	}
	defer c.Progress.Begin()()
	found, err := c.Session.Prove(ctx, mem, []*syntax.Def{def}, o.Second)
	if found != nil {
		c.printf("%s", found.Text(c.pal.Diag))
	}
	return err
}
