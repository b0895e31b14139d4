package repl

import (
	"context"
	"maps"
	"slices"
	"strings"

	"funmem/eval/validity"
	"funmem/lower/pass"
	"funmem/semantics/syntax"
)

// whyCommand says what the passes said of an array, a block or a function; of an array
// also what they said of its block.
func (c *Console) whyCommand(_ context.Context, arg string) error {
	w := c.lastWorked()
	if w == nil {
		return usagef("no pass has run, and `:why` says what the passes said of an array, a block or a function").Helpf("`:pass f simplify` runs the pass `simplify` over f; `:life` tells of a location, `:check` of races and of where arrays lie")
	}
	about := w.blocks(arg)
	var said []string
	names := map[string]bool{}
	for _, run := range w.runs[1:] {
		for _, s := range run.stages[1:] {
			for k := range s.Notes {
				n := &s.Notes[k]
				names[n.Name] = true
				if arg == "" && !n.Done || about[n.Name] {
					said = append(said, s.Name()+":\n"+strings.TrimSuffix(noteText(n), "\n"))
				}
			}
		}
	}
	switch {
	case len(said) > 0:
		c.printf("%s", strings.Join(said, "\n"))
	case arg == "":
		c.printf("the passes over `%s` refused nothing", w.def.Name)
	case len(names) == 0:
		return usagef("the passes over `%s` did nothing that they would speak of", w.def.Name)
	default:
		return usagef("no pass over `%s` said anything of `%s`", w.def.Name, arg).Helpf("they spoke of %s", quotedNames(names))
	}
	return nil
}

// blocks are a name, and the blocks in which an array of that name lies in some stage.
func (w *worked) blocks(name string) map[string]bool {
	about := map[string]bool{name: true}
	for _, run := range w.runs {
		for _, s := range run.stages {
			syntax.Walk(s.Program, func(n syntax.Node) bool {
				if x, ok := n.(*syntax.Binding); ok && (x.Written() == name || x.Name == name) && x.Type != nil && x.Type.Mem != nil {
					about[x.Type.Mem.Block.Name] = true
				}
				return true
			})
		}
	}
	return about
}

// quotedNames are names for a message.
func quotedNames(names map[string]bool) string {
	return "`" + strings.Join(slices.Sorted(maps.Keys(names)), "`, `") + "`"
}

// metricsCommand counts what memory a function asks for in its text, or an expression in
// a run.
func (c *Console) metricsCommand(ctx context.Context, arg string) error {
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	if n, ok := c.elab.Lookup(arg); ok && n.Def != nil {
		e := c.entryOf(n)
		if e == nil || e.mem == nil {
			return usagef("`%s` has no FUNMEM form", arg)
		}
		c.printf("%s", c.metricsOf(&syntax.Program{Decls: []syntax.Decl{defOf(e.mem, arg)}}))
		return nil
	}
	e, err := c.asideOnHeap(ctx, c.argument(arg))
	if err != nil {
		return err
	}
	if err := onlyFunctions(e); err != nil {
		return err
	}
	before := c.heap.check.Heap.Heap.Live()
	return c.verdictOn(ctx, e, 0, nil, func(v *validity.Verdict) error {
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
