package repl

import (
	"context"
	"maps"
	"slices"
	"strings"

	"funmem/eval/validity"
	"funmem/lower/pass"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// whyCommand reports what the passes said about an array, a block or a function. For an array it
// also reports what they said about its block, and for a function that they went over all that they said.
func (c *Console) whyCommand(_ context.Context, arg string) error {
	w := c.lastWorked()
	if w == nil {
		return diag.Usagef("no pass has run over a function as it is now, and `:why` says what the passes said of an array, a block or a function").Helpf("`:pass f simplify` runs the pass `simplify` over f; `:life` tells of a location, `:check` of races and of where arrays lie")
	}
	for _, of := range c.Works {
		if of.Def.Name == arg && c.Elab.Function(arg) == of.Def {
			w = of
		}
	}
	about := w.Blocks(arg)
	var said []string
	names := map[string]bool{}
	for _, run := range w.Runs[1:] {
		for _, s := range run.Stages[1:] {
			for k := range s.Notes {
				n := &s.Notes[k]
				names[n.Name] = true
				if arg == "" && !n.Done || about[n.Name] || arg == w.Def.Name {
					said = append(said, s.Name()+":\n"+strings.TrimSuffix(cli.NoteText(n), "\n"))
				}
			}
		}
	}
	switch {
	case len(said) > 0:
		c.printf("%s", strings.Join(said, "\n"))
	case arg == "":
		c.printf("the passes over `%s` refused nothing", w.Def.Name)
	case len(names) == 0:
		return diag.Usagef("the passes over `%s` did nothing that they would speak of", w.Def.Name)
	default:
		return diag.Usagef("no pass over `%s` said anything of `%s`", w.Def.Name, arg).Helpf("they spoke of %s", quotedNames(names))
	}
	return nil
}

// quotedNames are names for a message.
func quotedNames(names map[string]bool) string {
	return "`" + strings.Join(slices.Sorted(maps.Keys(names)), "`, `") + "`"
}

// metricsCommand counts the memory that a function asks for in its text, or that an expression
// takes in a run.
func (c *Console) metricsCommand(ctx context.Context, arg string) error {
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	if n, ok := c.Elab.Lookup(arg); ok && n.Def != nil {
		e := c.EntryOf(n)
		if e == nil || e.Mem == nil {
			return diag.Usagef("`%s` has no FUNMEM form", arg)
		}
		c.printf("%s", c.metricsOf(&syntax.Program{Decls: []syntax.Decl{session.DefOf(e.Mem, arg)}}))
		return nil
	}
	e, err := c.AsideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	if err := onlyFunctions(e); err != nil {
		return err
	}
	before := c.Heap.Check.Heap.Heap.Live()
	return c.VerdictOn(ctx, e, 0, nil, func(v *validity.Verdict) error {
		u := v.Outcome.Usage
		u.Peak -= before
		if v.Stuck != nil {
			c.printf("up to where it is stuck: %s", pass.UsageText(&u))
			return v.Stuck.Diag
		}
		c.printf("%s", pass.UsageText(&u))
		return nil
	})
}
