package repl

import (
	"context"
	"strings"

	"funmem/semantics/diag"
)

// inputCommand binds an input in the session.
func (c *Console) inputCommand(ctx context.Context, arg string) error {
	name, from, ok := strings.Cut(arg, "=")
	name, from = strings.TrimSpace(name), strings.TrimSpace(from)
	if !ok || from == "-" {
		return diag.Usagef("`:input` takes NAME=FILE or NAME=VALUE, and found %s", arg).Helpf("`:input x=data.npy` binds what a file holds")
	}
	names, notes, err := c.Input(ctx, name+"="+from, map[string]string{})
	if err != nil {
		return err
	}
	for _, name := range names {
		n, _ := c.Elab.Lookup(name)
		c.printf("%s : %s", c.pal.Name(name), c.pal.Type(c.boundType(n.Binding)))
	}
	for _, note := range notes {
		c.printf("%s", c.pal.Dim(note))
	}
	return nil
}
