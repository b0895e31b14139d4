package repl

import (
	"context"
	"fmt"
	"slices"

	"funmem/eval/verdict"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/elab"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// answer prints what a program did: the names that it declared with their types, then the values of
// its expressions. If a program ended early and declared nothing, it prints the values computed so
// far. It ends when the context is done.
func (c *Console) answer(ctx context.Context, a *session.Added) error {
	names := a.Unit.Names
	if a.Entry == nil {
		names = nil
	}
	ask := verdict.Poll(ctx).Seldom()
	for _, n := range names {
		ask()
		switch {
		case n.Def != nil:
			if f := c.Defs.Get(n.Name); f != nil {
				c.printf("%s", c.paintName(c.Signature(f.Surface, f.Core), n.Name))
			}
		case n.Binding != nil:
			c.printf("%s : %s", c.pal.Name(n.Name), c.pal.Type(c.boundType(n.Binding)))
		}
	}
	for _, r := range a.Shown() {
		if err := view.PrintResult(ctx, c.out, r, c.Settings.Limit); err != nil {
			return err
		}
	}
	for _, note := range slices.Concat(a.Notes, c.copied(a.Unit)) {
		c.printf("%s", c.pal.Dim(note))
	}
	for _, m := range a.Unit.Meant {
		if c.said != nil && !c.said[m.Word] {
			c.said[m.Word] = true
			c.printf("%s", c.pal.Dim(m.Note))
		}
	}
	c.fail(cli.PrintError(c.err, c.style, a.Heap))
	return nil
}

// copied says which arrays a program of Fun passes to functions that overwrite them, although the session can still name them: in FUNMEM
// these get copies (§3.5).
func (c *Console) copied(u *elab.Unit) (notes []string) {
	if u.Mem {
		return nil
	}
	for _, d := range u.Core.Decls {
		let, ok := d.(*syntax.Let)
		if !ok {
			continue
		}
		call, ok := let.Exp.(*syntax.Call)
		if !ok {
			continue
		}
		n, ok := c.Elab.Lookup(call.Fn)
		if !ok || n.Def == nil {
			continue
		}
		for k, p := range n.Def.Params {
			if x, ok := call.Args[k].(*syntax.Var); ok && p.Unique {
				if name := c.Elab.Called(x.ID); name != "" {
					notes = append(notes, fmt.Sprintf("`%s` overwrites its argument, and `%s` can still be used: in memory it gets a copy of `%s`", n.Def.Written(), name, name))
				}
			}
		}
	}
	return notes
}

// boundType is the type that the answer to a declaration shows: with the sizes of the value and, in
// FUNMEM, with the block and the LMAD. The strides of the LMAD stand as they were written.
func (c *Console) boundType(b *syntax.Binding) string {
	if b.Type.Elem == syntax.Mem {
		return "mem"
	}
	v, _ := c.Value(b)
	if b.Type.Mem == nil {
		return v.Type()
	}
	t := syntax.Rename(b.Type, c.Called(b.Type))
	l := *t.Mem.L
	l.Dims = slices.Clone(l.Dims)
	for k, n := range c.Machine.Env.Of(b.ID).Shape()[:len(l.Dims)] {
		l.Dims[k].Size = &syntax.IntLit{Val: num.Of(int64(n))}
	}
	return v.Type() + " @ " + t.Mem.Block.Name + " -> " + l.String()
}

// paintName paints the name that a text starts with.
func (c *Console) paintName(text, name string) string {
	return c.pal.Name(name) + text[len(name):]
}
