package repl

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/lower/pass"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// worked is a function of the session on its way through passes.
type worked struct {
	name string
	runs [][]*pass.Stage // of each :pass; the first stage of a run is the last of the one before
}

// commandTests and commandTime bound the validation behind each pass of :pass.
const (
	commandTests = 20
	commandTime  = 10 * time.Second
)

// now is the last stage.
func (w *worked) now() *pass.Stage {
	last := w.runs[len(w.runs)-1]
	return last[len(last)-1]
}

// passCommand runs passes over a function, from where the last :pass left it.
func (c *Console) passCommand(ctx context.Context, arg string) error {
	words := strings.Fields(arg)
	switch {
	case len(words) == 0:
		c.passTable()
		return nil
	case len(words) == 1 && words[0] == "undo":
		return c.passUndo(ctx)
	}
	name, list := words[0], strings.Join(words[1:], ",")
	if n, ok := c.elab.Lookup(name); !ok || n.Def == nil {
		if c.worked == nil {
			return usagef("there is no function `%s`", name).Helpf("`:pass f simplify` runs the pass `simplify` over f")
		}
		name, list = c.worked.name, strings.Join(words, ",")
	}
	if list == "" {
		return usagef("`:pass %s` names no pass", name).Helpf("`:pass` lists the passes")
	}
	if err := c.catchUp(ctx); err != nil {
		return err
	}
	w, err := c.workOn(name)
	if err != nil {
		return err
	}
	form, program := w.form()
	steps, err := pass.Steps(list, form)
	if err != nil {
		return err
	}
	m := c.manager(&elab.Unit{})
	v := &pass.Validator{Elaborate: m.Elaborate, Style: c.pal.Diag, Options: validate.Options{
		Options: c.Settings.options(), Tests: commandTests, Seed: 1, Each: time.Second, Time: commandTime,
	}}
	m.Validate = v.Validate
	stages, err := m.Run(ctx, program, form, steps)
	if err != nil {
		return err
	}
	use, err := c.takeUp(ctx, m, name, stages[len(stages)-1])
	if err != nil {
		return err
	}
	w.runs = append(w.runs, stages)
	c.worked = w
	c.showRun(w, stages)
	c.printf("%s", v.Summary())
	c.printf("%s", use)
	return nil
}

// takeUp makes the last stage of a function its FUNMEM form in the session, if it stands for
// itself, and says whether it is.
func (c *Console) takeUp(ctx context.Context, m *pass.Manager, name string, last *pass.Stage) (string, error) {
	d := defOf(last.Program, name)
	switch {
	case d == nil:
		return "the passes left nothing of `" + name + "`", nil
	case len(syntax.FreeVars(d)) > 0:
		return "the session goes on with `" + name + "` as it was: it uses `" + syntax.FreeVars(d)[0].Name + "` from outside", nil
	case last.Form == pass.Fun:
		steps, err := pass.Steps("introduce", pass.Fun)
		if err != nil {
			return "", err
		}
		stages, err := m.Run(ctx, last.Program, pass.Fun, steps)
		if err != nil {
			return "", err
		}
		d = defOf(stages[1].Program, name)
	}
	c.passed = maps.Clone(c.passed)
	if c.passed == nil {
		c.passed = map[string]*syntax.Def{}
	}
	c.passed[name] = d
	c.forgetHeap()
	return "the heap of the session has this form of `" + name + "` now", nil
}

// workOn is the work on a function: that of the last :pass, or a new one, on the function with
// what it needs.
func (c *Console) workOn(name string) (*worked, error) {
	p, d, err := c.sideOf(name)
	if err != nil {
		return nil, err
	}
	first := &pass.Stage{Form: pass.Fun, Program: neededBy(p.Core, d)}
	if p.Mem {
		first.Form = pass.FunMem
	}
	w := c.worked
	if w == nil || w.name != name || syntax.Print(w.runs[0][0].Program) != syntax.Print(first.Program) {
		w = &worked{name: name, runs: [][]*pass.Stage{{first}}}
	}
	return w, nil
}

// neededBy is a function with the functions that it calls, and the lets that they need.
func neededBy(p *syntax.Program, d *syntax.Def) *syntax.Program {
	defs := map[string]*syntax.Def{}
	for _, f := range p.Defs() {
		defs[f.Name] = f
	}
	used := map[string]bool{d.Name: true}
	var vars []*syntax.Var
	var look func(n syntax.Node)
	look = func(n syntax.Node) {
		vars = append(vars, syntax.FreeVars(n)...)
		syntax.Walk(n, func(n syntax.Node) bool {
			if e, ok := n.(*syntax.Call); ok && defs[e.Fn] != nil && !used[e.Fn] {
				used[e.Fn] = true
				look(defs[e.Fn])
			}
			return true
		})
	}
	look(d)
	lets := map[syntax.Decl]bool{}
	for again := true; again; {
		again = false
		for _, l := range p.Needed(vars) {
			if !lets[l] {
				lets[l], again = true, true
				look(l.(*syntax.Let))
			}
		}
	}
	out := &syntax.Program{Span: p.Span}
	for _, decl := range p.Decls {
		f, isDef := decl.(*syntax.Def)
		if isDef && used[f.Name] && defs[f.Name] == f || lets[decl] {
			out.Decls = append(out.Decls, decl)
		}
	}
	return out
}

