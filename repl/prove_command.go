package repl

import (
	"context"

	"funmem/eval/verdict"
	"funmem/semantics/diag"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
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
	open, done := intact.Program(prove.NewBudget(prove.MaxSteps), mem, def, c.Heap.Check.Heap.Defs.Get, c.Elab.MemType, verdict.Poll(ctx))
	what := "for all inputs"
	if def != nil {
		what = "for all arguments"
	}
	switch {
	case !done:
		c.printf("valid: not proved: the proof takes too many steps")
	case len(open) == 0:
		c.printf("valid: proved %s", what)
	default:
		c.printf("valid: not proved: %s not shown", diag.Count(len(open), "point")+map[bool]string{true: " is", false: " are"}[len(open) == 1])
		for _, o := range open {
			c.printf("  %s", o.Text())
		}
	}
	return nil
}
