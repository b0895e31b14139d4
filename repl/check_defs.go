package repl

import (
	"context"
	"fmt"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// checkDefs runs functions of the session on inputs.
func (c *Console) checkDefs(ctx context.Context, defs []*syntax.Def) error {
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	fun, mem := c.lines(false, "the session"), c.lines(true, "the session")
	f, vo := findingsOf(validity.Fine()), &validate.Options{}
	for _, d := range defs {
		calls := callsFrom(ctx, fun.Core, func(e syntax.Decl) bool { return e == syntax.Decl(d) })
		if why := c.heap.missing(&syntax.Program{Decls: needs(fun.Core, d, calls)}); why != nil {
			f.idle = append(f.idle, idle{def: d, name: d.Name, why: why.Msg, tried: true})
			continue
		}
		p := fun
		if n, _ := c.elab.Lookup(d.Name); c.isMem(n) {
			p = mem
		}
		if err := c.onInputs(ctx, f, p, mem, []*syntax.Def{d}, vo); err != nil {
			return err
		}
	}
	core := &syntax.Program{}
	for _, d := range defs {
		core.Decls = append(core.Decls, d)
	}
	c.told(ctx, f, vo, core, mem.Core)
	return nil
}

// checkLibrary runs a function of the library on inputs.
func (c *Console) checkLibrary(ctx context.Context, name string) error {
	in, unit := alone(name)
	mem, err := libraryMem(name)
	if err != nil {
		return err
	}
	p := &validate.Program{Unit: unit, Name: "the library", Supply: in.Supply()}
	f, vo := findingsOf(validity.Fine()), &validate.Options{}
	if err := c.onInputs(ctx, f, p, withMemory(p, mem), []*syntax.Def{unit.Names[0].Def}, vo); err != nil {
		return err
	}
	c.told(ctx, f, vo, &syntax.Program{Decls: []syntax.Decl{unit.Names[0].Def}}, mem)
	return nil
}

// told prints findings about functions, with what is proved of them.
func (c *Console) told(ctx context.Context, f *findings, vo *validate.Options, defs, mem *syntax.Program) {
	f.Verdict = ofTheText(ctx, &elab.Unit{Core: defs}, c.proved(ctx, mem, f.Verdict))
	f.operators(validity.Operators(ctx, defs, c.machine, runs(f.subjects, vo), operatorsOf(c.dumps...)))
	fmt.Fprint(c.out, f.text(c.pal.Diag))
	c.fail(f.status())
}

// needs are a function and those among the others of a program that it calls.
func needs(core *syntax.Program, d *syntax.Def, calls map[string]bool) []syntax.Decl {
	list := []syntax.Decl{d}
	for _, e := range core.Defs() {
		if calls[e.Name] {
			list = append(list, e)
		}
	}
	return list
}
