package repl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"funmem/eval/validate"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// worked is a function of the session on its way through passes.
type worked struct {
	def  *syntax.Def // in core
	runs []passRun   // each :pass, behind what the function was before the first one
}

// passRun is a :pass.
type passRun struct {
	list   string        // as it was typed
	stages []*pass.Stage // the first one is the last of the run before
}

// now is the last stage.
func (r *passRun) now() *pass.Stage { return r.stages[len(r.stages)-1] }

// idle tells whether the run has left the program as it was.
func (r *passRun) idle() bool {
	return r.stages[0].Form == r.now().Form && r.stages[0].Text == r.now().Text
}

// now is the last stage.
func (w *worked) now() *pass.Stage { return w.runs[len(w.runs)-1].now() }

// busy is how many of the runs count before those at the end that have changed nothing.
func (w *worked) busy() int {
	n := len(w.runs)
	for n > 1 && w.runs[n-1].idle() {
		n--
	}
	return n
}

// steps are those of all runs.
func (w *worked) steps() (steps []*pass.Step) {
	for _, run := range w.runs {
		for _, s := range run.stages[1:] {
			steps = append(steps, s.Step)
		}
	}
	return steps
}

// backwards says of the error about a list that the function could get the list where it was of
// Fun, if that is so.
func (w *worked) backwards(list string, err error) error {
	first := w.runs[0].now().Form
	if _, before := pass.Steps(list, first); w.now().Form != first && before == nil {
		for _, d := range diag.Of(err) {
			back := fmt.Sprintf("`:pass undo` goes back to where `%s` is one of %s", w.def.Name, first)
			if list, ok := strings.CutPrefix(d.Help, "write "); ok {
				back = "write " + list + ", or " + back
			}
			d.Helpf("%s", back)
		}
	}
	return err
}

// commandTests and commandSteps bound the validation behind each pass of :pass.
const (
	commandTests = 20
	commandSteps = 5 * validate.EachSteps
)

