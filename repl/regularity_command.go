package repl

import (
	"context"
	"strings"

	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/regularity"
	"funmem/semantics/syntax"
)

// regularityCommand shows what is known of the regularity of each expression of a function, or of an expression.
func (c *Console) regularityCommand(ctx context.Context, arg string) error {
	p := &syntax.Program{}
	n, known := c.Elab.Lookup(arg)
	switch {
	case arg == "":
		e, err := c.Last()
		if err != nil {
			return err
		}
		p = e.Unit.Nested
	case c.Unlinked(arg) != nil:
		_, unit := session.LibraryUnit(arg)
		for _, d := range unit.Nested.Defs() {
			if d.Name == arg {
				p.Decls = []syntax.Decl{d}
			}
		}
	case known && n.Def != nil:
		p.Decls = []syntax.Decl{c.Elab.NestedDef(arg)}
	case known && n.Binding != nil:
		e := c.EntryOf(n)
		if e == nil || e.Input != nil {
			return diag.Usagef("`%s` is an input, and no expression computes it", arg).Helpf("`:regularity EXPR` is about any expression with `%s`", arg)
		}
		p = e.Unit.Nested
	default:
		e, err := c.Aside(ctx, c.argument(arg))
		if err != nil {
			return err
		}
		p = e.Unit.Nested
	}
	if p == nil || c.Elab.IsMem(p) {
		return diag.Usagef("regularity is that of the arrays of Fun, and this is a program of FUNMEM")
	}
	for _, part := range c.Elab.Outside().Program(p) {
		c.printf("%s", strings.TrimSuffix(regularity.Report(part.Lines), "\n"))
	}
	return nil
}
