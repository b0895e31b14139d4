package repl

import (
	"context"
	"fmt"

	"funmem/eval/verdict"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/imp"
)

// checkIMP runs a file of IMP, with the inputs of the session that it declares, and says what is known of its kernels. Nothing of it stays in the session.
func (c *Console) checkIMP(ctx context.Context, path string) error {
	src, err := session.ReadSource(ctx, path, c.Settings.Memory)
	if err != nil {
		return err
	}
	p, err := imp.Parse(src, verdict.Poll(ctx))
	if err != nil {
		return err
	}
	if p, err = imp.Resolve(p, nil); err != nil {
		return err
	}
	defer c.Progress.Begin()()
	out, err := c.RunIMP(ctx, p, path)
	checked, err := cli.CheckIMP(ctx, p, out, err, false)
	if err != nil {
		return err
	}
	fmt.Fprint(c.out, checked.Text(c.pal.Diag))
	if !checked.OK {
		c.fail(1)
	}
	return nil
}
