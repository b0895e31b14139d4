package repl

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/eval/validate"
	"funmem/lower/pass"
	"funmem/repl/cli"
	"funmem/repl/session"
	"funmem/repl/view"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// commandTests and commandSteps bound the validation after each pass of :pass.
const (
	commandTests = 20
	commandSteps = 5 * validate.EachSteps
)

// passCommand runs passes over a function, starting from the result of the last :pass.
func (c *Console) passCommand(ctx context.Context, arg string) error {
	words := strings.Fields(arg)
	switch {
	case len(words) == 0:
		c.printf("%s`:help PASS` says more of one", view.PassTable(view.WidthOf(c.out)))
		return nil
	case len(words) == 1 && words[0] == "undo":
		return c.passUndo(ctx)
	case slices.Contains(words, "undo"):
		return c.notUndo()
	}
	name, list := words[0], strings.Join(words[1:], ",")
	if !c.isFunction(name) {
		last := c.lastWorked()
		if last == nil || !pass.Known(name) {
			return c.noFunction(name, last)
		}
		name, list = last.Def.Name, strings.Join(words, ",")
	}
	if list == "" {
		return diag.Usagef("`:pass %s` names no pass", name).Helpf("`:pass` lists the passes")
	}
	if err := c.CatchUp(ctx); err != nil {
		return err
	}
	w, err := c.workOn(name)
	if err != nil {
		return err
	}
	before := w.Now()
	steps, err := pass.Steps(list, before.Form)
	if err != nil {
		return w.Backwards(list, err)
	}
	m := c.Manager(&elab.Unit{})
	m.From, m.Ran = w.Runs[0].Now().Form, w.Steps()
	v := &pass.Validator{Elaborate: m.Elaborate, Style: c.pal.Diag, Options: validate.Options{
		Options: c.Settings.Options(), Tests: commandTests, Seed: 1, Steps: commandSteps,
		Unproved: true, Progress: c.Progress.Inputs, Clean: validate.Quick,
	}}
	m.Validate = v.Validate
	end := c.Progress.Begin()
	stages, err := m.Run(ctx, before.Program, before.Form, steps)
	end()
	if err != nil {
		return cli.PassError(err, cli.CommandHelps)
	}
	run, use, state := session.PassRun{List: list, Stages: stages}, "", c.Snapshot()
	if textOf(name, before) != textOf(name, run.Now()) || before.Form != run.Now().Form {
		if use, err = c.takeUp(ctx, m, w.Def, run.Now()); err != nil {
			return err
		}
	}
	c.Works = append(slices.DeleteFunc(slices.Clone(c.Works), func(x *session.Worked) bool { return x == w }), &session.Worked{Def: w.Def, Runs: append(slices.Clip(w.Runs), run)})
	if !run.Idle() {
		c.Remember(state, fmt.Sprintf("`%s` of `%s`", list, name))
		c.Done[len(c.Done)-1].Pass = run.Now()
	}
	c.showRun(w.Def.Name, &run)
	if out := pass.LeftOut(list, before.Form); out != "" {
		c.printf("%s", out)
	}
	c.printf("%s", v.Summary())
	if warnings := v.Warnings(); warnings != "" {
		c.printf("%s", strings.TrimSuffix(warnings, "\n"))
	}
	if use != "" {
		c.printf("%s", use)
	}
	return nil
}

// notUndo is the error that `undo` stands among passes.
func (c *Console) notUndo() error {
	d := diag.Usagef("`undo` is no pass")
	if w := c.lastWorked(); w != nil {
		return d.Helpf("write `:pass undo`: it takes back the last :pass, here that over `%s`", w.Def.Name)
	}
	return d.Helpf("write `:pass undo`: it takes back the last :pass, and there is none")
}

