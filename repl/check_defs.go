package repl

import (
	"context"
	"fmt"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// checkDefs runs functions of the session on inputs.
func (c *Console) checkDefs(ctx context.Context, defs []*syntax.Def, proof validity.Effort) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	fun, mem := c.Joined(false, "the session"), c.Joined(true, "the session")
	f, vo := verdict.Of(validity.Fine()), &validate.Options{}
	for _, d := range defs {
		calls := verdict.CallsFrom(ctx, fun.Core, func(e syntax.Decl) bool { return e == syntax.Decl(d) })
		if why := c.Heap.Missing(&syntax.Program{Decls: needs(fun.Core, d, calls)}); why != nil {
			f.Idle = append(f.Idle, verdict.Idle{Def: d, Name: d.Name, Why: why.Msg, Tried: true})
			continue
		}
		p := fun
		if n, _ := c.Elab.Lookup(d.Name); c.IsMem(n) {
			p = mem
		}
		if err := c.OnInputs(ctx, f, p, mem, []*syntax.Def{d}, vo); err != nil {
			return err
		}
	}
	core := &syntax.Program{}
	for _, d := range defs {
		core.Decls = append(core.Decls, d)
	}
	c.told(ctx, f, vo, core, mem.Core, proof)
	return nil
}

// checkLibrary runs a function of the library on inputs.
func (c *Console) checkLibrary(ctx context.Context, name string, proof validity.Effort) error {
	in, unit := session.LibraryUnit(name)
	mem, err := session.LibraryMem(name)
	if err != nil {
		return err
	}
	p := &validate.Program{Unit: unit, Name: "the library", Supply: in.Supply()}
	f, vo := verdict.Of(validity.Fine()), &validate.Options{}
	core := &syntax.Program{}
	for _, d := range unit.Names[0].Def.Forms() {
		core.Decls = append(core.Decls, d)
	}
	if err := c.OnInputs(ctx, f, p, verdict.WithMemory(p, mem), core.Defs(), vo); err != nil {
		return err
	}
	c.told(ctx, f, vo, core, mem, proof)
	return nil
}

// told prints findings about functions, and what is proved about them.
func (c *Console) told(ctx context.Context, f *verdict.Program, vo *validate.Options, defs, mem *syntax.Program, proof validity.Effort) {
	f.Verdict = verdict.OfTheText(ctx, &elab.Unit{Core: defs}, c.Proved(ctx, mem, f.Verdict))
	f.Prove(false, func(d *syntax.Def) *validity.Proof {
		return c.Valid(ctx, mem, session.DefOf(mem, d.Name), proof)
	})
	f.Operators(validity.Operators(ctx, defs, c.Machine, verdict.Runs(f.Subjects, vo), session.OperatorsOf(c.Dumps...)))
	fmt.Fprint(c.out, f.Text(c.pal.Diag))
	c.fail(f.Status())
}

// needs returns a function and the functions of the program that it calls.
func needs(core *syntax.Program, d *syntax.Def, calls map[string]bool) []syntax.Decl {
	list := []syntax.Decl{d}
	for _, e := range core.Defs() {
		if calls[e.Name] {
			list = append(list, e)
		}
	}
	return list
}
