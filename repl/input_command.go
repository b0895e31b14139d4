package repl

import (
	"context"
	"errors"
	"strings"

	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// inputCommand binds an input in the session.
func (c *Console) inputCommand(ctx context.Context, arg string) error {
	name, from, ok := strings.Cut(arg, "=")
	name, from = strings.TrimSpace(name), strings.TrimSpace(from)
	if !ok || from == "-" {
		return diag.Usagef("`:input` takes NAME=FILE or NAME=VALUE, and found %s", arg).Helpf("`:input x=data.npy` binds what a file holds")
	}
	names, notes, err := c.Input(ctx, name+"="+from, map[string]string{})
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Help == "" && syntax.IsName(from) {
		d.Helpf("an input is a file or a value that is written out: `:input %s=%s.npy`, `:input %s=[1, 2]`; what has a name is bound by `let %s = %s`", name, from, name, name, from)
	}
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