// passCommand runs passes over a function, from where the last :pass left it.
func (c *Console) passCommand(ctx context.Context, arg string) error {
	words := strings.Fields(arg)
	switch {
	case len(words) == 0:
		c.printf("%s`:help PASS` says more of one", passTable(widthOf(c.out)))
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
		name, list = last.def.Name, strings.Join(words, ",")
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
	before := w.now()
	steps, err := pass.Steps(list, before.Form)
	if err != nil {
		return w.backwards(list, err)
	}
	m := c.manager(&elab.Unit{})
	m.From, m.Ran = w.runs[0].now().Form, w.steps()
	v := &pass.Validator{Elaborate: m.Elaborate, Style: c.pal.Diag, Options: validate.Options{
		Options: c.Settings.options(), Tests: commandTests, Seed: 1, Steps: commandSteps,
		Unproved: true, Progress: c.progress.inputs, Clean: validate.Quick,
	}}
	m.Validate = v.Validate
	end := c.progress.begin()
	stages, err := m.Run(ctx, before.Program, before.Form, steps)
	end()
	if err != nil {
		return passError(err, commandHelps)
	}
	run, use := passRun{list, stages}, ""
	if textOf(name, before) != textOf(name, run.now()) || before.Form != run.now().Form {
		if use, err = c.takeUp(ctx, m, w.def, run.now()); err != nil {
			return err
		}
	}
	c.works = append(slices.DeleteFunc(slices.Clone(c.works), func(x *worked) bool { return x == w }), &worked{w.def, append(slices.Clip(w.runs), run)})
	c.showRun(w.def.Name, &run)
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

// notUndo is the error that undo stands among passes.
func (c *Console) notUndo() error {
	d := usagef("`undo` is no pass")
	if w := c.lastWorked(); w != nil {
		return d.Helpf("write `:pass undo`: it takes back the last :pass, here that over `%s`", w.def.Name)
	}
	return d.Helpf("write `:pass undo`: it takes back the last :pass, and there is none")
}

// noFunction is the error that the session has no function of a name, which is not that of a
// pass either where passes have run over a function.
func (c *Console) noFunction(name string, last *worked) error {
	if pass.Known(name) {
		return usagef("`%s` is no function of the session, but a pass", name).Helpf("`:pass f %s` runs it over f", name)
	}
	if std.Def(name) != nil {
		return usagef("`%s` is a function of the library, and passes run over those of the session", name).
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
	d := usagef("there is no function `%s`", name)
	switch near := diag.Nearest(name, names); {
	case near != "":
		return d.Helpf("did you mean `%s`?", near)
	case last == nil:
		return d.Helpf("`:pass f simplify` runs the pass `simplify` over f")
	}
	return d.Helpf("there is no such pass either; `:pass` lists the passes, and without a function they run over `%s`", last.def.Name)
}

// isFunction tells whether a name is that of a function that the session has defined.
func (c *Console) isFunction(name string) bool {
	n, ok := c.elab.Lookup(name)
	return ok && n.Def != nil && c.defs.Get(name) != nil
}

// lastWorked is the function that the last :pass was about, or nil. A function that was
// defined anew is another one.
func (c *Console) lastWorked() *worked {
	for len(c.works) > 0 {
		w := c.works[len(c.works)-1]
		if n, ok := c.elab.Lookup(w.def.Name); ok && n.Def == w.def {
			return w
		}
		c.works = c.works[:len(c.works)-1]
	}
	return nil
}

// takeUp makes the last stage of a function its FUNMEM form in the session, if it stands for
// itself, and says whether it is.
func (c *Console) takeUp(ctx context.Context, m *pass.Manager, def *syntax.Def, last *pass.Stage) (string, error) {
	d := defOf(last.Program, def.Name)
	switch {
	case d == nil:
		return "the passes left nothing of `" + def.Name + "`", nil
	case len(syntax.FreeVars(d)) > 0:
		return "the session goes on with `" + def.Name + "` as it was: it uses `" + syntax.FreeVars(d)[0].Name + "` from outside", nil
	case last.Form == pass.Fun:
		steps, err := pass.Steps("introduce", pass.Fun)
		if err != nil {
			return "", err
		}
		stages, err := m.Run(ctx, last.Program, pass.Fun, steps)
		if err != nil {
			return "", err
		}
		d = defOf(stages[1].Program, def.Name)
	}
	passed := map[*syntax.Def]*syntax.Def{}
	maps.Copy(passed, c.passed)
	passed[def] = d
	c.passed = passed
	c.forgetHeap()
	return "the heap of the session has this form of `" + def.Name + "` now", nil
}

// workOn is the work on a function: that of the last :pass over it, or a new one, on the
// function with what it needs.
func (c *Console) workOn(name string) (*worked, error) {
	p, d, err := c.sideOf(name)
	if err != nil {
		return nil, err
	}
	for _, w := range c.works {
		if w.def == d {
			return w, nil
		}
	}
	first := &pass.Stage{Form: pass.Fun, Program: neededBy(p.Core, d)}
	if p.Mem {
		first.Form = pass.FunMem
	}
	return &worked{d, []passRun{{stages: []*pass.Stage{first}}}}, nil
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

// showRun shows what passes made of a function: the difference, what they said, and the
// metrics before, or as memory was introduced, and after.
func (c *Console) showRun(name string, run *passRun) {
	stages, after := run.stages, run.now()
	switch a, b := textOf(name, stages[0]), textOf(name, after); {
	case run.idle():
		c.printf("nothing changed")
	case a == b:
		c.printf("`%s` has not changed, but what it uses", name)
	default:
		for _, l := range difference(a, b) {
			c.printf("%s", l)
		}
	}
	refused := 0
	for _, s := range stages[1:] {
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
	if run.idle() {
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

// textOf is the function alone, as it is behind a stage.
func textOf(name string, s *pass.Stage) string {
	if d := defOf(s.Program, name); d != nil {
		return syntax.Print(d)
	}
	return ""
}

// only is the program of the function alone.
func only(name string, s *pass.Stage) *syntax.Program {
	p := &syntax.Program{}
	if d := defOf(s.Program, name); d != nil {
		p.Decls = append(p.Decls, d)
	}
	return p
}

func (c *Console) metricsOf(p *syntax.Program) pass.Metrics { return pass.MetricsOf(p, c.elab.MemType) }

// passUndo goes back to before the last :pass that has changed something.
func (c *Console) passUndo(ctx context.Context) error {
	w, works := c.lastWorked(), c.works
	for w != nil && w.busy() == 1 {
		c.works = slices.Clone(c.works[:len(c.works)-1])
		w = c.lastWorked()
	}
	if w == nil {
		c.works = works
		return usagef("there is no :pass to take back")
	}
	last := w.busy() - 1
	back := &worked{w.def, w.runs[:last]}
	if back.busy() > 1 {
		if _, err := c.takeUp(ctx, c.manager(&elab.Unit{}), w.def, back.now()); err != nil {
			return err
		}
	} else {
		c.passed = maps.Clone(c.passed)
		delete(c.passed, w.def)
		c.forgetHeap()
	}
	c.works = slices.Clone(c.works[:len(c.works)-1])
	if last > 1 {
		c.works = append(c.works, back)
	}
	c.printf("took back `%s` of `%s`", w.runs[last].list, w.def.Name)
	return nil
}
