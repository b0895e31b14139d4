package repl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"funmem/eval/validate"
	"funmem/lower/pass"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/syntax"
)

// worked is a function of the session on its way through passes.
type worked struct {
	def  *syntax.Def     // in core
	runs [][]*pass.Stage // of each :pass; the first stage of a run is the last of the one before
}

// now is the last stage.
func (w *worked) now() *pass.Stage {
	last := w.runs[len(w.runs)-1]
	return last[len(last)-1]
}

// steps are those of all runs.
func (w *worked) steps() (steps []*pass.Step) {
	for _, run := range w.runs {
		for _, s := range run[1:] {
			steps = append(steps, s.Step)
		}
	}
	return steps
}

// backwards says of the error about a list that the function could get the list where it was of
// Fun, if that is so.
func (w *worked) backwards(list string, err error) error {
	first := w.runs[0][0].Form
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

// commandTests and commandTime bound the validation behind each pass of :pass.
const (
	commandTests = 20
	commandTime  = 10 * time.Second
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
	}
	name, list := words[0], strings.Join(words[1:], ",")
	if !c.isFunction(name) {
		last := c.lastWorked()
		if last == nil || !pass.Known(name) {
			d := usagef("there is no function `%s`", name)
			if last == nil {
				return d.Helpf("`:pass f simplify` runs the pass `simplify` over f")
			}
			return d.Helpf("there is no such pass either; `:pass` lists the passes, and without a function they run over `%s`", last.def.Name)
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
	m.From, m.Ran = w.runs[0][0].Form, w.steps()
	v := &pass.Validator{Elaborate: m.Elaborate, Style: c.pal.Diag, Options: validate.Options{
		Options: c.Settings.options(), Tests: commandTests, Seed: 1, Each: time.Second, Time: commandTime,
	}}
	m.Validate = v.Validate
	stages, err := m.Run(ctx, before.Program, before.Form, steps)
	if err != nil {
		return passError(err)
	}
	use, err := c.takeUp(ctx, m, w.def, stages[len(stages)-1])
	if err != nil {
		return err
	}
	c.works = append(slices.DeleteFunc(slices.Clone(c.works), func(x *worked) bool { return x == w }), &worked{w.def, append(slices.Clip(w.runs), stages)})
	c.showRun(w.def.Name, stages)
	if out := pass.LeftOut(list, before.Form); out != "" {
		c.printf("%s", out)
	}
	c.printf("%s", v.Summary())
	c.printf("%s", use)
	return nil
}

// isFunction tells whether a name of the session is that of a function.
func (c *Console) isFunction(name string) bool {
	n, ok := c.elab.Lookup(name)
	return ok && n.Def != nil
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
	return &worked{d, [][]*pass.Stage{{first}}}, nil
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
func (c *Console) showRun(name string, stages []*pass.Stage) {
	before, after := stages[0], stages[len(stages)-1]
	if a, b := textOf(name, before), textOf(name, after); a == b {
		c.printf("nothing changed")
	} else {
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

// passUndo goes back to before the last :pass.
func (c *Console) passUndo(ctx context.Context) error {
	w := c.lastWorked()
	if w == nil {
		return usagef("there is no :pass to take back")
	}
	run := w.runs[len(w.runs)-1]
	var names []string
	for _, s := range run[1:] {
		names = append(names, s.Name())
	}
	c.works = slices.Clone(c.works[:len(c.works)-1])
	if rest := w.runs[:len(w.runs)-1]; len(rest) > 1 {
		back := &worked{w.def, rest}
		if _, err := c.takeUp(ctx, c.manager(&elab.Unit{}), w.def, back.now()); err != nil {
			return err
		}
		c.works = append(c.works, back)
	} else {
		c.passed = maps.Clone(c.passed)
		delete(c.passed, w.def)
		c.forgetHeap()
	}
	c.printf("took back %s of `%s`", strings.Join(names, ", "), w.def.Name)
	return nil
}
