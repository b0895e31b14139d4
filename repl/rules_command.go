package repl

import (
	"context"

	"funmem/repl/typeset"
	"funmem/repl/view"
	"funmem/semantics/diag"
)

// rulesCommand prints all rules as inference rules.
func (c *Console) rulesCommand(_ context.Context, arg string) error {
	forms := []string{"latex"}
	f, rest, err := printedOf("rules", forms, arg)
	switch {
	case err != nil:
		return err
	case rest != "":
		return diag.Usagef("`:rules` takes no argument, found %q", rest).Helpf("`:help %s` says what a rule says; `:rules` has %s", rest, optionsOf(forms))
	case f.as == "latex" && f.fragment:
		return c.deliver(f, typeset.SheetFragment())
	case f.as == "latex":
		return c.deliver(f, typeset.Sheet())
	}
	return c.deliver(f, view.RuleSheet(view.WidthOf(c.out)))
}
