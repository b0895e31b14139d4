package repl

import (
	"context"
	"strings"

	"funmem/eval/verdict"
	"funmem/lower/shape"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// shapeCommand shows the shape function of a function, or of all of the session.
func (c *Console) shapeCommand(ctx context.Context, arg string) error {
	p := &syntax.Program{}
	switch d := c.Elab.Function(arg); {
	case arg == "":
		for _, name := range c.FunctionNames() {
			p.Decls = append(p.Decls, c.Elab.Function(name))
		}
		if len(p.Decls) == 0 {
			return diag.Usagef("the session has no functions").Helpf("`:shape sum` is about one of the library")
		}
	case d != nil:
		p.Decls = append(p.Decls, d)
	case c.Unlinked(arg) != nil:
		_, unit := session.LibraryUnit(arg)
		p = unit.Core
	case strings.Contains(arg, " "):
		name, _, _ := strings.Cut(arg, " ")
		return diag.Usagef("`:shape` takes the name of a function, found `%s`", arg).Helpf("`:footprint %s n=1000` says how large the results are for values", name)
	default:
		return diag.Usagef("there is no function `%s`", arg).Helpf("`:type EXPR` shows the shape of an array; `:browse` lists the functions")
	}
	asked := len(p.Decls)
	for k, f := range shape.Of(c.withCalled(p), verdict.Poll(ctx)) {
		switch {
		case arg == "" && k >= asked || arg != "" && f.Def.Name != arg:
		case c.IsMem(elab.Name{Name: f.Def.Name, Def: f.Def}):
			c.printf("`%s` is of FUNMEM, and shape functions are those of Fun", f.Def.Name)
		default:
			c.printf("%s", strings.TrimSuffix(shape.Report(f), "\n"))
		}
	}
	return nil
}
