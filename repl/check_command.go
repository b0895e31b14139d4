package repl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/eval/validity"
	"funmem/eval/verdict"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

func (c *Console) checkCommand(ctx context.Context, arg string) error {
	arg, o, err := proofOf("check", arg)
	if err != nil {
		return err
	}
	if c.Asking, err = o.Begin(verdict.Poll(ctx)); err != nil {
		return err
	}
	defer func() {
		c.Asking.Close()
		c.Asking = nil
	}()
	if err := c.check(ctx, arg, o.effort); err != nil {
		return err
	}
	return c.Asking.Told(c.out)
}

// check is :check without its options.
func (c *Console) check(ctx context.Context, arg string, proof validity.Effort) error {
	switch {
	case arg == "":
		return c.checkAll(ctx, proof)
	case session.IsIMP(arg) && len(strings.Fields(arg)) == 1:
		return c.checkIMP(ctx, arg)
	}
	if n, ok := c.Elab.Lookup(arg); ok && n.Def != nil {
		return c.checkDefs(ctx, n.Def.Forms(), proof)
	}
	if c.Unlinked(arg) != nil {
		return c.checkLibrary(ctx, arg, proof)
	}
	e, err := c.AsideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	bound := c.boundBy(ctx, arg)
	show := func(v *validity.Verdict) error {
		v = c.WithOperators(ctx, e.Unit, c.Proved(ctx, e.Mem, v))
		v.Proof = c.Valid(ctx, e.Mem, nil, proof)
		if bound != nil {
			v = verdict.WithBinding(v, bound)
		}
		fmt.Fprint(c.out, v.Text(c.pal.Diag))
		switch {
		case v.Limited():
			c.fail(3)
		case !v.OK:
			c.fail(1)
		}
		c.notOKElsewhere(arg)
		return nil
	}
	if c.Settings.Engine == "native" && c.Settings.NoNative() == nil {
		v, said, ok := c.QuicklyAside(ctx, e)
		c.printf("%s", c.pal.Dim("note: "+said))
		if ok {
			return show(v)
		}
	}
	return c.VerdictOn(ctx, e, 0, nil, show)
}

// notOKElsewhere says what a verdict was about, if that of another entry is not ok.
func (c *Console) notOKElsewhere(arg string) {
	var own *session.Entry
	about := "the expression"
	if n, ok := c.Elab.Lookup(arg); ok && n.Binding != nil {
		if own = c.EntryOf(n); own != nil {
			about = fmt.Sprintf("`%s`, which %s binds,", arg, own.Src.Name)
		}
	}
	var others []string
	for _, e := range c.Entries {
		if e != own && e.Verdict != nil && !e.Verdict.OK {
			others = append(others, e.Src.Name)
		}
	}
	if others != nil {
		c.printf("%s", c.pal.Dim(fmt.Sprintf("that was about %s alone; not ok: %s (`:check` says why)", about, strings.Join(others, ", "))))
	}
}

// boundBy is the verdict on the line that bound a global variable, or nil.
func (c *Console) boundBy(ctx context.Context, name string) *validity.Verdict {
	if n, ok := c.Elab.Lookup(name); ok && n.Binding != nil {
		if e := c.EntryOf(n); e != nil && e.Verdict != nil {
			return c.WithOperators(ctx, e.Unit, e.Verdict)
		}
	}
	return nil
}

// checkAll reports what was found in all lines. If the lines only define functions, it runs these
// on inputs.
func (c *Console) checkAll(ctx context.Context, proof validity.Effort) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	lines, bad, warned := 0, 0, 0
	called := map[string]bool{}
	for _, e := range c.Entries {
		switch {
		case e.Input != nil || !slices.ContainsFunc(e.Unit.Core.Decls, verdict.IsStatement):
		case e.Verdict != nil:
			if verdict.RunsSome(e.Unit.Core.Decls, e.Src) || !e.Verdict.OK {
				lines++
			}
			maps.Copy(called, e.Verdict.Called)
			l := c.WithOperators(ctx, e.Unit, e.Verdict).Diagnostics()
			if len(l) > 0 {
				c.fail(cli.PrintError(c.out, c.pal.Diag, l))
			}
			switch {
			case !e.Verdict.OK:
				bad++
			case len(l) > 0:
				warned++
			}
		case c.Heap.Missing(e.Unit.Core) != nil:
			lines, bad = lines+1, bad+1
			c.fail(cli.PrintError(c.out, c.pal.Diag, c.Heap.Missing(e.Unit.Core)))
		}
	}
	var defs []*syntax.Def
	for _, n := range c.Names() {
		if f := c.Defs.Get(n.Name); f != nil && f.Surface != nil && n.Def != nil && !called[n.Name] {
			defs = append(defs, n.Def.Forms()...)
		}
	}
	switch {
	case lines == 0 && len(defs) > 0:
		return c.checkDefs(ctx, defs, proof)
	case lines == 0:
		c.printf("nothing to check yet")
	case bad == 0:
		text := diag.Count(lines, "line") + " checked; valid: in this run; race-free"
		if warned > 0 {
			text += "; " + diag.Count(warned, "line") + " with warnings"
		}
		c.printf("%s: %s", c.pal.Good("ok"), text)
	default:
		c.printf("%s: %s of %s", c.pal.Bad("not ok"), diag.Count(bad, "line"), fmt.Sprint(lines))
	}
	if lines > 0 && len(defs) > 0 {
		c.printf("%s", c.pal.Dim("not run: "+namesOf(defs)+": no line that was checked calls "+pronoun(len(defs))+"; `:check "+defs[0].Name+"` runs it on inputs"))
	}
	return nil
}

// namesOf returns the names of functions, for a message.
func namesOf(defs []*syntax.Def) string {
	var names []string
	for _, d := range defs {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