// noFunction is the error that the session has no function of that name. If passes have run over a
// function, the name is no pass either.
func (c *Console) noFunction(name string, last *session.Worked) error {
	if pass.Known(name) {
		return diag.Usagef("`%s` is no function of the session, but a pass", name).Helpf("`:pass f %s` runs it over f", name)
	}
	if std.Def(name) != nil {
		return diag.Usagef("`%s` is a function of the library, and passes run over those of the session", name).
			Helpf("`:browse %s` shows its text: define it in the session", name)
	}
	var names []string
	for _, n := range c.Names() {
		if n.Def != nil {
			names = append(names, n.Name)
		}
	}
	if last != nil {
		names = append(names, pass.Names()...)
	}
	d := diag.Usagef("there is no function `%s`", name)
	switch near := diag.Nearest(name, names); {
	case near != "":
		return d.Helpf("did you mean `%s`?", near)
	case last == nil:
		return d.Helpf("`:pass f simplify` runs the pass `simplify` over f")
	}
	return d.Helpf("there is no such pass either; `:pass` lists the passes, and without a function they run over `%s`", last.Def.Name)
}

// isFunction tells whether the session has defined a function of that name.
func (c *Console) isFunction(name string) bool {
	d := c.Elab.Function(name)
	return d != nil && c.Defs.Get(cmp.Or(d.InstanceOf, name)) != nil
}

// lastWorked returns the function that the last :pass was about, or nil. A function that was
// defined again since then counts as another one.
func (c *Console) lastWorked() *session.Worked {
	for len(c.Works) > 0 {
		w := c.Works[len(c.Works)-1]
		if c.Elab.Function(w.Def.Name) == w.Def {
			return w
		}
		c.Works = c.Works[:len(c.Works)-1]
	}
	return nil
}

// takeUp makes the last stage of a function its FUNMEM form in the session, if it uses nothing from
// outside. The text says whether it did.
func (c *Console) takeUp(ctx context.Context, m *pass.Manager, def *syntax.Def, last *pass.Stage) (string, error) {
	d := session.DefOf(last.Program, def.Name)
	switch {
	case d == nil:
		return "the passes left nothing of `" + def.Name + "`", nil
	case len(syntax.FreeVars(d)) > 0:
		x := syntax.FreeVars(d)[0]
		return "the session goes on with `" + def.Name + "` as it was: it uses `" + cmp.Or(c.Elab.Called(x.ID), x.Name) + "` from outside", nil
	case destined(last.Program, d) != nil:
		return "the session goes on with `" + def.Name + "` as it was: whoever calls `" + destined(last.Program, d).Written() + "` would have to say where the result goes", nil
	case last.Form == pass.Fun:
		steps, err := pass.Steps("introduce", pass.Fun)
		if err != nil {
			return "", err
		}
		stages, err := m.Run(ctx, last.Program, pass.Fun, steps)
		if err != nil {
			return "", err
		}
		d = session.DefOf(stages[1].Program, def.Name)
	}
	passed := map[*syntax.Def]*syntax.Def{}
	maps.Copy(passed, c.Passed)
	passed[def] = d
	c.Passed = passed
	c.Adopted++
	c.ForgetHeap()
	of := ""
	if def.Reals != nil {
		of = " for ints; `:pass " + def.Name + syntax.RealSuffix + " …` is for f64s"
	}
	return "the heap of the session has this form of `" + def.Name + "` now" + of, nil
}

// destined is a function that makes a result where its caller says, among one and those that it calls; or nil.
func destined(p *syntax.Program, d *syntax.Def) *syntax.Def {
	by := func(name string) *syntax.Def { return session.DefOf(p, name) }
	for _, f := range append([]*syntax.Def{d}, syntax.Reached(d, by)...) {
		for k := range f.Ret {
			if f.Destination(k) != nil {
				return f
			}
		}
	}
	return nil
}

