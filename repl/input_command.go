package repl

import (
	"context"
	"strings"

	"funmem/semantics/diag"
)

// inputCommand binds an input in the session.
func (c *Console) inputCommand(ctx context.Context, arg string) error {
	if _, from, ok := strings.Cut(arg, "="); !ok || strings.TrimSpace(from) == "-" {
		return diag.Usagef("`:input` takes NAME=FILE or NAME=VALUE, and found %s", arg).Helpf("`:input x=data.npy` binds what a file holds")
	}
	before := c.Snapshot()
	before.Elab = c.Elab.Clone() // inputs are bound in place
	names, err := c.BindInput(ctx, strings.NewReader(""), strings.TrimSpace(arg), map[string]string{}, nil, false)
	if err != nil {
		return err
	}
	c.Remember(before, "the input `"+strings.Join(names, "`, `")+"`")
	for _, name := range names {
		n, _ := c.Elab.Lookup(name)
		c.printf("%s : %s", c.pal.Name(name), c.pal.Type(c.boundType(n.Binding)))
	}
	return nil
}