// form is what the next pass gets.
func (w *worked) form() (pass.Form, *syntax.Program) { return w.now().Form, w.now().Program }

// showRun shows what passes made of a function: the difference, what they said, and the
// metrics before and after.
func (c *Console) showRun(w *worked, stages []*pass.Stage) {
	before, after := stages[0], stages[len(stages)-1]
	if w.text(before) == w.text(after) {
		c.printf("nothing changed")
	} else {
		for _, l := range difference(w.text(before), w.text(after)) {
			c.printf("%s", l)
		}
	}
	for _, s := range stages[1:] {
		for _, n := range s.Notes {
			if n.Done {
				c.printf("%s: %s", s.Name(), n.Line())
			}
		}
	}
	for _, s := range []*pass.Stage{before, after} {
		if s.Form == pass.FunMem {
			word := "before"
			if s == after {
				word = "after"
			}
			c.printf("%s: %s", word, c.metricsOf(w.only(s)))
		}
	}
}

// text is the function alone, as it is behind a stage.
func (w *worked) text(s *pass.Stage) string {
	if d := defOf(s.Program, w.name); d != nil {
		return syntax.Print(d)
	}
	return ""
}

// only is the program of the function alone.
func (w *worked) only(s *pass.Stage) *syntax.Program {
	p := &syntax.Program{}
	if d := defOf(s.Program, w.name); d != nil {
		p.Decls = append(p.Decls, d)
	}
	return p
}

func (c *Console) metricsOf(p *syntax.Program) pass.Metrics { return pass.MetricsOf(p, c.elab.MemType) }

// passUndo goes back to before the last :pass.
func (c *Console) passUndo(ctx context.Context) error {
	if c.worked == nil || len(c.worked.runs) < 2 {
		return usagef("there is no :pass to take back")
	}
	w := &worked{c.worked.name, c.worked.runs[:len(c.worked.runs)-1]}
	var names []string
	for _, s := range c.worked.runs[len(w.runs)][1:] {
		names = append(names, s.Name())
	}
	c.worked = w
	delete(c.passed, w.name)
	if len(w.runs) > 1 {
		if _, err := c.takeUp(ctx, c.manager(&elab.Unit{}), w.name, w.now()); err != nil {
			return err
		}
	} else {
		c.forgetHeap()
	}
	c.printf("took back %s of `%s`", strings.Join(names, ", "), w.name)
	return nil
}

// passTable lists the passes and pipelines.
func (c *Console) passTable() {
	for _, p := range pass.Passes() {
		c.printf("%-14s %s (%s)", p.Name, p.Doc, p.Section)
		for _, o := range p.Options {
			c.printf("%-14s   %s=%s: %s", "", o.Name, strings.Join(o.Values, "|"), o.Doc)
		}
	}
	for _, p := range pass.Pipelines() {
		c.printf("%-14s %s: %s", p.Name, p.Doc, p.Steps)
	}
}

// whyCommand says what the passes said of an array, a block or a function.
func (c *Console) whyCommand(_ context.Context, arg string) error {
	if c.worked == nil {
		return usagef("no pass has run").Helpf("`:pass f simplify` runs the pass `simplify` over f")
	}
	var said []string
	names := map[string]bool{}
	for _, run := range c.worked.runs[1:] {
		for _, s := range run[1:] {
			for k := range s.Notes {
				n := &s.Notes[k]
				names[n.Name] = true
				if n.Name == arg {
					said = append(said, s.Name()+":\n"+strings.TrimSuffix(noteText(n), "\n"))
				}
			}
		}
	}
	if len(said) == 0 {
		return usagef("no pass said anything of `%s`", arg).Helpf("they spoke of %s", quotedNames(names))
	}
	c.printf("%s", strings.Join(said, "\n"))
	return nil
}

// quotedNames are names for a message.
func quotedNames(names map[string]bool) string {
	if len(names) == 0 {
		return "nothing"
	}
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
	m := c.metricsOf(e.mem)
	err = c.verdictOn(ctx, e, 0, nil, func(v *validity.Verdict) error {
		m.Run = &v.Outcome.Usage
		return nil
	})
	if err == nil {
		c.printf("%s", m)
	}
	return err
}