// workOn returns the work on a function: that of the last :pass over it, or new work on the
// function and what it needs.
func (c *Console) workOn(name string) (*session.Worked, error) {
	p, d, err := c.Side(name)
	if err != nil {
		return nil, err
	}
	for _, w := range c.Works {
		if w.Def == d {
			return w, nil
		}
	}
	first := &pass.Stage{Form: pass.Fun, Program: session.NeededBy(p.Core, d)}
	if p.Mem {
		first.Form = pass.FunMem
	}
	return &session.Worked{Def: d, Runs: []session.PassRun{{Stages: []*pass.Stage{first}}}}, nil
}

// showRun shows what passes did to a function: the difference, what they reported, and the metrics
// before (or when memory was introduced) and after.
func (c *Console) showRun(name string, run *session.PassRun) {
	stages, after := run.Stages, run.Now()
	switch a, b := textOf(name, stages[0]), textOf(name, after); {
	case run.Idle():
		c.printf("nothing changed")
	case a == b:
		c.printf("`%s` has not changed, but what it uses", name)
	default:
		for _, l := range view.Difference(a, b) {
			c.printf("%s", l)
		}
	}
	refused := 0
	for _, s := range stages[1:] {
		if s.Checked != nil && s.Checked.Open != "" { // the summary counts those that are proved
			c.printf("%s: %s", s.Name(), s.Checked)
		}
		for _, n := range s.Notes {
			if n.Done {
				c.printf("%s: %s", s.Name(), n.Line())
			} else {
				refused++
			}
		}
	}
	if refused > 0 {
		c.printf("%s that passes refused: `:why` lists them", diag.Plural(refused, "thing", "things"))
	}
	if run.Idle() {
		return
	}
	word := "before"
	for k, s := range stages {
		if s.Form != pass.FunMem || k > 0 && stages[k-1].Form == pass.FunMem && s != after {
			continue
		}
		switch {
		case s == after:
			word = "after"
		case k > 0:
			word = s.Name()
		}
		c.printf("%s: %s", word, c.metricsOf(only(name, s)))
	}
}

// textOf returns the text of the function alone, as a stage leaves it.
func textOf(name string, s *pass.Stage) string {
	if d := session.DefOf(s.Program, name); d != nil {
		return syntax.Print(d)
	}
	return ""
}

// only returns the program with the function alone.
func only(name string, s *pass.Stage) *syntax.Program {
	p := &syntax.Program{}
	if d := session.DefOf(s.Program, name); d != nil {
		p.Decls = append(p.Decls, d)
	}
	return p
}

func (c *Console) metricsOf(p *syntax.Program) pass.Metrics { return pass.MetricsOf(p, c.Elab.MemType) }

// passUndo goes back to the state before the last :pass that changed something.
func (c *Console) passUndo(ctx context.Context) error {
	w, works := c.lastWorked(), c.Works
	for w != nil && w.Busy() == 1 {
		c.Works = slices.Clone(c.Works[:len(c.Works)-1])
		w = c.lastWorked()
	}
	if w == nil {
		c.Works = works
		return diag.Usagef("there is no :pass to take back")
	}
	last := w.Busy() - 1
	taken := fmt.Sprintf("`%s` of `%s`", w.Runs[last].List, w.Def.Name)
	if n := len(c.Done); n > 0 && c.Done[n-1].Pass == w.Runs[last].Now() {
		_, err := c.Undo()
		c.printf("took back %s", taken)
		return err
	}
	before := c.Snapshot()
	back := &session.Worked{Def: w.Def, Runs: w.Runs[:last]}
	if back.Busy() > 1 {
		if _, err := c.takeUp(ctx, c.Manager(&elab.Unit{}), w.Def, back.Now()); err != nil {
			return err
		}
	} else {
		c.Passed = maps.Clone(c.Passed)
		delete(c.Passed, w.Def)
		c.Adopted++
		c.ForgetHeap()
	}
	c.Works = slices.Clone(c.Works[:len(c.Works)-1])
	if last > 1 {
		c.Works = append(c.Works, back)
	}
	c.Remember(before, "`:pass undo`")
	c.printf("took back %s", taken)
	return nil
}
