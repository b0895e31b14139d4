package repl

import (
	"context"
	"fmt"

	"funmem/eval/validity"
	"funmem/semantics/diag"
)

// proveCommand tells whether a function, or an expression, is proved valid for all inputs, and what is not shown of it.
func (c *Console) proveCommand(ctx context.Context, arg string) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	mem, def, err := c.formOf(ctx, arg)
	if err != nil {
		return err
	}
	defer c.Progress.Begin()()
	p := c.Valid(ctx, mem, def, validity.Lifted)
	if def != nil {
		p = p.OfCalls()
	}
	switch {
	case p.Shown:
		c.printf("valid: %s", p.Words())
	case len(p.Open) == 0:
		c.printf("valid: not proved: %s", p.Why)
	default:
		c.printf("valid: not proved: %s", validity.NotShown(len(p.Open)))
		for _, d := range p.Messages() {
			fmt.Fprint(c.out, diag.Format(d, c.pal.Diag))
		}
	}
	return nil
}
