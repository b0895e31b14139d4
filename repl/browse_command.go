package repl

import (
	"context"
	"strings"

	"funmem/eval/value"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

func (c *Console) browseCommand(_ context.Context, arg string) error {
	if arg != "" {
		n, ok := c.Elab.Lookup(arg)
		if !ok && session.IsLibrary(arg) {
			return c.browseLibrary(arg)
		}
		if d := c.Unlinked(arg); d != nil {
			c.printText(d)
			return nil
		}
		if !ok {
			d := diag.Usagef("`%s` is not defined", arg)
			names := std.Names()
			for _, n := range c.Names() {
				names = append(names, n.Name)
			}
			if near := diag.Nearest(arg, names); near != "" {
				d.Helpf("did you mean `%s`?", near)
			}
			return d
		}
		if d := c.Surface(arg); n.Def != nil && d != nil {
			c.printText(d)
			return nil
		}
		c.printf("%s", c.nameLine(n))
		return nil
	}
	names := c.Names()
	if len(names) == 0 {
		c.printf("nothing is defined yet")
	}
	for _, n := range names {
		c.printf("%s", c.nameLine(n))
	}
	c.printf("%s", c.pal.Dim("`:browse std` lists the library"))
	return nil
}

// printText prints the text of a function with its comment.
func (c *Console) printText(d *syntax.Def) {
	if d.Doc != "" {
		c.printf("-- %s", strings.ReplaceAll(strings.TrimSpace(d.Doc), "\n", "\n-- "))
	}
	c.printf("%s", syntax.Print(d))
}

// nameLine is a name with its type, and an int with its value.
func (c *Console) nameLine(n elab.Name) string {
	if n.Def != nil {
		return c.paintName(c.Signature(c.Surface(n.Name), n.Def), n.Name)
	}
	if n.Binding.Type.Elem == syntax.Mem {
		return c.pal.Name(n.Name) + " : mem"
	}
	v, _ := c.Value(n.Binding)
	line := c.pal.Name(n.Name) + " : " + c.pal.Type(c.boundType(n.Binding))
	if v.Rank() == 0 {
		line += " = " + value.Format(v, 40)
	}
	return line
}
