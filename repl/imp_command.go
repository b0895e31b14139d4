package repl

import (
	"context"
	"slices"

	"funmem/repl/session"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

func (c *Console) impCommand(ctx context.Context, arg string) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	mem, def, err := c.formOf(ctx, arg)
	if err != nil {
		return err
	}
	p, _, err := c.ToIMP(ctx, mem, def, false)
	if err != nil {
		return err
	}
	c.printf("%s", ast.Print(p))
	c.whose(inputsOf(c.withCalled(mem), p))
	return nil
}

// inputsOf mentions the variables of a program and its functions that are inputs of its IMP form. That has the same names for them.
func inputsOf(all *syntax.Program, p *ast.Program) *syntax.Program {
	var vars []syntax.Expr
	for _, x := range syntax.FreeVars(all) {
		if slices.ContainsFunc(p.Inputs, func(in *syntax.Binding) bool { return in.Name == x.Name }) {
			vars = append(vars, x)
		}
	}
	return &syntax.Program{Decls: []syntax.Decl{&syntax.In{Res: vars}}}
}

// formOf returns the FUNMEM form of the last program, of the line that binds a name, or of an
// expression. For a def it returns the program with the def in it, and the def.
func (c *Console) formOf(ctx context.Context, arg string) (*syntax.Program, *syntax.Def, error) {
	if c.Unlinked(arg) != nil {
		mem, err := session.LibraryMem(arg)
		return mem, session.DefOf(mem, arg), err
	}
	n, ok := c.Elab.Lookup(arg)
	if !ok && arg != "" {
		e, err := c.AsideOnHeap(ctx, c.argument(arg))
		if err != nil {
			return nil, nil, err
		}
		return e.Mem, nil, nil
	}
	e, err := c.Last()
	if ok {
		e = c.EntryOf(n)
	}
	switch {
	case !ok && err != nil:
		return nil, nil, err
	case e == nil || e.Input != nil:
		return nil, nil, diag.Usagef("`%s` is an input", arg).Helpf("give an expression that uses it")
	case e.Mem == nil:
		return nil, nil, c.Heap.Missing(e.Unit.Core)
	case ok && n.Def != nil:
		return e.Mem, session.DefOf(e.Mem, arg), nil
	case ok:
		return c.slice(e.Mem, n), nil, nil
	}
	return e.Mem, nil, nil
}
